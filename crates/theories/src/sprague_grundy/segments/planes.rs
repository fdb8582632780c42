//! Values of many intervals in bit planes, and the least value that is not
//! among the nim-sums of two such rows.

/// Words looked at together: two fill a vector register of any 64-bit machine.
const WORDS: usize = 2;
/// Bits n of the values of 128 intervals in a row.
pub(super) type Block = [u64; WORDS];
/// Intervals in a block.
pub(super) const SPAN: usize = 64 * WORDS;

/// Planes that are always there: the values 0 to 7.
pub(super) const FEWEST: usize = 3;

/// Rows of values, one value an interval, with a mask of the intervals that
/// count.
///
/// ```text
/// row r:  | record 0                            | record 1             | …
///           bit 0 of the values of intervals      the same of
///           0..128, bit 1, …, the last bit,       intervals 128..256
///           then the mask
/// ```
///
/// A record of one row and the same record of another hold all that 128
/// nim-sums need, side by side in memory.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    planes: usize,
    /// Records a row.
    records: usize,
    blocks: Vec<Block>,
}

impl Planes {
    /// Bytes that so many rows take.
    pub(super) fn bytes(rows: usize, intervals: usize, planes: usize) -> u64 {
        rows as u64 * intervals.div_ceil(SPAN) as u64 * (planes as u64 + 1) * 8 * WORDS as u64
    }

    /// Rows of values 0 with nothing in the mask.
    pub(super) fn new(rows: usize, intervals: usize, planes: usize) -> Self {
        let records = intervals.div_ceil(SPAN);
        Planes { planes, records, blocks: vec![[0; WORDS]; rows * records * (planes + 1)] }
    }

    pub(super) fn planes(&self) -> usize {
        self.planes
    }

    /// The same values with room for one more bit.
    pub(super) fn with_one_more(&self) -> Self {
        let mut blocks =
            Vec::with_capacity(self.blocks.len() / (self.planes + 1) * (self.planes + 2));
        for record in self.blocks.chunks_exact(self.planes + 1) {
            blocks.extend_from_slice(&record[..self.planes]);
            blocks.push([0; WORDS]);
            blocks.push(record[self.planes]);
        }
        Planes { planes: self.planes + 1, records: self.records, blocks }
    }

    fn record(&mut self, row: usize, interval: usize) -> &mut [Block] {
        let from = (row * self.records + interval / SPAN) * (self.planes + 1);
        &mut self.blocks[from..=from + self.planes]
    }

    /// Sets a value that was 0; it must fit the planes.
    pub(super) fn set(&mut self, row: usize, interval: usize, value: u32) {
        let (word, bit) = (interval / 64 % WORDS, interval % 64);
        let record = self.record(row, interval);
        let mut rest = value;
        while rest != 0 {
            record[rest.trailing_zeros() as usize][word] |= 1 << bit;
            rest &= rest - 1;
        }
    }

    /// Lets an interval of a row count.
    pub(super) fn admit(&mut self, row: usize, interval: usize) {
        let (word, bit) = (interval / 64 % WORDS, interval % 64);
        let mask = self.planes;
        self.record(row, interval)[mask][word] |= 1 << bit;
    }

    /// Lets the intervals of a row count that count in the row before.
    pub(super) fn admit_as_before(&mut self, row: usize) {
        let width = self.planes + 1;
        let Some(before) = row.checked_sub(1) else { return };
        let (done, rest) = self.blocks.split_at_mut(row * self.records * width);
        let before = done[before * self.records * width..].chunks_exact(width);
        for (record, before) in rest.chunks_exact_mut(width).zip(before) {
            record[self.planes] = before[self.planes];
        }
    }

    /// Makes the first row hold only values 0 and lets exactly the intervals
    /// from this one on count.
    pub(super) fn restart(&mut self, from: usize) {
        for (n, record) in self.blocks.chunks_exact_mut(self.planes + 1).enumerate() {
            record.fill([0; WORDS]);
            for (word, mask) in record[self.planes].iter_mut().enumerate() {
                let first = n * SPAN + word * 64;
                *mask = match from.saturating_sub(first) {
                    skipped @ 0..64 => u64::MAX << skipped,
                    _ => 0,
                };
            }
        }
    }

    /// The least number that is no nim-sum of a value in the first row of
    /// `self` and the value of the same interval in row `row` of `other`,
    /// over the intervals `from..to` that both masks let count.
    ///
    /// `effort` gets the records looked at. Both must have as many planes.
    pub(super) fn mex(
        &self,
        other: &Planes,
        row: usize,
        range: [usize; 2],
        effort: &mut u64,
    ) -> u32 {
        let width = self.planes + 1;
        let (from, to) = (range[0] / SPAN, range[1].div_ceil(SPAN));
        if from >= to {
            return 0;
        }
        let ours = &self.blocks[from * width..to * width];
        let row = row * other.records;
        let theirs = &other.blocks[(row + from) * width..(row + to) * width];
        macro_rules! by_width {
            ($($width:literal)*) => {
                match width {
                    $($width => mex::<$width>(
                        ours.as_chunks().0,
                        theirs.as_chunks().0,
                        effort,
                    ),)*
                    _ => 0,
                }
            };
        }
        // Values are at most the number of intervals: one of 32 bits would
        // need rows of 2^31 intervals, whose planes no memory holds.
        by_width!(4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32)
    }
}

/// [`Planes::mex`] on records of `WIDTH` blocks.
fn mex<const WIDTH: usize>(
    ours: &[[Block; WIDTH]],
    theirs: &[[Block; WIDTH]],
    effort: &mut u64,
) -> u32 {
    // Eight values at a time: their upper bits agree.
    for octet in 0..1u32 << (WIDTH - 1 - FEWEST) {
        let seen = seen_in_octet(ours, theirs, octet, effort);
        if seen != u8::MAX {
            return octet * 8 + seen.trailing_ones();
        }
    }
    // All values there is room for: the next needs one more plane.
    1 << (WIDTH - 1)
}

/// Which of the values `8 * octet + (0..8)` are among the nim-sums.
fn seen_in_octet<const WIDTH: usize>(
    ours: &[[Block; WIDTH]],
    theirs: &[[Block; WIDTH]],
    octet: u32,
    effort: &mut u64,
) -> u8 {
    let mut seen = [[0u64; WORDS]; 8];
    for (n, (k, h)) in ours.iter().zip(theirs).enumerate() {
        let mut part = [[0u64; WORDS]; 8];
        for w in 0..WORDS {
            // Intervals that count and whose nim-sum has the octet's upper bits.
            let mut here = k[WIDTH - 1][w] & h[WIDTH - 1][w];
            for plane in FEWEST..WIDTH - 1 {
                let wanted = u64::from(octet >> (plane - FEWEST) & 1).wrapping_sub(1);
                here &= k[plane][w] ^ h[plane][w] ^ wanted;
            }
            let [b0, b1, b2] = [0, 1, 2].map(|plane: usize| k[plane][w] ^ h[plane][w]);
            let (low, high) = (here & !b2, here & b2);
            let quarters = [low & !b1, low & b1, high & !b1, high & b1];
            for (q, quarter) in quarters.into_iter().enumerate() {
                part[2 * q][w] = quarter & !b0;
                part[2 * q + 1][w] = quarter & b0;
            }
        }
        for (seen, part) in seen.iter_mut().zip(part) {
            for w in 0..WORDS {
                seen[w] |= part[w];
            }
        }
        // A look at the whole costs about as much as a record: look after
        // 1, 2, 4, … records.
        if (n + 1).is_power_of_two() && seen.iter().all(|seen| seen.iter().any(|&word| word != 0)) {
            *effort += n as u64 + 1;
            return u8::MAX;
        }
    }
    *effort += ours.len() as u64;
    let mut found = 0;
    for (value, seen) in seen.iter().enumerate() {
        found |= u8::from(seen.iter().any(|&word| word != 0)) << value;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Planes of the largest values tried here.
    const MOST: usize = 18;

    proptest! {
        /// Against one pass over the nim-sums, for every number of planes.
        #[test]
        fn differential_mex_of_nim_sums(
            planes in FEWEST..=MOST,
            values in prop::collection::vec((any::<u32>(), any::<u32>(), any::<bool>()), 0..700),
            small in any::<bool>(),
            range in (0usize..700, 0usize..700),
            skip in 0usize..700,
        ) {
            let limit = if small { 7 } else { u32::MAX >> (32 - planes) };
            let len = values.len();
            let range = [range.0.min(len), range.1.min(len)];
            let (mut ours, mut theirs) = (Planes::new(1, len, planes), Planes::new(3, len, planes));
            ours.restart(skip);
            let mut sums = std::collections::BTreeSet::new();
            for (i, &(k, h, counts)) in values.iter().enumerate() {
                ours.set(0, i, k & limit);
                theirs.set(1, i, h & limit);
                theirs.set(2, i, !h & limit);
                // Masks, not the range, are what decides within a block.
                let inside = range[0] / SPAN * SPAN <= i && i < range[1].next_multiple_of(SPAN);
                if counts {
                    theirs.admit(1, i);
                }
                if counts && inside && i >= skip {
                    sums.insert((k ^ h) & limit);
                }
            }
            let want = (0..=u32::MAX).find(|n| !sums.contains(n));
            let mut effort = 0;
            prop_assert_eq!(Some(ours.mex(&theirs, 1, range, &mut effort)), want);
            if planes < MOST {
                let more = ours.with_one_more().mex(&theirs.with_one_more(), 1, range, &mut effort);
                prop_assert_eq!(Some(more), want);
            }
        }
    }

    #[test]
    fn law_all_values_seen_ask_for_one_more_plane() {
        let (mut ours, mut theirs) = (Planes::new(1, 8, 3), Planes::new(1, 8, 3));
        ours.restart(0);
        for i in 0..8u32 {
            ours.set(0, i as usize, i);
            theirs.admit(0, i as usize);
        }
        assert_eq!(ours.mex(&theirs, 0, [0, 8], &mut 0), 8);
    }
}
