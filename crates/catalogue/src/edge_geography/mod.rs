//! **Edge Geography**: a token walks over a graph and never takes a way twice.
//!
//! A token stands on a vertex. The mover takes it along an edge that it has not
//! gone along yet, in either direction; who cannot move loses. Vertices may be
//! visited again. The rules are [`EdgeGeography`], on a
//! [`Board`](crate::geography::Board). Where no cycle is odd the theory is
//! [undirected edge geography](perfectplay_theories::edge_geography), elsewhere
//! positions are searched.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `walk` | where a token has been, with the edges it went along |
//! | `rules`, `solver`, `load` | the ruleset |
//! | `certificate` | the graph as certificates see it, and certificates |

mod certificate;
mod load;
mod rules;
mod solver;
mod walk;

pub use load::RULESET;
pub use rules::EdgeGeography;
pub use solver::EdgeGeographySolver;
pub use walk::Walk;
