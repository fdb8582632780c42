use perfectplay_game::{Meter, Stop};

use super::{Graph, Side, VertexSet};

/// A hypercube some of whose vertices are holes: the ids are bit patterns, and
/// two are adjacent iff they differ in one bit.
///
/// Nothing is stored but a bit a pattern; port `i` flips bit `i`.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::geography::{Graph, Hypercube};
/// let mut square = Hypercube::new(2, &mut Meter::default())?;
/// square.punch(0b11);
/// assert_eq!(square.neighbours(0b01).collect::<Vec<_>>(), [0b00]);
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hypercube {
    dimension: u32,
    holes: VertexSet,
}

impl Hypercube {
    /// The largest dimension whose patterns still fit the ids of a graph.
    pub const MAX_DIMENSION: u32 = 31;

    /// The cube without holes. Its bits stay announced to the meter; a
    /// dimension above [`Hypercube::MAX_DIMENSION`] is taken for that one.
    ///
    /// # Errors
    ///
    /// Its 2^dimension bits do not fit the limit on memory.
    pub fn new(dimension: u32, meter: &mut Meter) -> Result<Self, Stop> {
        let dimension = dimension.min(Self::MAX_DIMENSION);
        meter.hold(VertexSet::bytes(1 << dimension))?;
        Ok(Hypercube { dimension, holes: VertexSet::empty(1 << dimension) })
    }

    /// Frees the cube, and gives its bits back to the meter.
    pub fn release(self, meter: &mut Meter) {
        meter.release(VertexSet::bytes(1 << self.dimension));
    }

    /// Makes `v` a hole; was it a vertex?
    pub fn punch(&mut self, v: u32) -> bool {
        self.holes.insert(v)
    }

    /// The number of bits in a pattern.
    pub fn dimension(&self) -> u32 {
        self.dimension
    }

    /// The holes as words of a bit a pattern.
    pub(super) fn hole_words(&self) -> &[u64] {
        self.holes.words()
    }

    /// The number of holes.
    pub fn holes(&self) -> u32 {
        self.holes.count()
    }
}

impl Graph for Hypercube {
    fn vertices(&self) -> u32 {
        1 << self.dimension
    }

    #[inline]
    fn contains(&self, v: u32) -> bool {
        v < self.vertices() && !self.holes.contains(v)
    }

    #[inline]
    fn ports(&self, _v: u32) -> u32 {
        self.dimension
    }

    #[inline]
    fn port(&self, v: u32, port: u32) -> u32 {
        v ^ 1 << port
    }

    /// By the parity of the number of set bits.
    fn side(&self, v: u32) -> Option<Side> {
        Some(if v.count_ones().is_multiple_of(2) { Side::Left } else { Side::Right })
    }

    fn adjacent(&self, v: u32, w: u32) -> bool {
        (v ^ w).is_power_of_two() && self.contains(v) && self.contains(w)
    }
}
