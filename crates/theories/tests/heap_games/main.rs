//! Heap games.

mod certificates;
mod codes;
mod periods;
mod records;
mod values;
