//! Periods beyond what a table of all values can hold.
//!
//! Once no heap above some R is [rare](super) and no walk looks at parts of more
//! than W stones, the next value depends on the values of the heaps up to
//! max(R, W), which do not change, and on the last L = k + max(R, W) ones, where
//! moves take at most k stones: the *window*. So a [`Run`] holds these alone,
//! whatever heap it has come to, and a window that comes back proves a period by
//! the window theorem ([`Theorem::Window`](super::Theorem::Window)).
//!
//! Now and then the window is kept as an *anchor*, with the digest of all values
//! before; each window after is held against all anchors. The first anchor that
//! lies in the periodic part comes back first, exactly one period later. The
//! least preperiod lies between it and the anchor before, and is found by going
//! through both stretches, a period apart, side by side.
//!
//! The anchors are the checkpoints of a
//! [certificate](perfectplay_proof::heaps::record): of the period once it is
//! proved, of the values so far before that. A checker can run any stretch
//! between two of them by itself; and a run goes on from one.

mod anchors;
mod prove;
mod run;
mod state;

pub use run::{Found, Run};
pub use state::ResumeError;
