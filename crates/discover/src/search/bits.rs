//! Sets of small numbers.

/// A set of numbers below a length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn none(length: usize) -> Self {
        Bits(vec![0; length.div_ceil(64)])
    }

    pub(crate) fn from_fn(length: usize, holds: impl Fn(usize) -> bool) -> Self {
        let mut bits = Bits::none(length);
        for index in (0..length).filter(|index| holds(*index)) {
            bits.insert(index);
        }
        bits
    }

    /// The places of the values for which `holds`.
    pub(crate) fn of(values: &[i64], holds: impl Fn(i64) -> bool) -> Self {
        let word = |values: &[i64]| {
            let bits = values.iter().enumerate();
            bits.fold(0u64, |word, (place, value)| word | u64::from(holds(*value)) << place)
        };
        Bits(values.chunks(64).map(word).collect())
    }

    pub(crate) fn insert(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// What is in `self` and not in `other`.
    pub(crate) fn without(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// What is in either.
    pub(crate) fn or(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    /// Whether all of `self` is in `other`.
    pub(crate) fn within(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(place, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(place * 64 + bit)
            })
        })
    }
}
