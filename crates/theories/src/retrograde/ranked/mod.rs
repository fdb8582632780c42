//! Games that number their positions: arrays alone, 4 to 5 bytes a position.
//!
//! Nothing is hashed and no position is kept. A game is solved in the first of
//! three ways that fits, `n` being the number of ranks:
//!
//! | way | when | bytes a rank, at most at any time |
//! | --- | --- | --- |
//! | depth first | no position comes back, and play is not long | 5.3, and the path |
//! | ply by ply from the ends | the game tells from where a position can be reached | 5.3 |
//! | the same, options turned round | it does not | 8.5, and 4 an option |
//!
//! When it is solved, a table of 1.3 bytes a rank is left: two bits of outcome
//! and a byte of remoteness (4 bytes in all where one in eight is 255 plies or
//! more from the end).

mod depth;
mod law;
mod plies;
mod table;

use perfectplay_game::{Meter, Ranks};

use self::plies::{Alone, Shared, Source};
use super::Error;
use super::standing::Word;
use super::sweep::MOST_THREADS;
pub use table::{Solved, Unfinished};

/// Solves all positions that have a rank, in one thread.
///
/// The laws of [`Ranks`] are tried on a sample of the positions first, and
/// what breaks one is refused.
///
/// # Complexity
///
/// With n ranks and m options: time O(n + m). Options are asked for once; where
/// positions come back, [`Ranks::before`] is asked once for each position that
/// is won, lost or tied, or options are asked for once more. Memory as the
/// [table](self) says, announced to the meter. Effort counts positions and
/// options looked at.
///
/// # Errors
///
/// See [`Error`]; what was found until then comes with it.
///
/// # Examples
///
/// A token on a ring of `n`, moved by one or two places; who brings it to place
/// 0 wins.
///
/// ```
/// use perfectplay_game::{Game, Meter, Options, Player, Ranks};
/// use perfectplay_theories::retrograde::ranked;
///
/// struct Ring(u64);
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
///             into.extend([1, 2].map(|step| (step, ((at + step) % self.0, mover.other()))));
///         }
///     }
/// }
/// impl Ranks for Ring {
///     fn size(&self) -> u64 {
///         2 * self.0
///     }
///     fn rank(&self, &(at, mover): &Self::Position) -> u64 {
///         at * 2 + u64::from(mover == Player::Second)
///     }
///     fn unrank(&self, rank: u64) -> Option<Self::Position> {
///         Some((rank / 2, Player::alternating(rank as usize % 2)))
///     }
/// }
///
/// let ring = Ring(12);
/// let solved = ranked::solve(&ring, &mut Meter::default())?;
/// assert_eq!(solved.standing(&ring, &ring.start()).unwrap().to_string(), "win in 5");
/// assert_eq!(solved.counts().losses, 2 * 4);
/// # Ok::<(), ranked::Unfinished>(())
/// ```
pub fn solve<G: Ranks>(game: &G, meter: &mut Meter) -> Result<Solved, Unfinished> {
    let positions = match ready(game, meter) {
        Ok(positions) => positions,
        Err(why) => return Err(Unfinished { why, found: Solved::none() }),
    };
    let words = match depth::solve(game, positions, meter) {
        Ok(Some(words)) => (words, Ok(())),
        Ok(None) => plies::solve(&Alone(Source { game, positions }), meter),
        Err((words, why)) => (words, Err(why)),
    };
    finished(words, meter)
}

/// Solves all positions that have a rank, with several threads; the answer is
/// the same with any number of them.
///
/// See [`solve`]. A game that tells from where a position can be reached is
/// solved ply by ply also where none comes back, as that is work for many.
///
/// # Errors
///
/// See [`Error`]; what was found until then comes with it.
pub fn solve_shared<G: Ranks + Sync>(
    game: &G,
    threads: usize,
    meter: &mut Meter,
) -> Result<Solved, Unfinished> {
    let threads = threads.clamp(1, MOST_THREADS);
    if threads == 1 {
        return solve(game, meter);
    }
    let positions = match ready(game, meter) {
        Ok(positions) => positions,
        Err(why) => return Err(Unfinished { why, found: Solved::none() }),
    };
    let source = Source { game, positions };
    let in_depth = if source.tells() { Ok(None) } else { depth::solve(game, positions, meter) };
    let words = match in_depth {
        Ok(Some(words)) => (words, Ok(())),
        Ok(None) => plies::solve(&Shared { source, threads }, meter),
        Err((words, why)) => (words, Err(why)),
    };
    finished(words, meter)
}

/// The number of ranks, once the laws hold on a sample.
fn ready<G: Ranks>(game: &G, meter: &mut Meter) -> Result<u32, Error> {
    let positions = u32::try_from(game.size()).ok().filter(|size| *size <= MOST);
    let too_large = Error::TooLarge { what: "it has more than 2^30 ranks" };
    let positions = positions.ok_or(too_large)?;
    meter.list(positions.into())?;
    law::sample(game, positions, meter)?;
    Ok(positions)
}

/// The most ranks.
const MOST: u32 = 1 << 30;

fn finished(
    (words, settled): (Vec<Word>, Result<(), Error>),
    meter: &mut Meter,
) -> Result<Solved, Unfinished> {
    let found = Solved::new(words, settled.is_ok(), meter);
    match settled {
        Ok(()) => Ok(found),
        Err(why) => Err(Unfinished { why, found }),
    }
}
