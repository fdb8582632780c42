//! Undirected edge geography, held against exhaustive play.

use std::collections::HashMap;

use perfectplay_game::{Game, Limits, Meter, Options, Outcome, Player, StopReason, exhaustive};
use perfectplay_theories::edge_geography::{Component, Edges, even_kernel, label, value};
use perfectplay_theories::geography::{Explicit, Graph};
use proptest::prelude::*;

/// The token and the edges gone along, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Walk {
    token: u32,
    burned: u32,
}

/// Edge geography from one vertex of a graph of at most 32 edges.
struct Play {
    edges: Vec<(u32, u32)>,
    start: u32,
}

impl Game for Play {
    type Position = Walk;
    type Move = u32;

    fn start(&self) -> Walk {
        Walk { token: self.start, burned: 0 }
    }

    fn mover(&self, walk: &Walk) -> Player {
        Player::alternating(walk.burned.count_ones() as usize)
    }

    fn options(&self, walk: &Walk, into: &mut Options<Self>) {
        for (at, &(v, w)) in self.edges.iter().enumerate() {
            let left = walk.burned >> at & 1 == 0;
            if left && (v == walk.token || w == walk.token) {
                let to = if v == walk.token { w } else { v };
                into.push((to, Walk { token: to, burned: walk.burned | 1 << at }));
            }
        }
    }
}

fn edges_of(graph: &Explicit) -> Vec<(u32, u32)> {
    let all = (0..graph.vertices()).flat_map(|v| graph.neighbours(v).map(move |w| (v, w)));
    all.filter(|(v, w)| v < w).collect()
}

/// The token is in the kernel, no edge left joins two of it, and from no other
/// vertex an odd number leads into it.
fn is_even_kernel(left: &Edges<'_, Explicit>, n: u32, token: u32, kernel: &[u32]) -> bool {
    let inside = |v: u32| kernel.binary_search(&v).is_ok();
    inside(token)
        && (0..n).all(|v| {
            let into = left.neighbours(v).filter(|&w| inside(w)).count();
            if inside(v) { into == 0 } else { into % 2 == 0 }
        })
}

/// Every position that can be reached from any start, with its options, its
/// proof and the labels of the starts.
fn agrees_everywhere(graph: &Explicit) {
    let n = graph.vertices();
    let meter = &mut Meter::default();
    let edges = edges_of(graph);
    let lost = label(graph, meter).unwrap().expect("no odd cycle");
    let mut positions = HashMap::new();
    for start in 0..n {
        let play = Play { edges: edges.clone(), start };
        let found = exhaustive::outcomes(&play, &play.start(), &mut Meter::default()).unwrap();
        let loses = found[&play.start()] == Outcome::Loss;
        assert_eq!(lost.contains(start), loses, "start {start} of {edges:?}");
        positions.extend(found);
    }
    for (walk, &outcome) in &positions {
        let burned: Vec<(u32, u32)> = edges
            .iter()
            .enumerate()
            .filter(|(at, _)| walk.burned >> at & 1 == 1)
            .map(|(_, &(v, w))| if v % 2 == 0 { (v, w) } else { (w, v) })
            .collect();
        let left = Edges::without(graph, &burned);
        let valued = value(&left, walk.token, meter).unwrap().expect("no odd cycle");
        assert_eq!(valued.wins(), outcome == Outcome::Win, "{walk:?} of {edges:?}");
        let mut options = Vec::new();
        Play { edges: edges.clone(), start: 0 }.options(walk, &mut options);
        for (to, after) in options {
            let wins = positions[&after] == Outcome::Loss;
            assert_eq!(valued.winning.contains(&to), wins, "{walk:?} to {to} of {edges:?}");
            if wins {
                let burned: Vec<_> = burned.iter().copied().chain([(walk.token, to)]).collect();
                let left = Edges::without(graph, &burned);
                let kernel = even_kernel(&left, to, meter).unwrap().expect("a lost one has it");
                assert!(is_even_kernel(&left, n, to, &kernel));
            }
        }
        let kernel = even_kernel(&left, walk.token, meter).unwrap();
        assert_eq!(kernel.is_some(), outcome == Outcome::Loss);
        assert!(kernel.is_none_or(|kernel| is_even_kernel(&left, n, walk.token, &kernel)));
    }
}

/// Even ids on one side, odd ones on the other.
fn bipartite(n: u32, ends: &[(u32, u32)]) -> Explicit {
    let edges: Vec<_> =
        ends.iter().map(|&(v, w)| (v & !1, w | 1)).filter(|&(v, w)| v < n && w < n).collect();
    Explicit::from_edges(n, &edges).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn oracle_random_bipartite_graphs_at_every_position(
        n in 2..=10u32, ends in proptest::collection::vec((0..10u32, 0..10u32), 0..=16),
    ) {
        let ends: Vec<_> = ends.into_iter().map(|(v, w)| (v % n, w % n)).collect();
        agrees_everywhere(&bipartite(n, &ends));
    }
}

#[test]
fn oracle_all_bipartite_graphs_of_three_and_three_vertices() {
    let pairs: Vec<(u32, u32)> =
        (0..3).flat_map(|v| (0..3).map(move |w| (2 * v, 2 * w + 1))).collect();
    for chosen in 0..1u32 << pairs.len() {
        let edges = (0..).zip(&pairs).filter(|(at, _)| chosen >> at & 1 == 1);
        agrees_everywhere(&bipartite(6, &edges.map(|(_, &edge)| edge).collect::<Vec<_>>()));
    }
}

#[test]
fn oracle_grids_and_complete_bipartite_graphs() {
    for (rows, columns) in [(1, 6), (2, 3), (2, 4), (3, 3)] {
        let right = (0..rows * columns).filter(|v| (v + 1) % columns != 0).map(|v| (v, v + 1));
        let down = (0..(rows - 1) * columns).map(|v| (v, v + columns));
        let graph =
            Explicit::from_edges(rows * columns, &right.chain(down).collect::<Vec<_>>()).unwrap();
        agrees_everywhere(&graph);
    }
    for (x, y) in [(1, 5), (2, 5), (3, 4)] {
        let edges: Vec<_> = (0..x).flat_map(|v| (0..y).map(move |w| (v, x + w))).collect();
        agrees_everywhere(&Explicit::from_edges(x + y, &edges).unwrap());
    }
}

/// An odd cycle that the token can come to is refused, one elsewhere is none
/// of its business.
#[test]
fn law_odd_cycles_are_left_alone() {
    let meter = &mut Meter::default();
    let edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5)];
    let graph = Explicit::from_edges(7, &edges).unwrap();
    assert_eq!(label(&graph, meter), Ok(None));
    let all = Edges::without(&graph, &[]);
    for v in 0..3 {
        assert_eq!(value(&all, v, meter), Ok(None));
        assert_eq!(even_kernel(&all, v, meter), Ok(None));
    }
    assert_eq!(value(&all, 3, meter).unwrap().map(|found| found.wins()), Some(false));
    assert_eq!(value(&all, 4, meter).unwrap().map(|found| found.wins()), Some(true));
    // Gone along one of its edges, the cycle is a path.
    let cut = Edges::without(&graph, &[(0, 1)]);
    assert_eq!(value(&cut, 1, meter).unwrap().map(|found| found.winning), Some(vec![]));
    assert!(Component::around(&cut, 1, meter).unwrap().is_some_and(|part| part.vertices() == 3));
}

#[test]
fn law_work_is_limited_and_what_is_held_given_back() {
    let edges: Vec<_> = (0..200).flat_map(|v| (0..200).map(move |w| (v, 200 + w))).collect();
    let graph = Explicit::from_edges(400, &edges).unwrap();
    let all = Edges::without(&graph, &[]);
    let meter = &mut Meter::default();
    assert!(!value(&all, 0, meter).unwrap().unwrap().wins());
    assert!(even_kernel(&all, 0, meter).unwrap().is_some());
    assert_eq!(label(&graph, meter).unwrap().unwrap().count(), 400);
    assert_eq!(meter.held(), 0);
    let stop = value(&all, 0, &mut Meter::new(Limits { memory: 10_000, ..Limits::default() }));
    assert!(matches!(stop.unwrap_err().reason, StopReason::Memory { .. }));
    let stop = value(&all, 0, &mut Meter::new(Limits { effort: 10_000, ..Limits::default() }));
    assert_eq!(stop.unwrap_err().reason, StopReason::Effort { limit: 10_000 });
}
