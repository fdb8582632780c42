//! Heap games: the rules stated once, and play by them.

mod condition;
mod options;
mod partitions;
mod play;

pub use condition::Condition;
pub use options::options;
pub use partitions::Partitions;
pub use play::{HeapMove, HeapPlay};

/// The rules of a heap game: a move takes stones from one heap (or adds some)
/// and may part what is left.
///
/// For each number t of stones the rules say into how many heaps a move that
/// takes t may leave the rest, and under which [`Condition`] on their sizes.
/// [`options`] lists the moves, [`HeapPlay`] plays them.
///
/// Four methods are required; the last speaks of rules without an end.
///
/// # Laws
///
/// - A move that takes t stones from a heap of n leaves h heaps of one stone at
///   least, n - t stones together, where `condition(t, h)` is there and holds
///   for them. With t = n nothing is left: h = 0.
/// - Every heap left is smaller than n, so play ends: where t <= 0, h is at
///   least 2 - t.
/// - Who cannot move loses in normal play.
pub trait TakesAndBreaks {
    /// Under which condition a move that takes so many stones (less than 0:
    /// adds) may leave so many heaps, or `None` if it may not.
    fn condition(&self, taken: i64, heaps: u64) -> Option<Condition>;

    /// The most heaps that a move with so many stones leaves, if there is a
    /// most (0 where there is no such move).
    fn most_heaps(&self, taken: i64) -> Option<u64>;

    /// The least number of stones, `from` or more, that some move takes; from
    /// `i64::MIN` on, the least of all.
    fn next_taken(&self, from: i64) -> Option<i64>;

    /// For rules without a most number of stones: t and c such that c >= 1 and
    /// taking u + c stones allows what taking u does, for all u >= t >= 1.
    /// `None` where a move takes at most so many stones.
    fn repeats(&self) -> Option<(u64, u64)>;
}

impl<R: TakesAndBreaks + ?Sized> TakesAndBreaks for &R {
    fn condition(&self, taken: i64, heaps: u64) -> Option<Condition> {
        (**self).condition(taken, heaps)
    }

    fn most_heaps(&self, taken: i64) -> Option<u64> {
        (**self).most_heaps(taken)
    }

    fn next_taken(&self, from: i64) -> Option<i64> {
        (**self).next_taken(from)
    }

    fn repeats(&self) -> Option<(u64, u64)> {
        (**self).repeats()
    }
}
