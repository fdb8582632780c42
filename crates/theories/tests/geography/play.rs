//! The rules of geography as a `Game`, for exhaustive play.

use perfectplay_game::{Game, Meter, Options, Outcome, Player, exhaustive};
use perfectplay_theories::geography::{Graph, VertexSet};
use std::collections::HashMap;

/// Geography of at most 32 vertices, before the token is put down: one search
/// from there values every start.
pub(crate) struct Placing<'a, G>(pub(crate) &'a G);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Walk {
    pub(crate) token: Option<u32>,
    /// Bit v: vertex v is visited.
    pub(crate) visited: u32,
}

impl<G: Graph> Game for Placing<'_, G> {
    type Position = Walk;
    type Move = u32;

    fn start(&self) -> Walk {
        Walk { token: None, visited: 0 }
    }

    fn mover(&self, walk: &Walk) -> Player {
        Player::alternating(walk.visited.count_ones() as usize)
    }

    fn options(&self, walk: &Walk, into: &mut Options<Self>) {
        for v in 0..self.0.vertices() {
            let free = self.0.contains(v) && walk.visited >> v & 1 == 0;
            let reached = walk.token.is_none_or(|token| self.0.neighbours(token).any(|w| w == v));
            if free && reached {
                into.push((v, Walk { token: Some(v), visited: walk.visited | 1 << v }));
            }
        }
    }
}

/// Every position with the token down, and whether its mover wins.
pub(crate) fn all_positions<G: Graph>(graph: &G) -> HashMap<Walk, bool> {
    let game = Placing(graph);
    exhaustive::outcomes(&game, &game.start(), &mut Meter::default())
        .expect("no limit is set")
        .into_iter()
        .filter(|(walk, _)| walk.token.is_some())
        .map(|(walk, outcome)| (walk, outcome == Outcome::Win))
        .collect()
}

/// Whether the mover wins at each start, by exhaustive play.
pub(crate) fn starts<G: Graph>(graph: &G) -> HashMap<u32, bool> {
    all_positions(graph)
        .into_iter()
        .filter(|(walk, _)| walk.visited.count_ones() == 1)
        .filter_map(|(walk, wins)| Some((walk.token?, wins)))
        .collect()
}

/// The visited vertices as the theory takes them.
pub(crate) fn visited_set<G: Graph>(graph: &G, walk: &Walk) -> VertexSet {
    let mut set = VertexSet::empty(graph.vertices());
    for v in (0..graph.vertices()).filter(|v| walk.visited >> v & 1 == 1) {
        set.insert(v);
    }
    set
}

/// Whether the mover wins at each start, by working out every position of a
/// graph of few vertices: [`starts`] a hundred times as quickly.
///
/// A set of vertices that are visited or hold the token has one word, with the
/// vertices of it on which the token wins. Larger sets come first.
pub(crate) fn starts_by_sets<G: Graph>(graph: &G) -> Vec<(u32, bool)> {
    let vertices: Vec<u32> = (0..graph.vertices()).filter(|&v| graph.contains(v)).collect();
    let n = vertices.len();
    assert!(n <= 16, "2^{n} sets");
    let place = |w: u32| vertices.binary_search(&w).expect("a vertex");
    let near: Vec<u32> =
        vertices.iter().map(|&v| graph.neighbours(v).map(|w| 1 << place(w)).sum()).collect();
    let mut won = vec![0u32; 1 << n];
    for set in (1..1usize << n).rev() {
        let outside = (0..n).filter(|v| set >> v & 1 == 0);
        let lost: u32 = outside.filter(|&v| won[set | 1 << v] >> v & 1 == 0).map(|v| 1 << v).sum();
        let wins = (0..n).filter(|&v| set >> v & 1 == 1 && near[v] & lost != 0);
        won[set] = wins.map(|v| 1 << v).sum();
    }
    (0..n).map(|v| (vertices[v], won[1 << v] >> v & 1 == 1)).collect()
}
