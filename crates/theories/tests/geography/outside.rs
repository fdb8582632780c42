//! Sizes of matchings against two libraries that know nothing of ours.

use mwmatching::{Matching as Weighted, SENTINEL};
use perfectplay_game::Meter;
use perfectplay_theories::geography::{BitCube, Graph, label};
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use crate::graphs::{Numbers, cube, flower, grid, random, random_bipartite};

fn edges(graph: &impl Graph) -> Vec<(u32, u32)> {
    let there = (0..graph.vertices()).filter(|&v| graph.contains(v));
    there.flat_map(|v| graph.neighbours(v).filter(move |&w| v < w).map(move |w| (v, w))).collect()
}

/// By Gabow's algorithm.
fn by_petgraph(edges: &[(u32, u32)]) -> usize {
    maximum_matching(&UnGraph::<(), ()>::from_edges(edges)).edges().count()
}

/// By the primal-dual method, all weights the same.
fn by_mwmatching(edges: &[(u32, u32)]) -> usize {
    let weighted = edges.iter().map(|&(v, w)| (v as usize, w as usize, 1)).collect();
    let mates = Weighted::new(weighted).max_cardinality().solve();
    mates.iter().filter(|&&mate| mate != SENTINEL).count() / 2
}

fn agree(graph: &impl Graph) -> usize {
    let ours = label(graph, &mut Meter::default()).unwrap().matching.size() as usize;
    let edges = edges(graph);
    assert_eq!(ours, by_petgraph(&edges), "petgraph");
    assert_eq!(ours, by_mwmatching(&edges), "mwmatching");
    ours
}

#[test]
fn differential_outside_libraries_on_random_graphs() {
    let mut numbers = Numbers(1);
    for seed in 0..300 {
        let n = 2 + numbers.below(120);
        agree(&random(n, n / 4 + numbers.below(2 * n), seed));
        agree(&random_bipartite(n, n / 4 + numbers.below(2 * n), seed));
    }
}

#[test]
fn differential_outside_libraries_on_graphs_of_odd_cycles() {
    for seed in 0..150 {
        agree(&flower(1 + (seed % 30) as u32, (seed % 5) as u32, seed).0);
    }
}

#[test]
fn differential_outside_libraries_on_cubes_and_grids_with_holes() {
    for seed in 0..60 {
        let cube = cube(4 + (seed % 4) as u32, (seed * 7 % 100) as u32, seed);
        let ours = agree(&cube);
        let by_words = BitCube::new(&cube, 1, &mut Meter::default()).unwrap();
        assert_eq!(by_words.matching_size(), ours as u64);
        let mut numbers = Numbers(seed);
        let holes: Vec<bool> = (0..120).map(|_| numbers.below(100) < 30).collect();
        agree(&grid(10, 12, |v| holes[v as usize]));
    }
}
