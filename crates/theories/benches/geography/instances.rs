//! Cubes and graphs that are the same everywhere.

use perfectplay_game::{Limits, Meter};
use perfectplay_theories::geography::{Explicit, Hypercube};

/// A meter that lets the largest instance through.
pub(crate) fn meter() -> Meter {
    Meter::new(Limits { memory: 1 << 36, ..Limits::default() })
}

/// The number at `place` of the stream of splitmix64 with this seed.
pub(crate) fn splitmix64(seed: u64, place: u64) -> u64 {
    let mut z = seed.wrapping_add((place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The cube of the patterns for which `keep` says so.
pub(crate) fn kept(dimension: u32, keep: impl Fn(u32) -> bool) -> Hypercube {
    let mut cube = Hypercube::new(dimension, &mut meter()).expect("room");
    (0..1 << dimension).filter(|&v| !keep(v)).for_each(|v| {
        cube.punch(v);
    });
    cube
}

/// A pattern is a hole with a chance of so many in 1000.
pub(crate) fn random(dimension: u32, permille: u64) -> Hypercube {
    kept(dimension, |v| splitmix64(1, u64::from(v)) % 1000 >= permille)
}

/// The same, with vertices taken from the class that has more until both have
/// as many.
pub(crate) fn balanced(dimension: u32, permille: u64) -> Hypercube {
    use perfectplay_theories::geography::Graph;
    let mut cube = random(dimension, permille);
    let odd = |v: &u32| v.count_ones() % 2 == 1;
    let there = (0..1u32 << dimension).filter(|&v| cube.contains(v));
    let odd_ones = there.clone().filter(odd).count();
    let all = there.count();
    let mut surplus = all.abs_diff(2 * odd_ones);
    let more_odd = 2 * odd_ones > all;
    for place in 0.. {
        if surplus == 0 {
            break;
        }
        let v = (splitmix64(2, place) >> (64 - dimension)) as u32;
        if odd(&v) == more_odd && cube.punch(v) {
            surplus -= 1;
        }
    }
    cube
}

/// The patterns that satisfy `clauses` random clauses of three literals each.
pub(crate) fn models(dimension: u32, clauses: u64) -> Hypercube {
    // Bits that must not all be as in `wrong`.
    let clauses: Vec<(u32, u32)> = (0..clauses)
        .map(|clause| {
            let bits = (0..3).map(|at| splitmix64(3, 4 * clause + at) % u64::from(dimension));
            let bits = bits.fold(0, |bits, bit| bits | 1 << bit);
            (bits, bits & splitmix64(3, 4 * clause + 3) as u32)
        })
        .collect();
    kept(dimension, |v| clauses.iter().all(|&(bits, wrong)| v & bits != wrong))
}

/// Hamming balls of this radius around four random patterns.
pub(crate) fn balls(dimension: u32, radius: u32) -> Hypercube {
    let centres: Vec<u32> =
        (0..4).map(|place| (splitmix64(4, place) >> (64 - dimension)) as u32).collect();
    kept(dimension, |v| centres.iter().any(|centre| (centre ^ v).count_ones() <= radius))
}

/// A random graph whose mean degree is so many tenths.
pub(crate) fn sparse(vertices: u32, tenths: u64, bipartite: bool) -> Explicit {
    let n = u64::from(vertices);
    let edges: Vec<(u32, u32)> = (0..n * tenths / 20)
        .map(|at| {
            let end = |place| (splitmix64(1, place) % n) as u32;
            let (v, w) = (end(2 * at), end(2 * at + 1));
            if bipartite { (v & !1, w | 1) } else { (v, w) }
        })
        .filter(|(v, w)| v != w)
        .collect();
    Explicit::from_edges(vertices, &edges).expect("edges of the graph")
}

/// Cycles of five vertices, each joined with a random other vertex: odd cycles
/// everywhere.
pub(crate) fn odd_cycles(cycles: u32) -> Explicit {
    let n = u64::from(5 * cycles);
    let around = (0..5 * cycles).map(|v| (v, v / 5 * 5 + (v + 1) % 5));
    let between = (0..cycles).map(|at| (5 * at, (splitmix64(5, u64::from(at)) % n) as u32));
    let edges: Vec<_> = around.chain(between).filter(|(v, w)| v != w).collect();
    Explicit::from_edges(5 * cycles, &edges).expect("edges of the graph")
}
