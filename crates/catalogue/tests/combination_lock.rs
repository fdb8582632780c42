//! Combination Lock against exhaustive play, the contest's cases, the real
//! game of digits, and hostile input.

mod common;

use std::collections::HashSet;
use std::ops::ControlFlow;

use common::{contest, contest_error, load_error, run_cases};
use perfectplay_analysis::{Solver, Value, audit};
use perfectplay_catalogue::NoWitness;
use perfectplay_catalogue::combination_lock::{CombinationLock, CombinationLockSolver, Pattern};
use perfectplay_game::{
    Game, Known, Limits, Meter, Notation, Outcome, StopReason, exhaustive, words,
};
use proptest::prelude::*;

fn pattern(text: &str) -> Pattern {
    Pattern::parse(text.as_bytes(), text.len() as u32).expect("signs = and .")
}

fn game(start: &str, forbidden: &str) -> CombinationLock {
    let forbidden: Vec<Pattern> = words(forbidden).map(|(_, word)| pattern(word)).collect();
    CombinationLock::new(pattern(start), &forbidden).expect("a game")
}

/// The pattern of `discs` discs that a number stands for.
fn numbered(number: u64, discs: u32) -> Pattern {
    let signs: Vec<u8> = (0..discs).map(|disc| b".="[(number >> disc & 1) as usize]).collect();
    Pattern::parse(&signs, discs).expect("as many signs")
}

/// A game on patterns picked by the bits of `chosen`: those not picked are
/// forbidden, but for the start.
fn picked(discs: u32, chosen: u64, start: u64) -> CombinationLock {
    let start = start % (1 << discs);
    let forbidden: Vec<Pattern> = (0..1 << discs)
        .filter(|&number| chosen >> number & 1 == 0 && number != start)
        .map(|number| numbered(number, discs))
        .collect();
    CombinationLock::new(numbered(start, discs), &forbidden).expect("a game")
}

/// Outcome of a position for its mover, and the matchings that decide it.
fn judged(rules: &CombinationLock, position: &str) -> (Outcome, u64, u64) {
    let position = rules.parse_position(position).expect("a position");
    let judged = CombinationLockSolver::new(rules.clone())
        .judge(&position, &mut Meter::default())
        .expect("no limit");
    match (judged.evaluation.outcome, judged.evaluation.value) {
        (Known::Exact(outcome), Some(Known::Exact(Value::Matching { with, without }))) => {
            (outcome, with, without)
        }
        other => panic!("not exact: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn oracle_every_position_on_small_locks(
        discs in 1..=3u32, chosen: u64, start: u64,
    ) {
        let mut solver = CombinationLockSolver::new(picked(discs, chosen, start));
        audit(&mut solver, &mut Meter::default()).expect("agreement with exhaustive play");
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "[=.]{0,4}|\\PC{0,30}|[=. x]{0,30}") {
        let _ = game("..=", "...").parse_position(&text);
        let _ = contest("combination-lock", &text);
        let _ = contest("combination-lock", &format!("1 3 2 123 123 {text}"));
    }
}

#[test]
fn oracle_every_position_on_locks_of_four_and_five_discs() {
    // Few enough patterns that all walks can be tried.
    let mut numbers = 1u64;
    for round in 0..60 {
        numbers = numbers.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let (discs, mask) = if round % 2 == 0 { (4, numbers >> 20) } else { (5, numbers >> 9) };
        let chosen = if discs == 4 { mask | mask >> 17 } else { mask & mask >> 32 | 0x11 };
        let mut solver = CombinationLockSolver::new(picked(discs, chosen, numbers >> 60));
        audit(&mut solver, &mut Meter::default()).expect("agreement with exhaustive play");
    }
}

/// The game as the problem states it: digits are turned, not patterns.
struct Digits {
    start: (Vec<u8>, Vec<u8>),
    forbidden: HashSet<Vec<bool>>,
    /// Digits go from 0 to this.
    largest: u8,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Locks {
    digits: [Vec<u8>; 2],
    shown: Vec<Vec<bool>>,
}

fn shows(digits: &[Vec<u8>; 2]) -> Vec<bool> {
    digits[0].iter().zip(&digits[1]).map(|(a, b)| a == b).collect()
}

impl Game for Digits {
    type Position = Locks;
    type Move = (usize, u8);

    fn start(&self) -> Locks {
        let digits = [self.start.0.clone(), self.start.1.clone()];
        Locks { shown: vec![shows(&digits)], digits }
    }

    fn mover(&self, locks: &Locks) -> perfectplay_game::Player {
        perfectplay_game::Player::alternating(locks.shown.len() - 1)
    }

    fn options(&self, locks: &Locks, into: &mut perfectplay_game::Options<Self>) {
        let mine = (locks.shown.len() - 1) % 2;
        for disc in 0..locks.digits[0].len() {
            for digit in 0..=self.largest {
                let mut digits = locks.digits.clone();
                digits[mine][disc] = digit;
                let now = shows(&digits);
                if !locks.shown.contains(&now) && !self.forbidden.contains(&now) {
                    let mut shown = locks.shown.clone();
                    shown.push(now);
                    into.push(((disc, digit), Locks { digits, shown }));
                }
            }
        }
    }
}

#[test]
fn oracle_digits_do_not_matter() {
    for discs in 1..=3u32 {
        for chosen in 0..1u64 << (1 << discs) {
            let rules = picked(discs, chosen, chosen);
            // Walks of three discs with many patterns left are too many.
            if discs == 3 && chosen.count_ones() > 4 {
                continue;
            }
            let start = rules.shown_first().to_string();
            let alice: Vec<u8> = vec![1; discs as usize];
            let bob = start.bytes().map(|sign| if sign == b'=' { 1 } else { 2 }).collect();
            let forbidden = rules
                .forbidden()
                .map(|pattern| pattern.to_string().bytes().map(|sign| sign == b'=').collect());
            let game = Digits { start: (alice, bob), forbidden: forbidden.collect(), largest: 2 };
            let truth = exhaustive::outcome(&game, &game.start(), &mut Meter::default());
            assert_eq!(Ok(judged(&rules, &start).0), truth, "{start} without {chosen:b}");
        }
    }
}

#[test]
fn published_contest_cases() {
    run_cases("combination-lock");
}

#[test]
fn regression_without_forbidden_patterns_alice_wins() {
    // The document has Bob win some of these; a cube has a perfect matching.
    for case in ["1 0 0 0", "2 0 00 00", "10 0 0000000000 1111111111"] {
        assert_eq!(contest("combination-lock", &format!("1 {case}")).unwrap(), "Alice\n", "{case}");
    }
    for discs in 1..=60 {
        let digits = "7".repeat(discs);
        let case = format!("1 {discs} 0 {digits} {digits}");
        assert_eq!(contest("combination-lock", &case).unwrap(), "Alice\n", "{discs} discs");
    }
}

#[test]
fn regression_start_as_the_only_unmatched_pattern_is_lost_for_alice() {
    // The document concludes the opposite. Left are ==, =. and .=, the start
    // == in the middle: ... and then =. in a corner, missed by a matching.
    assert_eq!(judged(&game("==", ".."), "=="), (Outcome::Win, 1, 0));
    assert_eq!(judged(&game("=.", ".."), "=."), (Outcome::Loss, 1, 1));
    assert_eq!(contest("combination-lock", "1 2 1 11 12 ..").unwrap(), "Bob\n");
    assert_eq!(contest("combination-lock", "1 1 1 0 0 .").unwrap(), "Bob\n");
}

#[test]
fn regression_alice_who_cannot_move_loses() {
    assert_eq!(contest("combination-lock", "1 2 2 00 00 =. .=").unwrap(), "Bob\n");
    assert_eq!(judged(&game("==", "=. .="), "=="), (Outcome::Loss, 0, 0));
}

#[test]
fn regression_first_example_leaves_two_patterns() {
    let rules = game("..", "=. ==");
    assert_eq!(judged(&rules, ".."), (Outcome::Win, 1, 0));
    let mut starts = Vec::new();
    CombinationLockSolver::new(rules.clone())
        .label_all(&rules.start(), &mut Meter::default(), &mut |label| {
            starts.push((label.what.clone(), label.evaluation.outcome.clone()));
            ControlFlow::Continue(())
        })
        .unwrap();
    let win = Known::Exact(Outcome::Win);
    assert_eq!(starts, [("..".to_owned(), win.clone()), (".=".to_owned(), win)]);
}

#[test]
fn regression_second_example_has_matching_three_with_and_without_the_start() {
    let rules = game(".=.", ".==");
    assert_eq!(rules.write_position(&rules.start()), ".=.");
    assert_eq!(judged(&rules, ".=."), (Outcome::Loss, 3, 3));
    let one = Pattern::of_digits(b"204", b"101").unwrap();
    assert_eq!(one, rules.shown_first());
}

#[test]
fn law_the_deciding_fact_is_told() {
    let because = |start: &str, forbidden: &str, position: &str| {
        let rules = game(start, forbidden);
        let position = rules.parse_position(position).unwrap();
        let mut solver = CombinationLockSolver::new(rules);
        solver.judge(&position, &mut Meter::default()).unwrap().because
    };
    assert_eq!(
        because(".=.", ".==", ".=."),
        "some maximum matching misses the start .=.: matching 3 with it, 3 without; wherever \
         First moves, Second has the matching's edge to go along"
    );
    assert_eq!(
        because("..", "=. ==", ".."),
        "every maximum matching covers the start ..: matching 1 with it, 0 without; .= is \
         matched with it in one of them"
    );
    assert_eq!(
        because("..", "=. ==", ".. .="),
        "nothing is left next to .=, so Second cannot move; some maximum matching misses it: \
         matching 0 with it, 0 without"
    );
}

/// Large locks go the local way, and a sum of two answers is known: after a
/// move that keeps the win the opponent loses, and after any move from a lost
/// position he wins.
#[test]
fn law_options_of_large_locks_agree_with_the_positions_they_lead_to() {
    for (discs, count) in [(13, 300), (24, 2000), (40, 1000), (60, 500)] {
        let mut number = 1u64;
        let mut next = || {
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
            numbered(number >> 4, discs)
        };
        let start = next();
        let forbidden: HashSet<Pattern> =
            (0..count).map(|_| next()).filter(|&pattern| pattern != start).collect();
        let forbidden: Vec<Pattern> = forbidden.into_iter().collect();
        let rules = CombinationLock::new(start, &forbidden).unwrap();
        let mut solver = CombinationLockSolver::new(rules.clone());
        let meter = &mut Meter::default();
        let mut at = rules.start();
        for ply in 0..6 {
            let here = solver.judge(&at, meter).unwrap();
            assert!(!here.choices.is_empty());
            for choice in &here.choices {
                let to = rules.play(&at, &choice.chosen).unwrap();
                let there = solver.judge(&to, meter).unwrap().evaluation;
                let Known::Exact(outcome) = there.outcome else { panic!("not exact") };
                assert_eq!(choice.evaluation.outcome, Known::Exact(outcome.for_other()));
                assert_eq!(choice.evaluation.value, there.value);
            }
            let choice = &here.choices[ply * 7 % here.choices.len()];
            at = rules.play(&at, &choice.chosen).unwrap();
        }
    }
}

#[test]
fn law_labels_agree_with_judgements_of_every_start() {
    for chosen in [0xfedc_ba98_7654_3210, 0x0f0f_1234_ffff_8421, u64::MAX] {
        let rules = picked(6, chosen, 9);
        let mut solver = CombinationLockSolver::new(rules.clone());
        let mut labels = Vec::new();
        solver
            .label_all(&rules.start(), &mut Meter::default(), &mut |label| {
                labels.push(label.clone());
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(labels.len(), 64 - rules.forbidden_count());
        for label in labels {
            let start = rules.parse_position(&label.what).unwrap();
            let judged = solver.judge(&start, &mut Meter::default()).unwrap();
            assert_eq!(judged.evaluation, label.evaluation, "{}", label.what);
        }
    }
}

#[test]
fn law_labels_stop_when_nobody_listens() {
    // 2^60 starts: it has to.
    let mut solver = CombinationLockSolver::new(game(&".".repeat(60), ""));
    let start = solver.rules().start();
    let mut heard = 0;
    let done = solver.label_all(&start, &mut Meter::default(), &mut |_| {
        heard += 1;
        if heard < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((done, heard), (Ok(()), 100));
    let limits = Limits { effort: 1000, ..Limits::default() };
    let mut never = |_: &perfectplay_analysis::Label| ControlFlow::Continue(());
    let stop = solver.label_all(&start, &mut Meter::new(limits), &mut never).unwrap_err();
    assert_eq!(stop.reason, StopReason::Effort { limit: 1000 });
}

#[test]
fn law_memory_is_given_back_from_case_to_case() {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let mut meter = Meter::new(limits);
    let mut case = String::new();
    for (discs, forbidden) in [(10, 300u64), (14, 500), (30, 500)] {
        let digits = "0".repeat(discs as usize);
        case += &format!("{discs} {forbidden} {digits} {digits}\n");
        for number in 0..forbidden {
            case += &format!("{}\n", numbered(number, discs));
        }
    }
    let input = format!("300 {}", case.repeat(100));
    let contest = perfectplay_catalogue::combination_lock::RULESET.contest.unwrap();
    let mut output = Vec::new();
    let tokens = &mut perfectplay_catalogue::Tokens::new(input.as_bytes());
    (contest.run)(tokens, &mut output, &mut meter, &mut NoWitness).unwrap();
    assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), 300);
}

#[test]
fn bad_contest_input_names_the_token() {
    for (input, error) in [
        ("", "token 1 (line 1, column 1): found the end of the input, wanted an integer"),
        ("1\n0 0", "token 2 (line 2, column 1): found \"0\", wanted an integer from 1 to 60"),
        ("1\n61 0", "token 2 (line 2, column 1): found \"61\", wanted an integer from 1 to 60"),
        ("1\n2 4 00 00", "token 3 (line 2, column 3): found \"4\", wanted an integer from 0 to 3"),
        ("1\n2 -1 00 00", "token 3 (line 2, column 3): found \"-1\", wanted"),
        ("1\n2 0\n000 00", "token 4 (line 3, column 1): found \"000\", wanted 2 digits"),
        ("1\n2 0\n0x 00", "token 4 (line 3, column 1): found \"0x\", wanted 2 digits"),
        ("1\n2 0\n00 0", "token 5 (line 3, column 4): found \"0\", wanted 2 digits"),
        ("1\n2 0\n00 0=", "token 5 (line 3, column 4): found \"0=\", wanted 2 digits"),
        (
            "1\n2 1\n00\n00\n=",
            "token 6 (line 5, column 1): found \"=\", wanted a forbidden pattern",
        ),
        ("1\n2 1\n00\n00\n=x", "token 6 (line 5, column 1): found \"=x\", wanted a forbidden"),
        ("1\n2 1\n00\n00\n..=", "token 6 (line 5, column 1): found \"..=\", wanted a forbidden"),
        ("1\n2 1\n00\n00\n==", "found \"==\", wanted another pattern to forbid"),
        ("1\n2 2\n00\n00\n=.\n=.", "token 7 (line 6, column 1): found \"=.\", wanted another"),
        ("1\n2 2\n00\n00\n=.", "token 7 (line 5, column 3): found the end of the input, wanted a"),
        ("1\n2 0\n00\n00\n=.", "token 6 (line 5, column 1): found \"=.\", wanted the end"),
        ("1 60 999999999999999 0 0", "found \"0\", wanted 60 digits"),
        ("4294967295 1 0 0 0", "token 6 (line 1, column 19): found the end of the input"),
    ] {
        let found = contest_error("combination-lock", input);
        assert!(found.contains(error), "{input:?} gives {found}");
    }
}

#[test]
fn bad_game_files_name_the_place() {
    let head = "game = \"combination-lock\"\n";
    for (text, error) in [
        ("", "game.toml:2:1: found no parameter \"alice\", wanted alice = \"digits\" and bob"),
        ("alice = \"12\"", "found no parameter \"bob\""),
        ("alice = \"12\"\nbob = \"1\"", "game.toml:3:7: found \"1\", wanted a text of 2 digits"),
        ("alice = \"1x\"\nbob = \"12\"", "game.toml:2:9: found \"1x\", wanted a text of 1 to 60"),
        ("alice = \"\"\nbob = \"\"", "game.toml:2:9: found \"\", wanted a text of 1 to 60 digits"),
        ("alice = 12\nbob = \"12\"", "game.toml:2:9: found 12, wanted a text in quotes"),
        ("start = \"\"", "game.toml:2:9: found \"\", wanted a text of 1 to 60 signs"),
        ("start = \"=x\"", "game.toml:2:9: found \"=x\", wanted a text of 1 to 60 signs"),
        ("start = \"=\"\nbob = \"1\"", "game.toml:3:7: found digits and a start, wanted"),
        (
            "start = \"==\"\nforbidden = [\"=.\", \"=\"]",
            "game.toml:3:20: found \"=\", wanted 2 signs",
        ),
        (
            "start = \"==\"\nforbidden = [\"=.\", \"==\"]",
            "game.toml:3:20: found \"==\", what the locks",
        ),
        (
            "start = \"==\"\nforbidden = [\"=.\", \"=.\"]",
            "game.toml:3:20: found \"=.\", forbidden alr",
        ),
        ("start = \"==\"\nforbidden = \"=.\"", "game.toml:3:13: found \"=.\", wanted a list"),
        ("start = \"==\"\nforbiden = []", "found the unknown parameter \"forbiden\""),
    ] {
        let found = load_error(&format!("{head}{text}"));
        assert!(found.contains(error), "{text:?} gives {found}");
    }
    let long = format!("{head}start = \"{}\"", "=".repeat(61));
    assert!(load_error(&long).contains("wanted a text of 1 to 60 signs"));
}

#[test]
fn bad_positions_name_the_column() {
    let rules = game("...", "..=");
    for (text, column, why) in [
        ("", 1, "found nothing"),
        ("... ..=", 5, "found the forbidden pattern ..="),
        ("..=", 1, "found the forbidden pattern ..="),
        ("... .==", 5, "wanted a pattern that differs from ... in one disc"),
        ("... .=. ...", 9, "found ... again"),
        ("... .=", 5, "found a pattern of 2 discs, wanted = or . for each of 3 discs"),
        ("... .x=", 6, "found 'x'"),
        ("... .é", 6, "found 'é'"),
        ("  ... =.= ", 7, "in one disc"),
    ] {
        let error = rules.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text:?}: {error}");
        assert!(error.to_string().contains(why), "{text:?}: {error}");
    }
    // A path may start at any pattern that is allowed.
    let elsewhere = rules.parse_position("=== =.= =..").unwrap();
    assert_eq!(rules.write_position(&elsewhere), "=== =.= =..");
    assert_eq!(rules.mover(&elsewhere), perfectplay_game::Player::First);
}

#[test]
fn law_positions_are_drawn() {
    let rules = game("...", "");
    let position = rules.parse_position("... ..= =.=").unwrap();
    let drawn = "+---+---+---+\n| = | . | = |\n+---+---+---+\nshown before: ... ..=";
    assert_eq!(rules.draw(&position), drawn);
}
