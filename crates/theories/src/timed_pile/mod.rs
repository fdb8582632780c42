//! Timed pile: one pile of stones and a schedule of turns.
//!
//! Each [`Turn`] names its mover and how few and how many stones the mover
//! may take. A mover who faces fewer stones than that loses; when the
//! schedule has run out the game is a tie. Players prefer a win to a tie
//! and a tie to a loss.
//!
//! # Theorem
//!
//! Fix the turns still to come. Over all stone counts 0, 1, 2, … the outcomes
//! form [`Run`]s whose winners alternate between the players, and the last
//! run, which has no end, is drawn. Before the first turn (seen backward)
//! everything is drawn. Put a turn of player p with bounds (L, R) in front,
//! and call the other player o; runs are half-open, `[s, e)`:
//!
//! 1. a run of p becomes `[s + L, e + R)`: p wins wherever *some* option
//!    leads into the run;
//! 2. a run of o becomes `[s + R, e + L)`: o wins where *every* option leads
//!    into it. It vanishes when `s + R >= e + L`, and p's runs on both sides
//!    become one;
//! 3. what is drawn starts where the last run of a player ends: at `e + R`
//!    behind a run of p, at `e + L` behind one of o; when o's last run
//!    vanishes, at the end of p's run before it;
//! 4. counts below L are lost for p: a run `[0, L)` of o goes in front.
//!    If the front run `[0, e)` is o's already, which needs two turns of p in
//!    a row, the two are one run, `[0, e + L)`: below R the options of p stop
//!    at the empty pile, so the start does not move and the run never
//!    vanishes. With L = 0 nothing goes in front, and a front run keeps its
//!    start at 0.
//!
//! So a boundary that ends a run of p moves by R, one that ends a run of o by
//! L: two offsets move all boundaries at once. All runs of o shrink by the
//! same R - L, so a heap of their lengths finds those that vanish.
//!
//! Rules 1-4 are an induction over the turns; the property tests hold them
//! against dynamic programming over (turn, stones). The game with strictly
//! alternating movers and L >= 1 is problem F of AtCoder Regular Contest 174.
//!
//! # Complexity
//!
//! With n turns: O(n log n) time and O(n) memory for the outcomes of all
//! stone counts at all turns; O(log n) for one count at the first turn
//! ([`Outcomes`]), O(log² n) at any turn ([`History`]).

mod boundaries;
mod history;
mod outcomes;
mod pile;
mod runs;
mod standing;
mod turn;
mod width;

pub use history::{History, Taking};
pub use outcomes::Outcomes;
pub use pile::{Error, TimedPile};
pub use turn::{Run, Turn};
