use std::ops::Range;

use perfectplay_game::{Game, Outcome};

use crate::retrograde::Error;
use crate::retrograde::graph::Step;
use crate::retrograde::store::{PositionStore, hash_of};
use crate::retrograde::sweep::in_threads;

/// A position that an option leads to, with its hash.
pub(super) struct Met<P> {
    pub(super) position: P,
    pub(super) hash: u64,
    pub(super) keeps_turn: bool,
}

/// The options of a range of positions, one position after the other.
pub(super) struct Listed<T> {
    /// How many options each position has, or how it has ended.
    pub(super) heads: Vec<Result<u32, Outcome>>,
    pub(super) options: Vec<T>,
}

impl<T> Listed<T> {
    /// Effort of having listed it.
    pub(super) fn effort(&self) -> u64 {
        (self.heads.len() + self.options.len()) as u64
    }
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
    ) -> Result<Vec<Listed<Step>>, Error>;
}

/// Lists the options of a range; `each` makes what is kept of one.
fn list<G: Game, T>(
    game: &G,
    store: &PositionStore<G::Position>,
    range: Range<u32>,
    each: impl Fn(Met<G::Position>) -> Result<T, Error>,
) -> Result<Listed<T>, Error> {
    let mut listed = Listed { heads: Vec::with_capacity(range.len()), options: Vec::new() };
    let mut options = Vec::new();
    for from in range.filter_map(|number| store.position(number)) {
        game.options(from, &mut options);
        if options.is_empty() {
            let ending = game.ending(from);
            if ending == Outcome::Draw {
                return Err(Error::EndsInDraw);
            }
            listed.heads.push(Err(ending));
            continue;
        }
        let count = u32::try_from(options.len()).ok().filter(|count| *count < 1 << 30);
        let count = count.ok_or(Error::TooLarge { what: "a position has 2^30 options" })?;
        listed.heads.push(Ok(count));
        let mover = game.mover(from);
        listed.options.reserve(options.len());
        for (_, position) in options.drain(..) {
            let (hash, keeps_turn) = (hash_of(&position), game.mover(&position) == mover);
            listed.options.push(each(Met { position, hash, keeps_turn })?);
        }
    }
    Ok(listed)
}

fn step<P: Eq + std::hash::Hash>(store: &PositionStore<P>, met: &Met<P>) -> Result<Step, Error> {
    let to = store.find(met.hash, &met.position).ok_or(Error::Unsteady)?;
    Ok(Step { to, keeps_turn: met.keeps_turn })
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
        Ok(vec![list(self.0, store, range, Ok)?])
    }

    fn steps(
        &self,
        store: &PositionStore<G::Position>,
        range: Range<u32>,
    ) -> Result<Vec<Listed<Step>>, Error> {
        Ok(vec![list(self.0, store, range, |met| step(store, &met))?])
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
        self.parts(range, |part| list(self.game, store, part, Ok))
    }

    fn steps(
        &self,
        store: &PositionStore<G::Position>,
        range: Range<u32>,
    ) -> Result<Vec<Listed<Step>>, Error> {
        self.parts(range, |part| list(self.game, store, part, |met| step(store, &met)))
    }
}
