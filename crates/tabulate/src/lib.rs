//! Any finite game, solved by listing its positions.
//!
//! Whoever states the rules of a game as a [`Tabular`](perfectplay_game::Tabular)
//! `Game` gets the whole face of a solved game from [`Tabulated`]: the theory
//! is picked by what the author declares and by what play meets, and it says
//! why it was picked.
//!
//! | what is declared or met | theory |
//! | --- | --- |
//! | positions split into parts | Sprague-Grundy: the XOR of the parts' values |
//! | moves pay points | lexicographic play, or the difference of points |
//! | a position can come back | retrograde analysis, with draws |
//! | sides differ | the same, and the outcome class (N, P, L, R) |
//! | none of these | exhaustive play of every position once, with Grundy values where both sides have the same options |
//!
//! Trees too big to list are searched instead, by [`Searched`].
//!
//! What is declared is held against the rules on samples; a declaration found
//! false is an error with the witness, never an answer.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`table`](Table) | the positions and their options, as arrays |
//! | `values` | what a theory finds of each position |
//! | `declared` | holding declarations against the rules |
//! | `solver` | the solver that joins rules, table and values |
//! | [`searched`] | the solver that searches |
//! | `kept` | checkpoints and tables on disk |
//! | `certificate` | proofs |

mod certificate;
mod declared;
mod explain;
mod kept;
mod nimbers;
mod scores;
pub mod searched;
mod solver;
mod table;
mod values;

pub use kept::query;
pub use searched::Searched;
pub use solver::Tabulated;
pub use table::Table;
