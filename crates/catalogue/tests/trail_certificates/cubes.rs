//! Certificates by the matching of a whole cube: those of large locks, and of
//! small ones that are gone about as if they were large.

use std::collections::HashSet;

use perfectplay_analysis::{Analysis, Face, Solver};
use perfectplay_catalogue::combination_lock::{CombinationLock, CombinationLockSolver, Pattern};
use perfectplay_game::{Game, Known, Limits, Meter, Notation, Outcome};
use perfectplay_proof::{CheckError, Claim, Form, open};
use proptest::prelude::*;

use crate::common::mutate::mutate_certificates;
use crate::graphs::Dice;
use crate::positions::audited;
use crate::{numbered, rules_of_lock, verdict};

/// A small lock gone about like a large one.
fn small(discs: u32, start: u64, allowed: impl Fn(u64) -> bool) -> CombinationLockSolver {
    CombinationLockSolver::without_tables(rules_of_lock(discs, start, allowed))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn oracle_certificates_by_matchings_of_cubes(discs in 1..=3u32, allowed: u64, start: u64) {
        audited(small(discs, start, |number| allowed >> number & 1 == 1));
    }

    #[test]
    fn oracle_certificates_by_matchings_of_four_dimensions(one: u16, other: u16, start: u64) {
        // About a quarter of the patterns, so that all walks can be tried.
        audited(small(4, start, |number| (one & other) >> number & 1 == 1));
    }

    #[test]
    fn oracle_certificates_by_matchings_of_five_dimensions(one: u32, two: u32, three: u32) {
        audited(small(5, one.into(), |number| (one & two & three) >> number & 1 == 1));
    }
}

#[test]
fn law_mutated_matchings_of_cubes_are_refused_or_true() {
    for (seed, allowed) in [0xff, 0b1011_0111, 0b0111_1110, 0b1100_0111].into_iter().enumerate() {
        let solver = small(3, seed as u64, |number| allowed >> number & 1 == 1);
        let refused = mutate_certificates(solver, seed as u64, 2000);
        assert!(refused > 900, "only {refused} of 2000 refused");
    }
    let mut dice = Dice(4);
    for seed in 0..8 {
        let mask = dice.roll(1 << 16) & dice.roll(1 << 16);
        let solver = small(4, seed, |number| mask >> number & 1 == 1);
        mutate_certificates(solver, seed, 1000);
    }
}

/// Certifies and verifies a position of a large lock; the claim has to be what
/// the solver says, and the certificate small.
fn proved(solver: &CombinationLockSolver, position: &str, most: usize) -> Outcome {
    let mut face = Face(solver.clone());
    let meter = &mut Meter::new(Limits { effort: 20_000_000, ..Limits::default() });
    let mut bytes = Vec::new();
    face.certify(position, Form::Binary, meter, &mut bytes).expect("a certificate");
    assert!(bytes.len() < most, "{} bytes", bytes.len());
    face.verify(&mut &bytes[..], meter).expect("confirmed");
    let claim = Claim::read(open(&bytes[..]).expect("a certificate").as_mut()).expect("a claim");
    assert_eq!((&claim.kind[..], &claim.position[..]), ("cube-matching", position));
    let report = face.evaluate(position, &mut Meter::default()).expect("a position");
    assert_eq!(report.evaluation.outcome, Known::Exact(claim.outcome.expect("an outcome")));
    claim.outcome.expect("an outcome")
}

#[test]
fn law_positions_of_large_locks_are_proved() {
    let mut dice = Dice(6);
    let mut outcomes = HashSet::new();
    for (discs, count) in [(13, 300), (13, 2000), (24, 2000), (40, 1000), (60, 1000)] {
        let mut number = || u64::from(dice.roll(u32::MAX)) << 32 | u64::from(dice.roll(u32::MAX));
        let mut next = || numbered(number(), discs);
        let start = next();
        let forbidden: HashSet<Pattern> =
            (0..count).map(|_| next()).filter(|&pattern| pattern != start).collect();
        let forbidden: Vec<Pattern> = forbidden.into_iter().collect();
        let rules = CombinationLock::new(start, &forbidden).expect("a game");
        let solver = CombinationLockSolver::new(rules.clone());
        let mut at = rules.start();
        for ply in 0..6 {
            outcomes.insert(proved(&solver, &rules.write_position(&at), 2_000_000));
            let mut options = Vec::new();
            rules.options(&at, &mut options);
            at = options.swap_remove(ply * 7 % options.len()).1;
        }
    }
    assert_eq!(outcomes.len(), 2);
}

#[test]
fn law_walled_in_positions_of_large_locks_are_proved() {
    // Patterns in which only the first four discs differ from the start are
    // walled in, some of them forbidden: play never leaves them.
    const DISCS: u32 = 40;
    let mut dice = Dice(7);
    let mut outcomes = HashSet::new();
    for _ in 0..60 {
        let inside = dice.roll(1 << 16) & dice.roll(1 << 16);
        let start = u64::from(dice.roll(16));
        let is_hole = |inner: u64| inner != start && inside >> inner & 1 == 0;
        let holes = (0..16).filter(|&inner| is_hole(inner));
        let walls = (0..16).filter(|&inner| !is_hole(inner));
        let walls = walls.flat_map(|inner| (4..DISCS).map(move |disc| inner | 1 << disc));
        let forbidden: Vec<Pattern> =
            holes.chain(walls).map(|number| numbered(number, DISCS)).collect();
        let rules = CombinationLock::new(numbered(start, DISCS), &forbidden).expect("a game");
        let solver = CombinationLockSolver::new(rules.clone());
        let found = proved(&solver, &rules.write_position(&rules.start()), 20_000);
        // The same play on four discs alone.
        let small = rules_of_lock(4, start, |inner| !is_hole(inner));
        let mut small = CombinationLockSolver::new(small);
        let start = small.rules().start();
        let judged = small.judge(&start, &mut Meter::default()).expect("no limit");
        assert_eq!(judged.evaluation.outcome, Known::Exact(found));
        outcomes.insert(found);
    }
    assert_eq!(outcomes.len(), 2);
}

/// What is said of a matching of the cube of three dimensions without 7, for
/// the token on 0 and the outcome.
fn refusal(outcome: &str, records: &str) -> String {
    let text = format!(
        "perfectplay certificate 1 text\n\"cube-matching\" \"combination-lock\" \"...\" \
         \"{outcome}\" 0\n{records}"
    );
    match verdict(small(3, 0, |number| number != 7), &text) {
        Ok(claim) => claim,
        Err(CheckError::Stopped(stop)) => panic!("{stop}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn law_hostile_matchings_are_refused() {
    // Of seven vertices four have an even number of bits: 0, 3, 5 and 6. So
    // 0 is lost: pair 1 with 3, 4 with 5 and 2 with 6, and no odd one is
    // uncovered. 0, 1, 2, 3 and 6 differ from pairs by bit 0.
    let good = "0\n1 5\n0 0\n1 1\n2 2\n3 1\n6 2\n";
    assert_eq!(refusal("loss", good), "Second wins from ...");
    for (records, why) in [
        ("0\n0 5\n0 0\n1 1\n2 2\n3 1\n6 2\n", "0 is uncovered and not in the closed set"),
        ("0\n0 5\n0 0\n1 1\n2 2\n3 1\n6 2\n0\n", "the mate of 1, a neighbour, is not in the"),
        ("0\n2 5\n", "record 3: refused: a side is 2"),
        ("2\n", "record 2: refused: the mark of a win is 2"),
        ("1 0\n", "record 2: refused: it proves another outcome"),
        ("0\n1 6\n0 0\n1 1\n2 2\n3 1\n6 2\n", "record 9: unreadable"),
        ("0\n1 18446744073709551615\n0 0\n", "record 5: unreadable"),
        ("0\n1 340282366920938463463374607431768211455\n", "the number of differences is"),
        ("0\n1 4\n1 1\n2 2\n3 1\n6 2\n", "the matching does not miss the token on 0"),
        ("0\n1 4\n0 0\n1 1\n2 2\n3 1\n", "6 is not listed, beside a hole"),
        ("0\n1 5\n0 0\n1 0\n2 0\n3 0\n6 0\n", "1 is uncovered and not in the closed set"),
        ("0\n1 5\n0 0\n1 1\n2 0\n3 1\n6 2\n", "the mate of 6 has another one"),
        ("0\n1 5\n0 0\n1 1\n2 2\n3 2\n6 2\n", "the mate of 1 has another one"),
        ("0\n1 3\n0 0\n2 2\n6 2\n", "1 is not listed, and 0 is"),
        ("0\n1 1\n7 0\n", "record 4: refused: 7 is no vertex, or burned"),
        ("0\n1 1\n8 0\n", "record 4: refused: 8 is no vertex, or burned"),
        ("0\n1 1\n18446744073709551615 0\n", "18446744073709551615 is no vertex, or burned"),
        ("0\n1 1\n0 3\n", "record 4: refused: a port is 3"),
        ("0\n1 2\n0 0\n0 0\n", "record 5: refused: the vertices are not in ascending order"),
        ("0\n1 5\n0 0\n1 1\n2 2\n3 1\n6 2\n7\n", "record 9: refused: 7 is no vertex"),
        ("0\n1 5\n0 0\n1 1\n2 2\n3 1\n6 2\n1\n", "0, a neighbour of the closed set, is unc"),
    ] {
        let found = refusal("loss", records);
        assert!(found.contains(why), "{records:?}: {found}");
    }
    for (records, why) in [
        ("0\n1 0\n", "it proves another outcome than the claim's"),
        ("1 3\n", "record 2: refused: the winning move is not legal"),
        ("1 4294967295\n", "the winning move is not legal"),
        // Without 0, the token on 1.
        ("1 0\n1 0\n", "the matching does not miss the token on 1"),
        ("1 0\n0 2\n0 0\n1 0\n", "record 4: refused: 0 is no vertex, or burned"),
    ] {
        let found = refusal("win", records);
        assert!(found.contains(why), "{records:?}: {found}");
    }
}
