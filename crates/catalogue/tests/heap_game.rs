//! Heap games against exhaustive play of their rules.

use perfectplay_analysis::{Analysis, Face, Solver, audit, audit_certificates};
use perfectplay_catalogue::heap_game::{HeapGame, HeapGameSolver};
use perfectplay_catalogue::{Description, ruleset};
use perfectplay_game::{Game, Known, Meter, Notation, Outcome, Player};
use perfectplay_tabulate::Tabulated;
use perfectplay_theories::heap_games::Code;
use proptest::prelude::*;

fn solver(code: &str, heaps: &[u128]) -> HeapGameSolver {
    let code: Code = code.parse().expect("a code");
    HeapGameSolver::new(HeapGame::new(code, heaps.to_vec()))
}

/// Codes of all kinds.
fn codes() -> impl Strategy<Value = String> {
    let octal = prop::collection::vec(0..8u8, 1..4)
        .prop_map(|digits| digits.iter().map(u8::to_string).collect::<String>());
    let hexadecimal =
        prop::collection::vec(prop::sample::select(b"0123456789ABCDEF".to_vec()), 1..3)
            .prop_map(|digits| String::from_utf8(digits).expect("digits"));
    let numbers = prop::collection::btree_set(1..7u8, 1..4)
        .prop_map(|set| set.iter().map(u8::to_string).collect::<Vec<_>>().join(","));
    prop_oneof![
        4 => (prop::sample::select(vec!["0", "4", "4!"]), octal)
            .prop_map(|(front, digits)| format!("{front}.{digits}")),
        2 => hexadecimal.prop_map(|digits| format!("0.{digits}")),
        1 => numbers.clone().prop_map(|numbers| format!("subtract {numbers}")),
        1 => numbers.prop_map(|numbers| format!("all-but {numbers}")),
        1 => prop::sample::select(vec!["0.7?", "0.6!3", "{2+}=.0", "0.{1,2!}", "0.*", "4.[3]", "0.3[03]"])
            .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn oracle_normal_play(code in codes(), heaps in prop::collection::vec(0..8u128, 0..3)) {
        let mut solver = solver(&code, &heaps);
        let audited = audit(&mut solver, &mut Meter::default());
        prop_assert!(audited.is_ok(), "{code} {heaps:?}: {audited:?}");
    }

    #[test]
    fn oracle_misere_play(code in codes(), heaps in prop::collection::vec(0..7u128, 0..3)) {
        let rules = HeapGame::misere(code.parse().expect("a code"), heaps.clone());
        let audited = audit(&mut Tabulated::new("heap-game", rules), &mut Meter::default());
        prop_assert!(audited.is_ok(), "{code} {heaps:?}: {audited:?}");
    }

    #[test]
    fn law_played_moves_are_the_options(code in codes(), heaps in prop::collection::vec(1..9u128, 1..3)) {
        let rules = HeapGame::new(code.parse().expect("a code"), heaps);
        let start = rules.start();
        let mut options = Vec::new();
        rules.options(&start, &mut options);
        prop_assert_eq!(rules.first_move(&start).is_some(), !options.is_empty());
        for (chosen, to) in options {
            prop_assert_eq!(rules.play(&start, &chosen), Some(to));
            let written = rules.write_move(&start, &chosen);
            prop_assert_eq!(rules.parse_move(&start, &written), Some(chosen));
        }
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "[-> 0-9e]{0,25}|\\PC{0,25}") {
        let rules = HeapGame::new("0.77".parse().expect("a code"), vec![3, 5]);
        let _ = rules.parse_position(&text);
        let _ = rules.parse_move(&rules.start(), &text);
        let _ = Description::of_code(&text).map(|description| description.load().map(|_| ()));
    }

    /// Where not all options are listed, one that wins is there, is legal, and
    /// leaves a lost position.
    #[test]
    fn law_a_winning_option_of_a_large_sum_is_listed(
        code in prop::sample::select(vec!["0.77", "0.137", "0.07", "4.0", "0.3", "0.FF", "0.26", "subtract 1,3,4", "nim", "0.3F", "all-but 3"]),
        heaps in prop::collection::vec(1..10u128.pow(30), 1..4),
    ) {
        let mut solver = solver(code, &[]);
        let text = heaps.iter().map(u128::to_string).collect::<Vec<_>>().join(" ");
        let position = solver.rules().parse_position(&text).expect("heaps");
        let judged = solver.judge(&position, &mut Meter::default()).expect("a proved period");
        let Known::Exact(outcome) = judged.evaluation.outcome else { panic!("not exact") };
        let best = judged.choices.first();
        match outcome {
            // Where values grow without end, splits that win may be out of reach; it says so.
            Outcome::Win if best.is_none() => {
                prop_assert!(["0.FF", "0.3F"].contains(&code));
                prop_assert!(judged.unlisted.is_some_and(|text| text.contains("was not found")));
            }
            Outcome::Win => {
                let best = best.expect("a winning option");
                prop_assert!(best.keeps);
                let to = solver.rules().play(&position, &best.chosen).expect("legal");
                let after = solver.judge(&to, &mut Meter::default()).expect("a proved period");
                prop_assert_eq!(after.evaluation.outcome, Known::Exact(Outcome::Loss));
            }
            _ => prop_assert!(best.is_none_or(|best| best.evaluation.winner() == Some(Player::Second))),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn oracle_certificates(code in codes(), heaps in prop::collection::vec(0..6u128, 0..3)) {
        let audited = audit_certificates(solver(&code, &heaps), &mut Meter::default());
        prop_assert!(audited.is_ok(), "{code} {heaps:?}: {audited:?}");
    }
}

#[test]
fn published_kayles() {
    // Values of Kayles (Berlekamp, Conway and Guy, Winning Ways): period 12.
    let mut face = Face(solver("kayles", &[]));
    let report = face.evaluate("5 7 9", &mut Meter::default()).expect("a position");
    assert_eq!(report.evaluation.outcome, Known::Exact(Outcome::Win));
    assert!(report.because.starts_with("heaps 5, 7, 9 have Grundy values 4 XOR 2 XOR 4 = 2; "));
    let report = face.evaluate("1e30 1e30", &mut Meter::default()).expect("a position");
    assert_eq!(report.evaluation.outcome, Known::Exact(Outcome::Loss));
}

#[test]
fn law_games_by_code_alone() {
    for text in ["kayles", "0.77", ".137", "subtract 1,3", "take 1-2 leave 0-2", "grundys-game"] {
        let description = Description::of_code(text).expect("a code");
        assert!(description.load().is_ok(), "{text}");
    }
    assert!(Description::of_code("smart-boy").is_none());
    assert!(Description::of_code("0.78x").expect("it looks like one").load().is_err());
    assert!(ruleset("heap-game").is_some());
}

#[test]
fn regression_a_code_set_without_quotes_is_text() {
    let mut description = Description::of(ruleset("heap-game").expect("a ruleset"));
    description.set("code=0.77").expect("a code");
    let mut game = description.load().expect("a game");
    let report = game.evaluate("5 7", &mut Meter::default()).expect("a position");
    assert_eq!(report.winner, Some(Player::First));
}
