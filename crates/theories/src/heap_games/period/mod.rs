//! Periods: found, and proved where a theorem says so.
//!
//! | theorem | for |
//! | --- | --- |
//! | [octal periodicity](octal) | finite codes; values that repeat |
//! | [window](window) | codes that part heaps in two, by the sparse-space method |
//! | [state](lines) | at most one heap left: subtraction and all-but sets |
//! | [arithmetic periodicity](arithmetic) | values that grow; three heaps left |
//!
//! A period that is only seen is another variant of [`Regularity`] than one
//! that is proved.

mod arithmetic;
mod finder;
mod lines;
mod octal;
mod sequence;
mod shape;
mod window;

pub use sequence::{Proved, Regularity, Sequence, Theorem};
pub use shape::{Shape, shape_of};
pub use window::Window;
