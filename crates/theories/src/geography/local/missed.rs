use std::collections::BTreeSet;

use perfectplay_game::{Meter, Stop};

use super::table::{Ledger, Standing};
use super::{LocalCube, parity};

/// What proves that a matching of a cube is a maximum one and misses a vertex.
///
/// An augmenting path would join uncovered vertices of both sides. There is
/// none if those of one side lie in a *closed* set: each neighbour of a vertex
/// in it is matched, and matched back into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// Every vertex v that is not matched with v ^ 1, with its mate, or `None`
    /// if it is uncovered; ascending.
    pub differences: Vec<(u64, Option<u64>)>,
    /// The side, by the parity of the bits of its vertices, whose uncovered
    /// vertices are in the closed set.
    pub side: u32,
    /// The closed set, ascending.
    pub closed: Vec<u64>,
}

impl LocalCube {
    /// Puts a hole back as an uncovered vertex, and proves that the matching is
    /// then still a maximum one: that the mover loses whose token stands there.
    /// `None` if he wins, and where `hole` is none.
    ///
    /// Time: that of the smaller of two closed sets, N steps a vertex with N
    /// the dimension, besides the number of differences.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn missed(&self, hole: u64, meter: &mut Meter) -> Result<Option<Missed>, Stop> {
        if !self.is_pattern(hole) || self.table.standing(hole) != Standing::Hole {
            return Ok(None);
        }
        let mut differences = self.table.differences(meter)?;
        if let Err(place) = differences.binary_search_by_key(&hole, |&(v, _)| v) {
            differences.insert(place, (hole, None));
        }
        let uncovered = |side| {
            let of_side = move |&(v, mate): &(u64, Option<u64>)| {
                (mate.is_none() && parity(v) == side).then_some(v)
            };
            differences.iter().filter_map(of_side)
        };
        let mut sides = [0, 1].map(|side| Closure::new(uncovered(side)));
        // In turn, as one of them may be about the whole cube.
        let found = loop {
            let mut going = false;
            let mut found = None;
            for (side, closure) in (0..).zip(&mut sides) {
                match closure.step(self, hole, meter)? {
                    Progress::Closed => found = Some(side),
                    Progress::On => going = true,
                    Progress::Broken => {}
                }
            }
            if found.is_some() || !going {
                break found;
            }
        };
        sides.iter_mut().for_each(|closure| closure.ledger.release(meter));
        Ok(found.map(|side| {
            let closed = std::mem::take(&mut sides[side as usize].reached);
            Missed { differences, side, closed: closed.into_iter().collect() }
        }))
    }
}

enum Progress {
    /// There is more to look at.
    On,
    /// All is looked at.
    Closed,
    /// It met an uncovered vertex.
    Broken,
}

/// A set that grows until it is closed.
struct Closure {
    reached: BTreeSet<u64>,
    pending: Vec<u64>,
    broken: bool,
    ledger: Ledger,
}

impl Closure {
    fn new(roots: impl Iterator<Item = u64>) -> Self {
        let reached: BTreeSet<u64> = roots.collect();
        let pending = reached.iter().copied().collect();
        Closure { reached, pending, broken: false, ledger: Ledger::new(32) }
    }

    /// Looks at the neighbours of one vertex; `token` is uncovered too.
    fn step(&mut self, cube: &LocalCube, token: u64, meter: &mut Meter) -> Result<Progress, Stop> {
        if self.broken {
            return Ok(Progress::Broken);
        }
        let Some(at) = self.pending.pop() else { return Ok(Progress::Closed) };
        meter.spend(cube.dimension.into())?;
        for port in 0..cube.dimension {
            let to = at ^ 1 << port;
            match cube.table.standing(to) {
                Standing::Hole if to != token => {}
                Standing::Hole | Standing::Uncovered => {
                    self.broken = true;
                    return Ok(Progress::Broken);
                }
                Standing::Mate(mate) => {
                    if self.reached.insert(mate) {
                        self.pending.push(mate);
                        self.ledger.grown_to(self.reached.len(), meter)?;
                    }
                }
            }
        }
        Ok(Progress::On)
    }
}
