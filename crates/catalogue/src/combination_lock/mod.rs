//! **Combination Lock**: two locks of N discs show where their digits agree.
//!
//! Disc j shows `=` where the digits of both locks agree and `.` where they
//! differ. A player turns one disc of the own lock; what both locks show must
//! change, must not be forbidden and must not have been shown before. Who
//! cannot move loses. Which digits stand there does not matter: it is
//! [geography](perfectplay_theories::geography) on the N-cube without the
//! forbidden patterns. The rules are [`CombinationLock`].

mod certificate;
mod contest;
mod forbidden;
mod load;
mod pattern;
mod rules;
mod sample;
mod solver;

pub use load::RULESET;
pub use pattern::{MAX_DISCS, Pattern, PatternError};
pub use rules::{CombinationLock, LockError};
pub use solver::CombinationLockSolver;
