//! Proof search for trees too big to list.
//!
//! [`proof_numbers`] searches any game, by proof numbers or by deepening; what
//! follows is for games that declare more.
//!
//! **Monotone resources.** An attacker moves, then the defender adds one
//! element to a resource that only grows (glue, walls, stones), and so on.
//! More of the resource never helps the attacker, and passing never helps the
//! defender. Then proofs carry what they rely on:
//!
//! - a **win** comes with a *zone*: elements that must stay absent. It holds
//!   for every resource that misses the zone.
//! - a **loss** comes with a *base*: elements that must be present. It holds
//!   for every resource that contains the base.
//!
//! Zones compose: an attacker's win needs what its move needs and what the
//! win after it needs; a win against every answer needs the union over the
//! answers tried. The defender's pass is tried first, and then only answers
//! inside the zones found so far: any other answer misses one of them, and is
//! lost by it.
//!
//! **Losses without a depth.** A set of positions such that every attacker's
//! move from one of them has an answer back into the set (or into a position
//! with more of the resource than one of the set) and none of which has a
//! winning move at once, is lost for the attacker: he never wins, however
//! long he plays. This replaces proofs as deep as the board. A search that
//! fails at a depth limit alone is never taken for a loss.

mod closure;
mod declared;
mod elements_left;
pub mod every_board;
mod held;
mod laws;
pub mod proof_numbers;
mod pursuit;
mod search;
mod strategy;
mod table;
mod zones;

pub use declared::Declared;
pub use laws::{DeclaredError, Law};
pub use pursuit::{Pursuit, Step};
pub use search::{Search, Verdict};
pub use strategy::{LossEntry, Strategy, WinEntry};
