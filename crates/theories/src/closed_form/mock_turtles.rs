//! Mock Turtles: coins lie at the places 0, 1, 2, ...; a move turns one, two or
//! three of them, and the rightmost of these goes from heads to tails.
//!
//! # Theorem
//!
//! A position is the sum of its heads, each alone (for any game of turning coins
//! whose rightmost turned coin goes from heads to tails). A head at place n has
//! as its Grundy value the number 2 n or 2 n + 1 with an odd number of ones in
//! binary: 1, 2, 4, 7, 8, 11, 13, 14, ... (E. R. Berlekamp, J. H. Conway and R.
//! K. Guy, *Winning Ways*, chapter 14). Normal play alone.

/// Places are less than this, so that values fit 128 bits.
pub const PLACES: u128 = 1 << 127;

/// The Grundy value of a head at a place less than [`PLACES`].
///
/// # Examples
///
/// ```
/// use perfectplay_theories::closed_form::mock_turtles::{grundy, winning_turn};
/// assert_eq!(grundy(9), 19);
/// // Heads at 1, 4 and 9: turning 9 with these others leaves the value 0.
/// assert_eq!(winning_turn(9, grundy(1) ^ grundy(4)), Some(vec![1, 4]));
/// ```
pub fn grundy(place: u128) -> u128 {
    (place << 1) | u128::from(place.count_ones().is_multiple_of(2))
}

/// The Grundy value of heads at all places from `from` through `to`.
pub fn grundy_of_run(from: u128, to: u128) -> u128 {
    let (mut sum, mut from) = (0, from);
    if from > to {
        return 0;
    }
    if from % 2 == 1 {
        sum ^= grundy(from);
        from += 1;
    }
    // 2 k and 2 k + 1 have values that differ in the last two bits.
    let left = (to + 1).saturating_sub(from);
    if left % 2 == 1 {
        sum ^= grundy(to);
    }
    if left / 2 % 2 == 1 {
        sum ^= 3;
    }
    sum
}

/// The places to turn with a head at `place` so that the turned coins together
/// are worth `target` afterwards, which is less than its value: none, one or
/// two, all to the left of it. `None` where there are none such.
pub fn winning_turn(place: u128, target: u128) -> Option<Vec<u128>> {
    if target >= grundy(place) {
        return None;
    }
    Some(match target.count_ones() {
        0 => Vec::new(),
        ones if ones % 2 == 1 => vec![target >> 1],
        _ => {
            // The sum of two values, each with an odd number of ones.
            let top = 1 << target.ilog2();
            let mut two = vec![(target ^ top) >> 1, top >> 1];
            two.sort_unstable();
            two
        }
    })
}

/// The first place from `from` on whose value has this bit set; `None` beyond
/// [`PLACES`].
pub fn next_with(from: u128, bit: u32) -> Option<u128> {
    let found = match bit {
        // The number of ones changes its parity within three places.
        0 => (from..).take(3).find(|&place| grundy(place) % 2 == 1)?,
        _ if (from >> (bit - 1)) & 1 == 1 => from,
        _ => ((from >> (bit - 1)) | 1) << (bit - 1),
    };
    Some(found).filter(|&place| place < PLACES)
}
