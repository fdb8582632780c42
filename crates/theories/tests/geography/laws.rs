//! What any right answer satisfies, on graphs too large to play out.

use perfectplay_game::{Limits, Meter, StopReason};
use perfectplay_theories::geography::{Graph, VertexSet, Without, label, label_from, value};

use crate::graphs::{Numbers, cube, cycle, flower, grid, random, random_bipartite};
use crate::reference::check;

/// Labels check, and removing a sample of vertices lowers the matching number
/// exactly where a start is won.
fn holds(graph: &impl Graph, samples: u32, seed: u64) {
    let meter = &mut Meter::default();
    let labels = label(graph, meter).unwrap();
    check(graph, &labels).unwrap();
    let mut numbers = Numbers(seed);
    for _ in 0..samples {
        let v = numbers.below(graph.vertices());
        if !graph.contains(v) {
            continue;
        }
        let mut removed = VertexSet::empty(graph.vertices());
        removed.insert(v);
        let rest = Without::new(graph, &removed);
        let fresh = label(&rest, meter).unwrap();
        check(&rest, &fresh).unwrap();
        let falls = fresh.matching.size() < labels.matching.size();
        assert_eq!(falls, !labels.loses(v), "vertex {v}");
        // Beginning with the matching of the whole graph gives the same.
        let warm = label_from(&rest, labels.matching.clone(), meter).unwrap();
        check(&rest, &warm).unwrap();
        assert_eq!(warm.lost, fresh.lost);
        let valued = value(graph, v, &removed, Some(labels.matching.clone()), meter).unwrap();
        assert_eq!(valued.wins(), falls);
        assert_eq!(valued.with_token(), labels.matching.size());
    }
}

#[test]
fn law_random_graphs_of_hundreds_of_vertices() {
    for seed in 0..300 {
        let n = 50 + (seed % 7) as u32 * 40;
        holds(&random(n, n * (seed % 11 + 3) as u32 / 6, seed), 5, seed);
        holds(&random_bipartite(n, n * (seed % 11 + 3) as u32 / 6, seed), 5, seed);
    }
}

#[test]
fn law_large_random_graphs() {
    for (n, seed) in [(100_000, 1), (100_001, 2)] {
        for edges in [n / 2, n * 3 / 2, n * 4] {
            holds(&random(n, edges, seed), 1, seed);
            holds(&random_bipartite(n, edges, seed), 1, seed);
        }
    }
}

#[test]
fn law_cubes_grids_and_flowers() {
    for seed in 0..20 {
        holds(&cube(12, 5 * seed as u32, seed), 5, seed);
        let hole = |v: u32| Numbers(seed << 32 | u64::from(v)).below(100) < 3 * seed as u32;
        holds(&grid(60, 71, hole), 5, seed);
        holds(&flower(2000, seed as u32, seed).0, 3, seed);
        holds(&cycle(20_001 + seed as u32), 1, seed);
    }
}

#[test]
fn law_effort_is_limited_and_repeats() {
    let graph = random(2000, 3000, 7);
    let limited = |effort| {
        label(&graph, &mut Meter::new(Limits { effort, ..Limits::default() })).map(|l| l.effort)
    };
    let effort = limited(u64::MAX).unwrap();
    assert_eq!(limited(effort), Ok(effort));
    assert!(effort > 6000);
    let stop = limited(effort - 1).unwrap_err();
    assert_eq!(stop.reason, StopReason::Effort { limit: effort - 1 });
    assert!(limited(0).is_err());
}

#[test]
fn law_memory_is_announced_and_given_back() {
    let graph = random(2000, 3000, 7);
    let memory = 41 * 2000 + 2000;
    let mut meter = Meter::new(Limits { memory, ..Limits::default() });
    for _ in 0..3 {
        label(&graph, &mut meter).unwrap();
    }
    let mut meter = Meter::new(Limits { memory: 30 * 2000, ..Limits::default() });
    let stop = label(&graph, &mut meter).unwrap_err();
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
}
