//! Smart Boy against exhaustive play, the contest's cases, and hostile input.

mod common;

use std::ops::ControlFlow;

use common::{contest, contest_error, load_error, run_cases};
use perfectplay_analysis::{Solver, Value, audit};
use perfectplay_catalogue::smart_boy::{Place, Scoring, SmartBoy, SmartBoySolver, Valued};
use perfectplay_game::{Game, Known, Meter, Notation, Outcome, exhaustive};
use perfectplay_theories::lexicographic::{Aim, Preference, Worth};
use proptest::prelude::*;

fn game(words: &[&str]) -> SmartBoy {
    let words = words.iter().map(|word| word.as_bytes().to_vec()).collect();
    SmartBoy::new(words, Scoring::default(), Preference::default()).expect("words of letters")
}

/// Win, own points, rival's points of a position by the theory.
fn worth(solver: &mut SmartBoySolver, word: &str) -> (bool, u64, u64) {
    let position = solver.rules().parse_position(word).expect("a word that occurs");
    let judged = solver.judge(&position, &mut Meter::default()).expect("no limit");
    let Some(Known::Exact(Value::Points { own, other })) = judged.evaluation.value else {
        panic!("no points for {word}");
    };
    (judged.evaluation.outcome == Known::Exact(Outcome::Win), own, other)
}

/// Compares every position and every option with exhaustive play.
fn agrees(rules: &SmartBoy, preference: Preference) {
    let better = |a: &exhaustive::Points, b: &exhaustive::Points| {
        let worth = |p: &exhaustive::Points| Worth { wins: p.wins, own: p.own, rival: p.other };
        preference.compare(&worth(a), &worth(b)).is_gt()
    };
    let truth = exhaustive::points(rules, &rules.start(), &mut Meter::default(), better)
        .expect("a small game");
    let mut solver = SmartBoySolver::new(rules.clone());
    for (position, points) in &truth {
        let text = rules.write_position(position);
        assert_eq!(
            worth(&mut solver, &text),
            (points.wins, points.own, points.other),
            "{text} in {rules:?}"
        );
        // Each option's evaluation is its points and the rest, sides swapped.
        let judged = solver.judge(position, &mut Meter::default()).expect("no limit");
        let mut options = Vec::new();
        rules.options(position, &mut options);
        assert_eq!(judged.choices.len(), options.len());
        for choice in &judged.choices {
            let (_, to) = options.iter().find(|(m, _)| *m == choice.chosen).expect("legal");
            let after = &truth[to];
            let own = after.other + perfectplay_game::PaysPoints::points(rules, position, to);
            let value = Value::Points { own, other: after.own };
            assert_eq!(choice.evaluation.value, Some(Known::Exact(value)));
            let best = own == points.own && after.own == points.other && after.wins != points.wins;
            assert_eq!(choice.keeps, best);
        }
        // The same moves come with the table.
        let mut keeps: Vec<_> =
            judged.choices.iter().filter(|choice| choice.keeps).map(|c| c.chosen).collect();
        keeps.sort_unstable();
        let valued = solver.value(position, &mut Meter::default()).expect("no limit");
        let valued = valued.expect("a position");
        assert_eq!(valued.best, keeps, "{text} in {rules:?}");
        let Worth { wins, own, rival } = valued.worth;
        assert_eq!((wins, own, rival), (points.wins, points.own, points.other));
    }
    // All positions, shortest first and sorted, and nothing else.
    let mut all: Vec<&Vec<u8>> = truth.keys().collect();
    all.sort_by_key(|word| (word.len(), *word));
    let mut visited = Vec::new();
    let visit = |valued: Valued| {
        visited.push(valued.word);
        ControlFlow::Continue(())
    };
    solver.each_value(&mut Meter::default(), visit).expect("no limit");
    assert!(visited.iter().eq(all));
}

/// How many lines of best play go on from each word, as the table has it.
fn lines_from(rules: &SmartBoy, truth: &mut [(Valued, u64)]) {
    for at in (0..truth.len()).rev() {
        let mut lines = 0;
        for best in &truth[at].0.best {
            let to = rules.play(&truth[at].0.word, best).expect("a legal move");
            let next = truth.iter().find(|(valued, _)| valued.word == to);
            lines += next.expect("a word").1;
        }
        truth[at].1 = lines.max(1);
    }
}

fn dictionaries() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(b'a'..=b'd', 1..7), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn oracle_points_of_every_position(
        words in dictionaries(),
        wrong_scoring: bool,
        order in Just([Aim::Win, Aim::OwnPoints, Aim::RivalPoints]).prop_shuffle(),
    ) {
        let scoring =
            if wrong_scoring { Scoring::SumTimesCount } else { Scoring::MaxTimesSumPlusCount };
        let preference = Preference::new(order).expect("a permutation");
        agrees(&SmartBoy::new(words, scoring, preference).expect("letters"), preference);
    }

    #[test]
    fn oracle_outcomes_options_and_notation(words in dictionaries()) {
        let rules = SmartBoy::new(words, Scoring::default(), Preference::default());
        let mut solver = SmartBoySolver::new(rules.expect("letters"));
        audit(&mut solver, &mut Meter::default()).expect("agreement with exhaustive play");
    }

    /// Every best line ends the game and pays what the word it starts from is
    /// worth; there are as many as ways through the table's best moves.
    #[test]
    fn law_best_lines_are_all_ways_through_best_moves(words in dictionaries()) {
        let rules = SmartBoy::new(words, Scoring::default(), Preference::default());
        let rules = rules.expect("letters");
        let mut solver = SmartBoySolver::new(rules.clone());
        let mut meter = Meter::default();
        let mut table = Vec::new();
        let visit = |valued| {
            table.push((valued, 0));
            ControlFlow::Continue(())
        };
        solver.each_value(&mut meter, visit).expect("no limit");
        lines_from(&rules, &mut table);
        for (valued, lines) in table {
            let mut seen = std::collections::BTreeSet::new();
            let visit = |line: &[(Place, u8)]| {
                let (mut word, mut paid) = (valued.word.clone(), [0, 0]);
                for (nth, chosen) in line.iter().enumerate() {
                    let to = rules.play(&word, chosen).expect("a legal move");
                    paid[nth % 2] += perfectplay_game::PaysPoints::points(&rules, &word, &to);
                    word = to;
                }
                let mut options = Vec::new();
                rules.options(&word, &mut options);
                assert!(options.is_empty());
                let Worth { wins, own, rival } = valued.worth;
                assert_eq!((line.len() % 2 == 1, paid), (wins, [own, rival]));
                seen.insert(line.to_vec());
                ControlFlow::Continue(())
            };
            solver.best_lines(&valued.word, &mut meter, visit).expect("no limit");
            prop_assert_eq!(seen.len() as u64, lines);
        }
    }

    /// The contest keeps no table; the game file's answer comes from one.
    #[test]
    fn differential_contest_and_table(words in prop::collection::vec("[a-e]{1,30}", 1..12)) {
        let input = format!("{} {}", words.len(), words.join(" "));
        let answer = contest("smart-boy", &input).expect("an answer");
        let words = words.into_iter().map(String::into_bytes).collect();
        let rules = SmartBoy::new(words, Scoring::default(), Preference::default());
        let mut solver = SmartBoySolver::new(rules.expect("letters"));
        let start = solver.value(b"", &mut Meter::default()).expect("no limit");
        let Worth { wins, own, rival } = start.expect("the start").worth;
        let winner = if wins { "First" } else { "Second" };
        prop_assert_eq!(answer, format!("{winner}\n{own} {rival}\n"));
    }

    #[test]
    fn law_one_word_is_won_by_its_parity(word in "[a-z]{1,40}") {
        let answer = contest("smart-boy", &format!("1 {word}")).expect("an answer");
        prop_assert_eq!(answer.starts_with("First"), word.len() % 2 == 1);
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "\\PC{0,30}") {
        let _ = game(&["aba", "abac"]).parse_position(&text);
        let _ = contest("smart-boy", &text);
    }
}

#[test]
fn published_contest_cases() {
    run_cases("smart-boy");
}

#[test]
fn regression_every_state_of_the_first_sample() {
    let mut solver = SmartBoySolver::new(game(&["aba", "abac"]));
    for (word, truth) in [
        ("-", (false, 29, 35)),
        ("abac", (false, 0, 0)),
        ("aba", (true, 22, 0)),
        ("bac", (true, 22, 0)),
        ("ab", (false, 10, 22)),
        ("ac", (false, 19, 22)),
        ("ba", (false, 19, 22)),
        ("a", (true, 35, 19)),
        ("c", (true, 35, 19)),
        ("b", (true, 30, 10)),
    ] {
        assert_eq!(worth(&mut solver, word), truth, "{word}");
    }
    let judged = solver.judge(&Vec::new(), &mut Meter::default()).expect("no limit");
    let openings: Vec<_> = judged
        .choices
        .iter()
        .map(|choice| (choice.chosen.1, choice.evaluation.value.clone(), choice.keeps))
        .collect();
    let points = |own, other| Some(Known::Exact(Value::Points { own, other }));
    assert_eq!(
        openings,
        [
            (b'c', points(29, 35), true),
            (b'a', points(22, 35), false),
            (b'b', points(16, 30), false),
        ]
    );
}

#[test]
fn regression_sum_times_count_is_not_the_problems_rule() {
    // The document's formula gives 12 13 on the first sample; the right
    // answer is 29 35.
    let wrong = "game = \"smart-boy\"\nwords = [\"aba\", \"abac\"]\nscoring = \"sum-times-count\"";
    let mut analysis = perfectplay_catalogue::Description::parse("t", wrong)
        .and_then(|description| description.load())
        .expect("a game");
    let report = analysis.evaluate("-", &mut Meter::default()).expect("a position");
    let points = Value::Points { own: 12, other: 13 };
    assert_eq!(report.evaluation.value, Some(Known::Exact(points)));
    assert_eq!(contest("smart-boy", "2 aba abac").expect("an answer"), "Second\n29 35\n");
}

#[test]
fn regression_known_dictionaries() {
    for (words, answer) in [
        ("3 artem nik max", "First\n2403 1882\n"),
        ("1 a", "First\n2 0\n"),
        ("2 ab ab", "Second\n6 8\n"),
        ("1 abcd", "Second\n54 70\n"),
    ] {
        assert_eq!(contest("smart-boy", words).expect("an answer"), answer, "{words}");
    }
}

#[test]
fn regression_a_word_that_occurs_twice_in_one_entry_counts_once() {
    assert_eq!(contest("smart-boy", "1 aa").expect("an answer"), "Second\n2 3\n");
}

#[test]
fn bad_contest_input_names_the_token() {
    for (input, error) in [
        ("", "token 1 (line 1, column 1): found the end of the input, wanted an integer"),
        ("0", "token 1 (line 1, column 1): found \"0\", wanted an integer from 1 to"),
        ("2\nab\n", "token 3 (line 3, column 1): found the end of the input, wanted a word"),
        ("1\naB", "token 2 (line 2, column 1): found \"aB\", wanted a word of letters a to z"),
        ("1 ab cd", "token 3 (line 1, column 6): found \"cd\", wanted the end of the input"),
        ("999999999999 a", "found \"999999999999\", wanted an integer from 1"),
        ("4000000000 a", "token 3 (line 1, column 13): found the end of the input"),
    ] {
        let found = contest_error("smart-boy", input);
        assert!(found.contains(error), "{input:?} gives {found}");
    }
}

#[test]
fn bad_game_files_name_the_place() {
    for (text, error) in [
        ("", "game.toml:1:1: found no parameter \"game\""),
        ("game = 3", "game.toml:1:8: found 3, wanted a text"),
        ("game = \"chess\"", "game.toml:1:8: found \"chess\", wanted the name of a ruleset"),
        ("game = \"smart-boy\"", "game.toml:1:19: found no parameter \"words\""),
        ("game = \"smart-boy\"\nwords = []", "game.toml:2:9: found a list of 0, wanted at least"),
        ("game = \"smart-boy\"\nwords = [\"ab\", \"Ab\"]", "game.toml:2:16: found \"Ab\", wanted"),
        ("game = \"smart-boy\"\nwords = [\"ab\", 7]", "game.toml:2:16: found 7, wanted a text"),
        ("game = \"smart-boy\"\nword = [\"ab\"]", "found the unknown parameter \"word\", wanted"),
        ("game = \"smart-boy\"\nwords = [\"ab\"", "game.toml:2:"),
        (
            "game = \"smart-boy\"\nwords = [\"a\"]\nprefer = [\"win\", \"win\", \"own-points\"]",
            "game.toml:3:10: found a list of 3, wanted win, own-points and rival-points",
        ),
        (
            "game = \"smart-boy\"\nwords = [\"a\"]\nscoring = \"sum\"",
            "game.toml:3:11: found \"sum\", wanted one of max-times-sum-plus-count",
        ),
    ] {
        let found = load_error(text);
        assert!(found.contains(error), "{text:?} gives {found}");
    }
}

#[test]
fn bad_positions_name_the_column() {
    let rules = game(&["aba", "abac"]);
    for (text, column) in [("", 1), ("abx", 3), ("abaa", 4), ("aBa", 2), ("ab a", 3), (" q", 2)] {
        let error = rules.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text:?}: {error}");
    }
}

#[test]
fn law_effort_repeats_and_limits_stop() {
    use perfectplay_game::{Limits, StopReason};
    let count = |effort| {
        let mut solver = SmartBoySolver::new(game(&["abacabadabacaba"]));
        let mut meter = Meter::new(Limits { effort, ..Limits::default() });
        solver.judge(&Vec::new(), &mut meter).map(|_| meter.spent())
    };
    let spent = count(u64::MAX).expect("no limit");
    assert_eq!(count(spent), Ok(spent));
    let stop = count(spent - 1).expect_err("a limit");
    assert_eq!(stop.reason, StopReason::Effort { limit: spent - 1 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn oracle_certificates_of_every_position(words in dictionaries()) {
        let rules = SmartBoy::new(words, Scoring::default(), Preference::default());
        let solver = SmartBoySolver::new(rules.expect("letters"));
        perfectplay_analysis::audit_certificates(solver, &mut Meter::default())
            .expect("every certificate is confirmed");
    }
}

#[test]
fn law_mutated_certificates_are_refused_or_true() {
    for (seed, words) in
        [&["aba", "abac"][..], &["abcab", "bca"], &["aa", "ab", "ba"]].iter().enumerate()
    {
        let solver = SmartBoySolver::new(game(words));
        let refused = common::mutate::mutate_certificates(solver, seed as u64, 2000);
        assert!(refused > 1000, "only {refused} of 2000 refused");
    }
}
