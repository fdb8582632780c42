/// The rules of a heap game in which a move takes stones from one heap and may
/// part what is left: an octal game with finitely many digits.
///
/// # Laws
///
/// A move takes t stones, 1 <= t <= `most_taken()`, from a heap of n >= t; it
/// may leave nothing where bit 0 of `leaves(t)` is set (then t = n), one heap
/// where bit 1 is (then t < n), and two heaps where bit 2 is (each of one stone
/// at least). Who cannot move loses.
pub trait TakesAndBreaks {
    /// The most stones that a move takes.
    fn most_taken(&self) -> u64;

    /// The digit of t: what a move that takes t stones may leave, as bits.
    fn leaves(&self, taken: u64) -> u8;
}
