//! Graphs to test on.

use perfectplay_game::Meter;
use perfectplay_theories::geography::{Explicit, Hypercube};
use proptest::prelude::*;

/// A stream of numbers that is the same everywhere (splitmix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, n: u32) -> u32 {
        (self.next() % u64::from(n)) as u32
    }
}

/// A graph; pairs of equal ends are left out.
pub(crate) fn graph(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Explicit {
    let edges: Vec<_> = edges.into_iter().filter(|(v, w)| v != w).collect();
    Explicit::from_edges(vertices, &edges).expect("ends are vertices, and no self loop is left")
}

/// `edges` random edges, self loops left out.
pub(crate) fn random(vertices: u32, edges: u32, seed: u64) -> Explicit {
    let mut numbers = Numbers(seed);
    graph(vertices, (0..edges).map(|_| (numbers.below(vertices), numbers.below(vertices))))
}

/// A random bipartite graph: even ids on one side, odd ones on the other.
pub(crate) fn random_bipartite(vertices: u32, edges: u32, seed: u64) -> Explicit {
    let mut numbers = Numbers(seed);
    let half = vertices / 2;
    let edge = |n: &mut Numbers| (2 * n.below(half), 2 * n.below(half) + 1);
    graph(vertices, (0..edges).map(|_| edge(&mut numbers)))
}

/// A cube in which a pattern is a hole with a chance of `percent` in 100.
pub(crate) fn cube(dimension: u32, percent: u32, seed: u64) -> Hypercube {
    let mut cube = Hypercube::new(dimension, &mut Meter::default()).expect("it is small");
    let mut numbers = Numbers(seed);
    for v in 0..1u32 << dimension {
        if numbers.below(100) < percent {
            cube.punch(v);
        }
    }
    cube
}

/// A grid graph of `rows` times `columns` cells, id = row * columns + column;
/// cells for which `hole` says so have no edges.
pub(crate) fn grid(rows: u32, columns: u32, hole: impl Fn(u32) -> bool) -> Explicit {
    let cells = rows * columns;
    let right = (0..cells).filter(|v| (v + 1) % columns != 0).map(|v| (v, v + 1));
    let down = (0..cells.saturating_sub(columns)).map(|v| (v, v + columns));
    graph(cells, right.chain(down).filter(|&(v, w)| !hole(v) && !hole(w)))
}

pub(crate) fn path(vertices: u32) -> Explicit {
    graph(vertices, (1..vertices).map(|v| (v - 1, v)))
}

pub(crate) fn cycle(vertices: u32) -> Explicit {
    graph(vertices, (0..vertices).map(|v| (v, (v + 1) % vertices)))
}

pub(crate) fn complete(vertices: u32) -> Explicit {
    graph(vertices, (0..vertices).flat_map(|v| (0..v).map(move |w| (w, v))))
}

pub(crate) fn petersen() -> Explicit {
    let outer = (0..5).map(|v| (v, (v + 1) % 5));
    let inner = (0..5).map(|v| (5 + v, 5 + (v + 2) % 5));
    graph(10, outer.chain(inner).chain((0..5).map(|v| (v, v + 5))))
}

/// Odd ears one on the other (so the graph is factor-critical) behind a stem
/// of `stem` vertices: every search has to see through nested blossoms.
/// Returns the graph and the number of vertices of the flower.
pub(crate) fn flower(ears: u32, stem: u32, seed: u64) -> (Explicit, u32) {
    let mut numbers = Numbers(seed);
    let mut edges = Vec::new();
    let mut n = 1;
    for _ in 0..ears {
        let (from, to) = (numbers.below(n), numbers.below(n));
        // An ear with both feet on one vertex must not be a double edge.
        let inner = 2 * numbers.below(3) + if from == to { 2 } else { 0 };
        let mut last = from;
        for _ in 0..inner {
            edges.push((last, n));
            last = n;
            n += 1;
        }
        edges.push((last, to));
    }
    let flower = n;
    let mut last = numbers.below(flower);
    for _ in 0..stem {
        edges.push((last, n));
        last = n;
        n += 1;
    }
    // Names are shuffled, so that greedy matching does not follow the ears.
    let mut name: Vec<u32> = (0..n).collect();
    for at in (1..n).rev() {
        name.swap(at as usize, numbers.below(at + 1) as usize);
    }
    let named = edges.iter().map(|&(v, w)| (name[v as usize], name[w as usize]));
    (graph(n, named), flower)
}

/// Random small graphs that shrink to fewer edges.
pub(crate) fn small(vertices: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = Explicit> {
    vertices.prop_flat_map(|n| {
        let most = (n * (n - 1) / 2 + 1) as usize;
        proptest::collection::vec((0..n, 0..n), 0..=most).prop_map(move |edges| graph(n, edges))
    })
}
