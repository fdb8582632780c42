//! **Interval Game 2**: the players pick disjoint intervals in turn.
//!
//! A move picks one of the ruleset's half-open intervals that is disjoint
//! from all picked ones; who cannot move loses. The rules are
//! [`IntervalGame`]; the theory is that of Sprague and Grundy, on the
//! [segments](perfectplay_theories::sprague_grundy::segments) between picked
//! intervals.

mod certificate;
mod contest;
mod drawing;
mod load;
mod notation;
mod rules;
mod sample;
mod solver;

pub use load::RULESET;
pub use perfectplay_theories::sprague_grundy::segments::Interval;
pub use rules::IntervalGame;
pub use solver::IntervalGameSolver;
