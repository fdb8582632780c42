//! Ply by ply from the ends: positions may come back.
//!
//! Options are asked for twice: to meet all positions, counting how many
//! options lead to each, and to write down from where they lead. So only the
//! options turned round are held, 4 bytes each, and never both directions.

use std::hash::Hash;

use perfectplay_game::Meter;

use super::expand::{Expand, Listed, Met};
use super::solved::{Shard, Solved, Unfinished};
use crate::retrograde::Error;
use crate::retrograde::graph::{Reverse, Turned, Turning};
use crate::retrograde::room::Announced;
use crate::retrograde::standing::Word;
use crate::retrograde::store::{PositionStore, glance, hash_of};
use crate::retrograde::sweep::settle;

struct Explored<P> {
    store: PositionStore<P>,
    /// Of the positions whose options were listed, which are the first ones.
    words: Announced<Word>,
    /// How many options lead to each position that was met.
    leading: Announced<u32>,
    options: u64,
}

/// Solves all positions that play can come to.
pub(super) fn solve<E: Expand>(
    expand: &E,
    roots: &[E::Position],
    threads: usize,
    meter: &mut Meter,
) -> Result<Solved<E::Position>, Unfinished<E::Position>>
where
    E::Position: Clone + Eq + Hash,
{
    let mut explored = Explored {
        store: PositionStore::new(),
        words: Announced::default(),
        leading: Announced::default(),
        options: 0,
    };
    let turned = explored.explore(expand, roots, meter).and_then(|()| explored.turn(expand, meter));
    let Explored { store, words, leading, .. } = explored;
    let words = words.into_exact(meter);
    let (words, settled) = match turned {
        Ok((reverse, bytes)) => {
            let (words, settled) = settle(words, &Turned { reverse: &reverse, threads }, meter);
            meter.release(bytes);
            (words, settled.map_err(Error::from))
        }
        Err(why) => {
            meter.release(leading.bytes);
            (words, Err(why))
        }
    };
    let found = Solved { shards: vec![Shard { store, words }], whole: settled.is_ok() };
    match settled {
        Ok(()) => Ok(found),
        Err(why) => Err(Unfinished { why, found }),
    }
}

impl<P: Clone + Eq + Hash> Explored<P> {
    fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Error> {
        self.store.make_room(more, meter)?;
        Ok(self.leading.make_room(more, meter)?)
    }

    /// Takes in a position for which there is room.
    #[inline]
    fn place(&mut self, hash: u64, position: P) -> u32 {
        let (number, new) = self.store.place(hash, position);
        if new {
            self.leading.items.push(0);
        }
        number
    }

    /// Meets all positions, and counts the options of each and to each.
    fn explore<E: Expand<Position = P>>(
        &mut self,
        expand: &E,
        roots: &[P],
        meter: &mut Meter,
    ) -> Result<(), Error> {
        self.make_room(roots.len(), meter)?;
        for root in roots {
            self.place(hash_of(root), root.clone());
        }
        let (mut next, mut glanced) = (0, Vec::new());
        while next < self.store.len() {
            meter.list(self.store.len().into())?;
            let end = self.store.len().min(next.saturating_add(expand.batch()));
            for Listed { heads, options, effort } in expand.met(&self.store, next..end)? {
                meter.spend(effort)?;
                let Met { hashes, positions, .. } = options;
                self.make_room(hashes.len(), meter)?;
                self.words.make_room(heads.len(), meter)?;
                let word = |head: Result<u32, _>| match head {
                    Ok(count) => Word::undecided(count),
                    Err(ending) => Word::decided(ending, 0),
                };
                self.words.items.extend(heads.into_iter().map(word));
                self.options += hashes.len() as u64;
                if self.options > u64::from(u32::MAX) {
                    return Err(Error::TooLarge { what: "it has more than 2^32 options" });
                }
                glance(&hashes, |_| &self.store, |at| &positions[at], &mut glanced);
                for ((position, hash), glanced) in positions.into_iter().zip(hashes).zip(&glanced) {
                    let to = glanced.unwrap_or_else(|| self.place(hash, position));
                    self.leading.items[to as usize] += 1;
                }
            }
            next = end;
        }
        Ok(())
    }

    /// Turns the options round; gives the bytes that are held for them.
    fn turn<E: Expand<Position = P>>(
        &mut self,
        expand: &E,
        meter: &mut Meter,
    ) -> Result<(Reverse, u64), Error> {
        let leading = std::mem::take(&mut self.leading);
        let positions = self.store.len();
        let bytes = Reverse::bytes(positions, self.options);
        // What the counts hold becomes a part of it.
        meter.release(leading.bytes);
        meter.hold(bytes)?;
        let mut turning = Turning::new(leading.items);
        let turned = self.take_all(expand, &mut turning, meter);
        let reverse = turned.and_then(|()| turning.finish().ok_or(Error::Unsteady));
        if reverse.is_err() {
            meter.release(bytes);
        }
        Ok((reverse?, bytes))
    }

    fn take_all<E: Expand<Position = P>>(
        &self,
        expand: &E,
        turning: &mut Turning,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let (mut next, positions) = (0, self.store.len());
        while next < positions {
            let mut from = next;
            next = positions.min(next.saturating_add(expand.batch()));
            for listed in expand.steps(&self.store, from..next)? {
                meter.spend(listed.effort)?;
                let mut options = listed.options.into_iter();
                for head in listed.heads {
                    let count = head.unwrap_or(0) as usize;
                    options.by_ref().take(count).for_each(|step| turning.take(from, step));
                    from += 1;
                }
            }
        }
        Ok(())
    }
}
