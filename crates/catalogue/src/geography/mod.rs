//! **Geography**: a token walks over a graph and never comes back.
//!
//! A token stands on a vertex. The mover takes it along an edge to a vertex
//! where it has not been; who cannot move loses. The rules are [`Geography`],
//! the graphs [`Board`]; the theory is
//! [undirected vertex geography](perfectplay_theories::geography).
//!
//! | module | what it holds |
//! | --- | --- |
//! | `board` | a graph with names for its vertices |
//! | `names` | the kinds of names |
//! | `families` | Petersen graph, paths, cycles, complete graphs, cubes |
//! | `random` | random graphs by seed |
//! | `grid` | a picture of free cells and holes, for several steps |
//! | `edges` | lists of edges, in a game file or a file of their own |
//! | `ladders` | words that differ in one letter |
//! | `source` | the parameters that give a board |
//! | `rules`, `solver`, `load` | the ruleset |
//! | `misere` | the same where who cannot move wins |
//! | `ports` | the graph as certificates see it |
//! | `searched` | what nothing better is known of |
//! | `judge`, `certificate`, `on_cube` | what it shares with Combination Lock |

mod board;
pub(crate) mod certificate;
mod edges;
mod families;
mod grid;
pub(crate) mod judge;
mod ladders;
mod load;
mod misere;
mod names;
pub(crate) mod on_cube;
mod ports;
mod random;
mod rules;
pub(crate) mod searched;
mod solver;
mod source;

pub use board::Board;
pub use families::{Family, SizeError};
pub use grid::{GridError, Steps};
pub use ladders::LadderError;
pub use load::RULESET;
pub use misere::{MisereGeography, MisereGeographySolver};
pub use random::RandomError;
pub use rules::Geography;
pub use solver::GeographySolver;
pub(crate) use source::{BOARD_PARAMS, board_and_start};
