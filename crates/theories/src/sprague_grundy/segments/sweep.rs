use perfectplay_game::{Meter, Stop};

use super::cuts::{Cuts, Interval};
use super::planes::{FEWEST, Planes};
use super::table::Table;

/// The computation of all values: left cuts from right to left, for each the
/// right cuts from left to right.
///
/// The options of the segment from left cut l to right cut r are the
/// intervals `[a, b)` inside, with the value of (l, a) and that of (b, r):
/// both stand already, in the row of l and in the column of r.
pub(super) struct Sweep<'a> {
    intervals: &'a [Interval],
    cuts: &'a Cuts,
    /// The intervals that start at right cut r are `starts[r]..starts[r + 1]`.
    starts: Vec<usize>,
    /// Intervals sorted by end; those that end at left cut l are
    /// `by_end[ends[l]..ends[l + 1]]`.
    by_end: Vec<usize>,
    ends: Vec<usize>,
    /// The latest start among the intervals that fit below right cut r but
    /// not below the cut before.
    latest_start: Vec<Option<i64>>,
    /// The earliest end among the intervals that fit behind left cut l but
    /// not behind the next.
    earliest_end: Vec<Option<i64>>,
    /// One row: the value of (l, a) for each interval `[a, b)`, while l is the
    /// left cut at work; the mask holds those with l <= a.
    of_left: Planes,
    /// Row r: the value of (b, r); the mask holds those with b <= r.
    of_right: Planes,
    /// Bytes announced for both.
    held: u64,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(
        intervals: &'a [Interval],
        cuts: &'a Cuts,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let (lefts, rights) = (cuts.left_count(), cuts.right_count());
        let count = intervals.len();
        meter.hold(lefts as u64 * rights as u64)?;
        let held = Planes::bytes(rights + 1, count, FEWEST);
        meter.hold(held)?;

        let right_of = |at: i64| cuts.right(Some(at)).unwrap_or(rights - 1);
        let left_of = |at: i64| cuts.left(Some(at)).unwrap_or(0);
        let starts = group(rights, intervals.iter().map(|interval| right_of(interval.start())));
        let ends = group(lefts, intervals.iter().map(|interval| left_of(interval.end())));
        let mut by_end: Vec<usize> = (0..count).collect();
        by_end.sort_by_key(|&i| intervals[i].end());

        let mut latest_start = vec![None; rights];
        let mut earliest_end: Vec<Option<i64>> = vec![None; lefts];
        for interval in intervals {
            // The first right cut that lets the interval in, the last left one.
            let right = cuts.first_right(left_of(interval.end()));
            latest_start[right] = latest_start[right].max(Some(interval.start()));
            let left = cuts.last_left(right_of(interval.start()));
            let earliest = earliest_end[left].map_or(interval.end(), |end| end.min(interval.end()));
            earliest_end[left] = Some(earliest);
        }

        let mut of_right = Planes::new(rights, count, FEWEST);
        let mut ending = by_end.iter().copied().peekable();
        for right in 0..rights {
            let fits = |&i: &usize| cuts.right_at(right).is_none_or(|at| intervals[i].end() <= at);
            of_right.admit_as_before(right);
            while let Some(i) = ending.next_if(fits) {
                of_right.admit(right, i);
            }
            meter.spend(1)?;
        }
        Ok(Sweep {
            intervals,
            cuts,
            starts,
            by_end,
            ends,
            latest_start,
            earliest_end,
            of_left: Planes::new(1, count, FEWEST),
            of_right,
            held,
        })
    }

    /// The values of all segments.
    pub(super) fn run(mut self, meter: &mut Meter) -> Result<Table, Stop> {
        let lefts = self.cuts.left_count();
        let mut values = Table::new(lefts, self.cuts.right_count());
        for left in (0..lefts).rev() {
            self.row(left, &mut values, meter)?;
            self.enter_column(left, &values);
        }
        meter.release(self.held);
        Ok(values)
    }

    /// Values the segments from one left cut; the rows behind stand.
    fn row(&mut self, left: usize, values: &mut Table, meter: &mut Meter) -> Result<(), Stop> {
        let at = self.cuts.left_at(left);
        let first = self.cuts.first_right(left);
        let from = self.starts[first];
        self.of_left.restart(from);
        // No interval lies between a left cut and the next right cut.
        let mut before = 0;
        for right in first..self.cuts.right_count() {
            let mut effort = 1;
            let latest = self.latest_start[right];
            let value = if latest.is_none_or(|start| at.is_some_and(|at| start < at)) {
                before
            } else if self.lets_in_nothing(left, right) {
                values.get(left + 1, right)
            } else {
                let range = [from, self.starts[right]];
                self.of_left.mex(&self.of_right, right, range, &mut effort)
            };
            meter.spend(effort)?;
            while value >> self.of_left.planes() != 0 {
                self.add_plane(meter)?;
            }
            while u64::from(value) >> values.bits() != 0 {
                let narrow = values.bytes();
                meter.hold(2 * narrow)?;
                values.widen();
                meter.release(narrow);
            }
            values.set(left, right, value);
            before = value;
            if value != 0 {
                for i in self.starts[right]..self.starts[right + 1] {
                    self.of_left.set(0, i, value);
                }
            }
        }
        Ok(())
    }

    /// Does every interval between the two cuts fit behind the next left cut?
    fn lets_in_nothing(&self, left: usize, right: usize) -> bool {
        match (self.earliest_end[left], self.cuts.right_at(right)) {
            (Some(end), Some(right)) => right < end,
            (Some(_), None) => false,
            (None, _) => true,
        }
    }

    /// Enters a finished row in the columns of the intervals that end at its
    /// left cut.
    fn enter_column(&mut self, left: usize, values: &Table) {
        let ending = &self.by_end[self.ends[left]..self.ends[left + 1]];
        for right in self.cuts.first_right(left)..self.cuts.right_count() {
            let value = values.get(left, right);
            if value != 0 {
                for &i in ending {
                    self.of_right.set(right, i, value);
                }
            }
        }
    }

    fn add_plane(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let rows = self.cuts.right_count() + 1;
        let held = Planes::bytes(rows, self.intervals.len(), self.of_left.planes() + 1);
        meter.hold(held)?;
        self.of_left = self.of_left.with_one_more();
        self.of_right = self.of_right.with_one_more();
        meter.release(self.held);
        self.held = held;
        Ok(())
    }
}

/// Where the groups of sorted things begin: with `groups` + 1 entries.
fn group(groups: usize, of: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut begins = vec![0; groups + 1];
    for group in of {
        begins[group + 1] += 1;
    }
    for group in 0..groups {
        begins[group + 1] += begins[group];
    }
    begins
}
