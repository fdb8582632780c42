use std::hash::Hash;

use crate::retrograde::Error;
use crate::retrograde::room::bytes_of;
use crate::retrograde::standing::Word;
use crate::retrograde::store::{PositionStore, hash_of};
use crate::retrograde::{Counts, Standing};

/// Positions with their standings.
#[derive(Clone, Debug)]
pub struct Solved<P> {
    /// One a thread: which holds a position is told by its hash.
    pub(super) shards: Vec<Shard<P>>,
    /// Is what is undecided a draw, or not known?
    pub(super) whole: bool,
}

/// A part of the positions, with a word each.
#[derive(Clone, Debug)]
pub(super) struct Shard<P> {
    pub(super) store: PositionStore<P>,
    pub(super) words: Vec<Word>,
}

/// Which of so many shards holds positions with this hash. The bits used are
/// not those that the store's table begins with.
#[inline]
pub(super) fn shard_of(hash: u64, shards: usize) -> usize {
    (((hash >> 16) & 0xffff) as usize * shards) >> 16
}

impl<P: Eq + Hash> Solved<P> {
    /// The standing of a position for its mover; `None` if play does not come
    /// to it, or not as far as it was explored, or if it was not decided.
    pub fn standing(&self, position: &P) -> Option<Standing> {
        let hash = hash_of(position);
        let shard = self.shards.get(shard_of(hash, self.shards.len()))?;
        let number = shard.store.find(hash, position)?;
        self.decided(*shard.words.get(number as usize)?)
    }

    fn decided(&self, word: Word) -> Option<Standing> {
        (self.whole || !word.is_undecided()).then(|| word.standing())
    }

    /// How many positions were met.
    pub fn positions(&self) -> u64 {
        self.shards.iter().map(|shard| u64::from(shard.store.len())).sum()
    }

    /// How many positions have which outcome; those that were not decided are
    /// not counted.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.iter().for_each(|(_, standing)| counts.add(standing.outcome));
        counts
    }

    /// All positions that were decided, in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = (&P, Standing)> {
        let all = self.shards.iter().flat_map(|shard| shard.store.iter().zip(shard.words.iter()));
        all.filter_map(|(position, word)| Some((position, self.decided(*word)?)))
    }

    /// Bytes held: what was announced to the meter and left there.
    pub fn bytes(&self) -> u64 {
        let shard = |shard: &Shard<P>| shard.store.bytes() + bytes_of(&shard.words);
        self.shards.iter().map(shard).sum()
    }
}

/// What was found before work stopped, and why it did.
pub struct Unfinished<P> {
    /// Why.
    pub why: Error,
    /// The positions that were met, and the standings that are proved. No
    /// draws: that play never ends is seen at the end alone.
    pub found: Solved<P>,
}

impl<P> std::fmt::Debug for Unfinished<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unfinished").field("why", &self.why).finish_non_exhaustive()
    }
}

impl<P> std::fmt::Display for Unfinished<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.why.fmt(f)
    }
}

impl<P> std::error::Error for Unfinished<P> {}
