//! Undirected edge geography where no cycle is odd.
//!
//! A token stands on a vertex of an undirected graph. The mover takes it along
//! an edge that was not gone along before, in either direction; who cannot move
//! loses. Vertices may be visited again.
//!
//! # Theorem
//!
//! An *even kernel* is a set S of vertices no two of which are joined such that
//! every vertex outside of S has an even number of neighbours in S (all by
//! edges that are left). Let no cycle of what is left be odd. The mover with
//! the token on v loses iff v is in some even kernel.
//!
//! *Why.* If v is in S, every edge leads out of S, to a vertex w with an even
//! number of neighbours in S, so at least two of them; the opponent goes back
//! to S along another edge, and then every number is even again. This holds in
//! any graph.
//!
//! Now let X be the side of v in a graph without odd cycles, Y the other one,
//! and B the matrix over GF(2) with a row for each x in X and a column for each
//! y in Y, 1 where they are joined. The part of an even kernel on one side is
//! an even kernel. So v is in one iff some vector s over X has s B = 0 and
//! s(v) = 1. If there is none, then the unit vector e(v) is in the space of the
//! columns of B: some set T in Y has an odd number of neighbours of v and an
//! even number of neighbours of every other x. The mover goes to a w in T next
//! to v, of which there is one as the number is odd; without that edge T is an
//! even kernel, and the opponent is on it. An option w is a winning one iff w
//! is in some such T.
//!
//! With odd cycles, who wins edge geography is PSPACE-hard to tell.
//!
//! Source: Fraenkel, Scheinerman and Ullman, *Undirected edge geography*,
//! Theoretical Computer Science 112, 1993.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`component`](Component) | what is left around the token, in two sides |
//! | `gf2` | linear equations over GF(2) |
//! | [`value`](Valued) | a position with all its options |
//! | [`labels`](label) | all starts |

mod component;
mod gf2;
mod labels;
mod value;

pub use component::{Component, Edges};
pub use labels::label;
pub use value::{Valued, even_kernel, value};
