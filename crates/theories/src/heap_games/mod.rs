//! Heap games: a move takes stones from a heap and may part what is left.
//!
//! A [`Code`] says what may be left; [`options`] lists the moves, and
//! [`HeapPlay`](perfectplay_game::HeapPlay) plays them. A position is
//! a sum of heaps, so its value is the [nim-sum](crate::sprague_grundy) of those
//! of its heaps: [`Values`] works them out one after the other, and a
//! [`Sequence`] also looks for their period and, where a theorem allows, proves
//! it; then any heap is answered at once.
//!
//! | code | values by |
//! | --- | --- |
//! | one heap is left at most | sets of what is far below: subtraction and all-but sets, Nim |
//! | two at most | all pairs, 32 at a time; the sparse-space method where almost all heaps are common |
//! | any number | sets of XORs for each total |

mod certificate;
pub mod code;
mod identify;
mod lines;
mod misere;
mod pairs;
mod parts;
mod period;
pub mod record;
mod values;

pub use certificate::{certificate, certify, certify_values};
pub use code::{Code, CodeError, Condition, Digit};
pub use identify::{Match, identify};
pub use misere::misere_values;
pub use pairs::{Means, SparseReport};
pub use perfectplay_game::heaps::{Partitions, options};
pub use period::{Proved, Regularity, Sequence, Shape, Theorem, Window, shape_of};
pub use values::Values;
