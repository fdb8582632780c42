use crate::Game;

/// A game that numbers its positions: a solver then keeps arrays and no
/// positions.
///
/// Each position has a *rank*, a number below [`Ranks::size`]. Not every rank
/// need have a position; those that have none cost as much memory. Positions
/// that play never comes to may have ranks too: they are solved with the rest.
///
/// # Laws
///
/// - `unrank(rank(p)) == Some(p)` for every position p that has a rank or to
///   which an option of such a one leads.
/// - `rank(p) == r` where `unrank(r) == Some(p)`; `rank(p)` is below `size()`.
/// - Where [`Ranks::before`] tells, it appends exactly the positions with a
///   rank that have an option to `to`, each as often as it has such options.
///
/// # Examples
///
/// A token on a ring of 5, moved by one or two places; who brings it to place
/// 0 wins.
///
/// ```
/// use perfectplay_game::{Game, Options, Player, Ranks};
///
/// struct Ring;
/// impl Game for Ring {
///     type Position = (u64, Player);
///     type Move = u64;
///     fn start(&self) -> Self::Position {
///         (4, Player::First)
///     }
///     fn mover(&self, at: &Self::Position) -> Player {
///         at.1
///     }
///     fn options(&self, &(at, mover): &Self::Position, into: &mut Options<Self>) {
///         if at != 0 {
///             into.extend([1, 2].map(|step| (step, ((at + step) % 5, mover.other()))));
///         }
///     }
/// }
///
/// impl Ranks for Ring {
///     fn size(&self) -> u64 {
///         10
///     }
///     fn rank(&self, &(at, mover): &Self::Position) -> u64 {
///         at * 2 + u64::from(mover == Player::Second)
///     }
///     fn unrank(&self, rank: u64) -> Option<Self::Position> {
///         Some((rank / 2, Player::alternating(rank as usize % 2)))
///     }
///     fn before(&self, &(to, mover): &Self::Position, into: &mut Vec<Self::Position>) -> bool {
///         let from = [1, 2].map(|step| ((to + 5 - step) % 5, mover.other()));
///         into.extend(from.into_iter().filter(|(at, _)| *at != 0));
///         true
///     }
/// }
/// assert_eq!(Ring.unrank(Ring.rank(&Ring.start())), Some(Ring.start()));
/// ```
pub trait Ranks: Game {
    /// Ranks are below this.
    fn size(&self) -> u64;

    /// The rank of a position.
    fn rank(&self, position: &Self::Position) -> u64;

    /// The position with a rank; `None` for ranks that have none.
    fn unrank(&self, rank: u64) -> Option<Self::Position>;

    /// Appends the positions that have an option to `to`, one for each such
    /// option, and tells that it did. Default: it cannot tell.
    fn before(&self, _to: &Self::Position, _into: &mut Vec<Self::Position>) -> bool {
        false
    }
}
