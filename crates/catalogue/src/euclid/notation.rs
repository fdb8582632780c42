use perfectplay_game::{Game, Notation, NotationError};

use perfectplay_theories::closed_form::euclid::End;

use super::rules::Euclid;
use crate::heaps::{draw, number};
use crate::pair::Pair;

/// A position is its two numbers, `8 13`; a move is the larger before and after
/// it, `13 -> 5`.
impl Notation for Euclid {
    fn write_position(&self, position: &Pair) -> String {
        position.written()
    }

    fn parse_position(&self, text: &str) -> Result<Pair, NotationError> {
        let pair = Pair::read(text, self.least())?;
        match pair.upper {
            0 => Err(NotationError::at(text, 0, "nothing but 0", "a positive number")),
            _ => Ok(pair),
        }
    }

    fn write_move(&self, from: &Pair, left: &u128) -> String {
        format!("{} -> {left}", from.upper)
    }

    fn parse_move(&self, from: &Pair, text: &str) -> Option<u128> {
        let (before, left) = text.split_once("->")?;
        let read = |text: &str| number(text.trim(), u128::MAX);
        let left = read(left).filter(|_| read(before) == Some(from.upper))?;
        self.play(from, &left).map(|_| left)
    }

    fn rules(&self) -> String {
        let ends = if self.is_misere() { "wins" } else { "loses" };
        let until = match self.end() {
            End::Equal => "and leaves something of it; so play ends when they are equal",
            End::Zero => "until one of them is 0",
        };
        format!(
            "Two positive numbers are given. A move takes the smaller one, or a multiple of it, from \
             the larger one, {until}. First begins, and who cannot move {ends}."
        )
    }

    fn draw(&self, position: &Pair) -> String {
        draw(&[position.lower, position.upper])
    }
}
