use perfectplay_game::{Meter, Stop};

use super::{BitCube, Hypercube, LocalCube};

/// The outcome of geography at any start of a hypercube with holes, of
/// dimension up to [`LocalCube::MAX_DIMENSION`].
#[derive(Debug)]
pub enum CubeLabels {
    /// All starts in bitmaps.
    Dense(Box<BitCube>),
    /// Start by start, from the neighbourhood of holes.
    Local(Box<LocalCube>),
}

/// Below this dimension tables are always the quicker way.
const SMALL: u32 = 12;
/// With fewer holes than one in so many patterns, the local way is quicker.
const PATTERNS_A_HOLE: u64 = 64;

impl CubeLabels {
    /// Are tables the quicker way to one position of a cube of this dimension
    /// with so many holes?
    pub fn by_tables(dimension: u32, holes: usize) -> bool {
        // Measured with holes at random: the local way takes 0.7 us a hole and
        // somewhat more where they are dense, tables 5 to 20 ns a pattern.
        let patterns = 1u64 << dimension.min(LocalCube::MAX_DIMENSION);
        let many = (holes as u64).saturating_mul(PATTERNS_A_HOLE) >= patterns;
        dimension <= SMALL || (dimension <= Hypercube::MAX_DIMENSION && many)
    }

    /// Do tables give the shorter proof of one position? A proof from tables
    /// has an answer to every vertex that the loser can come to, a local one
    /// what differs from pairs, beside the holes.
    pub fn proof_by_tables(dimension: u32, holes: usize) -> bool {
        let patterns = 1u64 << dimension.min(LocalCube::MAX_DIMENSION);
        let many = (holes as u64).saturating_mul(10) >= patterns.saturating_mul(3);
        dimension <= SMALL || (dimension <= Hypercube::MAX_DIMENSION && many)
    }

    /// Labels the cube of this dimension without `holes`; a pattern given
    /// again counts once.
    ///
    /// Time and memory: those of [`BitCube`] or, where the holes are few, those
    /// of [`LocalCube`].
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn new(dimension: u32, holes: &[u64], meter: &mut Meter) -> Result<Self, Stop> {
        match Self::by_tables(dimension, holes.len()) {
            true => Self::dense(dimension, holes, meter),
            false => Self::local(dimension, holes, meter),
        }
    }

    /// The way by tables, whatever the size (at most
    /// [`Hypercube::MAX_DIMENSION`]).
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn dense(dimension: u32, holes: &[u64], meter: &mut Meter) -> Result<Self, Stop> {
        let mut cube = Hypercube::new(dimension, meter)?;
        for &hole in holes {
            meter.spend(1)?;
            if let Ok(hole) = u32::try_from(hole) {
                cube.punch(hole);
            }
        }
        let labels = Self::of(&cube, 1, meter)?;
        cube.release(meter);
        Ok(labels)
    }

    /// The way by tables for a cube that is there already, with up to so many
    /// threads where they pay.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn of(cube: &Hypercube, threads: usize, meter: &mut Meter) -> Result<Self, Stop> {
        Ok(CubeLabels::Dense(Box::new(BitCube::new(cube, threads, meter)?)))
    }

    /// The local way, whatever the number of holes.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn local(dimension: u32, holes: &[u64], meter: &mut Meter) -> Result<Self, Stop> {
        let cube = LocalCube::new(dimension, holes.iter().copied(), meter)?;
        Ok(CubeLabels::Local(Box::new(cube)))
    }

    /// Frees its tables, and gives what is announced of them back to the meter.
    pub fn release(self, meter: &mut Meter) {
        if let CubeLabels::Local(cube) = self {
            cube.release(meter);
        }
    }

    /// The size of a maximum matching.
    pub fn matching_size(&self) -> u64 {
        match self {
            CubeLabels::Dense(labels) => labels.matching_size(),
            CubeLabels::Local(cube) => cube.matching_size(),
        }
    }

    /// Does the mover lose with the token starting on `start`? False for a
    /// hole.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn loses(&mut self, start: u64, meter: &mut Meter) -> Result<bool, Stop> {
        match self {
            CubeLabels::Dense(labels) => {
                meter.spend(1)?;
                Ok(u32::try_from(start).is_ok_and(|start| labels.loses(start)))
            }
            CubeLabels::Local(cube) => cube.loses(start, meter),
        }
    }
}
