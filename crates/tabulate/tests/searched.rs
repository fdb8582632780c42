//! Searched games against exhaustive play of their rules, at every position,
//! and against retrograde analysis where positions come back.

mod common;
#[path = "common/heap.rs"]
mod heap;

use std::sync::atomic::{AtomicU64, Ordering};

use common::{Rows, Wheel};
use heap::Heap;
use perfectplay_analysis::{Analysis, AskError, Face, Search, SearchMethod, Solver, audit};
use perfectplay_game::{
    Game, Known, Limits, Meter, Notation, NotationError, Options, Outcome, Player, Score,
    StopReason, Tabular, exhaustive,
};
use perfectplay_proof::{Claim, Form, open};
use perfectplay_tabulate::searched::Told;
use perfectplay_tabulate::{Searched, Tabulated};
use proptest::prelude::*;

/// Heaps of five are said to be alike to heaps of six.
const CROOKED: Heap = Heap { start: 9, alike: (5, 6), swapped: false };

/// A table of a few positions, which forgets much.
const SMALL: Search =
    Search { table: 1 << 10, threads: 1, every_option: true, method: SearchMethod::Suited };

fn methods() -> impl Strategy<Value = SearchMethod> {
    let all = [SearchMethod::Suited, SearchMethod::ProofNumbers, SearchMethod::Deepening];
    prop::sample::select(all.to_vec())
}

fn failed(wrong: impl ToString) -> TestCaseError {
    TestCaseError::fail(wrong.to_string())
}

/// Certifies and verifies every position. A search that knows more may find
/// another strategy, so that bytes are not compared.
fn certify_all<G: Tabular + Sync + Send>(solver: Searched<G>) -> Result<(), TestCaseError>
where
    G::Position: Send + Sync,
{
    let start = solver.rules().start();
    let truth = exhaustive::outcomes(solver.rules(), &start, &mut Meter::default());
    let mut face = Face(solver);
    for (position, outcome) in truth.map_err(failed)? {
        let name = face.0.rules().write_position(&position);
        for form in [Form::Binary, Form::Text] {
            let mut bytes = Vec::new();
            face.certify(&name, form, &mut Meter::default(), &mut bytes).map_err(failed)?;
            let claim = open(&bytes[..]).and_then(|mut source| Claim::read(source.as_mut()));
            let claim = claim.map_err(failed)?;
            prop_assert_eq!((claim.outcome, &claim.position), (Some(outcome), &name));
            face.verify(&mut &bytes[..], &mut Meter::default()).map_err(failed)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn oracle_games_whose_play_ends(
        wheel in Wheel::ending(),
        threads in 1usize..=2,
        told: bool,
        method in methods(),
    ) {
        let search = Search { threads, method, ..SMALL };
        let told = Told { ends: told, decisive: false };
        let mut solver = Searched::new("wheel", wheel, search).told(told);
        audit(&mut solver, &mut Meter::default()).map_err(failed)?;
    }

    #[test]
    fn oracle_games_that_forget_who_moves(
        rows in prop::collection::vec(0u8..5, 0..4),
        code in 1u16..0o10000,
        told: bool,
    ) {
        let rows = Rows { rows, code, truthful: true };
        let told = if told { Told::DECISIVE } else { Told::default() };
        let mut solver = Searched::new("rows", rows, SMALL).told(told);
        audit(&mut solver, &mut Meter::default()).map_err(failed)?;
    }

    #[test]
    fn oracle_certificates(wheel in Wheel::ending(), told: bool) {
        let told = Told { ends: told, decisive: false };
        let solver = Searched::new("wheel", wheel, SMALL).told(told);
        certify_all(solver)?;
    }

    #[test]
    fn oracle_certificates_of_rows(
        rows in prop::collection::vec(0u8..4, 0..3),
        code in 1u16..0o1000,
    ) {
        let rows = Rows { rows, code, truthful: true };
        let solver = Searched::new("rows", rows, SMALL).told(Told::DECISIVE);
        certify_all(solver)?;
    }

    #[test]
    fn differential_where_positions_come_back(
        wheel in Wheel::any(),
        threads in 1usize..=2,
        method in methods(),
    ) {
        let mut by_table = Tabulated::new("wheel", wheel.clone());
        let mut by_search = Face(Searched::new("wheel", wheel.clone(), Search { threads, method, ..SMALL }));
        for at in 0..wheel.fields.len() {
            let at = (at, Player::First);
            let table = by_table.judge(&at, &mut Meter::default()).expect("no limit");
            let truth = *table.evaluation.outcome.exact().expect("finite");
            let name = wheel.write_position(&at);
            let report = by_search.evaluate(&name, &mut Meter::default()).expect("a position");
            prop_assert!(agrees(&report.evaluation.outcome, truth), "{:?} {}", report, truth);
            prop_assert_eq!(report.options.len(), table.choices.len());
            for option in &report.options {
                let same = |chosen: &usize| wheel.write_move(&at, chosen) == option.chosen;
                let choice = table.choices.iter().find(|choice| same(&choice.chosen));
                let truth = choice.and_then(|choice| choice.evaluation.outcome.exact());
                prop_assert!(agrees(&option.evaluation.outcome, *truth.expect("finite")));
            }
            let mut bytes = Vec::new();
            by_search.certify(&name, Form::Text, &mut Meter::default(), &mut bytes).expect("written");
            let told = by_search.verify(&mut &bytes[..], &mut Meter::default()).expect("confirmed");
            let winner = match truth {
                Outcome::Win => "First wins from",
                Outcome::Loss => "Second wins from",
                Outcome::Tie => "a tie from",
                Outcome::Draw => "neither player can force a win from",
            };
            // That play ends level is not always shown.
            let level = truth == Outcome::Tie && told.claim.starts_with("neither player");
            prop_assert!(told.claim.starts_with(winner) || level, "{} {}", told.claim, truth);
        }
    }

    #[test]
    fn law_limits_prove_what_they_say(wheel in Wheel::ending(), effort in 0u64..20) {
        let mut whole = Searched::new("wheel", wheel.clone(), SMALL);
        let start = wheel.start();
        let truth = whole.judge(&start, &mut Meter::default()).expect("no limit");
        let mut meter = Meter::new(Limits { effort, ..Limits::default() });
        let mut solver = Searched::new("wheel", wheel, SMALL);
        let found = solver.judge(&start, &mut meter).expect("judged in part");
        let exact = *truth.evaluation.outcome.exact().expect("ends");
        prop_assert!(agrees(&found.evaluation.outcome, exact));
        if found.stopped.is_none() {
            prop_assert_eq!(&found.evaluation, &truth.evaluation);
        }
        for choice in &found.choices {
            let same = truth.choices.iter().find(|other| other.chosen == choice.chosen);
            let exact = same.and_then(|same| same.evaluation.outcome.exact()).expect("ends");
            prop_assert!(agrees(&choice.evaluation.outcome, *exact));
        }
        // The same solver goes on from what it has.
        let again = solver.judge(&start, &mut Meter::default()).expect("no limit");
        prop_assert_eq!(again.evaluation, truth.evaluation);
    }
}

/// Does what is known hold for the truth?
fn agrees(known: &Known<Outcome>, truth: Outcome) -> bool {
    match *known {
        Known::Exact(outcome) => outcome == truth,
        Known::Bounded { least, most } => (least..=most).contains(&truth),
        Known::Unknown => true,
    }
}

#[test]
fn law_only_the_outcome_is_searched_where_that_is_asked() {
    let wheel = Wheel::line(9, None);
    let search = Search { every_option: false, ..SMALL };
    let mut solver = Searched::new("line", wheel.clone(), search);
    let judged = solver.judge(&wheel.start(), &mut Meter::default()).expect("no limit");
    // The mover of the ninth step has it.
    assert_eq!(judged.evaluation.outcome, Known::Exact(Outcome::Win));
}

/// One heap of which any number is taken; who cannot move loses. It counts the
/// options that it lists.
#[derive(Default)]
struct Wide(AtomicU64);

impl Game for Wide {
    type Position = (u32, Player);
    type Move = u32;

    fn start(&self) -> (u32, Player) {
        (3000, Player::First)
    }

    fn mover(&self, position: &(u32, Player)) -> Player {
        position.1
    }

    fn options(&self, &(heap, mover): &(u32, Player), into: &mut Options<Self>) {
        into.extend((1..=heap).map(|taken| (taken, (heap - taken, mover.other()))));
        self.0.fetch_add(heap.into(), Ordering::Relaxed);
    }

    fn first_move(&self, &(heap, _): &(u32, Player)) -> Option<u32> {
        (heap > 0).then_some(1)
    }
}

impl Notation for Wide {
    fn write_position(&self, position: &(u32, Player)) -> String {
        CROOKED.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<(u32, Player), NotationError> {
        CROOKED.parse_position(text)
    }

    fn write_move(&self, _from: &(u32, Player), chosen: &u32) -> String {
        chosen.to_string()
    }

    fn rules(&self) -> String {
        "take any".to_owned()
    }
}

impl Tabular for Wide {}

/// Options of options would be four and a half million.
#[test]
fn regression_few_options_of_options_are_looked_at_for_labels() {
    for (every_option, effort) in [(false, u64::MAX), (false, 10), (true, 10), (true, 4000)] {
        let search = Search { every_option, ..SMALL };
        let mut solver = Searched::new("wide", Wide::default(), search).told(Told::DECISIVE);
        let mut meter = Meter::new(Limits { effort, ..Limits::default() });
        let judged = solver.judge(&(3000, Player::First), &mut meter).expect("judged");
        let listed = solver.rules().0.load(Ordering::Relaxed);
        assert!(listed < (1 << 16) + 6 * 3000, "{every_option} {effort}: {listed}");
        assert_eq!(judged.stopped.is_some(), effort < u64::MAX);
        if effort == u64::MAX {
            assert_eq!((judged.choices[0].chosen, judged.choices[0].keeps), (3000, true));
        }
    }
}

#[test]
fn law_a_table_too_large_is_refused_before_anything_is_asked() {
    let search = Search { table: 1 << 40, ..SMALL };
    let mut solver = Searched::new("wide", Wide::default(), search).told(Told::DECISIVE);
    let refused = solver.judge(&(3000, Player::First), &mut Meter::default());
    assert!(refused.is_err_and(|stop| matches!(stop.reason, StopReason::Memory { .. })));
    assert_eq!(solver.rules().0.load(Ordering::Relaxed), 0);
}

#[test]
fn law_points_that_decide_who_wins_are_not_searched() {
    let solver = Tabulated::new("line", Wheel::line(4, Some(Score::Difference)));
    assert!(Box::new(Face(solver)).by_search(SMALL).is_err());
    let solver = Tabulated::new("line", Wheel::line(4, Some(Score::WinThenPoints)));
    let mut searched = Box::new(Face(solver)).by_search(SMALL).expect("searched");
    let start = searched.start();
    let report = searched.evaluate(&start, &mut Meter::default()).expect("a position");
    assert_eq!(report.winner, Some(Player::Second));
    // Nor is a strategy taken for a proof of who has more points.
    let mut bytes = Vec::new();
    searched.certify(&start, Form::Text, &mut Meter::default(), &mut bytes).expect("written");
    let greedy = Face(Tabulated::new("line", Wheel::line(4, Some(Score::Difference))));
    let refused = greedy.verify(&mut &bytes[..], &mut Meter::default());
    assert!(refused.is_err_and(|error| error.to_string().contains("points decide")));
}

#[test]
fn law_a_false_canonical_form_is_an_error_with_its_witness() {
    let mut face = Face(Searched::new("crooked", CROOKED, SMALL));
    let error = face.evaluate("9 First", &mut Meter::default()).expect_err("false");
    let AskError::Rules(error) = error else { panic!("{error}") };
    assert!(error.message.contains("has the canonical form 6"), "{error}");
}
