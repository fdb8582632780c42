//! Interval Game 2 against exhaustive play, the contest's cases, and hostile
//! input.

mod common;

use common::{contest, contest_error, load_error, run_cases, witnessed_winners};
use perfectplay_analysis::{Analysis, AskError, Face, Solver, Value, audit};
use perfectplay_catalogue::Description;
use perfectplay_catalogue::interval_game_2::{Interval, IntervalGame, IntervalGameSolver};
use perfectplay_game::{Game, Known, Limits, Meter, Notation, Player, exhaustive};
use proptest::prelude::*;

fn game(intervals: &[(i64, i64)]) -> IntervalGame {
    IntervalGame::new(intervals.iter().filter_map(|&(a, b)| Interval::new(a, b)).collect())
}

fn face(intervals: &[(i64, i64)]) -> Face<IntervalGameSolver> {
    Face(IntervalGameSolver::new(game(intervals)))
}

fn grundy(intervals: &[(i64, i64)], position: &str) -> u64 {
    let report = face(intervals).evaluate(position, &mut Meter::default()).expect("a position");
    match report.evaluation.value {
        Some(Known::Exact(Value::Grundy { nimber, .. })) => nimber as u64,
        other => panic!("no Grundy value but {other:?}"),
    }
}

/// Few enough intervals for exhaustive play, equal ones now and then.
fn intervals() -> impl Strategy<Value = Vec<(i64, i64)>> {
    let pair = |width: i64| (0..width, 1..=3i64.max(width / 2));
    let pairs = prop_oneof![
        prop::collection::vec(pair(6), 0..9),
        prop::collection::vec(pair(10), 0..8),
        prop::collection::vec(pair(14), 0..8),
    ];
    (pairs, prop_oneof![Just(0), Just(-5), Just(i64::MIN), Just(i64::MAX - 30)]).prop_map(
        |(pairs, from)| {
            pairs.into_iter().map(|(at, length)| (from + at, from + at + length)).collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn oracle_values_options_and_notation_everywhere(list in intervals()) {
        let mut solver = IntervalGameSolver::new(game(&list));
        audit(&mut solver, &mut Meter::default()).expect("agreement with exhaustive play");
    }

    #[test]
    fn oracle_contest_answers(list in intervals()) {
        let rules = game(&list);
        let truth = exhaustive::outcome(&rules, &rules.start(), &mut Meter::default());
        let won = truth.expect("a small game") == perfectplay_game::Outcome::Win;
        let lines: String = list.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
        let answer = contest("interval-game-2", &format!("1\n{}\n{lines}", list.len()));
        prop_assert_eq!(answer.expect("an answer"), if won { "Alice\n" } else { "Bob\n" });
    }

    #[test]
    fn oracle_labels_are_values_of_segments(list in intervals()) {
        // A segment alone is the game on the intervals inside it.
        let mut solver = IntervalGameSolver::new(game(&list));
        let mut labels = Vec::new();
        solver.label_all(&Vec::new(), &mut Meter::default(), &mut |label| {
            labels.push(label.clone());
            std::ops::ControlFlow::Continue(())
        }).expect("no limit");
        for label in labels {
            let (left, right) = label.what.split_once("..").expect("two ends");
            let left: i64 = left.parse().unwrap_or(i64::MIN);
            let right: i64 = right.parse().unwrap_or(i64::MAX);
            let inside: Vec<_> =
                list.iter().copied().filter(|&(a, b)| left <= a && b <= right).collect();
            let rules = game(&inside);
            let values =
                exhaustive::grundy_values(&rules, &rules.start(), &mut Meter::default());
            let nimber = values.expect("a small game")[&rules.start()];
            prop_assert_eq!(label.evaluation.value, Some(Known::Exact(Value::Grundy { nimber: nimber.into(), plies: None })));
        }
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "[-\\[\\]()0-9, ∞]{0,25}|\\PC{0,25}") {
        let rules = game(&[(1, 4), (2, 5), (4, 7)]);
        let _ = rules.parse_position(&text);
        let _ = rules.parse_move(&Vec::new(), &text);
        let _ = contest("interval-game-2", &text);
    }
}

#[test]
fn published_contest_cases() {
    run_cases("interval-game-2");
}

#[test]
fn law_the_witness_sees_what_is_answered() {
    let cases = "3\n3\n53 98\n8 43\n12 53\n1\n-5 9\n0\n";
    let wanted = [Some(Player::Second), Some(Player::First), Some(Player::Second)];
    assert_eq!(witnessed_winners("interval-game-2", cases), wanted);
    assert_eq!(contest("interval-game-2", cases).expect("answers"), "Bob\nAlice\nBob\n");
}

/// All intervals of a line of n points have value n: with 130 points values
/// pass 128, which a table of 128 values cannot hold.
#[test]
fn regression_values_pass_128() {
    let all: Vec<(i64, i64)> = (0..130).flat_map(|a| (a + 1..=130).map(move |b| (a, b))).collect();
    assert_eq!(grundy(&all, "-"), 130);
    assert_eq!(grundy(&all, "[0,1)"), 129);
    assert_eq!(grundy(&all, "[64,65)"), 64 ^ 65);
}

/// Places beyond 100 and more than 100 intervals: arrays of 100 break on
/// both.
#[test]
fn regression_places_and_counts_pass_100() {
    let input = "2\n1\n-9223372036854775808 9223372036854775807\n2\n100 1000000000000 \
                 1000000000000 1000000000001\n";
    assert_eq!(contest("interval-game-2", input).expect("an answer"), "Alice\nBob\n");
    // Length 1 everywhere: the parity of their number decides.
    for count in [101, 300] {
        let lines: String = (0..count).map(|at| format!("{at} {}\n", at + 1)).collect();
        let answer = contest("interval-game-2", &format!("1\n{count}\n{lines}"));
        let wanted = if count % 2 == 1 { "Alice\n" } else { "Bob\n" };
        assert_eq!(answer.expect("an answer"), wanted);
    }
}

#[test]
fn regression_a_heap_of_points_is_not_what_is_picked() {
    // Ends may touch, and a pick in the middle leaves two games: [4,5) leaves
    // [1,4) and [5,8), one pick each.
    let list = [(1, 4), (4, 5), (5, 8)];
    assert_eq!(grundy(&list, "[4,5)"), 0);
    assert_eq!(grundy(&list, "-"), 1);
}

#[test]
fn law_equal_intervals_are_one_move() {
    let mut twice = face(&[(1, 3), (1, 3), (2, 5)]);
    let report = twice.evaluate("-", &mut Meter::default()).expect("a position");
    let moves: Vec<&str> = report.options.iter().map(|option| option.chosen.as_str()).collect();
    assert_eq!(moves, ["[1,3)", "[2,5)"]);
    let error = twice.canonical("[1,3) [1,3)").expect_err("they overlap");
    assert!(matches!(error, AskError::Position(error) if error.column == 7));
}

#[test]
fn law_the_sentence_writes_the_xor_out() {
    let list = [(1, 3), (1, 2), (2, 3), (5, 6), (3, 5)];
    let mut face = face(&list);
    let report = face.evaluate("[3,5)", &mut Meter::default()).expect("a position");
    assert_eq!(report.mover, Player::Second);
    assert_eq!(
        report.because,
        "segments ..3, 5.. have Grundy values 2 XOR 1 = 3; picking [1,2) leaves segments 2..3, \
         5.. have Grundy values 1 XOR 1 = 0"
    );
    let report = face.evaluate("[1,2) [3,5)", &mut Meter::default()).expect("a position");
    assert_eq!(report.winner, Some(Player::Second));
}

#[test]
fn law_notation_is_read_with_any_white_space_and_in_any_order() {
    let face = face(&[(-2, 5), (7, 9)]);
    for text in ["[-2,5) [7,9)", " [7,9)[-2 , 5 ) ", "[7, +9) [ -2,5)"] {
        assert_eq!(face.canonical(text).as_deref(), Ok("[-2,5) [7,9)"));
    }
    assert_eq!(face.play("[-2,5)", " [ 7 , 9 ) ").as_deref(), Ok("[-2,5) [7,9)"));
    assert_eq!(
        face.play("-", "[0,1)").expect_err("no such interval").to_string(),
        "\"[0,1)\" is no legal move here; legal is for example \"[-2,5)\""
    );
}

#[test]
fn bad_positions_name_the_column() {
    let rules = game(&[(1, 4), (2, 5), (4, 7)]);
    for (text, column, wanted) in [
        ("", 1, "or - for none"),
        ("[1,4", 5, "the closing )"),
        ("[1,4] ", 5, "the closing )"),
        ("[1 4)", 4, "a comma"),
        ("1,4)", 1, "an interval such as"),
        ("[1,4) [3,5)", 7, "one of the ruleset's intervals"),
        ("[1,4) [2,5)", 7, "disjoint from [1,4)"),
        ("[4,7) [2,5)", 1, "disjoint from [2,5)"),
        ("[4,1)", 1, "whose start lies before its end"),
        ("[1,99999999999999999999)", 4, "a 64-bit integer"),
        ("[1,-)", 4, "an integer"),
        ("- [1,4)", 1, "an interval such as"),
    ] {
        let error = rules.parse_position(text).expect_err(text);
        assert!(error.column == column && error.wanted.contains(wanted), "{text:?}: {error}");
    }
}

#[test]
fn bad_contest_input_names_the_token() {
    for (input, error) in [
        ("", "token 1 (line 1, column 1): found the end of the input, wanted an integer from 1"),
        ("0", "token 1 (line 1, column 1): found \"0\""),
        ("1\n2\n1 2\n", "token 5 (line 4, column 1): found the end of the input"),
        (
            "1\n1\n2 2\n",
            "token 4 (line 3, column 3): found \"2\", wanted an integer from 3 to 9223372036854775807",
        ),
        ("1\n1\n2 x\n", "token 4 (line 3, column 3): found \"x\""),
        ("1\n1\n2 9223372036854775808\n", "token 4 (line 3, column 3)"),
        ("1\n1\n9223372036854775807 0\n", "token 3 (line 3, column 1)"),
        ("1\n1\n1 2\n3", "token 5 (line 4, column 1): found \"3\", wanted the end of the input"),
        ("1\n4000000000\n1 2", "token 5 (line 3, column 4): found the end of the input"),
        ("1\n-1\n", "token 2 (line 2, column 1): found \"-1\""),
    ] {
        let found = contest_error("interval-game-2", input);
        assert!(found.contains(error), "{input:?} gives {found}");
    }
}

#[test]
fn bad_game_files_name_the_place() {
    let head = "game = \"interval-game-2\"\n";
    for (text, error) in [
        ("", "game.toml:2:1: found no parameter \"intervals\""),
        ("intervals = 3", "game.toml:2:13: found 3, wanted a list"),
        ("intervals = [3]", "game.toml:2:14: found 3, wanted a list"),
        ("intervals = [[1, 2], [3]]", "game.toml:2:22: found a list of 1, wanted a pair"),
        ("intervals = [[1, 2, 3]]", "game.toml:2:14: found a list of 3, wanted a pair"),
        ("intervals = [[2, 2]]", "game.toml:2:14: found [2, 2], wanted a pair [start, end] with"),
        ("intervals = [[1, \"2\"]]", "game.toml:2:18: found \"2\", wanted an integer from"),
        ("intervals = [[1, 9223372036854775808]]", "game.toml:2:18: found 9223372036854775808"),
        ("intervals = []\nstones = 3", "found the unknown parameter \"stones\""),
    ] {
        let found = load_error(&format!("{head}{text}"));
        assert!(found.contains(error), "{text:?} gives {found}");
    }
}

#[test]
fn law_a_game_without_intervals_is_lost_at_once() {
    let text = "game = \"interval-game-2\"\nintervals = []";
    let mut analysis =
        Description::parse("t", text).and_then(|description| description.load()).expect("a game");
    let report = analysis.evaluate("-", &mut Meter::default()).expect("a position");
    assert_eq!(report.winner, Some(Player::Second));
    assert!(report.because.contains("First cannot move"), "{}", report.because);
    assert_eq!(contest("interval-game-2", "1 0").expect("an answer"), "Bob\n");
}

#[test]
fn law_effort_repeats_and_limits_stop() {
    let list: Vec<(i64, i64)> = (0..60).map(|at| (at, at + 2)).collect();
    let run = |effort| {
        let mut meter = Meter::new(Limits { effort, ..Limits::default() });
        let report = face(&list).evaluate("-", &mut meter).expect("a position");
        (report.stopped, report.effort.steps)
    };
    let (stopped, spent) = run(u64::MAX);
    assert_eq!(stopped, None);
    assert_eq!(run(spent), (None, spent));
    assert!(run(spent - 1).0.is_some());
}

#[test]
fn law_drawings_show_picked_and_left() {
    let face = face(&[(1, 4), (2, 5), (4, 7), (100, 120)]);
    assert_eq!(
        face.draw("[1,4) [100,120)").expect("a position"),
        "[=======)           [===)\n\
         +---+---+---+---+---+---+\n\
         1   2   4   5   7   100 120\n\
         can be picked: [4,7)"
    );
    assert!(face.draw("-").expect("a position").starts_with("(nothing picked yet)\n+"));
    // Too many places for one line: no panic, and the pick is named.
    let many: Vec<(i64, i64)> = (0..500).map(|at| (at * 1000, at * 1000 + 7)).collect();
    let drawn = Face(IntervalGameSolver::new(game(&many))).draw("[3000,3007)").expect("a position");
    assert!(drawn.contains("3000 3007") && drawn.contains("and 487 more"), "{drawn}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn oracle_certificates_of_every_position(list in intervals()) {
        let solver = IntervalGameSolver::new(game(&list));
        perfectplay_analysis::audit_certificates(solver, &mut Meter::default())
            .expect("every certificate is confirmed");
    }
}

#[test]
fn law_mutated_certificates_are_refused_or_true() {
    for (seed, list) in [
        &[(1, 4), (2, 5), (4, 7), (5, 8)][..],
        &[(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (0, 1), (5, 6)],
        &[(0, 9), (1, 2), (3, 8), (4, 5), (6, 7)],
    ]
    .into_iter()
    .enumerate()
    {
        let solver = IntervalGameSolver::new(game(list));
        let refused = common::mutate::mutate_certificates(solver, seed as u64, 3000);
        assert!(refused > 1500, "only {refused} of 3000 refused");
    }
}
