//! **Nim**: a move takes any number of stones from one heap.
//!
//! A position is a sum of [`Heaps`]; [the XOR](perfectplay_theories::closed_form::nim)
//! of their sizes decides it, in normal and in misère play.

mod load;
mod notation;
mod rules;

pub use crate::heaps::Heaps;
pub use load::RULESET;
pub use rules::{Nim, Take};
