//! Edge Geography against exhaustive play, with its certificates.

mod common;

use common::load_error;
use common::mutate::mutate_certificates;
use perfectplay_analysis::{Analysis, Face, Solver, audit, audit_certificates};
use perfectplay_catalogue::Description;
use perfectplay_catalogue::edge_geography::{EdgeGeography, EdgeGeographySolver};
use perfectplay_catalogue::geography::{Board, Family};
use perfectplay_game::{Game, Known, Limits, Meter, Notation, Outcome};
use perfectplay_proof::{CheckError, Form};
use proptest::prelude::*;

fn solver(board: Board, start: u32) -> EdgeGeographySolver {
    let start = start % board.vertices();
    EdgeGeographySolver::new(EdgeGeography::new(board, start).expect("the start is a vertex"))
}

fn audited(board: Board, start: u32) {
    audit(&mut solver(board.clone(), start), &mut Meter::default())
        .expect("agreement with exhaustive play");
    audit_certificates(solver(board, start), &mut Meter::default()).expect("true certificates");
}

/// Edges between two sides, by names that tell the side.
fn bipartite() -> impl Strategy<Value = Vec<(String, String)>> {
    let edge = (0..4u32, 0..4u32).prop_map(|(x, y)| (format!("x{x}"), format!("y{y}")));
    prop::collection::vec(edge, 1..10)
}

fn any_edges() -> impl Strategy<Value = Vec<(String, String)>> {
    let edge = (0..6u32, 0..6u32);
    prop::collection::vec(edge, 1..9).prop_map(|edges| {
        let kept = edges.into_iter().filter(|(v, w)| v != w);
        let mut named: Vec<_> = kept.map(|(v, w)| (v.to_string(), w.to_string())).collect();
        named.push(("0".to_owned(), "1".to_owned()));
        named
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn oracle_every_position_on_bipartite_graphs(edges in bipartite(), start: u32) {
        audited(Board::of_edges(&edges).expect("no self loop"), start);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn oracle_every_position_on_graphs_with_odd_cycles(edges in any_edges(), start: u32) {
        audited(Board::of_edges(&edges).expect("no self loop"), start);
    }
}

#[test]
fn oracle_every_position_on_families() {
    for (family, size) in [
        (Family::Path, 1),
        (Family::Path, 6),
        (Family::Cycle, 5),
        (Family::Cycle, 8),
        (Family::Complete, 4),
        (Family::Hypercube, 1),
        (Family::Hypercube, 2),
    ] {
        audited(Board::of_family(family, size).expect("a size that it has"), 0);
    }
    audited(Board::of_grid("...\n.#.\n...").expect("a grid"), 1);
    audited(Board::of_grid("...\n...").expect("a grid"), 4);
}

#[test]
fn law_mutated_even_kernels_are_refused_or_true() {
    for (seed, picture) in ["...\n...", "...\n.#.\n...", "..\n..\n.#"].into_iter().enumerate() {
        let solver = solver(Board::of_grid(picture).expect("a grid"), seed as u32);
        let refused = mutate_certificates(solver, seed as u64, 2000);
        assert!(refused > 900, "only {refused} of 2000 refused");
    }
}

fn refusal(outcome: &str, records: &str) -> String {
    let text = format!(
        "perfectplay certificate 1 text\n\"even-kernel\" \"edge-geography\" \"1,1\" \
         \"{outcome}\" 0\n{records}"
    );
    let board = Board::of_grid("...\n...").expect("a grid");
    match Face(solver(board, 0)).verify(&mut text.as_bytes(), &mut Meter::default()) {
        Ok(found) => found.claim,
        Err(CheckError::Stopped(stop)) => panic!("{stop}"),
        Err(error) => error.to_string(),
    }
}

/// Two squares side by side, vertices 0 1 2 above 3 4 5.
#[test]
fn law_hostile_even_kernels_are_refused() {
    let board = Board::of_grid("...\n...").expect("a grid");
    let mut text = Vec::new();
    Face(solver(board, 0))
        .certify("1,1", Form::Text, &mut Meter::default(), &mut text)
        .expect("a certificate");
    let text = String::from_utf8(text).expect("UTF-8");
    let outcome = if text.contains("\"win\"") { "win" } else { "loss" };
    let records = text.splitn(3, '\n').nth(2).expect("records");
    assert!(refusal(outcome, records).contains("wins from 1,1"));
    let other = if outcome == "win" { "loss" } else { "win" };
    for (outcome, records, why) in [
        (other, records, "it proves another outcome"),
        ("loss", "0\n1\n", "the token's vertex 0 is not in the set"),
        ("loss", "0\n0\n1\n", "an edge joins 0 and 1 in the set"),
        ("loss", "0\n0\n", "an odd number of edges leads from"),
        ("loss", "0\n0\n0\n", "not in ascending order"),
        ("loss", "0\n0\n6\n", "6 is no vertex"),
        ("loss", "2\n", "the mark of a win is 2"),
        ("win", "1 2\n", "the winning move is not legal"),
        ("win", "1 4294967295\n", "the winning move is not legal"),
    ] {
        let found = refusal(outcome, records);
        assert!(found.contains(why), "{records:?}: {found}");
    }
}

#[test]
fn law_large_boards_are_solved() {
    // Rooms of a grid: linear equations with hundreds of unknowns.
    let row = ".".repeat(30) + "\n";
    let mut face = Face(solver(Board::of_grid(&row.repeat(30)).expect("a grid"), 0));
    let meter = &mut Meter::new(Limits { memory: 64 << 20, ..Limits::default() });
    let start = face.start();
    let report = face.evaluate(&start, meter).expect("a position");
    assert!(matches!(report.evaluation.outcome, Known::Exact(Outcome::Win | Outcome::Loss)));
    let mut bytes = Vec::new();
    face.certify(&start, Form::Binary, meter, &mut bytes).expect("a certificate");
    face.verify(&mut &bytes[..], meter).expect("confirmed");
}

#[test]
fn law_what_no_theory_covers_is_searched_within_limits() {
    let board = Board::of_family(Family::Complete, 12).expect("a size that it has");
    let mut solver = solver(board, 0);
    let start = solver.rules().start();
    let meter = &mut Meter::new(Limits { effort: 20_000, ..Limits::default() });
    let judged = solver.judge(&start, meter).expect("a judgement");
    assert!(judged.stopped.is_some());
    assert_eq!(judged.evaluation.outcome, Known::Unknown);
    assert!(judged.theory.applies.contains("odd cycle"));
}

#[test]
fn bad_positions_and_files_name_the_place() {
    let rules = EdgeGeography::new(Board::of_grid("...\n.#.").unwrap(), 0).unwrap();
    for (text, column, why) in [
        ("", 1, "found nothing, wanted the vertices that the token came to"),
        ("1,1 2,2", 5, "found \"2,2\", wanted the name of a vertex, such as 1,1"),
        ("1,1 1,3", 5, "found 1,3, wanted a neighbour of 1,1"),
        ("1,1 1,2 1,1", 9, "found from 1,2 to 1,1 again, wanted an edge not gone along yet"),
    ] {
        let error = rules.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text:?}: {error}");
        assert!(error.to_string().contains(why), "{text:?}: {error}");
    }
    let found = load_error("game = \"edge-geography\"\ngraph = \"star\"");
    assert!(found.contains("game.toml:2:9: found \"star\", wanted one of petersen"), "{found}");
    let game = "game = \"edge-geography\"\ngrid = \"3x4\"\nstart = \"2,2\"";
    let loaded = Description::parse("game.toml", game).unwrap().load().unwrap();
    assert_eq!(loaded.start(), "2,2");
}
