//! Hypercubes too large for tables.
//!
//! With few holes, nearly all of the cube is matched by pairing v with v ^ 1:
//! only the partners of holes are uncovered. Just the differences from that
//! matching are kept, and alternating paths between uncovered vertices are
//! searched for best first, by Hamming distance. In a cube with few holes such
//! a search hardly ever goes astray.
//!
//! It can be walled in, though, at either end. So a search from one side has a
//! search from the other side run beside it, at the same effort: when one of
//! them exhausts its tree, that tree is *frozen* (it is a Hungarian tree: no
//! augmenting path ever enters it again), and its outer vertices are lost
//! starts. Both trees cannot be large, as then the sets that they separate in
//! the cube would need more holes between them than there are.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `hashing` | tables over patterns |
//! | `table` | the matching, as differences |
//! | `search` | one best-first tree |
//! | [`missed`](LocalCube::missed) | what proves a lost start lost |

mod hashing;
mod missed;
mod search;
mod table;

use std::collections::BTreeSet;

use perfectplay_game::{Meter, Stop};

pub use self::missed::Missed;

use self::hashing::PatternSet;
use self::search::{Search, Step};
use self::table::{Ledger, Standing, Table};

/// A maximum matching of a hypercube with few holes, of dimension up to
/// [`LocalCube::MAX_DIMENSION`], which tells of any start whether it is lost.
///
/// # Complexity
///
/// With N the dimension and h the number of holes, at random places: about
/// h N^2 steps and h N table entries to match, N^2 steps a start. Walls of
/// holes cost what they enclose.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::geography::LocalCube;
/// let meter = &mut Meter::default();
/// // One hole, all bits clear: the other side has one vertex too many, and
/// // each of its vertices is missed by some maximum matching.
/// let mut cube = LocalCube::new(60, [0], meter)?;
/// assert_eq!(cube.uncovered(), 1);
/// assert!(cube.loses(1 << 59, meter)? && !cube.loses(0b11, meter)?);
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
#[derive(Debug)]
pub struct LocalCube {
    dimension: u32,
    holes: u64,
    uncovered: u64,
    table: Table,
    /// Uncovered vertices whose trees are not frozen, by the parity of their
    /// bits.
    open: [BTreeSet<u64>; 2],
    /// Outer vertices of frozen trees: lost starts.
    frozen: Marks,
    /// Vertices from which no uncovered one can be reached: their mates are
    /// won starts.
    safe: Marks,
    open_ledger: Ledger,
}

/// Marked vertices.
#[derive(Debug)]
struct Marks {
    set: PatternSet,
    ledger: Ledger,
}

impl Marks {
    fn new() -> Self {
        Marks { set: PatternSet::default(), ledger: Ledger::new(20) }
    }

    fn extend(
        &mut self,
        vertices: impl Iterator<Item = u64>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for v in vertices {
            self.set.insert(v);
            self.ledger.grown_to(self.set.len(), meter)?;
        }
        Ok(())
    }
}

/// How far ahead a search may run before the one from the other side begins:
/// hardly any needs more. Short enough that small cubes test what comes then.
fn head_start(dimension: u32) -> u64 {
    2 * u64::from(dimension)
}

fn parity(v: u64) -> usize {
    (v.count_ones() % 2) as usize
}

impl LocalCube {
    /// The largest dimension.
    pub const MAX_DIMENSION: u32 = 60;

    /// Matches the cube of this dimension without `holes`; a hole given again
    /// counts once, one with too many bits is no pattern and is passed over. A
    /// dimension above [`LocalCube::MAX_DIMENSION`] is taken for that one.
    ///
    /// Its tables stay announced to the meter.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn new(
        dimension: u32,
        holes: impl IntoIterator<Item = u64>,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let dimension = dimension.min(Self::MAX_DIMENSION);
        let mut cube = LocalCube {
            dimension,
            holes: 0,
            uncovered: 0,
            table: Table::new(),
            open: [BTreeSet::new(), BTreeSet::new()],
            frozen: Marks::new(),
            safe: Marks::new(),
            open_ledger: Ledger::new(16),
        };
        cube.punch(holes, meter)?;
        cube.maximise(meter)?;
        Ok(cube)
    }

    /// The number of vertices that the matching misses; any maximum matching
    /// misses as many.
    pub fn uncovered(&self) -> u64 {
        self.uncovered
    }

    /// The size of a maximum matching.
    pub fn matching_size(&self) -> u64 {
        ((1 << self.dimension) - self.holes - self.uncovered) / 2
    }

    /// Frees its tables, and gives what was announced back to the meter.
    pub fn release(mut self, meter: &mut Meter) {
        let ledgers = [&mut self.frozen.ledger, &mut self.safe.ledger, &mut self.open_ledger];
        ledgers.into_iter().for_each(|ledger| ledger.release(meter));
        self.table.release(meter);
    }

    fn is_pattern(&self, v: u64) -> bool {
        v >> self.dimension == 0
    }

    fn punch(
        &mut self,
        holes: impl IntoIterator<Item = u64>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut punched = Vec::new();
        for hole in holes {
            meter.spend(1)?;
            if self.is_pattern(hole) && self.table.punch(hole, meter)? {
                punched.push(hole);
                self.open_ledger.grown_to(punched.len(), meter)?;
            }
        }
        self.holes = punched.len() as u64;
        if self.dimension == 0 {
            // The single vertex has no partner.
            punched = if punched.is_empty() { vec![1] } else { Vec::new() };
        }
        for partner in punched.into_iter().map(|hole| hole ^ 1) {
            if self.table.standing(partner) != Standing::Hole {
                self.table.uncover(partner, meter)?;
                self.open[parity(partner)].insert(partner);
                self.uncovered += 1;
            }
        }
        Ok(())
    }

    /// Flips augmenting paths until one side has no open uncovered vertex.
    fn maximise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let few = usize::from(self.open[1].len() < self.open[0].len());
        while let Some(&root) = self.open[few].first() {
            let Some(target) = self.near(1 - few, root) else { break };
            let mut ahead = Search::new(root, target, self.dimension, meter)?;
            let mut back: Option<Search> = None;
            // Ends when the forward search is done with.
            loop {
                let turn = back.as_ref().map_or(head_start(self.dimension), |back| back.effort);
                if ahead.effort <= turn {
                    match self.step(&mut ahead, meter)? {
                        Step::Uncovered(outer, end) => {
                            self.flip(&ahead, outer, end, meter)?;
                            break;
                        }
                        Step::Exhausted => {
                            self.freeze(&ahead, meter)?;
                            break;
                        }
                        Step::On | Step::Outer(_) => {}
                    }
                    continue;
                }
                let from_target = match &mut back {
                    Some(back) => back,
                    None => back.insert(Search::new(ahead.target, root, self.dimension, meter)?),
                };
                match self.step(from_target, meter)? {
                    Step::Uncovered(outer, end) => {
                        self.flip(from_target, outer, end, meter)?;
                        break;
                    }
                    Step::Exhausted => {
                        self.freeze(from_target, meter)?;
                        back.take().into_iter().for_each(|back| back.release(meter));
                        let Some(target) = self.near(1 - few, root) else { break };
                        ahead.turn_to(target);
                    }
                    Step::On | Step::Outer(_) => {}
                }
            }
            ahead.release(meter);
            back.into_iter().for_each(|back| back.release(meter));
        }
        Ok(())
    }

    fn step(&self, search: &mut Search, meter: &mut Meter) -> Result<Step, Stop> {
        let closed = |v: u64| self.frozen.set.contains(&v) || self.safe.set.contains(&v);
        search.step(&self.table, self.dimension, closed, meter)
    }

    /// An open uncovered vertex of a side that is near `v`: the nearest of some
    /// that share leading bits with it.
    fn near(&self, side: usize, v: u64) -> Option<u64> {
        const SOME: usize = 16;
        let below = self.open[side].range(..v).rev().take(SOME);
        let above = self.open[side].range(v..).take(SOME);
        below.chain(above).copied().min_by_key(|w| (v ^ w).count_ones())
    }

    fn flip(
        &mut self,
        search: &Search,
        outer: u64,
        end: u64,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (mut outer, mut end) = (outer, end);
        self.open[parity(end)].remove(&end);
        self.open[parity(search.root)].remove(&search.root);
        self.uncovered -= 2;
        loop {
            meter.spend(1)?;
            let before = self.table.standing(outer);
            self.table.join(outer, end, meter)?;
            let Standing::Mate(mate) = before else { break };
            end = mate;
            outer = search.from[&outer];
        }
        Ok(())
    }

    /// The tree of an uncovered root is complete: its outer vertices are lost
    /// starts, and no search needs to enter it again.
    fn freeze(&mut self, search: &Search, meter: &mut Meter) -> Result<(), Stop> {
        meter.spend(search.from.len() as u64)?;
        self.open[parity(search.root)].remove(&search.root);
        self.frozen.extend(search.from.keys().copied(), meter)
    }

    /// Does the mover lose with the token starting on `start`? False for a
    /// hole, which is no start.
    ///
    /// What the answer takes is kept, for the next one.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn loses(&mut self, start: u64, meter: &mut Meter) -> Result<bool, Stop> {
        meter.spend(1)?;
        if !self.is_pattern(start) {
            return Ok(false);
        }
        let mate = match self.table.standing(start) {
            Standing::Hole => return Ok(false),
            Standing::Uncovered => return Ok(true),
            Standing::Mate(mate) => mate,
        };
        if self.frozen.set.contains(&start) {
            return Ok(true);
        }
        if self.frozen.set.contains(&mate) || self.safe.set.contains(&mate) {
            return Ok(false);
        }
        // Without `start` its mate would be uncovered, and the matching still a
        // maximum one iff no augmenting path begins at the mate. Such a path
        // ends at an uncovered vertex of the side of `start`.
        let side = parity(start);
        let Some(target) = self.near(side, start) else { return Ok(false) };
        let mut ahead = Search::new(mate, target, self.dimension, meter)?;
        let mut back: Option<Search> = None;
        let lost = loop {
            let turn = back.as_ref().map_or(head_start(self.dimension), |back| back.effort);
            if ahead.effort <= turn {
                match self.step(&mut ahead, meter)? {
                    Step::Uncovered(..) => break true,
                    Step::Exhausted => {
                        self.safe.extend(ahead.from.keys().copied(), meter)?;
                        break false;
                    }
                    Step::On | Step::Outer(_) => {}
                }
                continue;
            }
            let from_target = match &mut back {
                Some(back) => back,
                None => back.insert(Search::new(ahead.target, start, self.dimension, meter)?),
            };
            match self.step(from_target, meter)? {
                Step::Outer(v) if v == start => break true,
                Step::Exhausted => {
                    self.freeze(from_target, meter)?;
                    back.take().into_iter().for_each(|back| back.release(meter));
                    let Some(target) = self.near(side, start) else { break false };
                    ahead.turn_to(target);
                }
                // The matching is a maximum one: nothing uncovered is met.
                Step::Uncovered(..) | Step::On | Step::Outer(_) => {}
            }
        };
        ahead.release(meter);
        back.into_iter().for_each(|back| back.release(meter));
        Ok(lost)
    }
}
