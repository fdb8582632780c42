use std::cmp::Reverse;

use perfectplay_game::{Meter, Player, Stop};

use super::pile::{Error, TimedPile};
use super::runs::{ALIVE, index};
use super::standing::Standing;
use super::turn::{Run, Turn};
use super::width::{Offset, either};

/// The outcomes of every stone count before every turn.
///
/// Turns are named by how many are left to play: with 0 left all is drawn,
/// with all of them left the next turn is the first.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Meter, Player::{First, Second}};
/// use perfectplay_theories::timed_pile::{TimedPile, Turn};
///
/// let mut meter = Meter::default();
/// let turns = [(First, 1, 1_000_000_000), (Second, 1, 2)];
/// let turns: Vec<Turn> =
///     turns.iter().filter_map(|&(mover, least, most)| Turn::new(mover, least, most)).collect();
/// let history = TimedPile::new(&turns, &mut meter)?.into_history(&mut meter)?;
/// // With the last turn to come, nothing is left to take at 0 stones only.
/// assert_eq!(history.run(1, 0).winner, Some(First));
/// assert_eq!(history.run(1, 1).winner, None);
/// // A million options at 1,000,000 stones: two ranges.
/// let options: Vec<_> = history
///     .options(2, 1_000_000)
///     .map(|taking| (taking.fewest, taking.most, taking.winner))
///     .collect();
/// assert_eq!(options, [(1, 999_999, None), (1_000_000, 1_000_000, Some(First))]);
/// # Ok::<(), perfectplay_theories::timed_pile::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    pile: TimedPile,
    standing: Standing,
}

/// Options of one position that lead to the same outcome: taking any number
/// of stones from `fewest` to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taking {
    /// The fewest stones taken.
    pub fewest: u64,
    /// The most stones taken.
    pub most: u64,
    /// Who wins then; None for a tie.
    pub winner: Option<Player>,
    /// The run that all these options lead into, with one turn less to play.
    pub into: Run,
}

impl History {
    pub(super) fn new(pile: TimedPile, meter: &mut Meter) -> Result<Self, Stop> {
        let standing = either!(pile.past(), past => Standing::new(&past.died, meter))?;
        Ok(History { pile, standing })
    }

    /// Puts a turn in front of all others, to be played first. What was known
    /// of the others stays; with one turn more left, the new one comes.
    ///
    /// O(log n) amortised.
    ///
    /// # Errors
    ///
    /// A limit of the meter is reached, or the schedule gets too long; the
    /// history is as before.
    ///
    /// # Examples
    ///
    /// ```
    /// use perfectplay_game::{Meter, Player::{First, Second}};
    /// use perfectplay_theories::timed_pile::{TimedPile, Turn};
    ///
    /// let mut meter = Meter::default();
    /// let mut history = TimedPile::default().into_history(&mut meter)?;
    /// for (mover, least, most) in [(Second, 1, 2), (First, 3, 4), (Second, 1, 2), (First, 1, 3)] {
    ///     for turn in Turn::new(mover, least, most) {
    ///         history.push_front(turn, &mut meter)?;
    ///     }
    /// }
    /// assert_eq!(history.run(4, 7).winner, Some(First));
    /// assert_eq!(history.run(1, 0).winner, Some(First));
    /// assert_eq!(history.runs(4).count(), 5);
    /// # Ok::<(), perfectplay_theories::timed_pile::Error>(())
    /// ```
    pub fn push_front(&mut self, turn: Turn, meter: &mut Meter) -> Result<(), Error> {
        let slots = |pile: &TimedPile| either!(pile.past(), past => past.died.len());
        let before = slots(&self.pile);
        meter.hold(Standing::BYTES)?;
        self.pile.push_front(turn, meter)?;
        either!(self.pile.past(), past => {
            for &slot in self.pile.buried() {
                self.standing.set(slot, past.died[slot as usize]);
            }
        });
        if slots(&self.pile) > before {
            self.standing.push(ALIVE);
        }
        Ok(())
    }

    /// How many turns the schedule has.
    pub fn turns(&self) -> usize {
        either!(self.pile.past(), past => past.moments.len() - 1)
    }

    /// The runs that vanished: how many turns were left when they first were
    /// gone, and the number of the boundary where they started (boundaries are
    /// numbered from 0 as turns put them in front). In order of time; at one
    /// time from 0 stones on.
    ///
    /// O(n log n) for n turns.
    pub fn vanished(&self) -> Vec<(u32, u32)> {
        either!(self.pile.past(), past => {
            let died = past.died.iter().zip(0u32..).filter(|(time, _)| **time != ALIVE);
            let mut died: Vec<(u32, u32)> = died.map(|(&time, slot)| (time, slot)).collect();
            died.sort_unstable_by_key(|&(time, slot)| (time, Reverse(slot)));
            let mut starts = Vec::with_capacity(died.len() / 2 + 1);
            for together in died.chunk_by(|one, other| one.0 == other.0) {
                // Start and end of each run went together; of the last run
                // before the tie the end alone.
                starts.extend(together.chunks(2).filter_map(|pair| match *pair {
                    [start, _] => Some(start),
                    [(time, end)] => {
                        let before = (time as usize).saturating_sub(1);
                        Some((time, self.standing.at_or_after(end + 1, before)?))
                    }
                    _ => None,
                }));
            }
            starts
        })
    }

    /// The turn to be played when so many are left; None with none or more
    /// than all left.
    pub fn turn(&self, left: usize) -> Option<Turn> {
        let before = left.checked_sub(1)?;
        either!(self.pile.past(), past => {
            let now = past.moments.get(left)?;
            let then = &past.moments[before];
            let moved = |player: Player| {
                let moved = now.offset[index(player)] - then.offset[index(player)];
                u64::try_from(moved.to_count()).ok()
            };
            Turn::new(now.mover, moved(now.mover.other())?, moved(now.mover)?)
        })
    }

    /// The run that a stone count lies in when so many turns are left (more
    /// than all counts as all).
    ///
    /// O(log² n) for n turns.
    pub fn run(&self, left: usize, stones: u128) -> Run {
        let left = left.min(self.turns());
        self.run_from(self.start(left, stones), left)
    }

    /// All runs when so many turns are left, from 0 stones on.
    ///
    /// O(log n) a run.
    pub fn runs(&self, left: usize) -> impl Iterator<Item = Run> + '_ {
        let left = left.min(self.turns());
        let mut next = Some(self.run(left, 0));
        std::iter::from_fn(move || {
            let run = next?;
            next = run.end.map(|end| self.run(left, end));
            Some(run)
        })
    }

    /// The options of a position, in ranges with one outcome, fewest stones
    /// first. No option when the mover loses at once or no turn is left.
    ///
    /// O(log² n), and O(log n) a range.
    pub fn options(&self, left: usize, stones: u128) -> impl Iterator<Item = Taking> + '_ {
        // Fewest stones taken: highest run first.
        let turn = self.turn(left).filter(|turn| u128::from(turn.least()) <= stones);
        let mut next = turn.map(|turn| {
            let fewest = turn.least();
            let most = u64::try_from(stones).map_or(turn.most(), |stones| turn.most().min(stones));
            (fewest, most, self.start(left - 1, stones - u128::from(fewest)))
        });
        std::iter::from_fn(move || {
            let (fewest, most, start) = next.take()?;
            let into = self.run_from(start, left - 1);
            // Taking more than this leads below the run.
            let last = stones - into.start;
            let last = u64::try_from(last).map_or(most, |last| last.min(most));
            if last < most {
                let start = start.and_then(|slot| self.nearer(slot, left - 1));
                next = Some((last + 1, most, start));
            }
            Some(Taking { fewest, most: last, winner: into.winner, into })
        })
    }

    /// The options that are best for the mover of a position, or the first
    /// range of them; None where there is no option.
    ///
    /// O(log² n): runs alternate, so the first three ranges hold the best.
    pub fn best(&self, left: usize, stones: u128) -> Option<Taking> {
        let mover = self.turn(left)?.mover();
        let worth = |taking: &Taking| match taking.winner {
            Some(winner) if winner == mover => 0,
            None => 1,
            Some(_) => 2,
        };
        self.options(left, stones).take(3).min_by_key(worth)
    }

    /// The boundary at which the run of a stone count starts; None for the
    /// run from 0.
    fn start(&self, left: usize, stones: u128) -> Option<u32> {
        either!(self.pile.past(), past => {
            // Positions fall as slots rise. `low..high` may hold boundaries
            // that are the lowest slot at or below `stones`; `found` is the
            // best so far.
            let (mut low, mut high) = (0, past.moments[left].slots);
            let mut found = None;
            while low < high {
                let middle = low + (high - low) / 2;
                match self.standing.at_or_before(middle, left).filter(|&slot| slot >= low) {
                    Some(slot) if past.position(slot, left).to_count() <= stones => {
                        found = Some(slot);
                        high = slot;
                    }
                    _ => low = middle + 1,
                }
            }
            found
        })
    }

    /// The boundary next to this one on the side of 0 stones.
    fn nearer(&self, slot: u32, left: usize) -> Option<u32> {
        let slots = either!(self.pile.past(), past => past.moments[left].slots);
        self.standing.at_or_after(slot + 1, left).filter(|&slot| slot < slots)
    }

    /// The run that starts at a boundary, or at 0 for None.
    fn run_from(&self, start: Option<u32>, left: usize) -> Run {
        either!(self.pile.past(), past => {
            let before = start.unwrap_or(past.moments[left].slots);
            let end = before.checked_sub(1).and_then(|slot| self.standing.at_or_before(slot, left));
            past.run(start, end, left)
        })
    }
}
