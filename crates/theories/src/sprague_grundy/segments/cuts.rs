/// A half-open interval `[start, end)` that holds at least one point.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::sprague_grundy::segments::Interval;
/// assert!(Interval::new(2, 5).is_some());
/// assert_eq!(Interval::new(5, 5), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Interval {
    start: i64,
    end: i64,
}

impl Interval {
    /// The interval from `start` up to and without `end`; None when
    /// `start >= end`.
    pub fn new(start: i64, end: i64) -> Option<Self> {
        (start < end).then_some(Interval { start, end })
    }

    /// The least point in it.
    pub fn start(&self) -> i64 {
        self.start
    }

    /// The least point beyond it.
    pub fn end(&self) -> i64 {
        self.end
    }
}

/// What is left between two picked intervals: those of the ruleset that lie
/// inside may be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Segment {
    /// The end of the picked interval on the left; None when there is none.
    pub left: Option<i64>,
    /// The start of the picked interval on the right; None when there is none.
    pub right: Option<i64>,
}

impl Segment {
    /// The whole line.
    pub const ALL: Segment = Segment { left: None, right: None };

    /// Does the interval lie inside?
    pub fn holds(&self, interval: Interval) -> bool {
        self.left.is_none_or(|left| left <= interval.start)
            && self.right.is_none_or(|right| interval.end <= right)
    }

    /// What picking the interval leaves of the segment.
    pub fn without(&self, interval: Interval) -> [Segment; 2] {
        [
            Segment { left: self.left, right: Some(interval.start) },
            Segment { left: Some(interval.end), right: self.right },
        ]
    }

    /// The segments between picked intervals, from left to right. None when
    /// the intervals are not sorted and disjoint.
    ///
    /// # Examples
    ///
    /// ```
    /// use perfectplay_theories::sprague_grundy::segments::{Interval, Segment};
    /// let picked: Vec<_> = Interval::new(2, 5).into_iter().collect();
    /// let left = Segment { left: None, right: Some(2) };
    /// let right = Segment { left: Some(5), right: None };
    /// assert_eq!(Segment::between(&picked), Some(vec![left, right]));
    /// ```
    pub fn between(picked: &[Interval]) -> Option<Vec<Segment>> {
        if picked.windows(2).any(|pair| pair[0].end > pair[1].start) {
            return None;
        }
        let lefts = std::iter::once(None).chain(picked.iter().map(|interval| Some(interval.end)));
        let rights = picked.iter().map(|interval| Some(interval.start)).chain([None]);
        Some(lefts.zip(rights).map(|(left, right)| Segment { left, right }).collect())
    }
}

/// The places where segments can end, numbered from left to right.
#[derive(Clone, Debug)]
pub(super) struct Cuts {
    /// Left cut n > 0 is at the end `lefts[n - 1]` of an interval; left cut 0 is
    /// nothing picked on the left.
    lefts: Vec<i64>,
    /// Right cut n is at the start `rights[n]` of an interval; the last right
    /// cut is nothing picked on the right.
    rights: Vec<i64>,
}

impl Cuts {
    /// The cuts of intervals sorted by start.
    pub(super) fn new(intervals: &[Interval]) -> Self {
        let mut lefts: Vec<i64> = intervals.iter().map(|interval| interval.end).collect();
        lefts.sort_unstable();
        lefts.dedup();
        let mut rights: Vec<i64> = intervals.iter().map(|interval| interval.start).collect();
        rights.dedup();
        Cuts { lefts, rights }
    }

    pub(super) fn left_count(&self) -> usize {
        self.lefts.len() + 1
    }

    pub(super) fn right_count(&self) -> usize {
        self.rights.len() + 1
    }

    /// Where a left cut is; None for the one at nothing.
    pub(super) fn left_at(&self, left: usize) -> Option<i64> {
        left.checked_sub(1).map(|n| self.lefts[n])
    }

    /// Where a right cut is; None for the one at nothing.
    pub(super) fn right_at(&self, right: usize) -> Option<i64> {
        self.rights.get(right).copied()
    }

    /// The left cut at a place; None when no interval ends there.
    pub(super) fn left(&self, at: Option<i64>) -> Option<usize> {
        at.map_or(Some(0), |at| self.lefts.binary_search(&at).ok().map(|n| n + 1))
    }

    /// The right cut at a place; None when no interval starts there.
    pub(super) fn right(&self, at: Option<i64>) -> Option<usize> {
        at.map_or(Some(self.rights.len()), |at| self.rights.binary_search(&at).ok())
    }

    /// The first right cut at or behind a left cut.
    pub(super) fn first_right(&self, left: usize) -> usize {
        self.left_at(left).map_or(0, |at| self.rights.partition_point(|&right| right < at))
    }

    /// The last left cut at or before a right cut.
    pub(super) fn last_left(&self, right: usize) -> usize {
        self.right_at(right)
            .map_or(self.lefts.len(), |at| self.lefts.partition_point(|&left| left <= at))
    }
}
