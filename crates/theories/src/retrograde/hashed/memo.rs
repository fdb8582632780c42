//! Depth first: a position is valued when all its options are.
//!
//! Options are asked for once a position, and none is kept beyond the path to
//! it. The path is a list of its own, so its length costs memory, not stack.

use std::ops::ControlFlow;

use perfectplay_game::{Game, Meter, Options, Outcome};

use super::Error;
use super::solved::{Shard, Solved, Unfinished};
use crate::retrograde::room::Announced;
use crate::retrograde::standing::{Best, Word};
use crate::retrograde::store::{PositionStore, glance, hash_of};

/// A position that was met and not yet valued.
const MET: Word = Word(0);

/// A position some of whose options are being valued: the count of options of
/// an undecided word is used as a mark.
const ON_THE_PATH: Word = Word(Word::ONE);

/// In a number of a position, where numbers are below 2^30.
const KEEPS_TURN: u32 = 1 << 31;

/// A position on the path.
struct Frame {
    number: u32,
    /// Where its options begin among those that wait.
    begin: usize,
    /// Of its options that are valued.
    best: Best,
}

struct Memo<'g, G: Game> {
    game: &'g G,
    store: PositionStore<G::Position>,
    words: Announced<Word>,
    path: Announced<Frame>,
    /// Options that are not yet counted, with the mark of those that keep the
    /// turn.
    waiting: Announced<u32>,
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
    let mut memo = Memo {
        game,
        store: PositionStore::new(),
        words: Announced::default(),
        path: Announced::default(),
        waiting: Announced::default(),
        options: Vec::new(),
        hashes: Vec::new(),
        glanced: Vec::new(),
    };
    let ended = roots.iter().try_for_each(|root| match memo.value(root, meter) {
        Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
        Ok(ControlFlow::Break(())) => ControlFlow::Break(None),
        Err(why) => ControlFlow::Break(Some(why)),
    });
    meter.release(memo.path.bytes + memo.waiting.bytes);
    let whole = ended == ControlFlow::Continue(());
    let shard = Shard { store: memo.store, words: memo.words.into_exact(meter) };
    let found = Solved { shards: vec![shard], whole };
    match ended {
        ControlFlow::Continue(()) => Ok(Some(found)),
        ControlFlow::Break(None) => {
            meter.release(found.bytes());
            Ok(None)
        }
        ControlFlow::Break(Some(why)) => Err(Unfinished { why, found }),
    }
}

impl<G: Game> Memo<'_, G> {
    #[inline]
    fn word(&self, number: u32) -> Word {
        self.words.items[number as usize]
    }

    fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Error> {
        self.store.make_room(more, meter)?;
        Ok(self.words.make_room(more, meter)?)
    }

    /// Takes in a position for which there is room.
    #[inline]
    fn place(&mut self, hash: u64, position: G::Position) -> u32 {
        let (number, new) = self.store.place(hash, position);
        if new {
            self.words.items.push(MET);
        }
        number
    }

    /// Values a root and all below it; breaks where a position comes back.
    fn value(&mut self, root: &G::Position, meter: &mut Meter) -> Result<ControlFlow<()>, Error> {
        self.make_room(1, meter)?;
        let root = self.place(hash_of(root), root.clone());
        if self.word(root) == MET {
            self.open(root, meter)?;
        }
        while let Some(frame) = self.path.items.last_mut() {
            let waiting = &mut self.waiting.items;
            let option = if waiting.len() > frame.begin { waiting.last() } else { None };
            let Some(&option) = option else {
                self.words.items[frame.number as usize] = frame.best.word();
                self.path.items.pop();
                continue;
            };
            let number = option & !KEEPS_TURN;
            match self.words.items[number as usize] {
                MET => self.open(number, meter)?,
                ON_THE_PATH => return Ok(ControlFlow::Break(())),
                valued => {
                    frame.best.add(valued, option & KEEPS_TURN != 0);
                    waiting.pop();
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Asks for the options of a position: values it where it has none, and
    /// puts it on the path else.
    fn open(&mut self, number: u32, meter: &mut Meter) -> Result<(), Error> {
        meter.list(self.store.len().into())?;
        let Some(position) = self.store.position(number) else { return Ok(()) };
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        self.game.options(position, &mut options);
        meter.spend(options.len() as u64 + 1)?;
        if options.is_empty() {
            let ending = self.game.ending(position);
            self.options = options;
            if ending == Outcome::Draw {
                return Err(Error::EndsInDraw);
            }
            self.words.items[number as usize] = Word::decided(ending, 0);
            return Ok(());
        }
        let mover = self.game.mover(position);
        self.make_room(options.len(), meter)?;
        let mut frame = Frame { number, begin: self.waiting.items.len(), best: Best::NONE };
        self.hashes.clear();
        self.hashes.extend(options.iter().map(|(_, to)| hash_of(to)));
        glance(&self.hashes, |_| &self.store, |at| &options[at].1, &mut self.glanced);
        for (at, (_, to)) in options.drain(..).enumerate() {
            let keeps_turn = self.game.mover(&to) == mover;
            let to = match self.glanced[at] {
                Some(number) => number,
                None => self.place(self.hashes[at], to),
            };
            let word = self.word(to);
            if word.is_undecided() {
                self.waiting.push(to | if keeps_turn { KEEPS_TURN } else { 0 }, meter)?;
            } else {
                frame.best.add(word, keeps_turn);
            }
        }
        self.options = options;
        self.path.push(frame, meter)?;
        self.words.items[number as usize] = ON_THE_PATH;
        Ok(())
    }
}
