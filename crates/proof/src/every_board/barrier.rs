use std::io;

use perfectplay_game::Meter;

use crate::{CheckError, Sink, Source};

use super::plane::{CellAt, Directions, Plane};

/// A state in which a chip is held at a line.
///
/// ```text
///   . . o . .     distance 2
///   . . . . .
///   - # # - -     the line; offsets -1 and 0 are covered
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// How far the chip is from the line; 0 on it.
    pub distance: u32,
    /// Or farther?
    pub or_more: bool,
    /// Cells of the line that are covered: bit i for offset i - 16.
    pub covered: u64,
}

/// The bit of offset 0, and how many bits there are.
const MIDDLE: i64 = 16;
const BITS: i64 = 2 * MIDDLE + 1;

/// The most that a state's distance can be: far more than any barrier needs,
/// and little enough for all sums.
const FARTHEST: u64 = 1 << 16;

impl State {
    pub(super) fn write(&self, sink: &mut dyn Sink) -> io::Result<()> {
        sink.number(self.distance.into())?;
        sink.number(self.or_more.into())?;
        sink.number(self.covered.into())?;
        sink.end_record()
    }

    fn offsets(self) -> impl Iterator<Item = i64> {
        (0..BITS).filter(move |bit| self.covered >> bit & 1 == 1).map(|bit| bit - MIDDLE)
    }
}

/// A closed set of states.
#[derive(Clone, Debug)]
pub(super) struct Barrier {
    states: Vec<State>,
}

/// Where a chip is, as its line sees it.
#[derive(Clone, Copy)]
struct At {
    distance: i64,
    column: i64,
}

impl Barrier {
    pub(super) fn read(
        moves: &Directions,
        count: u64,
        source: &mut dyn Source,
        meter: &mut Meter,
        facts: &mut u64,
    ) -> Result<Self, CheckError> {
        let mut barrier = Barrier { states: Vec::new() };
        for _ in 0..count {
            meter.hold(size_of::<State>() as u64)?;
            let distance = source.number_to(FARTHEST, "a distance")? as u32;
            let or_more = source.number_to(1, "the mark of a state")? == 1;
            let covered = source.number_to((1 << BITS) - 1, "a set of offsets")?;
            source.end_record()?;
            barrier.states.push(State { distance, or_more, covered });
        }
        for (number, &state) in barrier.states.iter().enumerate() {
            let exact = i64::from(state.distance);
            let farther = state.or_more.then_some((exact + 1, Some(exact)));
            for (distance, within) in [(exact, None)].into_iter().chain(farther) {
                meter.spend(moves.count() * (1 + barrier.states.len() as u64))?;
                *facts += moves.count();
                if let Some(at) = barrier.lets_go(moves, state, distance, within) {
                    return Err(source.refuse(format!(
                        "state {number} of the barrier is not closed: a step from distance \
                         {distance} to {at}"
                    )));
                }
            }
        }
        Ok(barrier)
    }

    /// A distance to which a chip can step from a state, and is not held
    /// there. With `within` only states count that hold at every distance from
    /// there on.
    fn lets_go(
        &self,
        moves: &Directions,
        state: State,
        distance: i64,
        within: Option<i64>,
    ) -> Option<i64> {
        // The line is row 0, and the chip above it.
        let chip = (-distance, 0);
        let covered = |(row, column): CellAt| row == 0 && state.offsets().any(|at| at == column);
        if covered(chip) {
            return None;
        }
        let usable = |state: &State| {
            within.is_none_or(|least| state.or_more && i64::from(state.distance) <= least)
        };
        let held = |&(row, column): &CellAt| {
            // The other chip is beyond the line, where no cell is asked for.
            let plane = Plane { chips: [(row, column), (1, 0)], covered: &covered };
            let at = At { distance: -row, column };
            let least = self.least(at, usable, &plane, |column| (0, column));
            least.is_some_and(|least| least <= moves.additions)
        };
        moves.from(chip).find(|to| !held(to)).map(|(row, _)| -row)
    }

    /// The least number of cells to cover for a chip to be held.
    fn least(
        &self,
        chip: At,
        usable: impl Fn(&State) -> bool,
        plane: &Plane<'_>,
        cell: impl Fn(i64) -> CellAt,
    ) -> Option<u32> {
        let fits = |state: &&State| {
            let distance = i64::from(state.distance);
            usable(state)
                && (chip.distance == distance || state.or_more && chip.distance > distance)
        };
        let missing =
            |state: &State| plane.missing(state.offsets().map(|offset| cell(chip.column + offset)));
        self.states.iter().filter(fits).filter_map(missing).min()
    }

    /// Does a barrier part the chips once k more cells are covered?
    pub(super) fn parts(&self, plane: &Plane<'_>, k: u32) -> bool {
        let reach = self.states.iter().map(|state| i64::from(state.distance)).max();
        let Some(reach) = reach else { return false };
        [false, true].into_iter().any(|turned| {
            let cell = move |along: i64, across: i64| {
                if turned { (across, along) } else { (along, across) }
            };
            let mut chips = plane.chips.map(|(row, column)| cell(row, column));
            chips.sort_unstable();
            let [(near, near_column), (far, far_column)] = chips;
            // The first line lies at or after the nearer chip, the second one
            // after it, at or before the farther. Beyond the reach of all
            // states every line is like any other.
            let after = near..far.min(near + reach + 1);
            let before = (far - reach - 1).max(near)..far;
            after.chain(before).any(|line| {
                let held = |distance: i64, column: i64, line: i64| {
                    let at = At { distance, column };
                    self.least(at, |_| true, plane, |column| cell(line, column))
                };
                let first = held(line - near, near_column, line);
                let second = held(far - (line + 1), far_column, line + 1);
                first.zip(second).is_some_and(|(first, second)| first + second <= k)
            })
        })
    }

    /// The distance of chips from which on they are held with nothing covered.
    pub(super) fn far(&self) -> Option<u32> {
        let free = self.states.iter().filter(|state| state.or_more && state.covered == 0);
        free.map(|state| 2 * state.distance + 1).min()
    }
}
