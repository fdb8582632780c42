use perfectplay_game::{Meter, Stop};

use super::hashing::PatternMap;
use super::table::{Ledger, Standing, Table};

/// A tree of alternating paths from one root, grown best first towards a
/// target: the vertex nearest the target in Hamming distance goes first, the
/// newest of equals.
///
/// Bit 0 does not count, for a step along an edge of the matching nearly
/// always flips it. A vertex tries its ports one by one, those that lead
/// nearer first, so a straight run costs one look a step instead of one for
/// each dimension.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) root: u64,
    pub(super) target: u64,
    /// Outer vertices, with the one that each was reached from.
    pub(super) from: PatternMap<u64>,
    /// Waiting vertices by distance; bucket `nearest` is the first that may
    /// have some.
    buckets: Vec<Vec<Waiting>>,
    nearest: usize,
    /// Ports looked at.
    pub(super) effort: u64,
    ledger: Ledger,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    outer: u64,
    /// Ports not tried yet.
    untried: u64,
    /// No port that leads nearer is left, and it waits one bucket further.
    put_off: bool,
}

/// What a step of a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing special; go on.
    On,
    /// A new outer vertex.
    Outer(u64),
    /// The second vertex is uncovered and next to the first, an outer one.
    Uncovered(u64, u64),
    /// The tree is complete and meets no uncovered vertex.
    Exhausted,
}

/// Every port of a cube.
pub(super) fn all_ports(dimension: u32) -> u64 {
    (1 << dimension) - 1
}

impl Search {
    pub(super) fn new(
        root: u64,
        target: u64,
        dimension: u32,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut search = Search {
            root,
            target,
            from: PatternMap::default(),
            buckets: vec![Vec::new(); dimension as usize + 2],
            nearest: 0,
            effort: 0,
            // A map entry, and a waiting vertex.
            ledger: Ledger::new(40 + 48),
        };
        search.reach(root, root, dimension, meter)?;
        Ok(search)
    }

    fn distance(&self, v: u64) -> usize {
        ((v ^ self.target) & !1).count_ones() as usize
    }

    fn wait(&mut self, waiting: Waiting) {
        let bucket = self.distance(waiting.outer) + usize::from(waiting.put_off);
        self.buckets[bucket].push(waiting);
        self.nearest = self.nearest.min(bucket);
    }

    fn reach(
        &mut self,
        outer: u64,
        from: u64,
        dimension: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.from.insert(outer, from);
        self.ledger.grown_to(self.from.len(), meter)?;
        self.wait(Waiting { outer, untried: all_ports(dimension), put_off: false });
        Ok(())
    }

    /// Goes on towards another target.
    pub(super) fn turn_to(&mut self, target: u64) {
        self.target = target;
        let waiting: Vec<Waiting> = self.buckets.iter_mut().flat_map(std::mem::take).collect();
        for waiting in waiting {
            self.wait(Waiting { put_off: false, ..waiting });
        }
    }

    /// Looks behind one port. `closed` names outer vertices that need not be
    /// reached, as nothing uncovered can be met through them.
    pub(super) fn step(
        &mut self,
        table: &Table,
        dimension: u32,
        closed: impl Fn(u64) -> bool,
        meter: &mut Meter,
    ) -> Result<Step, Stop> {
        self.effort += 1;
        meter.spend(1)?;
        let Some(mut waiting) = self.next() else {
            return Ok(Step::Exhausted);
        };
        let outer = waiting.outer;
        let nearer = waiting.untried & (outer ^ self.target) & !1;
        if nearer == 0 && !waiting.put_off {
            if waiting.untried != 0 {
                self.wait(Waiting { put_off: true, ..waiting });
            }
            return Ok(Step::On);
        }
        let choice = if nearer == 0 { waiting.untried } else { nearer };
        let port = choice & choice.wrapping_neg();
        waiting.untried &= !port;
        if waiting.untried != 0 {
            self.wait(waiting);
        }
        let inner = outer ^ port;
        match table.standing(inner) {
            Standing::Hole => Ok(Step::On),
            Standing::Uncovered => Ok(Step::Uncovered(outer, inner)),
            Standing::Mate(next) if self.from.contains_key(&next) || closed(next) => Ok(Step::On),
            Standing::Mate(next) => {
                self.reach(next, outer, dimension, meter)?;
                Ok(Step::Outer(next))
            }
        }
    }

    fn next(&mut self) -> Option<Waiting> {
        while let Some(bucket) = self.buckets.get_mut(self.nearest) {
            if let Some(waiting) = bucket.pop() {
                return Some(waiting);
            }
            self.nearest += 1;
        }
        None
    }

    /// Gives the memory of the search back.
    pub(super) fn release(mut self, meter: &mut Meter) {
        self.ledger.release(meter);
    }
}
