//! The local way through large cubes, against tables and where the answer is
//! known.

use perfectplay_game::{Limits, Meter, StopReason};
use perfectplay_theories::geography::{CubeLabels, LocalCube};
use proptest::prelude::*;

use crate::graphs::Numbers;

/// Both ways agree at every start of the cube.
fn agree(dimension: u32, holes: &[u64]) {
    let meter = &mut Meter::default();
    let mut dense = CubeLabels::dense(dimension, holes, meter).unwrap();
    let mut local = CubeLabels::local(dimension, holes, meter).unwrap();
    let mut chosen = CubeLabels::new(dimension, holes, meter).unwrap();
    assert_eq!(local.matching_size(), dense.matching_size());
    assert_eq!(chosen.matching_size(), dense.matching_size());
    // Not in order, so that what one query leaves behind serves any other.
    let last = (1u64 << dimension) - 1;
    for v in 0..=last {
        let v = v.wrapping_mul(0x9e37_79b9_7f4a_7c15) & last;
        let wanted = dense.loses(v, meter).unwrap();
        assert_eq!(local.loses(v, meter).unwrap(), wanted, "{v:b}");
        assert_eq!(chosen.loses(v, meter).unwrap(), wanted, "{v:b}");
    }
}

/// Holes at random places, and around some vertices all neighbours, or all
/// but one.
fn holes(dimension: u32, chance: u32, walls: u32, seed: u64) -> Vec<u64> {
    let mut numbers = Numbers(seed);
    let mut holes: Vec<u64> =
        (0..1u64 << dimension).filter(|_| numbers.below(1000) < chance).collect();
    for _ in 0..walls {
        let centre = numbers.next() & ((1 << dimension) - 1);
        let gap = numbers.below(2 * dimension.max(1));
        holes.extend((0..dimension).filter(|&bit| bit != gap).map(|bit| centre ^ 1 << bit));
    }
    holes
}

/// A hole put back is missed exactly where it is a lost start of the cube with
/// it, and what proves that is a matching with a closed set.
fn missed_where_lost(dimension: u32, holes: &[u64]) {
    let meter = &mut Meter::default();
    let cube = LocalCube::new(dimension, holes.iter().copied(), meter).unwrap();
    let is_hole = |v: u64| v >> dimension != 0 || holes.contains(&v);
    assert_eq!(cube.missed(1 << dimension, meter).unwrap(), None);
    for start in 0..1 << dimension {
        let found = cube.missed(start, meter).unwrap();
        if !is_hole(start) {
            assert_eq!(found, None);
            continue;
        }
        let rest: Vec<u64> = holes.iter().copied().filter(|&hole| hole != start).collect();
        let lost = CubeLabels::dense(dimension, &rest, meter).unwrap().loses(start, meter).unwrap();
        let Some(missed) = found else {
            assert!(!lost, "{start} is lost");
            continue;
        };
        assert!(lost, "{start} is won");
        let is_vertex = |v: u64| v == start || !is_hole(v);
        let place = |v: u64| missed.differences.binary_search_by_key(&v, |&(w, _)| w).ok();
        let mate = |v: u64| place(v).map_or(Some(v ^ 1), |at| missed.differences[at].1);
        assert_eq!(mate(start), None);
        for v in (0..1 << dimension).filter(|&v| is_vertex(v)) {
            if let Some(w) = mate(v) {
                assert!(is_vertex(w) && mate(w) == Some(v) && (v ^ w).is_power_of_two());
            }
            let enclosed = missed.closed.binary_search(&v).is_ok();
            assert!(mate(v).is_some() || v.count_ones() % 2 != missed.side || enclosed);
            if enclosed {
                for w in (0..dimension).map(|bit| v ^ 1 << bit).filter(|&w| is_vertex(w)) {
                    let back = mate(w).expect("a neighbour that is covered");
                    assert!(missed.closed.binary_search(&back).is_ok());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn differential_missed_and_dense_with_any_rate_of_holes(
        dimension in 0..=6u32, chance in 0..=1000u32, walls in 0..3u32, seed: u64,
    ) {
        missed_where_lost(dimension, &holes(dimension, chance, walls, seed));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn differential_local_and_dense_with_any_rate_of_holes(
        dimension in 0..=7u32, chance in 0..=1000u32, walls in 0..4u32, seed: u64,
    ) {
        agree(dimension, &holes(dimension, chance, walls, seed));
    }

    #[test]
    fn differential_local_and_dense_with_holes_of_one_side(
        dimension in 1..=7u32, chance in 0..=500u32, walls in 0..4u32, seed: u64,
    ) {
        let mut holes = holes(dimension, chance, walls, seed);
        holes.retain(|hole| hole.count_ones() % 2 == 0);
        agree(dimension, &holes);
    }
}

#[test]
fn differential_local_and_dense_on_larger_cubes() {
    for seed in 0..40 {
        agree(10, &holes(10, 25 * seed as u32, seed as u32 % 5, seed));
    }
    for seed in 0..6 {
        agree(14, &holes(14, 1 + 4 * seed as u32, 10, seed));
    }
}

/// Cubes in which a start is lost but its own search is the slower one: the
/// search from the uncovered vertex has to notice that it has met the start.
#[test]
fn regression_search_from_the_other_side_meets_the_start() {
    for (dimension, chance, walls, seed) in [
        (6, 500, 3, 345),
        (6, 620, 0, 831),
        (6, 660, 0, 1433),
        (7, 540, 2, 3107),
        (7, 580, 4, 3789),
        (8, 620, 0, 431),
        (8, 700, 3, 1555),
        (8, 780, 0, 2439),
    ] {
        agree(dimension, &holes(dimension, chance, walls, seed));
    }
}

fn random_patterns(dimension: u32, count: u32, seed: u64) -> Vec<u64> {
    let mut numbers = Numbers(seed);
    (0..count).map(|_| numbers.next() & ((1 << dimension) - 1)).collect()
}

fn odd(v: &u64) -> bool {
    v.count_ones() % 2 == 1
}

/// Scattered holes wall nothing in: only the balance of the sides matters.
#[test]
fn law_scattered_holes_leave_only_what_one_side_has_too_many() {
    for (dimension, count) in [(21, 50), (40, 1000), (60, 1), (60, 2), (60, 1000), (60, 20_000)] {
        let mut holes = random_patterns(dimension, count, u64::from(count));
        holes.sort_unstable();
        holes.dedup();
        let meter = &mut Meter::default();
        let odd_holes = holes.iter().filter(|hole| odd(hole)).count();
        let even_holes = holes.len() - odd_holes;
        let mut cube = LocalCube::new(dimension, holes.iter().copied(), meter).unwrap();
        assert_eq!(cube.uncovered(), odd_holes.abs_diff(even_holes) as u64);
        for start in random_patterns(dimension, 100, 99) {
            let other_side_has_holes =
                if odd(&start) { even_holes > odd_holes } else { odd_holes > even_holes };
            let free = holes.binary_search(&start).is_err();
            assert_eq!(cube.loses(start, meter), Ok(free && other_side_has_holes));
        }
    }
}

/// A vertex walled in by its neighbours is lost, and the rest of the cube then
/// has one vertex too many on the other side.
#[test]
fn law_walled_in_vertices_do_not_lead_the_search_astray() {
    let dimension = 60;
    for seed in 0..20 {
        let meter = &mut Meter::default();
        let centre = random_patterns(dimension, 1, seed)[0];
        let mut holes: Vec<u64> = (0..dimension).map(|bit| centre ^ 1 << bit).collect();
        let balance = random_patterns(dimension, 1000, seed + 1)
            .into_iter()
            .filter(|v| odd(v) == odd(&centre) && *v != centre)
            .take(dimension as usize);
        holes.extend(balance);
        let mut cube = LocalCube::new(dimension, holes.iter().copied(), meter).unwrap();
        assert_eq!(cube.uncovered(), 2);
        assert_eq!(cube.loses(centre, meter), Ok(true));
        for start in random_patterns(dimension, 100, 99) {
            assert_eq!(cube.loses(start, meter), Ok(odd(&start) != odd(&centre)));
        }
        // The same with one hole less on the far side: the rest is even.
        holes.pop();
        let mut cube = LocalCube::new(dimension, holes, meter).unwrap();
        assert_eq!(cube.uncovered(), 1);
        assert_eq!(cube.loses(centre, meter), Ok(true));
        for start in random_patterns(dimension, 100, 99) {
            assert_eq!(cube.loses(start, meter), Ok(false));
        }
    }
}

#[test]
fn law_local_work_is_limited() {
    let holes = random_patterns(60, 2000, 5);
    let run = |limits| LocalCube::new(60, holes.iter().copied(), &mut Meter::new(limits));
    let stop = run(Limits { effort: 10_000, ..Limits::default() }).unwrap_err();
    assert_eq!(stop.reason, StopReason::Effort { limit: 10_000 });
    let stop = run(Limits { memory: 100_000, ..Limits::default() }).unwrap_err();
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
    assert!(run(Limits::default()).is_ok());
}

#[test]
fn law_patterns_with_too_many_bits_are_no_holes() {
    let meter = &mut Meter::default();
    let mut cube = LocalCube::new(4, [16, 1 << 40, u64::MAX], meter).unwrap();
    assert_eq!((cube.uncovered(), cube.matching_size()), (0, 8));
    assert_eq!(cube.loses(16, meter), Ok(false));
    assert_eq!(cube.loses(u64::MAX, meter), Ok(false));
}
