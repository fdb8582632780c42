//! Heap games.

mod codes;
