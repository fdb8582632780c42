//! Maximum matching in any graph (Edmonds, *Paths, trees, and flowers*, 1965).
//!
//! A phase grows a forest of alternating trees from all uncovered vertices at
//! once, breadth first. Vertices an even path away from a root are *outer*,
//! their mates *inner*. An edge between two outer vertices
//!
//! - of different trees ends an augmenting path: it is flipped, and both trees
//!   are dead for the rest of the phase;
//! - of one tree closes an odd cycle, a *blossom*: all its vertices become
//!   outer, and from now on stand for its *base*, the vertex nearest the root
//!   (found through a union-find forest, so nothing is contracted).
//!
//! The phase that flips nothing leaves a forest whose outer vertices are
//! exactly those that some maximum matching misses.
//!
//! ```text
//! root ── i ══ o ── i ══ o ── i ══ o        ══ matched, ── not
//!                        └──── i ══ o       an edge between the two last o
//! ```
//!
//! would make the middle o the base of a blossom of five.

use perfectplay_game::{Meter, Stop};

use super::matching::{Matching, NONE};
use super::{Graph, OddCycles, VertexSet};

/// In a table of ranks: the start is won.
pub(super) const UNRANKED: u32 = u32::MAX;

/// What the last forest says, that of a maximum matching.
pub(super) struct Outer {
    /// The vertices that some maximum matching misses.
    pub(super) missed: VertexSet,
    /// The number of matched edges on the way to them from a root; `None` if
    /// some way leads through a blossom.
    pub(super) ranks: Option<Vec<u32>>,
}

/// Makes `matching` a maximum one, unless that takes more than `patience`
/// phases: then it is larger than before, and `None` is returned.
///
/// Time O(ports * log n) a phase, O(ports) where no blossom is met. The number
/// of phases is at most the number of flips, and some tens in practice. Bytes
/// a vertex held while it runs: 14, and 16 more if a blossom is met.
pub(super) fn maximise<G: Graph>(
    graph: &G,
    matching: &mut Matching,
    patience: u32,
    meter: &mut Meter,
) -> Result<Option<Outer>, Stop> {
    let n = graph.vertices();
    let bytes = 13 * u64::from(n) + VertexSet::bytes(n);
    meter.hold(bytes)?;
    let mut forest = Forest::new(n);
    let mut found = None;
    for _ in 0..patience {
        if !forest.phase(graph, matching, meter)? {
            found = Some(forest.outer(matching, meter)?);
            break;
        }
    }
    forest.blossoms.release(meter);
    meter.release(bytes);
    Ok(found)
}

/// The ranks of a maximum matching, and the odd cycles that its forest shrinks
/// to blossoms, in order.
///
/// A blossom's rank is the number of matched edges on the way from a root to
/// it, those inside of blossoms left out, and the rank of all its vertices;
/// [`UNRANKED`] for vertices that are not outer. If the matching is not a
/// maximum one, it is made larger, and nothing is returned.
///
/// Time that of a phase of [`maximise`]; bytes a vertex held while it runs: 30,
/// 4 of them the ranks', and 32 for the cycles.
pub(super) fn shrink<G: Graph>(
    graph: &G,
    matching: &mut Matching,
    meter: &mut Meter,
) -> Result<Option<(Vec<u32>, OddCycles)>, Stop> {
    let n = graph.vertices();
    let bytes = (13 + 4 + OddCycles::BYTES) * u64::from(n) + VertexSet::bytes(n);
    meter.hold(bytes)?;
    let mut forest = Forest::new(n);
    forest.cycles = Some(OddCycles::default());
    let flipped = forest.phase(graph, matching, meter)?;
    let ranks = if flipped { None } else { Some(forest.ranks(matching)) };
    forest.blossoms.release(meter);
    meter.release(bytes);
    Ok(ranks.zip(forest.cycles))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Not reached.
    Free,
    /// An odd path from the root leads here, and no even one yet.
    Inner,
    /// Outer since its tree reached it.
    Grown,
    /// Inner at first, made outer by a blossom.
    Bridged,
}

struct Forest {
    mark: Vec<Mark>,
    /// Of a vertex that became inner: the outer vertex it hangs from. Kept
    /// when a blossom makes the vertex outer.
    up: Vec<u32>,
    /// Of an outer vertex.
    root: Vec<u32>,
    dead: VertexSet,
    /// The outer vertices, in the order in which they are scanned.
    queue: Vec<u32>,
    blossoms: Blossoms,
    /// Rematchings still to do while a path is flipped.
    pending: Vec<(u32, u32)>,
    /// The cycles that were shrunk, where somebody asks for them.
    cycles: Option<OddCycles>,
}

/// What is known of blossoms; the tables are made when the first is met.
struct Blossoms {
    /// Of an inner vertex that a blossom made outer: the edge (x, y) that
    /// closed the blossom. Its even path goes by its mate to x, then from y
    /// to the root.
    bridge: Vec<(u32, u32)>,
    /// Union-find: leads to the base of the blossom that the vertex is in.
    base: Vec<u32>,
    /// Bases seen by the walk number `walk`, for the nearest common one.
    seen: Vec<u32>,
    walk: u32,
    /// Has this forest some?
    met: bool,
}

impl Blossoms {
    const BYTES: u64 = 16;

    fn meet(&mut self, vertices: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.met = true;
        if self.base.len() < vertices {
            meter.hold(Self::BYTES * vertices as u64)?;
            self.bridge = vec![(NONE, NONE); vertices];
            self.base = (0..vertices as u32).collect();
            self.seen = vec![0; vertices];
        }
        Ok(())
    }

    fn clear(&mut self) {
        if self.met {
            for (v, base) in (0..).zip(&mut self.base) {
                *base = v;
            }
        }
        self.met = false;
        // Walks are told apart by number; a forest has fewer than vertices.
        if self.walk > u32::MAX / 2 {
            self.walk = 0;
            self.seen.fill(0);
        }
    }

    fn release(&self, meter: &mut Meter) {
        meter.release(Self::BYTES * self.base.len() as u64);
    }

    /// The base of the blossom that `v` is in; `v` itself, if in none.
    fn base(&mut self, v: u32) -> u32 {
        if !self.met {
            return v;
        }
        let mut v = v as usize;
        while self.base[v] as usize != v {
            let above = self.base[self.base[v] as usize];
            self.base[v] = above;
            v = above as usize;
        }
        v as u32
    }
}

impl Forest {
    fn new(n: u32) -> Self {
        let vertices = n as usize;
        Forest {
            mark: vec![Mark::Free; vertices],
            up: vec![NONE; vertices],
            root: vec![NONE; vertices],
            dead: VertexSet::empty(n),
            queue: Vec::with_capacity(vertices),
            blossoms: Blossoms {
                bridge: Vec::new(),
                base: Vec::new(),
                seen: Vec::new(),
                walk: 0,
                met: false,
            },
            pending: Vec::new(),
            cycles: None,
        }
    }

    /// Grows a forest; were there flips?
    fn phase<G: Graph>(
        &mut self,
        graph: &G,
        matching: &mut Matching,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.clear();
        let before = matching.size();
        self.plant(graph, matching, meter)?;
        self.grow(graph, matching, meter)?;
        Ok(matching.size() > before)
    }

    /// Forgets all trees. `up`, `bridge` and `root` are written before they
    /// are read again.
    fn clear(&mut self) {
        self.mark.fill(Mark::Free);
        for &v in &self.queue {
            self.dead.remove(v);
        }
        self.queue.clear();
        self.blossoms.clear();
    }

    fn plant<G: Graph>(
        &mut self,
        graph: &G,
        matching: &Matching,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        meter.spend(u64::from(graph.vertices()))?;
        for v in 0..graph.vertices() {
            if graph.contains(v) && !matching.covers(v) {
                self.root[v as usize] = v;
                self.set_outer(v, Mark::Grown);
            }
        }
        Ok(())
    }

    fn set_outer(&mut self, v: u32, mark: Mark) {
        self.mark[v as usize] = mark;
        self.queue.push(v);
    }

    fn grow<G: Graph>(
        &mut self,
        graph: &G,
        matching: &mut Matching,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut next = 0;
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            let root = self.root[v as usize];
            if self.dead.contains(root) {
                continue;
            }
            meter.spend(u64::from(graph.ports(v)))?;
            for w in graph.neighbours(v) {
                match self.mark[w as usize] {
                    Mark::Inner => {}
                    Mark::Free => {
                        // It has a mate: else it would be a root.
                        let x = matching.raw(w);
                        self.mark[w as usize] = Mark::Inner;
                        self.up[w as usize] = v;
                        self.root[x as usize] = root;
                        self.set_outer(x, Mark::Grown);
                    }
                    Mark::Grown | Mark::Bridged => {
                        let other = self.root[w as usize];
                        if other == root {
                            self.blossoms.meet(self.mark.len(), meter)?;
                            self.close(v, w, matching);
                        } else if !self.dead.contains(other) {
                            self.dead.insert(root);
                            self.dead.insert(other);
                            self.flip(v, w, matching);
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// What the forest says once it is complete and nothing was flipped.
    fn outer(&mut self, matching: &Matching, meter: &mut Meter) -> Result<Outer, Stop> {
        let n = self.mark.len();
        meter.spend(self.queue.len() as u64)?;
        let mut missed = VertexSet::empty(n as u32);
        self.queue.iter().for_each(|&v| {
            missed.insert(v);
        });
        if self.blossoms.met {
            return Ok(Outer { missed, ranks: None });
        }
        let bytes = 4 * n as u64;
        meter.hold(bytes)?;
        let ranks = self.ranks(matching);
        meter.release(bytes);
        Ok(Outer { missed, ranks: Some(ranks) })
    }

    /// The rank of every outer vertex, once the forest is complete.
    fn ranks(&mut self, matching: &Matching) -> Vec<u32> {
        let mut ranks = vec![UNRANKED; self.mark.len()];
        for &v in &self.queue {
            let base = self.blossoms.base(v);
            // The base of a blossom was outer before the rest of it, and before
            // all that hangs from it, so it stands before them in the queue.
            ranks[v as usize] = if base != v {
                ranks[base as usize]
            } else if let Some(inner) = matching.mate(v) {
                let up = self.blossoms.base(self.up[inner as usize]);
                ranks[up as usize] + 1
            } else {
                0
            };
        }
        ranks
    }

    /// The next base above a base, towards the root.
    fn above(&mut self, base: u32, matching: &Matching) -> Option<u32> {
        let inner = matching.mate(base)?;
        let outer = self.up[inner as usize];
        Some(self.blossoms.base(outer))
    }

    /// Two outer vertices of one tree are adjacent: makes one blossom of the
    /// odd cycle, unless they are in one already.
    fn close(&mut self, v: u32, w: u32, matching: &Matching) {
        let (one, two) = (self.blossoms.base(v), self.blossoms.base(w));
        if one == two {
            return;
        }
        let base = self.nearest_common(one, two, matching);
        self.log(v, w, base, matching);
        for (x, y) in [(v, w), (w, v)] {
            let mut at = self.blossoms.base(x);
            while at != base {
                let inner = matching.raw(at);
                self.blossoms.bridge[inner as usize] = (x, y);
                self.root[inner as usize] = self.root[x as usize];
                self.set_outer(inner, Mark::Bridged);
                self.blossoms.base[at as usize] = base;
                self.blossoms.base[inner as usize] = base;
                at = self.blossoms.base(self.up[inner as usize]);
            }
        }
    }

    /// Logs the cycle that an edge closes: along the edge, up from `w` to the
    /// base, and down to `v`.
    fn log(&mut self, v: u32, w: u32, base: u32, matching: &Matching) {
        let Some(mut cycles) = self.cycles.take() else { return };
        cycles.edge(v, w);
        for (from, down) in [(w, false), (v, true)] {
            let begun = cycles.begun();
            let mut at = self.blossoms.base(from);
            while at != base {
                let inner = matching.raw(at);
                let up = self.up[inner as usize];
                cycles.edge(at, inner);
                cycles.edge(inner, up);
                at = self.blossoms.base(up);
            }
            if down {
                cycles.turn_round(begun);
            }
        }
        cycles.close();
        self.cycles = Some(cycles);
    }

    /// The base nearest to both, on the way up. The two walks take turns, so
    /// the steps are at most twice those of the blossom.
    fn nearest_common(&mut self, one: u32, two: u32, matching: &Matching) -> u32 {
        self.blossoms.walk += 1;
        let walk = self.blossoms.walk;
        let (mut here, mut there) = (Some(one), Some(two));
        loop {
            if let Some(base) = here {
                let seen = &mut self.blossoms.seen[base as usize];
                if std::mem::replace(seen, walk) == walk {
                    return base;
                }
                here = self.above(base, matching);
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Flips the augmenting path that the edge between two outer vertices of
    /// different trees completes (the procedure R of Gabow, *An efficient
    /// implementation of Edmonds' algorithm for maximum matching on graphs*,
    /// 1976). Linear in the length of the path.
    fn flip(&mut self, v: u32, w: u32, matching: &mut Matching) {
        self.pending.extend([(v, w), (w, v)]);
        while let Some((v, to)) = self.pending.pop() {
            let old = matching.raw(v);
            matching.point(v, to);
            if old == NONE || matching.raw(old) != v {
                continue; // a root, or the end of a stretch inside a blossom
            }
            if self.mark[v as usize] == Mark::Grown {
                let up = self.up[old as usize];
                matching.point(old, up);
                self.pending.push((up, old));
            } else {
                let (x, y) = self.blossoms.bridge[v as usize];
                self.pending.extend([(y, x), (x, y)]);
            }
        }
        matching.grown();
    }
}
