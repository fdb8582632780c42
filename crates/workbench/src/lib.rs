//! What people do by hand to get at the truth of a game, one call each.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`stress`](stress()) | runs a program on random instances, compares it with the truth, shrinks the first failure |
//! | [`sweep`](Sweep) | a value of a game for every choice of its parameters, drawn as a [`chart`] |
//! | [`referee`](referee()) | plays against a program, and finds the first move that gives something away |
//!
//! A [`Problem`] is what a program is tested with: a contest problem in its
//! original format ([`ContestProblem`]), or a game of one's own with templates
//! for input and answer ([`OwnProblem`]). Games are opened by whoever calls.

pub mod chart;
mod problem;
mod program;
mod referee;
mod stress;
mod sweep;

use perfectplay_analysis::Value;

pub use problem::{Axis, ContestProblem, Opener, OwnProblem};
pub use program::{Program, ProgramError, ProgramLimits, Ran};
pub use referee::{GiveAway, RefereeError, RefereeOptions, Refereed, Rival, referee};
pub use stress::{Failing, Got, Problem, StressError, StressOptions, Stressed, stress};
pub use sweep::{Cell, Row, Sweep, SweepError, Swept, Wanted};

/// The one number of a value: a Grundy value, plies, own points, a margin, or
/// a matching's size.
pub fn number(value: &Value) -> i128 {
    match value {
        Value::Grundy { nimber, .. } => i128::try_from(*nimber).unwrap_or(i128::MAX),
        Value::Points { own, .. } => i128::from(*own),
        Value::Margin { points } => i128::from(*points),
        Value::Matching { with, .. } => i128::from(*with),
        Value::Remoteness { plies } => i128::from(*plies),
    }
}
