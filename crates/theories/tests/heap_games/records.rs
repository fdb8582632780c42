//! Runs in constant memory, and their certificates.

use std::io;

use perfectplay_game::{Limits, Meter, StopReason};
use perfectplay_proof::heaps::record::{
    Checkpoint, Partly, Record, Repeats, confirm, confirm_stretches,
};
use perfectplay_proof::heaps::{Digest, Space};
use perfectplay_proof::{CheckError, Claim, Confirmed, Form, open, sink};
use perfectplay_theories::heap_games::record::{ResumeError, Run};
use perfectplay_theories::heap_games::{Code, Means, Shape, Values};
use proptest::prelude::*;

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn run_of(text: &str, reach: usize) -> Run {
    Run::with_reach(&code(text), reach, &mut Meter::default()).expect("no limit is near")
}

/// A run to the window that comes back, with that reach or a multiple.
fn found(text: &str, reach: usize) -> Run {
    let runs = (0..6).find_map(|times| {
        let mut run = Run::with_reach(&code(text), reach << times, &mut Meter::default()).ok()?;
        assert_eq!(run.prove(&mut Meter::default()).expect("no limit is near"), None);
        run.advance(u64::MAX, &mut Meter::default()).ok()?;
        Some(run)
    });
    runs.unwrap_or_else(|| panic!("{text}: no reach is enough"))
}

fn proved(run: &Run) -> (Shape, Record) {
    run.prove(&mut Meter::default()).expect("no limit is near").expect("it came back")
}

/// The digest of as many values as a run has done.
fn wanted(run: &Run) -> u64 {
    let mut values = Values::new(run.code());
    values.extend(run.heaps() as usize, &mut Meter::default()).expect("no limit is near");
    let mut digest = Digest::default();
    values.iter().take(run.heaps() as usize).for_each(|value| digest.add(value));
    digest.sum()
}

fn bytes_of(record: &Record, form: Form) -> Vec<u8> {
    let mut bytes = Vec::new();
    sink::<io::Error>(&mut bytes, form, |sink| {
        record.claim("heap-game").write(sink)?;
        record.write(sink)
    })
    .expect("written");
    bytes
}

fn verdict(code: &Code, record: &Record) -> Result<Confirmed, CheckError> {
    let bytes = bytes_of(record, Form::Binary);
    let mut source = open(&bytes[..])?;
    let claim = Claim::read(source.as_mut())?;
    confirm(code, &claim, source.as_mut(), &mut Meter::default())
}

fn verdict_of(code: &Code, record: &Record, stretches: &[u64]) -> Result<Partly, CheckError> {
    let bytes = bytes_of(record, Form::Text);
    let mut source = open(&bytes[..])?;
    let claim = Claim::read(source.as_mut())?;
    let which = |_| stretches.to_vec();
    confirm_stretches(code, &claim, which, source.as_mut(), &mut Meter::default())
}

/// By all pairs: no sparse space.
fn plain(code: &Code, count: usize) -> Vec<u64> {
    let mut values = Values::by(code, Means { sparse: false, wide: false, ..Means::default() });
    values.extend(count, &mut Meter::default()).expect("no limit is near");
    values.iter().take(count).collect()
}

/// Is a shape the least one of a list that it explains?
fn is_least(list: &[u64], shape: Shape) -> bool {
    let (from, period) = (shape.preperiod as usize, shape.period as usize);
    let holds = |from: usize, period: usize| {
        (from..list.len() - period).all(|heap| list[heap] == list[heap + period])
    };
    let mut shorter = (1..period).filter(|shorter| period % shorter == 0);
    holds(from, period)
        && (from == 0 || !holds(from - 1, period))
        && !shorter.any(|shorter| holds(from, shorter))
}

#[test]
fn published_periods_in_constant_memory() {
    for (text, period, preperiod, reach) in [
        ("0.77", 12, 71, 100),
        ("0.156", 349, 3479, 500),
        ("0.356", 142, 7315, 4000),
        ("0.644", 442, 3256, 2400),
        ("0.16", 149_459, 105_351, 16_384),
    ] {
        let run = found(text, reach);
        assert_eq!(run.digest(), wanted(&run), "{text}");
        let (shape, record) = proved(&run);
        assert_eq!(shape, Shape { preperiod, period, saltus: 0 }, "{text}");
        let confirmed =
            verdict(run.code(), &record).unwrap_or_else(|error| panic!("{text}: {error}"));
        let claim = format!("g(n + {period}) = g(n) for all n >= {preperiod}, and no less will do");
        assert_eq!(confirmed.claim, claim);
        assert!(confirmed.facts >= run.heaps());
        // Nothing is worked out beyond what proves it.
        let mut again = run.clone();
        again.advance(10, &mut Meter::default()).expect("no limit is near");
        assert_eq!(again.heaps(), run.heaps());
    }
}

/// More heaps than anchors stand at their first distance.
#[test]
fn published_period_with_fewer_anchors_than_windows() {
    let run = found("0.354", 4096);
    let (shape, record) = proved(&run);
    assert_eq!(shape, Shape { preperiod: 10_061_916, period: 1180, saltus: 0 });
    assert_eq!(run.digest(), wanted(&run));
    assert!((256..=513).contains(&record.checkpoints.len()));
    let confirmed = verdict(run.code(), &record).expect("a proof");
    assert_eq!(confirmed.claim, "g(n + 1180) = g(n) for all n >= 10061916, and no less will do");
    let partly = verdict_of(run.code(), &record, &[17, 3, 17]).expect("true stretches");
    assert_eq!((partly.stretches, partly.of), (vec![3, 17], record.stretches()));
}

#[test]
fn differential_longer_runs() {
    for (text, reach) in [("0.106", 16_384), ("0.104", 8192), ("0.354", 4096), ("0.454", 16_384)] {
        let mut run = run_of(text, reach);
        run.advance(700_000, &mut Meter::default()).unwrap_or_else(|stop| panic!("{text}: {stop}"));
        assert_eq!(run.digest(), wanted(&run), "{text}");
        assert!(run.anchors().len() > 20);
        // What was done so far has a certificate as well.
        let record = run.record();
        assert_eq!(record.heaps(), run.heaps());
        let confirmed =
            verdict(run.code(), &record).unwrap_or_else(|error| panic!("{text}: {error}"));
        let claim = format!(
            "the Grundy values of the first {} heaps have the digest {:016x}",
            run.heaps(),
            run.digest()
        );
        assert_eq!(confirmed.claim, claim);
    }
}

#[test]
fn differential_runs_that_go_on() {
    let mut meter = Meter::default();
    for (text, reach) in [("0.156", 500), ("0.16", 65_536), ("0.354", 4096)] {
        let mut whole = run_of(text, reach);
        let mut parts = run_of(text, reach);
        for count in [1, 100, 731, 5, 70_000, 4093, 1, 600_000] {
            let code = code(text);
            parts.advance(count, &mut meter).expect("no limit is near");
            let bytes = bytes_of(&parts.record(), Form::Binary);
            let mut source = open(&bytes[..]).expect("a certificate");
            Claim::read(source.as_mut()).expect("a claim");
            let record = Record::read(source.as_mut(), &mut meter).expect("a record");
            assert_eq!(record, parts.record());
            parts = Run::resume(&code, record, &mut meter).expect("a record of this game");
            whole.advance(count, &mut meter).expect("no limit is near");
            assert_eq!(whole.found(), parts.found(), "{text}");
            assert_eq!(whole.record().checkpoints, parts.record().checkpoints, "{text}");
        }
        assert_eq!(whole.found().is_some(), text != "0.354");
        if whole.found().is_some() {
            assert_eq!(proved(&whole).0, proved(&parts).0);
        }
    }
}

#[test]
fn records_of_other_runs_are_refused() {
    let mut meter = Meter::default();
    let mut run = run_of("0.156", 500);
    run.advance(5000, &mut meter).expect("no limit is near");
    let record = run.record();
    assert!(record.checkpoints.len() > 3);
    let mut refused = |change: &dyn Fn(&mut Record)| {
        let mut wrong = record.clone();
        change(&mut wrong);
        let resumed = Run::resume(run.code(), wrong, &mut meter);
        assert_eq!(resumed.err(), Some(ResumeError::Foreign));
    };
    refused(&|record| record.space = Space { mask: record.space.mask ^ 1, ..record.space });
    refused(&|record| record.last_rare += 1);
    refused(&|record| record.farthest = 501);
    refused(&|record| record.checkpoints.clear());
    refused(&|record| record.checkpoints[0].digest ^= 1);
    refused(&|record| record.checkpoints[0].window[7] ^= 1);
    refused(&|record| record.checkpoints[1].heap += 1);
    refused(&|record| _ = record.checkpoints[2].window.pop());
    refused(&|record| _ = record.checkpoints.remove(1));
    refused(&|record| _ = record.checkpoints.remove(0));
    let other = Run::resume(&code("0.165"), record, &mut meter);
    assert_eq!(other.err(), Some(ResumeError::Foreign));
}

/// What a proof says, changed: all such are refused.
#[test]
fn changed_certificates_are_refused() {
    for (text, reach) in [("0.77", 100), ("0.156", 500), ("0.356", 4000), ("0.644", 2400)] {
        let run = found(text, reach);
        let (_, record) = proved(&run);
        let code = run.code();
        assert!(verdict(code, &record).is_ok());
        let refused = |what: &str, change: &dyn Fn(&mut Record, &mut Repeats)| {
            let mut wrong = record.clone();
            let mut repeats = wrong.repeats.expect("a period");
            change(&mut wrong, &mut repeats);
            wrong.repeats = Some(repeats);
            let verdict = verdict(code, &wrong);
            assert!(
                matches!(verdict, Err(CheckError::Refused { .. })),
                "{text} {what}: {verdict:?}"
            );
        };
        refused("mask", &|record, _| record.space.mask ^= 1);
        refused("no mask", &|record, _| record.space.mask = 0);
        refused("places", &|record, _| record.space.domain = !record.space.domain);
        refused("R more", &|record, _| record.last_rare += 1);
        refused("R less", &|record, _| record.last_rare -= 1);
        refused("W none", &|record, _| record.farthest = 0);
        refused("W long", &|record, _| record.farthest = run.reach() as u64 + 1);
        refused("W huge", &|record, _| record.farthest = u64::MAX);
        refused("preperiod more", &|_, repeats| repeats.preperiod += 1);
        refused("preperiod less", &|_, repeats| repeats.preperiod -= 1);
        refused("preperiod none", &|_, repeats| repeats.preperiod = 0);
        refused("preperiod huge", &|_, repeats| repeats.preperiod = u64::MAX);
        refused("period more", &|_, repeats| repeats.period += 1);
        refused("period none", &|_, repeats| repeats.period = 0);
        refused("period huge", &|_, repeats| repeats.period = u64::MAX);
        let last = record.checkpoints.len() - 1;
        refused("last first", &|_, repeats| repeats.first = last);
        if last > 1 {
            refused("another first", &|_, repeats| repeats.first ^= 1);
            refused("one fewer", &|record, _| _ = record.checkpoints.pop());
            refused("no head", &|record, _| _ = record.checkpoints.remove(0));
        }
        for at in 0..=last {
            refused("digest", &|record, _| record.checkpoints[at].digest ^= 1);
            refused("heap", &|record, _| record.checkpoints[at].heap += 1);
            let length = record.checkpoints[at].window.len();
            for place in [0, 1, length / 2, length - 1] {
                refused("window", &|record, _| record.checkpoints[at].window[place] ^= 1);
            }
        }
        for at in 0..=last {
            // Records do not end where they should.
            let mut wrong = record.clone();
            wrong.checkpoints[at].window.pop();
            assert!(verdict(code, &wrong).is_err());
        }
        // The window comes back after two periods too.
        let mut values = Values::new(code);
        let end = record.heaps() + record.repeats.expect("a period").period;
        values.extend(end as usize, &mut Meter::default()).expect("no limit is near");
        let mut digest = Digest::default();
        values.iter().take(end as usize).for_each(|value| digest.add(value));
        let twice =
            Checkpoint { heap: end, digest: digest.sum(), ..record.checkpoints[last].clone() };
        refused("two periods", &|record, repeats| {
            record.checkpoints[last] = twice.clone();
            repeats.period *= 2;
        });
    }
}

/// Shorter windows than the run had serve, as long as walks stay within them.
#[test]
fn windows_are_as_long_as_walks_ask_for() {
    let (_, record) = proved(&found("0.156", 500));
    let code = code("0.156");
    let most = code.most_taken().expect("a most") as usize;
    let trimmed = |length: usize, farthest: u64| {
        let mut record = Record { farthest, ..record.clone() };
        for checkpoint in &mut record.checkpoints {
            let gone = checkpoint.window.len() - length;
            checkpoint.window.drain(..gone);
        }
        verdict(&code, &record)
    };
    let of = |farthest: u64| trimmed(most + record.last_rare.max(farthest) as usize, farthest);
    let least = (0..=500).find(|&farthest| of(farthest).is_ok()).expect("a length that serves");
    assert!(least > 0 && least <= record.farthest);
    for farthest in 0..least {
        assert!(of(farthest).is_err());
    }
    let length = most + record.last_rare.max(least) as usize;
    assert!(matches!(trimmed(length - 1, least), Err(CheckError::Refused { .. })));
}

/// A stretch that somebody made up, with digests that fit behind it.
#[test]
fn a_stretch_that_does_not_hold_is_found_where_it_is() {
    let mut run = run_of("0.156", 500);
    run.advance(6000, &mut Meter::default()).expect("no limit is near");
    let record = run.record();
    let stretches = record.stretches();
    assert!(stretches > 4);
    let all: Vec<u64> = (1..=stretches).collect();
    let partly = verdict_of(run.code(), &record, &all).expect("true stretches");
    assert_eq!((partly.stretches, partly.of), (all, stretches));
    let mut wrong = record.clone();
    // The digest behind stretch 3, and all later ones, are of another list.
    for checkpoint in &mut wrong.checkpoints[3..] {
        checkpoint.digest ^= 0x55;
    }
    assert!(verdict(run.code(), &wrong).is_err());
    let holds = |stretch: u64| verdict_of(run.code(), &wrong, &[stretch]).is_ok();
    assert!(holds(1) && holds(2) && !holds(3));
    for none in [0, stretches + 1, u64::MAX] {
        assert!(matches!(
            verdict_of(run.code(), &record, &[1, none]),
            Err(CheckError::Refused { .. })
        ));
    }
    // The head is looked at in any case.
    wrong = record.clone();
    wrong.checkpoints[0].window[3] ^= 1;
    assert!(verdict_of(run.code(), &wrong, &[2]).is_err());
    // Another game's.
    assert!(verdict_of(&code("0.356"), &record, &[2]).is_err());
    // Neither text nor binary can be cut.
    for form in [Form::Text, Form::Binary] {
        let bytes = bytes_of(&record, form);
        for at in (0..bytes.len()).step_by(bytes.len() / 23) {
            let read = || -> Result<Confirmed, CheckError> {
                let mut source = open(&bytes[..at])?;
                let claim = Claim::read(source.as_mut())?;
                confirm(run.code(), &claim, source.as_mut(), &mut Meter::default())
            };
            assert!(read().is_err());
        }
    }
}

/// A certificate of huge heaps takes neither memory nor time without limit.
#[test]
fn hostile_numbers_stop_at_limits() {
    let (_, record) = proved(&found("0.77", 100));
    let last = record.checkpoints.len() - 1;
    let mut wrong = record.clone();
    wrong.checkpoints[last].heap = u64::MAX;
    let first = wrong.checkpoints[0].heap;
    wrong.repeats = Some(Repeats { first: 0, preperiod: 71, period: u64::MAX - first });
    let bytes = bytes_of(&wrong, Form::Binary);
    let mut source = open(&bytes[..]).expect("a certificate");
    let claim = Claim::read(source.as_mut()).expect("a claim");
    let mut meter = Meter::new(Limits { effort: 10_000_000, ..Limits::default() });
    let verdict = confirm(&code("0.77"), &claim, source.as_mut(), &mut meter);
    assert!(matches!(verdict, Err(CheckError::Stopped(_))), "{verdict:?}");
    let mut source = open(&bytes[..]).expect("a certificate");
    let claim = Claim::read(source.as_mut()).expect("a claim");
    let mut meter = Meter::new(Limits { memory: 100, ..Limits::default() });
    let verdict = confirm(&code("0.77"), &claim, source.as_mut(), &mut meter);
    assert!(matches!(verdict, Err(CheckError::Stopped(_))), "{verdict:?}");
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
    for _ in 0..2 {
        let stop = run.advance(10_000_000, &mut Meter::default()).expect_err("long walks");
        assert!(matches!(stop.reason, StopReason::Reach { .. }));
        // What was done before holds, and so far another run can come.
        assert!(run.heaps() > 2812 && run.digest() == wanted(&run));
        verdict(run.code(), &run.record()).expect("a certificate of what was done");
        run = Run::resume(&code("0.104"), run.record(), &mut Meter::default()).expect("a record");
    }
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
    fn oracle_random_codes(
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
            let record = match run.prove(&mut meter).expect("no limit is near") {
                Some((shape, record)) => {
                    let count = 2 * shape.preperiod + 3 * shape.period + 3000;
                    prop_assert!(is_least(&plain(&code, count as usize), shape), "{} {}", code, shape);
                    record
                }
                None => run.record(),
            };
            let verdict = verdict(&code, &record);
            prop_assert!(verdict.is_ok(), "{} {:?}", code, verdict);
        }
    }
}
