//! Rulesets that a formula decides, against exhaustive play of their rules and
//! against tables.

mod common;

use common::load_error;
use common::mutate::mutate_certificates;
use perfectplay_analysis::{Analysis, AskError, CertifyError, Solver, audit, audit_certificates};
use perfectplay_catalogue::closed_form::{ClosedForm, Formula};
use perfectplay_catalogue::nim::Nim;
use perfectplay_catalogue::{Description, ruleset};
use perfectplay_game::{Known, Limits, Meter, Outcome, Player, StopReason};
use perfectplay_proof::Form;
use perfectplay_tabulate::Tabulated;
use proptest::prelude::*;

/// Formula, table and certificates at every position that play comes to.
fn audited<R>(rules: impl Fn() -> R)
where
    R: Formula + Sync + Send,
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
    R: Formula + Sync + Send,
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
        let after = solver.judge(&to, &mut Meter::default()).expect("a formula");
        let Known::Exact(after) = after.evaluation.outcome else { panic!("not exact") };
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
fn alike(name: &str, play: &str, position: &str) -> Result<(), AskError> {
    let play = format!("play={play}");
    let formula = game(name, &[&play]).evaluate(position, &mut Meter::default())?;
    let table = game(name, &[&play, "by=table"]).evaluate(position, &mut Meter::default())?;
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
        for play in ["normal", "misere"] {
            alike("nim", play, &joined(&heaps)).expect("heaps");
        }
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "[-> 0-9e]{0,25}|\\PC{0,25}") {
        for name in ["nim"] {
            let game = game(name, &[]);
            let _ = game.play(&text, &text);
            let start = game.start();
            let _ = game.play(&start, &text);
        }
    }
}

#[test]
fn law_mutated_certificates_are_refused_or_true() {
    for (seed, misere) in [false, true].into_iter().enumerate() {
        let solver = ClosedForm::new(Nim::new(vec![1, 2, 3], misere));
        assert!(mutate_certificates(solver, seed as u64, 300) > 100);
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
    }
}

/// Where only a table would do and none fits, it stops at once, with a reason.
#[test]
fn law_too_large_for_a_table() {
    for (name, set, position) in [("nim", vec!["play=misere"], "1e30 7")] {
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
    ] {
        assert!(load_error(text).contains(wanted), "{text}: {}", load_error(text));
    }
}

#[test]
fn published_nim() {
    // Bouton 1901: 9, 5, 12 is safe for who leaves it.
    let report = game("nim", &[]).evaluate("9 5 12", &mut Meter::default()).expect("heaps");
    assert_eq!(report.winner, Some(Player::Second));
    assert!(report.because.starts_with("heaps 5, 9, 12 have Grundy values 5 XOR 9 XOR 12 = 0: "));
}
