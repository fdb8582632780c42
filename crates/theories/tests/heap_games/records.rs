//! Runs in constant memory.

use perfectplay_game::{Limits, Meter, StopReason};
use perfectplay_proof::heaps::Digest;
use perfectplay_theories::heap_games::record::{Run, StateError};
use perfectplay_theories::heap_games::{Code, Shape, Values};
use proptest::prelude::*;

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn run_of(text: &str, reach: usize) -> Run {
    Run::with_reach(&code(text), reach, &mut Meter::default()).expect("no limit is near")
}

/// The digest of as many values as a run has done.
fn wanted(run: &Run) -> u64 {
    let mut values = Values::new(run.code());
    values.extend(run.heaps() as usize, &mut Meter::default()).expect("no limit is near");
    let mut digest = Digest::default();
    values.iter().take(run.heaps() as usize).for_each(|value| digest.add(value));
    digest.sum()
}

#[test]
fn published_periods_in_constant_memory() {
    for (text, period, preperiod, reach) in [
        ("0.77", 12, 71, 100),
        ("0.156", 349, 3479, 500),
        ("0.356", 142, 7315, 500),
        ("0.644", 442, 3256, 600),
        ("0.16", 149_459, 105_351, 16_384),
    ] {
        let mut meter = Meter::default();
        // Rare heaps and walks may go farther than those that are known.
        let proved = (0..6).find_map(|times| {
            let code = code(text);
            let mut run = Run::with_reach(&code, reach << times, &mut Meter::default()).ok()?;
            let before = run.prove(&mut Meter::default()).expect("no limit is near");
            assert_eq!(before, None);
            run.advance(1_000_000, &mut Meter::default()).ok()?;
            Some(run)
        });
        let mut run = proved.unwrap_or_else(|| panic!("{text}: no reach is enough"));
        assert_eq!(run.digest(), wanted(&run), "{text}");
        let shape = run.prove(&mut meter).expect("no limit is near").expect("it came back");
        assert_eq!(shape, Shape { preperiod, period, saltus: 0 }, "{text}");
        // Nothing is worked out beyond what proves it.
        let heaps = run.heaps();
        run.advance(10, &mut meter).expect("no limit is near");
        assert_eq!(run.heaps(), heaps);
    }
}

#[test]
fn differential_longer_runs() {
    for (text, reach) in [("0.106", 8192), ("0.104", 8192), ("0.354", 4096), ("0.454", 8192)] {
        let mut run = run_of(text, reach);
        run.advance(400_000, &mut Meter::default()).unwrap_or_else(|stop| panic!("{text}: {stop}"));
        assert_eq!(run.digest(), wanted(&run), "{text}");
        assert!(run.anchors().len() > 20);
        // A stretch by itself comes to the next anchor.
        for two in run.anchors().windows(2).step_by(7) {
            let mut part = run.from(&two[0]);
            part.advance(two[1].heap - two[0].heap, &mut Meter::default()).expect("no limit");
            assert_eq!(part.digest(), two[1].digest);
        }
    }
}

#[test]
fn states_read_back_or_are_refused() {
    let mut meter = Meter::default();
    let mut whole = run_of("0.156", 500);
    let mut parts = run_of("0.156", 500);
    for count in [1, 100, 731, 5] {
        parts.advance(count, &mut meter).expect("no limit is near");
        parts = Run::resume(&parts.state(), &mut meter).expect("a state");
    }
    whole.advance(837, &mut meter).expect("no limit is near");
    assert_eq!(whole.state(), parts.state());
    let state = whole.state();
    for at in (0..state.len()).step_by(101) {
        let mut wrong = state.clone();
        wrong[at] ^= 4;
        assert_eq!(Run::resume(&wrong, &mut meter).err(), Some(StateError::Damaged), "byte {at}");
        assert!(Run::resume(&state[..at], &mut meter).is_err());
    }
    whole.advance(100_000, &mut meter).expect("no limit is near");
    let again = Run::resume(&whole.state(), &mut meter).expect("a state");
    assert_eq!(again.found(), whole.found());
    assert!(again.found().is_some());
}

#[test]
fn what_has_no_such_run_says_so() {
    for (text, reach) in [
        ("nim", 1000),
        ("0.6", 1000),
        ("0.77", 1),
        ("0.77", usize::MAX),
        ("0.3F", 100),
        ("0.7=", 99),
    ] {
        let stop = Run::with_reach(&code(text), reach, &mut Meter::default()).expect_err(text);
        assert!(matches!(stop.reason, StopReason::Reach { .. }));
    }
    // A walk that goes beyond the reach.
    let mut run = run_of("0.104", 700);
    let stop = run.advance(10_000_000, &mut Meter::default()).expect_err("long walks");
    assert!(matches!(stop.reason, StopReason::Reach { .. }));
    let mut run = run_of("0.106", 8192);
    let mut meter = Meter::new(Limits { effort: 1_000_000, ..Limits::default() });
    let stop = run.advance(10_000_000, &mut meter).expect_err("a low limit");
    assert!(matches!(stop.reason, StopReason::Effort { .. }));
    run.advance(1000, &mut Meter::default()).expect("it goes on");
    assert_eq!(run.digest(), wanted(&run));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn differential_random_codes(
        digits in prop::collection::vec((0u8..8, prop::sample::select(vec!["", "", "!"])), 1..4),
        reach in 300usize..1000,
    ) {
        let digits: String = digits.iter().map(|(digit, mark)| format!("{digit}{mark}")).collect();
        let code = code(&format!("0.{digits}"));
        let mut meter = Meter::default();
        if let Ok(mut run) = Run::with_reach(&code, reach, &mut meter) {
            // Up to a walk that goes beyond, or a window that comes back.
            let _ = run.advance(20_000, &mut meter);
            prop_assert_eq!(run.digest(), wanted(&run), "{}", code);
            if let Some(shape) = run.prove(&mut meter).expect("no limit is near") {
                let (from, period) = (shape.preperiod as usize, shape.period as usize);
                let mut values = Values::new(&code);
                values.extend(2 * from + 3 * period + 3000, &mut meter).expect("no limit is near");
                let list: Vec<u64> = values.iter().collect();
                let holds = |from: usize, period: usize| {
                    (from..list.len() - period).all(|heap| list[heap] == list[heap + period])
                };
                prop_assert!(holds(from, period), "{} {}", code, shape);
                prop_assert!(from == 0 || !holds(from - 1, period), "{} {}", code, shape);
                let shorter = (1..period).filter(|shorter| period % shorter == 0);
                prop_assert!(!shorter.into_iter().any(|shorter| holds(from, shorter)));
            }
        }
    }
}
