use perfectplay_game::{Game, Notation, NotationError, words};

use super::rules::{FibonacciNim, Heap};
use crate::heaps::{draw, largest, number};
use crate::turn::{split_turn, with_turn};

/// A position is the stones and the most that may be taken, `20 limit 4`; also
/// `20 4`, and `20` alone where any number may be taken but not all. A move is
/// `take 3`, or `3`.
impl Notation for FibonacciNim {
    fn write_position(&self, position: &Heap) -> String {
        let text = format!("{} limit {}", position.stones(), position.limit());
        with_turn(text, position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Heap, NotationError> {
        let (numbers, mover) = split_turn(text);
        let mut found = Vec::with_capacity(2);
        let mut named = false;
        for (at, word) in words(numbers) {
            let wrong =
                |wanted: String| NotationError::at(numbers, at, format!("{word:?}"), wanted);
            if word == "limit" && found.len() == 1 && !named {
                named = true;
                continue;
            }
            if found.len() == 2 {
                return Err(wrong("stones, their limit, and no more".to_owned()));
            }
            let wanted = || format!("a number from 0 to {}, as 7 or 1e30", largest(u128::MAX));
            found.push(number(word, u128::MAX).ok_or_else(|| wrong(wanted()))?);
        }
        match found[..] {
            [stones] if !named => Ok(Heap::new(stones, stones.saturating_sub(1), mover)),
            [stones, limit] => Ok(Heap::new(stones, limit, mover)),
            _ => {
                let found = if found.is_empty() { "nothing" } else { "no number" };
                let wanted = "stones and the most that may be taken, such as 20 limit 4";
                Err(NotationError::at(numbers, numbers.len(), found, wanted))
            }
        }
    }

    fn write_move(&self, _from: &Heap, taken: &u128) -> String {
        format!("take {taken}")
    }

    fn parse_move(&self, from: &Heap, text: &str) -> Option<u128> {
        let text = text.trim();
        let taken = number(text.strip_prefix("take").unwrap_or(text).trim(), u128::MAX)?;
        self.play(from, &taken).map(|_| taken)
    }

    fn rules(&self) -> String {
        let ends = if self.is_misere() { "wins" } else { "loses" };
        format!(
            "Stones lie in one heap. A move takes one stone or more, and at most twice as many as the \
             move before took; the first move takes at most {}. First begins, and who cannot move \
             {ends}.",
            self.start().limit()
        )
    }

    fn draw(&self, position: &Heap) -> String {
        format!("{}\nat most {} may be taken", draw(&[position.stones()]), position.limit())
    }
}
