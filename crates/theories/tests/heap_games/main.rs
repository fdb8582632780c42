//! Heap games.

mod codes;
mod periods;
mod values;
