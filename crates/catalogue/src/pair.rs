//! Positions of two numbers, in any order, which Wythoff's game and Euclid share.

use perfectplay_game::{NotationError, Player, words};

use crate::heaps::{largest, number};
use crate::turn::{split_turn, with_turn};
use crate::{BadInput, Description};

/// Two numbers, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The smaller number.
    pub(crate) lower: u128,
    /// The larger one.
    pub(crate) upper: u128,
    /// Who is to move.
    pub(crate) mover: Player,
}

impl Pair {
    /// The two numbers in any order.
    pub fn new(one: u128, other: u128, mover: Player) -> Pair {
        Pair { lower: one.min(other), upper: one.max(other), mover }
    }

    /// The smaller number.
    pub fn lower(&self) -> u128 {
        self.lower
    }

    /// The larger number.
    pub fn upper(&self) -> u128 {
        self.upper
    }

    /// The same with First to move.
    pub(crate) fn canonical(&self) -> Pair {
        Pair { mover: Player::First, ..*self }
    }

    /// `3 5`.
    pub(crate) fn written(&self) -> String {
        with_turn(self.named(), self.mover)
    }

    /// `3 5`, whoever is to move.
    pub(crate) fn named(&self) -> String {
        format!("{} {}", self.lower, self.upper)
    }

    /// Reads what [`Pair::written`] writes, in any order, each number at least
    /// `least`.
    pub(crate) fn read(text: &str, least: u128) -> Result<Pair, NotationError> {
        let (numbers, mover) = split_turn(text);
        let mut found = Vec::with_capacity(2);
        for (at, word) in words(numbers) {
            let wrong =
                |wanted: String| NotationError::at(numbers, at, format!("{word:?}"), wanted);
            if found.len() == 2 {
                return Err(wrong("two numbers and no more".to_owned()));
            }
            let read = number(word, u128::MAX).filter(|&number| number >= least);
            let wanted =
                || format!("a number from {least} to {}, as 7 or 1e30", largest(u128::MAX));
            found.push(read.ok_or_else(|| wrong(wanted()))?);
        }
        match found[..] {
            [one, other] => Ok(Pair::new(one, other, mover)),
            _ => {
                let found = if found.is_empty() { "nothing" } else { "one number" };
                Err(NotationError::at(numbers, numbers.len(), found, "two numbers such as 3 5"))
            }
        }
    }

    /// Reads a parameter: a list of two numbers, each at least `least`, which
    /// are the start; both the least where it is not given.
    pub(crate) fn start(
        description: &Description,
        name: &str,
        least: u128,
    ) -> Result<(u128, u128), BadInput> {
        let Some(field) = description.field(name) else { return Ok((least, least)) };
        let numbers: Vec<u128> =
            field.list()?.map(|item| item.integer(least..=u128::MAX)).collect::<Result<_, _>>()?;
        match numbers[..] {
            [one, other] => Ok((one, other)),
            _ => Err(field.error("a list of two numbers")),
        }
    }
}
