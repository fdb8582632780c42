//! A game graph as arrays, for whoever can list a game's positions.
//!
//! A [`GraphBuilder`] takes the positions in the order of their numbers, each
//! with its options; [`solve`] gives every [`Standing`](super::Standing).
//! [`options_first`] tells whether play always ends, and gives an order for
//! theories that work from the ends backward, or a cycle as a witness.

mod builder;
mod order;
mod positions;
mod reverse;
mod solve;

pub use builder::{GraphBuilder, GraphError};
pub use order::{Cycle, OrderError, options_first};
pub use positions::{PositionGraph, Step};
pub(super) use reverse::{Reverse, Turned, Turning};
pub use solve::{Standings, solve};
