use std::collections::BTreeMap;

use perfectplay_game::{Game, Notation};

use super::notation::listed;
use super::{Interval, IntervalGame};

/// Columns that a drawing may take.
const WIDTH: usize = 92;

/// A number line with the picked intervals on it, and below what can still be
/// picked. Only the ends of intervals have a place on the line: those of all
/// intervals if they fit, else those of the picked ones, else no line.
///
/// ```text
///     [====)      [=====)
/// +---+----+--+---+-----+
/// 1   2    5  6   7     9
/// can be picked: [5,6) [5,7)
/// ```
pub(super) fn draw(rules: &IntervalGame, picked: &Vec<Interval>) -> String {
    let mut options = Vec::new();
    rules.options(picked, &mut options);
    let left = listed(options.into_iter().map(|(chosen, _)| chosen));
    let line = number_line(rules.intervals(), picked)
        .or_else(|| number_line(picked, picked))
        .unwrap_or_else(|| format!("picked: {}", rules.write_position(picked)));
    format!("{line}\ncan be picked: {left}")
}

/// The line with places for the ends of `intervals`; `None` if it gets too wide.
fn number_line(intervals: &[Interval], picked: &[Interval]) -> Option<String> {
    let mut columns: BTreeMap<i64, usize> = BTreeMap::new();
    for interval in intervals {
        for place in [interval.start(), interval.end()] {
            columns.insert(place, 0);
        }
        if columns.len() > WIDTH {
            return None;
        }
    }
    let mut labels = String::new();
    for (place, column) in &mut columns {
        *column = labels.len();
        // Every place gets room for its label and for an interval's mark.
        labels += &format!("{:<3} ", place.to_string());
    }
    let labels = labels.trim_end();
    if labels.len() > WIDTH || columns.is_empty() {
        return None;
    }
    let width = columns.values().max()? + 1;
    let mut line = vec![b'-'; width];
    let mut above = vec![b' '; width];
    for &column in columns.values() {
        line[column] = b'+';
    }
    for interval in picked {
        let (start, end) = (*columns.get(&interval.start())?, *columns.get(&interval.end())?);
        // Where intervals touch, [ stands for both.
        above[start] = b'[';
        above[start + 1..end].fill(b'=');
        above[end] = b')';
    }
    let text = |row: Vec<u8>| String::from_utf8_lossy(&row).trim_end().to_owned();
    let above = text(above);
    let above = if above.is_empty() { "(nothing picked yet)".to_owned() } else { above };
    Some(format!("{above}\n{}\n{labels}", text(line)))
}
