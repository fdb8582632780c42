use perfectplay_analysis::{Analysis, CertifyError, Face};
use perfectplay_catalogue::geography::{Board, Family};
use perfectplay_game::{Limits, Meter, StopReason};
use perfectplay_proof::{CheckError, Form};

use crate::common::mutate::mutate_certificates;
use crate::graphs::{Dice, EAR_ON_EAR, HANGING_ON_A_JOINT, decomposed};
use crate::{geography, lock, of_edges, verdict};

#[test]
fn law_mutated_certificates_are_refused_or_true() {
    let mut dice = Dice(3);
    let mut games = vec![
        of_edges(&HANGING_ON_A_JOINT),
        of_edges(&EAR_ON_EAR),
        Board::of_family(Family::Complete, 5).expect("a size that it has"),
        Board::of_family(Family::Cycle, 7).expect("a size that it has"),
        Board::of_grid("...\n.#.\n..#").expect("a grid"),
    ];
    games.extend((0..10).map(|_| of_edges(&decomposed(&mut dice, 10))));
    for (seed, board) in games.into_iter().enumerate() {
        let refused = mutate_certificates(geography(board, seed as u32), seed as u64, 1500);
        assert!(refused > 700, "only {refused} of 1500 refused");
    }
    for (seed, allowed) in [0xff, 0b1011_0111, 0b0111_1110].into_iter().enumerate() {
        let solver = lock(3, seed as u64, |number| allowed >> number & 1 == 1);
        let refused = mutate_certificates(solver, seed as u64, 1500);
        assert!(refused > 700, "only {refused} of 1500 refused");
    }
}

/// A certificate that claims about `position` and goes on with `records`.
fn forged(kind: &str, position: &str, outcome: &str, values: &str, records: &str) -> String {
    format!(
        "perfectplay certificate 1 text\n\"{kind}\" \"geography\" \"{position}\" \"{outcome}\" \
         {values}\n{records}"
    )
}

/// What is said of a certificate for the triangle 0 1 2 with 3 beside 0.
fn refusal(kind: &str, position: &str, outcome: &str, values: &str, records: &str) -> String {
    let board = of_edges(&[(0, 1), (1, 2), (2, 0), (0, 3)]);
    let text = forged(kind, position, outcome, values, records);
    match verdict(geography(board, 0), &text) {
        Ok(claim) => claim,
        Err(error) => error.to_string(),
    }
}

#[test]
fn law_hostile_answers_are_refused() {
    // Ports of 0: to 1, 2, 3. Of 1: to 0, 2. From 3 Second wins: 0 is answered
    // with 1, 2 has no answer; from 0 First wins by going to 3.
    let refused =
        |position, outcome, records| refusal("trail-answers", position, outcome, "0", records);
    assert_eq!(refused("0", "win", "1 2\n"), "First wins from 0");
    for (position, outcome, records, why) in [
        ("0", "loss", "1 2\n", "record 2: refused: it proves another outcome"),
        ("0", "win", "1 3\n", "record 2: refused: the winning move is not legal"),
        ("0", "win", "1 4294967295\n", "the winning move is not legal"),
        ("0", "win", "1 4294967296\n", "a port is 4294967296, and"),
        ("0", "win", "1 1\n", "record 2: refused: no answer when the token goes to 1"),
        ("0", "win", "1 1\n1 1\n", "record 3: refused: the answer to 1 is not legal"),
        ("0", "win", "1 1\n1 0\n", "record 3: refused: the answer to 1 is not legal"),
        ("0", "win", "1 1\n1 7\n", "record 3: refused: the answer to 1 is not legal"),
        ("0", "win", "1 2\n4 0\n", "record 3: refused: 4 cannot be met"),
        ("0", "win", "1 2\n18446744073709551615 0\n", "18446744073709551615 cannot be met"),
        ("0", "win", "1 2\n3 0\n", "record 3: refused: 3 cannot be met"),
        ("0", "win", "1 2\n1 1\n1 1\n", "record 4: refused: the vertices are not in ascending"),
        ("0", "win", "1 2\n2 1\n1 1\n", "record 4: refused: the vertices are not in ascending"),
        ("3", "loss", "0\n", "record 2: refused: no answer when the token goes to 0"),
        ("3", "loss", "0\n0 0\n", "no answer when the token goes to 2"),
        ("3", "loss", "0\n0 0\n1 1\n", "record 4: refused: 1 is in two pairs"),
        ("3", "loss", "0\n0 0\n2 1\n", "record 4: refused: 1 is in two pairs"),
        ("3", "win", "2\n", "the mark of a win is 2"),
        ("9", "win", "1 2\n", "found \"9\""),
        ("*", "win", "1 2\n", "found \"*\""),
        ("0 0", "win", "1 2\n", "found 0 again"),
    ] {
        let found = refused(position, outcome, records);
        assert!(found.contains(why), "{position} {outcome} {records:?}: {found}");
    }
    let found = refusal("trail-answers", "0", "win", "1 5", "1 2\n");
    assert!(found.contains("has an outcome and no values"), "{found}");
    let found = refusal("trail-answers", "*", "all", "2 4 0", "1 2\n");
    assert!(found.contains("a claim about all starts has labels"), "{found}");
    let found = refusal("points-table", "0", "win", "0", "1 2\n");
    assert!(found.contains("points-table is no kind for this ruleset"), "{found}");
}

#[test]
fn law_hostile_labels_are_refused() {
    // Without 3 the triangle is one class of rank 0. Ports as above.
    let all = |records: &str| refusal("trail-labels", "*", "all", "2 4 0", records);
    let triangle = |records: &str| refusal("trail-labels", "3", "win", "0", records);
    // 0 with 3 and 1 with 2: nobody loses.
    assert_eq!(all("3 0\n2 0\n0\n0\n"), "all 4 starts are labelled, 0 of them lost for First");
    // Every option of 3, so 0, is lost in the triangle.
    assert_eq!(triangle("0 1\n2 1\n1\n3 0 0 1 1 2 0\n"), "First wins from 3");
    for (records, why) in [
        ("4 0\n2 0\n0\n0\n", "record 2: refused: vertex 0 has no free mate there"),
        ("4294967295 0\n", "record 2: refused: vertex 0 has no free mate there"),
        ("4294967296 0\n", "record 2: refused: a port is 4294967296"),
        ("3 4294967295\n", "record 2: refused: a rank is 4294967295"),
        ("3 0\n1 0\n", "record 3: refused: vertex 1 has no free mate there"),
        ("0 0\n", "record 2: refused: vertex 0 is uncovered outside D"),
        ("3 0\n2 0\n0\n0 0\n", "record 5: unreadable: the line goes on"),
        ("3 0\n2 0\n0\n", "record 5: unreadable"),
        ("3 0\n2 0\n0\n1\n", "record 5: refused: a class has no witness of its rank"),
        ("3 0\n2 0\n0\n2\n", "record 5: refused: a class has no witness of its rank"),
        ("3 0\n2 1\n0\n0\n", "record 5: refused: 0, a neighbour of 1, is not matched with D"),
        ("3 0\n2 0\n0\n0\n3 0 0 1 1 2 0\n", "record 6: refused: a cycle has an edge that is not"),
    ] {
        let found = all(records);
        assert!(found.contains(why), "{records:?}: {found}");
    }
    let found = refusal("trail-labels", "*", "all", "2 4 1", "3 0\n2 0\n0\n0\n");
    assert!(found.contains("the labels are not as many as claimed"), "{found}");
    let found = refusal("trail-labels", "*", "win", "0", "3 0\n2 0\n0\n0\n");
    assert!(found.contains("found \"*\""), "{found}");
    for (cycle, why) in [
        ("", "record 4: refused: neighbours 0 and 1 are in two classes of D"),
        ("0\n", "a cycle is not odd, or too short"),
        ("1 0 0\n", "a cycle is not odd, or too short"),
        ("2 0 0 1 0\n", "a cycle is not odd, or too short"),
        ("18446744073709551615 0 0\n", "the length of a cycle is 18446744073709551615"),
        ("3 0 0 1 1 2\n", "record 5: unreadable: the line ends early"),
        ("3 0 0 1 1 2 1\n", "a cycle does not close"),
        ("3 0 0 1 1 9 0\n", "a cycle has an edge that is not in D"),
        ("3 0 0 1 1 18446744073709551615 0\n", "a cycle has an edge that is not in D"),
        ("3 0 0 1 4294967295 2 0\n", "a cycle has an edge that is not in D"),
        ("3 0 2 3 0 0 1\n", "a cycle has an edge that is not in D"),
        ("3 0 0 2 0 1 1\n", "a cycle is broken"),
        ("3 0 0 1 0 0 0\n", "a cycle meets a class twice"),
        ("3 0 0 1 1 2 0\n3 0 0 1 1 2 0\n", "record 6: refused: a cycle meets a class twice"),
    ] {
        let found = triangle(&format!("0 1\n2 1\n1\n{cycle}"));
        assert!(found.contains(why), "{cycle:?}: {found}");
    }
    for (labels, why) in [
        ("0 2\n2 2\n2\n", "a class has no witness of its rank"),
        ("0 1\n2 2\n1\n", "vertex 1 has not its class's rank"),
        ("0 1\n0 1\n0 1\n", "3 vertices are uncovered, 1 classes less 0 neighbours"),
    ] {
        let found = triangle(&format!("{labels}3 0 0 1 1 2 0\n"));
        assert!(found.contains(why), "{labels:?}: {found}");
    }
}

#[test]
fn law_limits_stop_certificates() {
    let stopped = |limits: Limits, all: bool| {
        let board = Board::of_family(Family::Cycle, 3001).expect("a size that it has");
        let mut face = Face(geography(board, 0));
        let mut bytes = Vec::new();
        let meter = &mut Meter::new(limits);
        match all {
            true => face.certify_all("0", Form::Binary, meter, &mut bytes),
            false => face.certify("0", Form::Binary, meter, &mut bytes),
        }
    };
    for all in [false, true] {
        stopped(Limits::default(), all).expect("no limit");
        for limits in [
            Limits { effort: 2000, ..Limits::default() },
            Limits { memory: 10_000, ..Limits::default() },
        ] {
            assert!(matches!(stopped(limits, all), Err(CertifyError::Stopped(_))));
        }
    }
    // The memory that a checker takes is bounded by the game, not by the text.
    let board = Board::of_family(Family::Cycle, 3001).expect("a size that it has");
    let text = forged("trail-labels", "*", "all", "2 4 0", "");
    let limits = Limits { memory: 10_000, ..Limits::default() };
    let found = Face(geography(board, 0)).verify(&mut text.as_bytes(), &mut Meter::new(limits));
    let Err(CheckError::Stopped(stop)) = found else { panic!("{found:?}") };
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
}
