use crate::{Game, Player};

/// A game of one pile and a schedule of turns: in each turn its mover takes
/// from a least to a most number of stones, both included; with fewer stones
/// than the least the mover loses; after the last turn the game is a draw.
///
/// # Laws
///
/// The options of a position with n turns played and c stones are to take any
/// number of stones from `least` to `most` of turn n, at most c.
pub trait TimedPile: Game {
    /// How many turns there are.
    fn turns(&self) -> usize;

    /// Mover, least and most of a turn, counted from 0; `None` past the last.
    fn turn(&self, turn: usize) -> Option<(Player, u64, u64)>;

    /// Turns played and stones in the pile.
    fn pile(&self, position: &Self::Position) -> (usize, u64);
}

/// A game on a line: the players pick intervals, each disjoint from all picked
/// before (touching ends are disjoint), and who cannot pick loses. Turns
/// alternate.
///
/// # Laws
///
/// The options of a position are exactly the intervals that lie inside one of
/// its gaps, and an option leaves of its gap what lies left and right of it.
pub trait PicksIntervals: Game {
    /// All intervals as left and right ends, left < right.
    fn intervals(&self) -> Vec<(i64, i64)>;

    /// The maximal free stretches of a position.
    fn gaps(&self, position: &Self::Position) -> Vec<(i64, i64)>;
}
