/// A set of vertex numbers, a bit each.
#[derive(Clone, Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn none(numbers: usize) -> Self {
        Bits(vec![0; numbers.div_ceil(64)])
    }

    /// Is this number in? One beyond all numbers is not.
    #[inline]
    pub(crate) fn has(&self, number: u64) -> bool {
        let word = usize::try_from(number / 64).ok().and_then(|at| self.0.get(at));
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Puts a number in; was it new? One beyond all numbers is not put in.
    #[inline]
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        let word = usize::try_from(number / 64).ok().and_then(|at| self.0.get_mut(at));
        word.is_some_and(|word| {
            let before = *word;
            *word |= 1 << (number % 64);
            *word != before
        })
    }

    /// Puts in every number that is not in, and takes out those that are.
    pub(crate) fn flip(&mut self) {
        self.0.iter_mut().for_each(|word| *word = !*word);
    }

    pub(crate) fn remove(&mut self, number: u64) {
        let word = usize::try_from(number / 64).ok().and_then(|at| self.0.get_mut(at));
        if let Some(word) = word {
            *word &= !(1 << (number % 64));
        }
    }
}
