//! Families of graphs whose labels are known.

use perfectplay_game::Meter;
use perfectplay_theories::geography::{EdgeError, Explicit, Graph, label};

use crate::graphs::{complete, cube, cycle, flower, path, petersen};
use crate::reference::check;

fn lost(graph: &impl Graph) -> Vec<u32> {
    let labels = label(graph, &mut Meter::default()).unwrap();
    check(graph, &labels).unwrap();
    labels.lost.iter().collect()
}

#[test]
fn published_path_of_odd_length_is_lost_at_every_second_vertex() {
    for n in 1..40 {
        let even: Vec<u32> = (0..n).step_by(2).collect();
        assert_eq!(lost(&path(n)), if n % 2 == 1 { even } else { vec![] }, "path of {n}");
    }
}

#[test]
fn published_cycles_and_complete_graphs_are_lost_iff_odd() {
    for n in 3..40 {
        let all: Vec<u32> = (0..n).collect();
        let wanted = if n % 2 == 1 { all } else { vec![] };
        assert_eq!(lost(&cycle(n)), wanted, "cycle of {n}");
        assert_eq!(lost(&complete(n)), wanted, "complete graph of {n}");
    }
}

#[test]
fn published_petersen_graph_has_a_perfect_matching() {
    assert_eq!(lost(&petersen()), []);
}

#[test]
fn published_cubes_have_a_perfect_matching() {
    for dimension in 1..=14 {
        assert_eq!(lost(&cube(dimension, 0, 0)), []);
    }
    assert_eq!(lost(&cube(0, 0, 0)), [0]);
}

/// Every vertex of a factor-critical graph is missed by some matching that
/// misses nothing else.
#[test]
fn published_factor_critical_graphs_are_lost_everywhere() {
    for seed in 0..3000 {
        let (graph, vertices) = flower(1 + (seed % 200) as u32, 0, seed);
        assert_eq!(lost(&graph), (0..vertices).collect::<Vec<_>>(), "seed {seed}");
    }
}

/// A stem of odd length makes the matching perfect; one of even length leaves
/// the flower, and every second vertex of the stem, lost.
#[test]
fn published_flowers_on_a_stem() {
    for seed in 0..3000 {
        let stem = (seed % 7) as u32;
        let (graph, flower) = flower(1 + (seed % 200) as u32, stem, seed);
        let wanted = if stem % 2 == 1 { 0 } else { flower + stem / 2 };
        assert_eq!(lost(&graph).len() as u32, wanted, "seed {seed}");
    }
}

#[test]
fn law_bad_edges_are_refused() {
    assert_eq!(
        Explicit::from_edges(3, &[(0, 1), (2, 2)]),
        Err(EdgeError::SelfLoop { edge: 1, vertex: 2 })
    );
    assert_eq!(
        Explicit::from_edges(3, &[(0, 1), (1, 3)]),
        Err(EdgeError::NoSuchVertex { edge: 1, vertex: 3, vertices: 3 })
    );
    assert_eq!(Explicit::from_edges(0, &[]).unwrap().vertices(), 0);
}
