//! Certificates, and a checker that trusts nobody.
//!
//! A certificate is data from which a claim about a position follows by the
//! rules alone. The checker reads it with the rules ([`Game`] and the narrower
//! traits that state a capability of the rules) and arithmetic; it knows no
//! theory and no solver. Each module is one kind of certificate: it opens with
//! the theorem it relies on and says why the checks suffice.
//!
//! | module | claims about | relies on |
//! | --- | --- | --- |
//! | [`table`] | a position of any game that ends: outcome, Grundy value or points | induction from the ends |
//! | [`answers`] | a token that burns its trail: the mover loses, or a move wins | a pairing of vertices |
//! | [`labels`] | the same, every start at once | Tutte-Berge, and factor-critical components |
//! | [`cube`] | the same for one position, on a cube with few holes | a matching of the whole cube |
//! | [`even_kernel`] | a token that burns the edges it goes along: the mover loses, or a move wins | a set that the opponent can always go back to |
//! | [`runs`] | a pile with a schedule: one stone count, or all at once | runs that shrink and grow alike |
//! | [`segments`] | intervals picked on a line | Sprague-Grundy |
//! | [`outcomes`] | a position of any game, also one that can come back: its outcome, and the plies to the end at most or exactly | ranks that fall, and sets that nobody can be driven from |
//! | [`strategy`] | a position of any game, also one that can come back: who wins, or that nobody can force it | a set of positions that a player keeps to |
//! | [`sums`] | a position of any game without draws whose sides are alike: its Grundy value | Sprague-Grundy |
//! | [`heaps`] | the Grundy values of a heap game, listed or for every heap | sparse spaces; theorems on periods |
//! | [`pursuit`] | a position of a game with a monotone resource | monotonicity, and closed sets of positions |
//! | [`every_board`] | two chips on boards of every size at once | barriers, and patterns closed on the infinite plane |
//!
//! A certificate is a stream of [records](Source) in a binary or a text form;
//! both hold the same records.
//!
//! [`Game`]: perfectplay_game::Game

pub mod answers;
mod bits;
mod claim;
pub mod cube;
mod error;
pub mod even_kernel;
pub mod every_board;
mod form;
pub mod heaps;
pub mod labels;
pub mod outcomes;
pub mod pursuit;
mod record;
pub mod runs;
pub mod segments;
pub mod strategy;
pub mod sums;
pub mod table;

pub use claim::{Claim, Confirmed};
pub use error::CheckError;
pub use form::{Form, open, sink};
pub use record::{Sink, Source};
