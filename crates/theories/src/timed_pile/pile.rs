use perfectplay_game::{Meter, Stop};

use super::boundaries::Boundaries;
use super::history::History;
use super::outcomes::Outcomes;
use super::runs::Runs;
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
    runs: Width<Runs<i64>, Runs<i128>>,
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
            meter.hold(capacity as u64 * (Runs::<i128>::BYTES - Runs::<i64>::BYTES))?;
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
            Width::Narrow(runs) => {
                Width::Narrow(Boundaries::new(runs.boundaries(meter, i64::unsigned_abs)?, meter)?)
            }
            Width::Wide(runs) => {
                Width::Wide(Boundaries::new(runs.boundaries(meter, i128::unsigned_abs)?, meter)?)
            }
        };
        Ok(Outcomes::new(front, ends))
    }

    /// The outcomes before every turn.
    ///
    /// # Errors
    ///
    /// The meter allows no more memory.
    pub fn into_history(self, meter: &mut Meter) -> Result<History, Stop> {
        let past = match self.runs {
            Width::Narrow(runs) => Width::Narrow(runs.past),
            Width::Wide(runs) => Width::Wide(runs.past),
        };
        History::new(past, meter)
    }
}

fn bytes<T: Offset>(_: &Runs<T>) -> u64 {
    Runs::<T>::BYTES
}
