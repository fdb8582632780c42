//! Ply by ply from the ends, positions being numbered by the game.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_game::{Meter, Options, Outcome, Ranks};

use crate::retrograde::Error;
use crate::retrograde::graph::{Reverse, Step, Turned, Turning};
use crate::retrograde::standing::Word;
use crate::retrograde::sweep::{Before, Expand, Telling, in_threads, settle, tell_in_threads};

/// Ranks that one thread looks at between two looks at the meter.
const BATCH: u32 = 1 << 15;

/// The positions of a game, by their ranks.
pub(super) struct Source<'g, G> {
    pub(super) game: &'g G,
    pub(super) positions: u32,
}

/// The words of a range of ranks before anything is known, or the options.
pub(super) struct Listed {
    words: Vec<Word>,
    steps: Vec<Step>,
}

/// Lists ranges of ranks and spreads what is found, perhaps in several threads.
pub(super) trait Work: Expand<Fault = Error> {
    fn positions(&self) -> u32;
    fn tells(&self) -> bool;

    /// Ranges one after the other; with the options, where they are wanted.
    fn listed(&self, ranges: Vec<Range<u32>>, steps: bool) -> Vec<Result<Listed, Error>>;
}

/// The words of a game. Where work stops, those that are decided are right.
pub(super) fn solve<W: Work>(work: &W, meter: &mut Meter) -> (Vec<Word>, Result<(), Error>) {
    let bytes = u64::from(work.positions()) * 4;
    if let Err(stop) = meter.hold(bytes) {
        return (Vec::new(), Err(stop.into()));
    }
    let mut words = Vec::with_capacity(work.positions() as usize);
    if work.tells() {
        let listed = each_batch(work, meter, false, |_, listed| words.extend(listed.words));
        return match listed {
            Ok(()) => settle(words, work, meter),
            Err(why) => (words, Err(why)),
        };
    }
    match turn(work, &mut words, meter) {
        Ok((reverse, bytes)) => {
            let turned = Turned { reverse: &reverse, threads: work.threads() };
            let (words, settled) = settle(words, &turned, meter);
            meter.release(bytes);
            (words, settled.map_err(Error::from))
        }
        Err(why) => (words, Err(why)),
    }
}

/// Turns the options of all positions round; gives the bytes held for them.
fn turn<W: Work>(
    work: &W,
    words: &mut Vec<Word>,
    meter: &mut Meter,
) -> Result<(Reverse, u64), Error> {
    let positions = work.positions();
    let held = meter.held();
    let turned = (|| {
        meter.hold(Reverse::bytes(positions, 0))?;
        let mut leading = Vec::with_capacity(positions as usize + 1);
        leading.resize(positions as usize, 0u32);
        let mut options = 0;
        each_batch(work, meter, true, |_, listed| {
            words.extend(listed.words);
            options += listed.steps.len() as u64;
            // Wraps only where the sum is refused below.
            listed.steps.iter().for_each(|step| {
                let place = &mut leading[step.to as usize];
                *place = place.wrapping_add(1);
            });
        })?;
        if options > u64::from(u32::MAX) {
            return Err(Error::TooLarge { what: "it has more than 2^32 options" });
        }
        meter.hold(options * 4)?;
        let mut turning = Turning::new(leading);
        each_batch(work, meter, true, |from, listed| {
            let mut steps = listed.steps.into_iter();
            for (from, word) in (from..).zip(listed.words) {
                let own =
                    if word.is_undecided() && word != Word::NO_POSITION { word.count() } else { 0 };
                steps.by_ref().take(own as usize).for_each(|step| turning.take(from, step));
            }
        })?;
        turning.finish().ok_or(Error::Unsteady)
    })();
    let bytes = meter.held() - held;
    if turned.is_err() {
        meter.release(bytes);
    }
    Ok((turned?, bytes))
}

/// Lists all ranks in batches; `each` gets the first rank of each and what was
/// listed.
fn each_batch<W: Work>(
    work: &W,
    meter: &mut Meter,
    steps: bool,
    mut each: impl FnMut(u32, Listed),
) -> Result<(), Error> {
    let (mut next, positions) = (0u32, work.positions());
    while next < positions {
        let mut ranges = Vec::new();
        while next < positions && ranges.len() < work.threads() {
            let end = positions.min(next + BATCH);
            ranges.push(next..end);
            next = end;
        }
        let firsts: Vec<_> = ranges.iter().map(|range| range.start).collect();
        for (first, listed) in firsts.into_iter().zip(work.listed(ranges, steps)) {
            let listed = listed?;
            let count = |word: &Word| match word.is_undecided() && *word != Word::NO_POSITION {
                true => u64::from(word.count()) + 1,
                false => 1,
            };
            meter.spend(listed.words.iter().map(count).sum())?;
            each(first, listed);
        }
    }
    Ok(())
}

impl<G: Ranks> Source<'_, G> {
    /// Does the game tell from where a position can be reached?
    pub(super) fn tells(&self) -> bool {
        self.game.before(&self.game.start(), &mut Vec::new())
    }

    fn rank(&self, position: &G::Position, seen_at: u64) -> Result<u32, Error> {
        let rank = u32::try_from(self.game.rank(position)).ok();
        rank.filter(|rank| *rank < self.positions).ok_or(Error::Unlawful {
            rank: seen_at,
            what: "an option from it or to it has a rank that is none",
        })
    }

    fn list(&self, range: Range<u32>, steps: bool) -> Result<Listed, Error> {
        let mut listed = Listed { words: Vec::with_capacity(range.len()), steps: Vec::new() };
        let mut options: Options<G> = Vec::new();
        for rank in range.map(u64::from) {
            let Some(position) = self.game.unrank(rank) else {
                listed.words.push(Word::NO_POSITION);
                continue;
            };
            self.game.options(&position, &mut options);
            if options.is_empty() {
                let ending = self.game.ending(&position);
                if ending == Outcome::Draw {
                    return Err(Error::EndsInDraw);
                }
                listed.words.push(Word::decided(ending, 0));
                continue;
            }
            let count = u32::try_from(options.len()).ok().filter(|count| *count < Word::LIMIT - 1);
            let count = count.ok_or(Error::TooLarge { what: "a position has 2^30 options" })?;
            listed.words.push(Word::undecided(count));
            if steps {
                let mover = self.game.mover(&position);
                for (_, to) in &options {
                    let keeps_turn = self.game.mover(to) == mover;
                    listed.steps.push(Step { to: self.rank(to, rank)?, keeps_turn });
                }
            }
            options.clear();
        }
        Ok(listed)
    }
}

impl<G: Ranks> Before for Source<'_, G> {
    type Fault = Error;
    type Buffer = Vec<G::Position>;

    #[inline]
    fn before(
        &self,
        words: &[AtomicU32],
        position: u32,
        buffer: &mut Self::Buffer,
        mut each: impl FnMut(u32, bool),
    ) -> Result<u64, Error> {
        let rank = u64::from(position);
        let broken = |what| Error::Unlawful { rank, what };
        let to = self.game.unrank(rank).ok_or(Error::Unsteady)?;
        buffer.clear();
        self.game.before(&to, buffer);
        let mover = self.game.mover(&to);
        for from in &*buffer {
            let rank = self.rank(from, rank)?;
            if words[rank as usize].load(Ordering::Relaxed) == Word::NO_POSITION.0 {
                return Err(broken("what is before it has a rank without a position"));
            }
            each(rank, self.game.mover(from) == mover);
        }
        Ok(buffer.len() as u64 + 1)
    }
}

/// One thread.
pub(super) struct Alone<'g, G>(pub(super) Source<'g, G>);

/// Several threads.
pub(super) struct Shared<'g, G> {
    pub(super) source: Source<'g, G>,
    pub(super) threads: usize,
}

impl<G: Ranks> Before for Alone<'_, G> {
    type Fault = Error;
    type Buffer = Vec<G::Position>;

    #[inline]
    fn before(
        &self,
        words: &[AtomicU32],
        position: u32,
        buffer: &mut Self::Buffer,
        each: impl FnMut(u32, bool),
    ) -> Result<u64, Error> {
        self.0.before(words, position, buffer, each)
    }
}

impl<G: Ranks> Expand for Alone<'_, G> {
    fn threads(&self) -> usize {
        1
    }

    fn expand(
        &self,
        telling: Telling<'_>,
        batch: &[u32],
        found: &mut Vec<u32>,
    ) -> Result<u64, Error> {
        telling.tell::<_, false>(&self.0, batch, found)
    }
}

impl<G: Ranks> Work for Alone<'_, G> {
    fn positions(&self) -> u32 {
        self.0.positions
    }

    fn tells(&self) -> bool {
        self.0.tells()
    }

    fn listed(&self, ranges: Vec<Range<u32>>, steps: bool) -> Vec<Result<Listed, Error>> {
        ranges.into_iter().map(|range| self.0.list(range, steps)).collect()
    }
}

impl<G: Ranks> Before for Shared<'_, G> {
    type Fault = Error;
    type Buffer = Vec<G::Position>;

    #[inline]
    fn before(
        &self,
        words: &[AtomicU32],
        position: u32,
        buffer: &mut Self::Buffer,
        each: impl FnMut(u32, bool),
    ) -> Result<u64, Error> {
        self.source.before(words, position, buffer, each)
    }
}

impl<G: Ranks + Sync> Expand for Shared<'_, G> {
    fn threads(&self) -> usize {
        self.threads
    }

    fn expand(
        &self,
        telling: Telling<'_>,
        batch: &[u32],
        found: &mut Vec<u32>,
    ) -> Result<u64, Error> {
        tell_in_threads(&self.source, self.threads, telling, batch, found)
    }
}

impl<G: Ranks + Sync> Work for Shared<'_, G> {
    fn positions(&self) -> u32 {
        self.source.positions
    }

    fn tells(&self) -> bool {
        self.source.tells()
    }

    fn listed(&self, ranges: Vec<Range<u32>>, steps: bool) -> Vec<Result<Listed, Error>> {
        in_threads(ranges, |range| self.source.list(range, steps))
    }
}
