//! **Heap games**: a move takes stones from a heap and may part what is left.
//!
//! The rules are a [`Code`](perfectplay_theories::heap_games::Code), such as
//! `0.77` for Kayles; a position is a sum of [`Heaps`]. In normal play the
//! theory is that of Sprague and Grundy with the values of
//! [heap games](perfectplay_theories::heap_games), so that heaps of any size
//! are answered once a period is proved; in misère play positions are listed.

pub(crate) mod certificate;
mod choices;
mod explain;
mod load;
mod notation;
mod rules;
mod solver;

pub use crate::heaps::Heaps;
pub use load::RULESET;
pub use rules::{HeapGame, MOST_HEAP, Split};
pub use solver::HeapGameSolver;
