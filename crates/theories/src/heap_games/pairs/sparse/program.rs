//! Sets of XORs for many heaps at once.
//!
//! Every heap j keeps a set of one bit, its [index](super::space::Space) (or no
//! bit if it is rare). What heap n gets from the parts a of one value w, with
//! t stones taken, is the union of the sets of heaps n - (t + a), each index
//! XORed with that of w:
//!
//! ```text
//! set(n) = union over w of  swap by w ( union over offsets d of w of  set of n - d )
//! ```
//!
//! The inner unions are ORs of contiguous memory for a *block* of heaps n; to
//! swap by w is to swap neighbouring bits, pairs, nibbles, ... of a word (or
//! words), once for each bit of w. Offsets of values that differ in one bit
//! only are united after one swap, those of four such values after two, and so
//! on: a tree, kept as a list of steps for a stack.
//!
//! ```text
//! w = 0 0: leaf ─────┐
//! w = 0 1: leaf swap 1 ┴ join ──┐
//! w = 1 0: leaf ─────┐          │
//! w = 1 1: leaf swap 1 ┴ join swap 2 ┴ join = result
//! ```

/// Levels of a tree: bits of an index, at most.
const LEVELS: usize = 8;

/// The bits of an index in the order in which leaves are joined: those that
/// swap whole words or halves of words take the fewest instructions, and the
/// lowest levels have the most nodes.
const ORDER: [u32; LEVELS] = [7, 6, 5, 4, 3, 2, 1, 0];

/// Heaps whose offsets are gone through together.
pub(super) const TILE: usize = 16;

/// Blocks that are not joined yet.
pub(super) type Stack<const K: usize, const B: usize> = [[[u64; K]; B]; LEVELS + 1];

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Pushes the union at these offsets.
    Leaf { from: u32, to: u32 },
    /// Swaps the top by a bit.
    Swap { bit: u32 },
    /// Swaps the top by a bit and unites it with the one below.
    Join { bit: u32 },
}

/// Offsets grouped by the index of their value, and the tree over them.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    steps: Vec<Step>,
    offsets: Vec<u32>,
}

impl Program {
    /// From offsets and the index of the part that each stands for.
    pub(super) fn new(mut entries: Vec<(u32, u16)>) -> Program {
        // The bit joined first is the last to sort by.
        let key = |index: u16| {
            let bits = ORDER.iter().enumerate();
            bits.fold(0u16, |key, (place, bit)| key | (index >> bit & 1) << place)
        };
        entries.sort_unstable_by_key(|&(offset, index)| (key(index), offset));
        entries.dedup();
        let mut program = Program::default();
        program.grow(&entries, LEVELS);
        program.offsets = entries.into_iter().map(|(offset, _)| offset).collect();
        program
    }

    /// Appends the steps for entries that agree in all bits but the first
    /// `levels` of the order: at most [`LEVELS`] calls deep.
    fn grow(&mut self, entries: &[(u32, u16)], levels: usize) {
        let Some(level) = levels.checked_sub(1) else {
            let from = self.leaves_so_far();
            self.steps.push(Step::Leaf { from, to: from + entries.len() as u32 });
            return;
        };
        let bit = ORDER[level];
        let (zeros, ones) =
            entries.split_at(entries.partition_point(|&(_, index)| index >> bit & 1 == 0));
        if !zeros.is_empty() {
            self.grow(zeros, level);
        }
        if !ones.is_empty() {
            self.grow(ones, level);
            self.steps.push(if zeros.is_empty() { Step::Swap { bit } } else { Step::Join { bit } });
        }
    }

    fn leaves_so_far(&self) -> u32 {
        let last = self.steps.iter().rev().find_map(|step| match step {
            Step::Leaf { to, .. } => Some(*to),
            _ => None,
        });
        last.unwrap_or(0)
    }

    /// The sets of the block of `B` heaps whose first stands at `at` in the list
    /// of one-bit sets, from the offsets of at least a block: what is found
    /// stands first in `stack`. Offsets are gone through for [`TILE`] heaps at a
    /// time, which fit in registers.
    #[inline(always)]
    pub(super) fn run<const K: usize, const B: usize>(
        &self,
        sets: &[[u64; K]],
        at: usize,
        stack: &mut Stack<K, B>,
    ) {
        stack[0] = [[0; K]; B];
        let mut top = 0;
        for &step in &self.steps {
            match step {
                Step::Leaf { from, to } => {
                    let offsets = &self.offsets[from as usize..to as usize];
                    for (tile, into) in stack[top].as_chunks_mut::<TILE>().0.iter_mut().enumerate()
                    {
                        let mut union = [[0u64; K]; TILE];
                        let at = at + TILE * tile;
                        for &offset in offsets {
                            let sets = sets.get(at.wrapping_sub(offset as usize)..);
                            // Always there. A way out keeps the compiler from
                            // gathering words of several offsets.
                            let Some(tile) = sets.and_then(|sets| sets.first_chunk()) else {
                                break;
                            };
                            unite(&mut union, tile);
                        }
                        *into = union;
                    }
                    top += 1;
                }
                Step::Swap { bit } => {
                    let other = stack[top - 1];
                    stack[top - 1] = [[0; K]; B];
                    unite_swapped(&mut stack[top - 1], &other, bit);
                }
                Step::Join { bit } => {
                    top -= 1;
                    let (below, above) = stack.split_at_mut(top);
                    if let (Some(one), Some(other)) = (below.last_mut(), above.first()) {
                        unite_swapped(one, other, bit);
                    }
                }
            }
        }
    }
}

// Loops over places, not over iterators: calls of an iterator's methods are not
// always inlined into code for other instructions, and cost ten times the work.

#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn unite<const K: usize, const B: usize>(one: &mut [[u64; K]; B], other: &[[u64; K]; B]) {
    for lane in 0..B {
        for word in 0..K {
            one[lane][word] |= other[lane][word];
        }
    }
}

/// Adds every index of the other block, XORed with 1 << `bit`.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn unite_swapped<const K: usize, const B: usize>(
    one: &mut [[u64; K]; B],
    other: &[[u64; K]; B],
    bit: u32,
) {
    #[inline(always)]
    fn within<const K: usize, const B: usize>(
        one: &mut [[u64; K]; B],
        other: &[[u64; K]; B],
        by: u32,
        low: u64,
    ) {
        for lane in 0..B {
            for word in 0..K {
                let other = other[lane][word];
                one[lane][word] |= (other & low) << by | other >> by & low;
            }
        }
    }
    #[inline(always)]
    fn across<const K: usize, const B: usize>(
        one: &mut [[u64; K]; B],
        other: &[[u64; K]; B],
        by: usize,
    ) {
        for lane in 0..B {
            for word in 0..K {
                one[lane][word] |= other[lane][(word ^ by) % K];
            }
        }
    }
    match bit {
        0 => within(one, other, 1, 0x5555_5555_5555_5555),
        1 => within(one, other, 2, 0x3333_3333_3333_3333),
        2 => within(one, other, 4, 0x0f0f_0f0f_0f0f_0f0f),
        3 => within(one, other, 8, 0x00ff_00ff_00ff_00ff),
        4 => within(one, other, 16, 0x0000_ffff_0000_ffff),
        5 => within(one, other, 32, 0x0000_0000_ffff_ffff),
        6 => across(one, other, 1),
        _ => across(one, other, 2),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check<const K: usize>(entries: &[(u32, u16)], indices: &[u16]) -> Result<(), TestCaseError> {
        const B: usize = 2 * TILE;
        let end = 64 * K as u16;
        let sets: Vec<[u64; K]> = indices
            .iter()
            .map(|index| {
                let index = usize::from(index % end);
                let mut set = [0; K];
                set[index / 64] = 1 << (index % 64);
                set
            })
            .collect();
        let at = sets.len();
        let entries: Vec<(u32, u16)> =
            entries.iter().map(|&(offset, index)| (B as u32 + offset % 40, index % end)).collect();
        let program = Program::new(entries.clone());
        let mut stack: Stack<K, B> = [[[u64::MAX; K]; B]; LEVELS + 1];
        program.run(&sets, at, &mut stack);
        for (lane, found) in stack[0].iter().enumerate() {
            let mut want = [0; K];
            for &(offset, index) in &entries {
                let other = indices[at + lane - offset as usize] % end;
                let xor = usize::from(other ^ index);
                want[xor / 64] |= 1 << (xor % 64);
            }
            prop_assert_eq!(found, &want);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn oracle_programs(
            entries in prop::collection::vec((any::<u32>(), any::<u16>()), 0..60),
            indices in prop::collection::vec(any::<u16>(), 75..90),
        ) {
            check::<1>(&entries, &indices)?;
            check::<2>(&entries, &indices)?;
            check::<4>(&entries, &indices)?;
        }
    }
}
