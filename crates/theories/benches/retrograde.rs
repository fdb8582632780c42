//! Games whose counts are published, or follow from what is.

#[path = "../tests/retrograde/games/connect_four.rs"]
mod connect_four;
#[path = "../tests/retrograde/games/heaps.rs"]
mod heaps;
#[path = "../tests/retrograde/games/pursuit.rs"]
mod pursuit;

use std::hint::black_box;

use connect_four::ConnectFour;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use heaps::Heaps;
use perfectplay_game::{Game, Limits, Meter, Outcome, Player, Ranks};
use perfectplay_theories::retrograde::{Counts, hashed, ranked};
use pursuit::Pursuit;

/// Connect Four, 5 columns of 4 rows: all positions, by the outcome for their
/// mover.
const CONNECT_FOUR: Counts =
    Counts { wins: 1_390_516, losses: 1_251_559, ties: 1_303_636, draws: 0 };

/// Two cops catch a robber on any grid: who moves first makes no difference.
const PURSUIT: Counts = Counts {
    wins: 14 * 14 * 14 * 14 * 14 * 14,
    losses: 14 * 14 * 14 * 14 * 14 * 14,
    ties: 0,
    draws: 0,
};

/// Heaps of up to 159 stones, of which up to three may be taken: lost where the
/// XOR of the stones modulo four is 0, which is one in four.
const HEAPS: Counts = Counts { wins: 6_144_000, losses: 2_048_000, ties: 0, draws: 0 };

/// A meter that lets tables take so many bytes a position.
fn meter(counts: Counts, bytes: u64) -> Meter {
    Meter::new(Limits { memory: counts.total() * bytes, ..Limits::default() })
}

fn connect_four(threads: usize) {
    let game = black_box(ConnectFour::new(5, 4));
    let solved = hashed::solve_shared(&game, [game.start()], threads, &mut meter(CONNECT_FOUR, 20));
    let solved = solved.expect("20 bytes a position do");
    assert_eq!(solved.counts(), CONNECT_FOUR);
    let start = solved.standing(&game.start()).expect("it is a root");
    assert_eq!(start.outcome, Outcome::Tie);
}

fn pursuit(threads: usize) -> ranked::Solved {
    let game = black_box(Pursuit { columns: 14, rows: 14, alone: false });
    let solved = ranked::solve_shared(&game, threads, &mut meter(PURSUIT, 6));
    let solved = solved.expect("6 bytes a position do");
    assert_eq!(solved.counts(), PURSUIT);
    solved
}

/// Moves that the cops need, from the best cells against the best cell.
fn capture_time(solved: &ranked::Solved) -> Option<u32> {
    let game = Pursuit { columns: 14, rows: 14, alone: false };
    let cells = 14 * 14;
    let cops = (0..cells).flat_map(|one| (0..cells).map(move |other| [one, other]));
    let plies = cops.map(|[one, other]| {
        let plies =
            |robber| solved.standing(&game, &(Player::First, [one, other, robber]))?.remoteness;
        (0..cells).map(plies).max().flatten()
    });
    plies.min().flatten().map(|plies| plies.div_ceil(2))
}

fn heaps() {
    let game = black_box(Heaps { size: 160 });
    let solved = ranked::solve(&game, &mut meter(HEAPS, 6)).expect("6 bytes a position do");
    assert_eq!(solved.counts(), HEAPS);
}

fn bench(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, counts: Counts, work: impl Fn()) {
    group.throughput(Throughput::Elements(counts.total()));
    group.bench_function(name, |b| b.iter(&work));
}

fn benches(c: &mut Criterion) {
    assert_eq!(Pursuit { columns: 14, rows: 14, alone: false }.size(), PURSUIT.total());
    assert_eq!(Heaps { size: 160 }.size(), HEAPS.total());
    // Mehrabian 2011: floor((14 + 14) / 2) - 1.
    assert_eq!(capture_time(&pursuit(1)), Some(13));
    let mut group = c.benchmark_group("retrograde");
    group.sample_size(10);
    for threads in [1, 2] {
        let name = format!("connect_four_5x4_threads_{threads}");
        bench(&mut group, &name, CONNECT_FOUR, || connect_four(threads));
        let name = format!("pursuit_14x14_threads_{threads}");
        bench(&mut group, &name, PURSUIT, || drop(pursuit(threads)));
    }
    bench(&mut group, "heaps_160", HEAPS, heaps);
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
