//! Depth first: a position is valued when all its options are.
//!
//! Options are asked for once a position, and none is kept beyond the path to
//! it. The path is a list of its own, so its length costs memory, not stack.

use perfectplay_game::{Meter, Outcome};

use super::Error;
use super::graph::Step;
use super::room::Announced;
use super::standing::{Best, Word};

/// Lists the options of positions that have numbers.
pub(super) trait List {
    /// How many positions have numbers so far.
    fn numbers(&self) -> u32;

    /// Appends the options of a position, or says how play has ended there.
    /// Counts its effort.
    fn list(
        &mut self,
        number: u32,
        into: &mut Vec<Step>,
        meter: &mut Meter,
    ) -> Result<Option<Outcome>, Error>;
}

/// How the valuing of a position went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Valued {
    /// It is valued, and all that play can come to from it.
    Done,
    /// A position comes back.
    ComesBack,
    /// The path became longer than it may.
    TooDeep,
}

/// A position that was not valued so far.
const MET: Word = Word(0);

/// A position some of whose options are being valued: the count of options of
/// an undecided word is used as a mark.
const ON_THE_PATH: Word = Word(Word::ONE);

/// In the number of a position, which is below 2^30.
const KEEPS_TURN: u32 = 1 << 31;

/// A position on the path.
struct Frame {
    number: u32,
    /// Where its options begin among those that wait.
    begin: usize,
    /// Of its options that are valued.
    best: Best,
}

/// Words of positions, with the path to the one that is being valued.
pub(super) struct Memo {
    pub(super) words: Announced<Word>,
    path: Announced<Frame>,
    /// Options that are not yet counted, with the mark of those that keep the
    /// turn.
    waiting: Announced<u32>,
    steps: Vec<Step>,
    deepest: usize,
}

impl Memo {
    /// Nothing is valued; the path may have so many positions.
    pub(super) fn new(deepest: usize) -> Self {
        Memo {
            words: Announced::default(),
            path: Announced::default(),
            waiting: Announced::default(),
            steps: Vec::new(),
            deepest,
        }
    }

    /// The words, once all is valued or work has stopped. What is not decided
    /// was not valued.
    pub(super) fn into_words(self, meter: &mut Meter) -> Vec<Word> {
        meter.release(self.path.bytes + self.waiting.bytes);
        self.words.into_exact(meter)
    }

    /// Is this position valued?
    pub(super) fn is_valued(&self, number: u32) -> bool {
        self.words.items.get(number as usize).is_some_and(|word| !word.is_undecided())
    }

    /// Values a position and all that play can come to from it.
    pub(super) fn value<L: List>(
        &mut self,
        list: &mut L,
        root: u32,
        meter: &mut Meter,
    ) -> Result<Valued, Error> {
        self.meet(list, meter)?;
        if self.words.items[root as usize] == MET {
            self.open(list, root, meter)?;
        }
        loop {
            let depth = self.path.items.len();
            let Some(frame) = self.path.items.last_mut() else { return Ok(Valued::Done) };
            let waiting = &mut self.waiting.items;
            let option = if waiting.len() > frame.begin { waiting.last() } else { None };
            let Some(&option) = option else {
                self.words.items[frame.number as usize] = frame.best.word();
                self.path.items.pop();
                continue;
            };
            let number = option & !KEEPS_TURN;
            match self.words.items[number as usize] {
                MET if depth > self.deepest => return Ok(Valued::TooDeep),
                MET => self.open(list, number, meter)?,
                ON_THE_PATH => return Ok(Valued::ComesBack),
                valued => {
                    frame.best.add(valued, option & KEEPS_TURN != 0);
                    waiting.pop();
                }
            }
        }
    }

    /// Gives words to positions that have new numbers.
    #[inline]
    fn meet<L: List>(&mut self, list: &L, meter: &mut Meter) -> Result<(), Error> {
        let numbers = list.numbers() as usize;
        let new = numbers.saturating_sub(self.words.items.len());
        self.words.make_room(new, meter)?;
        self.words.items.resize(numbers, MET);
        Ok(())
    }

    /// Asks for the options of a position: values it where it has none, and
    /// puts it on the path else.
    fn open<L: List>(&mut self, list: &mut L, number: u32, meter: &mut Meter) -> Result<(), Error> {
        self.steps.clear();
        if let Some(ending) = list.list(number, &mut self.steps, meter)? {
            if ending == Outcome::Draw {
                return Err(Error::EndsInDraw);
            }
            self.words.items[number as usize] = Word::decided(ending, 0);
            return Ok(());
        }
        self.meet(list, meter)?;
        let mut frame = Frame { number, begin: self.waiting.items.len(), best: Best::NONE };
        for Step { to, keeps_turn } in &self.steps {
            let word = self.words.items[*to as usize];
            if word.is_undecided() {
                self.waiting.push(to | if *keeps_turn { KEEPS_TURN } else { 0 }, meter)?;
            } else {
                frame.best.add(word, *keeps_turn);
            }
        }
        self.path.push(frame, meter)?;
        self.words.items[number as usize] = ON_THE_PATH;
        Ok(())
    }
}
