//! Who wins on every board at once: a proof in finitely many pieces.
//!
//! For two chips on a board ([`ChipsOnBoard`]) the distances from which the
//! attacker wins may be the same on all boards. Then there is a proof of them
//! all: a *barrier* for chips that are far apart, for each of the finitely
//! many distances below a win on the board that the chips span, or *patterns*
//! of chips and covered cells that are closed on the infinite plane under the
//! attacker's steps and the defender's answers. Why that is a proof stands
//! with the checker of such certificates; here the pieces are found.

mod barrier;
mod patterns;
mod spanned;

use perfectplay_game::{ChipsOnBoard, Meter, Stop};

use super::{Search, Strategy, Verdict};

use patterns::Patterns;
use spanned::Spanned;

pub use barrier::State;
pub use patterns::{Answer, Pattern};

/// Row and column of a cell of the plane.
pub type CellAt = (i32, i32);

/// A win on the board that the chips span: distances, the lesser first, and the
/// strategy, with cells as elements of a board of one row and one column more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Won {
    /// How far the chips are apart.
    pub apart: (u32, u32),
    /// The attacker's wins from there.
    pub strategy: Strategy<(u8, u8)>,
}

/// The pieces of a proof for every board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveryBoard {
    /// States in which a chip is held at a line.
    pub states: Vec<State>,
    /// Patterns from which the attacker does not win.
    pub patterns: Vec<Pattern>,
    /// Distances from which he wins.
    pub wins: Vec<Won>,
}

/// Why no such proof was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// The rules are bound to their own board.
    #[error("the rules are bound to their own board")]
    Bound,
    /// The defender can hold no chip at a line, as far as was tried.
    #[error("no barrier was found that holds a chip coming from afar")]
    NoBarrier,
    /// Neither side was found to win from these distances on every board.
    #[error(
        "neither a win inside the chips' own rectangle nor a closed set of losses was found with \
         the chips {0} and {1} apart"
    )]
    Undecided(u32, u32),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The directions in which a chip may step, by the rules.
fn directions<G: ChipsOnBoard>(rules: &G) -> Option<Vec<CellAt>> {
    const SIDE: u32 = 5;
    const MIDDLE: u32 = 12;
    let board = rules.on_board(SIDE, SIDE)?;
    let core = board.core_with([0, MIDDLE])?;
    let mut options = Vec::new();
    board.options(&board.join(&core, 0, board.hindered()), &mut options);
    let mut directions = Vec::new();
    for (_, to) in &options {
        // The chip in the corner is out of the way.
        if let [0, moved] | [moved, 0] = board.chips(&board.split(to)?.0)
            && moved != MIDDLE
        {
            directions.push((moved as i32 / 5 - 2, moved as i32 % 5 - 2));
        }
    }
    Some(directions)
}

/// Finds proofs for every board, and keeps what it has learnt.
pub struct Finder {
    patterns: Patterns,
}

impl Finder {
    /// A finder for these rules, whatever their board.
    ///
    /// # Errors
    ///
    /// See [`NotFound`].
    pub fn new<G: ChipsOnBoard>(rules: &G, meter: &mut Meter) -> Result<Self, NotFound> {
        let directions = directions(rules).ok_or(NotFound::Bound)?;
        let k = rules.additions();
        let states = barrier::find(&directions, k, meter)?.ok_or(NotFound::NoBarrier)?;
        let window = Spanned::new(WINDOW, WINDOW, &directions, k).ok_or(NotFound::Bound)?;
        Ok(Finder { patterns: Patterns::new(directions, k, states, window) })
    }

    /// Patterns that prove one position to be lost for the attacker on every
    /// board on which these cells are covered, once the defender, with so many
    /// cells to add, has moved. `None` where none are found, which says
    /// nothing.
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub fn loss(
        &mut self,
        chips: [CellAt; 2],
        covered: &[CellAt],
        to_add: u32,
        meter: &mut Meter,
    ) -> Result<Option<EveryBoard>, Stop> {
        let patterns = &mut self.patterns;
        let mut roots = Vec::new();
        if !barrier::parts(&patterns.states, chips, covered, to_add) {
            match patterns.prove(chips, covered, to_add, meter)? {
                Some(root) => roots.push(root),
                None => return Ok(None),
            }
        }
        let (states, patterns) = (patterns.states.clone(), patterns.needed(&roots));
        Ok(Some(EveryBoard { states, patterns, wins: Vec::new() }))
    }

    /// A proof for every board.
    ///
    /// # Errors
    ///
    /// See [`NotFound`]; none of them says that there is no such proof.
    ///
    /// # Complexity
    ///
    /// As many searches as there are distances below the barrier's, each
    /// exponential at worst. Effort counts positions and patterns.
    pub fn theorem(&mut self, meter: &mut Meter) -> Result<EveryBoard, NotFound> {
        let patterns = &mut self.patterns;
        let far = patterns.states.iter().filter(|state| state.or_more);
        let far = far.map(|state| 2 * state.distance + 1).min().ok_or(NotFound::NoBarrier)?;
        // The largest board that chips can span below that distance.
        if far * far > MOST_CELLS {
            return Err(NotFound::Undecided(far - 1, far - 1));
        }
        let mut wins = Vec::new();
        let mut lost = Vec::new();
        for b in 1..far {
            for a in 0..=b {
                let board = Spanned::new(a + 1, b + 1, &patterns.directions, patterns.k);
                let board = board.ok_or(NotFound::Undecided(a, b))?;
                let corners = (0, board.last());
                let mut search = Search::new(board);
                if let Verdict::Wins { .. } = search.attacker_moves(corners, 0, meter)? {
                    let strategy = search.strategy(corners, 0, 0, meter)?;
                    wins.push(Won { apart: (a, b), strategy });
                } else {
                    lost.push((a, b));
                }
            }
        }
        let mut roots = Vec::new();
        for (a, b) in lost {
            let root = patterns.prove([(0, 0), (a as i32, b as i32)], &[], 0, meter)?;
            // Looking for one may show that another is not lost after all.
            match root.filter(|_| roots.iter().all(|&root| patterns.lives(root))) {
                Some(root) => roots.push(root),
                None => return Err(NotFound::Undecided(a, b)),
            }
        }
        let (states, patterns) = (patterns.states.clone(), patterns.needed(&roots));
        Ok(EveryBoard { states, patterns, wins })
    }
}

/// Elements that a resource has at most.
const MOST_CELLS: u32 = 128;

/// Rows and columns of the board on which answers are tried out.
const WINDOW: u32 = 11;
