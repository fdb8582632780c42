use super::ahead::Ahead;
use super::method::{Method, Part};
use super::space::Space;

/// A byte for each value, set when a pair has it: the fastest where values are
/// large and pairs many, since a pair costs the same whatever the values are.
///
/// The values of eight neighbouring heaps are read at once and go to eight
/// tables:
///
/// ```text
/// values      ... g(n-d) g(n-d+1) ... g(n-d+7) ...     one pair's offset d
/// XOR value       |      |            |
/// table of        n      n+1          n+7
/// ```
#[derive(Clone, Debug)]
pub(in crate::heap_games::pairs) struct Marks<const END: usize> {
    taken: Vec<usize>,
    /// The offset of each pair, and the value of the part.
    pairs: Vec<(u32, u16)>,
    /// A table for each heap of a block: 1 where the value was met.
    tables: Box<Tables<END>>,
    /// By whether places turn: 1 for rare values.
    rare: [Vec<u8>; 2],
    /// Another thread, for the pairs with far offsets.
    ahead: Ahead<END>,
}

/// Heaps of a block.
pub(super) const B: usize = 32;

/// A table for each heap of a block: 1 where the value was met.
pub(super) type Tables<const END: usize> = [[u8; END]; B];

/// The same in an eighth of the memory: bit b of byte i for value 8 i + b.
pub(super) type Packed = Vec<u8>;

#[inline(always)]
pub(super) fn pack<const END: usize>(table: &[u8; END], into: &mut [u8]) {
    // Moves bit 0 of byte b to bit 56 + b; no two of the sums meet.
    const TO_TOP: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = table.as_chunks::<8>();
    for (into, eight) in into.iter_mut().zip(eights) {
        *into = (u64::from_le_bytes(*eight).wrapping_mul(TO_TOP) >> 56) as u8;
    }
}

/// By eight bits, the eight bytes that they stand for.
const UNPACKED: [[u8; 8]; 256] = {
    let mut unpacked = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut place = 0;
        while place < 8 {
            unpacked[bits][place] = (bits >> place & 1) as u8;
            place += 1;
        }
        bits += 1;
    }
    unpacked
};

#[inline(always)]
pub(super) fn unpack<const END: usize>(packed: &[u8], table: &mut [u8; END]) {
    let (eights, _) = table.as_chunks_mut::<8>();
    for (eight, bits) in eights.iter_mut().zip(packed) {
        *eight = UNPACKED[usize::from(*bits)];
    }
}

/// Goes through some pairs for the block whose first heap stands at `at`.
#[inline(always)]
pub(super) fn go_through<const END: usize>(
    pairs: &[(u32, u16)],
    values: &[u16],
    at: usize,
    tables: &mut Tables<END>,
) {
    for &(offset, value) in pairs {
        // At least a block, and no more than the heaps before: always there.
        let from = at.wrapping_sub(offset as usize);
        let Some(others) = values.get(from..).and_then(|rest| rest.first_chunk::<B>()) else {
            continue;
        };
        for (table, &other) in tables.iter_mut().zip(others) {
            table[usize::from(other ^ value) % END] = 1;
        }
    }
}

const ALL: u64 = 0x0101_0101_0101_0101;

impl<const END: usize> Method<B> for Marks<END> {
    /// The heap's place in the block.
    type Met = usize;

    const END: usize = END;

    fn new(space: Space, taken: &[usize], threads: usize) -> Self {
        let rare = [0, 1].map(|turns| {
            let heap = space.turns(0) ^ turns;
            (0..END as u16).map(|value| u8::from(!space.is_common(value, heap))).collect()
        });
        Marks {
            taken: taken.to_vec(),
            pairs: Vec::new(),
            tables: Box::new([[0; END]; B]),
            rare,
            ahead: Ahead::new(threads),
        }
    }

    fn compile(&mut self, rare: &[Part], walked: &[Part], _: &[u16]) {
        let parts = rare.iter().chain(walked);
        let pair = |part: &Part, taken| ((taken + part.size as usize) as u32, part.value);
        let pairs = parts.flat_map(|part| self.taken.iter().map(move |taken| pair(part, taken)));
        self.pairs = pairs.collect();
        // In the order of memory.
        self.pairs.sort_unstable();
        self.pairs.dedup();
        self.ahead.set_pairs(&self.pairs);
    }

    #[inline(always)]
    fn may_compile(&self) -> bool {
        true
    }

    #[inline(always)]
    fn begin_block(&mut self, values: &[u16]) {
        let tables = &mut *self.tables;
        let pairs = match self.ahead.begin_block(values) {
            Some((ahead, near)) => {
                for (table, packed) in tables.iter_mut().zip(ahead.chunks_exact(END / 8)) {
                    unpack(packed, table);
                }
                self.pairs.get(..near).unwrap_or(&[])
            }
            None => {
                *tables = [[0; END]; B];
                &self.pairs
            }
        };
        go_through(pairs, values, values.len(), tables);
    }

    #[inline(always)]
    fn met(&mut self, lane: usize) -> usize {
        lane % B
    }

    #[inline(always)]
    fn mark(&mut self, &mut lane: &mut usize, value: u16, _: usize) {
        self.tables[lane % B][usize::from(value) % END] = 1;
    }

    fn forget(&mut self, &mut lane: &mut usize, value: u16) {
        self.tables[lane % B][usize::from(value) % END] = 0;
    }

    #[inline(always)]
    fn least(&self, &lane: &usize, turns: usize) -> Option<(u16, bool)> {
        let (met, _) = self.tables[lane % B].as_chunks::<8>();
        let (rare, _) = self.rare[turns % 2].as_chunks::<8>();
        let mut all = true;
        for (eight, (met, rare)) in met.iter().zip(rare).enumerate() {
            let (met, rare) = (u64::from_le_bytes(*met), u64::from_le_bytes(*rare));
            let open = (met | rare) ^ ALL;
            if open == 0 {
                all &= met == ALL;
                continue;
            }
            let place = open.trailing_zeros() / 8;
            let below = (1 << (8 * place)) - 1;
            all &= met & below == ALL & below;
            return Some((8 * eight as u16 + place as u16, all));
        }
        None
    }

    fn missing(&self, &lane: &usize, turns: usize, value: u16, into: &mut Vec<u16>) {
        let met = &self.tables[lane % B];
        let rare = &self.rare[turns % 2];
        let below = (0..value).filter(|&below| {
            let at = usize::from(below);
            met.get(at) == Some(&0) && rare.get(at) == Some(&1)
        });
        into.extend(below);
    }

    #[inline(always)]
    fn push(&mut self, _: &[u16]) {}

    fn bytes(&self) -> u64 {
        self.ahead.bytes()
    }

    fn cost(&self) -> f64 {
        1.2 * self.taken.len() as f64
    }
}
