//! Euclid: a move takes a positive multiple of the smaller of two numbers from
//! the larger. Play ends where the numbers are equal, or, in the older version,
//! where one of them is 0.
//!
//! # Theorem
//!
//! Let a < b, b = q a + r, and let v be the Grundy value of (r, a). If r > 0 the
//! Grundy value of (a, b) in normal play is q if v < q, else q - 1. For one
//! step before (r, a) the only move is to it, and by induction over q the values
//! of the options are v and what is least beside it, one after the other. If r =
//! 0, play is on multiples of a alone, which is a heap of q stones, or of q - 1
//! where play ends at equal numbers. So the mover loses exactly if b / a is less
//! than the golden ratio and, where play goes on to 0, more than 1 (A. J. Cole
//! and A. J. T. Davie, *A game based on the Euclidean algorithm and a winning
//! strategy for it*, Mathematical Gazette 53, 1969); where play ends at equal
//! numbers, the value is the whole part of b / a - a / b (G. Nivasch, *The
//! Sprague-Grundy function of the game Euclid*, Discrete Mathematics 306, 2006).
//!
//! In misère play too the mover wins if q > 1 and r > 0: he leaves (r, a), or
//! (a, a + r), from which that is the only move. Of multiples of a alone he loses
//! exactly if one can be taken and no more.

/// Where play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At equal numbers: both stay positive.
    Equal,
    /// Where one of them is 0.
    Zero,
}

/// Two numbers, the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    small: u128,
    large: u128,
}

/// What Euclid's algorithm meets from a pair on.
struct Course {
    /// The quotients, but for the last.
    quotients: Vec<u128>,
    /// How many times the last smaller number can be taken.
    last: u128,
}

impl Pair {
    fn of(one: u128, other: u128) -> Pair {
        Pair { small: one.min(other), large: one.max(other) }
    }

    /// What the larger leaves by the smaller; `None` where a number is 0.
    fn divided(self) -> Option<(u128, u128)> {
        Some((self.large.checked_div(self.small)?, self.large.checked_rem(self.small)?))
    }

    fn course(self, end: End) -> Course {
        let (mut at, mut quotients) = (self, Vec::new());
        let last = loop {
            match at.divided() {
                None => break 0,
                Some((quotient, 0)) => break quotient - u128::from(end == End::Equal),
                Some((quotient, rest)) => {
                    quotients.push(quotient);
                    at = Pair { small: rest, large: at.small };
                }
            }
        };
        Course { quotients, last }
    }
}

/// Is the position lost for the mover, and after how many plies does play end
/// if the winner follows the shortest of the lines above? Steps: as many as
/// Euclid's algorithm makes divisions, at most 186.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::closed_form::euclid::{End, grundy, standing};
/// assert_eq!(standing(8, 13, End::Equal, false), (false, 5));
/// assert_eq!(standing(5, 5, End::Equal, true), (false, 0));
/// assert_eq!(grundy(3, 100, End::Equal), 33);
/// ```
pub fn standing(one: u128, other: u128, end: End, misere: bool) -> (bool, u32) {
    let course = Pair::of(one, other).course(end);
    let (mut lost, mut plies) = match (course.last, misere) {
        (0, _) => (!misere, 0),
        (1, true) => (true, 1),
        _ => (false, 1 + u32::from(misere)),
    };
    for quotient in course.quotients.into_iter().rev() {
        (lost, plies) = match (quotient, lost) {
            // The only move.
            (1, lost) => (!lost, plies + 1),
            (_, true) => (false, plies + 1),
            // One step before the remainder: the rival has to go there.
            (_, false) => (false, plies + 2),
        };
    }
    (lost, plies)
}

/// The Grundy value in normal play.
pub fn grundy(one: u128, other: u128, end: End) -> u128 {
    let course = Pair::of(one, other).course(end);
    let before = |value: u128, &quotient: &u128| quotient - u128::from(value >= quotient);
    course.quotients.iter().rev().fold(course.last, before)
}

/// What the winning moves leave of the larger number, smallest first: none, one
/// or two.
pub fn winning_remainders(one: u128, other: u128, end: End, misere: bool) -> Vec<u128> {
    let at = Pair::of(one, other);
    let Some((_, rest)) = at.divided() else { return Vec::new() };
    // Further ones leave a quotient of more than 1 with a remainder, or a
    // multiple that can be taken more than once: the rival wins there.
    let least = if rest == 0 && end == End::Equal { at.small } else { rest };
    [Some(least), least.checked_add(at.small)]
        .into_iter()
        .flatten()
        .filter(|&left| left < at.large && standing(at.small, left, end, misere).0)
        .collect()
}
