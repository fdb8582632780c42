use perfectplay_analysis::About;
use perfectplay_game::{Game, Options, Player};

use super::Interval;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> = About {
    name: "interval-game-2",
    title: "Interval Game 2",
    effort_unit: "segments and blocks of intervals",
};

/// The rules of Interval Game 2 with its intervals.
#[derive(Clone, Debug)]
pub struct IntervalGame {
    intervals: Vec<Interval>,
}

impl IntervalGame {
    /// The game on these intervals. Equal ones may be given: once one is
    /// picked the others overlap it, so they change nothing.
    pub fn new(mut intervals: Vec<Interval>) -> Self {
        intervals.sort_unstable();
        IntervalGame { intervals }
    }

    /// The intervals, sorted; equal ones as often as they were given.
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// Is it one of the ruleset's intervals?
    pub(super) fn has(&self, interval: Interval) -> bool {
        self.intervals.binary_search(&interval).is_ok()
    }
}

/// Have two half-open intervals no point in common? Ends may touch.
pub(super) fn disjoint(a: Interval, b: Interval) -> bool {
    a.end() <= b.start() || b.end() <= a.start()
}

impl Game for IntervalGame {
    /// The picked intervals, sorted.
    type Position = Vec<Interval>;
    /// The interval picked.
    type Move = Interval;

    fn start(&self) -> Vec<Interval> {
        Vec::new()
    }

    fn mover(&self, picked: &Vec<Interval>) -> Player {
        Player::alternating(picked.len())
    }

    fn options(&self, picked: &Vec<Interval>, into: &mut Options<Self>) {
        // Equal intervals are the same move.
        for same in self.intervals.chunk_by(|a, b| a == b) {
            if let Some(to) = self.play(picked, &same[0]) {
                into.push((same[0], to));
            }
        }
    }

    fn play(&self, picked: &Vec<Interval>, &chosen: &Interval) -> Option<Vec<Interval>> {
        // Picked intervals are sorted and disjoint: only the two next to the
        // chosen one's place can overlap it.
        let place = picked.partition_point(|other| *other < chosen);
        let before = place.checked_sub(1).and_then(|before| picked.get(before));
        let free =
            [before, picked.get(place)].into_iter().flatten().all(|&other| disjoint(other, chosen));
        (free && self.has(chosen)).then(|| {
            let mut to = picked.clone();
            to.insert(place, chosen);
            to
        })
    }
}
