use std::cmp::Ordering;

use perfectplay_game::{Meter, Outcome, RulesError, Score};

use crate::Table;
use crate::table::Halt;

/// What a position of a game that pays points is worth to its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Points {
    /// How play ends for the mover.
    pub(crate) outcome: Outcome,
    /// Points that the mover still gets; where the difference counts, that of
    /// the line of play that was found.
    pub(crate) own: u64,
    /// Points that the rival still gets.
    pub(crate) other: u64,
}

impl Points {
    /// Of the difference of points, how play ends.
    pub(crate) fn by_difference(own: u64, other: u64) -> Self {
        let outcome = match own.cmp(&other) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Tie,
            Ordering::Greater => Outcome::Win,
        };
        Points { outcome, own, other }
    }

    /// The worth to the player who moves here, after `points` for the move.
    /// `None` where points pass 2^63.
    pub(crate) fn moved_to(self, mover_stays: bool, points: u64, score: Score) -> Option<Self> {
        let (outcome, own, other) = match mover_stays {
            true => (self.outcome, self.own, self.other),
            false => (self.outcome.for_other(), self.other, self.own),
        };
        let own = own.checked_add(points).filter(|&own| own < 1 << 63)?;
        Some(match score {
            Score::WinThenPoints => Points { outcome, own, other },
            Score::Difference => Points::by_difference(own, other),
        })
    }

    /// The worth of a position where play has ended so.
    pub(crate) fn ended(ending: Outcome, score: Score) -> Self {
        match score {
            Score::WinThenPoints => Points { outcome: ending, own: 0, other: 0 },
            Score::Difference => Points::by_difference(0, 0),
        }
    }

    /// Own points less the rival's.
    pub(crate) fn margin(&self) -> i64 {
        // Both are below 2^63.
        self.own as i64 - self.other as i64
    }

    /// Greater is better for the mover.
    pub(crate) fn compare(&self, than: &Self, score: Score) -> Ordering {
        match score {
            Score::WinThenPoints => self
                .outcome
                .cmp(&than.outcome)
                .then(self.own.cmp(&than.own))
                .then(than.other.cmp(&self.other)),
            Score::Difference => self.margin().cmp(&than.margin()),
        }
    }
}

/// The worth of every position. `order` has options first.
pub(crate) fn scores<P: Clone + Eq + std::hash::Hash + Send + Sync>(
    table: &Table<P>,
    order: &[u32],
    score: Score,
    meter: &mut Meter,
) -> Result<Vec<Points>, Halt> {
    meter.hold(order.len() as u64 * size_of::<Points>() as u64)?;
    let none = Points::ended(Outcome::Loss, score);
    let mut values = vec![none; order.len()];
    for &position in order {
        let edges = table.edges(position);
        meter.spend(edges.len() as u64 + 1)?;
        let mut best: Option<Points> = None;
        for edge in edges {
            let found = values[edge.to() as usize]
                .moved_to(edge.mover_stays(), edge.points, score)
                .ok_or_else(|| RulesError::new("the points of one player pass 2^63"))?;
            if best.is_none_or(|best| found.compare(&best, score).is_gt()) {
                best = Some(found);
            }
        }
        let ended = || Points::ended(table.ending(position).unwrap_or(Outcome::Loss), score);
        values[position as usize] = best.unwrap_or_else(ended);
    }
    Ok(values)
}
