//! Superglue against exhaustive play, published counts, and hostile input.

mod common;

use common::{contest, contest_error, load_error, run_cases};
use perfectplay_analysis::{Solver, audit};
use perfectplay_catalogue::superglue::{
    By, Cell, Moves, Superglue, SuperglueSolver, Variant, closed_form,
};
use perfectplay_game::{Game, Known, Meter, Notation, Outcome, exhaustive};
use proptest::prelude::*;

fn at(row: u32, column: u32) -> Cell {
    Cell { row, column }
}

fn cells(rows: u32, columns: u32) -> Vec<Cell> {
    (1..=rows).flat_map(|row| (1..=columns).map(move |column| at(row, column))).collect()
}

/// The start's outcome for First.
fn first_wins(rules: Superglue, by: By) -> bool {
    let start = rules.start();
    let judged = SuperglueSolver::new(rules, by).judge(&start, &mut Meter::default());
    match judged.expect("no limit").evaluation.outcome {
        Known::Exact(outcome) => outcome == Outcome::Win,
        unknown => panic!("{unknown:?}"),
    }
}

#[test]
fn oracle_every_position_of_small_boards() {
    for (rows, columns) in [(1, 2), (1, 6), (2, 2), (2, 3), (2, 4), (3, 3)] {
        let all = cells(rows, columns);
        for (index, &one) in all.iter().enumerate() {
            for &other in &all[index + 1..] {
                let rules = Superglue::new(rows, columns, [one, other], &[]).expect("a board");
                // 3 x 3 has enough of the work with one of the two.
                let ways =
                    if rows == 3 { &[By::Search][..] } else { &[By::ClosedForm, By::Search] };
                for &by in ways {
                    let mut solver = SuperglueSolver::new(rules.clone(), by);
                    audit(&mut solver, &mut Meter::default())
                        .unwrap_or_else(|e| panic!("{rows}x{columns} {one} {other} {by:?}: {e}"));
                }
            }
        }
    }
}

/// A board of up to 16 cells with chips anywhere and much glue.
fn glued_boards() -> impl Strategy<Value = Superglue> {
    let sizes = (1u32..=5, 2u32..=7).prop_filter("few cells", |(r, c)| r * c >= 4 && r * c <= 16);
    sizes
        .prop_flat_map(|(rows, columns)| {
            let all = cells(rows, columns);
            let most_free = 9;
            let least = all.len().saturating_sub(most_free);
            (
                Just((rows, columns)),
                proptest::sample::subsequence(all.clone(), 2),
                proptest::sample::subsequence(all.clone(), least..=all.len() - 1),
            )
        })
        .prop_filter_map("two chips", |((rows, columns), chips, glue)| {
            Superglue::new(rows, columns, [chips[0], chips[1]], &glue)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn oracle_every_position_with_glue(rules in glued_boards(), searched: bool) {
        let by = if searched { By::Search } else { By::ClosedForm };
        audit(&mut SuperglueSolver::new(rules, by), &mut Meter::default())
            .expect("agreement with exhaustive play");
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "[0-9, a-zA-Z>-]{0,30}") {
        let rules = Superglue::new(5, 5, [at(1, 1), at(2, 2)], &[]).expect("a board");
        if let Ok(position) = rules.parse_position(&text) {
            prop_assert_eq!(rules.parse_position(&rules.write_position(&position)), Ok(position));
        }
        let _ = contest("superglue", &text);
    }
}

#[test]
fn oracle_without_glue_on_boards_too_large_for_the_audit() {
    // Exhaustive play of the start alone, every placement.
    for (rows, columns) in [(2, 5), (1, 8)] {
        let all = cells(rows, columns);
        for (index, &one) in all.iter().enumerate() {
            for &other in &all[index + 1..] {
                let rules = Superglue::new(rows, columns, [one, other], &[]).expect("a board");
                let truth =
                    exhaustive::outcome(&rules, &rules.start(), &mut Meter::default()).unwrap();
                assert_eq!(first_wins(rules, By::Search), truth == Outcome::Win);
            }
        }
    }
}

/// Ordered placements that First wins by search alone.
fn won_placements(rows: u32, columns: u32) -> (usize, usize) {
    let all = cells(rows, columns);
    let rules = Superglue::new(rows, columns, [all[0], all[1]], &[]).expect("a board");
    let mut solver = SuperglueSolver::new(rules.clone(), By::Search);
    let mut counts = (0, 0);
    for &one in &all {
        for &other in all.iter().filter(|&&other| other != one) {
            let placed = rules.parse_position(&format!("{one} {other} First")).expect("legal");
            let judged = solver.judge(&placed, &mut Meter::default()).expect("no limit");
            let wins = judged.evaluation.outcome == Known::Exact(Outcome::Win);
            assert_eq!(wins, closed_form(one, other), "{rows}x{columns} {one} {other}");
            counts.0 += usize::from(wins);
            counts.1 += 1;
        }
    }
    counts
}

#[test]
fn published_counts_of_won_placements() {
    assert_eq!(won_placements(5, 5), (580, 600));
    assert_eq!(won_placements(4, 5), (376, 380));
    assert_eq!(won_placements(3, 6), (288, 306));
    assert_eq!(won_placements(2, 6), (124, 132));
    assert_eq!(won_placements(1, 10), (60, 90));
}

#[test]
fn differential_closed_form_and_search_on_larger_boards() {
    for (rows, columns) in [(6, 6), (7, 8), (2, 20), (10, 10), (11, 11), (8, 16)] {
        let (won, all) = won_placements(rows, columns);
        assert!(won > 0 && won < all, "{rows}x{columns}");
    }
}

#[test]
fn published_contest_cases() {
    run_cases("superglue");
}

#[test]
fn regression_possible_glue_cells_on_ten_by_ten_are_98_not_100() {
    let rules = Superglue::new(10, 10, [at(1, 1), at(10, 10)], &[]).expect("a board");
    let after = rules.parse_position("1,2 10,10 Second").expect("legal");
    let mut options = Vec::new();
    rules.options(&after, &mut options);
    assert_eq!(options.len(), 98);
}

#[test]
fn law_glue_on_a_large_board_is_decided_where_it_can_be() {
    let chips = [at(50, 50), at(52, 53)];
    let free = Superglue::new(100, 100, chips, &[at(1, 1), at(60, 60)]).expect("a board");
    assert!(first_wins(free, By::ClosedForm));
    let far = [at(1, 1), at(90, 90)];
    let far = Superglue::new(100, 100, far, &[at(5, 5)]).expect("a board");
    assert!(!first_wins(far, By::ClosedForm));
    let walled: Vec<Cell> = (49..=54).flat_map(|row| [at(row, 51), at(row, 52)]).collect();
    let walled = Superglue::new(100, 100, chips, &walled).expect("a board");
    assert!(!first_wins(walled, By::ClosedForm));
    // A part of a torus is none.
    let torus = Variant { torus: true, ..Variant::default() };
    let torus = Superglue::variant(100, 100, torus, chips, &[]).expect("a board");
    let start = torus.start();
    let judged = SuperglueSolver::new(torus, By::ClosedForm)
        .judge(&start, &mut Meter::default())
        .expect("an answer");
    assert_eq!(judged.evaluation.outcome, Known::Unknown);
    assert!(judged.stopped.is_some());
}

#[test]
fn bad_contest_input_names_the_token() {
    for (input, error) in [
        ("", "token 1 (line 1, column 1): found the end of the input"),
        ("0 5 1 1 1 2", "token 1 (line 1, column 1): found \"0\", wanted an integer from 1 to"),
        ("5 5 1 1 1 6", "token 6 (line 1, column 11): found \"6\", wanted an integer from 1 to 5"),
        ("5 5 2 2 2 2", "token 6 (line 1, column 11): found \"2\", wanted a second chip"),
        ("5 5 1 1 2 2 3", "token 7 (line 1, column 13): found \"3\", wanted the end"),
        ("5 5 1 x 2 2", "token 4 (line 1, column 7): found \"x\""),
    ] {
        let found = contest_error("superglue", input);
        assert!(found.contains(error), "{input:?} gives {found}");
    }
}

#[test]
fn bad_game_files_name_the_place() {
    let head = "game = \"superglue\"\nrows = 5\ncolumns = 5\n";
    for (text, error) in [
        ("game = \"superglue\"", "found no parameter \"rows\""),
        ("game = \"superglue\"\nrows = 0", "game.toml:2:8: found 0, wanted an integer from 1"),
        (&format!("{head}chips = [[1, 1]]"), "game.toml:4:9: found a list of 1, wanted two cells"),
        (&format!("{head}chips = [[1, 1], [1, 1]]"), "found two chips on one cell"),
        (&format!("{head}chips = [[1, 1], [1, 6]]"), "game.toml:4:22: found 6, wanted an integer"),
        (&format!("{head}chips = [[1, 1], [1]]"), "game.toml:4:18: found a list of 1, wanted a"),
        (
            &format!("{head}chips = [[1, 1], [1, 2]]\nglue = [7]"),
            "game.toml:5:9: found 7, wanted a cell",
        ),
        (
            "game = \"superglue\"\nrows = 12\ncolumns = 11\nchips = [[1,1],[1,2]]\ntheory = \"search\"",
            "game.toml:5:10: found the search on 132 cells, wanted a board of at most 128",
        ),
    ] {
        let found = load_error(text);
        assert!(found.contains(error), "{text:?} gives {found}");
    }
}

#[test]
fn bad_positions_name_the_column() {
    let rules = Superglue::new(5, 5, [at(1, 1), at(2, 2)], &[]).expect("a board");
    for (text, column) in [
        ("", 1),
        ("1,1", 4),
        ("1,1 6,1 First", 5),
        ("1,1 2,2", 8),
        ("1,1 2,2 third", 9),
        ("1,1 1,1 First", 5),
        ("1,1 2,2 First glue", 19),
        ("1,1 2,2 First glue 3,3 3,3", 24),
        ("1,1 2,2 First tar 3,3", 15),
        ("1.1 2,2 First", 1),
    ] {
        let error = rules.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text:?}: {error}");
    }
}

#[test]
fn oracle_certificates_of_every_position_of_small_boards() {
    for (rows, columns, chips) in [(1, 6, [at(1, 1), at(1, 6)]), (2, 3, [at(1, 1), at(2, 3)])] {
        let rules = Superglue::new(rows, columns, chips, &[]).expect("a board");
        let solver = SuperglueSolver::new(rules, By::Search);
        perfectplay_analysis::audit_certificates(solver, &mut Meter::default())
            .expect("every certificate is confirmed");
    }
}

#[test]
fn law_placements_on_large_boards_have_certificates() {
    use perfectplay_analysis::{Analysis, Face};
    use perfectplay_proof::Form;
    for (rows, columns, movers) in
        [(6, 6, &["First", "Second"][..]), (5, 9, &["First"]), (11, 11, &["First"])]
    {
        let rules = Superglue::new(rows, columns, [at(1, 1), at(1, 2)], &[]).expect("a board");
        let mut face = Face(SuperglueSolver::new(rules, By::Search));
        for (one, other) in [
            ("1,1", "1,6"),
            ("1,1", "5,5"),
            ("2,2", "5,6"),
            ("2,2", "5,5"),
            ("3,3", "5,6"),
            ("1,1", "5,3"),
            ("3,2", "3,6"),
            ("1,1", "1,2"),
        ] {
            for mover in movers {
                let position = format!("{one} {other} {mover}");
                let mut bytes = Vec::new();
                face.certify(&position, Form::Binary, &mut Meter::default(), &mut bytes)
                    .expect("a certificate");
                let confirmed = face.verify(&mut &bytes[..], &mut Meter::default());
                let confirmed = confirmed.unwrap_or_else(|e| panic!("{position}: {e}"));
                let report = face.evaluate(&position, &mut Meter::default()).expect("legal");
                let winner = report.winner.expect("decided").to_string();
                assert!(confirmed.claim.starts_with(&winner), "{position}: {}", confirmed.claim);
            }
        }
    }
}

#[test]
fn law_mutated_certificates_are_refused_or_true() {
    for (seed, chips) in [[at(1, 1), at(2, 3)], [at(1, 1), at(1, 2)]].into_iter().enumerate() {
        let rules = Superglue::new(2, 3, chips, &[at(2, 2)]).expect("a board");
        let solver = SuperglueSolver::new(rules, By::Search);
        let refused = common::mutate::mutate_certificates(solver, seed as u64, 3000);
        assert!(refused > 1500, "only {refused} of 3000 refused");
    }
    let rules = Superglue::new(1, 7, [at(1, 1), at(1, 6)], &[]).expect("a board");
    let solver = SuperglueSolver::new(rules, By::Search);
    assert!(common::mutate::mutate_certificates(solver, 9, 3000) > 1500);
}

/// A board of few free cells with walls, perhaps a torus, perhaps king moves.
fn variants() -> impl Strategy<Value = Superglue> {
    let sizes = (1u32..=5, 1u32..=6).prop_filter("few cells", |(r, c)| r * c >= 3 && r * c <= 16);
    let rules = (any::<bool>(), any::<bool>(), 1u32..=3);
    (sizes, rules).prop_flat_map(|((rows, columns), (king, torus, glues))| {
        let all = cells(rows, columns);
        let least = all.len().saturating_sub(7);
        let most = all.len() - 2;
        (proptest::sample::subsequence(all.clone(), least..=most), Just(all).prop_shuffle())
            .prop_filter_map("chips apart from walls", move |(covered, order)| {
                let free: Vec<Cell> =
                    order.iter().copied().filter(|cell| !covered.contains(cell)).collect();
                // What is covered is part wall, part glue.
                let (walls, glue) = covered.split_at(covered.len() / 2);
                let moves = if king { Moves::King } else { Moves::Rook };
                let variant = Variant { moves, glues, torus, walls: walls.to_vec() };
                Superglue::variant(rows, columns, variant, [free[0], free[1]], glue)
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn oracle_every_position_of_variants(rules in variants()) {
        audit(&mut SuperglueSolver::new(rules, By::ClosedForm), &mut Meter::default())
            .expect("agreement with exhaustive play");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn oracle_certificates_of_variants(rules in variants()) {
        let solver = SuperglueSolver::new(rules, By::Search);
        perfectplay_analysis::audit_certificates(solver, &mut Meter::default())
            .expect("every certificate is confirmed");
    }
}
