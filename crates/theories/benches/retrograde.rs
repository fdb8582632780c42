//! Connect Four on 5 columns of 4 rows, whose counts are published.

#[path = "../tests/retrograde/games/connect_four.rs"]
mod connect_four;

use std::hint::black_box;

use connect_four::ConnectFour;
use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_game::{Game, Meter, Outcome};
use perfectplay_theories::retrograde::{Counts, hashed};

/// 5 x 4: all positions, by the outcome for their mover.
const COUNTS: Counts = Counts { wins: 1_390_516, losses: 1_251_559, ties: 1_303_636, draws: 0 };

fn solve(threads: usize) -> u64 {
    let game = black_box(ConnectFour::new(5, 4));
    let meter = &mut Meter::default();
    let solved = hashed::solve_shared(&game, [game.start()], threads, meter);
    let solved = solved.expect("no limit is near");
    assert_eq!(solved.counts(), COUNTS);
    let start = solved.standing(&game.start()).expect("it is a root");
    assert_eq!(start.outcome, Outcome::Tie);
    solved.bytes()
}

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("retrograde");
    group.sample_size(10);
    group.throughput(criterion::Throughput::Elements(COUNTS.total()));
    for threads in [1, 2] {
        group.bench_function(format!("connect_four_5x4_threads_{threads}"), |b| {
            b.iter(|| assert!(solve(threads) <= 20 * COUNTS.total()));
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
