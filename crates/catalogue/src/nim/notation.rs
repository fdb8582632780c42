use perfectplay_game::{Game, Notation, NotationError};

use super::rules::{Nim, Take};
use crate::heaps::{Heaps, draw, number, read_heaps, written};
use crate::turn::{split_turn, with_turn};

/// A position is its heaps, `5 7 9`, or `0` for none; a move is the heap before
/// and after it, `7 -> 3`.
impl Notation for Nim {
    fn write_position(&self, position: &Heaps) -> String {
        with_turn(written(position.heaps()), position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, NotationError> {
        let (heaps, mover) = split_turn(text);
        Ok(Heaps::new(read_heaps(heaps, u128::MAX)?, mover))
    }

    fn write_move(&self, _from: &Heaps, take: &Take) -> String {
        format!("{} -> {}", take.heap, take.left)
    }

    fn parse_move(&self, from: &Heaps, text: &str) -> Option<Take> {
        let (heap, left) = text.split_once("->")?;
        let read = |text: &str| number(text.trim(), u128::MAX);
        let take = Take { heap: read(heap)?, left: read(left)? };
        self.play(from, &take).map(|_| take)
    }

    fn rules(&self) -> String {
        let ends = if self.is_misere() { "wins" } else { "loses" };
        format!(
            "Heaps of stones lie side by side. A move takes one stone or more from one heap. First \
             begins, and who cannot move {ends}."
        )
    }

    fn draw(&self, position: &Heaps) -> String {
        draw(position.heaps())
    }
}
