//! A million turns: the outcomes of every stone count, and a million questions.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use perfectplay_game::{Meter, Player};
use perfectplay_theories::timed_pile::{Outcomes, TimedPile, Turn};

const TURNS: usize = 1_000_000;

/// Numbers that look random and are the same everywhere (SplitMix64).
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }
}

/// Bounds by the number of turns left, put in order of play.
fn schedule(mut bounds: impl FnMut(usize) -> (u64, u64)) -> Vec<Turn> {
    let turn = |nth: usize| {
        let (a, b) = bounds(TURNS - nth);
        Turn::new(Player::alternating(nth), a.min(b), a.max(b))
    };
    (0..TURNS).filter_map(turn).collect()
}

/// Any bounds up to 10^9.
fn random() -> Vec<Turn> {
    let mut number = numbers(1);
    schedule(|_| (1 + number(1_000_000_000), 1 + number(1_000_000_000)))
}

/// The worst case: half a million turns of one number leave as many runs of
/// lengths in any order, then the runs of one player vanish turn by turn.
fn rise_and_fall() -> Vec<Turn> {
    let mut number = numbers(2);
    schedule(|left| {
        let least = 1 + number(1_000_000_000);
        let slack = if left > TURNS / 2 && left % 2 == 1 { 3000 } else { 0 };
        (least, least + slack)
    })
}

fn solve(turns: &[Turn]) -> (usize, u128) {
    let mut meter = Meter::default();
    let pile = TimedPile::new(turns, &mut meter).expect("no limit is near");
    let outcomes = pile.outcomes(&mut meter).expect("no limit is near");
    (outcomes.runs().count(), outcomes.run(u128::MAX).start)
}

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("timed_pile");
    group.sample_size(10);
    for (name, turns, want) in
        [("random", random(), RANDOM), ("rise_and_fall", rise_and_fall(), RISE_AND_FALL)]
    {
        group.bench_function(name, |b| b.iter(|| assert_eq!(solve(black_box(&turns)), want)));
    }
    for (name, turns, want) in [
        ("random_first_turn_alone", random(), RANDOM),
        ("rise_and_fall_first_turn_alone", rise_and_fall(), RISE_AND_FALL),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let backward = black_box(&turns).iter().rev().copied();
                let outcomes = Outcomes::of_turns(backward, &mut Meter::default());
                let outcomes = outcomes.expect("no limit is near");
                let found = (outcomes.runs().count(), outcomes.run(u128::MAX).start);
                assert_eq!(found, want);
            });
        });
    }
    // A thousand turns in front of a million, asked for after each.
    let turns = random();
    let grown = TimedPile::new(&turns[1000..], &mut Meter::default()).expect("no limit is near");
    let grown = grown.into_history(&mut Meter::default()).expect("no limit is near");
    group.bench_function("thousand_turns_in_front", |b| {
        b.iter_batched(
            || grown.clone(),
            |mut history| {
                let meter = &mut Meter::default();
                for turn in turns[..1000].iter().rev() {
                    history.push_front(*turn, meter).expect("no limit is near");
                    black_box(history.run(history.turns(), 1_000_000_000_000));
                }
                assert_eq!(history.runs(TURNS).count(), RANDOM.0);
                history
            },
            BatchSize::PerIteration,
        );
    });
    let pile = TimedPile::new(&rise_and_fall()[TURNS / 2..], &mut Meter::default());
    let pile = pile.expect("no limit is near");
    let outcomes = pile.outcomes(&mut Meter::default()).expect("no limit is near");
    let mut number = numbers(3);
    let counts: Vec<u128> = (0..TURNS).map(|_| number(250_000_000_000_000).into()).collect();
    group.bench_function("million_questions", |b| {
        b.iter(|| {
            let won = counts.iter().filter(|&&c| outcomes.winner(c) == Some(Player::First));
            assert_eq!(won.count(), WON);
        });
    });
    group.bench_function("history", |b| {
        b.iter_batched(
            || pile.clone(),
            |pile| pile.into_history(&mut Meter::default()).map(|h| h.run(1000, 5)),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// Runs, and where the drawn one starts, as this code found them; that the
/// method is right is what the property tests show.
const RANDOM: (usize, u128) = (1061, 499_632_140_089_386);
const RISE_AND_FALL: (usize, u128) = (437_774, 500_539_006_079_996);
const WON: usize = 499_111;

criterion_group!(all, benches);
criterion_main!(all);
