//! Final Stage against exhaustive play, the contest's cases, and hostile input.

mod common;

use std::ops::ControlFlow;

use common::{contest, contest_error, load_error, run_cases, witnessed_winners};
use perfectplay_analysis::{Analysis, Evaluation, Face, Solver, audit};
use perfectplay_catalogue::Description;
use perfectplay_catalogue::final_stage::{At, FinalStage, FinalStageSolver, Turn};
use perfectplay_game::Player::{First, Second};
use perfectplay_game::{Game, Known, Limits, Meter, Notation, Outcome, Player, exhaustive};
use perfectplay_proof::Form;
use proptest::prelude::*;

/// Turns of players in turn, First first.
fn alternating(bounds: &[(u64, u64)]) -> Vec<Turn> {
    let turn = |(nth, &(least, most))| Turn::new(Player::alternating(nth), least, most);
    bounds.iter().enumerate().filter_map(turn).collect()
}

fn face(turns: Vec<Turn>, stones: u64) -> Face<FinalStageSolver> {
    Face(FinalStageSolver::new(FinalStage::new(turns, stones)))
}

/// The published sample's schedule.
const SAMPLE: [(u64, u64); 4] = [(1, 3), (1, 2), (3, 4), (1, 2)];

fn schedules() -> impl Strategy<Value = Vec<Turn>> {
    let turn = (any::<bool>(), 0..=4u64, 0..=3u64);
    (prop::collection::vec(turn, 0..9), any::<bool>()).prop_map(|(turns, alternate)| {
        let turn = |(nth, (second, least, slack)): (usize, (bool, u64, u64))| {
            let any = if second { Second } else { First };
            let mover = if alternate { Player::alternating(nth) } else { any };
            Turn::new(mover, least, least + slack)
        };
        turns.into_iter().enumerate().filter_map(turn).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn oracle_outcomes_options_and_notation_everywhere(turns in schedules(), stones in 0..30u64) {
        let mut solver = FinalStageSolver::new(FinalStage::new(turns, stones));
        audit(&mut solver, &mut Meter::default()).expect("agreement with exhaustive play");
    }

    /// The contest's answers: alternating turns, every count at once.
    #[test]
    fn oracle_contest_answers(bounds in prop::collection::vec((0..=4u64, 0..=3u64), 0..8)) {
        let bounds: Vec<(u64, u64)> =
            bounds.into_iter().map(|(least, slack)| (least, least + slack)).collect();
        let most = bounds.iter().map(|(_, most)| most).sum::<u64>() + 2;
        let turns: String = bounds.iter().map(|(l, r)| format!("{l} {r}\n")).collect();
        let counts: String = (0..=most).map(|c| format!("{c}\n")).collect();
        let input = format!("{}\n{turns}{}\n{counts}", bounds.len(), most + 1);
        let answers = contest("final-stage", &input).expect("answers");
        for (stones, answer) in (0..=most).zip(answers.lines()) {
            let rules = FinalStage::new(alternating(&bounds), stones);
            let start = rules.start();
            let truth = exhaustive::outcome(&rules, &start, &mut Meter::default());
            let truth = match (truth.expect("a small game"), rules.mover(&start)) {
                (Outcome::Tie, _) => "Draw",
                (Outcome::Win, First) | (Outcome::Loss, Second) => "Alice",
                _ => "Bob",
            };
            prop_assert_eq!(answer, truth, "{} stones", stones);
        }
        prop_assert_eq!(answers.lines().count() as u64, most + 1);
    }

    /// Labels at every turn: right for each count, alternating, and maximal.
    #[test]
    fn oracle_labels_at_every_turn(turns in schedules()) {
        let rules = FinalStage::new(turns.clone(), 0);
        let mut solver = FinalStageSolver::new(rules.clone());
        for played in 0..=turns.len() {
            let mut next = 0u64;
            let mut last = None;
            let mut ended = false;
            for (what, evaluation) in labels(&mut solver, played) {
                prop_assert!(!ended);
                let inner = what.trim_matches(['[', ']', ')']);
                let (from, to) = inner.split_once(',').expect("two ends");
                prop_assert_eq!(from.parse(), Ok(next));
                ended = to == "∞";
                let to = if ended { next + 3 } else { to.parse().expect("a count") };
                for stones in next..=to {
                    let at = At { played, stones };
                    let truth = exhaustive::outcome(&rules, &at, &mut Meter::default());
                    prop_assert_eq!(evaluation.side, rules.mover(&at));
                    prop_assert_eq!(evaluation.outcome.exact(), Some(&truth.expect("small")));
                }
                prop_assert!(last != Some(evaluation.clone()));
                last = Some(evaluation);
                next = to + 1;
            }
            prop_assert!(ended);
        }
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "(turn|over|,| |-|[0-9]|stones){0,8}|\\PC{0,25}") {
        let rules = FinalStage::new(alternating(&SAMPLE), 9);
        let _ = rules.parse_position(&text);
        let _ = rules.parse_move(&rules.start(), &text);
        let _ = contest("final-stage", &text);
    }
}

fn labels(solver: &mut FinalStageSolver, played: usize) -> Vec<(String, Evaluation)> {
    let mut labels = Vec::new();
    solver
        .label_all(&At { played, stones: 0 }, &mut Meter::default(), &mut |label| {
            labels.push((label.what.clone(), label.evaluation.clone()));
            ControlFlow::Continue(())
        })
        .expect("no limit");
    labels
}

#[test]
fn published_contest_cases() {
    run_cases("final-stage");
}

#[test]
fn law_the_witness_sees_what_is_answered() {
    let sample = "4\n1 3\n1 2\n3 4\n1 2\n5\n0\n3\n5\n8\n9\n";
    let wanted = [Some(Second), Some(First), Some(Second), Some(First), None];
    assert_eq!(witnessed_winners("final-stage", sample), wanted);
    assert_eq!(contest("final-stage", sample).expect("answers"), "Bob\nAlice\nBob\nAlice\nDraw\n");
    assert_eq!(witnessed_winners("final-stage", "0 2 0 5"), [None, None]);
}

#[test]
fn published_sample_as_ranges() {
    let mut solver = FinalStageSolver::new(FinalStage::new(alternating(&SAMPLE), 5));
    let ranges: Vec<(String, Option<Player>)> =
        labels(&mut solver, 0).into_iter().map(|(what, e)| (what, e.winner())).collect();
    let wanted = [
        ("[0,0]", Some(Second)),
        ("[1,3]", Some(First)),
        ("[4,5]", Some(Second)),
        ("[6,8]", Some(First)),
        ("[9,∞)", None),
    ];
    assert_eq!(ranges, wanted.map(|(what, winner)| (what.to_owned(), winner)));
}

/// Facts that are easy to get wrong at the edges: 0 stones, L = 0, a run that
/// vanishes exactly, the last run before the drawn one.
#[test]
fn regression_edges_of_the_contest() {
    for (input, answer) in [
        // 0 stones are lost at once, unless the turn may be passed.
        ("1\n1 1\n1\n0\n", "Bob\n"),
        ("1\n0 1\n1\n0\n", "Draw\n"),
        ("0\n2\n0\n5\n", "Draw\nDraw\n"),
        // Bob's run [1,2) meets its end at turn 1: s + R = e + L.
        ("3\n1 2\n1 1\n1 1\n6\n0\n1\n2\n3\n4\n5\n", "Bob\nAlice\nAlice\nDraw\nDraw\nDraw\n"),
        // It vanishes with room to spare: what is drawn starts at s + R.
        ("3\n1 9\n1 1\n1 1\n3\n3\n9\n10\n", "Alice\nAlice\nDraw\n"),
        // With 10^18 stones, and bounds whose sum passes 2^63.
        ("2\n1 1000000000\n1 5\n1\n1000000000000000000\n", "Draw\n"),
        (
            "3\n9223372036854775807 9223372036854775807\n1 1\n1 9223372036854775807\n2\n\
             9223372036854775806\n9223372036854775807\n",
            "Bob\nAlice\n",
        ),
    ] {
        assert_eq!(contest("final-stage", input).expect("answers"), answer, "{input:?}");
    }
}

#[test]
fn law_many_options_come_as_ranges() {
    let turns = alternating(&[(1, 1_000_000_000), (2, 5), (1, u64::MAX)]);
    let mut face = face(turns, 1_000_000);
    let report = face.evaluate("turn 1, 1000000 stones", &mut Meter::default()).expect("legal");
    let options: Vec<_> = report
        .options
        .iter()
        .map(|o| (o.chosen.as_str(), o.through.as_deref(), o.position.as_str(), o.keeps))
        .collect();
    // First leaves Second too few; or more than the 2 to 5 that Second can
    // take whole; or just those.
    assert_eq!(
        options,
        [
            ("take 999999", Some("take 1000000"), "turn 2, 1 stone", true),
            ("take 1", Some("take 999994"), "turn 2, 999999 stones", false),
            ("take 999995", Some("take 999998"), "turn 2, 5 stones", false),
        ]
    );
    assert_eq!(
        face.play("turn 1, 1000000 stones", "take 777").as_deref(),
        Ok("turn 2, 999223 stones")
    );
    assert_eq!(
        face.play("turn 1, 9 stones", "take 10").expect_err("too many").to_string(),
        "\"take 10\" is no legal move here; legal is for example \"take 1\""
    );
    // 2^64 - 1 options at the last turn are one range.
    let last = format!("turn 3, {} stones", u64::MAX);
    let report = face.evaluate(&last, &mut Meter::default()).expect("legal");
    assert_eq!(report.options.len(), 1);
    assert_eq!(report.options[0].through.as_deref(), Some("take 18446744073709551615"));
}

#[test]
fn law_the_sentence_names_the_run() {
    let mut face = face(alternating(&SAMPLE), 7);
    let mut because = |position: &str| {
        face.evaluate(position, &mut Meter::default()).expect("a position").because
    };
    assert_eq!(
        because("turn 1, 7 stones"),
        "with 7 stones at turn 1 the pile lies in [6,8] where First wins: taking 2 leaves it \
         at turn 2 in [5,5] where First wins"
    );
    assert_eq!(
        because("turn 1, 4 stones"),
        "with 4 stones at turn 1 the pile lies in [4,5] where Second wins: every option leaves it \
         at turn 2 in [1,4] where Second wins"
    );
    assert_eq!(
        because("turn 3, 1 stone"),
        "with 1 stone at turn 3 the pile lies in [0,2] where Second wins: the turn asks for 3 \
         stones at least, and First loses"
    );
    assert_eq!(
        because("turn 4, 2 stones"),
        "with 2 stones at turn 4 the pile lies in [1,∞) where neither can win: taking 1 to 2 ends \
         the schedule, which is a tie"
    );
    assert_eq!(because("over, 2 stones"), "all turns are played, which is a tie");
}

#[test]
fn law_movers_come_in_any_order() {
    let load = |movers: &str| {
        let text = format!(
            "game = \"final-stage\"\nturns = [[1, 2], [3, 3], [1, 1]]\nstones = 4\n{movers}"
        );
        Description::parse("t", &text).and_then(|d| d.load()).expect("a game")
    };
    // First takes twice, and has too few the second time.
    let mut game = load("movers = \"FFS\"");
    let report = game.evaluate("turn 2, 2 stones", &mut Meter::default()).expect("legal");
    assert_eq!((report.mover, report.winner), (First, Some(Second)));
    let mut game = load("movers = \"BAB\"");
    let report = game.evaluate(&game.start(), &mut Meter::default()).expect("legal");
    assert_eq!((report.mover, report.winner), (Second, Some(Second)));
    assert_eq!(load("").mover("turn 2, 2 stones"), Ok(Second));
}

#[test]
fn bad_positions_name_the_column() {
    let rules = FinalStage::new(alternating(&SAMPLE), 9);
    for (text, column, wanted) in [
        ("", 1, "\"turn\""),
        ("Turn 1, 2 stones", 1, "\"turn\""),
        ("turn", 5, "a turn from 1 to 4"),
        ("turn 0, 2 stones", 6, "a turn from 1 to 4"),
        ("turn 5, 2 stones", 6, "a turn from 1 to 4"),
        ("turn 1, -2 stones", 9, "a number of stones"),
        ("turn 1, 18446744073709551616 stones", 9, "a number of stones"),
        ("turn 1, 2", 10, "\"stones\""),
        ("turn 1, 2 beans", 11, "\"stones\""),
        ("turn 1, 2 stones left", 18, "the end"),
        ("over", 5, "a number of stones"),
    ] {
        let error = rules.parse_position(text).expect_err(text);
        assert!(error.column == column && error.wanted.contains(wanted), "{text:?}: {error}");
    }
    for text in ["turn 2, 1 stone", "  turn 2 1 stones "] {
        assert_eq!(rules.parse_position(text), Ok(At { played: 1, stones: 1 }));
    }
}

#[test]
fn bad_contest_input_names_the_token() {
    for (input, error) in [
        ("", "token 1 (line 1, column 1): found the end of the input"),
        ("-1", "token 1 (line 1, column 1): found \"-1\""),
        ("9999999999 1 2", "token 1 (line 1, column 1): found \"9999999999\", wanted an integer"),
        ("4000000000 1 2", "token 4 (line 1, column 15): found the end of the input"),
        (
            "1\n3 2\n",
            "token 3 (line 2, column 3): found \"2\", wanted an integer from 3 to 9223372036854775807",
        ),
        ("1\n-3 2\n", "token 2 (line 2, column 1): found \"-3\""),
        ("1\n1 2\n", "token 4 (line 3, column 1): found the end of the input"),
        ("1\n1 2\n2\n1\n", "token 6 (line 5, column 1): found the end of the input"),
        ("1\n1 2\n1\n1\n1", "token 6 (line 5, column 1): found \"1\", wanted the end"),
        ("1\n1 2\n1\n1e3", "token 5 (line 4, column 1): found \"1e3\""),
        ("1\n1 2\n999999999999999999\n5\n", "token 6 (line 5, column 1)"),
    ] {
        let found = contest_error("final-stage", input);
        assert!(found.contains(error), "{input:?} gives {found}");
    }
}

#[test]
fn bad_game_files_name_the_place() {
    let head = "game = \"final-stage\"\n";
    for (text, error) in [
        ("stones = 3", "found no parameter \"turns\""),
        ("turns = []", "found no parameter \"stones\""),
        ("turns = []\nstones = -1", "game.toml:3:10: found -1, wanted an integer from 0 to"),
        ("turns = [1]\nstones = 1", "game.toml:2:10: found 1, wanted a list"),
        ("turns = [[1]]\nstones = 1", "game.toml:2:10: found a list of 1, wanted a pair"),
        ("turns = [[3, 2]]\nstones = 1", "game.toml:2:10: found [3, 2], wanted a pair [least,"),
        (
            "turns = [[1, 2]]\nstones = 1\nmovers = \"AB\"",
            "game.toml:4:10: found 2 letters, wanted a letter for each of the 1 turns",
        ),
        (
            "turns = [[1, 2]]\nstones = 1\nmovers = \"x\"",
            "game.toml:4:10: found 'x' as letter 1, wanted A or F for First",
        ),
    ] {
        let found = load_error(&format!("{head}{text}"));
        assert!(found.contains(error), "{text:?} gives {found}");
    }
}

#[test]
fn law_effort_repeats_and_limits_stop() {
    let bounds: Vec<(u64, u64)> = (0..200).map(|nth| (1 + nth % 7, 3 + nth % 7)).collect();
    let run = |effort| {
        let mut meter = Meter::new(Limits { effort, ..Limits::default() });
        let mut face = face(alternating(&bounds), 300);
        let report = face.evaluate(&face.start(), &mut meter).expect("a position");
        (report.stopped, report.effort.steps, report.evaluation.outcome)
    };
    let (stopped, spent, outcome) = run(u64::MAX);
    assert_eq!(stopped, None);
    assert_eq!(run(spent), (None, spent, outcome));
    let (stopped, _, outcome) = run(spent - 1);
    assert!(stopped.is_some());
    assert_eq!(outcome, Known::Unknown);
}

#[test]
fn law_drawings_show_the_pile_and_the_turns() {
    let face = face(alternating(&SAMPLE), 17);
    assert_eq!(
        face.draw("turn 3, 17 stones").expect("a position"),
        "ooooo ooooo ooooo oo  (17 stones)\n\
         > turn 3: First takes 3 to 4 stones\n  \
           turn 4: Second takes 1 to 2 stones\n  \
           then a tie"
    );
    assert_eq!(
        face.draw("over, 1 stone").expect("a position"),
        "o  (1 stone)\nall turns are played: a tie"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn oracle_certificates_of_every_position(turns in schedules(), stones in 0..30u64) {
        let solver = FinalStageSolver::new(FinalStage::new(turns, stones));
        perfectplay_analysis::audit_certificates(solver, &mut Meter::default())
            .expect("every certificate is confirmed");
    }

    /// Long schedules, where runs vanish and merge in every way; wrong
    /// certificates of all counts are refused.
    #[test]
    fn law_certificates_of_long_schedules(
        turns in prop::collection::vec((any::<bool>(), 0..=6u64, 0..=9u64), 1..200),
        alternate: bool,
    ) {
        let turns = turns.into_iter().enumerate().filter_map(|(nth, (second, least, slack))| {
            let any = if second { Second } else { First };
            let mover = if alternate { Player::alternating(nth) } else { any };
            Turn::new(mover, least, least + slack)
        });
        let mut face = face(turns.collect(), 100);
        let mut bytes = Vec::new();
        let start = face.start();
        face.certify_all(&start, Form::Binary, &mut Meter::default(), &mut bytes)
            .expect("a certificate");
        face.verify(&mut &bytes[..], &mut Meter::default()).expect("confirmed");
    }
}

#[test]
fn law_mutated_certificates_are_refused_or_true() {
    for (seed, bounds) in [
        &SAMPLE[..],
        &[(1, 1), (1, 3), (2, 5), (1, 9), (0, 2), (3, 8)],
        &[(1, 2), (1, 9), (1, 2), (1, 9), (1, 2), (2, 9), (1, 1), (1, 6)],
    ]
    .into_iter()
    .enumerate()
    {
        let solver = FinalStageSolver::new(FinalStage::new(alternating(bounds), 20));
        let refused = common::mutate::mutate_certificates(solver, seed as u64, 3000);
        assert!(refused > 1500, "only {refused} of 3000 refused");
    }
}
