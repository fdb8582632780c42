//! **Wythoff's game**: a move takes any number of stones from one of two heaps,
//! or the same number from both.
//!
//! A position is a [`Pair`] of heaps; [Fibonacci
//! numbers](perfectplay_theories::closed_form::wythoff) tell who wins, in normal
//! and in misère play.

mod load;
mod notation;
mod rules;

pub use crate::pair::Pair;
pub use load::RULESET;
pub use rules::{Cut, Wythoff};
