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

/// Cases that Alice wins, as this code found; that it is right is what the
/// tests show.
const ALICE: usize = 17;

criterion_group!(all, benches);
criterion_main!(all);
