use perfectplay_game::{Meter, Player, Stop};

use super::boundaries::Boundaries;
use super::history::History;
use super::outcomes::Outcomes;
use super::runs::{Past, Runs, index};
use super::turn::{Run, Turn};
use super::width::{Offset, Width, either};

/// Why a schedule was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// Boundaries are numbered in 32 bits.
    #[error("a schedule of more than {} turns", TimedPile::MOST_TURNS)]
    TooManyTurns,
}

/// The outcomes of every stone count, for a schedule that is built from its
/// last turn backward.
///
/// Turns can be put in front at any time without starting again. Effort: one
/// a turn and one for each run that vanishes.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Meter, Player::{First, Second}};
/// use perfectplay_theories::timed_pile::{TimedPile, Turn};
///
/// let mut meter = Meter::default();
/// let turns = [(First, 1, 3), (Second, 1, 2), (First, 3, 4), (Second, 1, 2)];
/// let turns: Vec<Turn> =
///     turns.iter().filter_map(|&(mover, least, most)| Turn::new(mover, least, most)).collect();
/// let pile = TimedPile::new(&turns, &mut meter)?;
/// let runs: Vec<String> =
///     pile.runs().map(|run| format!("{}: {:?}", run.start, run.winner)).collect();
/// assert_eq!(
///     runs,
///     ["0: Some(Second)", "1: Some(First)", "4: Some(Second)", "6: Some(First)", "9: None"]
/// );
/// # Ok::<(), perfectplay_theories::timed_pile::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TimedPile {
    runs: Width<Runs<i64, true>, Runs<i128, true>>,
    /// The sum of the largest takings: no boundary lies beyond it.
    most_taken: u128,
}

impl Default for TimedPile {
    /// No turns: every stone count is drawn.
    fn default() -> Self {
        TimedPile { runs: Width::Narrow(Runs::new()), most_taken: 0 }
    }
}

impl TimedPile {
    /// The longest schedule.
    pub const MOST_TURNS: usize = u32::MAX as usize - 1;

    /// Solves a whole schedule, its turns in the order of play.
    ///
    /// O(n log n) time for n turns; 76 bytes a turn, 140 when the largest
    /// takings add up to more than 2^61.
    ///
    /// # Errors
    ///
    /// A limit of the meter is reached, or the schedule is too long.
    pub fn new(turns: &[Turn], meter: &mut Meter) -> Result<Self, Error> {
        let most_taken: u128 = turns.iter().map(|turn| u128::from(turn.most())).sum();
        let mut pile = TimedPile::default();
        if most_taken > i64::MOST {
            pile.runs = Width::Wide(Runs::new());
        }
        if turns.len() > Self::MOST_TURNS {
            return Err(Error::TooManyTurns);
        }
        pile.reserve(turns.len(), meter)?;
        pile.most_taken = most_taken;
        either!(&mut pile.runs, runs => {
            for &turn in turns.iter().rev() {
                meter.spend(1 + runs.push_front(turn))?;
            }
        });
        Ok(pile)
    }

    /// Puts a turn in front of all others: it is played first.
    ///
    /// O(log n) amortised.
    ///
    /// # Errors
    ///
    /// A limit of the meter is reached, or the schedule gets too long; the
    /// pile is as before.
    ///
    /// # Examples
    ///
    /// ```
    /// use perfectplay_game::{Meter, Player::{First, Second}};
    /// use perfectplay_theories::timed_pile::{TimedPile, Turn};
    ///
    /// let mut meter = Meter::default();
    /// let mut pile = TimedPile::default();
    /// for (mover, least, most) in [(Second, 1, 2), (First, 3, 4)] {
    ///     for turn in Turn::new(mover, least, most) {
    ///         pile.push_front(turn, &mut meter)?;
    ///     }
    /// }
    /// // First is to move, and cannot with less than 3 stones.
    /// let second: Vec<u128> = pile.runs().filter_map(|run| run.end).collect();
    /// assert_eq!(second, [3, 5]);
    /// # Ok::<(), perfectplay_theories::timed_pile::Error>(())
    /// ```
    pub fn push_front(&mut self, turn: Turn, meter: &mut Meter) -> Result<(), Error> {
        let turns = self.turns();
        if turns >= Self::MOST_TURNS {
            return Err(Error::TooManyTurns);
        }
        let most_taken = self.most_taken + u128::from(turn.most());
        let capacity = either!(&self.runs, runs => runs.capacity());
        meter.spend(1)?;
        if turns == capacity {
            self.reserve(turns.max(64), meter)?;
        }
        if let Width::Narrow(runs) = &mut self.runs
            && most_taken > i64::MOST
        {
            meter.hold(capacity as u64 * (Runs::<i128, true>::BYTES - Runs::<i64, true>::BYTES))?;
            self.runs = Width::Wide(std::mem::replace(runs, Runs::new()).widen());
        }
        self.most_taken = most_taken;
        either!(&mut self.runs, runs => runs.push_front(turn));
        Ok(())
    }

    fn reserve(&mut self, turns: usize, meter: &mut Meter) -> Result<(), Stop> {
        either!(&mut self.runs, runs => {
            meter.hold(turns as u64 * bytes(runs))?;
            runs.reserve(turns);
        });
        Ok(())
    }

    /// How many turns there are.
    pub fn turns(&self) -> usize {
        either!(&self.runs, runs => runs.turns())
    }

    /// The runs of outcomes before the first turn, from 0 stones on. The last
    /// one is the drawn one.
    pub fn runs(&self) -> impl Iterator<Item = Run> + '_ {
        let mut start = None;
        let mut end = either!(&self.runs, runs => runs.first());
        let mut ended = false;
        std::iter::from_fn(move || {
            if ended {
                return None;
            }
            ended = end.is_none();
            either!(&self.runs, runs => {
                let run = runs.past.run(start, end, runs.turns());
                start = end;
                end = end.and_then(|slot| runs.after(slot));
                Some(run)
            })
        })
    }

    /// The outcomes before the first turn, ready for many questions.
    ///
    /// # Errors
    ///
    /// The meter allows no more memory.
    pub fn outcomes(&self, meter: &mut Meter) -> Result<Outcomes, Stop> {
        let front = either!(&self.runs, runs => runs.front());
        let ends = match &self.runs {
            Width::Narrow(runs) => Width::Narrow(runs.boundaries(meter)?),
            Width::Wide(runs) => Width::Wide(runs.boundaries(meter)?),
        };
        outcomes(front, ends, meter)
    }

    /// The outcomes before every turn.
    ///
    /// # Errors
    ///
    /// The meter allows no more memory.
    pub fn into_history(self, meter: &mut Meter) -> Result<History, Stop> {
        History::new(self, meter)
    }

    /// All boundaries that ever stood.
    pub(super) fn past(&self) -> Width<&Past<i64>, &Past<i128>> {
        match &self.runs {
            Width::Narrow(runs) => Width::Narrow(&runs.past),
            Width::Wide(runs) => Width::Wide(&runs.past),
        }
    }

    /// The boundaries that went when the last turn was put in.
    pub(super) fn buried(&self) -> &[u32] {
        either!(&self.runs, runs => runs.buried())
    }
}

fn bytes<T: Offset, const PAST: bool>(_: &Runs<T, PAST>) -> u64 {
    Runs::<T, PAST>::BYTES
}

/// The outcomes before the first turn.
fn outcomes(
    front: Option<Player>,
    ends: Width<Vec<i64>, Vec<i128>>,
    meter: &mut Meter,
) -> Result<Outcomes, Stop> {
    let ends = match ends {
        Width::Narrow(ends) => {
            let ends = ends.into_iter().map(i64::unsigned_abs).collect();
            Width::Narrow(Boundaries::new(ends, meter)?)
        }
        Width::Wide(ends) => {
            let ends = ends.into_iter().map(i128::unsigned_abs).collect();
            Width::Wide(Boundaries::new(ends, meter)?)
        }
    };
    Ok(Outcomes::new(front, ends))
}

impl Outcomes {
    /// The outcomes before the first of some turns, which are given from the
    /// last one backward: what [`TimedPile::outcomes`] gives, in little more
    /// than half of the memory, because the past is not kept.
    ///
    /// O(n log n) time for n turns; 48 bytes a turn, 88 when the largest
    /// takings add up to more than 2^61, most of it free again in the end.
    ///
    /// # Errors
    ///
    /// A limit of the meter is reached, or the schedule is too long.
    ///
    /// # Examples
    ///
    /// ```
    /// use perfectplay_game::{Meter, Player::{First, Second}};
    /// use perfectplay_theories::timed_pile::{Outcomes, Turn};
    ///
    /// let turns = [(First, 1, 3), (Second, 1, 2), (First, 3, 4), (Second, 1, 2)];
    /// let backward = turns.iter().rev().filter_map(|&(p, least, most)| Turn::new(p, least, most));
    /// let outcomes = Outcomes::of_turns(backward, &mut Meter::default())?;
    /// assert_eq!(outcomes.winner(7), Some(First));
    /// # Ok::<(), perfectplay_theories::timed_pile::Error>(())
    /// ```
    pub fn of_turns(
        backward: impl Iterator<Item = Turn> + Clone,
        meter: &mut Meter,
    ) -> Result<Self, Error> {
        let (mut count, mut most_taken, mut slack) = (0usize, 0u128, [0u128; 2]);
        for turn in backward.clone() {
            count += 1;
            most_taken += u128::from(turn.most());
            slack[index(turn.mover())] += u128::from(turn.most() - turn.least());
        }
        if count > TimedPile::MOST_TURNS {
            return Err(Error::TooManyTurns);
        }
        let mut runs = match most_taken > i64::MOST {
            // Slacks are at most the sum, and 2^32 turns of 2^64 fit 127 bits.
            true => Width::Wide(Runs::<i128, false>::with_slack(slack.map(|s| s as i128))),
            false => Width::Narrow(Runs::<i64, false>::with_slack(slack.map(|s| s as i64))),
        };
        let held = either!(&runs, runs => bytes(runs)) * count as u64;
        meter.hold(held)?;
        either!(&mut runs, runs => {
            runs.reserve(count);
            for turn in backward {
                meter.spend(1 + runs.push_front(turn))?;
            }
        });
        let front = either!(&runs, runs => runs.front());
        let ends = match runs {
            Width::Narrow(runs) => Width::Narrow(runs.into_boundaries()),
            Width::Wide(runs) => Width::Wide(runs.into_boundaries()),
        };
        let kept = either!(&ends, ends => size_of_val(&ends[..])) as u64;
        meter.release(held - kept);
        Ok(outcomes(front, ends, meter)?)
    }
}
