//! Smart Boy at the limits of the contest, and on whole dictionaries; each run
//! asserts the answer it times.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_catalogue::smart_boy::{RULESET, Scoring, SmartBoy, SmartBoySolver, Valued};
use perfectplay_catalogue::{NoWitness, Tokens};
use perfectplay_game::Meter;
use perfectplay_theories::lexicographic::Preference;

fn answer(input: &[u8]) -> String {
    let run = RULESET.contest.expect("a contest ruleset").run;
    let mut output = Vec::new();
    run(&mut Tokens::new(input), &mut output, &mut Meter::default(), &mut NoWitness)
        .expect("right input");
    String::from_utf8(output).expect("ASCII")
}

/// Words from a small generator, the same on every machine.
fn words(count: usize, letters: u64, lengths: std::ops::Range<u64>) -> String {
    let mut number = 1u64;
    let mut below = |sides: u64| {
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (number >> 33) % sides
    };
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let length = lengths.start + below(lengths.end - lengths.start);
        text.extend((0..length).map(|_| char::from(b'a' + below(letters) as u8)));
        text.push('\n');
    }
    text
}

fn limit(c: &mut Criterion) {
    let input = include_bytes!("../tests/cases/smart-boy/limit.in");
    let wanted = include_str!("../tests/cases/smart-boy/limit.out");
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    c.bench_function("smart-boy contest limit", |b| {
        b.iter(|| {
            let found = answer(black_box(input));
            assert_eq!(found.split_whitespace().collect::<Vec<_>>(), wanted);
        });
    });
}

/// Words of one to four syllables of which some are frequent, as in languages:
/// they share far more substrings than random ones.
fn spoken(count: usize) -> String {
    let mut number = 7u64;
    let mut below = |sides: u64| {
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (number >> 33) % sides
    };
    let begins = ["st", "r", "t", "l", "n", "c", "s", "d", "m", "p", "b", "tr", "pr", "ch", "sh"];
    let vowels = ["e", "i", "a", "o", "u", "ea", "ou"];
    let ends = ["", "", "n", "r", "s", "t", "ng"];
    let endings = ["", "", "ing", "ed", "ly", "ness", "er", "ion", "able", "ment"];
    let mut text = format!("{count}\n");
    for _ in 0..count {
        for _ in 0..1 + below(4) {
            // The least of two: the first ones are frequent.
            let mut of = |all: &[&str]| {
                let sides = all.len() as u64;
                all[below(sides).min(below(sides)) as usize].to_owned()
            };
            text += &(of(&begins) + &of(&vowels) + &of(&ends));
        }
        text += endings[below(endings.len() as u64) as usize];
        text.push('\n');
    }
    text
}

/// The table of all words and best moves, with the outcome of the game, from
/// one solve.
fn table(c: &mut Criterion) {
    let text = words(2_000, 26, 3..21);
    let entries = || text.split_whitespace().skip(1).map(|word| word.as_bytes().to_vec());
    let rules = SmartBoy::new(entries().collect(), Scoring::default(), Preference::default());
    let rules = rules.expect("words of letters");
    c.bench_function("smart-boy table of 2,000 words", |b| {
        b.iter(|| {
            let mut solver = SmartBoySolver::new(rules.clone());
            let (mut count, mut moves) = (0, 0);
            let visit = |valued: Valued| {
                count += 1;
                moves += valued.best.len();
                ControlFlow::Continue(())
            };
            solver.each_value(&mut Meter::default(), visit).expect("no limit is near");
            assert_eq!((count, moves), TABLE);
        });
    });
}

/// Words, and best moves in all, as this code found; that they are right is
/// what the tests show.
const TABLE: (u64, usize) = (118_295, 117_598);

/// The answers are what this theory gave when it agreed with exhaustive play.
fn large(c: &mut Criterion) {
    let mut group = c.benchmark_group("smart-boy");
    group.sample_size(10);
    for (name, input, wanted) in [
        ("20,000 words of 3 to 20", words(20_000, 26, 3..21), "Second 60211 57287"),
        ("60 words of 250 over 3 letters", words(60, 3, 250..251), "Second 102160 102901"),
        ("20,000 words of syllables", spoken(20_000), "First 29094 25333"),
        ("100,000 words of 3 to 20", words(100_000, 26, 3..21), "Second 88218 59402"),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let found = answer(black_box(input.as_bytes()));
                let found: Vec<&str> = found.split_whitespace().collect();
                assert_eq!(found.join(" "), wanted);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, limit, large, table);
criterion_main!(benches);
