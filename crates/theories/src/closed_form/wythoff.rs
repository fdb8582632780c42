//! Wythoff's game: a move takes any number of stones from one of two heaps, or
//! the same number from both.
//!
//! # Theorem
//!
//! In normal play the lost positions are the pairs of A(d) and B(d) = A(d) + d,
//! where A(d) is the least number in no earlier pair: (0, 0), (1, 2), (3, 5),
//! (4, 7), ... Every number but 0 is in exactly one pair, and every difference
//! is that of exactly one. (W. A. Wythoff, *A modification of the game of nim*,
//! Nieuw Archief voor Wiskunde 7, 1907.) By Fibonacci numbers: n is the lower
//! number of its pair exactly if its smallest part stands at an even place of 1,
//! 2, 3, 5, 8, ... (1 has place 0); the upper number has the next larger
//! Fibonacci number for each part; and A(d) is 1 more than d - 1 is with each
//! part made larger so.
//!
//! In misère play (0, 1) and (2, 2) take the place of (0, 0) and (1, 2); all
//! other lost positions are the same.

use super::zeckendorf::{places, shifted_down, shifted_up};

/// The number that is lost beside `number` for the mover; `None` where it is
/// beyond 128 bits.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::closed_form::wythoff::partner;
/// assert_eq!((partner(4, false), partner(7, false)), (Some(7), Some(4)));
/// assert_eq!((partner(1, false), partner(1, true)), (Some(2), Some(0)));
/// assert_eq!(partner(10u128.pow(30), false), Some(1618033988749894848204586834366));
/// ```
pub fn partner(number: u128, misere: bool) -> Option<u128> {
    match (number, misere) {
        (0 | 1, true) => return Some(1 - number),
        (2, true) => return Some(2),
        _ => {}
    }
    match places(number).last() {
        None => Some(0),
        Some(place) if place % 2 == 0 => shifted_up(number),
        Some(_) => Some(shifted_down(number)),
    }
}

/// The lost position whose numbers differ by `difference`, the lower number
/// first; `None` where it is beyond 128 bits.
pub fn with_difference(difference: u128, misere: bool) -> Option<(u128, u128)> {
    match (difference, misere) {
        (0, true) => return Some((2, 2)),
        (1, true) => return Some((0, 1)),
        (0, false) => return Some((0, 0)),
        _ => {}
    }
    let lower = shifted_up(difference - 1)?.checked_add(1)?;
    Some((lower, lower.checked_add(difference)?))
}

/// Is the position lost for the mover?
pub fn is_lost(one: u128, other: u128, misere: bool) -> bool {
    partner(one, misere) == Some(other)
}
