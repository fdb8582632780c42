/// Items in a piece, as a power of two.
const PIECE_BITS: usize = 13;
const PIECE: usize = 1 << PIECE_BITS;

/// A list that grows by pieces, so that growing never copies it: an array that
/// doubles is held three times over at the worst moment.
#[derive(Clone, Debug)]
pub(super) struct Pieces<T> {
    /// All full but the last in use.
    pieces: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Pieces { pieces: Vec::new(), len: 0 }
    }
}

impl<T> Pieces<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many items fit without growing.
    pub(super) fn room(&self) -> usize {
        self.pieces.len() << PIECE_BITS
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        self.pieces.get(at >> PIECE_BITS)?.get(at & (PIECE - 1))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    /// Pieces that are missing to hold `wanted` items.
    pub(super) fn growth(&self, wanted: usize) -> usize {
        wanted.div_ceil(PIECE).saturating_sub(self.pieces.len())
    }

    pub(super) fn bytes_of(&self, pieces: usize) -> u64 {
        let piece = (size_of::<T>() as u64).saturating_mul(PIECE as u64) + 24;
        piece.saturating_mul(pieces as u64)
    }

    pub(super) fn grow(&mut self, pieces: usize) {
        self.pieces.extend((0..pieces).map(|_| Vec::with_capacity(PIECE)));
    }

    /// Adds an item for which there is room.
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        self.pieces[self.len >> PIECE_BITS].push(item);
        self.len += 1;
    }
}
