use std::hash::BuildHasherDefault;

use indexmap::IndexSet;
use perfectplay_game::{Expansion, Meter, Outcome, RulesError, Stop, StopReason, Tabular};
use rustc_hash::FxHasher;

/// Why listing positions ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// At a limit: what is listed stands.
    Stopped(Stop),
    /// The rules fail.
    Rules(RulesError),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stopped(stop)
    }
}

impl From<RulesError> for Halt {
    fn from(error: RulesError) -> Self {
        Halt::Rules(error)
    }
}

/// Numbered positions, in the order in which play from the roots meets them,
/// with the options of all that have been expanded.
///
/// ```text
/// positions     0    1    2    3    4   | met, not expanded yet
/// option_ends   2    3    3  |
/// part_ends     1 2  3                    (only where positions split)
/// parts         1 2  4                    top bit: the mover stays the same
/// ```
///
/// An option leads to one part, unless the game declares that positions split.
#[derive(Clone, Debug)]
pub struct Table<P> {
    positions: IndexSet<P, BuildHasherDefault<FxHasher>>,
    option_ends: Vec<u32>,
    part_ends: Option<Vec<u32>>,
    parts: Vec<u32>,
    points: Option<Vec<u64>>,
    endings: Vec<Outcome>,
}

const STAYS: u32 = 1 << 31;

/// Positions that are expanded in one call of the rules, for each thread.
const BATCH: usize = 1 << 10;

/// Options that are held at once, beside the table, for all threads.
const AT_ONCE: usize = 1 << 18;

/// One option of a position in a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<'t> {
    parts: &'t [u32],
    /// The points that it pays to who makes it.
    pub points: u64,
}

impl Edge<'_> {
    /// The numbers of the parts that it leads to.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.parts.iter().map(|part| part & !STAYS)
    }

    /// Where it leads, in a game that does not split.
    pub fn to(&self) -> u32 {
        self.parts.first().map_or(0, |part| part & !STAYS)
    }

    /// Is the mover there the mover here?
    pub fn mover_stays(&self) -> bool {
        self.parts.first().is_some_and(|part| part & STAYS != 0)
    }
}

impl<P: Clone + Eq + std::hash::Hash + Send + Sync> Table<P> {
    /// A table without positions; `splits` and `points` as the game declares.
    pub fn new(splits: bool, points: bool) -> Self {
        Table {
            positions: IndexSet::default(),
            option_ends: Vec::new(),
            part_ends: splits.then(Vec::new),
            parts: Vec::new(),
            points: points.then(Vec::new),
            endings: Vec::new(),
        }
    }

    /// How many positions have been met.
    pub fn met(&self) -> usize {
        self.positions.len()
    }

    /// How many have been expanded: all that have been met, unless a limit
    /// came first.
    pub fn expanded(&self) -> usize {
        self.endings.len()
    }

    /// How many options the expanded ones have.
    pub fn options(&self) -> usize {
        self.part_ends.as_ref().map_or(self.parts.len(), Vec::len)
    }

    /// The number of a canonical position.
    pub fn number(&self, position: &P) -> Option<u32> {
        // Fits: `meet` lets no more in.
        self.positions.get_index_of(position).map(|at| at as u32)
    }

    /// The position of that number.
    pub fn position(&self, number: u32) -> Option<&P> {
        self.positions.get_index(number as usize)
    }

    /// What an expanded position without options is worth to its mover.
    pub fn ending(&self, number: u32) -> Option<Outcome> {
        self.endings.get(number as usize).copied()
    }

    /// The options of a position; none where it is not expanded.
    pub fn edges(&self, number: u32) -> impl ExactSizeIterator<Item = Edge<'_>> {
        let number = number as usize;
        let end_of = |ends: &[u32], at: usize| match at.checked_sub(1) {
            Some(before) => ends.get(before).map_or(0, |&end| end as usize),
            None => 0,
        };
        let end = self.option_ends.get(number).map_or(0, |&end| end as usize);
        let start = end_of(&self.option_ends, number).min(end);
        (start..end).map(move |option| {
            let parts = match &self.part_ends {
                None => option..option + 1,
                Some(ends) => end_of(ends, option)..ends[option] as usize,
            };
            let points = self.points.as_ref().map_or(0, |points| points[option]);
            Edge { parts: &self.parts[parts], points }
        })
    }

    /// Meets a position; gives its number.
    pub(crate) fn meet<G: Tabular<Position = P>>(
        &mut self,
        rules: &G,
        position: P,
        meter: &mut Meter,
    ) -> Result<u32, Stop> {
        if let Some(number) = self.positions.get_index_of(&position) {
            return Ok(number as u32);
        }
        // Numbers have 31 bits.
        let count = self.positions.len() as u64 + 1;
        if count >= u64::from(STAYS) {
            let reason = StopReason::Positions { limit: u64::from(STAYS) - 1 };
            return Err(Stop { reason, spent: meter.spent() });
        }
        meter.list(count)?;
        // The entry with its hash, a slot of the index, an end and an ending.
        let size = size_of::<P>() + rules.heap_bytes(&position) + 8 + 10 + 5;
        meter.hold(size as u64)?;
        Ok(self.positions.insert_full(position).0 as u32)
    }

    /// Lists all that play from the positions met so far can meet.
    ///
    /// `pause` is called between batches, with the table in a state to keep.
    pub(crate) fn explore<G: Tabular<Position = P> + Sync, E: From<Halt>>(
        &mut self,
        rules: &G,
        threads: usize,
        meter: &mut Meter,
        mut pause: impl FnMut(&G, &Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut expansions: Vec<Expansion<P>> = Vec::new();
        // Options are collected before they are counted: few positions at
        // first, and never many that have many options.
        let mut room = 1;
        while self.expanded() < self.met() {
            let from = self.expanded();
            let many = (self.met() - from).min(room);
            let batch = &self.positions.as_slice()[from..from + many];
            let batch: Vec<P> = batch.iter().cloned().collect();
            let chunk = many.div_ceil(threads.max(1)).max(64);
            let chunks = many.div_ceil(chunk);
            expansions.resize_with(chunks.max(expansions.len()), Expansion::default);
            expand(rules, &batch, chunk, &mut expansions).map_err(|error| E::from(error.into()))?;
            let parts: usize = expansions[..chunks].iter().map(Expansion::parts).sum();
            for expansion in &expansions[..chunks] {
                self.take(rules, expansion, meter)?;
            }
            let fitting = AT_ONCE / (parts / many + 1);
            room = fitting.clamp(1, (2 * room).min(BATCH * threads.max(1)));
            meter.progress(self.expanded() as u64, self.met() as u64);
            pause(rules, self)?;
        }
        Ok(())
    }

    /// Enters the options of the next positions; at a limit those of whole
    /// positions.
    fn take<G: Tabular<Position = P>>(
        &mut self,
        rules: &G,
        expansion: &Expansion<P>,
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        for at in 0..expansion.len() {
            let (parts, options) = (self.parts.len(), self.options());
            let entered = self.enter(rules, expansion, at, meter);
            if entered.is_err() {
                self.parts.truncate(parts);
                if let Some(ends) = &mut self.part_ends {
                    ends.truncate(options);
                }
                if let Some(points) = &mut self.points {
                    points.truncate(options);
                }
                return entered;
            }
            self.option_ends.push(self.options() as u32);
            self.endings.push(expansion.ending(at).unwrap_or(Outcome::Loss));
        }
        Ok(())
    }

    fn enter<G: Tabular<Position = P>>(
        &mut self,
        rules: &G,
        expansion: &Expansion<P>,
        at: usize,
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        let options = expansion.options(at);
        meter.spend(options.len() as u64 + 1)?;
        for option in options {
            let bytes =
                option.parts.len() as u64 * 4 + 4 + if self.points.is_some() { 8 } else { 0 };
            meter.hold(bytes)?;
            // Ends are 32 bits wide.
            if self.parts.len() + option.parts.len() >= u32::MAX as usize {
                meter.hold(u64::MAX)?;
            }
            if self.part_ends.is_none() && option.parts.len() != 1 {
                let what =
                    "an option leads to several parts, and nothing says that positions split";
                return Err(RulesError::new(what).into());
            }
            let stays = if option.keeps_turn { STAYS } else { 0 };
            for part in option.parts {
                let number = self.meet(rules, part.clone(), meter)?;
                self.parts.push(number | stays);
            }
            if let Some(ends) = &mut self.part_ends {
                ends.push(self.parts.len() as u32);
            }
            if let Some(points) = &mut self.points {
                points.push(option.points);
            }
        }
        Ok(())
    }

    /// Enters the row of the next position from outside: numbers of positions
    /// already met. Used for what was kept.
    pub(crate) fn restore<'r>(
        &mut self,
        options: impl Iterator<Item = (&'r [u32], bool, u64)>,
        ending: Outcome,
    ) {
        for (parts, stays, points) in options {
            let stays = if stays { STAYS } else { 0 };
            self.parts.extend(parts.iter().map(|part| part | stays));
            if let Some(ends) = &mut self.part_ends {
                ends.push(self.parts.len() as u32);
            }
            if let Some(all) = &mut self.points {
                all.push(points);
            }
        }
        self.option_ends.push(self.options() as u32);
        self.endings.push(ending);
    }
}

/// Expands `batch` in chunks, each by a thread of its own.
fn expand<G: Tabular + Sync>(
    rules: &G,
    batch: &[G::Position],
    chunk: usize,
    into: &mut [Expansion<G::Position>],
) -> Result<(), RulesError>
where
    G::Position: Send + Sync,
{
    let fill = |chunk: &[G::Position], into: &mut Expansion<G::Position>| {
        into.clear();
        rules.expand(chunk, into)
    };
    if batch.len() <= chunk {
        return fill(batch, &mut into[0]);
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = batch
            .chunks(chunk)
            .zip(into)
            .map(|(chunk, into)| scope.spawn(move || fill(chunk, into)))
            .collect();
        // The first failure in the order of the positions, on any machine.
        let mut done = Ok(());
        for worker in workers {
            match worker.join() {
                Ok(filled) => done = done.and(filled),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    })
}
