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
//! | `grid` | a picture of free cells and holes |
//! | `edges` | lists of edges, in a game file or a file of their own |
//! | `rules`, `solver`, `load` | the ruleset |
//! | `ports` | the graph as certificates see it |
//! | `judge`, `certificate`, `on_cube` | what it shares with Combination Lock |

mod board;
pub(crate) mod certificate;
mod edges;
mod families;
mod grid;
pub(crate) mod judge;
mod load;
mod names;
pub(crate) mod on_cube;
mod ports;
mod rules;
mod solver;

pub use board::Board;
pub use families::{Family, SizeError};
pub use grid::GridError;
pub use load::RULESET;
pub use rules::Geography;
pub use solver::GeographySolver;
