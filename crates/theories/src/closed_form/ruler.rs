//! Ruler: coins lie at the places 1, 2, 3, ...; a move turns any number of
//! neighbouring coins, and the rightmost of these goes from heads to tails.
//!
//! # Theorem
//!
//! A position is the sum of its heads, each alone, as in
//! [`mock_turtles`](super::mock_turtles). A head at place n has as its Grundy
//! value the largest power of 2 that divides n: 1, 2, 1, 4, 1, 2, 1, 8, ... (E.
//! R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 14). The
//! first m of these numbers have the XOR m ^ m / 2, the Gray code of m.
//!
//! # Misère play
//!
//! The mover loses exactly (A) where the XOR is 0 and some head is at an even
//! place, or (B) where all heads are at odd places and their number is odd: as in
//! misère Nim with heaps of these values. The proof goes by what moves lead to.
//!
//! - *From (A) to neither.* The XOR changes, so that (A) is left. Let 2^k be the
//!   largest value of a head. An even number of heads has it, at odd multiples of
//!   2^k, and between two of them is an even multiple, which shows tails. Who
//!   turns both turns that too; so some head stays at an even place.
//! - *From (B) to neither.* A head turned alone leaves an even number of them.
//!   Who turns more makes a head at the even place beside it; and of the options
//!   of a single head only the one without heads is worth 0, so that the XOR is
//!   not 0.
//! - *From elsewhere to one of them,* unless no head is left. If all heads are at
//!   odd places, by turning one alone. Else the XOR is not 0; the move that makes
//!   it 0 in normal play leads to (A), or leaves heads at odd places alone, an even
//!   number of them. Then it was made on a head at an even place n, and turned m
//!   others; turning m + 1 of them if m is even, m - 1 if it is odd, differs at an
//!   odd place alone, and leads to (B).

/// The Grundy value of a head at a place; place 0, which is not there, has 0.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::closed_form::ruler::{grundy, grundy_of_run, winning_turn};
/// assert_eq!(grundy(24), 8);
/// assert_eq!(grundy_of_run(1, 4), 6);
/// // Turning 8 through 6 leaves what is worth 2 ^ 1.
/// assert_eq!(winning_turn(8, 3), Some(6));
/// ```
pub fn grundy(place: u128) -> u128 {
    place & place.wrapping_neg()
}

/// The XOR of the values of the places 1 through `last`.
fn gray(last: u128) -> u128 {
    last ^ (last >> 1)
}

/// The Grundy value of heads at all places from `from` through `to`.
pub fn grundy_of_run(from: u128, to: u128) -> u128 {
    match from <= to {
        true => gray(to) ^ gray(from.saturating_sub(1)),
        false => 0,
    }
}

/// The place of the leftmost coin to turn with a head at `place` so that the
/// turned coins together are worth `target` afterwards; `None` where `target`
/// is not less than the head's value.
pub fn winning_turn(place: u128, target: u128) -> Option<u128> {
    if target >= grundy(place) {
        return None;
    }
    // The values to the left of a place are those from 1 on, until they pass
    // its own: m of them are worth the Gray code of m.
    let mut others = target;
    for shift in [1, 2, 4, 8, 16, 32, 64] {
        others ^= others >> shift;
    }
    place.checked_sub(others)
}

/// The first place from `from` on whose value is 2^`bit`; `None` beyond 128
/// bits.
pub fn next_with(from: u128, bit: u32) -> Option<u128> {
    let value = 1u128.checked_shl(bit)?;
    // The places are the odd multiples of the value.
    let times = from.div_ceil(value);
    (times | 1).checked_mul(value)
}

/// Is a position lost in misère play, whose heads have this XOR? `even`: is some
/// head at an even place?
///
/// # Examples
///
/// ```
/// use perfectplay_theories::closed_form::ruler::is_lost_misere;
/// // One head at place 1; heads at 2 and 6.
/// assert!(is_lost_misere(1, false) && is_lost_misere(2 ^ 2, true));
/// ```
pub fn is_lost_misere(xor: u128, even: bool) -> bool {
    // At odd places each head is worth 1.
    if even { xor == 0 } else { xor == 1 }
}
