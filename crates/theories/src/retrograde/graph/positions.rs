use perfectplay_game::Outcome;

use crate::retrograde::room::bytes_of;

/// An option: the position that it leads to, and whether the turn passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the position that the option leads to.
    pub to: u32,
    /// Is the mover there the mover here?
    pub keeps_turn: bool,
}

impl Step {
    /// An option after which the opponent moves.
    pub fn passing(to: u32) -> Self {
        Step { to, keeps_turn: false }
    }

    /// An option after which the same player moves again.
    pub fn staying(to: u32) -> Self {
        Step { to, keeps_turn: true }
    }
}

/// An option, or how play has ended, in one number.
///
/// ```text
/// bit 31     the mover stays the same
/// bit 30     play has ended; bits 0-1 say how for the mover:
///            0 loss, 1 tie, 2 win
/// bits 0-29  the position led to
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(pub(super) u32);

impl Entry {
    pub(super) const STAYS: u32 = 1 << 31;
    const ENDED: u32 = 1 << 30;

    /// Positions have numbers below this.
    pub(super) const POSITIONS: u32 = 1 << 30;

    pub(super) fn step(step: Step) -> Self {
        debug_assert!(step.to < Self::POSITIONS);
        Entry(step.to | if step.keeps_turn { Self::STAYS } else { 0 })
    }

    /// `None` for a draw, which is no end.
    pub(super) fn ending(outcome: Outcome) -> Option<Self> {
        let code = match outcome {
            Outcome::Loss => 0,
            Outcome::Tie => 1,
            Outcome::Win => 2,
            Outcome::Draw => return None,
        };
        Some(Entry(Self::ENDED | code))
    }

    #[inline]
    pub(super) fn as_ending(self) -> Option<Outcome> {
        match self.0 & Self::ENDED {
            0 => None,
            _ => Some(match self.0 & 3 {
                0 => Outcome::Loss,
                1 => Outcome::Tie,
                _ => Outcome::Win,
            }),
        }
    }

    #[inline]
    pub(super) fn as_step(self) -> Step {
        Step { to: self.0 & (Self::POSITIONS - 1), keeps_turn: self.0 & Self::STAYS != 0 }
    }
}

/// Numbered positions with their options, as arrays: 4 bytes a position and 4
/// an option, plus 4 for each position where play has ended.
///
/// Built by a [`GraphBuilder`](super::GraphBuilder), which has checked it:
/// every option leads to a position, and every position has an option or an
/// ending. Options may repeat, and may lead back to where they start.
#[derive(Clone, Debug)]
pub struct PositionGraph {
    /// The entries of position p, one at least, end before `ends[p]`, and
    /// begin where those of p - 1 end.
    pub(super) ends: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    /// Entries that are options.
    pub(super) options: u64,
}

impl PositionGraph {
    /// How many positions there are; their numbers are those below it.
    pub fn positions(&self) -> u32 {
        // Fits: the builder lets no more than 2^30 in.
        self.ends.len() as u32
    }

    /// How many options all positions have together.
    pub fn options(&self) -> u64 {
        self.options
    }

    /// Bytes held: what the builder announced to its meter and left there.
    pub fn bytes(&self) -> u64 {
        bytes_of(&self.ends) + bytes_of(&self.entries)
    }

    #[inline]
    pub(super) fn entries_of(&self, position: u32) -> &[Entry] {
        let at = position as usize;
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[begin as usize..self.ends[at] as usize]
    }

    /// How play has ended at a position, for its mover; `None` where it goes
    /// on, and for numbers that are no position.
    pub fn ending(&self, position: u32) -> Option<Outcome> {
        if position >= self.positions() {
            return None;
        }
        self.entries_of(position)[0].as_ending()
    }

    /// The options of a position, in the order in which they were given; none
    /// for numbers that are no position.
    pub fn steps(&self, position: u32) -> impl ExactSizeIterator<Item = Step> + '_ {
        let going_on = position < self.positions() && self.ending(position).is_none();
        let entries = if going_on { self.entries_of(position) } else { &[] };
        entries.iter().map(|entry| entry.as_step())
    }
}
