//! Certificates: what is proved is confirmed by the rules alone, and nothing
//! else is.

use std::io;

use perfectplay_game::{Game, HeapPlay, Limits, Meter, TakesAndBreaks, exhaustive};
use perfectplay_proof::heaps::{self, Body, OF_SUM, Period, Space, Theorem, claimed_of_sum};
use perfectplay_proof::{CheckError, Claim, Confirmed, Form, Source, open, sink};
use perfectplay_theories::heap_games::{
    Code, Means, Regularity, Sequence, Values, certificate, certify, certify_values,
};
use proptest::prelude::*;

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn searched(text: &str, count: usize) -> Sequence {
    let mut sequence = Sequence::new(&code(text));
    sequence.search(count, &mut Meter::default()).expect("no limit is near");
    sequence
}

fn written(sequence: &Sequence) -> Vec<u8> {
    let mut bytes = Vec::new();
    sink::<io::Error>(&mut bytes, Form::Binary, |sink| {
        certificate(sequence).claim("heap-game").write(sink)?;
        certify(sequence, sink)
    })
    .expect("written");
    bytes
}

fn confirm(code: &Code, bytes: &[u8], sum: &[u128]) -> Result<Confirmed, CheckError> {
    let mut source = open(bytes)?;
    let source: &mut dyn Source = source.as_mut();
    let claim = Claim::read(source)?;
    heaps::confirm(code, &claim, sum, source, &mut Meter::default())
}

/// A body alone, written and checked.
fn verdict(code: &Code, body: &Body, values: &Values) -> Result<heaps::Checked, CheckError> {
    let mut bytes = Vec::new();
    let list = values.iter().take(body.count as usize);
    sink::<io::Error>(&mut bytes, Form::Text, |sink| body.write(list, sink)).expect("written");
    let mut source = open(&bytes[..])?;
    heaps::check(code, source.as_mut(), &mut Meter::default())
}

/// The digest of the first values, so that only what is meant is wrong.
fn with_count(body: Body, count: u64, values: &Values) -> Body {
    let mut digest = heaps::Digest::default();
    values.iter().take(count as usize).for_each(|value| digest.add(value));
    Body { count, digest: digest.sum(), ..body }
}

/// Is each proof that says something else refused?
fn refuses_others(text: &str, sequence: &mut Sequence) {
    let body = certificate(sequence);
    let of_all = body.period.expect("a period");
    let code = sequence.values().code().clone();
    let Period { preperiod, period, saltus, theorem } = of_all;
    // Values enough for the multiples below.
    let more = body.count + 4 * period + 4 * preperiod + 100;
    let mut values = Values::new(&code);
    values.extend(more as usize, &mut Meter::default()).expect("no limit is near");
    let refused = |of_all: Period, count: u64| {
        let body = with_count(Body { period: Some(of_all), ..body }, count, &values);
        let verdict = verdict(&code, &body, &values);
        assert!(matches!(verdict, Err(CheckError::Refused { .. })), "{text}: {body:?}");
    };
    for count in [body.count, more] {
        for theorem in [theorem, Theorem::Octal] {
            refused(Period { preperiod: preperiod + 1, theorem, ..of_all }, count);
            refused(Period { period: 2 * period, saltus: 2 * saltus, theorem, ..of_all }, count);
            refused(Period { saltus: saltus + 1, theorem, ..of_all }, count);
            refused(Period { period: 0, theorem, ..of_all }, count);
            for other in (1..=(2 * period).min(40)).filter(|&other| other != period) {
                refused(Period { period: other, theorem, ..of_all }, count);
            }
            if let Some(before) = preperiod.checked_sub(1) {
                refused(Period { preperiod: before, theorem, ..of_all }, count);
            }
        }
    }
    refused(of_all, preperiod + period);
    let wrong_digest = Body { digest: body.digest ^ 1, ..body };
    assert!(verdict(&code, &wrong_digest, &values).is_err(), "{text}");
    match theorem {
        Theorem::Octal => {
            let theorem = Theorem::Window { last_rare: 0, farthest: 0, end: body.count - period };
            refused(Period { theorem, ..of_all }, body.count);
            refused(Period { theorem: Theorem::Arithmetic, ..of_all }, body.count);
        }
        Theorem::Window { last_rare, farthest, end } => {
            for (last_rare, farthest, end) in [
                (last_rare + 1, farthest, end),
                (last_rare.wrapping_sub(1), farthest, end),
                (0, farthest, end),
                (last_rare, 0, end),
                (last_rare, end, end),
                (last_rare, farthest, end - 1),
                (last_rare, farthest, end + 1),
                (last_rare, u64::MAX, end),
                (last_rare, farthest, u64::MAX),
            ] {
                let theorem = Theorem::Window { last_rare, farthest, end };
                refused(Period { theorem, ..of_all }, body.count);
            }
        }
        Theorem::State { .. } => {
            for times in [0, u64::MAX, more] {
                refused(Period { theorem: Theorem::State { times }, ..of_all }, body.count);
            }
        }
        Theorem::Arithmetic => {
            refused(Period { theorem: Theorem::State { times: 1 }, ..of_all }, body.count);
            refused(of_all, preperiod + 2 * period);
        }
    }
}

#[test]
fn published_periods_are_confirmed() {
    for text in [
        "0.77",
        "0.07",
        "0.45",
        "0.156",
        "0.356",
        "0.644",
        "0.165",
        "0.051",
        "0.127",
        "0.16",
        "0.56",
        "subtract 2,3,7",
        "all-but 2,3,7",
        "all-but 1",
        "nim",
        "0.3F",
    ] {
        let sequence = searched(text, 2_000_000);
        let proved = sequence.proved().unwrap_or_else(|| panic!("{text}"));
        let bytes = written(&sequence);
        assert!(bytes.len() < 300, "{text}: {} bytes", bytes.len());
        let confirmed = confirm(&code(text), &bytes, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
        let shape = proved.shape();
        let said = format!("for all n >= {}, and", shape.preperiod);
        assert!(confirmed.claim.contains(&said), "{}", confirmed.claim);
        assert!(confirmed.claim.contains(&format!("g(n + {}) = g(n)", shape.period)));
        assert!(confirmed.facts > shape.preperiod + shape.period);
    }
}

#[test]
fn law_what_is_not_so_is_refused() {
    for text in ["0.77", "0.07", "0.3", "0.156", "nim", "all-but 1,4", "0.[13]", "0.3F", "0.165"] {
        refuses_others(text, &mut searched(text, 20_000));
    }
}

/// A heap of no stones is none: what holds from heap 0 on is proved by what
/// holds from heap 1 on. Heaps 0 to 4 have value 0, heap 5 has 1.
#[test]
fn regression_no_period_from_heap_0_on_too_soon() {
    let code = code("0.004");
    let mut values = Values::new(&code);
    values.extend(10, &mut Meter::default()).expect("no limit is near");
    let period = Period { preperiod: 0, period: 1, saltus: 0, theorem: Theorem::Octal };
    let body = Body { space: None, count: 0, digest: 0, period: Some(period) };
    for count in 0..10 {
        assert!(verdict(&code, &with_count(body, count, &values), &values).is_err());
    }
}

/// A wrong mask makes more work, never another value; but the last rare heap is
/// another one.
#[test]
fn law_masks() {
    let sequence = searched("0.156", 20_000);
    let (body, code) = (certificate(&sequence), code("0.156"));
    let of_all = body.period.expect("a period");
    assert!(matches!(of_all.theorem, Theorem::Window { .. }));
    let space = body.space.expect("a sparse space");
    for mask in [0, space.mask ^ 1, space.mask ^ 8, 1] {
        let body = Body { space: Some(Space { mask, ..space }), ..body };
        assert!(verdict(&code, &body, sequence.values()).is_err(), "mask {mask}");
    }
    let body = Body { space: None, ..body };
    assert!(verdict(&code, &body, sequence.values()).is_err(), "no mask");
    // As a list.
    for (mask, domain) in [(1, false), (6, false), (9, true), (0x1b, false)] {
        let space = Some(Space { mask, domain });
        let list = with_count(Body { space, period: None, ..body }, 1500, sequence.values());
        let checked = verdict(&code, &list, sequence.values());
        assert_eq!(checked.is_ok(), !domain, "0.156 takes 2 and 3 stones to part heaps");
    }
}

#[test]
fn published_values_are_confirmed_as_lists() {
    for (text, count) in
        [("grundys-game", 6000), ("0.6", 4000), ("lasker-nim", 200), ("0.77", 100), ("0.104", 9000)]
    {
        let mut values = Values::new(&code(text));
        values.extend(count, &mut Meter::default()).expect("no limit is near");
        let mut bytes = Vec::new();
        sink::<io::Error>(&mut bytes, Form::Text, |sink| {
            certify_values(&values, count, "heap-game", sink)
        })
        .expect("written");
        assert_eq!(confirm(&code(text), &bytes, &[]).expect(text).facts, count as u64);
        // Any other number in the place of a value.
        let lines = String::from_utf8(bytes).expect("text");
        let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        let at = lines.len() - count / 3;
        let value: u64 = lines[at].parse().expect("a value");
        lines[at] = (value ^ 1).to_string();
        let wrong = lines.join("\n") + "\n";
        assert!(confirm(&code(text), wrong.as_bytes(), &[]).is_err(), "{text}");
        lines.truncate(at);
        let short = lines.join("\n") + "\n";
        assert!(confirm(&code(text), short.as_bytes(), &[]).is_err(), "{text}");
    }
}

/// A claim about one sum of heaps, small ones against play itself.
#[test]
fn oracle_sums() {
    let kayles = code("kayles");
    let sequence = searched("kayles", 1000);
    let certify_sum = |value: u128| {
        let (outcome, values) = claimed_of_sum(value);
        let claim = Claim {
            kind: OF_SUM.to_owned(),
            ruleset: "heap-game".to_owned(),
            position: "some heaps".to_owned(),
            outcome: Some(outcome),
            values,
        };
        let mut bytes = Vec::new();
        sink::<io::Error>(&mut bytes, Form::Binary, |sink| {
            claim.write(sink)?;
            certify(&sequence, sink)
        })
        .expect("written");
        bytes
    };
    for heaps in [vec![1, 2, 3], vec![5], vec![4, 6], vec![5, 5], vec![3, 7], vec![]] {
        let game = HeapPlay { rules: &kayles, heaps: heaps.clone(), misere: false };
        let start = game.start();
        let values = exhaustive::grundy_values(&game, &start, &mut Meter::default());
        let truth = values.expect("play ends")[&start];
        let wide: Vec<u128> = heaps.iter().map(|&heap| heap.into()).collect();
        for value in 0..8 {
            let verdict = confirm(&kayles, &certify_sum(value), &wide);
            assert_eq!(verdict.is_ok(), value == u128::from(truth), "{heaps:?} {value}");
        }
    }
    assert!(confirm(&kayles, &certify_sum(1), &[10u128.pow(30)]).is_ok());
    assert!(confirm(&kayles, &certify_sum(0), &[10u128.pow(30); 2]).is_ok());
}

#[test]
fn limits_stop_the_checker() {
    let bytes = written(&searched("0.127", 200_000));
    for limits in [
        Limits { effort: 100_000, ..Limits::default() },
        Limits { memory: 100_000, ..Limits::default() },
    ] {
        let mut source = open(&bytes[..]).expect("a certificate");
        Claim::read(source.as_mut()).expect("a claim");
        let verdict = heaps::check(&code("0.127"), source.as_mut(), &mut Meter::new(limits));
        assert!(matches!(verdict, Err(CheckError::Stopped(_))));
    }
}

/// A certificate that asks for very many values is no reason to allocate.
#[test]
fn regression_numbers_that_are_too_large() {
    let kayles = code("kayles");
    let body = certificate(&searched("kayles", 1000));
    let of_all = body.period.expect("a period");
    for huge in [
        Body { count: u64::MAX, ..body },
        Body { period: Some(Period { preperiod: u64::MAX, ..of_all }), ..body },
        Body { period: Some(Period { period: u64::MAX, ..of_all }), ..body },
        Body { period: Some(Period { saltus: u64::MAX, ..of_all }), ..body },
        Body { count: 0, ..body },
    ] {
        let mut bytes = Vec::new();
        sink::<io::Error>(&mut bytes, Form::Text, |sink| huge.write([], sink)).expect("written");
        let mut source = open(&bytes[..]).expect("a certificate");
        let mut meter = Meter::new(Limits { effort: 1_000_000, ..Limits::default() });
        assert!(heaps::check(&kayles, source.as_mut(), &mut meter).is_err(), "{huge:?}");
    }
}

fn any_rules() -> impl Strategy<Value = String> {
    let octal = (
        prop::sample::select(vec!["0", "0", "0", "4", "4!"]),
        prop::collection::vec((0u8..8, prop::sample::select(vec!["", "", "", "", "!", "="])), 1..4),
    );
    let octal = octal.prop_map(|(before, digits)| {
        let digits: String = digits.iter().map(|(digit, mark)| format!("{digit}{mark}")).collect();
        format!("{before}.{digits}")
    });
    let repeats = (prop::collection::vec(0u8..4, 0..5), prop::collection::vec(0u8..4, 1..4));
    let text = |digits: &[u8]| digits.iter().map(u8::to_string).collect::<String>();
    let repeats =
        repeats.prop_map(move |(digits, cycle)| format!("0.{}[{}]", text(&digits), text(&cycle)));
    let three = (
        prop::sample::select(vec!["0", "4", "8", "C"]),
        prop::collection::vec(
            prop::sample::select("01234567389ABCDEF".chars().collect::<Vec<_>>()),
            1..3,
        ),
    );
    let three = three
        .prop_map(|(before, digits)| format!("{before}.{}", digits.iter().collect::<String>()));
    prop_oneof![4 => octal, 2 => repeats, 2 => three]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn law_what_is_proved_is_confirmed(text in any_rules(), first in 64usize..300) {
        let code = code(&text);
        let mut sequence = Sequence::by(&code, Means { first, ..Means::default() });
        let three = code.most_heaps().is_none_or(|heaps| heaps > 2);
        let count = if three { 120 } else { 1500 };
        let found = sequence.search(count, &mut Meter::default()).expect("no limit is near");
        let confirmed = confirm(&code, &written(&sequence), &[]);
        prop_assert!(confirmed.is_ok(), "{}: {:?}, {:?}", text, confirmed, certificate(&sequence));
        if let Regularity::Proved(_) = found {
            let checked = verdict(&code, &certificate(&sequence), sequence.values());
            let checked = checked.expect("confirmed above");
            for heap in (0..3000).chain([1 << 40, 10u128.pow(25) + 7]) {
                prop_assert_eq!(checked.value(heap), sequence.value(heap));
            }
        }
    }

    #[test]
    fn law_what_is_proved_and_nothing_else(text in any_rules()) {
        let code = code(&text);
        let three = code.most_heaps().is_none_or(|heaps| heaps > 2);
        let mut sequence = searched(&text, if three { 120 } else { 400 });
        if sequence.proved().is_some_and(|proved| !three || proved.heaps() < 60) {
            refuses_others(&text, &mut sequence);
        }
    }

    /// The rules as a code states them are those that play goes by.
    #[test]
    fn law_repeats(text in any_rules()) {
        let code = code(&text);
        let mut next = code.next_taken(i64::MIN);
        for taken in -10..40 {
            let moves = (0..80).any(|heaps| code.condition(taken, heaps).is_some());
            prop_assert_eq!(next == Some(taken), moves, "{} {}", text, taken);
            if moves {
                next = code.next_taken(taken + 1);
            }
            if let Some((from, cycle)) = code.repeats() && taken >= from as i64 {
                for heaps in 0..80 {
                    let later = code.condition(taken + cycle as i64, heaps);
                    prop_assert_eq!(later, code.condition(taken, heaps));
                }
            }
        }
    }
}
