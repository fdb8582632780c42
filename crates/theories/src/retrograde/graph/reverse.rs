use perfectplay_game::{Meter, Stop};

use super::positions::{Entry, PositionGraph, Step};

/// The options turned round: from where each position can be reached.
pub(super) struct Reverse {
    /// The entries of position p are those from `offsets[p]` to
    /// `offsets[p + 1]`.
    offsets: Vec<u32>,
    entries: Vec<Entry>,
}

impl Reverse {
    /// Bytes of the arrays for a graph.
    pub(super) fn bytes(graph: &PositionGraph) -> u64 {
        (u64::from(graph.positions()) + 1 + graph.options()) * 4
    }

    /// Time O(positions + options): two passes over the options. The caller
    /// announces [`Reverse::bytes`].
    pub(super) fn new(graph: &PositionGraph, meter: &mut Meter) -> Result<Self, Stop> {
        let positions = graph.positions();
        let mut offsets = vec![0u32; positions as usize + 1];
        for from in 0..positions {
            meter.spend(1)?;
            graph.steps(from).for_each(|step| offsets[step.to as usize] += 1);
        }
        // Each offset is the end of its entries, and walks back to their
        // start while they are filled in.
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let mut entries = vec![Entry(0); graph.options() as usize];
        for from in (0..positions).rev() {
            let steps = graph.steps(from);
            meter.spend(steps.len() as u64)?;
            for Step { to, keeps_turn } in steps {
                let place = &mut offsets[to as usize];
                *place -= 1;
                entries[*place as usize] = Entry::step(Step { to: from, keeps_turn });
            }
        }
        Ok(Reverse { offsets, entries })
    }

    #[inline]
    pub(super) fn of(&self, position: u32) -> &[Entry] {
        let at = position as usize;
        &self.entries[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }
}
