//! Any game whose positions fit in memory: they are met, numbered and solved.
//!
//! Nothing is asked of a game but its rules. What play can come to from the
//! roots is explored, each position once, and solved in the cheapest of three
//! ways that fits:
//!
//! | way | when | bytes a position, beside the position itself |
//! | --- | --- | --- |
//! | depth first, each position valued when its options are | one thread, and no position comes back | 9 to 11 |
//! | layer by layer, forward and then backward | several threads, and every move leads from a layer to the next | 9 to 11 |
//! | ply by ply from the ends, options turned round | a position comes back | 13 to 16, and 4 an option |
//!
//! Nobody has to say which it is: the second falls back to the first when a
//! move leads elsewhere than a layer on, the first to the third when it meets
//! a position on its own path.

mod depth;
mod expand;
mod layers;
mod plies;
mod solved;

use perfectplay_game::{Game, Meter};

use self::expand::{Alone, Shared};
use super::sweep::MOST_THREADS;
pub use solved::{Solved, Unfinished};

/// Solves all positions that play can come to from `roots`, in one thread.
///
/// Where the meter limits positions, a few more are met: what the options of
/// the last one lead to.
///
/// # Complexity
///
/// With n positions and m options: time O(n + m), options being asked for once
/// where no position comes back and at most three times else. Memory as the
/// [table](self) says, announced to the meter (what positions own on the heap
/// is not seen). Effort counts positions and options looked at.
///
/// # Errors
///
/// See [`Error`](super::Error); what was found until then comes with it.
///
/// # Examples
///
/// One heap, a move takes one or two stones or, once with each stone left,
/// passes: the position (stones, a pass is left).
///
/// ```
/// use perfectplay_game::{Game, Meter, Options, Outcome, Player};
/// use perfectplay_theories::retrograde::hashed;
///
/// struct WithPass;
/// impl Game for WithPass {
///     type Position = (u32, bool, Player);
///     type Move = u32;
///     fn start(&self) -> Self::Position {
///         (6, true, Player::First)
///     }
///     fn mover(&self, at: &Self::Position) -> Player {
///         at.2
///     }
///     fn options(&self, &(stones, pass, mover): &Self::Position, into: &mut Options<Self>) {
///         for taken in 1..=2.min(stones) {
///             into.push((taken, (stones - taken, pass, mover.other())));
///         }
///         if pass && stones > 0 {
///             into.push((0, (stones, false, mover.other())));
///         }
///     }
/// }
///
/// let solved = hashed::solve(&WithPass, [WithPass.start()], &mut Meter::default())?;
/// let start = solved.standing(&WithPass.start()).unwrap();
/// assert_eq!(start.to_string(), "win in 5");
/// assert_eq!(solved.positions(), 24);
/// # Ok::<(), hashed::Unfinished<(u32, bool, Player)>>(())
/// ```
pub fn solve<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Unfinished<G::Position>> {
    let roots: Vec<_> = roots.into_iter().collect();
    match depth::solve(game, &roots, meter) {
        Ok(Some(solved)) => Ok(solved),
        Ok(None) => plies::solve(&Alone(game), &roots, 1, meter),
        Err(unfinished) => Err(unfinished),
    }
}

/// Solves all positions that play can come to from `roots`, with several
/// threads; the answer is the same with any number of them.
///
/// See [`solve`]; options are asked for once more where every move leads from
/// a layer to the next.
///
/// # Errors
///
/// See [`Error`](super::Error); what was found until then comes with it.
pub fn solve_shared<G: Game + Sync>(
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
    threads: usize,
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Unfinished<G::Position>>
where
    G::Position: Send + Sync,
{
    let threads = threads.clamp(1, MOST_THREADS);
    if threads == 1 {
        return solve(game, roots, meter);
    }
    let roots: Vec<_> = roots.into_iter().collect();
    if let Some(solved) = layers::solve(game, &roots, threads, meter)? {
        return Ok(solved);
    }
    match depth::solve(game, &roots, meter)? {
        Some(solved) => Ok(solved),
        None => plies::solve(&Shared { game, threads }, &roots, threads, meter),
    }
}
