use perfectplay_game::{Game, Notation, NotationError, words};

use super::rules::{Cut, Wythoff};
use crate::heaps::{draw, number};
use crate::pair::Pair;

/// A position is its two heaps, `3 5`; a move is what it changes, before and
/// after: `5 -> 1`, or `3 5 -> 1 3`.
impl Notation for Wythoff {
    fn write_position(&self, position: &Pair) -> String {
        position.written()
    }

    fn parse_position(&self, text: &str) -> Result<Pair, NotationError> {
        Pair::read(text, 0)
    }

    fn write_move(&self, from: &Pair, cut: &Cut) -> String {
        match (cut.lower == from.lower, cut.upper == from.upper) {
            (true, _) => format!("{} -> {}", from.upper, cut.upper),
            (_, true) => format!("{} -> {}", from.lower, cut.lower),
            _ => format!("{} {} -> {} {}", from.lower, from.upper, cut.lower, cut.upper),
        }
    }

    fn parse_move(&self, from: &Pair, text: &str) -> Option<Cut> {
        let (before, after) = text.split_once("->")?;
        let read = |text| words(text).map(|(_, word)| number(word, u128::MAX)).collect();
        let (before, after): (Option<Vec<u128>>, Option<Vec<u128>>) = (read(before), read(after));
        let cut = match (&before?[..], &after?[..]) {
            (&[heap], &[left]) if heap == from.upper => Cut { lower: from.lower, upper: left },
            (&[heap], &[left]) if heap == from.lower => Cut { lower: left, upper: from.upper },
            (&[one, other], &[left, right]) => {
                let before = (one.min(other), one.max(other));
                let same = before == (from.lower, from.upper);
                same.then_some(Cut { lower: left.min(right), upper: left.max(right) })?
            }
            _ => return None,
        };
        self.play(from, &cut).map(|_| cut)
    }

    fn rules(&self) -> String {
        let ends = if self.is_misere() { "wins" } else { "loses" };
        format!(
            "Two heaps of stones lie side by side. A move takes one stone or more from one heap, or \
             the same number from both. First begins, and who cannot move {ends}."
        )
    }

    fn draw(&self, position: &Pair) -> String {
        draw(&[position.lower, position.upper])
    }
}
