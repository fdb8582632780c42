//! Values of heap games, and proofs of their periods.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_game::Meter;
use perfectplay_theories::heap_games::record::Run;
use perfectplay_theories::heap_games::{Code, Means, Regularity, Sequence, Shape, Values};

fn code(text: &str) -> Code {
    text.parse().expect("a code")
}

/// The largest value and a hash (FNV-1a, of values) of the first ones.
fn digest(text: &str, count: usize, means: Means) -> (u64, u64) {
    let mut values = Values::by(&code(text), means);
    values.extend(count, &mut Meter::default()).expect("no limit is near");
    let first = || values.iter().take(count);
    let hash = first().fold(0xcbf2_9ce4_8422_2325u64, |hash, value| {
        (hash ^ value).wrapping_mul(0x0100_0000_01b3)
    });
    (first().max().unwrap_or(0), hash)
}

/// The naive way, which the sparse one must agree with.
fn naive(c: &mut Criterion) {
    let mut group = c.benchmark_group("heap_games_naive");
    group.sample_size(10);
    let all_pairs = Means { sparse: false, ..Means::default() };
    for (text, count) in [("0.07", 100_000), ("0.16", 50_000), ("0.376", 20_000), ("0.6", 10_000)] {
        let want = digest(text, count, Means { wide: false, ..all_pairs });
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(text, |b| {
            b.iter(|| assert_eq!(digest(black_box(text), count, all_pairs), want));
        });
    }
    group.finish();
}

/// The sparse-space method. That the values are right is held against the naive
/// way where that ends in time; the largest ones are published.
fn sparse(c: &mut Criterion) {
    let mut group = c.benchmark_group("heap_games_sparse");
    group.sample_size(10);
    let one = Means { threads: 1, ..Means::default() };
    for (text, count, most) in [
        ("0.77", 1_000_000, 8),
        ("0.104", 1_000_000, 27),
        ("0.106", 1_000_000, 27),
        ("0.16", 1_000_000, 23),
        ("0.56", 1_000_000, 64),
        ("0.644", 1_000_000, 64),
        ("0.054", 1_000_000, 34),
        ("0.6", 200_000, 291),
        ("grundys-game", 200_000, 230),
    ] {
        let short = 5000;
        let all_pairs = Means { sparse: false, ..Means::default() };
        assert_eq!(digest(text, short, one), digest(text, short, all_pairs));
        let want = digest(text, count, one);
        assert_eq!(want.0, most, "{text}");
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(text, |b| {
            b.iter(|| assert_eq!(digest(black_box(text), count, one), want));
        });
    }
    group.finish();
}

/// Games of many pairs, on one thread and on two.
fn threads(c: &mut Criterion) {
    let mut group = c.benchmark_group("heap_games_threads");
    group.sample_size(10);
    let count = 1_000_000;
    for (text, most) in [("0.6", 302), ("grundys-game", 231)] {
        let want = digest(text, count, Means { threads: 1, ..Means::default() });
        assert_eq!(want.0, most, "{text}");
        group.throughput(Throughput::Elements(count as u64));
        for threads in [1, 2] {
            let means = Means { threads, ..Means::default() };
            group.bench_function(format!("{text}/{threads}"), |b| {
                b.iter(|| assert_eq!(digest(black_box(text), count, means), want));
            });
        }
    }
    group.finish();
}

/// From a code to a proved period. All periods are published.
fn periods(c: &mut Criterion) {
    let mut group = c.benchmark_group("heap_games_period");
    group.sample_size(10);
    for (text, period, preperiod) in [
        ("0.77", 12, 71),
        ("0.156", 349, 3479),
        ("0.356", 142, 7315),
        ("0.644", 442, 3256),
        ("0.165", 1550, 5181),
        ("0.16", 149_459, 105_351),
        ("0.56", 144, 326_640),
        ("0.127", 4, 46_578),
        ("0.376", 4, 2_268_248),
        ("0.354", 1180, 10_061_916),
    ] {
        let want = Shape { preperiod, period, saltus: 0 };
        group.bench_function(text, |b| {
            b.iter(|| {
                let mut sequence = Sequence::new(&code(black_box(text)));
                let found = sequence.search(30_000_000, &mut Meter::default());
                let Ok(Regularity::Proved(proved)) = found else { panic!("{found:?}") };
                assert_eq!(proved.shape(), want);
            });
        });
    }
    group.finish();
}

/// A run in constant memory, which has to come to the values of the list.
fn record(c: &mut Criterion) {
    let mut group = c.benchmark_group("heap_games_record");
    group.sample_size(10);
    for (text, count) in [("0.104", 1_000_000), ("0.106", 1_000_000), ("0.454", 1_000_000)] {
        let run = Run::new(&code(text), &mut Meter::default()).expect("no limit is near");
        let heaps = run.heaps() as usize + count;
        let (_, want) = digest(text, heaps, Means::default());
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(text, |b| {
            b.iter(|| {
                let mut run = run.clone();
                run.advance(black_box(count as u64), &mut Meter::default()).expect("no limit");
                assert_eq!(run.digest(), want);
            });
        });
    }
    group.finish();
}

criterion_group!(all, naive, sparse, threads, periods, record);
criterion_main!(all);
