//! All segments of thousands of intervals.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_game::Meter;
use perfectplay_theories::sprague_grundy::segments::{Interval, Segment, Segments};

/// Intervals that look random and are the same everywhere (SplitMix64).
fn random(count: usize, coordinates: u64) -> Vec<Interval> {
    let mut state = 7u64;
    let mut place = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % coordinates) as i64 + 1
    };
    let mut intervals = Vec::new();
    while intervals.len() < count {
        let (a, b) = (place(), place());
        intervals.extend(Interval::new(a.min(b), a.max(b)));
    }
    intervals
}

/// Length 2 at every place of a line with `count` + 1 points.
fn dawson(count: i64) -> Vec<Interval> {
    (0..count).filter_map(|start| Interval::new(start, start + 2)).collect()
}

fn value(intervals: &[Interval]) -> (Option<u64>, Option<u64>) {
    let segments = Segments::new(intervals, &mut Meter::default()).expect("no limit is near");
    (segments.value(Segment::ALL), segments.all().map(|(_, value)| value).max())
}

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("segments");
    group.sample_size(10);
    // What random intervals give is what this code found. The values of
    // Dawson's Kayles are published: none is above 9, and with 2001 points,
    // which is 63 in the period of 34, the value is 0.
    for (name, intervals, want) in [
        ("random_100", random(100, 100), (Some(12), Some(12))),
        ("random_2000", random(2000, 2000), (Some(47), Some(47))),
        ("random_5000", random(5000, 1_000_000_000), (Some(82), Some(82))),
        ("dawson_2000", dawson(2000), (Some(0), Some(9))),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(value(black_box(&intervals)), want));
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
