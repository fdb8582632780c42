//! Interval Game 2 at the contest's limits, input and output included.

use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_catalogue::{NoWitness, Tokens, ruleset};
use perfectplay_game::Meter;

/// 20 cases of 100 intervals with places up to 100: of any length in even
/// cases, which Alice nearly always wins, of length 2 at every place in odd
/// ones.
fn limit() -> String {
    let mut text = "20\n".to_owned();
    for case in 0..20u64 {
        text += "100\n";
        for nth in 0..100u64 {
            let (start, length) = match case % 2 {
                0 => (1 + (nth * 37 + case) % 99, 1 + nth * 7 + case * 3),
                _ => (1 + nth % (59 + case), 2),
            };
            let end = (start + length).min(100);
            text += &format!("{start} {end}\n");
        }
    }
    text
}

fn benches(c: &mut Criterion) {
    let run = ruleset("interval-game-2").and_then(|r| r.contest).expect("a contest").run;
    let input = limit();
    c.bench_function("interval_game_2/limit", |b| {
        b.iter(|| {
            let mut output = Vec::new();
            let mut tokens = Tokens::new(input.as_bytes());
            run(&mut tokens, &mut output, &mut Meter::default(), &mut NoWitness)
                .expect("good input");
            let lines = output.split(|&b| b == b'\n');
            assert_eq!(lines.filter(|line| *line == b"Alice").count(), ALICE);
        });
    });
}

/// Three cases of 2,000 intervals: anywhere up to 2,000, short ones at places
/// far apart from each other (as many different segments as can be), and
/// length 2 at every place.
fn large() -> String {
    let mut number = 3u64;
    let mut below = |sides: u64| {
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (number >> 33) % sides
    };
    let mut text = "3\n".to_owned();
    for case in 0..3 {
        text += "2000\n";
        for nth in 0..2000 {
            let (start, length) = match case {
                0 => (1 + below(1900), 1 + below(100)),
                1 => (1 + below(1_000_000_000), 1 + below(100)),
                _ => (nth, 2),
            };
            text += &format!("{start} {}\n", start + length);
        }
    }
    text
}

fn beyond(c: &mut Criterion) {
    let run = ruleset("interval-game-2").and_then(|r| r.contest).expect("a contest").run;
    let input = large();
    let mut group = c.benchmark_group("interval_game_2");
    group.sample_size(10);
    group.bench_function("three_of_2000", |b| {
        b.iter(|| {
            let mut output = Vec::new();
            let mut tokens = Tokens::new(input.as_bytes());
            run(&mut tokens, &mut output, &mut Meter::default(), &mut NoWitness)
                .expect("good input");
            assert_eq!(output, LARGE);
        });
    });
    group.finish();
}

/// The last is published: Dawson's Kayles with 2001 points is lost. The others
/// are what this code found.
const LARGE: &[u8] = b"Alice\nBob\nBob\n";

/// Cases that Alice wins, as this code found; that it is right is what the
/// tests show.
const ALICE: usize = 17;

criterion_group!(all, benches, beyond);
criterion_main!(all);
