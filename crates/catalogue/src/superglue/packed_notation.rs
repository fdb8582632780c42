use perfectplay_game::{Declared, Notation, NotationError, RulesError, Tabular};
use perfectplay_theories::proof_search::proof_numbers::Hints;

use super::packed::{PackedPosition, PackedSuperglue, Word};
use super::rules::Move;

/// That of the rules that were packed.
impl<W: Word> Notation for PackedSuperglue<W> {
    fn write_position(&self, position: &PackedPosition<W>) -> String {
        self.unpacked().write_position(&self.unpack(position))
    }

    fn parse_position(&self, text: &str) -> Result<PackedPosition<W>, NotationError> {
        let position = self.unpacked().parse_position(text)?;
        let wrong = || NotationError::at(text, 0, "a position of another board", "one of this");
        self.pack(&position).ok_or_else(wrong)
    }

    fn write_move(&self, from: &PackedPosition<W>, chosen: &Move) -> String {
        self.unpacked().write_move(&self.unpack(from), chosen)
    }

    fn parse_move(&self, from: &PackedPosition<W>, text: &str) -> Option<Move> {
        self.unpacked().parse_move(&self.unpack(from), text)
    }

    fn rules(&self) -> String {
        Notation::rules(self.unpacked())
    }

    fn draw(&self, position: &PackedPosition<W>) -> String {
        self.unpacked().draw(&self.unpack(position))
    }
}

/// Positions have canonical forms by the symmetries of the board.
impl<W: Word> Tabular for PackedSuperglue<W> {
    fn declared(&self) -> Declared {
        Declared { symmetric: true, ..Declared::default() }
    }

    fn canonical(&self, position: &PackedPosition<W>) -> Result<PackedPosition<W>, RulesError> {
        Ok(Hints::canonical(self, *position))
    }
}
