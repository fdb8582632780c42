//! Instructions of every contest at its limit, counted by valgrind: a number
//! that does not depend on what else the machine does. Needs valgrind and a
//! gungraun-runner of the same version as the library. Each run asserts the
//! answer it counts.

#![allow(missing_docs)]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use perfectplay_catalogue::{NoWitness, Tokens, ruleset};
use perfectplay_game::Meter;

macro_rules! case {
    ($name:literal, $case:literal) => {
        (
            $name,
            include_str!(concat!("../tests/cases/", $name, "/", $case, ".in")),
            include_str!(concat!("../tests/cases/", $name, "/", $case, ".out")),
        )
    };
}

#[library_benchmark]
#[bench::smart_boy(case!("smart-boy", "limit"))]
#[bench::interval_game_2(case!("interval-game-2", "limit"))]
#[bench::combination_lock(case!("combination-lock", "limit"))]
#[bench::final_stage(case!("final-stage", "larger"))]
#[bench::superglue(case!("superglue", "four-four"))]
fn contest((name, input, wanted): (&str, &str, &str)) {
    let contest = ruleset(name).and_then(|ruleset| ruleset.contest).expect("a contest ruleset");
    let mut output = Vec::new();
    let mut tokens = Tokens::new(black_box(input).as_bytes());
    (contest.run)(&mut tokens, &mut output, &mut Meter::default(), &mut NoWitness)
        .expect("right input");
    let output = String::from_utf8(output).expect("ASCII");
    assert!(output.split_whitespace().eq(wanted.split_whitespace()));
}

library_benchmark_group!(name = contests; benchmarks = contest);
main!(library_benchmark_groups = contests);
