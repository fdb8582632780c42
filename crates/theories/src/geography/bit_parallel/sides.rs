use super::bitmap::{Bitmap, Planes};
use super::passes;
use super::place::{self, Place, turned};
use crate::geography::Hypercube;

/// Both classes of a cube, with a matching of it.
#[derive(Debug)]
pub(super) struct Sides {
    pub(super) dimension: u32,
    /// The vertices of each class that have no mate.
    pub(super) free: [Bitmap; 2],
    /// The mates of the others.
    pub(super) mates: [Planes; 2],
    pub(super) threads: usize,
}

impl Sides {
    /// Bitmaps of one class whose bytes the tables take.
    pub(super) const BITMAPS: u64 = 12;

    /// The cube, each vertex of it matched with the first neighbour that was
    /// free.
    pub(super) fn first_fit(cube: &Hypercube, threads: usize) -> Self {
        let mut free = [0, 1].map(|class| place::vertices(cube, class));
        let blocks = free[0].0.len();
        let mut mates = [Planes::none(blocks), Planes::none(blocks)];
        let ([free_0, free_1], [mates_0, mates_1]) = (&mut free, &mut mates);
        passes::first_fit((free_0, mates_0), (free_1, mates_1), threads);
        Sides { dimension: cube.dimension(), free, mates, threads }
    }

    pub(super) fn blocks(&self) -> usize {
        self.free[0].0.len()
    }

    /// The bits of a place.
    pub(super) fn bits(&self) -> u32 {
        self.dimension.saturating_sub(1)
    }

    /// The steps that a pass over all directions of a class counts for: 64
    /// edges looked at in one word are one.
    pub(super) fn pass(&self) -> u64 {
        u64::from(self.dimension) * (self.blocks() * super::bitmap::WORDS) as u64
    }

    /// The mate of a vertex.
    #[inline]
    pub(super) fn mate(&self, class: usize, place: Place) -> Option<Place> {
        let code = self.mates[class].code(place);
        (code > 0).then(|| turned(place, code - 1))
    }
}
