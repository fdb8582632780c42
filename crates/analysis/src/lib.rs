//! The one face that front ends see of every solved game, and the adapter
//! that turns rules and a theory into it.
//!
//! A ruleset implements [`Solver`] (typed: its own positions and moves);
//! [`Face`] turns that into [`Analysis`] (object-safe: positions and moves by
//! their notation). A command line, a web page or another language needs
//! nothing but [`Analysis`]. [`audit`] holds a solver against exhaustive play.

mod audit;
mod certified;
mod counted;
mod error;
mod evaluation;
mod face;
mod report;
mod solver;

pub use audit::{Disagreement, audit};
pub use certified::audit_certificates;
pub use counted::counted;
pub use error::{AskError, CertifyError, KeepError, NotSearched, PlayError};
pub use evaluation::{Evaluation, Value};
pub use face::{Analysis, Face};
pub use report::{About, Effort, Label, Labelled, OptionReport, Report, Theory};
pub use solver::{Choice, Judgement, Place, Search, SearchMethod, Solver};
