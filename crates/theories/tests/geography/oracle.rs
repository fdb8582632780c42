//! Against exhaustive play, and against every matching tried.

use perfectplay_game::Meter;
use perfectplay_theories::geography::{Graph, label, value};
use proptest::prelude::*;

use crate::graphs::{cube, flower, graph, grid, random, small};
use crate::play::{all_positions, starts, visited_set};
use crate::reference::{all, check, matching_number};

/// Labels agree with exhaustive play at every start, and with brute force.
fn agrees_at_every_start(graph: &impl Graph) {
    let labels = label(graph, &mut Meter::default()).unwrap();
    check(graph, &labels).unwrap();
    for (start, wins) in starts(graph) {
        assert_eq!(labels.loses(start), !wins, "start {start}");
    }
    assert_eq!(labels.matching.size(), matching_number(graph, all(graph)));
}

/// The value of every position that can be reached agrees, and its options.
fn agrees_at_every_position(graph: &impl Graph) {
    let positions = all_positions(graph);
    for (walk, &wins) in &positions {
        let token = walk.token.unwrap();
        let visited = visited_set(graph, walk);
        let valued = value(graph, token, &visited, None, &mut Meter::default()).unwrap();
        assert_eq!(valued.wins(), wins, "{walk:?}");
        let left = all(graph) & !walk.visited;
        assert_eq!(valued.without_token(), matching_number(graph, left), "{walk:?}");
        let with = matching_number(graph, left | 1 << token);
        assert_eq!(valued.with_token(), with, "{walk:?}");
        for w in graph.neighbours(token).filter(|&w| walk.visited >> w & 1 == 0) {
            let to = crate::play::Walk { token: Some(w), visited: walk.visited | 1 << w };
            assert_eq!(valued.winning.contains(&w), !positions[&to], "{walk:?} to {w}");
        }
    }
}

#[test]
fn oracle_all_graphs_of_at_most_six_vertices() {
    for n in 0..=6u32 {
        let pairs: Vec<_> = (0..n).flat_map(|v| (0..v).map(move |w| (w, v))).collect();
        for chosen in 0..1u32 << pairs.len() {
            let edges = (0..).zip(&pairs).filter(|(at, _)| chosen >> at & 1 == 1);
            agrees_at_every_start(&graph(n, edges.map(|(_, &edge)| edge)));
        }
    }
}

#[test]
fn oracle_all_graphs_of_at_most_four_vertices_at_every_position() {
    for n in 0..=4u32 {
        let pairs: Vec<_> = (0..n).flat_map(|v| (0..v).map(move |w| (w, v))).collect();
        for chosen in 0..1u32 << pairs.len() {
            let edges = (0..).zip(&pairs).filter(|(at, _)| chosen >> at & 1 == 1);
            agrees_at_every_position(&graph(n, edges.map(|(_, &edge)| edge)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn oracle_random_graphs_at_every_start(graph in small(1..=9)) {
        agrees_at_every_start(&graph);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn oracle_random_graphs_at_every_position(graph in small(1..=7)) {
        agrees_at_every_position(&graph);
    }

    #[test]
    fn oracle_cubes_with_holes_at_every_start(
        dimension in 0..=4u32, percent in 10..=100u32, seed: u64,
    ) {
        let cube = cube(dimension, percent, seed);
        // Walks on a nearly full cube of dimension 4 are too many.
        prop_assume!(dimension < 4 || cube.holes() >= 5);
        agrees_at_every_start(&cube);
    }

    #[test]
    fn oracle_grids_with_holes_at_every_start(
        rows in 1..=4u32, columns in 1..=4u32, holes: u16,
    ) {
        agrees_at_every_start(&grid(rows, columns, |v| holes >> v & 1 == 1));
    }
}

#[test]
fn oracle_sparse_graphs_of_twelve_vertices() {
    for seed in 0..400 {
        agrees_at_every_start(&random(12, 8 + (seed % 12) as u32, seed));
    }
}

#[test]
fn oracle_flowers() {
    for seed in 0..2000 {
        let (graph, _) = flower(1 + (seed % 4) as u32, (seed / 4 % 4) as u32, seed);
        if graph.vertices() <= 13 {
            agrees_at_every_start(&graph);
        }
    }
}

#[test]
fn oracle_cubes_at_every_position() {
    for seed in 0..60 {
        agrees_at_every_position(&cube(3, 5 * (seed % 12) as u32, seed));
        agrees_at_every_position(&cube(4, 50, seed));
    }
}
