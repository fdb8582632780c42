use std::sync::atomic::AtomicU32;

use perfectplay_game::{Meter, Stop};

use super::positions::{Entry, PositionGraph, Step};
use crate::retrograde::sweep::{Before, Expand, MOST_THREADS, Telling, tell_in_threads};

/// The options turned round: from where each position can be reached.
pub(in crate::retrograde) struct Reverse {
    /// The entries of position p are those from `offsets[p]` to
    /// `offsets[p + 1]`.
    offsets: Vec<u32>,
    entries: Vec<Entry>,
}

/// Turns options round, one at a time, once it is known how many lead to each
/// position.
pub(in crate::retrograde) struct Turning {
    /// Where the entries of each position that are filled in begin: first the
    /// end of all, in the end their start.
    offsets: Vec<u32>,
    entries: Vec<Entry>,
    spoiled: bool,
}

/// No option: its mark of an ended position is set.
const EMPTY: Entry = Entry(u32::MAX);

impl Turning {
    /// `leading[p]` options lead to position p. Their sum is below 2^32.
    pub(in crate::retrograde) fn new(mut leading: Vec<u32>) -> Self {
        let mut end = 0;
        for count in &mut leading {
            end += *count;
            *count = end;
        }
        leading.push(end);
        Turning { offsets: leading, entries: vec![EMPTY; end as usize], spoiled: false }
    }

    /// Takes an option in.
    #[inline]
    pub(in crate::retrograde) fn take(&mut self, from: u32, Step { to, keeps_turn }: Step) {
        let offset = &mut self.offsets[to as usize];
        *offset = offset.wrapping_sub(1);
        match self.entries.get_mut(*offset as usize) {
            Some(entry) if *entry == EMPTY => {
                *entry = Entry::step(Step { to: from, keeps_turn });
            }
            _ => self.spoiled = true,
        }
    }

    /// All options turned round; `None` if they were not as many, or not to
    /// the same positions, as was said.
    pub(in crate::retrograde) fn finish(self) -> Option<Reverse> {
        // Each place was filled once, and no list reaches into another.
        let steady = !self.spoiled
            && self.entries.iter().all(|entry| *entry != EMPTY)
            && self.offsets.first().is_none_or(|first| *first == 0)
            && self.offsets.is_sorted();
        steady.then_some(Reverse { offsets: self.offsets, entries: self.entries })
    }
}

impl Reverse {
    /// Bytes of the arrays for so many positions and options.
    pub(in crate::retrograde) fn bytes(positions: u32, options: u64) -> u64 {
        (u64::from(positions) + 1 + options) * 4
    }

    /// Time O(positions + options): two passes over the options. The caller
    /// announces [`Reverse::bytes`].
    pub(super) fn new(graph: &PositionGraph, meter: &mut Meter) -> Result<Self, Stop> {
        let positions = graph.positions();
        let mut leading = Vec::with_capacity(positions as usize + 1);
        leading.resize(positions as usize, 0);
        for from in 0..positions {
            meter.spend(1)?;
            graph.steps(from).for_each(|step| leading[step.to as usize] += 1);
        }
        let mut turning = Turning::new(leading);
        for from in 0..positions {
            let steps = graph.steps(from);
            meter.spend(steps.len() as u64)?;
            steps.for_each(|step| turning.take(from, step));
        }
        Ok(Reverse { offsets: turning.offsets, entries: turning.entries })
    }
}

/// Options turned round, and how many threads spread what is found.
pub(in crate::retrograde) struct Turned<'r> {
    pub(in crate::retrograde) reverse: &'r Reverse,
    pub(in crate::retrograde) threads: usize,
}

impl Before for Turned<'_> {
    type Fault = Stop;
    type Buffer = ();

    #[inline]
    fn before(
        &self,
        _words: &[AtomicU32],
        position: u32,
        (): &mut (),
        mut each: impl FnMut(u32, bool),
    ) -> Result<u64, Stop> {
        let Reverse { offsets, entries } = self.reverse;
        let at = position as usize;
        let entries = &entries[offsets[at] as usize..offsets[at + 1] as usize];
        for entry in entries {
            let Step { to: from, keeps_turn } = entry.as_step();
            each(from, keeps_turn);
        }
        Ok(entries.len() as u64 + 1)
    }
}

impl Expand for Turned<'_> {
    fn threads(&self) -> usize {
        self.threads.clamp(1, MOST_THREADS)
    }

    fn expand(
        &self,
        telling: Telling<'_>,
        batch: &[u32],
        found: &mut Vec<u32>,
    ) -> Result<u64, Stop> {
        tell_in_threads(self, self.threads(), telling, batch, found)
    }
}
