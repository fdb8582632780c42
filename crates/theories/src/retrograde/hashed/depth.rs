//! Depth first, positions being numbered as they are met.

use perfectplay_game::{Game, Meter, Options, Outcome};

use super::solved::{Shard, Solved, Unfinished};
use crate::retrograde::Error;
use crate::retrograde::graph::Step;
use crate::retrograde::memo::{List, Memo, Valued};
use crate::retrograde::store::{PositionStore, glance, hash_of};

/// Meets positions by asking for options.
struct Meeting<'g, G: Game> {
    game: &'g G,
    store: PositionStore<G::Position>,
    options: Options<G>,
    hashes: Vec<u64>,
    /// Of the options, those that were found at a glance.
    glanced: Vec<Option<u32>>,
}

/// Solves a game in which no position comes back; `None` where one does.
pub(super) fn solve<G: Game>(
    game: &G,
    roots: &[G::Position],
    meter: &mut Meter,
) -> Result<Option<Solved<G::Position>>, Unfinished<G::Position>> {
    let mut meeting = Meeting {
        game,
        store: PositionStore::new(),
        options: Vec::new(),
        hashes: Vec::new(),
        glanced: Vec::new(),
    };
    let mut memo = Memo::new(usize::MAX);
    let mut value = |root: &G::Position| {
        let (number, _) = meeting.store.insert(root.clone(), meter)?;
        memo.value(&mut meeting, number, meter)
    };
    let mut valued = Ok(Valued::Done);
    for root in roots {
        valued = value(root);
        if valued != Ok(Valued::Done) {
            break;
        }
    }
    let words = memo.into_words(meter);
    let whole = valued == Ok(Valued::Done);
    let found = Solved { shards: vec![Shard { store: meeting.store, words }], whole };
    match valued {
        Ok(Valued::Done) => Ok(Some(found)),
        Ok(_) => {
            meter.release(found.bytes());
            Ok(None)
        }
        Err(why) => Err(Unfinished { why, found }),
    }
}

impl<G: Game> List for Meeting<'_, G> {
    fn numbers(&self) -> u32 {
        self.store.len()
    }

    fn list(
        &mut self,
        number: u32,
        into: &mut Vec<Step>,
        meter: &mut Meter,
    ) -> Result<Option<Outcome>, Error> {
        meter.list(self.store.len().into())?;
        let position = self.store.position(number).ok_or(Error::Unsteady)?;
        let options = &mut self.options;
        options.clear();
        self.game.options(position, options);
        meter.spend(options.len() as u64 + 1)?;
        if options.is_empty() {
            return Ok(Some(self.game.ending(position)));
        }
        let mover = self.game.mover(position);
        self.store.make_room(options.len(), meter)?;
        self.hashes.clear();
        self.hashes.extend(options.iter().map(|(_, to)| hash_of(to)));
        glance(&self.hashes, |_| &self.store, |at| &options[at].1, &mut self.glanced);
        for ((_, to), (hash, glanced)) in
            options.drain(..).zip(self.hashes.iter().zip(&self.glanced))
        {
            let keeps_turn = self.game.mover(&to) == mover;
            let to = glanced.unwrap_or_else(|| self.store.place(*hash, to).0);
            into.push(Step { to, keeps_turn });
        }
        Ok(None)
    }
}
