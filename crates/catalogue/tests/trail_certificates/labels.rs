use std::ops::ControlFlow;

use perfectplay_analysis::Solver;
use perfectplay_game::{BurnsTrail, Game, Known, Meter, Notation, Outcome, exhaustive};
use perfectplay_proof::{Claim, labels, open};

use crate::graphs::{Dice, decomposed};
use crate::{certificate_of_all, geography, lock, of_edges, verdict};

/// The labels that a certificate of all starts proves.
fn proved_labels<S: Solver>(solver: &S, text: &str) -> labels::Labels
where
    S::Rules: BurnsTrail,
{
    let mut source = open(text.as_bytes()).expect("a certificate");
    Claim::read(source.as_mut()).expect("a claim");
    labels::check(solver.rules(), &[], source.as_mut(), &mut Meter::default()).expect("confirmed")
}

/// The labels that the solver gives out, lost ones true.
fn told_labels<S: Solver>(solver: &mut S) -> Vec<bool> {
    let mut told = Vec::new();
    let start = solver.rules().start();
    solver
        .label_all(&start, &mut Meter::default(), &mut |label| {
            told.push(label.evaluation.outcome == Known::Exact(Outcome::Loss));
            ControlFlow::Continue(())
        })
        .expect("no limit");
    told
}

#[test]
fn oracle_all_starts_of_random_graphs() {
    let mut dice = Dice(5);
    let (mut with_cycles, mut nested, mut played) = (0, 0, 0);
    for round in 0..1200 {
        let edges = match round % 3 {
            0 => {
                let n = 2 + dice.roll(39);
                let edges = (0..1 + dice.roll(2 * n)).map(|_| (dice.roll(n), dice.roll(n)));
                edges.collect()
            }
            1 => decomposed(&mut dice, 40),
            _ => decomposed(&mut dice, 10),
        };
        let mut solver = geography(of_edges(&edges), 0);
        let text = certificate_of_all(solver.clone());
        let proved = proved_labels(&solver, &text);
        let told = told_labels(&mut solver);
        for (vertex, &lost) in told.iter().enumerate() {
            assert_eq!(proved.is_lost(vertex as u64), lost, "{edges:?}");
            if told.len() <= 10 {
                let rules = solver.rules();
                let start = rules.parse_position(&rules.board().name(vertex as u32)).unwrap();
                let truth = exhaustive::outcome(rules, &start, &mut Meter::default());
                assert_eq!(truth == Ok(Outcome::Loss), lost, "{edges:?}");
                played += 1;
            }
        }
        let lost = told.iter().filter(|lost| **lost).count();
        let claim =
            format!("all {} starts are labelled, {lost} of them lost for First", told.len());
        assert_eq!(verdict(solver, &text).expect("confirmed"), claim);
        let cycles = text.lines().skip(2 + told.len()).count();
        with_cycles += usize::from(cycles > 0);
        nested += usize::from(cycles > 2);
    }
    assert!(with_cycles > 400 && nested > 150 && played > 2000, "{with_cycles} {nested} {played}");
}

#[test]
fn law_all_starts_of_locks_are_proved_as_told() {
    let mut dice = Dice(9);
    for discs in (1..=9).chain([12, 15]) {
        for tenths in [0, 1, 3, 6, 9] {
            let mask: Vec<bool> = (0..1 << discs).map(|_| dice.roll(10) >= tenths).collect();
            let mut solver = lock(discs, 0, |number| mask[number as usize]);
            let text = certificate_of_all(solver.clone());
            let proved = proved_labels(&solver, &text);
            let rules = solver.rules().clone();
            let vertices = (0..1 << discs).filter(|&number| rules.exists(number));
            let lost: Vec<bool> = vertices.map(|number| proved.is_lost(number)).collect();
            assert_eq!(lost, told_labels(&mut solver));
            verdict(solver, &text).expect("confirmed");
        }
    }
}
