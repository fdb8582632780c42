//! **Smart Boy**: the players grow a word inside a dictionary and score.
//!
//! The paper starts empty. The first player writes a letter; afterwards the
//! mover adds one letter in front or behind, and what stands there must occur
//! in some dictionary word. Who cannot move loses. The rules are [`SmartBoy`];
//! the theory is [lexicographic play](perfectplay_theories::lexicographic) on
//! the distinct substrings of the dictionary.

mod certificate;
mod contest;
mod dictionary;
mod levels;
mod lines;
mod load;
mod rules;
mod sample;
mod scoring;
mod solved;
mod solver;
mod suffixes;
mod table;
mod text;

pub use lines::Valued;
pub use load::RULESET;
pub use rules::{Place, SmartBoy};
pub use scoring::Scoring;
pub use solver::SmartBoySolver;
