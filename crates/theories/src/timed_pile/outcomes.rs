use perfectplay_game::Player;

use super::boundaries::Boundaries;
use super::turn::Run;
use super::width::{Width, either};

/// The outcomes of every stone count before one turn, for many questions.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Meter, Player::First};
/// use perfectplay_theories::timed_pile::{TimedPile, Turn};
///
/// let mut meter = Meter::default();
/// let turns = Vec::from_iter(Turn::new(First, 2, 2));
/// let outcomes = TimedPile::new(&turns, &mut meter)?.outcomes(&mut meter)?;
/// assert_eq!(outcomes.winner(1), Some(First.other()));
/// assert_eq!(outcomes.winner(2), None);
/// # Ok::<(), perfectplay_theories::timed_pile::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// Who wins with 0 stones, unless there are no boundaries.
    front: Option<Player>,
    /// Where runs end.
    ends: Width<Boundaries<u64>, Boundaries<u128>>,
}

impl Outcomes {
    pub(super) fn new(
        front: Option<Player>,
        ends: Width<Boundaries<u64>, Boundaries<u128>>,
    ) -> Self {
        Outcomes { front, ends }
    }

    /// Who wins with so many stones; None for a tie.
    ///
    /// O(log k) for k runs; about one step when they are of similar lengths.
    pub fn winner(&self, stones: u128) -> Option<Player> {
        self.winner_of(self.before(stones))
    }

    /// The run that a stone count lies in.
    ///
    /// O(log k) for k runs; about one step when they are of similar lengths.
    pub fn run(&self, stones: u128) -> Run {
        self.nth(self.before(stones))
    }

    /// All runs, from 0 stones on.
    pub fn runs(&self) -> impl Iterator<Item = Run> + '_ {
        (0..=self.len()).map(|nth| self.nth(nth))
    }

    /// How many runs end at or before a stone count.
    fn before(&self, stones: u128) -> usize {
        match &self.ends {
            Width::Narrow(ends) => {
                u64::try_from(stones).map_or(ends.len(), |stones| ends.up_to(stones))
            }
            Width::Wide(ends) => ends.up_to(stones),
        }
    }

    fn len(&self) -> usize {
        either!(&self.ends, ends => ends.len())
    }

    fn end(&self, nth: usize) -> Option<u128> {
        either!(&self.ends, ends => ends.get(nth))
    }

    fn winner_of(&self, nth: usize) -> Option<Player> {
        let front = self.front.filter(|_| nth < self.len())?;
        Some(if nth.is_multiple_of(2) { front } else { front.other() })
    }

    fn nth(&self, nth: usize) -> Run {
        let start = nth.checked_sub(1).and_then(|before| self.end(before)).unwrap_or_default();
        Run { start, end: self.end(nth), winner: self.winner_of(nth) }
    }
}
