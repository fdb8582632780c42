//! **Euclid**: a move takes a positive multiple of the smaller of two numbers from
//! the larger.
//!
//! A position is a [`Pair`] of numbers; [Euclid's
//! algorithm](perfectplay_theories::closed_form::euclid) tells who wins, in normal
//! and in misère play. Play ends where the numbers are equal, or goes on until
//! one of them is 0.

mod load;
mod notation;
mod rules;

pub use crate::pair::Pair;
pub use load::RULESET;
pub use rules::Euclid;
