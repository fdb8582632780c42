//! The sparse-space method: values from pairs with a rare heap alone.
//!
//! In many games almost all heaps turn out [common](space::Space) under some
//! mask, and the XOR of two common heaps is rare. So the common values that
//! heap n cannot have come from its pairs with a *rare* part, and these are few.
//! The least common value c left is the value of n, unless a rare value below c
//! is left too: pairs of common parts are walked through until all those have
//! been met, which in practice takes a few dozen steps. If some is left at the
//! end, it is the value, and n one rare heap more.
//!
//! The method is E. R. Berlekamp's and R. K. Guy's (*Winning Ways*, chapter 4:
//! sparse space spells speed); the domain variant, where the heap's parity
//! counts, is described by A. Flammenkamp. Here both the pairs with rare parts
//! and the first steps of the walk are done for blocks of heaps at once, by
//! [programs](program) over sets of bits; the mask is the best of all by one
//! Walsh-Hadamard transform, and chosen again whenever the heaps have doubled. The
//! parts that walks begin with are few, [chosen](cover) for what they give the last
//! heaps together; what they leave is looked for in [all pairs](scan), many at a
//! time. Where pairs are many and values large, a [second thread](ahead) goes
//! through those that lead far back.
//!
//! # Complexity
//!
//! For R rare heaps, d digits that part heaps and values below v: O(d R v / 64)
//! word operations a heap, and a walk. Memory: v / 16 bytes for each heap up to
//! the last rare one, and two bytes for every heap.

mod ahead;
mod bits;
mod cover;
mod engine;
mod hints;
mod marks;
mod method;
mod places;
mod program;
mod scan;
mod space;
mod start;
mod tuning;
mod worker;

pub(super) use engine::{Engine, Event};
pub(super) use space::Space;
pub(super) use start::Start;

/// An engine with sets of bits, for values below 128 `K`.
pub(super) type BitEngine<const K: usize> = Engine<bits::Bits<K>, 16>;

/// An engine with tables of bytes, for values below `END`.
pub(super) type MarkEngine<const END: usize> = Engine<marks::Marks<END>, 32>;
