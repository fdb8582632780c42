//! Euclid: a move takes a positive multiple of the smaller of two numbers from
//! the larger, and both stay positive. Play ends where they are equal.
//!
//! # Theorem
//!
//! In normal play the mover at a <= b loses exactly if b / a is less than the
//! golden ratio (A. J. Cole and A. J. T. Davie, *A game based on the Euclidean
//! algorithm and a winning strategy for it*, Mathematical Gazette 53, 1969, with
//! other ends; in this form J. W. Grossman, 1997), and the Grundy value is the
//! whole part of b / a - a / b (G. Nivasch, *The Sprague-Grundy function of the
//! game Euclid*, Discrete Mathematics 306, 2006).
//!
//! In both plays: let b = q a + r. If q = 1 there is one move at most. If q > 1
//! and r > 0 the mover wins: he leaves (r, a), or (a, a + r), from which that is
//! the only move. If r = 0, play is on multiples of a alone: the mover loses in
//! normal play only at q = 1, in misère play only at q = 2.

use std::cmp::Ordering;

/// Two numbers, the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    small: u128,
    large: u128,
}

impl Pair {
    fn of(one: u128, other: u128) -> Pair {
        Pair { small: one.min(other), large: one.max(other) }
    }

    /// What the larger leaves by the smaller; `None` where a number is 0.
    fn divided(self) -> Option<(u128, u128)> {
        Some((self.large.checked_div(self.small)?, self.large.checked_rem(self.small)?))
    }
}

/// Is the position lost for the mover, and after how many plies does play end
/// if the winner follows the shortest of the lines above? Steps: as many as
/// Euclid's algorithm makes divisions, at most 186.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::closed_form::euclid::{grundy, standing};
/// assert_eq!(standing(8, 13, false), (true, 4));
/// assert_eq!(standing(5, 5, true), (false, 0));
/// assert_eq!(grundy(3, 100), 33);
/// ```
pub fn standing(one: u128, other: u128, misere: bool) -> (bool, u32) {
    let mut at = Pair::of(one, other);
    // Pairs on the way to the last, each: is there one move alone?
    let mut forced = Vec::new();
    let (mut lost, mut plies) = loop {
        match at.divided() {
            // Equal numbers, or no position at all: nothing can be moved.
            None | Some((1, 0)) => break (!misere, 0),
            Some((2, 0)) if misere => break (true, 1),
            Some((_, 0)) => break (false, 1 + u32::from(misere)),
            Some((quotient, rest)) => {
                forced.push(quotient == 1);
                at = Pair { small: rest, large: at.small };
            }
        }
    };
    for forced in forced.into_iter().rev() {
        (lost, plies) = match (forced, lost) {
            (true, lost) => (!lost, plies + 1),
            (false, true) => (false, plies + 1),
            // One step before the remainder: the rival has to go there.
            (false, false) => (false, plies + 2),
        };
    }
    (lost, plies)
}

/// The Grundy value in normal play: the whole part of b / a - a / b; 0 where a
/// number is 0.
pub fn grundy(one: u128, other: u128) -> u128 {
    let at = Pair::of(one, other);
    match at.divided() {
        None | Some((1, 0)) => 0,
        // q + r / a - a / b, where the last two differ by less than 1.
        Some((quotient, rest)) => match products(rest, at.large, at.small, at.small) {
            Ordering::Less => quotient - 1,
            _ => quotient,
        },
    }
}

/// Compares a b with c d, which may have 256 bits.
fn products(a: u128, b: u128, c: u128, d: u128) -> Ordering {
    let wide = |x: u128, y: u128| {
        const LOW: u128 = u64::MAX as u128;
        let (x1, x0, y1, y0) = (x >> 64, x & LOW, y >> 64, y & LOW);
        let middle = x1 * y0 + ((x0 * y0) >> 64);
        let also = x0 * y1 + (middle & LOW);
        (x1 * y1 + (middle >> 64) + (also >> 64), x.wrapping_mul(y))
    };
    wide(a, b).cmp(&wide(c, d))
}

/// What the winning moves leave of the larger number, smallest first: none, one
/// or two.
pub fn winning_remainders(one: u128, other: u128, misere: bool) -> Vec<u128> {
    let at = Pair::of(one, other);
    let Some((_, rest)) = at.divided() else { return Vec::new() };
    // Further ones leave a quotient of more than 1 with a remainder, or of more
    // than 2: the rival wins there.
    let least = if rest == 0 { at.small } else { rest };
    [Some(least), least.checked_add(at.small)]
        .into_iter()
        .flatten()
        .filter(|&left| left < at.large && standing(at.small, left, misere).0)
        .collect()
}
