//! Random games given as graphs.

use perfectplay_game::{Game, Notation, NotationError, Options, Outcome, Player, Tabular};
use proptest::prelude::*;

/// A game on a graph: vertices are positions.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) movers: Vec<Player>,
    pub(crate) to: Vec<Vec<usize>>,
    /// What ends are worth to their mover.
    pub(crate) endings: Vec<Outcome>,
}

impl Game for Graph {
    type Position = usize;
    type Move = usize;
    fn start(&self) -> usize {
        0
    }
    fn mover(&self, position: &usize) -> Player {
        self.movers[*position]
    }
    fn options(&self, position: &usize, into: &mut Options<Self>) {
        into.extend(self.to[*position].iter().copied().enumerate());
    }
    fn ending(&self, position: &usize) -> Outcome {
        self.endings[*position]
    }
}

impl Notation for Graph {
    fn write_position(&self, position: &usize) -> String {
        position.to_string()
    }
    fn parse_position(&self, text: &str) -> Result<usize, NotationError> {
        let number = text.parse().ok().filter(|&number| number < self.to.len());
        number.ok_or_else(|| NotationError::at(text, 0, text, "a vertex"))
    }
    fn write_move(&self, _: &usize, chosen: &usize) -> String {
        chosen.to_string()
    }
    fn rules(&self) -> String {
        "Along an edge.".to_owned()
    }
}

impl Tabular for Graph {}

/// Random graphs of up to `most` vertices. Without `cycles`, edges lead to
/// larger numbers; without `ties`, somebody wins at each end.
pub(crate) fn graphs(most: usize, cycles: bool, ties: bool) -> impl Strategy<Value = Graph> {
    let player = prop_oneof![Just(Player::First), Just(Player::Second)];
    let ending = prop_oneof![
        4 => Just(Outcome::Loss),
        2 => Just(Outcome::Win),
        2 => Just(if ties { Outcome::Tie } else { Outcome::Loss }),
    ];
    let vertex = (player, ending, proptest::collection::vec(any::<u16>(), 0..4), 0..4u8);
    proptest::collection::vec(vertex, 1..most).prop_map(move |vertices| {
        let count = vertices.len();
        let mut graph = Graph { movers: Vec::new(), to: Vec::new(), endings: Vec::new() };
        for (at, (mover, ending, edges, near)) in vertices.into_iter().enumerate() {
            let lowest = if cycles { 0 } else { at + 1 };
            // Near edges make long plays, far ones shared positions.
            let room = if near > 0 { (count - lowest).min(6) } else { count - lowest };
            let start =
                if cycles && near > 0 { at.saturating_sub(2).min(count - room) } else { lowest };
            let mut to: Vec<usize> = match room {
                0 => Vec::new(),
                _ => edges.into_iter().map(|edge| start + usize::from(edge) % room).collect(),
            };
            to.sort_unstable();
            to.dedup();
            graph.movers.push(mover);
            graph.endings.push(ending);
            graph.to.push(to);
        }
        graph
    })
}

/// The vertices from which a player wins: the least set that holds his ends,
/// his vertices with an edge into it, and his opponent's with edges into it
/// alone.
pub(crate) fn won_by(graph: &Graph, player: Player) -> Vec<bool> {
    let mut won = vec![false; graph.to.len()];
    loop {
        let mut more = false;
        for at in 0..won.len() {
            let own = graph.movers[at] == player;
            let to = &graph.to[at];
            let wins = match (to.is_empty(), own) {
                (true, true) => graph.endings[at] == Outcome::Win,
                (true, false) => graph.endings[at] == Outcome::Loss,
                (false, true) => to.iter().any(|&to| won[to]),
                (false, false) => to.iter().all(|&to| won[to]),
            };
            if wins && !won[at] {
                won[at] = true;
                more = true;
            }
        }
        if !more {
            return won;
        }
    }
}
