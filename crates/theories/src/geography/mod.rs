//! Undirected vertex geography.
//!
//! A token stands on a vertex of an undirected graph. The mover takes it along
//! an edge to a vertex where it has not been yet (the start counts as one);
//! who cannot move loses.
//!
//! # Theorem
//!
//! The mover with the token on s wins iff every maximum matching covers s:
//! iff the graph without s has a smaller matching number.
//!
//! *Why.* If M is a maximum matching and covers s, move along its edge. What
//! the opponent then moves to is covered too: else, flipping the edges of M
//! along the walk so far would give a maximum matching that misses s. So
//! there is always an edge of M to go on with. If M misses s, whatever vertex
//! the mover goes to is covered (or M could grow), and the opponent answers
//! along its edge.
//!
//! The starts that some maximum matching misses are those that an even
//! alternating path joins to an uncovered vertex of *one* maximum matching:
//! the set D of the Gallai-Edmonds decomposition. So one matching labels all
//! starts ([`label`]), and values a position with all its options
//! ([`value`]).
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`graph`](Graph) | the graphs that the theory asks for |
//! | [`explicit`](Explicit) | a graph given by its edges |
//! | [`hypercube`](Hypercube) | a hypercube with holes, stored as a bitmap |
//! | [`vertex_set`](VertexSet) | a set of vertices, a bit each |
//! | [`matching`](Matching) | a matching and its size |
//! | `greedy` | a good matching to begin with |
//! | `bipartite` | maximum matching where no cycle is odd |
//! | `blossom` | maximum matching in any graph |
//! | [`labels`](label) | all starts from one matching |
//! | [`decomposition`](decompose) | the labels with what proves them |
//! | [`position`](value) | a position with all its options |
//! | [`bit_parallel`](BitCube) | a hypercube, by word operations |
//! | [`local`](LocalCube) | a hypercube too large for tables, with few holes |
//! | [`cube`](CubeLabels) | a hypercube, one way or the other |

mod bipartite;
mod bit_parallel;
mod blossom;
mod cube;
mod decomposition;
mod explicit;
mod graph;
mod greedy;
mod hypercube;
mod labels;
mod local;
mod matching;
mod position;
mod vertex_set;

pub use bit_parallel::BitCube;
pub use cube::CubeLabels;
pub use decomposition::{Decomposition, OddCycles, decompose, decompose_from};
pub use explicit::{EdgeError, Explicit};
pub use graph::{Graph, Side, Without};
pub use hypercube::Hypercube;
pub use labels::{Labels, label, label_from};
pub use local::{LocalCube, Missed};
pub use matching::Matching;
pub use position::{Valued, value};
pub use vertex_set::VertexSet;
