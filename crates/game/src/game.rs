use std::hash::Hash;

use crate::{Outcome, Player};

/// The options of a position: each legal move with the position it leads to.
pub type Options<G> = Vec<(<G as Game>::Move, <G as Game>::Position)>;

/// The rules of a ruleset with its parameters filled in.
///
/// Three methods are required; [`Game::ending`] has the normal play convention
/// as its default, and the rest follows from these.
///
/// # Laws
///
/// - `options` depends on the position alone, and lists each move once.
/// - Play ends exactly where a position has no options.
///
/// # Examples
///
/// One heap of stones, a move takes one or two:
///
/// ```
/// use perfectplay_game::{exhaustive, Game, Meter, Options, Outcome, Player};
///
/// struct OneOrTwo(u32);
///
/// impl Game for OneOrTwo {
///     type Position = (u32, Player);
///     type Move = u32;
///     fn start(&self) -> Self::Position {
///         (self.0, Player::First)
///     }
///     fn mover(&self, position: &Self::Position) -> Player {
///         position.1
///     }
///     fn options(&self, &(stones, mover): &Self::Position, into: &mut Options<Self>) {
///         for taken in 1..=2.min(stones) {
///             into.push((taken, (stones - taken, mover.other())));
///         }
///     }
/// }
///
/// let game = OneOrTwo(6);
/// let outcome = exhaustive::outcome(&game, &game.start(), &mut Meter::default())?;
/// assert_eq!(outcome, Outcome::Loss);
/// # Ok::<(), perfectplay_game::exhaustive::Error>(())
/// ```
pub trait Game {
    /// Everything the rules need to go on.
    type Position: Clone + Eq + Hash;
    /// A legal move.
    type Move: Clone + Eq;

    /// Where play starts.
    fn start(&self) -> Self::Position;

    /// Who is to move.
    fn mover(&self, position: &Self::Position) -> Player;

    /// Appends every legal move with the position it leads to. Nothing is
    /// appended where play has ended.
    fn options(&self, position: &Self::Position, into: &mut Options<Self>)
    where
        Self: Sized;

    /// What an ended position is worth to its mover. Asked only where there
    /// are no options. Default: who cannot move loses (normal play).
    fn ending(&self, _position: &Self::Position) -> Outcome {
        Outcome::Loss
    }

    /// The position that a move leads to, or `None` if it is not legal.
    /// Default: looks through all options; a game with very many gives its own.
    fn play(&self, from: &Self::Position, chosen: &Self::Move) -> Option<Self::Position>
    where
        Self: Sized,
    {
        let mut options = Vec::new();
        self.options(from, &mut options);
        options.into_iter().find(|(option, _)| option == chosen).map(|(_, to)| to)
    }

    /// Some legal move, or `None` where play has ended. Default: the first of
    /// all options; a game with very many gives its own.
    fn first_move(&self, from: &Self::Position) -> Option<Self::Move>
    where
        Self: Sized,
    {
        let mut options = Vec::new();
        self.options(from, &mut options);
        options.into_iter().next().map(|(chosen, _)| chosen)
    }
}

/// A game whose moves pay points to the player who makes them.
pub trait PaysPoints: Game {
    /// The points that the mover of `from` gets for the move that leads to `to`.
    fn points(&self, from: &Self::Position, to: &Self::Position) -> u64;
}
