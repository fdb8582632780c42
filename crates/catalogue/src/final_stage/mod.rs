//! **Final Stage**: one pile of stones, and a schedule of turns with bounds.
//!
//! In each turn the mover takes a number of stones within the turn's bounds;
//! who faces too few loses, and when all turns are played it is a tie. The
//! rules are [`FinalStage`]; the theory is the
//! [timed pile](perfectplay_theories::timed_pile).

mod certificate;
mod contest;
mod load;
mod notation;
mod rules;
mod sample;
mod solver;

pub use load::RULESET;
pub use perfectplay_theories::timed_pile::Turn;
pub use rules::{At, FinalStage};
pub use solver::FinalStageSolver;
