use super::method::{Method, Part};
use super::program::{Program, Stack};
use super::space::Space;

/// Heaps of a block.
const B: usize = 16;

/// Heaps whose pairs at offsets of as much at least are gone through together:
/// long stretches of memory, where most offsets lead far away.
const AHEAD: usize = 128;

/// Sets of 64 `K` indices in words, for all heaps of a block at once by
/// [programs](super::program): the fastest while values are small.
///
/// ```text
/// offset  B .............. AHEAD .......................... reach
///         near programs    | far programs
///         every B heaps    | every AHEAD heaps
/// ```
#[derive(Clone, Debug)]
pub(in crate::heap_games::pairs) struct Bits<const K: usize> {
    space: Space,
    /// With rare parts, and with parts that walks begin with.
    near: [Program; 2],
    far: [Program; 2],
    /// What the far programs gave, and how many heaps have it behind them.
    ahead: Box<[Stack<K, AHEAD>; 2]>,
    used: usize,
    /// Stones taken by moves that part heaps: the fewest, and how many more.
    least: usize,
    more: Vec<usize>,
    /// For m = 1, 2, ...: the set of the index of heap m - t for each number t
    /// of stones taken (nothing for one that is rare or no heap at all). So the
    /// heap n with a part a has those at m = n - a. The last one is that of
    /// m = n + `least` - 1 for the next heap n.
    sets: Vec<[u64; K]>,
    /// The largest part.
    reach: usize,
    /// For a value below 128 `K`: its index, and bit 15 for a common one where
    /// places do not turn.
    classes: Vec<u16>,
    /// For the index of a common value, by whether places turn: the value, and
    /// the number of rare values below.
    commons: [Vec<(u16, u16)>; 2],
    /// What the near programs and all programs gave: common and rare indices
    /// met.
    stack: Box<Stack<K, B>>,
    block: [[[u64; K]; B]; 2],
}

const COMMON: u16 = 1 << 15;

impl<const K: usize> Bits<K> {
    #[inline(always)]
    fn set_of(&self, heap: usize, value: u16) -> [u64; K] {
        let mut set = [0; K];
        if self.space.is_common(value, heap) {
            let index = usize::from(self.space.index(value));
            set[index / 64 % K] = 1 << (index % 64);
        }
        set
    }

    /// The set at m = n + `least` for a heap n, from values up to its own.
    #[inline(always)]
    fn set_at(&self, heap: usize, values: &[u16]) -> [u64; K] {
        let mut set = [0; K];
        for more in &self.more {
            let other = heap.saturating_sub(*more);
            if other > 0 {
                let other = self.set_of(other, values[other]);
                set = std::array::from_fn(|word| set[word] | other[word]);
            }
        }
        set
    }

    fn room(&self) -> usize {
        // Twice what is in reach, so that moving it down is rare.
        2 * (self.reach + self.least) + 4096
    }
}

impl<const K: usize> Method<B> for Bits<K> {
    type Met = [[u64; K]; 2];

    const END: usize = 128 * K;

    fn new(space: Space, taken: &[usize], _: usize) -> Self {
        // A heap whose place does not turn classes.
        let straight = space.turns(0);
        let class = |value: u16| {
            let common = if space.is_common(value, straight) { COMMON } else { 0 };
            space.index(value) | common
        };
        let of_index = |turns| {
            let of_index =
                |index| (space.value(index, true, turns), space.rare_below(index, turns));
            (0..64 * K as u16).map(of_index).collect()
        };
        Bits {
            space,
            near: Default::default(),
            far: Default::default(),
            ahead: Box::new([[[[0; K]; AHEAD]; _]; 2]),
            used: AHEAD,
            least: taken.first().copied().unwrap_or(0),
            more: taken.iter().map(|t| t - taken[0]).collect(),
            sets: Vec::new(),
            reach: 0,
            classes: (0..128 * K as u16).map(class).collect(),
            commons: [of_index(0), of_index(1)],
            stack: Box::new([[[0; K]; B]; _]),
            block: [[[0; K]; B]; 2],
        }
    }

    fn compile(&mut self, rare: &[Part], walked: &[Part], values: &[u16]) {
        let ahead = AHEAD.saturating_sub(self.least) as u32;
        for (place, parts) in [rare, walked].into_iter().enumerate() {
            let entry = |part: &Part| (part.size, self.space.index(part.value));
            let (far, near) = parts.iter().map(entry).partition(|&(size, _)| size >= ahead);
            self.far[place] = Program::new(far);
            self.near[place] = Program::new(near);
        }
        self.used = AHEAD;
        let reach = rare.iter().chain(walked).map(|part| part.size as usize).max();
        let reach = reach.unwrap_or(0).max(AHEAD);
        if reach <= self.reach {
            return;
        }
        // Some more, since the rare heaps found next are larger.
        self.reach = reach + reach / 2;
        self.sets = Vec::with_capacity(self.room());
        // From m = (next heap) - reach on; heaps as many less `least`.
        for behind in (1..=self.reach + self.least).rev() {
            let heap = values.len().checked_sub(behind);
            self.sets.push(heap.map_or([0; K], |heap| self.set_at(heap, values)));
        }
    }

    #[inline(always)]
    fn begin_block(&mut self, _: &[u16]) {
        if self.sets.len() + B > self.sets.capacity() {
            let kept = self.reach + self.least;
            let gone = self.sets.len() - kept;
            self.sets.copy_within(gone.., 0);
            self.sets.truncate(kept);
        }
        let at = self.sets.len() - self.least;
        if self.used == AHEAD {
            for (program, stack) in self.far.iter().zip(self.ahead.iter_mut()) {
                program.run(&self.sets, at, stack);
            }
            self.used = 0;
        }
        for ((program, ahead), block) in self.near.iter().zip(&*self.ahead).zip(&mut self.block) {
            program.run(&self.sets, at, &mut self.stack);
            let ahead = ahead[0].get(self.used..).and_then(|rest| rest.first_chunk::<B>());
            let ahead = ahead.unwrap_or(&[[0; K]; B]);
            for ((into, ahead), near) in block.iter_mut().zip(ahead).zip(&self.stack[0]) {
                *into = std::array::from_fn(|word| ahead[word] | near[word]);
            }
        }
        self.used += B;
    }

    #[inline(always)]
    fn may_compile(&self) -> bool {
        self.used == AHEAD
    }

    #[inline(always)]
    fn met(&mut self, lane: usize) -> [[u64; K]; 2] {
        [self.block[0][lane % B], self.block[1][lane % B]]
    }

    #[inline(always)]
    fn mark(&mut self, met: &mut [[u64; K]; 2], value: u16, turns: usize) {
        let class = self.classes[usize::from(value) % self.classes.len()] ^ (turns as u16) << 15;
        let index = usize::from(class & !COMMON);
        let bit = 1u64 << (index % 64);
        // No branch: the class of such values is as good as random.
        let is_common = 0u64.wrapping_sub((class >> 15).into());
        met[0][index / 64 % K] |= bit & is_common;
        met[1][index / 64 % K] |= bit & !is_common;
    }

    fn forget(&mut self, met: &mut [[u64; K]; 2], value: u16) {
        let index = usize::from(self.space.index(value));
        // Only asked for the XOR of two equal parts, which is rare.
        met[1][index / 64 % K] &= !(1 << (index % 64));
    }

    #[inline(always)]
    fn least(&self, met: &[[u64; K]; 2], turns: usize) -> Option<(u16, bool)> {
        let word = met[0].iter().position(|&word| word != u64::MAX)?;
        let index = 64 * word + met[0][word].trailing_ones() as usize;
        let (value, below) = self.commons[turns % 2][index % (64 * K)];
        let whole = usize::from(below) / 64;
        let all = met[1].iter().take(whole).all(|&word| word == u64::MAX)
            && met[1].get(whole).is_none_or(|word| word.trailing_ones() >= u32::from(below) % 64);
        Some((value, all))
    }

    fn missing(&self, met: &[[u64; K]; 2], turns: usize, value: u16, into: &mut Vec<u16>) {
        let below = self.space.rare_below(self.space.index(value), turns);
        let met = |index: u16| met[1][usize::from(index / 64) % K] >> (index % 64) & 1 == 1;
        let missing = (0..below).filter(|&index| !met(index));
        into.extend(missing.map(|index| self.space.value(index, false, turns)));
    }

    #[inline(always)]
    fn push(&mut self, values: &[u16]) {
        let set = self.set_at(values.len() - 1, values);
        self.sets.push(set);
    }

    fn bytes(&self) -> u64 {
        (self.sets.capacity() * size_of::<[u64; K]>()) as u64
    }

    fn cost(&self) -> f64 {
        0.2 + 0.2 * K as f64
    }
}
