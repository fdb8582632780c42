use super::space::Space;

/// A heap that is a part of many pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap_games::pairs) struct Part {
    pub(super) size: u32,
    pub(super) value: u16,
}

/// How the pairs of a block of `B` heaps are gone through, all those whose
/// other part stands at least `B` below.
///
/// The *offset* of a pair is from the heap down to the other part: stones taken
/// and the size of the part.
pub(in crate::heap_games::pairs) trait Method<const B: usize>:
    Sized
{
    /// The values that one heap of the block meets.
    type Met;

    /// Values that can be met are below this power of two.
    const END: usize;

    /// `taken` are the stones taken by moves that part heaps, in rising order; so
    /// many threads may work, which changes no value.
    fn new(space: Space, taken: &[usize], threads: usize) -> Self;

    /// Takes the pairs with these parts from now on: `rare` ones, and common
    /// ones that every walk begins with, with common other parts. All offsets
    /// are at least `B` and below the number of values. Pairs of two rare parts
    /// may be left out.
    fn compile(&mut self, rare: &[Part], walked: &[Part], values: &[u16]);

    /// Would little work be lost if other pairs were given now?
    fn may_compile(&self) -> bool;

    /// Goes through the pairs of the `B` heaps that come next.
    fn begin_block(&mut self, values: &[u16]);

    /// What the heap so far into the block has met.
    fn met(&mut self, lane: usize) -> Self::Met;

    /// Adds a value; `turns` is that of the heap.
    fn mark(&mut self, met: &mut Self::Met, value: u16, turns: usize);

    /// Takes a value away again.
    fn forget(&mut self, met: &mut Self::Met, value: u16);

    /// The least common value not met, and whether all rare ones below are;
    /// `None` if it would be too large.
    fn least(&self, met: &Self::Met, turns: usize) -> Option<(u16, bool)>;

    /// The rare values below `value` that are not met, in rising order.
    fn missing(&self, met: &Self::Met, turns: usize, value: u16, into: &mut Vec<u16>);

    /// Takes in the last value, that of the block's next heap.
    fn push(&mut self, values: &[u16]);

    /// Bytes that tables take which grow with the largest offset.
    fn bytes(&self) -> u64;

    /// What a part costs each heap, in cycles of a processor, roughly.
    fn cost(&self) -> f64;
}
