//! Combination Lock at the limits of the contest, and far beyond; each run
//! asserts the answer it times.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_analysis::Solver;
use perfectplay_catalogue::combination_lock::{
    CombinationLock, CombinationLockSolver, Pattern, RULESET,
};
use perfectplay_catalogue::{NoWitness, Tokens};
use perfectplay_game::{Game, Known, Meter, Outcome};

/// 20 cases of 10 discs and up to 1000 forbidden patterns.
fn contest(c: &mut Criterion) {
    let input = include_bytes!("../tests/cases/combination-lock/limit.in");
    let wanted = include_str!("../tests/cases/combination-lock/limit.out");
    let wanted: String = wanted.split_whitespace().map(|line| line.to_owned() + "\n").collect();
    let run = RULESET.contest.expect("a contest ruleset").run;
    c.bench_function("combination-lock contest limit", |b| {
        b.iter(|| {
            let mut output = Vec::new();
            let tokens = &mut Tokens::new(black_box(&input[..]));
            run(tokens, &mut output, &mut Meter::default(), &mut NoWitness).expect("right input");
            assert_eq!(output, wanted.as_bytes());
        });
    });
}

/// 60 discs, 1000 scattered patterns forbidden, all options of the start.
fn sixty_discs(c: &mut Criterion) {
    let mut number = 1u64;
    let mut next = || {
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let signs: Vec<u8> = (4..64).map(|bit| b".="[(number >> bit & 1) as usize]).collect();
        Pattern::parse(&signs, 60).expect("sixty signs")
    };
    let start = next();
    let forbidden: Vec<Pattern> = (0..1000).map(|_| next()).collect();
    let odd = |pattern: &Pattern| pattern.to_string().matches('=').count() % 2 == 1;
    // Nothing is walled in, so a start is lost iff fewer patterns of its side
    // than of the other are forbidden.
    let of_odd = forbidden.iter().filter(|pattern| odd(pattern)).count();
    let lost = if odd(&start) { of_odd < 500 } else { of_odd > 500 };
    let outcome = if lost { Outcome::Loss } else { Outcome::Win };
    let rules = CombinationLock::new(start, &forbidden).expect("different patterns");
    let mut solver = CombinationLockSolver::new(rules);
    c.bench_function("combination-lock 60 discs, 1000 forbidden", |b| {
        b.iter(|| {
            let start = solver.rules().start();
            let judged = solver.judge(black_box(&start), &mut Meter::default()).expect("no limit");
            assert_eq!(judged.evaluation.outcome, Known::Exact(outcome));
            assert_eq!(judged.choices.len(), 60);
        });
    });
}

criterion_group!(benches, contest, sixty_discs);
criterion_main!(benches);
