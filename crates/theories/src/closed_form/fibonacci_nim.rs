//! Fibonacci Nim: a move takes stones from one heap, at least one and at most a
//! limit; the next limit is twice what was taken.
//!
//! # Theorem
//!
//! Let the stones be written as a sum of Fibonacci numbers 1, 2, 3, 5, 8, ...,
//! no two of them neighbours. In normal play the mover loses exactly when the
//! limit is less than the smallest of them (or no stone is left). A move wins
//! exactly when it takes the sum of the smallest ones, to any of them, and twice
//! that is less than the next (M. J. Whinihan, *Fibonacci Nim*, Fibonacci
//! Quarterly 1, 1963; A. J. Schwenk, *Take-away games*, Fibonacci Quarterly 8,
//! 1970). So who may take all but not at once loses exactly with a Fibonacci
//! number of stones.
//!
//! In misère play who takes the last stone loses: it is the game of one stone
//! less, since nobody who has another move takes the last one.

use super::zeckendorf;

/// The Fibonacci numbers, no two of them neighbours, that add up to a number:
/// smallest first, at most 93.
pub fn parts(number: u128) -> Vec<u128> {
    zeckendorf::parts(number)
}

/// Is the position lost for the mover, who takes at most `limit`?
///
/// # Examples
///
/// ```
/// use perfectplay_theories::closed_form::fibonacci_nim::{is_lost, winning_takes};
/// assert!(is_lost(34, 33, false));
/// // 20 = 2 + 5 + 13: twice 2 is less than 5, twice 7 is more than 13.
/// assert_eq!(winning_takes(20, 19, false), [2]);
/// ```
pub fn is_lost(stones: u128, limit: u128, misere: bool) -> bool {
    if stones == 0 || limit == 0 {
        // No move is left.
        return !misere;
    }
    let wanted = if misere { stones - 1 } else { stones };
    parts(wanted).first().is_none_or(|&smallest| limit < smallest)
}

/// Every number of stones that wins when it is taken, smallest first; at most
/// 93.
pub fn winning_takes(stones: u128, limit: u128, misere: bool) -> Vec<u128> {
    let wanted = if misere { stones.saturating_sub(1) } else { stones };
    let parts = parts(wanted);
    let mut takes = Vec::new();
    let mut sum = 0;
    for (at, &part) in parts.iter().enumerate() {
        // The parts add up to a number of 128 bits.
        sum += part;
        if sum > limit {
            break;
        }
        if parts.get(at + 1).is_none_or(|&next| sum < next.div_ceil(2)) {
            takes.push(sum);
        }
    }
    takes
}
