use std::hint::black_box;

use criterion::Criterion;
use perfectplay_game::Meter;
use perfectplay_theories::geography::CubeLabels;

use crate::instances::splitmix64;

/// A matching of a cube with scattered holes, and 1000 starts decided.
pub(crate) fn labels(c: &mut Criterion) {
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
