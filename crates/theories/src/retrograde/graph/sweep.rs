use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_game::{Meter, Outcome, Stop};

use super::positions::Step;
use super::reverse::Reverse;
use crate::retrograde::standing::Word;

/// Positions that one thread expands between two looks at the meter.
const BATCH: usize = 1 << 15;

/// Positions that are worth starting a thread for.
const WORTH_A_THREAD: usize = 1 << 11;

/// The most threads that work on one sweep.
const MOST_THREADS: usize = 256;

/// Decides every position by the options turned round, from the ends backward.
///
/// `words` holds the ends, decided in 0 plies, and else the counts of options.
/// 4 bytes a position are held while it works. When it is stopped, the words
/// that are decided are right.
pub(in crate::retrograde) fn settle(
    words: Vec<Word>,
    reverse: &Reverse,
    threads: usize,
    meter: &mut Meter,
) -> (Vec<Word>, Result<(), Stop>) {
    let bytes = words.len() as u64 * 4;
    if let Err(stop) = meter.hold(bytes) {
        return (words, Err(stop));
    }
    let threads = threads.clamp(1, MOST_THREADS);
    let words = words.into_iter().map(|word| AtomicU32::new(word.0)).collect();
    let sweep = Sweep { words, reverse, threads };
    let settled = sweep.settle(meter);
    meter.release(bytes);
    // What is undecided is a draw only if nothing was left to tell it.
    let draw = |word: Word| if settled.is_ok() { word.settled() } else { word };
    let words = sweep.words.into_iter().map(|word| draw(Word(word.into_inner()))).collect();
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

/// Works backward from decided positions, one ply at a time.
///
/// Positions enter the queue in the order of their remoteness: those that are
/// seeded have 0, and what is decided by expanding one of remoteness r has
/// r + 1. So the first option found that wins is the shortest win, and the
/// last that is found to be bad is the longest loss.
struct Sweep<'g> {
    words: Vec<AtomicU32>,
    reverse: &'g Reverse,
    threads: usize,
}

impl Sweep<'_> {
    fn settle(&self, meter: &mut Meter) -> Result<(), Stop> {
        let mut queue = Vec::with_capacity(self.words.len());
        for (spread, seeds) in [
            (Spread::Forced, &[Outcome::Loss, Outcome::Win][..]),
            // Nothing but ends is a tie so far.
            (Spread::Ties, &[Outcome::Tie][..]),
        ] {
            queue.clear();
            let outcome = |word: &AtomicU32| Word(word.load(Ordering::Relaxed)).outcome();
            let seeded =
                self.words.iter().enumerate().filter(|(_, at)| seeds.contains(&outcome(at)));
            queue.extend(seeded.map(|(position, _)| position as u32));
            meter.spend(self.words.len() as u64)?;
            self.run(spread, &mut queue, meter)?;
        }
        Ok(())
    }

    /// Decides all that follows from the positions in `queue`, which all have
    /// remoteness 0. The queue has room for every position.
    fn run(&self, spread: Spread, queue: &mut Vec<u32>, meter: &mut Meter) -> Result<(), Stop> {
        let mut begin = 0;
        let mut found = Vec::new();
        while begin < queue.len() {
            // No batch reaches beyond what is queued now, all of which is
            // expanded before anything that it finds: the order holds.
            let end = queue.len().min(begin + BATCH * self.threads);
            let batch = &queue[begin..end];
            let looked_at = if self.threads == 1 || batch.len() < WORTH_A_THREAD {
                self.expand::<false>(spread, batch, &mut found)
            } else {
                self.share(spread, batch, &mut found)
            };
            begin = end;
            queue.append(&mut found);
            meter.spend(looked_at)?;
        }
        Ok(())
    }

    /// Expands a batch with several threads.
    fn share(&self, spread: Spread, batch: &[u32], found: &mut Vec<u32>) -> u64 {
        let part = batch.len().div_ceil(self.threads);
        std::thread::scope(|scope| {
            let work = |part| {
                let mut found = Vec::new();
                let looked_at = self.expand::<true>(spread, part, &mut found);
                (looked_at, found)
            };
            let workers: Vec<_> =
                batch.chunks(part).map(|part| scope.spawn(move || work(part))).collect();
            let mut looked_at = 0;
            for worker in workers {
                match worker.join() {
                    Ok((steps, mut others)) => {
                        looked_at += steps;
                        found.append(&mut others);
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            looked_at
        })
    }

    /// Tells the positions that have an option to one of the batch; appends
    /// those that it decides. Gives the number of options looked at.
    fn expand<const SHARED: bool>(
        &self,
        spread: Spread,
        batch: &[u32],
        found: &mut Vec<u32>,
    ) -> u64 {
        let mut looked_at = 0;
        for &position in batch {
            let word = Word(self.words[position as usize].load(Ordering::Relaxed));
            let remoteness = word.count() + 1;
            let entries = self.reverse.of(position);
            looked_at += entries.len() as u64 + 1;
            for entry in entries {
                let Step { to: from, keeps_turn } = entry.as_step();
                let won = keeps_turn == (word.outcome() == Outcome::Win);
                let told = |before: Word| match spread {
                    Spread::Ties => Word::decided(Outcome::Tie, remoteness),
                    Spread::Forced if won => Word::decided(Outcome::Win, remoteness),
                    Spread::Forced if before.count() == 1 => {
                        Word::decided(Outcome::Loss, remoteness)
                    }
                    Spread::Forced => Word(before.0 - Word::ONE),
                };
                if change::<SHARED>(&self.words[from as usize], told) {
                    found.push(from);
                }
            }
        }
        looked_at
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
