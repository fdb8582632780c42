//! Against exhaustive play, and against every matching tried.

use std::collections::HashMap;

use perfectplay_game::Meter;
use perfectplay_theories::geography::{BitCube, Graph, label, value};
use proptest::prelude::*;

use crate::graphs::{Numbers, cube, flower, graph, grid, random, small};
use crate::play::{all_positions, starts, starts_by_sets, visited_set};
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

/// Labels agree with play worked out by sets of visited vertices.
fn agrees_with_play_by_sets(graph: &impl Graph) {
    let labels = label(graph, &mut Meter::default()).unwrap();
    for (start, wins) in starts_by_sets(graph) {
        assert_eq!(labels.loses(start), !wins, "start {start}");
    }
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

/// Play by sets is exhaustive play.
#[test]
fn oracle_play_by_sets() {
    for n in 0..=5u32 {
        let pairs: Vec<_> = (0..n).flat_map(|v| (0..v).map(move |w| (w, v))).collect();
        for chosen in 0..1u32 << pairs.len() {
            let edges = (0..).zip(&pairs).filter(|(at, _)| chosen >> at & 1 == 1);
            let graph = graph(n, edges.map(|(_, &edge)| edge));
            assert_eq!(
                starts_by_sets(&graph).into_iter().collect::<HashMap<_, _>>(),
                starts(&graph)
            );
        }
    }
    for seed in 0..40 {
        let graph = random(9, 8 + (seed % 6) as u32, seed);
        assert_eq!(starts_by_sets(&graph).into_iter().collect::<HashMap<_, _>>(), starts(&graph));
        let cube = cube(4, 60, seed);
        assert_eq!(starts_by_sets(&cube).into_iter().collect::<HashMap<_, _>>(), starts(&cube));
    }
}

/// Every graph of seven vertices has its vertices in an order in which degrees
/// do not rise; those that do so stand for all, and once more with their
/// vertices shuffled.
#[test]
fn oracle_all_graphs_of_seven_vertices_but_for_the_order_of_vertices() {
    const N: u32 = 7;
    let pairs: Vec<(u32, u32)> = (0..N).flat_map(|v| (0..v).map(move |w| (w, v))).collect();
    let mut at_vertex = [0u32; N as usize];
    for (at, &(v, w)) in pairs.iter().enumerate() {
        at_vertex[v as usize] |= 1 << at;
        at_vertex[w as usize] |= 1 << at;
    }
    let mut numbers = Numbers(7);
    let mut tried = 0;
    for chosen in 0..1u32 << pairs.len() {
        let degrees = at_vertex.map(|edges| (edges & chosen).count_ones());
        if degrees.windows(2).any(|two| two[0] < two[1]) {
            continue;
        }
        tried += 1;
        let mut name: [u32; N as usize] = std::array::from_fn(|v| v as u32);
        for shuffled in [false, true] {
            if shuffled {
                (1..N).for_each(|at| name.swap(at as usize, numbers.below(at + 1) as usize));
            }
            let edges = (0..).zip(&pairs).filter(|(at, _)| chosen >> at & 1 == 1);
            let named = edges.map(|(_, &(v, w))| (name[v as usize], name[w as usize]));
            agrees_with_play_by_sets(&graph(N, named));
        }
    }
    assert!(tried >= 1044, "there are 1044 graphs of seven vertices, and {tried} were tried");
}

#[test]
fn oracle_thirty_thousand_graphs_of_eight_to_twelve_vertices() {
    let mut numbers = Numbers(12);
    for seed in 0..30_000 {
        // Mostly of nine vertices: a set more for each makes twice the work.
        let n = 8 + (numbers.next().trailing_zeros()).min(4);
        let edges = n / 2 + numbers.below(2 * n);
        agrees_with_play_by_sets(&random(n, edges, seed));
    }
}

#[test]
fn oracle_twenty_thousand_cubes_with_holes() {
    let mut numbers = Numbers(13);
    let mut tried = 0;
    for seed in 0..25_000 {
        let dimension = 3 + numbers.below(3);
        let full = 1 << dimension;
        // Some eleven vertices are left, more or less.
        let most = 100 * 11 / full;
        let percent = 100 - numbers.below(most.min(100)) - 1;
        let cube = cube(dimension, percent, seed);
        if full - cube.holes() > 12 {
            continue;
        }
        tried += 1;
        agrees_with_play_by_sets(&cube);
        let labels = BitCube::new(&cube, 1, &mut Meter::default()).unwrap();
        for (start, wins) in starts_by_sets(&cube) {
            assert_eq!(labels.loses(start), !wins, "start {start}");
        }
    }
    assert!(tried >= 20_000, "{tried}");
}

#[test]
fn oracle_all_cubes_of_four_dimensions_with_six_vertices_or_fewer() {
    for there in 0..1u32 << 16 {
        if there.count_ones() > 6 {
            continue;
        }
        let mut cube = cube(4, 0, 0);
        (0..16).filter(|v| there >> v & 1 == 0).for_each(|v| {
            cube.punch(v);
        });
        let labels = BitCube::new(&cube, 1, &mut Meter::default()).unwrap();
        for (start, wins) in starts_by_sets(&cube) {
            assert_eq!(labels.loses(start), !wins, "start {start} of {there:b}");
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
