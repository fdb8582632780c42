use perfectplay_analysis::About;
use perfectplay_game::{Game, Notation, NotationError, Options, Player, Tabular, words};
use perfectplay_theories::geography::Graph;

use super::Board;
use super::board::Links;
use super::grid;
use super::names::Names;
use crate::Trail;
use crate::bad_input::quoted;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> =
    About { name: "geography", title: "Geography", effort_unit: "edges looked at" };

/// The rules of Geography on a board.
#[derive(Clone, Debug)]
pub struct Geography {
    pub(super) board: Board,
    start: u32,
}

impl Geography {
    /// The token starts on vertex `start`; `None` if the board has no such
    /// vertex.
    pub fn new(board: Board, start: u32) -> Option<Self> {
        board.contains(start).then_some(Geography { board, start })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the token may go, in the order of the vertices.
    pub(super) fn next<'a>(&'a self, trail: &'a Trail<u32>) -> impl Iterator<Item = u32> + 'a {
        self.board.neighbours(trail.token()).filter(|&w| !trail.has(w))
    }

    /// May it go to this vertex? Logarithmic in the neighbours of the token's.
    fn may_go(&self, trail: &Trail<u32>, to: u32) -> bool {
        self.board.contains(to) && self.board.adjacent(trail.token(), to) && !trail.has(to)
    }
}

impl Game for Geography {
    /// Where the token has been.
    type Position = Trail<u32>;
    /// Where it goes.
    type Move = u32;

    fn start(&self) -> Trail<u32> {
        Trail::at(self.start)
    }

    fn mover(&self, trail: &Trail<u32>) -> Player {
        Player::alternating(trail.moves())
    }

    fn options(&self, trail: &Trail<u32>, into: &mut Options<Self>) {
        into.extend(self.next(trail).map(|next| (next, trail.to(next))));
    }

    fn play(&self, from: &Trail<u32>, chosen: &u32) -> Option<Trail<u32>> {
        self.may_go(from, *chosen).then(|| from.to(*chosen))
    }

    fn first_move(&self, from: &Trail<u32>) -> Option<u32> {
        self.next(from).next()
    }
}

impl Notation for Geography {
    fn write_position(&self, trail: &Trail<u32>) -> String {
        let names: Vec<String> = trail.path().iter().map(|&v| self.board.name(v)).collect();
        names.join(" ")
    }

    fn parse_position(&self, text: &str) -> Result<Trail<u32>, NotationError> {
        let mut trail: Option<Trail<u32>> = None;
        for (at, word) in words(text) {
            let error =
                |found: String, wanted: String| Err(NotationError::at(text, at, found, wanted));
            let Some(next) = self.board.vertex(word) else {
                let example = self.board.name(self.start);
                return error(quoted(word), format!("the name of a vertex, such as {example}"));
            };
            let Some(trail) = &mut trail else {
                trail = Some(Trail::at(next));
                continue;
            };
            let token = self.board.name(trail.token());
            if trail.has(next) {
                return error(format!("{word} again"), "a vertex not visited yet".to_owned());
            }
            if !self.board.adjacent(trail.token(), next) {
                return error(word.to_owned(), format!("a neighbour of {token}"));
            }
            trail.go(next);
        }
        trail.ok_or_else(|| {
            let wanted = "the vertices visited until now, parted by spaces";
            NotationError::at(text, text.len(), "nothing", wanted)
        })
    }

    fn write_move(&self, _from: &Trail<u32>, chosen: &u32) -> String {
        self.board.name(*chosen)
    }

    fn parse_move(&self, from: &Trail<u32>, text: &str) -> Option<u32> {
        self.board.vertex(text).filter(|&chosen| self.may_go(from, chosen))
    }

    fn rules(&self) -> String {
        format!(
            "A token stands on a vertex of a graph. The mover takes it along an edge to a vertex \
             where it has not been yet; the vertex where it starts counts as visited. Who cannot \
             move loses.\nThe graph is {}. The token starts on {}.",
            self.board.what(),
            self.board.name(self.start),
        )
    }

    fn draw(&self, trail: &Trail<u32>) -> String {
        let token = trail.token();
        if let (Names::Cells { columns, cells }, Links::Stored(_)) =
            (&self.board.names, &self.board.links)
        {
            return grid::draw(*columns, cells, |v| match v {
                _ if v == token => 'T',
                _ if trail.has(v) => 'x',
                _ => '.',
            });
        }
        let line = |head: &str, names: String| match names.is_empty() {
            true => format!("{head}: none"),
            false => format!("{head}: {names}"),
        };
        let before = trail.path()[..trail.moves()].iter().rev().copied();
        [
            line("token on", self.board.name(token)),
            line("can go to", self.board.some_names(self.next(trail))),
            line("was before on (last first)", self.board.some_names(before)),
        ]
        .join("\n")
    }
}

impl Tabular for Geography {
    fn heap_bytes(&self, trail: &Trail<u32>) -> usize {
        trail.heap_bytes()
    }
}
