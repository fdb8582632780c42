//! Labelling every start of large graphs; each run asserts the answer it times.
//!
//! The throughput is in vertices.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_game::Meter;
use perfectplay_theories::geography::{Explicit, Graph, Hypercube, label};

/// The number at `place` of the stream of splitmix64 with this seed.
fn splitmix64(seed: u64, place: u64) -> u64 {
    let mut z = seed.wrapping_add((place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A pattern is a hole with a chance of 3 in 10.
fn cube(dimension: u32) -> Hypercube {
    let mut cube = Hypercube::new(dimension, &mut Meter::default()).unwrap();
    for v in 0..1 << dimension {
        if splitmix64(1, u64::from(v)) % 10 < 3 {
            cube.punch(v);
        }
    }
    cube
}

/// A random graph of mean degree 3.
fn sparse(vertices: u32, bipartite: bool) -> Explicit {
    let n = u64::from(vertices);
    let edges: Vec<(u32, u32)> = (0..n * 3 / 2)
        .map(|at| {
            let end = |place| (splitmix64(1, place) % n) as u32;
            let (v, w) = (end(2 * at), end(2 * at + 1));
            if bipartite { (v & !1, w | 1) } else { (v, w) }
        })
        .filter(|(v, w)| v != w)
        .collect();
    Explicit::from_edges(vertices, &edges).unwrap()
}

fn case(c: &mut Criterion, name: &str, graph: &impl Graph, size: u32, lost: u32) {
    let mut group = c.benchmark_group("geography");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(graph.vertices())));
    group.bench_function(name, |b| {
        b.iter_batched(
            Meter::default,
            |mut meter| {
                let labels = label(black_box(graph), &mut meter).unwrap();
                assert_eq!((labels.matching.size(), labels.lost.count()), (size, lost), "{name}");
                labels
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn labels(c: &mut Criterion) {
    case(c, "cube 10, 30% holes", &cube(10), 0, 0);
    case(c, "cube 20, 30% holes", &cube(20), 0, 0);
    case(c, "bipartite 10^6, mean degree 3", &sparse(1_000_000, true), 0, 0);
    case(c, "general 10^5, mean degree 3", &sparse(100_000, false), 0, 0);
    case(c, "general 10^6, mean degree 3", &sparse(1_000_000, false), 0, 0);
}

criterion_group!(benches, labels);
criterion_main!(benches);
