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
