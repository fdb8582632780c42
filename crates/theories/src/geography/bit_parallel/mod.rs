//! Maximum matchings and labels of hypercubes with holes, by word operations.
//!
//! In a bitmap whose index is the pattern, the neighbours along a high bit are
//! the same bits of another word, and along a low bit those of the same word,
//! shifted under a mask. So one operation looks at the edges of 64 vertices,
//! or of 512 where the machine has such registers.
//!
//! A phase of the matching searches breadth first from the free vertices of the
//! class that has fewer. Then the free vertices that it met in the other class,
//! the *ends*, come back layer by layer, the farthest first: an end takes a
//! neighbour of the layer before, whose mate becomes free in its place, and so
//! an end that is nearer. What stands there is a matching of the same size at
//! any moment, so paths that block each other need not be undone; an end that
//! takes a root has made it larger. In each layer the first end to choose finds
//! a neighbour, so every phase that has ends makes the matching larger.
//!
//! The phase without an end has reached all lost starts of its class (see the
//! theorem of [`geography`](super)); a search from the other class reaches the
//! others.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `place` | where a pattern stands in the bitmap of its class |
//! | `bitmap` | sets and mates of a class |
//! | `passes` | what is done with whole bitmaps, by all threads |
//! | `sides` | both classes and the matching |
//! | `search` | one search, layer by layer |
//! | `back` | how ends come back from layer to layer |
//! | [`labels`](BitCube) | phases, and what they prove |

mod back;
mod bitmap;
mod labels;
mod passes;
mod place;
mod search;
mod sides;

pub use labels::BitCube;
