//! Rulesets that a formula decides, joined to the face.
//!
//! A ruleset states its rules and is a [`Formula`]; [`ClosedForm`] answers by it
//! where there is one, at any size, and by listing positions where there is none.

mod formula;
mod listing;
mod load;
mod solver;

pub use formula::{Formula, Verdict, Winning};
pub(crate) use listing::Listing;
pub(crate) use load::{BY, solved};
pub use solver::ClosedForm;
