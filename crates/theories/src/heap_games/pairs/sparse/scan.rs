//! Looking for a pair with one XOR among all pairs of a heap.

/// Pairs that are looked at together.
const CHUNK: usize = 64;

/// Pairs counted as one step.
const A_STEP: usize = 16;

/// The pairs of parts (p, `sum` - p), p from 1 on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan<'v> {
    pub(super) values: &'v [u16],
    pub(super) sum: usize,
    /// The value looked for.
    pub(super) wanted: u16,
    /// The last p, not above `sum` / 2.
    pub(super) last: usize,
}

impl Scan<'_> {
    /// The least p whose pair has the value, with the widest instructions of the
    /// machine.
    pub(super) fn find(self, steps: &mut u64) -> Option<usize> {
        let found = pulp::Arch::new().dispatch(self);
        *steps += (found.unwrap_or(self.last) / A_STEP + 1) as u64;
        found
    }
}

impl pulp::WithSimd for Scan<'_> {
    type Output = Option<usize>;

    /// ```text
    /// g(p)       g(p + 1)         ...  g(p + 63)
    /// g(sum - p) g(sum - p - 1)   ...  g(sum - p - 63)      read backwards
    /// ```
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Option<usize> {
        let Scan { values, sum, wanted, last } = self;
        let ones = values.get(1..=last)?;
        let others = values.get(sum - last..sum)?;
        let (chunks, rest) = ones.as_chunks::<CHUNK>();
        let (rest_of_others, other_chunks) = others.as_rchunks::<CHUNK>();
        for (chunk, (one, other)) in chunks.iter().zip(other_chunks.iter().rev()).enumerate() {
            let mut any = 0u16;
            for place in 0..CHUNK {
                any |= u16::from(one[place] ^ other[CHUNK - 1 - place] == wanted);
            }
            if any != 0 {
                let mut pairs = one.iter().zip(other.iter().rev());
                let place = pairs.position(|(one, other)| one ^ other == wanted)?;
                return Some(1 + CHUNK * chunk + place);
            }
        }
        let mut pairs = rest.iter().zip(rest_of_others.iter().rev());
        let place = pairs.position(|(one, other)| one ^ other == wanted)?;
        Some(1 + CHUNK * chunks.len() + place)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn oracle_find(
            values in prop::collection::vec(0u16..200, 2..500),
            less in 0usize..5,
            wanted in 0u16..256,
        ) {
            let sum = values.len().saturating_sub(less).max(1);
            let last = (sum / 2).min(values.len() - 1);
            let want = (1..=last).find(|&part| values[part] ^ values[sum - part] == wanted);
            let found = Scan { values: &values, sum, wanted, last }.find(&mut 0);
            prop_assert_eq!(found, want);
        }
    }
}
