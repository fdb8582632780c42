//! Retrograde analysis against a slow fixpoint, and against what is published.

mod certificates;
mod games;
mod graph;
mod hashed;
mod nodes;
mod published;
mod ranked;
mod reference;
