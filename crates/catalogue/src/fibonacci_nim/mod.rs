//! **Fibonacci Nim**: a move takes stones from one heap, at most twice as many as
//! the move before.
//!
//! A position is a [`Heap`] with its limit; [Fibonacci
//! numbers](perfectplay_theories::closed_form::fibonacci_nim) tell who wins, in
//! normal and in misère play.

mod load;
mod notation;
mod rules;

pub use load::RULESET;
pub use rules::{FibonacciNim, Heap};
