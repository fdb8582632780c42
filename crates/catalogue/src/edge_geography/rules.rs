use perfectplay_analysis::About;
use perfectplay_game::{Game, Notation, NotationError, Options, Player, Tabular, words};
use perfectplay_theories::geography::Graph;

use super::Walk;
use crate::bad_input::quoted;
use crate::geography::Board;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> = About {
    name: "edge-geography",
    title: "Edge Geography",
    effort_unit: "edges and words looked at",
};

/// The rules of Edge Geography on a board.
#[derive(Clone, Debug)]
pub struct EdgeGeography {
    pub(super) board: Board,
    start: u32,
}

impl EdgeGeography {
    /// The token starts on vertex `start`; `None` if the board has no such
    /// vertex.
    pub fn new(board: Board, start: u32) -> Option<Self> {
        board.contains(start).then_some(EdgeGeography { board, start })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the token may go, in the order of the vertices.
    pub(super) fn next<'a>(&'a self, walk: &'a Walk) -> impl Iterator<Item = u32> + 'a {
        self.board.neighbours(walk.token()).filter(|&w| !walk.went(walk.token(), w))
    }

    fn may_go(&self, walk: &Walk, to: u32) -> bool {
        self.board.contains(to)
            && self.board.adjacent(walk.token(), to)
            && !walk.went(walk.token(), to)
    }
}

impl Game for EdgeGeography {
    /// Where the token has been.
    type Position = Walk;
    /// Where it goes.
    type Move = u32;

    fn start(&self) -> Walk {
        Walk::at(self.start)
    }

    fn mover(&self, walk: &Walk) -> Player {
        Player::alternating(walk.moves())
    }

    fn options(&self, walk: &Walk, into: &mut Options<Self>) {
        into.extend(self.next(walk).map(|next| (next, walk.to(next))));
    }

    fn play(&self, from: &Walk, chosen: &u32) -> Option<Walk> {
        self.may_go(from, *chosen).then(|| from.to(*chosen))
    }

    fn first_move(&self, from: &Walk) -> Option<u32> {
        self.next(from).next()
    }
}

impl Notation for EdgeGeography {
    fn write_position(&self, walk: &Walk) -> String {
        let names: Vec<String> = walk.path().iter().map(|&v| self.board.name(v)).collect();
        names.join(" ")
    }

    fn parse_position(&self, text: &str) -> Result<Walk, NotationError> {
        let mut walk: Option<Walk> = None;
        for (at, word) in words(text) {
            let error =
                |found: String, wanted: String| Err(NotationError::at(text, at, found, wanted));
            let Some(next) = self.board.vertex(word) else {
                let example = self.board.name(self.start);
                return error(quoted(word), format!("the name of a vertex, such as {example}"));
            };
            let Some(walk) = &mut walk else {
                walk = Some(Walk::at(next));
                continue;
            };
            let token = self.board.name(walk.token());
            if !self.board.adjacent(walk.token(), next) {
                return error(word.to_owned(), format!("a neighbour of {token}"));
            }
            if walk.went(walk.token(), next) {
                let wanted = "an edge not gone along yet".to_owned();
                return error(format!("from {token} to {word} again"), wanted);
            }
            walk.go(next);
        }
        walk.ok_or_else(|| {
            let wanted = "the vertices that the token came to, parted by spaces";
            NotationError::at(text, text.len(), "nothing", wanted)
        })
    }

    fn write_move(&self, _from: &Walk, chosen: &u32) -> String {
        self.board.name(*chosen)
    }

    fn parse_move(&self, from: &Walk, text: &str) -> Option<u32> {
        self.board.vertex(text).filter(|&chosen| self.may_go(from, chosen))
    }

    fn rules(&self) -> String {
        format!(
            "A token stands on a vertex of a graph. The mover takes it along an edge that it has \
             not gone along yet, in either direction; vertices may be visited again. Who cannot \
             move loses.\nThe graph is {}. The token starts on {}.",
            self.board.what(),
            self.board.name(self.start),
        )
    }

    fn draw(&self, walk: &Walk) -> String {
        let line = |head: &str, names: String| match names.is_empty() {
            true => format!("{head}: none"),
            false => format!("{head}: {names}"),
        };
        let before = walk.path()[..walk.moves()].iter().rev().copied();
        [
            line("token on", self.board.name(walk.token())),
            line("can go to", self.board.some_names(self.next(walk))),
            line("came from (last first)", self.board.some_names(before)),
        ]
        .join("\n")
    }
}

impl Tabular for EdgeGeography {
    fn heap_bytes(&self, walk: &Walk) -> usize {
        walk.heap_bytes()
    }
}
