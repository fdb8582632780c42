use std::ops::{Add, AddAssign, Sub};

/// The signed number that boundaries are kept in: `i64` while the largest
/// takings add up to little enough, `i128` otherwise.
///
/// With S the sum of the largest takings of all turns, every number that
/// [`super::runs::Runs`] computes lies between -2 S and 2 S.
pub(super) trait Offset:
    Copy + Ord + Default + Add<Output = Self> + AddAssign + Sub<Output = Self>
{
    /// The sums of largest takings that this type can carry.
    const MOST: u128;

    /// A bound of a turn. Exact when the sums stay within [`Offset::MOST`].
    fn from_bound(stones: u64) -> Self;

    /// A stone count; those that are used are never negative.
    fn to_count(self) -> u128;
}

impl Offset for i64 {
    const MOST: u128 = (i64::MAX / 4) as u128;

    fn from_bound(stones: u64) -> Self {
        stones as i64
    }

    fn to_count(self) -> u128 {
        self.unsigned_abs().into()
    }
}

impl Offset for i128 {
    const MOST: u128 = (i128::MAX / 4) as u128;

    fn from_bound(stones: u64) -> Self {
        stones.into()
    }

    fn to_count(self) -> u128 {
        self.unsigned_abs()
    }
}

/// The same thing kept in narrow or in wide numbers.
#[derive(Clone, Debug)]
pub(super) enum Width<N, W> {
    Narrow(N),
    Wide(W),
}

/// Runs the same code on either width.
macro_rules! either {
    ($width:expr, $thing:ident => $value:expr) => {
        match $width {
            $crate::timed_pile::width::Width::Narrow($thing) => $value,
            $crate::timed_pile::width::Width::Wide($thing) => $value,
        }
    };
}
pub(super) use either;
