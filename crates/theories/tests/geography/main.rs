//! Undirected vertex geography, held against exhaustive play.
//!
//! | kind | what it is held against |
//! | --- | --- |
//! | `oracle_*` | exhaustive play, or every matching tried |
//! | `law_*` | what any right answer must satisfy, checked in linear time |
//! | `differential_*` | two of our own methods against each other, or outside libraries |
//! | `published_*` | values known from the literature |

mod bit_parallel;
mod cubes;
mod decompositions;
mod families;
mod graphs;
mod laws;
mod oracle;
mod outside;
mod play;
mod reference;
