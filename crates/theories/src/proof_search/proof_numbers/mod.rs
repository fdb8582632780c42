//! Proof search of any game, by proof numbers or by deepening.
//!
//! One question is asked at a time: does a player, the *attacker*, win from a
//! position? Two [methods](Method) look for the answer, and keep what they
//! find in a table of fixed size.
//!
//! *Depth-first proof-number search* (Nagai 2002): the *proof number* of an
//! undecided position is about how many positions below have to be decided for
//! a yes, its *disproof number* for a no. It always goes on where least is
//! missing, keeps to it until something else asks for less, and holds nothing
//! but the path and the table.
//!
//! *Iterative deepening on the attacker's moves*: does he win within 1, 2, 3 of
//! them? Each of his positions is asked with small limits first. A limit
//! proves no loss; a search that nothing was cut off from does.
//!
//! - *A full table* makes the search slower, never wrong: entries hold their
//!   positions whole, so no two are taken for each other, and what was
//!   forgotten is searched again.
//! - *Positions that come back.* Endless play is no win. A disproof that comes
//!   back to a position of the path says nothing of other paths (the
//!   graph-history problem; Kishimoto and Müller 2004), so it is kept apart
//!   from the table until all that it relies on is disproved itself; see
//!   [`pending`](self). Proofs never rely on the path, and nor does anything
//!   that is known of a limit.
//! - *Shared positions.* A sum of proof numbers counts a shared position once
//!   for each way to it. Of several options that are all needed the most
//!   difficult counts, and one for each other.
//! - *Threads* search the same question with one table, parting ways where
//!   options look alike. What they find is the same.
//!
//! A [`Strategy`] is what a certificate is made of: it is found by walking
//! through the table, and searching again what the table forgot.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`hints`](Hints) | what a game may tell beyond its rules |
//! | `numbers` | proof and disproof numbers |
//! | `levels` | limits, and what is known of them |
//! | `table` | the table of fixed size |
//! | `pending` | disproofs that rely on the path |
//! | `order` | what did well before |
//! | `effort` | counting, and stopping, on several threads |
//! | `driver` | proof numbers: one question on one thread |
//! | `deepening` | deepening: the same |
//! | `worker` | one question by either method, or both in turns |
//! | [`search`](ProofNumbers) | questions, and threads |
//! | [`outcomes`](Found) | outcomes by one question or two, and options that keep them |
//! | [`strategy`](Strategy) | what a winner has to know |

mod deepening;
mod driver;
mod effort;
mod hints;
mod levels;
mod numbers;
mod order;
mod outcomes;
mod pending;
mod search;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod worker;

pub use hints::{Hints, NoHints};
pub use outcomes::Found;
pub use search::{Memory, Method, ProofNumbers, Settings, Unfinished};
pub use strategy::{Proof, Strategy, StrategyError};
