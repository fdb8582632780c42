//! Heap games.

mod certificates;
mod codes;
mod periods;
mod values;
