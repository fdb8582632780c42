//! Final Stage at the contest's limits and beyond, input and output included.
//! Ten million turns and questions are timed where the variable LARGE is set.

use std::fmt::Write;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_catalogue::{NoWitness, Tokens, ruleset};
use perfectplay_game::Meter;

/// So many turns and questions, bounds up to 10^9, counts up to the sum of
/// the largest takings. Numbers look random and are the same everywhere
/// (SplitMix64).
fn input(size: u64) -> String {
    let mut state = 11u64;
    let mut number = |below: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        1 + (z ^ (z >> 31)) % below
    };
    let mut text = format!("{size}\n");
    let mut most = 0;
    for _ in 0..size {
        // Narrow ranges, so that many runs live on.
        let least = number(1_000_000_000 - 100);
        let slack = number(100);
        most += least + slack;
        writeln!(text, "{least} {}", least + slack).expect("room");
    }
    writeln!(text, "{size}").expect("room");
    for _ in 0..size {
        writeln!(text, "{}", number(most)).expect("room");
    }
    text
}

fn benches(c: &mut Criterion) {
    let run = ruleset("final-stage").and_then(|r| r.contest).expect("a contest").run;
    let mut group = c.benchmark_group("final_stage");
    group.sample_size(10);
    let mut sizes = vec![("limit", 300_000, LIMIT), ("million", 1_000_000, MILLION)];
    if std::env::var_os("LARGE").is_some() {
        sizes.push(("ten_million", 10_000_000, TEN_MILLION));
    }
    for (name, size, alice) in sizes {
        let input = input(size);
        group.throughput(Throughput::Bytes(input.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut output = Vec::new();
                let mut tokens = Tokens::new(input.as_bytes());
                run(&mut tokens, &mut output, &mut Meter::default(), &mut NoWitness)
                    .expect("good input");
                let lines = output.split(|&b| b == b'\n');
                assert_eq!(lines.filter(|line| *line == b"Alice").count(), alice);
            });
        });
        group.bench_function(format!("{name}_tokens_alone"), |b| {
            b.iter(|| {
                let mut tokens = Tokens::new(input.as_bytes());
                let mut sum = 0i64;
                for _ in 0..3 * size + 2 {
                    sum ^= tokens.integer(0..=i64::MAX).expect("good input");
                }
                assert_ne!(sum, 0);
            });
        });
    }
    group.finish();
}

/// Questions that Alice wins, as this code found; that they are right is what
/// the tests show.
const LIMIT: usize = 150_217;
const MILLION: usize = 500_248;
const TEN_MILLION: usize = 4_997_814;

criterion_group!(all, benches);
criterion_main!(all);
