//! Picking disjoint intervals: the Grundy values of all segments.
//!
//! A move picks one of N half-open [`Interval`]s that is disjoint from all
//! picked ones; ends may touch. A pick cuts what is left in two independent
//! parts, so a position is a sum of [`Segment`]s, each bounded by the end of
//! a picked interval (or nothing) on the left and the start of one (or
//! nothing) on the right:
//!
//! ```text
//! picked        [---)            [--)
//! segments  ---)     [----------)    [-----
//! ```
//!
//! A segment's options are the intervals inside it, and the interval `[a, b)`
//! leaves the segments `(left, a)` and `(b, right)`. Values follow by the
//! theorem of [Sprague and Grundy](super). Equal intervals lead to equal
//! options and never change a value.
//!
//! Every place where a segment may end is the end of an interval (left) or
//! the start of one (right): at most (N+1)² segments, each valued once.
//!
//! # Complexity
//!
//! At most N³/6 pairs of a segment and an interval inside it are looked at,
//! 64 at a time: values are kept in *bit planes* (see the module `planes`),
//! and whether some interval gives the value x is a handful of word
//! operations per 64 intervals. Memory: about N²/8 bytes a plane, with one plane
//! a bit of the largest value (at least three) and one more, and as few bytes
//! for each segment as the largest value needs.
//!
//! Segments that differ from a neighbour only by a cut that no interval
//! inside them notices are copied instead of valued.

mod cuts;
mod planes;
mod sweep;
mod table;
mod values;

pub use cuts::{Interval, Segment};
pub use values::{Choice, Segments};
