//! Intervals picked on a line.
//!
//! **Theorem** (Sprague 1935, Grundy 1939). Give a position the least number
//! that no option has, a sum of positions the nim-sum (bitwise exclusive or) of
//! theirs; then exactly the positions of value 0 are lost for the mover. Here
//! a position is the sum of its gaps, and picking [a, b) in a gap [l, r)
//! leaves the sum of [l, a) and [b, r).
//!
//! **The certificate** lists the value of every segment that starts at a gap's
//! start or an interval's right end, and ends at a gap's end or an interval's
//! left end: play leads to no others. The checker looks at every option of
//! every segment, and compares the least value that none has. Witnesses for
//! the smaller values would save nothing: that *no* option has the value needs
//! a look at all of them.
//!
//! ```text
//! left end (descending), those segments that hold an interval, right end
//! ascending:  value 1 .. value n
//! ```
//!
//! Time O(segments + options), memory two bytes for each pair of ends.

use std::io;

use perfectplay_game::{Meter, PicksIntervals};

use crate::{CheckError, Sink, Source};

/// The ends that segments can have, and the options between them.
///
/// ```text
/// lefts[i], rights[j]:  segment (i, j) = [lefts[i], rights[j])
/// option (a, b):        [lefts[i], rights[a]) and [lefts[b], rights[j])
/// ```
pub struct Ends {
    lefts: Vec<i64>,
    rights: Vec<i64>,
    /// Options, by right end: left cut as an index of `rights`, right cut as an
    /// index of `lefts`, and the interval.
    options: Vec<(u32, u32, (i64, i64))>,
}

impl Ends {
    /// The ends of segments that play can lead to from these gaps.
    pub fn new(intervals: &[(i64, i64)], gaps: &[(i64, i64)]) -> Self {
        let mut intervals = intervals.to_vec();
        intervals.sort_unstable();
        // An interval twice is an option twice, and changes no value.
        intervals.dedup();
        let sorted = |ends: &mut dyn Iterator<Item = i64>| {
            let mut ends: Vec<i64> = ends.collect();
            ends.sort_unstable();
            ends.dedup();
            ends
        };
        let lefts = sorted(&mut gaps.iter().map(|gap| gap.0).chain(intervals.iter().map(|i| i.1)));
        let rights = sorted(&mut gaps.iter().map(|gap| gap.1).chain(intervals.iter().map(|i| i.0)));
        let index = |ends: &[i64], end: i64| ends.partition_point(|&other| other < end) as u32;
        let option = |&(a, b): &(i64, i64)| (index(&rights, a), index(&lefts, b), (a, b));
        let options = intervals.iter().map(option).collect();
        Ends { lefts, rights, options }
    }

    /// Bytes of a table over all pairs of ends.
    fn bytes(&self) -> u64 {
        2 * self.lefts.len() as u64 * self.rights.len() as u64
    }
}

/// Writes the table; `value` gives the Grundy value of a segment.
///
/// # Errors
///
/// It cannot be written.
pub fn write(ends: &Ends, value: impl Fn(i64, i64) -> u64, sink: &mut dyn Sink) -> io::Result<()> {
    for (row, &left) in ends.lefts.iter().enumerate().rev() {
        let inside = ends.inside(row);
        let Some(first) = ends.first_column(&inside) else { continue };
        for &right in &ends.rights[first..] {
            sink.number(value(left, right).into())?;
        }
        sink.end_record()?;
    }
    Ok(())
}

impl Ends {
    /// The options that start at or after a left end, by their right end.
    fn inside(&self, row: usize) -> Vec<(u32, u32, (i64, i64))> {
        let from = self.options.partition_point(|(_, _, (a, _))| *a < self.lefts[row]);
        let mut inside = self.options[from..].to_vec();
        inside.sort_unstable_by_key(|(_, _, (_, b))| *b);
        inside
    }

    /// The first right end by which one of these options has ended.
    fn first_column(&self, inside: &[(u32, u32, (i64, i64))]) -> Option<usize> {
        let (_, _, (_, b)) = inside.first()?;
        let column = self.rights.partition_point(|right| right < b);
        (column < self.rights.len()).then_some(column)
    }
}

/// Checks the table, and gives the value of the sum of the gaps with the
/// number of facts checked.
///
/// # Errors
///
/// The first record that fails.
pub fn check<G: PicksIntervals>(
    rules: &G,
    gaps: &[(i64, i64)],
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<(u64, u64), CheckError> {
    let ends = Ends::new(&rules.intervals(), gaps);
    meter.hold(ends.bytes())?;
    let width = ends.rights.len();
    let mut table = vec![0u16; ends.lefts.len() * width];
    // `seen[v]` holds the number of the segment that met value v last.
    let mut seen = vec![0u64; usize::from(u16::MAX) + 1];
    let (mut segment, mut facts) = (0, 0);
    for row in (0..ends.lefts.len()).rev() {
        let inside = ends.inside(row);
        let Some(first) = ends.first_column(&inside) else { continue };
        for column in first..width {
            segment += 1;
            let right = ends.rights[column];
            let count = inside.partition_point(|(_, _, (_, b))| *b <= right);
            meter.spend(count as u64)?;
            facts += count as u64 + 1;
            for &(a, b, _) in &inside[..count] {
                let left_part = table[row * width + a as usize];
                let right_part = table[b as usize * width + column];
                seen[usize::from(left_part ^ right_part)] = segment;
            }
            let value = seen.iter().position(|&last| last != segment);
            let claimed = source.number_to(u16::MAX.into(), "a Grundy value")?;
            if value != usize::try_from(claimed).ok() {
                return Err(source.refuse(format!(
                    "[{}, {right}) is listed with {claimed}, its options give {}",
                    ends.lefts[row],
                    value.map_or("none".to_owned(), |value| value.to_string())
                )));
            }
            table[row * width + column] = claimed as u16;
        }
        source.end_record()?;
    }
    source.end()?;
    let index = |all: &[i64], end: i64| all.partition_point(|&other| other < end);
    let value_of = |&(left, right): &(i64, i64)| {
        table[index(&ends.lefts, left) * width + index(&ends.rights, right)]
    };
    Ok((gaps.iter().fold(0, |sum, gap| sum ^ u64::from(value_of(gap))), facts))
}
