//! Certificates of large games: solving, certifying and verifying each. Every
//! run asserts what it confirms, and that the certificate is small.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use perfectplay_analysis::{Analysis, Face, Solver};
use perfectplay_catalogue::combination_lock::{CombinationLock, CombinationLockSolver, Pattern};
use perfectplay_catalogue::final_stage::{FinalStage, FinalStageSolver, Turn};
use perfectplay_game::{Game, Meter, Player};
use perfectplay_proof::Form;
use perfectplay_theories::geography::{Hypercube, label};
use perfectplay_theories::timed_pile::TimedPile;

/// splitmix64 with seed 1: the number at `place` of the stream.
fn splitmix64(place: u64) -> u64 {
    let mut z = 1u64.wrapping_add((place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// What a certificate is about.
#[derive(Clone, Copy)]
enum About {
    Start,
    All,
}

/// Times `solve`, which has to find that number, and of a new solver the
/// certificate and its verification, which has to say `claim` of at most `most`
/// bytes.
fn three<S: Solver>(
    c: &mut Criterion,
    name: &str,
    (solve, number): (impl Fn() -> u64, u64),
    new: impl Fn() -> S,
    (about, claim, most): (About, &str, usize),
) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    group.bench_function("solve", |b| b.iter(|| assert_eq!(solve(), number)));
    let face = Face(new());
    let start = face.start();
    let certify = |face: &mut Face<S>| {
        let (mut bytes, meter) = (Vec::new(), &mut Meter::default());
        let done = match about {
            About::Start => face.certify(&start, Form::Binary, meter, &mut bytes),
            About::All => face.certify_all(&start, Form::Binary, meter, &mut bytes),
        };
        done.expect("a certificate");
        bytes
    };
    group.bench_function("certify", |b| {
        b.iter_batched_ref(|| Face(new()), certify, BatchSize::PerIteration);
    });
    let bytes = certify(&mut Face(new()));
    assert!(bytes.len() <= most, "{} bytes", bytes.len());
    group.bench_function("verify", |b| {
        b.iter(|| {
            let found = face.verify(&mut black_box(&bytes[..]), &mut Meter::default());
            assert_eq!(found.expect("confirmed").claim, claim);
        });
    });
    group.finish();
}

fn pattern(number: u64, discs: u32) -> Pattern {
    let signs: Vec<u8> = (0..discs).map(|disc| b".="[(number >> disc & 1) as usize]).collect();
    Pattern::parse(&signs, discs).expect("as many signs")
}

/// 60 discs, 1000 scattered patterns forbidden: the start.
fn large_lock(c: &mut Criterion) {
    let forbidden: Vec<Pattern> = (1..=1000).map(|nth| pattern(splitmix64(nth), 60)).collect();
    let start = pattern(splitmix64(0), 60);
    let rules = CombinationLock::new(start, &forbidden).expect("a game");
    let new = || CombinationLockSolver::new(rules.clone());
    let solve = || {
        let judged = new().judge(&black_box(&rules).start(), &mut Meter::default());
        judged.expect("no limit").choices.iter().filter(|choice| choice.keeps).count() as u64
    };
    let claim = format!("Second wins from {start}");
    three(c, "lock of 60 discs", (solve, 60), new, (About::Start, &claim, 1_000_000));
}

/// 22 discs, three tenths of the patterns forbidden at random: labels of all
/// starts, in less than a byte a pattern.
fn lock(c: &mut Criterion) {
    const DISCS: u32 = 22;
    let pattern = |number: u64| pattern(number, DISCS);
    let is_forbidden = |number: &u64| splitmix64(*number) % 10 < 3;
    let start = (0..).find(|number| !is_forbidden(number)).expect("a start");
    let forbidden: Vec<Pattern> = (0..1 << DISCS).filter(is_forbidden).map(pattern).collect();
    let rules = CombinationLock::new(pattern(start), &forbidden).expect("a game");
    let mut cube = Hypercube::new(DISCS, &mut Meter::default()).expect("room");
    (0..1 << DISCS).filter(is_forbidden).for_each(|number| {
        cube.punch(number as u32);
    });
    let solve = || u64::from(label(&cube, &mut Meter::default()).expect("room").lost.count());
    let claim = "all 2934612 starts are labelled, 1468049 of them lost for First";
    let new = || CombinationLockSolver::new(rules.clone());
    three(c, "lock of 22 discs", (solve, 1_468_049), new, (About::All, claim, 2_934_612));
}

/// A million turns: all stone counts, in at most two bytes a turn.
fn pile(c: &mut Criterion, name: &str, turn: impl Fn(u64) -> (u64, u64), runs: u64) {
    const TURNS: u64 = 1_000_000;
    let turns: Vec<(Player, u64, u64)> = (0..TURNS)
        .map(|nth| {
            let (least, most) = turn(nth);
            (Player::alternating(nth as usize), least, most)
        })
        .collect();
    let of_theory: Vec<_> = turns
        .iter()
        .filter_map(|&(mover, least, most)| {
            perfectplay_theories::timed_pile::Turn::new(mover, least, most)
        })
        .collect();
    let solve = || {
        let pile = TimedPile::new(black_box(&of_theory), &mut Meter::default()).expect("room");
        pile.runs().count() as u64
    };
    let of_rules: Vec<Turn> =
        turns.iter().filter_map(|&(mover, least, most)| Turn::new(mover, least, most)).collect();
    let new = || FinalStageSolver::new(FinalStage::new(of_rules.clone(), 1_000_000));
    let claim = format!("every stone count in turn 1 is labelled, in {runs} runs");
    three(c, name, (solve, runs), new, (About::All, &claim, 2 * TURNS as usize));
}

fn piles(c: &mut Criterion) {
    let number = |place: u64, below: u64| 1 + splitmix64(place) % below;
    let wide = |nth: u64| {
        let (one, other) = (number(2 * nth, 1_000_000_000), number(2 * nth + 1, 1_000_000_000));
        (one.min(other), one.max(other))
    };
    // Hardly any run vanishes.
    let narrow = |nth: u64| {
        let least = number(2 * nth, 1_000_000_000 - 100);
        (least, least + number(2 * nth + 1, 100))
    };
    let short = |nth: u64| {
        let least = number(2 * nth, 10);
        (least, least + number(2 * nth + 1, 10) - 1)
    };
    pile(c, "pile, wide turns", wide, 1_061);
    pile(c, "pile, narrow turns", narrow, 999_965);
    pile(c, "pile, short turns", short, 1_236);
}

criterion_group!(benches, lock, large_lock, piles);
criterion_main!(benches);
