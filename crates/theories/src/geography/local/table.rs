use perfectplay_game::{Meter, Stop};

use super::hashing::PatternMap;

/// What a vertex of the cube is to the matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// No vertex.
    Hole,
    /// No edge of the matching ends here.
    Uncovered,
    /// Matched with this vertex.
    Mate(u64),
}

/// The matching of a large cube, as its differences from the one that pairs
/// every pattern v with v ^ 1.
///
/// ```text
/// key      value
/// pattern  HOLE, UNCOVERED, or the mate's pattern
/// absent   the mate is pattern ^ 1
/// ```
#[derive(Clone, Debug)]
pub(super) struct Table {
    differences: PatternMap<u64>,
    ledger: Ledger,
}

const HOLE: u64 = u64::MAX;
const UNCOVERED: u64 = u64::MAX - 1;

impl Table {
    pub(super) fn new() -> Self {
        Table { differences: PatternMap::default(), ledger: Ledger::new(40) }
    }

    #[inline]
    pub(super) fn standing(&self, v: u64) -> Standing {
        match self.differences.get(&v) {
            None => Standing::Mate(v ^ 1),
            Some(&HOLE) => Standing::Hole,
            Some(&UNCOVERED) => Standing::Uncovered,
            Some(&mate) => Standing::Mate(mate),
        }
    }

    /// Makes `v` a hole; was it a vertex?
    pub(super) fn punch(&mut self, v: u64, meter: &mut Meter) -> Result<bool, Stop> {
        let new = self.differences.insert(v, HOLE) != Some(HOLE);
        self.ledger.grown_to(self.differences.len(), meter)?;
        Ok(new)
    }

    pub(super) fn uncover(&mut self, v: u64, meter: &mut Meter) -> Result<(), Stop> {
        self.differences.insert(v, UNCOVERED);
        self.ledger.grown_to(self.differences.len(), meter)
    }

    /// Points two vertices at each other.
    pub(super) fn join(&mut self, v: u64, w: u64, meter: &mut Meter) -> Result<(), Stop> {
        for (v, w) in [(v, w), (w, v)] {
            if v ^ 1 == w {
                self.differences.remove(&v);
            } else {
                self.differences.insert(v, w);
            }
        }
        self.ledger.grown_to(self.differences.len(), meter)
    }

    /// Every vertex that is not matched with its own pattern ^ 1, ascending,
    /// with its mate.
    pub(super) fn differences(&self, meter: &mut Meter) -> Result<Differences, Stop> {
        let entries = self.differences.len() as u64;
        meter.spend(entries)?;
        let bytes = entries * size_of::<(u64, Option<u64>)>() as u64;
        meter.hold(bytes)?;
        let vertices = self.differences.iter().filter(|&(_, &mate)| mate != HOLE);
        let mate = |mate: u64| Some(mate).filter(|&mate| mate != UNCOVERED);
        let mut all: Differences = vertices.map(|(&v, &to)| (v, mate(to))).collect();
        all.sort_unstable();
        meter.release(bytes);
        Ok(all)
    }

    pub(super) fn release(&mut self, meter: &mut Meter) {
        self.ledger.release(meter);
    }
}

/// Vertices with their mates, where they have some.
pub(super) type Differences = Vec<(u64, Option<u64>)>;

/// Announces the memory of a table that grows by entries.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    bytes_per_entry: u64,
    /// Entries announced.
    entries: usize,
}

impl Ledger {
    pub(super) fn new(bytes_per_entry: u64) -> Self {
        Ledger { bytes_per_entry, entries: 0 }
    }

    /// The table has this many entries now. It is announced by doublings, as
    /// tables grow.
    #[inline]
    pub(super) fn grown_to(&mut self, entries: usize, meter: &mut Meter) -> Result<(), Stop> {
        if entries <= self.entries { Ok(()) } else { self.announce(entries, meter) }
    }

    #[cold]
    fn announce(&mut self, entries: usize, meter: &mut Meter) -> Result<(), Stop> {
        let next = entries.max(2 * self.entries).max(64);
        meter.hold((next - self.entries) as u64 * self.bytes_per_entry)?;
        self.entries = next;
        Ok(())
    }

    /// The table is freed.
    pub(super) fn release(&mut self, meter: &mut Meter) {
        meter.release(self.entries as u64 * self.bytes_per_entry);
        self.entries = 0;
    }
}
