use std::ops::Range;

use perfectplay_game::{Game, Outcome};

use crate::retrograde::Error;
use crate::retrograde::graph::Step;
use crate::retrograde::standing::Word;
use crate::retrograde::store::{PositionStore, glance, hash_of};
use crate::retrograde::sweep::in_threads;

/// The options of a range of positions, one position after the other.
pub(super) struct Listed<O> {
    /// How many options each position has, or how it has ended.
    pub(super) heads: Vec<Result<u32, Outcome>>,
    pub(super) options: O,
    /// Effort of having listed it.
    pub(super) effort: u64,
}

/// Positions that options lead to.
pub(super) struct Met<P> {
    pub(super) hashes: Vec<u64>,
    pub(super) positions: Vec<P>,
    keep_turn: Vec<bool>,
}

/// Lists the options of positions in a store, which may take several threads.
pub(super) trait Expand {
    /// The positions of the game.
    type Position;

    /// Positions that make a batch.
    fn batch(&self) -> u32;

    /// The positions that the options of a range of numbers lead to, in parts.
    fn met(
        &self,
        store: &PositionStore<Self::Position>,
        range: Range<u32>,
    ) -> Result<Vec<Listed<Met<Self::Position>>>, Error>;

    /// The same as numbers: every option leads to a position in the store.
    fn steps(
        &self,
        store: &PositionStore<Self::Position>,
        range: Range<u32>,
    ) -> Result<Vec<Listed<Vec<Step>>>, Error>;
}

/// Lists the options of a range.
fn met<G: Game>(
    game: &G,
    store: &PositionStore<G::Position>,
    range: Range<u32>,
) -> Result<Listed<Met<G::Position>>, Error> {
    let mut heads = Vec::with_capacity(range.len());
    let mut met = Met { hashes: Vec::new(), positions: Vec::new(), keep_turn: Vec::new() };
    let mut options = Vec::new();
    for from in range.filter_map(|number| store.position(number)) {
        game.options(from, &mut options);
        if options.is_empty() {
            let ending = game.ending(from);
            if ending == Outcome::Draw {
                return Err(Error::EndsInDraw);
            }
            heads.push(Err(ending));
            continue;
        }
        let count = u32::try_from(options.len()).ok().filter(|count| *count < Word::LIMIT);
        let count = count.ok_or(Error::TooLarge { what: "a position has 2^30 options" })?;
        heads.push(Ok(count));
        let mover = game.mover(from);
        for (_, position) in options.drain(..) {
            met.hashes.push(hash_of(&position));
            met.keep_turn.push(game.mover(&position) == mover);
            met.positions.push(position);
        }
    }
    let effort = (heads.len() + met.hashes.len()) as u64;
    Ok(Listed { heads, options: met, effort })
}

/// Lists the options of a range as numbers.
fn steps<G: Game>(
    game: &G,
    store: &PositionStore<G::Position>,
    range: Range<u32>,
) -> Result<Listed<Vec<Step>>, Error> {
    let Listed { heads, options, effort } = met(game, store, range)?;
    let Met { hashes, positions, keep_turn } = options;
    let mut glanced = Vec::new();
    glance(&hashes, |_| store, |at| &positions[at], &mut glanced);
    let found = glanced.into_iter().enumerate().map(|(at, glanced)| {
        let to = glanced.or_else(|| store.find(hashes[at], &positions[at]));
        Ok(Step { to: to.ok_or(Error::Unsteady)?, keeps_turn: keep_turn[at] })
    });
    Ok(Listed { heads, options: found.collect::<Result<_, Error>>()?, effort })
}

/// One thread.
pub(super) struct Alone<'g, G>(pub(super) &'g G);

impl<G: Game> Expand for Alone<'_, G> {
    type Position = G::Position;

    fn batch(&self) -> u32 {
        1 << 8
    }

    fn met(
        &self,
        store: &PositionStore<G::Position>,
        range: Range<u32>,
    ) -> Result<Vec<Listed<Met<G::Position>>>, Error> {
        Ok(vec![met(self.0, store, range)?])
    }

    fn steps(
        &self,
        store: &PositionStore<G::Position>,
        range: Range<u32>,
    ) -> Result<Vec<Listed<Vec<Step>>>, Error> {
        Ok(vec![steps(self.0, store, range)?])
    }
}

/// Several threads.
pub(super) struct Shared<'g, G> {
    pub(super) game: &'g G,
    pub(super) threads: usize,
}

impl<G: Game + Sync> Shared<'_, G>
where
    G::Position: Send + Sync,
{
    fn parts<T: Send>(
        &self,
        range: Range<u32>,
        list: impl Fn(Range<u32>) -> Result<Listed<T>, Error> + Sync,
    ) -> Result<Vec<Listed<T>>, Error> {
        let part = range.len().div_ceil(self.threads).max(1 << 6);
        let parts: Vec<_> = range
            .clone()
            .step_by(part)
            .map(|begin| begin..range.end.min(begin.saturating_add(part as u32)))
            .collect();
        in_threads(parts, list).into_iter().collect()
    }
}

impl<G: Game + Sync> Expand for Shared<'_, G>
where
    G::Position: Send + Sync,
{
    type Position = G::Position;

    fn batch(&self) -> u32 {
        // As many as two threads list in some milliseconds.
        (1 << 12) * self.threads as u32
    }

    fn met(
        &self,
        store: &PositionStore<G::Position>,
        range: Range<u32>,
    ) -> Result<Vec<Listed<Met<G::Position>>>, Error> {
        self.parts(range, |part| met(self.game, store, part))
    }

    fn steps(
        &self,
        store: &PositionStore<G::Position>,
        range: Range<u32>,
    ) -> Result<Vec<Listed<Vec<Step>>>, Error> {
        self.parts(range, |part| steps(self.game, store, part))
    }
}
