//! Lexicographic play on an acyclic game that pays points.
//!
//! **Statement.** Let play always end, let each move pay points to the player
//! who makes it, and let both players compare what they get by the same fixed
//! order of three aims: to win, to have many points, to leave the rival few.
//! Then the worth of a position to its mover, *(wins, own points, rival's
//! points) from there on*, is found from the ends backward: the mover takes
//! the option that is best by that order, where an option that enters `t` is
//! worth *(not wins(t), points(t) + rival(t), own(t))*. Points already paid
//! never change a choice, because they are added to all of them alike. The
//! worth is unique though many lines may reach it: two options that compare
//! equal are equal in all three parts.
//!
//! The game is not zero-sum; this is the subgame-perfect equilibrium by
//! backward induction (Zermelo 1913, Kuhn 1953), made unique by the order.

mod layers;
mod preference;
mod solve;

pub use layers::{Best, Entry, Keep, PaidLayers, Way, solve_layers};
pub use preference::{Aim, Preference, Worth};
pub use solve::{Error, PaidEntries, Worths, solve};
