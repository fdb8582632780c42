//! Games that a formula decides, however large the numbers are.
//!
//! Each module is about one game and gives, from numbers alone, whether the
//! mover has lost, the Grundy value where one is known in closed form, and what
//! winning moves leave. None of them overflows for any 128-bit numbers that it
//! takes, and none takes more than some hundred steps a number.
//!
//! | module | game | normal play | misère play |
//! | --- | --- | --- | --- |
//! | [`nim`] | take from one heap | Grundy values | outcomes |
//! | [`wythoff`] | take from one heap, or equally from both | outcomes | outcomes |
//! | [`fibonacci_nim`] | take at most twice what was taken before | outcomes | outcomes |
//! | [`euclid`] | take a multiple of the smaller from the larger | Grundy values | outcomes |
//! | [`mock_turtles`] | turn one to three coins | Grundy values | - |
//! | [`ruler`] | turn coins in a row | Grundy values | outcomes |
//!
//! What is not there has no known formula, or none that is tested here.

pub mod euclid;
pub mod fibonacci_nim;
pub mod mock_turtles;
pub mod nim;
pub mod ruler;
pub mod wythoff;
mod zeckendorf;
