//! Retrograde analysis: games in which a position can come back.
//!
//! **Statement.** Let a game have finitely many positions, an ended position
//! being lost, tied or won for its mover. Say that a position is *won in r
//! plies* when an option of it hands the opponent a loss in r - 1 plies (or,
//! where the turn does not pass, keeps the mover in a win in r - 1 plies), and
//! *lost in r plies* when every option is good for the opponent and the
//! longest of them is decided in r - 1 plies. Worked from the ends backward,
//! ply by ply, this finds every position that a player can force to be won,
//! with the number of plies when the winner hurries and the loser delays (the
//! *remoteness*). No undecided position is lost by force: each has an option
//! that is undecided too, so play among them need never end. Of these,
//! a position from which a tied end can be reached through undecided ones is a
//! *tie*: who cannot win takes a tie before endless play. Its remoteness is
//! the fewest plies to such an end. What is left is a *draw*: play never ends,
//! and there is no remoteness.
//!
//! Sources: Zermelo, *Über eine Anwendung der Mengenlehre auf die Theorie des
//! Schachspiels*, 1913; Ströhlein, *Untersuchungen über kombinatorische
//! Spiele*, 1970; Thompson, *Retrograde analysis of certain endgames*, 1986.
//! Remoteness is Steinhaus's and Smith's.
//!
//! | module | a game as |
//! | --- | --- |
//! | [`graph`] | arrays of numbered positions and their options |
//! | [`hashed`] | rules alone: positions are met, and found by hashing |
//! | [`ranked`] | rules and a numbering of its positions |
//! | [`store`] | what numbers the positions that are met |

mod error;
pub mod graph;
pub mod hashed;
mod memo;
mod pieces;
pub mod ranked;
mod room;
mod standing;
pub mod store;
mod sweep;

pub use error::Error;
pub use perfectplay_game::Standing;
pub use standing::Counts;
