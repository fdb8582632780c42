use std::collections::HashSet;

/// A set of patterns of one number of discs, as numbers.
///
/// A bit a pattern, where that takes no more memory than a list of the patterns
/// would: then it is looked up at once, and checking certificates does that
/// for every pattern and disc.
#[derive(Clone, Debug)]
pub(super) enum Forbidden {
    /// Hashed with a secret: patterns may come from anybody.
    Few(HashSet<u64>),
    /// Bit `number % 64` of word `number / 64`, and how many are set.
    Many(Vec<u64>, usize),
}

/// Bits that are always affordable, for all patterns of 12 discs.
const SMALL: u64 = 1 << 12;

impl Forbidden {
    pub(super) fn none() -> Self {
        Forbidden::Few(HashSet::new())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Forbidden::Few(set) => set.len(),
            Forbidden::Many(_, count) => *count,
        }
    }

    #[inline]
    pub(super) fn has(&self, number: u64) -> bool {
        match self {
            Forbidden::Few(set) => set.contains(&number),
            Forbidden::Many(words, _) => {
                let word = usize::try_from(number / 64).ok().and_then(|at| words.get(at));
                word.is_some_and(|word| word >> (number % 64) & 1 == 1)
            }
        }
    }

    /// Puts in a number below 2^`discs`; was it new?
    pub(super) fn insert(&mut self, number: u64, discs: u32) -> bool {
        if let Forbidden::Few(set) = self
            && 1 << discs <= SMALL.max(64 * set.len() as u64)
        {
            let mut words = vec![0; (1usize << discs).div_ceil(64)];
            set.iter().for_each(|&number| words[(number / 64) as usize] |= 1 << (number % 64));
            *self = Forbidden::Many(words, set.len());
        }
        match self {
            Forbidden::Few(set) => set.insert(number),
            Forbidden::Many(words, count) => {
                let word = &mut words[(number / 64) as usize];
                let new = *word >> (number % 64) & 1 == 0;
                *word |= 1 << (number % 64);
                *count += usize::from(new);
                new
            }
        }
    }

    /// All numbers, in no particular order.
    pub(super) fn iter(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            Forbidden::Few(set) => Box::new(set.iter().copied()),
            Forbidden::Many(words, _) => {
                Box::new((0..).step_by(64).zip(words).flat_map(|(first, &word)| {
                    let mut left = word;
                    std::iter::from_fn(move || {
                        let bit = (left != 0).then(|| left.trailing_zeros())?;
                        left &= left - 1;
                        Some(first + u64::from(bit))
                    })
                }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_both_forms_are_one_set() {
        for discs in [1, 6, 12, 13, 20] {
            let mut set = Forbidden::none();
            let mut truth = HashSet::new();
            let mut number = 1u64;
            for _ in 0..5000 {
                number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
                let pattern = (number >> 30) % (1 << discs);
                assert_eq!(set.insert(pattern, discs), truth.insert(pattern));
                assert_eq!(set.len(), truth.len());
            }
            assert_eq!(matches!(set, Forbidden::Many(..)), discs <= 13);
            assert!((0..1 << discs).all(|pattern| set.has(pattern) == truth.contains(&pattern)));
            assert_eq!(set.iter().collect::<HashSet<_>>(), truth);
            assert!(!set.has(u64::MAX));
        }
    }
}
