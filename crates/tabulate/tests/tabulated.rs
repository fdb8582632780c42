//! Tabulated games against exhaustive play of their rules, at every position.

mod common;
#[path = "common/scores.rs"]
mod scores;

use common::{Rows, Wheel};
use perfectplay_analysis::{
    Analysis, AskError, Face, KeepError, Place, Solver, Value, audit, audit_certificates,
};
use perfectplay_game::{
    Known, Limits, Meter, Notation, Outcome, Player, Score, StopReason, Tabular, exhaustive,
};
use perfectplay_proof::Form;
use perfectplay_tabulate::{Tabulated, query};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn oracle_games_whose_play_ends(wheel in Wheel::ending()) {
        let solver = Tabulated::new("wheel", wheel);
        audit(&mut { solver }, &mut Meter::default()).map_err(|wrong| TestCaseError::fail(wrong.to_string()))?;
    }

    #[test]
    fn oracle_points(wheel in Wheel::ending(), greedy: bool) {
        let score = if greedy { Score::Difference } else { Score::WinThenPoints };
        let wheel = Wheel { score: Some(score), ..wheel };
        let truth = scores::scores(&wheel);
        let mut solver = Tabulated::new("wheel", wheel.clone());
        for (position, truth) in truth {
            let judged = solver.judge(&position, &mut Meter::default()).expect("no limit");
            prop_assert_eq!(judged.evaluation.outcome.exact(), Some(&truth.outcome));
            let value = match score {
                Score::WinThenPoints => Value::Points { own: truth.own, other: truth.other },
                Score::Difference => {
                    Value::Margin { points: truth.own as i64 - truth.other as i64 }
                }
            };
            prop_assert_eq!(judged.evaluation.value, Some(Known::Exact(value.clone())));
            for choice in &judged.choices {
                let same = choice.evaluation.value == Some(Known::Exact(value.clone()))
                    && choice.evaluation.outcome == Known::Exact(truth.outcome);
                prop_assert_eq!(choice.keeps, same);
            }
        }
    }

    #[test]
    fn oracle_sums_of_rows(rows in prop::collection::vec(0u8..6, 0..4), code in 1u16..0o10000) {
        let rows = Rows { rows, code, truthful: true };
        let solver = Tabulated::new("rows", rows);
        audit(&mut { solver }, &mut Meter::default()).map_err(|wrong| TestCaseError::fail(wrong.to_string()))?;
    }

    #[test]
    fn oracle_certificates_of_sums(rows in prop::collection::vec(0u8..5, 0..3), code in 1u16..0o1000) {
        let solver = Tabulated::new("rows", Rows { rows, code, truthful: true });
        audit_certificates(solver, &mut Meter::default())
            .map_err(|wrong| TestCaseError::fail(wrong.to_string()))?;
    }

    #[test]
    fn oracle_certificates_of_outcomes(wheel in Wheel::ending()) {
        audit_certificates(Tabulated::new("wheel", wheel), &mut Meter::default())
            .map_err(|wrong| TestCaseError::fail(wrong.to_string()))?;
    }

    #[test]
    fn law_certificates_where_positions_come_back(wheel in Wheel::any()) {
        let mut face = Face(Tabulated::new("wheel", wheel));
        let start = face.start();
        let mut certificate = Vec::new();
        face.certify(&start, Form::Binary, &mut Meter::default(), &mut certificate)
            .expect("certified");
        let told = face.verify(&mut &certificate[..], &mut Meter::default()).expect("confirmed");
        let report = face.evaluate(&start, &mut Meter::default()).expect("solved");
        let verdict = match (report.winner, report.evaluation.outcome.exact()) {
            (Some(winner), _) => format!("{winner} wins from "),
            (None, outcome) => format!("a {} from ", outcome.expect("decided")),
        };
        prop_assert!(told.claim.starts_with(&verdict), "{}", told.claim);
    }

    #[test]
    fn law_changed_scores_are_refused(wheel in Wheel::ending(), greedy: bool, at: prop::sample::Index, to in 0u64..9) {
        let score = if greedy { Score::Difference } else { Score::WinThenPoints };
        let wheel = Wheel { score: Some(score), ..wheel };
        let mut face = Face(Tabulated::new("wheel", wheel.clone()));
        let start = face.start();
        let mut certificate = Vec::new();
        face.certify(&start, Form::Text, &mut Meter::default(), &mut certificate)
            .expect("certified");
        let honest = face.verify(&mut &certificate[..], &mut Meter::default()).expect("confirmed");
        // Any one number changed: refused, or the same claim.
        let text = String::from_utf8(certificate).expect("text");
        let numbers: Vec<usize> = text
            .char_indices()
            .filter(|(_, c)| c.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        let at = numbers[at.index(numbers.len())];
        let changed = format!("{}{to}{}", &text[..at], &text[at + 1..]);
        if let Ok(told) = face.verify(&mut changed.as_bytes(), &mut Meter::default()) {
            prop_assert_eq!(told.claim, honest.claim);
        }
    }

    #[test]
    fn law_limits_prove_what_they_say(wheel in Wheel::any(), positions in 1u64..12) {
        let mut whole = Tabulated::new("wheel", wheel.clone());
        let mut part = Tabulated::new("wheel", wheel.clone());
        let start = perfectplay_game::Game::start(&wheel);
        let limits = Limits { positions, ..Limits::default() };
        let found = part.judge(&start, &mut Meter::new(limits)).expect("a part");
        let truth = whole.judge(&start, &mut Meter::default()).expect("no limit");
        if let Some(outcome) = found.evaluation.outcome.exact() {
            prop_assert_eq!(Some(outcome), truth.evaluation.outcome.exact());
        } else {
            let reason = found.stopped.map(|stop| stop.reason);
            prop_assert_eq!(reason, Some(StopReason::Positions { limit: positions }));
        }
        for (found, truth) in found.choices.iter().map(|found| {
            let same = |choice: &&perfectplay_analysis::Choice<_>| choice.chosen == found.chosen;
            (found, truth.choices.iter().find(same).expect("the same options"))
        }) {
            if let Some(outcome) = found.evaluation.outcome.exact() {
                prop_assert_eq!(Some(outcome), truth.evaluation.outcome.exact());
            }
            prop_assert!(!found.keeps || truth.keeps);
        }
    }

}

proptest! {
    // Each case brings files to the disk.
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn law_threads_and_folders_change_nothing(wheel in Wheel::any(), effort in 1u64..60) {
        let folder = tempfile::tempdir().expect("a folder");
        let place = Place { folder: &folder.path().join("kept"), game: b"wheel" };
        let start = wheel.write_position(&perfectplay_game::Game::start(&wheel));
        // A run that stops early, and one that goes on from there.
        let limits = Limits { effort, ..Limits::default() };
        let mut first = Face(Tabulated::new("wheel", wheel.clone()));
        let stopped = first.keep(&start, &place, &mut Meter::new(limits));
        prop_assert!(matches!(stopped, Ok(()) | Err(KeepError::Stopped(_))), "{:?}", stopped);
        drop(first);
        let mut second = Face(Tabulated::new("wheel", wheel.clone()).with_threads(2));
        second.keep(&start, &place, &mut Meter::default()).expect("no limit");
        let mut fresh = Face(Tabulated::new("wheel", wheel.clone()));
        let other = Place { game: b"another", ..place };
        let asked = query(Tabulated::new("wheel", wheel.clone()), &other);
        prop_assert!(matches!(asked, Err(KeepError::Store(_))));
        let kept = query(Tabulated::new("wheel", wheel.clone()), &place).expect("kept");
        let mut kept = Face(kept);
        let mut labels = Vec::new();
        fresh.label_all(&start, &mut Meter::default(), &mut |label| {
            labels.push(label.clone());
            std::ops::ControlFlow::Continue(())
        }).expect("labels");
        for label in labels {
            let meter = &mut Meter::default();
            let mut told = |face: &mut Face<Tabulated<Wheel>>| {
                let report = face.evaluate(&label.what, meter).expect("a position");
                (report.evaluation, report.options, report.because)
            };
            let truth = told(&mut fresh);
            prop_assert_eq!(&truth.0, &label.evaluation);
            prop_assert_eq!(&told(&mut second), &truth);
            prop_assert_eq!(&told(&mut kept), &truth);
        }
    }
}

#[test]
fn law_a_false_declaration_is_an_error_with_its_witness() {
    let rows = Rows { rows: vec![3, 4], code: 0o77, truthful: false };
    let mut face = Face(Tabulated::new("rows", rows));
    let error = face.evaluate(&face.start(), &mut Meter::default()).expect_err("false");
    let AskError::Rules(error) = error else { panic!("{error}") };
    assert!(error.message.starts_with("parts is false: the position "), "{error}");
    assert!(error.message.contains("played out by the rules alone"), "{error}");
}

#[test]
fn law_points_and_parts_need_play_that_ends() {
    let back = Wheel::ring(5, Some(Score::WinThenPoints));
    let mut face = Face(Tabulated::new("wheel", back));
    let error = face.evaluate(&face.start(), &mut Meter::default()).expect_err("comes back");
    assert!(error.to_string().contains("a position can come back ("), "{error}");
}

#[test]
fn law_the_theory_is_picked_by_what_is_declared_and_met() {
    let named = |mut face: Box<dyn Analysis>| {
        let start = face.start();
        face.evaluate(&start, &mut Meter::default()).expect("solved").theory.name
    };
    let ring = Wheel::ring(5, None);
    assert_eq!(named(Box::new(Face(Tabulated::new("w", ring)))), "retrograde analysis");
    let rows = Rows { rows: vec![5, 2], code: 0o77, truthful: true };
    assert_eq!(named(Box::new(Face(Tabulated::new("r", rows)))), "Sprague-Grundy");
    let line = Wheel::line(4, None);
    assert_eq!(named(Box::new(Face(Tabulated::new("w", line)))), "exhaustive play");
    let paid = Wheel::line(4, Some(Score::WinThenPoints));
    assert_eq!(named(Box::new(Face(Tabulated::new("w", paid)))), "lexicographic play");
    let paid = Wheel::line(4, Some(Score::Difference));
    assert_eq!(named(Box::new(Face(Tabulated::new("w", paid)))), "difference of points");
}

#[test]
fn law_exhaustive_play_is_the_oracle_used_here() {
    // The oracle itself, on a game with a known value: a line of 4, one step a
    // move, is lost for who faces an even rest.
    let line = Wheel::line(4, None);
    let outcomes = exhaustive::outcomes(&line, &(0, Player::First), &mut Meter::default());
    let outcomes = outcomes.expect("play ends");
    assert_eq!(outcomes[&(0, Player::First)], Outcome::Loss);
    assert!(!line.declared().splits);
}
