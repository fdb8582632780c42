use perfectplay_game::{Meter, Stop};

/// Stone counts in ascending order, with an index that finds a place among
/// them in about one step when they lie about evenly.
///
/// ```text
/// counts   |  3   7 |        | 17 20  22 | 31
/// buckets  0        2        2           5     6     (here: by count >> 3)
/// ```
///
/// Bucket b says how many counts are less than `b << shift`, so a count's
/// place lies between its own bucket and the next. There are about as many
/// buckets as counts (a quarter as many, and more counts looked at in each,
/// takes twice the time).
#[derive(Clone, Debug)]
pub(super) struct Boundaries<C> {
    counts: Vec<C>,
    shift: u32,
    buckets: Vec<u32>,
}

/// An unsigned stone count.
pub(super) trait Count: Copy + Ord + Into<u128> {
    const BITS: u32;

    /// The bits from `shift` on, which is less than [`Count::BITS`]; the
    /// largest `usize` where they do not fit.
    fn bucket(self, shift: u32) -> usize;
}

impl Count for u64 {
    const BITS: u32 = u64::BITS;

    fn bucket(self, shift: u32) -> usize {
        usize::try_from(self >> shift).unwrap_or(usize::MAX)
    }
}

impl Count for u128 {
    const BITS: u32 = u128::BITS;

    fn bucket(self, shift: u32) -> usize {
        usize::try_from(self >> shift).unwrap_or(usize::MAX)
    }
}

impl<C: Count> Boundaries<C> {
    /// From ascending counts, fewer than 2^32, whose memory is announced
    /// already; announces that of the index.
    pub(super) fn new(counts: Vec<C>, meter: &mut Meter) -> Result<Self, Stop> {
        let few = |shift: &u32| counts.last().is_none_or(|last| last.bucket(*shift) < counts.len());
        let shift = (0..C::BITS - 1).find(few).unwrap_or(C::BITS - 1);
        let last = counts.last().map_or(0, |last| last.bucket(shift));
        meter.hold(4 * (last as u64 + 2))?;
        let mut buckets = Vec::with_capacity(last + 2);
        for (nth, count) in counts.iter().enumerate() {
            let bucket = count.bucket(shift);
            while buckets.len() <= bucket {
                buckets.push(nth as u32);
            }
        }
        buckets.resize(last + 2, counts.len() as u32);
        Ok(Boundaries { counts, shift, buckets })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// The nth, from 0 on.
    pub(super) fn get(&self, nth: usize) -> Option<u128> {
        self.counts.get(nth).map(|&count| count.into())
    }

    /// How many are at most `count`.
    pub(super) fn up_to(&self, count: C) -> usize {
        let bucket = count.bucket(self.shift);
        let (Some(&from), Some(&to)) =
            (self.buckets.get(bucket), self.buckets.get(bucket.saturating_add(1)))
        else {
            return self.counts.len();
        };
        let (from, to) = (from as usize, to as usize);
        // Most buckets hold few counts: looking at four costs less than not
        // knowing at how many. Those from `to` on are more than `count`.
        if to - from <= 4
            && let Some(few) = self.counts[from..].first_chunk::<4>()
        {
            return few.iter().fold(from, |place, &other| place + usize::from(other <= count));
        }
        from + self.counts[from..to].partition_point(|&other| other <= count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn differential_place_among_counts(
            raw in prop::collection::vec(any::<u64>(), 0..60),
            narrow in 0u32..64,
            probes in prop::collection::vec(any::<u64>(), 0..20),
        ) {
            let mut counts: Vec<u64> = raw.iter().map(|count| count >> narrow).collect();
            counts.sort_unstable();
            let wide: Vec<u128> = counts.iter().map(|&count| u128::from(count) << 40).collect();
            let meter = &mut Meter::default();
            let index = Boundaries::new(counts.clone(), meter).unwrap();
            let wide_index = Boundaries::new(wide.clone(), meter).unwrap();
            let near = counts.iter().flat_map(|&c| [c.wrapping_sub(1), c, c.wrapping_add(1)]);
            for probe in near.chain(probes).chain([0, u64::MAX]) {
                let truth = counts.iter().filter(|&&count| count <= probe).count();
                prop_assert_eq!(index.up_to(probe), truth);
                let probe = u128::from(probe) << 40 | 5;
                let truth = wide.iter().filter(|&&count| count <= probe).count();
                prop_assert_eq!(wide_index.up_to(probe), truth);
            }
            prop_assert_eq!(wide_index.up_to(u128::MAX), wide.len());
            prop_assert!(index.buckets.len() <= counts.len() + 2);
        }
    }
}
