use perfectplay_analysis::Analysis;
use perfectplay_analysis::{Face, Solver, audit_certificates};
use perfectplay_catalogue::geography::{Board, Family};
use perfectplay_game::{BurnsTrail, Game, Meter};
use proptest::prelude::*;

use crate::graphs::{Dice, HANGING_ON_A_JOINT, decomposed};
use crate::{certificate, geography, lock, of_edges, verdict};

pub(crate) fn audited<S: Solver>(solver: S) -> usize {
    audit_certificates(solver, &mut Meter::default()).expect("true and confirmed certificates")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn oracle_certificates_on_random_graphs(
        edges in prop::collection::vec((0..7u32, 0..7u32), 1..13), start: u32,
    ) {
        audited(geography(of_edges(&edges), start));
    }

    #[test]
    fn oracle_certificates_on_graphs_full_of_odd_cycles(seed: u64, start: u32) {
        audited(geography(of_edges(&decomposed(&mut Dice(seed), 9)), start));
    }

    #[test]
    fn oracle_certificates_on_grids(
        rows in 1..=3usize, columns in 1..=4usize, holes: u16, start: u32,
    ) {
        let cell = |at: usize| if holes >> at & 1 == 1 { '#' } else { '.' };
        let row = |row: usize| (0..columns).map(|at| cell(row * 4 + at)).collect::<String>();
        let picture: Vec<String> = (0..rows).map(row).collect();
        if let Ok(board) = Board::of_grid(&picture.join("\n"))
            && board.vertices() <= 9
        {
            audited(geography(board, start));
        }
    }

    #[test]
    fn oracle_certificates_on_small_locks(discs in 1..=3u32, allowed: u64, start: u64) {
        audited(lock(discs, start, |number| allowed >> number & 1 == 1));
    }

    #[test]
    fn oracle_certificates_on_locks_of_four_discs(one: u16, other: u16, start: u64) {
        // About a quarter of the patterns, so that all walks can be tried.
        audited(lock(4, start, |number| (one & other) >> number & 1 == 1));
    }
}

#[test]
fn oracle_certificates_on_families() {
    for (family, sizes) in [
        (Family::Petersen, 10..=10),
        (Family::Path, 1..=8),
        (Family::Cycle, 3..=9),
        (Family::Complete, 1..=6),
        (Family::Hypercube, 1..=3),
    ] {
        for size in sizes {
            let board = Board::of_family(family, size).expect("a size that it has");
            for start in [0, board.vertices() / 2, board.vertices() - 1] {
                audited(geography(board.clone(), start));
            }
        }
    }
}

/// Ports and trails are what the trait says of them, around `position`.
fn ports_obey<R: BurnsTrail>(rules: &R, position: &R::Position) {
    for vertex in (0..rules.vertices()).filter(|&vertex| rules.exists(vertex)) {
        let ports = rules.ports(vertex);
        let behind: Vec<u64> = (0..ports).filter_map(|port| rules.through(vertex, port)).collect();
        assert_eq!(behind.len(), ports as usize);
        for (port, &to) in (0..).zip(&behind) {
            assert!(to < rules.vertices() && to != vertex);
            assert_eq!(rules.port_to(vertex, to), Some(port));
            assert!(!rules.exists(to) || rules.port_to(to, vertex).is_some());
        }
        assert_eq!(rules.port_to(vertex, vertex), None);
        for port in [ports, ports + 1, 63, 64, 65, u32::MAX] {
            assert!(port < ports || rules.through(vertex, port).is_none());
        }
    }
    assert!(!rules.exists(rules.vertices()) && !rules.exists(u64::MAX));
    assert_eq!(rules.through(u64::MAX, u32::MAX), None);
    let trail = rules.trail(position);
    let token = *trail.last().expect("a token");
    let mut options = Vec::new();
    rules.options(position, &mut options);
    let free = (0..rules.ports(token)).filter_map(|port| rules.through(token, port));
    let mut free: Vec<u64> = free.filter(|&to| rules.exists(to) && !trail.contains(&to)).collect();
    let mut reached: Vec<u64> =
        options.iter().filter_map(|(_, to)| rules.trail(to).last().copied()).collect();
    free.sort_unstable();
    reached.sort_unstable();
    assert_eq!(free, reached);
}

#[test]
fn law_ports_are_those_of_the_rules() {
    let mut dice = Dice(8);
    for round in 0..200 {
        let solver = geography(of_edges(&decomposed(&mut dice, 40)), dice.roll(30));
        ports_obey(solver.rules(), &solver.rules().start());
        let mask = dice.roll(u32::MAX);
        let solver = lock(1 + round % 5, dice.roll(32).into(), |number| mask >> number & 1 == 1);
        ports_obey(solver.rules(), &solver.rules().start());
    }
    for (family, size) in [(Family::Hypercube, 4), (Family::Complete, 7), (Family::Path, 1)] {
        let solver = geography(Board::of_family(family, size).expect("a size that it has"), 0);
        let rules = solver.rules();
        ports_obey(rules, &rules.start());
        let mut options = Vec::new();
        rules.options(&rules.start(), &mut options);
        options.iter().for_each(|(_, to)| ports_obey(rules, to));
    }
}

#[test]
fn law_the_kind_is_answers_where_they_close() {
    let kind = |board: Board, start: u32| {
        let solver = geography(board, start);
        let position = Face(solver.clone()).start();
        let text = certificate(solver.clone(), &position);
        verdict(solver, &text).expect("confirmed");
        text.lines().nth(1).expect("a claim").split('"').nth(1).expect("a kind").to_owned()
    };
    // From 7 a token meets the joint, is answered in a triangle, and could go
    // round in it back to the joint: the answers do not close, though 7 is lost.
    assert_eq!(kind(of_edges(&HANGING_ON_A_JOINT), 7), "trail-labels");
    assert_eq!(kind(of_edges(&HANGING_ON_A_JOINT), 0), "trail-answers");
    let mut dice = Dice(2);
    for _ in 0..100 {
        // No odd cycle: answers always close.
        let edges: Vec<(u32, u32)> =
            (0..20).map(|_| (2 * dice.roll(8), 2 * dice.roll(8) + 1)).collect();
        assert_eq!(kind(of_edges(&edges), dice.roll(16)), "trail-answers");
    }
}
