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
use super::{Graph, VertexSet};

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
    /// Of an inner vertex that a blossom made outer: the edge (x, y) that
    /// closed the blossom. Its even path goes by its mate to x, then from y
    /// to the root.
    bridge: Vec<(u32, u32)>,
    /// Union-find: leads to the base of the blossom that the vertex is in.
    base: Vec<u32>,
    /// Of an outer vertex.
    root: Vec<u32>,
    dead: VertexSet,
    /// Bases seen by the walk number `walk`, for the nearest common one.
    seen: Vec<u32>,
    walk: u32,
    /// The outer vertices, in the order in which they are scanned.
    queue: Vec<u32>,
    /// Rematchings still to do while a path is flipped.
    pending: Vec<(u32, u32)>,
}

/// Bytes a vertex that the forest takes, but for its bit sets.
const BYTES: u64 = 33;

/// Makes `matching` a maximum one and returns the vertices that some maximum
/// matching misses.
///
/// Time O(ports * a) a phase, a being the inverse Ackermann function or, as
/// paths are halved without ranks, at worst a logarithm; the number of phases
/// is at most the number of flips and some tens in practice. About 33 bytes a
/// vertex held while it runs.
pub(super) fn maximise<G: Graph>(
    graph: &G,
    matching: &mut Matching,
    meter: &mut Meter,
) -> Result<VertexSet, Stop> {
    let n = graph.vertices();
    let bytes = BYTES * u64::from(n) + 2 * VertexSet::bytes(n);
    meter.hold(bytes)?;
    let mut forest = Forest::new(n);
    loop {
        forest.clear();
        let before = matching.size();
        forest.plant(graph, matching, meter)?;
        forest.grow(graph, matching, meter)?;
        if matching.size() == before {
            break;
        }
    }
    let mut outer = VertexSet::empty(n);
    for &v in &forest.queue {
        outer.insert(v);
    }
    meter.release(bytes);
    Ok(outer)
}

impl Forest {
    fn new(n: u32) -> Self {
        let n_ = n as usize;
        Forest {
            mark: vec![Mark::Free; n_],
            up: vec![NONE; n_],
            bridge: vec![(NONE, NONE); n_],
            base: (0..n).collect(),
            root: vec![NONE; n_],
            dead: VertexSet::empty(n),
            seen: vec![0; n_],
            walk: 0,
            queue: Vec::with_capacity(n_),
            pending: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.mark.fill(Mark::Free);
        for (v, base) in (0..).zip(&mut self.base) {
            *base = v;
        }
        for &v in &self.queue {
            self.dead.remove(v);
        }
        self.queue.clear();
        // `up`, `bridge` and `root` are written before they are read again;
        // walks are told apart by number.
        if self.walk > u32::MAX / 2 {
            self.walk = 0;
            self.seen.fill(0);
        }
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

    /// The base of the blossom that `v` is in.
    fn base(&mut self, v: u32) -> u32 {
        let mut v = v as usize;
        while self.base[v] as usize != v {
            let above = self.base[self.base[v] as usize];
            self.base[v] = above;
            v = above as usize;
        }
        v as u32
    }

    /// The next base above a base, towards the root.
    fn above(&mut self, base: u32, matching: &Matching) -> Option<u32> {
        let inner = matching.mate(base)?;
        let outer = self.up[inner as usize];
        Some(self.base(outer))
    }

    /// Two outer vertices of one tree are adjacent: makes one blossom of the
    /// odd cycle, unless they are in one already.
    fn close(&mut self, v: u32, w: u32, matching: &Matching) {
        let (one, two) = (self.base(v), self.base(w));
        if one == two {
            return;
        }
        let base = self.nearest_common(one, two, matching);
        for (x, y) in [(v, w), (w, v)] {
            let mut at = self.base(x);
            while at != base {
                let inner = matching.raw(at);
                self.bridge[inner as usize] = (x, y);
                self.root[inner as usize] = self.root[x as usize];
                self.set_outer(inner, Mark::Bridged);
                self.base[at as usize] = base;
                self.base[inner as usize] = base;
                at = self.base(self.up[inner as usize]);
            }
        }
    }

    /// The base nearest to both, on the way up. The two walks take turns, so
    /// the steps are at most twice those of the blossom.
    fn nearest_common(&mut self, one: u32, two: u32, matching: &Matching) -> u32 {
        self.walk += 1;
        let (mut here, mut there) = (Some(one), Some(two));
        loop {
            if let Some(base) = here {
                if self.seen[base as usize] == self.walk {
                    return base;
                }
                self.seen[base as usize] = self.walk;
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
                let (x, y) = self.bridge[v as usize];
                self.pending.extend([(y, x), (x, y)]);
            }
        }
        matching.grown();
    }
}
