//! Theories that decide whole families of games; none knows a concrete game.
//!
//! Each theory asks for the structure it needs, by a trait or a plain
//! description of its own, and states its theorem, its source and its
//! complexity where it is used.

pub mod closed_form;
pub mod edge_geography;
pub mod geography;
pub mod heap_games;
pub mod lexicographic;
pub mod proof_search;
pub mod retrograde;
pub mod sprague_grundy;
pub mod timed_pile;
