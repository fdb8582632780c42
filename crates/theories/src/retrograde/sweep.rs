//! From the ends backward, ply by ply.
//!
//! All positions of one remoteness are expanded before any of the next, so
//! the first option found that wins is the shortest win, and the last that is
//! found to be bad is the longest loss.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_game::{Meter, Outcome, Stop};

use super::standing::Word;

/// Positions that one thread expands between two looks at the meter.
const BATCH: usize = 1 << 15;

/// Positions that are worth starting a thread for.
pub(super) const WORTH_A_THREAD: usize = 1 << 11;

/// The most threads that are started.
pub(super) const MOST_THREADS: usize = 256;

/// Knows from where a position can be reached.
pub(super) trait Before {
    /// What can go wrong.
    type Fault: From<Stop>;
    /// What it works with.
    type Buffer: Default;

    /// Calls `each` for each option that leads to a position, with the
    /// position that has it and whether it keeps the turn. Gives the effort.
    fn before(
        &self,
        words: &[AtomicU32],
        position: u32,
        buffer: &mut Self::Buffer,
        each: impl FnMut(u32, bool),
    ) -> Result<u64, Self::Fault>;
}

/// Expands batches of positions, perhaps with several threads.
pub(super) trait Expand: Before {
    /// How many threads there are.
    fn threads(&self) -> usize;

    /// Tells the positions from where those of a batch can be reached, and
    /// appends those that this decides. Gives the effort.
    fn expand(
        &self,
        telling: Telling<'_>,
        batch: &[u32],
        found: &mut Vec<u32>,
    ) -> Result<u64, Self::Fault>;
}

/// Decides every position, from the ends backward.
///
/// `words` holds the ends, decided in 0 plies, and else the counts of options.
/// Half a byte a position is held while it works. When it is stopped, the
/// words that are decided are right.
pub(super) fn settle<E: Expand>(
    words: Vec<Word>,
    source: &E,
    meter: &mut Meter,
) -> (Vec<Word>, Result<(), E::Fault>) {
    let few = (words.len() / 16).max(1 << 12);
    let bytes = few as u64 * 8;
    if let Err(stop) = meter.hold(bytes) {
        return (words, Err(stop.into()));
    }
    let words: Vec<_> = words.into_iter().map(|word| AtomicU32::new(word.0)).collect();
    let mut sweep = Sweep { words: &words, source, few, now: Vec::new(), next: Some(Vec::new()) };
    let settled =
        sweep.spread(Spread::Forced, meter).and_then(|()| sweep.spread(Spread::Ties, meter));
    meter.release(bytes);
    // What is undecided is a draw only if nothing was left to tell it.
    let draw = |word: Word| if settled.is_ok() { word.settled() } else { word };
    let words = words.into_iter().map(|word| draw(Word(word.into_inner()))).collect();
    (words, settled)
}

/// What is spread from options to the positions that have them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spread {
    /// Wins and losses.
    Forced,
    /// Ties, once nothing more is won or lost.
    Ties,
}

impl Spread {
    fn is_of(self, outcome: Outcome) -> bool {
        match self {
            Spread::Forced => matches!(outcome, Outcome::Win | Outcome::Loss),
            Spread::Ties => outcome == Outcome::Tie,
        }
    }
}

struct Sweep<'s, E> {
    words: &'s [AtomicU32],
    source: &'s E,
    /// The most positions that are listed.
    few: usize,
    /// Positions of the remoteness that is being expanded, if they are few.
    now: Vec<u32>,
    /// Those found, which have the next one; `None` when they are not few. Then
    /// they are looked up among the words, all of which takes no longer than
    /// 16 of them at a time.
    next: Option<Vec<u32>>,
}

impl<E: Expand> Sweep<'_, E> {
    /// Decides all that follows from the positions decided in 0 plies.
    fn spread(&mut self, spread: Spread, meter: &mut Meter) -> Result<(), E::Fault> {
        let telling = Telling { words: self.words, spread };
        let batch = BATCH * self.source.threads();
        let mut remoteness = 0;
        // Ends are looked up too.
        let mut listed = false;
        loop {
            self.next = Some(Vec::new());
            let mut any = false;
            if listed {
                let now = std::mem::take(&mut self.now);
                for part in now.chunks(batch) {
                    any |= self.expand(telling, part, meter)?;
                }
            } else {
                let mut part = Vec::new();
                for begin in (0..self.words.len()).step_by(batch) {
                    let range = begin..self.words.len().min(begin + batch);
                    meter.spend(range.len() as u64 / 16)?;
                    telling.look_up(range, remoteness, &mut part);
                    any |= self.expand(telling, &part, meter)?;
                    part.clear();
                }
            }
            if !any {
                return Ok(());
            }
            remoteness += 1;
            let next = self.next.take();
            listed = next.is_some();
            self.now = next.unwrap_or_default();
        }
    }

    /// Expands a batch and lists what it finds; is that anything?
    fn expand(
        &mut self,
        telling: Telling<'_>,
        batch: &[u32],
        meter: &mut Meter,
    ) -> Result<bool, E::Fault> {
        if batch.is_empty() {
            return Ok(false);
        }
        let mut found = Vec::new();
        meter.spend(self.source.expand(telling, batch, &mut found)?)?;
        self.next = self.next.take().filter(|next| next.len() + found.len() <= self.few);
        if let Some(next) = &mut self.next {
            next.append(&mut found);
            return Ok(!next.is_empty());
        }
        Ok(true)
    }
}

/// Tells positions what their options are worth.
#[derive(Clone, Copy)]
pub(super) struct Telling<'w> {
    words: &'w [AtomicU32],
    spread: Spread,
}

impl Telling<'_> {
    fn word(&self, position: u32) -> Word {
        Word(self.words[position as usize].load(Ordering::Relaxed))
    }

    /// Appends the positions of a range that have this remoteness.
    fn look_up(&self, range: Range<usize>, remoteness: u32, into: &mut Vec<u32>) {
        let words = range.clone().zip(&self.words[range]);
        into.extend(words.filter_map(|(position, word)| {
            let word = Word(word.load(Ordering::Relaxed));
            let is_it = word.count() == remoteness && self.spread.is_of(word.outcome());
            is_it.then_some(position as u32)
        }));
    }

    /// Tells all from where the positions of a batch can be reached. `SHARED`
    /// where other threads do so too.
    pub(super) fn tell<B: Before, const SHARED: bool>(
        self,
        before: &B,
        batch: &[u32],
        found: &mut Vec<u32>,
    ) -> Result<u64, B::Fault> {
        let mut effort = 0;
        let mut buffer = B::Buffer::default();
        for &position in batch {
            let word = self.word(position);
            let remoteness = word.count() + 1;
            effort += before.before(self.words, position, &mut buffer, |from, keeps_turn| {
                let won = keeps_turn == (word.outcome() == Outcome::Win);
                let told = |before: Word| match self.spread {
                    Spread::Ties => Word::decided(Outcome::Tie, remoteness),
                    Spread::Forced if won => Word::decided(Outcome::Win, remoteness),
                    Spread::Forced if before.count() <= 1 => {
                        Word::decided(Outcome::Loss, remoteness)
                    }
                    Spread::Forced => Word(before.0 - Word::ONE),
                };
                if change::<SHARED>(&self.words[from as usize], told) {
                    found.push(from);
                }
            })?;
        }
        Ok(effort)
    }
}

/// Changes a word that is undecided; does that decide it? Of several threads
/// that tell a position at once, one decides it.
#[inline]
fn change<const SHARED: bool>(word: &AtomicU32, told: impl Fn(Word) -> Word) -> bool {
    let mut before = Word(word.load(Ordering::Relaxed));
    loop {
        if !before.is_undecided() {
            return false;
        }
        let after = told(before);
        if !SHARED {
            word.store(after.0, Ordering::Relaxed);
            return !after.is_undecided();
        }
        match word.compare_exchange_weak(before.0, after.0, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return !after.is_undecided(),
            Err(now) => before = Word(now),
        }
    }
}

/// Does each piece of work in a thread of its own; the results in order.
pub(super) fn in_threads<W: Send, R: Send>(
    work: impl IntoIterator<Item = W>,
    each: impl Fn(W) -> R + Sync,
) -> Vec<R> {
    let each = &each;
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            work.into_iter().map(|work| scope.spawn(move || each(work))).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined
            .map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// [`Expand::expand`] with several threads.
pub(super) fn tell_in_threads<B: Before + Sync>(
    before: &B,
    threads: usize,
    telling: Telling<'_>,
    batch: &[u32],
    found: &mut Vec<u32>,
) -> Result<u64, B::Fault>
where
    B::Fault: Send,
{
    if threads == 1 || batch.len() < WORTH_A_THREAD {
        return telling.tell::<B, false>(before, batch, found);
    }
    let parts = batch.chunks(batch.len().div_ceil(threads));
    let told = in_threads(parts, |part| {
        let mut found = Vec::new();
        telling.tell::<B, true>(before, part, &mut found).map(|effort| (effort, found))
    });
    let mut effort = 0;
    for told in told {
        let (more, mut others) = told?;
        effort += more;
        found.append(&mut others);
    }
    Ok(effort)
}
