//! Codes of heap games.
//!
//! Whatever way a game is written, [`Code`] holds it in one form: for each
//! number t of stones, a [`Digit`] that says into how many heaps a move that
//! takes t stones may leave the rest, and under which [`Condition`]. Stones
//! may also be added (t < 0), and the digits of large t may repeat for ever.
//!
//! | written | the game |
//! | --- | --- |
//! | `0.77`, `.137`, `4.007` | octal: digit d of t has bit h set where h heaps may be left |
//! | `0.3F`, `0.&37;` | the same with more heaps: letters to V (31), or a number |
//! | `4!.0`, `0.7?`, `{2+}=.0` | no two heaps equal, not all equal, all equal |
//! | `0.{1,2!}`, `0.*` | counts one by one, `+` for all from there on, `*` for any |
//! | `0.[3]`, `0.3[03]` | the digits in brackets repeat for ever |
//! | `80.0` | digits left of the one before the point add a stone, two, ... |
//! | `subtract 1,3,4`, `all-but 2,3` | one heap or none is left, with the numbers (not) taken |
//! | `take 1-2,5 leave 0-2` | any numbers and counts; then `unequal`, `distinct` or `equal` |
//! | `kayles`, `grundys-game`, ... | by name |
//!
//! The notation of digits is R. K. Guy's and C. A. B. Smith's (*The G-values
//! of various games*, 1956), with the marks and brackets of A. Siegel's
//! CGSuite, whose normal form is what a code is shown in.

mod digit;
mod display;
mod parse;
mod phrases;

pub use digit::{Digit, MOST_HEAPS};
pub use parse::CodeError;
pub use perfectplay_game::Condition;
use perfectplay_game::TakesAndBreaks;
pub(super) use phrases::NAMED;

/// What is not named is not allowed.
static NONE: Digit = Digit::NONE;

/// The most stones that a code may name.
pub const MOST_STONES: i64 = 1 << 16;

/// The rules of a heap game. Parsed from text; see the [module](self).
///
/// # Laws
///
/// Every heap that a move leaves is smaller than the one it is made on, so
/// play ends. (So a move that takes nothing leaves two heaps at least, and one
/// that adds s stones s + 2.)
///
/// # Examples
///
/// ```
/// use perfectplay_theories::heap_games::Code;
/// let kayles: Code = "0.77".parse()?;
/// assert_eq!(kayles, "take 1-2 leave 0-2".parse()?);
/// assert_eq!(kayles, "kayles".parse()?);
/// let code: Code = "0.{1,2!}".parse()?;
/// assert_eq!(code.to_string(), "0.6!");
/// let error = "0.78x".parse::<Code>().unwrap_err();
/// assert_eq!(error.column, 5);
/// # Ok::<(), perfectplay_theories::heap_games::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digits that allow something, by stones taken (less than 0: added);
    /// all before `repeats.from` if there are such.
    digits: Vec<(i64, Digit)>,
    repeats: Option<Repeats>,
}

/// Digits that repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Repeats {
    /// The stones taken of the first.
    pub(super) from: i64,
    /// Not all allow nothing; no shorter cycle says the same.
    pub(super) cycle: Vec<Digit>,
}

impl Code {
    /// From digits by stones taken, in any order, and the cycle that follows
    /// from some number on. Makes the normal form.
    fn new(mut digits: Vec<(i64, Digit)>, repeats: Option<(i64, Vec<Digit>)>) -> Code {
        digits.retain(|(_, digit)| !digit.is_none());
        digits.sort_unstable_by_key(|&(taken, _)| taken);
        let repeats = repeats.filter(|(_, cycle)| cycle.iter().any(|digit| !digit.is_none()));
        let repeats = repeats.map(|(mut from, mut cycle)| {
            let length = cycle.len();
            let shorter = (1..length).find(|&shorter| {
                length.is_multiple_of(shorter)
                    && (shorter..length).all(|at| cycle[at] == cycle[at - shorter])
            });
            cycle.truncate(shorter.unwrap_or(length));
            // A digit before the cycle that fits it belongs to it.
            while from > 1 {
                let before = digits.last().filter(|(taken, _)| *taken == from - 1);
                let before = before.map_or(&NONE, |(_, digit)| digit);
                if cycle.last() != Some(before) {
                    break;
                }
                if !before.is_none() {
                    digits.pop();
                }
                cycle.rotate_right(1);
                from -= 1;
            }
            Repeats { from, cycle }
        });
        Code { digits, repeats }
    }

    /// What a move that takes so many stones (less than 0: adds) may leave.
    pub fn digit(&self, taken: i64) -> &Digit {
        if let Some(repeats) = &self.repeats
            && taken >= repeats.from
        {
            let at = (taken - repeats.from) as u64 % repeats.cycle.len() as u64;
            return repeats.cycle.get(at as usize).unwrap_or(&NONE);
        }
        let found = self.digits.binary_search_by_key(&taken, |&(taken, _)| taken).ok();
        found.and_then(|at| self.digits.get(at)).map_or(&NONE, |(_, digit)| digit)
    }

    /// The digits that allow something, by stones taken, in order: all where
    /// the code is [finite](Self::is_finite), else those before the digits
    /// that repeat.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = (i64, &Digit)> {
        self.digits.iter().map(|(taken, digit)| (*taken, digit))
    }

    /// The digits that repeat for ever, and the stones taken of the first.
    pub fn repeated(&self) -> Option<(i64, &[Digit])> {
        self.repeats.as_ref().map(|repeats| (repeats.from, repeats.cycle.as_slice()))
    }

    /// Is there a most number of stones that a move takes?
    pub fn is_finite(&self) -> bool {
        self.repeats.is_none()
    }

    /// The most stones that a move takes, if there is a most (0 where no move
    /// takes any).
    pub fn most_taken(&self) -> Option<u64> {
        let last = self.digits.last().map_or(0, |&(taken, _)| taken.max(0) as u64);
        self.is_finite().then_some(last)
    }

    /// The most heaps that a move leaves, if there is a most.
    pub fn most_heaps(&self) -> Option<u64> {
        let repeated = self.repeats.iter().flat_map(|repeats| &repeats.cycle);
        let digits = self.digits.iter().map(|(_, digit)| digit).chain(repeated);
        digits
            .filter(|digit| !digit.is_none())
            .map(Digit::most)
            .try_fold(0, |most, heaps| Some(most.max(heaps?)))
    }
}

impl TakesAndBreaks for Code {
    fn condition(&self, taken: i64, heaps: u64) -> Option<Condition> {
        self.digit(taken).condition(heaps)
    }

    fn most_heaps(&self, taken: i64) -> Option<u64> {
        self.digit(taken).most()
    }

    fn next_taken(&self, from: i64) -> Option<i64> {
        let at = self.digits.partition_point(|&(taken, _)| taken < from);
        if let Some(&(taken, _)) = self.digits.get(at) {
            return Some(taken);
        }
        let repeats = self.repeats.as_ref()?;
        let from = from.max(repeats.from);
        let length = repeats.cycle.len() as i64;
        (from..from.saturating_add(length)).find(|&taken| !self.digit(taken).is_none())
    }

    fn repeats(&self) -> Option<(u64, u64)> {
        let repeats = self.repeats.as_ref()?;
        Some((u64::try_from(repeats.from).ok()?, repeats.cycle.len() as u64))
    }
}
