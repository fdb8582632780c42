//! Hypercubes by word operations, against exhaustive play and against the ways
//! for any graph.

use perfectplay_game::{Limits, Meter, StopReason};
use perfectplay_theories::geography::{BitCube, Graph, Hypercube, label};
use proptest::prelude::*;

use crate::graphs::{Numbers, cube};
use crate::play::starts;

/// The matching is one, no matched edge joins what it must not, and ranks fall
/// along alternating paths: what makes the labels right, in linear time.
fn is_proved(cube: &Hypercube, labels: &BitCube) {
    let meter = &mut Meter::default();
    let ranks = labels.ranks(meter).unwrap();
    let mut covered = 0;
    for v in 0..cube.vertices() {
        let rank = ranks[v as usize];
        assert_eq!(labels.loses(v), rank != u32::MAX);
        let Some(mate) = labels.mate(v) else {
            assert_eq!(rank == 0, cube.contains(v), "{v:b} is uncovered");
            continue;
        };
        covered += 1;
        assert!(cube.adjacent(v, mate) && labels.mate(mate) == Some(v), "{v:b}");
        if rank == u32::MAX {
            continue;
        }
        assert!(rank > 0);
        assert!(cube.neighbours(mate).any(|w| ranks[w as usize] == rank - 1), "{v:b}");
    }
    for v in (0..cube.vertices()).filter(|&v| labels.loses(v)) {
        let back = |w| labels.mate(w).is_some_and(|mate| labels.loses(mate));
        assert!(cube.neighbours(v).all(back), "{v:b}");
    }
    assert_eq!(covered, 2 * labels.matching_size());
    let lost = ranks.iter().filter(|&&rank| rank != u32::MAX).count();
    assert_eq!(labels.lost(), lost as u64);
    assert!(!labels.loses(cube.vertices()) && labels.mate(u32::MAX).is_none());
}

/// It gives what the way for any graph gives.
fn agrees(cube: &Hypercube) {
    let meter = &mut Meter::default();
    let held = meter.held();
    let labels = BitCube::new(cube, 1, meter).unwrap();
    assert_eq!(meter.held(), held);
    is_proved(cube, &labels);
    let usual = label(cube, meter).unwrap();
    assert_eq!(labels.matching_size(), u64::from(usual.matching.size()));
    for v in 0..cube.vertices() {
        assert_eq!(labels.loses(v), usual.loses(v), "{v:b}");
    }
}

/// The cube of the patterns for which `keep` says so.
fn kept(dimension: u32, keep: impl Fn(u32) -> bool) -> Hypercube {
    let mut cube = Hypercube::new(dimension, &mut Meter::default()).unwrap();
    (0..1 << dimension).filter(|&v| !keep(v)).for_each(|v| {
        cube.punch(v);
    });
    cube
}

/// Takes vertices away at random until both classes have as many.
fn balanced(mut cube: Hypercube, seed: u64) -> Hypercube {
    let mut numbers = Numbers(seed);
    let class = |v: &u32| v.count_ones() % 2 == 1;
    let there: Vec<u32> = (0..cube.vertices()).filter(|&v| cube.contains(v)).collect();
    let (odd, even): (Vec<u32>, Vec<u32>) = there.into_iter().partition(class);
    let (mut more, fewer) = if odd.len() > even.len() { (odd, even) } else { (even, odd) };
    while more.len() > fewer.len() {
        cube.punch(more.swap_remove(numbers.below(more.len() as u32) as usize));
    }
    cube
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn oracle_cubes_with_holes_at_every_start(
        dimension in 0..=4u32, percent in 10..=100u32, seed: u64,
    ) {
        let cube = cube(dimension, percent, seed);
        prop_assume!(dimension < 4 || cube.holes() >= 5);
        let labels = BitCube::new(&cube, 1, &mut Meter::default()).unwrap();
        is_proved(&cube, &labels);
        for (start, wins) in starts(&cube) {
            assert_eq!(labels.loses(start), !wins, "start {start:b}");
        }
    }

    #[test]
    fn differential_word_operations_and_any_graph(
        dimension in 0..=10u32, percent in 0..=100u32, seed: u64,
    ) {
        agrees(&cube(dimension, percent, seed));
    }

    #[test]
    fn differential_word_operations_and_any_graph_where_classes_are_balanced(
        dimension in 0..=9u32, percent in 0..=100u32, seed: u64,
    ) {
        agrees(&balanced(cube(dimension, percent, seed), seed));
    }
}

#[test]
fn differential_word_operations_on_larger_cubes() {
    for percent in (0..100).step_by(5) {
        agrees(&cube(13, percent, u64::from(percent)));
        agrees(&balanced(cube(12, percent, u64::from(percent)), 1));
    }
}

#[test]
fn differential_word_operations_on_layers_and_balls() {
    for dimension in 1..=11 {
        for low in 0..=dimension {
            for high in low..=dimension {
                agrees(&kept(dimension, |v| (low..=high).contains(&v.count_ones())));
            }
            let radius = low;
            let centres = [0x2a5 & ((1 << dimension) - 1), (1 << dimension) - 1];
            agrees(&kept(dimension, |v| centres.iter().any(|c| (c ^ v).count_ones() <= radius)));
        }
    }
}

/// Paths that are as long as can be found: layers with a vertex each, where a
/// search goes on for as many steps as there are vertices.
#[test]
fn differential_word_operations_on_long_induced_paths() {
    for dimension in 3..=12 {
        for seed in 0..10 {
            let mut numbers = Numbers(seed);
            let mut at = 0u32;
            let mut path = vec![at];
            let mut near = vec![0u8; 1 << dimension];
            let mut on = vec![false; 1 << dimension];
            on[0] = true;
            (0..dimension).for_each(|bit| near[1 << bit] += 1);
            loop {
                let next: Vec<u32> = (0..dimension).map(|bit| at ^ 1 << bit).collect();
                let free = |&w: &u32| !on[w as usize] && near[w as usize] == 1;
                let next: Vec<u32> = next.into_iter().filter(free).collect();
                let Some(count) = std::num::NonZeroU32::new(next.len() as u32) else { break };
                at = next[numbers.below(count.get()) as usize];
                path.push(at);
                on[at as usize] = true;
                (0..dimension).for_each(|bit| near[(at ^ 1 << bit) as usize] += 1);
            }
            agrees(&kept(dimension, |v| path.contains(&v)));
            path.pop();
            agrees(&kept(dimension, |v| path.contains(&v)));
        }
    }
}

#[test]
fn law_word_operations_are_limited() {
    let cube = cube(14, 30, 1);
    let run = |limits| BitCube::new(&cube, 1, &mut Meter::new(limits));
    let stop = run(Limits { effort: 10_000, ..Limits::default() }).unwrap_err();
    assert_eq!(stop.reason, StopReason::Effort { limit: 10_000 });
    let stop = run(Limits { memory: 15_000, ..Limits::default() }).unwrap_err();
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
    let labels = run(Limits::default()).unwrap();
    let meter = &mut Meter::new(Limits { memory: 60_000, ..Limits::default() });
    assert!(matches!(labels.ranks(meter).unwrap_err().reason, StopReason::Memory { .. }));
}
