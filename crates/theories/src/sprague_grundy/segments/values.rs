use perfectplay_game::{Meter, Stop};

use super::cuts::{Cuts, Interval, Segment};
use super::sweep::Sweep;
use super::table::Table;
use crate::sprague_grundy::nim_sum;

/// The Grundy values of all segments.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::sprague_grundy::segments::{Interval, Segment, Segments};
///
/// let intervals: Vec<Interval> =
///     [(1, 4), (2, 5), (4, 7)].into_iter().filter_map(|(a, b)| Interval::new(a, b)).collect();
/// let segments = Segments::new(&intervals, &mut Meter::default())?;
/// // To pick [2,5) ends play; [1,4) or [4,7) leaves the other.
/// assert_eq!(segments.value(Segment::ALL), Some(2));
/// let left = Segment { left: None, right: Some(4) };
/// assert_eq!(segments.value(left), Some(1));
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct Segments {
    /// Different ones, sorted.
    intervals: Vec<Interval>,
    cuts: Cuts,
    values: Table,
}

/// An option of a sum of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The interval picked.
    pub interval: Interval,
    /// In which segment of the sum, counted from 0.
    pub segment: usize,
    /// The nim-sum of the whole sum after the pick: the pick wins if it is 0.
    pub leaves: u64,
}

impl Segments {
    /// Values all segments of a multiset of intervals.
    ///
    /// Effort: one a segment, and one for each 128 intervals looked at.
    /// Time and memory: see the [module](super).
    ///
    /// # Errors
    ///
    /// A limit of the meter is reached.
    pub fn new(intervals: &[Interval], meter: &mut Meter) -> Result<Self, Stop> {
        let mut intervals = intervals.to_vec();
        intervals.sort_unstable();
        intervals.dedup();
        let cuts = Cuts::new(&intervals);
        let values = Sweep::new(&intervals, &cuts, meter)?.run(meter)?;
        Ok(Segments { intervals, cuts, values })
    }

    /// The different intervals, sorted by start, then by end.
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// The Grundy value of a segment; None when it does not end where
    /// segments of this ruleset can.
    pub fn value(&self, segment: Segment) -> Option<u64> {
        let left = self.cuts.left(segment.left)?;
        let right = self.cuts.right(segment.right)?;
        Some(self.values.get(left, right).into())
    }

    /// The Grundy value of a sum of segments; None as for [`Segments::value`].
    pub fn sum(&self, segments: &[Segment]) -> Option<u64> {
        let values: Option<Vec<u64>> = segments.iter().map(|&part| self.value(part)).collect();
        values.map(nim_sum)
    }

    /// Every segment that can be left, with its value, by left end and then
    /// by right end.
    pub fn all(&self) -> impl Iterator<Item = (Segment, u64)> + '_ {
        (0..self.cuts.left_count()).flat_map(move |left| {
            let columns = self.cuts.first_right(left)..self.cuts.right_count();
            columns.map(move |right| {
                let segment =
                    Segment { left: self.cuts.left_at(left), right: self.cuts.right_at(right) };
                (segment, self.values.get(left, right).into())
            })
        })
    }

    /// The intervals inside a segment, sorted.
    pub fn inside(&self, segment: Segment) -> impl Iterator<Item = Interval> + '_ {
        let start = |at: i64| self.intervals.partition_point(|interval| interval.start() < at);
        let from = segment.left.map_or(0, start);
        let to = segment.right.map_or(self.intervals.len(), start);
        let candidates = self.intervals.get(from..to).unwrap_or_default();
        candidates.iter().copied().filter(move |&interval| segment.holds(interval))
    }

    /// The options of a sum of segments, segment by segment. Segments that
    /// do not end where segments of this ruleset can have none.
    pub fn options<'a>(&'a self, segments: &'a [Segment]) -> impl Iterator<Item = Choice> + 'a {
        let sum = self.sum(segments);
        segments.iter().enumerate().flat_map(move |(nth, &segment)| {
            self.inside(segment).filter_map(move |interval| {
                let parts = self.sum(&segment.without(interval))?;
                let leaves = nim_sum([sum?, self.value(segment)?, parts]);
                Some(Choice { interval, segment: nth, leaves })
            })
        })
    }
}
