//! Layer by layer, with several threads: every move leads a layer on.
//!
//! Each thread owns a shard, the positions whose hash falls to it. Forward, a
//! thread lists the options of its positions and sorts them by their owners;
//! then each owner takes in what it got. Backward, a layer is valued by the
//! layer after it, options being listed again. Layers are runs of numbers in a
//! shard, so no option is ever kept.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_game::{Game, Meter, Options, Outcome};

use super::solved::{Shard, Solved, Unfinished, shard_of};
use crate::retrograde::Error;
use crate::retrograde::standing::{Best, Word};
use crate::retrograde::store::{PositionStore, glance, hash_of};
use crate::retrograde::sweep::in_threads;

/// Positions of a shard that are expanded between two looks at the meter.
const BATCH: u32 = 1 << 14;

/// Options of positions that are valued together.
const VALUED_TOGETHER: usize = 64;

struct Layers<P> {
    stores: Vec<PositionStore<P>>,
    /// For each layer, where it begins in each shard; at last the ends.
    begins: Vec<Vec<u32>>,
}

/// What a thread lists for the owners of positions.
struct Sorted<P> {
    /// For each owner, positions.
    to: Vec<Hashed<P>>,
    effort: u64,
    ends_in_draw: bool,
}

/// Positions with their hashes.
struct Hashed<P> {
    hashes: Vec<u64>,
    positions: Vec<P>,
}

impl<P> Hashed<P> {
    fn none() -> Self {
        Hashed { hashes: Vec::new(), positions: Vec::new() }
    }
}

/// Solves a game whose moves all lead from a layer to the next; `None` where
/// one does not.
pub(super) fn solve<G: Game + Sync>(
    game: &G,
    roots: &[G::Position],
    threads: usize,
    meter: &mut Meter,
) -> Result<Option<Solved<G::Position>>, Unfinished<G::Position>>
where
    G::Position: Send + Sync,
{
    let stores = (0..threads).map(|_| PositionStore::new()).collect();
    let mut layers = Layers { stores, begins: Vec::new() };
    let explored = layers.explore(game, roots, meter);
    if let Ok(false) = explored {
        meter.release(layers.stores.iter().map(PositionStore::bytes).sum());
        return Ok(None);
    }
    let bytes = layers.stores.iter().map(|store| u64::from(store.len()) * 4).sum();
    let ready = explored.and_then(|_| Ok(meter.hold(bytes)?));
    let none = |_: &PositionStore<G::Position>| Vec::new();
    let zeros = |store: &PositionStore<G::Position>| {
        (0..store.len()).map(|_| AtomicU32::new(0)).collect::<Vec<_>>()
    };
    let (words, valued) = match ready {
        Ok(()) => {
            let words: Vec<_> = layers.stores.iter().map(zeros).collect();
            let valued = layers.value(game, &words, meter);
            (words, valued)
        }
        Err(why) => (layers.stores.iter().map(none).collect(), Err(why)),
    };
    let shard = |(store, words): (_, Vec<AtomicU32>)| {
        let words = words.into_iter().map(|word| Word(word.into_inner())).collect();
        Shard { store, words }
    };
    let shards = layers.stores.into_iter().zip(words).map(shard).collect();
    let found = Solved { shards, whole: valued.is_ok() };
    match valued {
        Ok(()) => Ok(Some(found)),
        Err(why) => Err(Unfinished { why, found }),
    }
}

impl<P: Clone + Eq + std::hash::Hash + Send + Sync> Layers<P> {
    fn met(&self) -> Vec<u32> {
        self.stores.iter().map(PositionStore::len).collect()
    }

    /// Meets all positions; false as soon as a move leads elsewhere than to
    /// the next layer.
    fn explore<G: Game<Position = P> + Sync>(
        &mut self,
        game: &G,
        roots: &[P],
        meter: &mut Meter,
    ) -> Result<bool, Error> {
        let shards = self.stores.len();
        self.begins.push(vec![0; shards]);
        for root in roots {
            let hash = hash_of(root);
            let owner = &mut self.stores[shard_of(hash, shards)];
            owner.make_room(1, meter)?;
            owner.place(hash, root.clone());
        }
        let (mut next, mut ends) = (vec![0; shards], self.met());
        while next != ends {
            while next != ends {
                meter.list(self.met().iter().map(|met| u64::from(*met)).sum())?;
                let ranges: Vec<_> = next
                    .iter()
                    .zip(&ends)
                    .map(|(next, end)| *next..*end.min(&(next + BATCH)))
                    .collect();
                next = ranges.iter().map(|range| range.end).collect();
                if !self.take(self.list(game, ranges), &ends, meter)? {
                    return Ok(false);
                }
            }
            self.begins.push(ends);
            ends = self.met();
        }
        Ok(true)
    }

    /// Lists the options of a range of each shard.
    fn list<G: Game<Position = P> + Sync>(
        &self,
        game: &G,
        ranges: Vec<Range<u32>>,
    ) -> Vec<Sorted<P>> {
        let shards = self.stores.len();
        in_threads(self.stores.iter().zip(ranges), |(store, range)| {
            let to = (0..shards).map(|_| Hashed::none()).collect();
            let mut sorted = Sorted { to, effort: 0, ends_in_draw: false };
            let mut options = Vec::new();
            for from in range.filter_map(|number| store.position(number)) {
                game.options(from, &mut options);
                sorted.effort += options.len() as u64 + 1;
                sorted.ends_in_draw |= options.is_empty() && game.ending(from) == Outcome::Draw;
                for (_, position) in options.drain(..) {
                    let hash = hash_of(&position);
                    let owner = &mut sorted.to[shard_of(hash, shards)];
                    owner.hashes.push(hash);
                    owner.positions.push(position);
                }
            }
            sorted
        })
    }

    /// Gives what was listed to its owners; false where a position was met in
    /// an earlier layer than the next, which begins at `ends`.
    fn take(
        &mut self,
        listed: Vec<Sorted<P>>,
        ends: &[u32],
        meter: &mut Meter,
    ) -> Result<bool, Error> {
        meter.spend(listed.iter().map(|sorted| sorted.effort).sum())?;
        if listed.iter().any(|sorted| sorted.ends_in_draw) {
            return Err(Error::EndsInDraw);
        }
        let mut for_owner: Vec<Vec<_>> = self.stores.iter().map(|_| Vec::new()).collect();
        for sorted in listed {
            for_owner.iter_mut().zip(sorted.to).for_each(|(owner, part)| owner.push(part));
        }
        for (store, parts) in self.stores.iter_mut().zip(&for_owner) {
            let more = parts.iter().map(|part: &Hashed<P>| part.hashes.len()).sum();
            store.make_room(more, meter)?;
        }
        let work = self.stores.iter_mut().zip(for_owner).zip(ends);
        let graded = in_threads(work, |((store, parts), end)| {
            let mut graded = true;
            let mut glanced = Vec::new();
            // All are taken in, also after the first that spoils it.
            for Hashed { hashes, positions } in parts {
                glance(&hashes, |_| &*store, |at| &positions[at], &mut glanced);
                for ((position, hash), glanced) in positions.into_iter().zip(hashes).zip(&glanced) {
                    let number = glanced.unwrap_or_else(|| store.place(hash, position).0);
                    graded &= number >= *end;
                }
            }
            graded
        });
        Ok(graded.into_iter().all(|graded| graded))
    }

    /// Values the layers, the last one first.
    fn value<G: Game<Position = P> + Sync>(
        &self,
        game: &G,
        words: &[Vec<AtomicU32>],
        meter: &mut Meter,
    ) -> Result<(), Error> {
        for (begins, ends) in self.begins.iter().zip(self.begins.iter().skip(1)).rev() {
            let mut next = begins.clone();
            while next != *ends {
                let step = |(next, end): (&u32, &u32)| *next..*end.min(&(next + BATCH));
                let ranges: Vec<_> = next.iter().zip(ends).map(step).collect();
                next = ranges.iter().map(|range| range.end).collect();
                let work = ranges.into_iter().enumerate();
                let valued =
                    in_threads(work, |(shard, range)| self.value_range(game, words, shard, range));
                for effort in valued {
                    meter.spend(effort?)?;
                }
            }
        }
        Ok(())
    }

    fn value_range<G: Game<Position = P>>(
        &self,
        game: &G,
        words: &[Vec<AtomicU32>],
        shard: usize,
        range: Range<u32>,
    ) -> Result<u64, Error> {
        let mut effort = 0;
        let mut listed = Vec::new();
        let mut waiting = Waiting {
            heads: Vec::new(),
            options: Hashed::none(),
            keep_turn: Vec::new(),
            glanced: Vec::new(),
        };
        for number in range {
            let Some(from) = self.stores[shard].position(number) else { continue };
            game.options(from, &mut listed);
            effort += listed.len() as u64 + 1;
            if listed.is_empty() {
                let word = Word::decided(game.ending(from), 0);
                words[shard][number as usize].store(word.0, Ordering::Relaxed);
            } else {
                waiting.take(game, from, number, &mut listed);
            }
            if waiting.keep_turn.len() >= VALUED_TOGETHER {
                self.value_waiting(words, shard, &mut waiting)?;
            }
        }
        self.value_waiting(words, shard, &mut waiting)?;
        Ok(effort)
    }

    /// Values the positions that wait, by words of the next layer.
    fn value_waiting(
        &self,
        words: &[Vec<AtomicU32>],
        shard: usize,
        waiting: &mut Waiting<P>,
    ) -> Result<(), Error> {
        let Waiting { heads, options: Hashed { hashes, positions }, keep_turn, glanced } = waiting;
        let owner = |hash| shard_of(hash, self.stores.len());
        glance(hashes, |hash| &self.stores[owner(hash)], |at| &positions[at], glanced);
        let mut at = 0;
        for (number, count) in heads.drain(..) {
            let mut best = Best::NONE;
            for at in at..at + count {
                let owner = owner(hashes[at]);
                let found =
                    glanced[at].or_else(|| self.stores[owner].find(hashes[at], &positions[at]));
                let found = found.ok_or(Error::Unsteady)?;
                let word = Word(words[owner][found as usize].load(Ordering::Relaxed));
                // The next layer is valued, unless the rules changed.
                if word.is_undecided() {
                    return Err(Error::Unsteady);
                }
                best.add(word, keep_turn[at]);
            }
            at += count;
            words[shard][number as usize].store(best.word().0, Ordering::Relaxed);
        }
        hashes.clear();
        positions.clear();
        keep_turn.clear();
        Ok(())
    }
}

/// Positions of a layer with their options, to be valued together: the waits
/// for memory overlap.
struct Waiting<P> {
    /// A position and how many options it has.
    heads: Vec<(u32, usize)>,
    options: Hashed<P>,
    keep_turn: Vec<bool>,
    /// Of the options, those that were found at a glance.
    glanced: Vec<Option<u32>>,
}

impl<P: Clone + Eq + std::hash::Hash> Waiting<P> {
    fn take<G: Game<Position = P>>(
        &mut self,
        game: &G,
        from: &P,
        number: u32,
        options: &mut Options<G>,
    ) {
        self.heads.push((number, options.len()));
        let mover = game.mover(from);
        for (_, to) in options.drain(..) {
            self.keep_turn.push(game.mover(&to) == mover);
            self.options.hashes.push(hash_of(&to));
            self.options.positions.push(to);
        }
    }
}
