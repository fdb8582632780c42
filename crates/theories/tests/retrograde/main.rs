//! Retrograde analysis against a slow fixpoint, and against what is published.

mod graph;
mod reference;
