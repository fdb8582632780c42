//! Sets of vertices of one parity class, and their mates.

use std::ops::{Deref, DerefMut};

use super::place::Place;

/// Words handled together: those that fill the widest vector registers.
pub(super) const WORDS: usize = 8;
/// Bits of 512 vertices that follow each other.
pub(super) type Block = [u64; WORDS];
/// The bits of a vertex's place inside of a block.
pub(super) const NEAR: u32 = 9;

/// A set of vertices of one class, a bit each, in the order of their places; or
/// a piece of one, with places counted from its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bitmap<S = Vec<Block>>(pub(super) S);

impl Bitmap {
    pub(super) fn empty(blocks: usize) -> Self {
        Bitmap(vec![[0; WORDS]; blocks])
    }

    pub(super) fn bytes(blocks: usize) -> u64 {
        (blocks * size_of::<Block>()) as u64
    }

    pub(super) fn clear(&mut self) {
        self.0.fill([0; WORDS]);
    }

    pub(super) fn count(&self) -> u64 {
        self.0.iter().flatten().map(|word| u64::from(word.count_ones())).sum()
    }

    pub(super) fn unite(&mut self, other: &Bitmap) {
        for (to, from) in self.0.iter_mut().zip(&other.0) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
        }
    }

    /// Does something with each place, rising.
    pub(super) fn each(&self, mut each: impl FnMut(Place)) {
        for (at, &word) in (0..).zip(self.0.iter().flatten()) {
            each_bit(word, |bit| each(at * 64 + bit));
        }
    }

    /// Its places, rising, of which there are `count`.
    pub(super) fn list(&self, count: usize) -> Vec<Place> {
        let mut places = Vec::with_capacity(count);
        self.each(|place| places.push(place));
        places
    }
}

impl<S: Deref<Target = [Block]>> Bitmap<S> {
    #[inline]
    pub(super) fn has(&self, place: Place) -> bool {
        let word = (place / 64) as usize;
        self.0[word / WORDS][word % WORDS] >> (place % 64) & 1 == 1
    }
}

impl<S: DerefMut<Target = [Block]>> Bitmap<S> {
    #[inline]
    pub(super) fn word_mut(&mut self, word: u32) -> &mut u64 {
        &mut self.0[word as usize / WORDS][word as usize % WORDS]
    }

    #[inline]
    pub(super) fn insert(&mut self, place: Place) {
        *self.word_mut(place / 64) |= 1 << (place % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, place: Place) {
        *self.word_mut(place / 64) &= !(1 << (place % 64));
    }
}

/// The bits that are set, rising.
#[inline]
pub(super) fn each_bit(mut word: u64, mut each: impl FnMut(u32)) {
    while word != 0 {
        each(word.trailing_zeros());
        word &= word - 1;
    }
}

/// Bit planes of the mates' directions.
pub(super) const PLANES: usize = 5;

/// The direction in which the mate of each vertex of a class lies, plus one; 0
/// for holes and vertices without a mate.
///
/// ```text
/// block b:  | bit 0 of 512 vertices | bit 1 | … | bit 4 |
/// ```
#[derive(Clone, Debug)]
pub(super) struct Planes<S = Vec<[Block; PLANES]>>(pub(super) S);

impl Planes {
    pub(super) fn none(blocks: usize) -> Self {
        Planes(vec![[[0; WORDS]; PLANES]; blocks])
    }
}

impl<S: Deref<Target = [[Block; PLANES]]>> Planes<S> {
    /// The direction plus one, or 0.
    #[inline]
    pub(super) fn code(&self, place: Place) -> u32 {
        let word = (place / 64) as usize;
        let (planes, word, bit) = (&self.0[word / WORDS], word % WORDS, place % 64);
        (0..PLANES).map(|plane| ((planes[plane][word] >> bit & 1) as u32) << plane).sum()
    }
}

impl<S: DerefMut<Target = [[Block; PLANES]]>> Planes<S> {
    #[inline]
    pub(super) fn set(&mut self, place: Place, code: u32) {
        let word = (place / 64) as usize;
        let (planes, word, bit) = (&mut self.0[word / WORDS], word % WORDS, place % 64);
        for (at, plane) in planes.iter_mut().enumerate() {
            let with = u64::from(code >> at & 1) << bit;
            plane[word] = plane[word] & !(1 << bit) | with;
        }
    }
}
