//! Labelling every start of large graphs; each run asserts the answer it times.
//!
//! The throughput is in vertices.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_game::Meter;
use perfectplay_theories::geography::{CubeLabels, Explicit, Graph, Hypercube, label};

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
    case(c, "cube 10, 30% holes", &cube(10), 366, 373);
    case(c, "cube 20, 30% holes", &cube(20), 366_453, 367_161);
    case(c, "bipartite 10^6, mean degree 3", &sparse(1_000_000, true), 463_630, 400_391);
    case(c, "general 10^5, mean degree 3", &sparse(100_000, false), 46_381, 66_927);
    case(c, "general 10^6, mean degree 3", &sparse(1_000_000, false), 463_680, 137_132);
}

/// A matching of a cube with scattered holes, and 1000 starts decided.
fn local(c: &mut Criterion) {
    let mut group = c.benchmark_group("geography");
    for (dimension, count, size, lost) in [
        (60, 1000u64, 576_460_752_303_422_982, 460),
        (60, 100_000, 576_460_752_303_373_420, 540),
        (20, 300_000, 393_789, 363),
    ] {
        let patterns =
            |seed, count| (0..count).map(move |at| splitmix64(seed, at) >> (64 - dimension));
        let holes: Vec<u64> = patterns(1, count).collect();
        let starts: Vec<u64> = patterns(2, 1000).collect();
        let lost_of = |labels: &mut CubeLabels, meter: &mut Meter| {
            starts.iter().filter(|&&v| labels.loses(v, meter).unwrap()).count()
        };
        group.bench_function(format!("local {dimension}, {count} holes"), |b| {
            b.iter(|| {
                let meter = &mut Meter::default();
                let mut labels = CubeLabels::local(dimension, black_box(&holes), meter).unwrap();
                assert_eq!(labels.matching_size(), size);
                assert_eq!(lost_of(&mut labels, meter), lost);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, labels, local);
criterion_main!(benches);
