//! Sprague-Grundy theory: games in which both players have the same options
//! and who cannot move loses.
//!
//! # Theorem
//!
//! Every position of such a game has a *Grundy value*: the least number, from
//! 0 on, that no option has ([`mex`]). The mover loses exactly where it is 0.
//! A disjunctive sum, where a move is made in one of several parts, has the
//! [`nim_sum`] of the values of its parts (R. Sprague, *Über mathematische
//! Kampfspiele*, 1935; P. M. Grundy, *Mathematics and games*, 1939). So an
//! option wins exactly when it brings the nim-sum to 0.
//!
//! | module | solves |
//! | --- | --- |
//! | [`segments`] | picking disjoint intervals: a pick splits a segment in two |

mod nimber;
pub mod segments;

pub use nimber::{mex, nim_sum};
