//! Rulesets that a formula decides, against exhaustive play of their rules and
//! against tables.

mod common;

use common::load_error;
use common::mutate::mutate_certificates;
use perfectplay_analysis::{Analysis, AskError, CertifyError, Solver, audit, audit_certificates};
use perfectplay_catalogue::closed_form::{ClosedForm, Formula};
use perfectplay_catalogue::coin_turning::{CoinTurning, Coins, Kind};
use perfectplay_catalogue::euclid::Euclid;
use perfectplay_catalogue::fibonacci_nim::FibonacciNim;
use perfectplay_catalogue::nim::Nim;
use perfectplay_catalogue::wythoff::Wythoff;
use perfectplay_catalogue::{Description, ruleset};
use perfectplay_game::{Game, Known, Limits, Meter, Notation, Outcome, Player, StopReason};
use perfectplay_proof::Form;
use perfectplay_tabulate::Tabulated;
use perfectplay_theories::closed_form::euclid::End;
use perfectplay_theories::closed_form::wythoff;
use proptest::prelude::*;

/// Formula, table and certificates at every position that play comes to.
fn audited<R>(rules: impl Fn() -> R)
where
    R: Formula + Sync + Send + 'static,
    R::Position: Send + Sync,
{
    let start = rules().write_position(&rules().start());
    let formula = audit(&mut ClosedForm::new(rules()), &mut Meter::default());
    assert!(formula.is_ok(), "{start}: {formula:?}");
    let table = audit(&mut Tabulated::new("table", rules()), &mut Meter::default());
    assert!(table.is_ok(), "{start}: {table:?}");
    let certificates = audit_certificates(ClosedForm::new(rules()), &mut Meter::default());
    assert!(certificates.is_ok(), "{start}: {certificates:?}");
}

/// What is judged of a position too large to list: a winning move is there, is
/// legal, and leaves a lost position; of a lost one, moves lead to won ones.
fn judged_well<R>(rules: R, position: &str)
where
    R: Formula + Sync + Send + 'static,
    R::Position: Send + Sync,
{
    let mut solver = ClosedForm::new(rules);
    let at = solver.rules().parse_position(position).expect(position);
    let written = solver.rules().write_position(&at);
    assert!(solver.rules().parse_position(&written).as_ref() == Ok(&at), "{position}");
    let judged = solver.judge(&at, &mut Meter::default()).expect("a formula");
    let outcome = judged.evaluation.outcome;
    let mut moves = Vec::new();
    for choice in &judged.choices {
        let text = solver.rules().write_move(&at, &choice.chosen);
        assert!(solver.rules().parse_move(&at, &text).as_ref() == Some(&choice.chosen), "{text}");
        let to = solver.rules().play(&at, &choice.chosen).expect("a legal move");
        let after = solver.rules().verdict(&to).expect("a formula");
        let after = if after.is_lost() { Outcome::Loss } else { Outcome::Win };
        assert_eq!(
            choice.evaluation.outcome,
            Known::Exact(after.for_other()),
            "{position}: {text}"
        );
        assert_eq!(choice.keeps, outcome == Known::Exact(after.for_other()), "{position}: {text}");
        moves.push(text);
    }
    match outcome {
        Known::Exact(Outcome::Win) => {
            assert!(moves.is_empty() || judged.choices[0].keeps, "{position}")
        }
        Known::Exact(Outcome::Loss) => assert!(judged.choices.iter().all(|choice| choice.keeps)),
        other => panic!("{position}: {other:?}"),
    }
    assert_eq!(moves.is_empty(), solver.rules().first_move(&at).is_none(), "{position}");
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), judged.choices.len(), "{position}: moves written twice");
    assert!(solver.fault().is_none(), "{position}");
}

/// A game by its parameters.
fn game(name: &str, set: &[&str]) -> Box<dyn Analysis> {
    let mut description = Description::of(ruleset(name).expect("a ruleset"));
    for assignment in set {
        description.set(assignment).expect("a parameter");
    }
    description.load().expect("a game")
}

/// Do the formula and the table name the same winner?
fn alike(name: &str, set: &[&str], position: &str) -> Result<(), AskError> {
    let play = set.join(" ");
    let formula = game(name, set).evaluate(position, &mut Meter::default())?;
    let table =
        game(name, &[set, &["by=table"]].concat()).evaluate(position, &mut Meter::default())?;
    assert_eq!(formula.winner, table.winner, "{name} {play} {position}");
    assert_eq!(formula.options.len(), table.options.len(), "{name} {play} {position}");
    assert!(formula.theory.name != table.theory.name, "{name} {play} {position}");
    Ok(())
}

fn large() -> impl Strategy<Value = u128> {
    (any::<u128>(), 0..128u32).prop_map(|(number, shift)| number >> shift)
}

fn joined(numbers: &[u128]) -> String {
    numbers.iter().map(u128::to_string).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn oracle_nim(heaps in prop::collection::vec(0..6u128, 0..4), misere: bool) {
        audited(|| Nim::new(heaps.clone(), misere));
    }

    #[test]
    fn law_nim_of_any_size(heaps in prop::collection::vec(large(), 1..6), misere: bool) {
        judged_well(Nim::new(Vec::new(), misere), &joined(&heaps));
        // A lost one: the last heap makes up for the others.
        let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
        judged_well(Nim::new(Vec::new(), misere), &format!("{} {xor}", joined(&heaps)));
    }

    #[test]
    fn differential_nim(heaps in prop::collection::vec(0..12u128, 1..4)) {
        for play in ["play=normal", "play=misere"] {
            alike("nim", &[play], &joined(&heaps)).expect("heaps");
        }
    }

    #[test]
    fn oracle_wythoff(one in 0..9u128, other in 0..12u128, misere: bool) {
        audited(|| Wythoff::new((one, other), misere));
    }

    #[test]
    fn oracle_euclid(one in 1..60u128, other in 1..90u128, zero: bool, misere: bool) {
        let end = if zero { End::Zero } else { End::Equal };
        audited(|| Euclid::new((one, other), end, misere));
    }

    #[test]
    fn oracle_fibonacci_nim(stones in 0..22u128, limit in 0..24u128, misere: bool) {
        audited(|| FibonacciNim::new(stones, limit, misere));
    }

    #[test]
    fn law_two_numbers_of_any_size(one in large(), other in large(), misere: bool) {
        judged_well(Wythoff::new((0, 0), misere), &joined(&[one, other]));
        judged_well(FibonacciNim::new(0, 0, misere), &format!("{one} limit {other}"));
        judged_well(FibonacciNim::new(0, 0, misere), &one.to_string());
        let numbers = [one.max(1), other.max(1)];
        judged_well(Euclid::new((1, 1), End::Equal, misere), &joined(&numbers));
        judged_well(Euclid::new((1, 1), End::Zero, misere), &joined(&numbers));
        // Lost ones.
        if let Some(partner) = wythoff::partner(one, misere) {
            judged_well(Wythoff::new((0, 0), misere), &joined(&[one, partner]));
        }
        let small = one >> 1;
        let near = joined(&[small + 1, small + small / 2 + 1]);
        judged_well(Euclid::new((1, 1), End::Equal, misere), &near);
        judged_well(Euclid::new((1, 1), End::Zero, misere), &near);
    }

    #[test]
    fn law_coins_of_any_number(
        places in prop::collection::btree_set(large().prop_map(|place| place >> 1), 2..12),
        kind in prop::sample::select(vec![Kind::MockTurtles, Kind::Ruler]),
    ) {
        let places: Vec<u128> = places.into_iter().filter(|&place| place > 0).collect();
        let runs: Vec<String> =
            places.chunks_exact(2).map(|pair| format!("{}-{}", pair[0], pair[1])).collect();
        prop_assume!(!runs.is_empty());
        let rules = || CoinTurning::new(kind, Coins::tails(Player::First), false);
        judged_well(rules(), &joined(&places));
        judged_well(rules(), &runs.join(" "));
        let misere = || CoinTurning::new(Kind::Ruler, Coins::tails(Player::First), true);
        let odd: Vec<u128> = places.iter().map(|place| place | 1).collect();
        for text in [joined(&places), runs.join(" "), format!("2 6 10 {}", joined(&places))] {
            if misere().parse_position(&text).is_ok() {
                judged_well(misere(), &text);
            }
        }
        if misere().parse_position(&joined(&odd)).is_ok() {
            judged_well(misere(), &joined(&odd));
        }
    }

    #[test]
    fn law_runs_are_the_heads_they_stand_for(turns in prop::collection::vec((0..9u128, 0..9u128), 0..8)) {
        // Each place alone, turned as a run does.
        let mut heads = std::collections::BTreeSet::new();
        let rules = CoinTurning::new(Kind::Ruler, Coins::of_runs(&[(1, 40)], Player::First).expect("a run"), false);
        let mut at = rules.start();
        heads.extend(1..=40u128);
        for (from, length) in turns {
            let Some(&last) = heads.iter().rev().nth(from as usize) else { break };
            let first = last.saturating_sub(length).max(1);
            for place in first..=last {
                if !heads.remove(&place) {
                    heads.insert(place);
                }
            }
            let turn = rules.parse_move(&at, &format!("{first}-{last}")).expect("a legal move");
            at = rules.play(&at, &turn).expect("a legal move");
            prop_assert!((0..50).all(|place| at.is_head(place) == heads.contains(&place)));
            prop_assert_eq!(at.heads(), heads.len() as u128);
        }
    }

    #[test]
    fn differential_two_numbers(one in 1..30u128, other in 1..30u128, limit in 0..30u128) {
        for play in ["play=normal", "play=misere"] {
            alike("wythoff", &[play], &joined(&[one, other])).expect("two numbers");
            alike("euclid", &[play], &joined(&[one, other])).expect("two numbers");
            alike("euclid", &[play, "until=zero"], &joined(&[one, other])).expect("two numbers");
            alike("fibonacci-nim", &[play], &joined(&[one, limit])).expect("two numbers");
        }
    }

    #[test]
    fn differential_ruler(places in prop::collection::btree_set(1..11u128, 1..5)) {
        let places: Vec<u128> = places.into_iter().collect();
        for play in ["play=normal", "play=misere"] {
            alike("ruler", &[play], &joined(&places)).expect("places");
        }
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "[-> 0-9e]{0,25}|(none|take|turn|limit|[0-9 >-]{1,5}){0,4}|\\PC{0,25}") {
        for name in ["nim", "wythoff", "euclid", "fibonacci-nim", "mock-turtles", "ruler"] {
            let game = game(name, &[]);
            let _ = game.play(&text, &text);
            let start = game.start();
            let _ = game.play(&start, &text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn oracle_coin_turning(
        places in prop::collection::btree_set(0..8u128, 0..4),
        kind in prop::sample::select(vec![Kind::MockTurtles, Kind::Ruler]),
        misere: bool,
    ) {
        let least = u128::from(kind == Kind::Ruler);
        let runs: Vec<_> = places.iter().map(|place| (place + least, place + least)).collect();
        let start = Coins::of_runs(&runs, Player::First).expect("places");
        audited(|| CoinTurning::new(kind, start.clone(), misere));
    }
}

#[test]
fn law_mutated_certificates_are_refused_or_true() {
    for (seed, misere) in [false, true].into_iter().enumerate() {
        let solver = ClosedForm::new(Nim::new(vec![1, 2, 3], misere));
        assert!(mutate_certificates(solver, seed as u64, 300) > 100);
        for end in [End::Equal, End::Zero] {
            let solver = ClosedForm::new(Euclid::new((11, 29), end, misere));
            assert!(mutate_certificates(solver, seed as u64, 300) > 100);
        }
        let solver = ClosedForm::new(Wythoff::new((2, 4), misere));
        assert!(mutate_certificates(solver, seed as u64, 300) > 100);
        let solver = ClosedForm::new(FibonacciNim::new(9, 8, misere));
        assert!(mutate_certificates(solver, seed as u64, 300) > 100);
        let start = Coins::of_runs(&[(1, 2), (4, 4)], Player::First).expect("places");
        for kind in [Kind::MockTurtles, Kind::Ruler] {
            let solver = ClosedForm::new(CoinTurning::new(kind, start.clone(), misere));
            assert!(mutate_certificates(solver, seed as u64, 300) > 100);
        }
    }
}

#[test]
fn law_nim_as_the_heap_game_of_that_name() {
    let mut description = Description::of(ruleset("heap-game").expect("a ruleset"));
    description.set("code=nim").expect("a code");
    let mut code = description.load().expect("a game");
    let mut nim = game("nim", &[]);
    for position in ["3 5 7", "1 1", "9 9 4 Second", "0", "1e30 7", "1e30 1e30"] {
        let (one, other) = (
            code.evaluate(position, &mut Meter::default()).expect("heaps"),
            nim.evaluate(position, &mut Meter::default()).expect("heaps"),
        );
        assert_eq!((one.evaluation, one.winner), (other.evaluation, other.winner), "{position}");
        let moves = |options: &[perfectplay_analysis::OptionReport]| {
            let mut moves: Vec<String> = options.iter().map(|o| o.chosen.clone()).collect();
            moves.sort();
            moves
        };
        if one.unlisted.is_none() {
            assert_eq!(moves(&one.options), moves(&other.options), "{position}");
        }
    }
}

#[test]
fn law_certificates_of_any_size_in_normal_nim() {
    let mut nim = game("nim", &[]);
    for position in
        ["340282366920938463463374607431768211455 7", "1e38 1e38", "18446744073709551616 1"]
    {
        let mut bytes = Vec::new();
        nim.certify(position, Form::Text, &mut Meter::default(), &mut bytes).expect("a proof");
        nim.verify(&mut &bytes[..], &mut Meter::default()).expect("a true one");
        let mut all = Vec::new();
        nim.certify_all(position, Form::Binary, &mut Meter::default(), &mut all).expect("a proof");
        let confirmed = nim.verify(&mut &all[..], &mut Meter::default()).expect("a true one");
        assert!(confirmed.claim.starts_with("g(n + 1) = g(n) + 1 for all n"), "{confirmed:?}");
    }
}

#[test]
fn law_misere_nim_has_no_certificate_of_all_heaps() {
    let mut nim = game("nim", &["play=misere"]);
    let refused = nim.certify_all("3", Form::Text, &mut Meter::default(), &mut Vec::new());
    assert!(matches!(refused, Err(CertifyError::NotOffered(_))));
}

/// Where only a table would do and none fits, it stops at once, with a reason.
#[test]
fn law_too_large_for_a_table() {
    let misere = || vec!["play=misere"];
    for (name, set, position) in [
        ("nim", misere(), "1e30 7"),
        ("wythoff", vec![], "1e30 7"),
        ("wythoff", misere(), "340282366920938463463374607431768211455 1e38"),
        ("fibonacci-nim", vec![], "1e30"),
        ("fibonacci-nim", misere(), "340282366920938463463374607431768211455"),
        ("mock-turtles", vec![], "1 1e30"),
        ("ruler", vec![], "1-1e38"),
        ("ruler", misere(), "1-1e38"),
    ] {
        let mut game = game(name, &set);
        let report = game.evaluate(position, &mut Meter::default()).expect("a position");
        assert!(report.winner.is_some() && report.unlisted.is_some(), "{name}");
        let stopped = game.certify(position, Form::Text, &mut Meter::default(), &mut Vec::new());
        let Err(CertifyError::Stopped(stop)) = stopped else { panic!("{name}: {stopped:?}") };
        assert!(matches!(stop.reason, StopReason::Memory { .. }), "{name}");
        let limits = Limits { effort: 1000, ..Limits::default() };
        let labels = game.label_all(position, &mut Meter::new(limits), &mut |_| panic!("a label"));
        assert!(labels.expect("a position").stopped.is_some(), "{name}");
    }
}

/// Euclid's certificates have as many rows as the algorithm has divisions.
#[test]
fn law_certificates_of_any_size_in_euclid() {
    for (set, position) in [
        (
            "play=normal",
            "205697230343233228174223751303346572685 332825110087067562321196029789634457848",
        ),
        (
            "play=misere",
            "205697230343233228174223751303346572685 332825110087067562321196029789634457848",
        ),
        (
            "play=normal",
            "271828182845904523536028747135266249775 314159265358979323846264338327950288419",
        ),
        ("play=misere", "1e38 340282366920938463463374607431768211455"),
    ] {
        let mut euclid = game("euclid", &[set]);
        let mut bytes = Vec::new();
        euclid.certify(position, Form::Text, &mut Meter::default(), &mut bytes).expect("a proof");
        euclid.verify(&mut &bytes[..], &mut Meter::default()).expect("a true one");
        assert!(bytes.len() < 100_000, "{}", bytes.len());
    }
    let mut euclid = game("euclid", &[]);
    let stopped = euclid.certify("1 1e30", Form::Text, &mut Meter::default(), &mut Vec::new());
    assert!(matches!(stopped, Err(CertifyError::Stopped(_))));
}

/// Who has lost has few moves: certificates are far smaller than tables.
#[test]
fn law_certificates_of_fibonacci_nim_are_short() {
    for (set, position) in
        [("play=normal", "610"), ("play=misere", "600"), ("play=normal", "600 limit 7")]
    {
        let mut game = game("fibonacci-nim", &[set]);
        let mut bytes = Vec::new();
        game.certify(position, Form::Text, &mut Meter::default(), &mut bytes).expect("a proof");
        game.verify(&mut &bytes[..], &mut Meter::default()).expect("a true one");
        let rows = bytes.split(|&byte| byte == b'\n').count();
        assert!(rows < 4000, "{position}: {rows} rows");
    }
    // More options than are listed, and more stones than a table holds.
    let mut game = game("fibonacci-nim", &[]);
    for position in ["10000000", "10000000000"] {
        let stopped = game.certify(position, Form::Text, &mut Meter::default(), &mut Vec::new());
        assert!(matches!(stopped, Err(CertifyError::Stopped(_))), "{position}");
    }
}

#[test]
fn law_misere_coins_beyond_a_table_stop() {
    let mut game = game("mock-turtles", &["play=misere"]);
    let report = game.evaluate("1 1e30", &mut Meter::default()).expect("places");
    assert!(report.stopped.is_some() && report.winner.is_none());
}

#[test]
fn law_more_options_than_memory_holds_are_a_fault() {
    let mut game = game("nim", &["by=table"]);
    assert!(matches!(game.evaluate("1e30", &mut Meter::default()), Err(AskError::Rules(_))));
}

#[test]
fn law_bad_parameters_are_refused_by_name() {
    for (text, wanted) in [
        ("game = \"nim\"\nheaps = [-1]", "an integer from 0"),
        ("game = \"nim\"\nheaps = 3", "a list"),
        ("game = \"nim\"\nplay = \"odd\"", "normal, misere"),
        ("game = \"nim\"\nby = \"magic\"", "formula, table"),
        ("game = \"wythoff\"\nheaps = [1, 2, 3]", "two numbers"),
        ("game = \"euclid\"\nnumbers = [0, 2]", "an integer from 1"),
        ("game = \"euclid\"\nuntil = \"never\"", "equal, zero"),
        ("game = \"ruler\"\nheads = \"0 3\"", "a place from 1"),
        ("game = \"ruler\"\nheads = \"1 3 3\"", "each place of a head once"),
        ("game = \"mock-turtles\"\nheads = \"5-3\"", "a run of places"),
        ("game = \"fibonacci-nim\"\nlimit = -1", "an integer from 0"),
    ] {
        assert!(load_error(text).contains(wanted), "{text}: {}", load_error(text));
    }
}

#[test]
fn regression_an_empty_text_of_heads_is_no_heads() {
    for name in ["mock-turtles", "ruler"] {
        for heads in ["heads=\"\"", "heads=none"] {
            assert_eq!(game(name, &[heads]).start(), "none", "{name} {heads}");
        }
        let text = format!("game = \"{name}\"\nheads = \"\"");
        let read = Description::parse("t", &text).and_then(|read| read.load()).expect("a game");
        assert_eq!(read.start(), "none", "{name}");
    }
}

#[test]
fn published_nim() {
    // Bouton 1901: 9, 5, 12 is safe for who leaves it.
    let report = game("nim", &[]).evaluate("9 5 12", &mut Meter::default()).expect("heaps");
    assert_eq!(report.winner, Some(Player::Second));
    assert!(report.because.starts_with("heaps 5, 9, 12 have Grundy values 5 XOR 9 XOR 12 = 0: "));
}

#[test]
fn published_lost_positions() {
    let mut wythoff = game("wythoff", &[]);
    for position in ["1 2", "3 5", "4 7", "6 10", "8 13"] {
        let report = wythoff.evaluate(position, &mut Meter::default()).expect("heaps");
        assert_eq!(report.winner, Some(Player::Second), "{position}");
    }
    let mut fibonacci = game("fibonacci-nim", &[]);
    let lost: Vec<u32> = (2..100)
        .filter(|stones| {
            let report = fibonacci.evaluate(&stones.to_string(), &mut Meter::default());
            report.expect("stones").winner == Some(Player::Second)
        })
        .collect();
    assert_eq!(lost, [2, 3, 5, 8, 13, 21, 34, 55, 89]);
    // Winning Ways, chapter 14: heads at 1, 2, 4 are worth 2, 4, 8 in Mock Turtles.
    let mut turtles = game("mock-turtles", &[]);
    let report = turtles.evaluate("1 2 4", &mut Meter::default()).expect("places");
    assert!(report.because.starts_with("heads 1, 2, 4 have Grundy values 2 XOR 4 XOR 8 = 14; "));
    let mut ruler = game("ruler", &[]);
    let report = ruler.evaluate("6 7 8", &mut Meter::default()).expect("places");
    assert!(report.because.starts_with("heads 6, 7, 8 have Grundy values 2 XOR 1 XOR 8 = 11; "));
}
