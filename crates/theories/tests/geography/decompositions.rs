//! What proves labels: the classes that odd cycles make, and their ranks.

use perfectplay_game::Meter;
use perfectplay_theories::geography::{Graph, decompose};

use crate::graphs::{cube, cycle, flower, grid, random, random_bipartite};

/// The class of each vertex, by following parents.
struct Classes(Vec<u32>);

impl Classes {
    fn of(&self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            v = self.0[v as usize];
        }
        v
    }
}

/// Checks the decomposition of a graph; how many cycles it has, and whether
/// one of them met a class of more than one vertex.
fn holds(graph: &impl Graph) -> (usize, bool) {
    let meter = &mut Meter::default();
    let found = decompose(graph, meter).unwrap();
    assert!(found.matching.fits(graph));
    let ids = || (0..graph.vertices()).filter(|&v| graph.contains(v));
    let lost = |v: u32| found.rank(v).is_some();
    assert_eq!(found.lost(), ids().filter(|&v| lost(v)).count() as u64);
    let mut classes = Classes((0..graph.vertices()).collect());
    let mut nested = false;
    for cycle in found.cycles.iter() {
        assert!(cycle.len() >= 3 && cycle.len() % 2 == 1);
        let ends: Vec<(u32, u32)> =
            cycle.iter().map(|&(v, w)| (classes.of(v), classes.of(w))).collect();
        for (at, &(v, w)) in cycle.iter().enumerate() {
            assert!(graph.adjacent(v, w) && lost(v) && lost(w));
            assert_eq!(ends[at].1, ends[(at + 1) % ends.len()].0, "it goes on in the class");
            assert!(ends[..at].iter().all(|end| end.0 != ends[at].0), "a class met twice");
            nested |= ends[at].0 != v;
        }
        ends.iter().for_each(|end| classes.0[end.0 as usize] = ends[0].0);
    }
    let bases: Vec<u32> = ids().filter(|&v| lost(v) && classes.of(v) == v).collect();
    let mut in_a: Vec<u32> = Vec::new();
    for v in ids().filter(|&v| lost(v)) {
        assert_eq!(found.rank(v), found.rank(classes.of(v)));
        for w in graph.neighbours(v) {
            match lost(w) {
                true => assert_eq!(classes.of(v), classes.of(w)),
                false => in_a.push(w),
            }
        }
    }
    in_a.sort_unstable();
    in_a.dedup();
    let uncovered = ids().filter(|&v| !found.matching.covers(v)).count();
    assert_eq!(uncovered + in_a.len(), bases.len());
    let mut shown: Vec<u32> = ids()
        .filter(|&v| match (found.rank(v), found.matching.mate(v)) {
            (Some(0), mate) => mate.is_none(),
            (Some(rank), Some(mate)) if !lost(mate) => {
                graph.neighbours(mate).any(|w| found.rank(w) == Some(rank - 1))
            }
            _ => false,
        })
        .map(|v| classes.of(v))
        .collect();
    shown.sort_unstable();
    shown.dedup();
    assert_eq!(shown.len(), bases.len(), "every class shows its rank");
    assert_eq!(found.cycles.len(), found.cycles.iter().count());
    (found.cycles.len(), nested)
}

#[test]
fn law_decompositions_of_random_graphs() {
    let (mut cycles, mut nested) = (0, 0);
    for seed in 0..1000 {
        let vertices = 1 + (seed % 60) as u32;
        let found = holds(&random(vertices, vertices * (1 + seed as u32 % 3), seed));
        cycles += found.0;
        nested += usize::from(found.1);
    }
    assert!(cycles > 300 && nested > 50, "{cycles} cycles, {nested} graphs with nested ones");
    for seed in 0..10 {
        holds(&random(3000, 2500 + 200 * seed as u32, seed));
    }
}

#[test]
fn law_decompositions_without_odd_cycles_have_none() {
    for seed in 0..200 {
        assert_eq!(holds(&random_bipartite(60, 20 + seed as u32, seed)).0, 0);
    }
    for percent in (0..100).step_by(10) {
        assert_eq!(holds(&cube(9, percent, 1)).0, 0);
    }
    assert_eq!(holds(&grid(20, 21, |v| v % 7 == 0)).0, 0);
}

#[test]
fn law_decompositions_of_cycles_and_flowers() {
    for length in 3..40 {
        assert_eq!(holds(&cycle(length)).0, (length % 2) as usize);
    }
    let mut nested = 0;
    for seed in 0..100 {
        nested += u32::from(holds(&flower(40, seed as u32 % 5, seed).0).1);
    }
    assert!(nested > 50, "{nested} of 100 nested");
}
