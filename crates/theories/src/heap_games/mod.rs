//! Heap games: taking from a heap, and parting what is left.

pub mod code;
mod options;
mod partitions;

pub use code::{Code, CodeError, Condition, Digit};
pub use options::options;
pub use partitions::Partitions;
