//! Value tables: every position that matters, from the ends backward.
//!
//! **Theorem** (backward induction). In a game in which play ends, give every
//! position of a set that is closed under options a value. If each value is
//! what the rule of values makes of the values of the options, every value is
//! right. For outcomes the rule is: the best option counts; for Grundy values:
//! the least nimber that no option has; for points: the option that the
//! mover's preference puts first.
//!
//! **The certificate** lists the positions so that all options of a position
//! come before it. The checker asks the rules for the options of each, looks
//! their values up, and applies the rule. That options come first proves at
//! once that play ends and that the set is closed. Nothing is taken from the
//! certificate but the order and the values, and the values are compared.
//!
//! ```text
//! row:    0  position  values...      a position
//! level:  1                           rows of two levels ago are forgotten
//! ```
//!
//! Levels bound the memory: an option that was forgotten is refused like one
//! that was never listed.
//!
//! Time O(rows + options), each with one look-up; memory two levels.

use std::io;

use perfectplay_game::{Meter, Notation, Options};
use rustc_hash::FxHashMap;

use crate::{CheckError, Sink, Source};

/// Bytes announced for a row, beside its notation's length.
const ROW_BYTES: u64 = 96;

const ROW: u64 = 0;
const LEVEL: u64 = 1;

/// A value that a table holds.
pub trait TableValue: Clone + PartialEq + std::fmt::Display {
    /// Writes it into a row.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn write(&self, sink: &mut dyn Sink) -> io::Result<()>;

    /// Reads it from a row.
    ///
    /// # Errors
    ///
    /// It is no such value.
    fn read(source: &mut dyn Source) -> Result<Self, CheckError>;
}

impl TableValue for perfectplay_game::exhaustive::Points {
    fn write(&self, sink: &mut dyn Sink) -> io::Result<()> {
        sink.number(self.wins.into())?;
        sink.number(self.own.into())?;
        sink.number(self.other.into())
    }

    fn read(source: &mut dyn Source) -> Result<Self, CheckError> {
        Ok(Self {
            wins: source.number_to(1, "the mark of a win")? == 1,
            own: source.number_to(u64::MAX, "the number of points")?,
            other: source.number_to(u64::MAX, "the number of points")?,
        })
    }
}

/// Writes a row.
///
/// # Errors
///
/// It cannot be written.
pub fn write_row<V: TableValue>(sink: &mut dyn Sink, position: &str, value: &V) -> io::Result<()> {
    sink.number(ROW.into())?;
    sink.text(position)?;
    value.write(sink)?;
    sink.end_record()
}

/// Writes the mark that a level ends.
///
/// # Errors
///
/// It cannot be written.
pub fn write_level(sink: &mut dyn Sink) -> io::Result<()> {
    sink.number(LEVEL.into())?;
    sink.end_record()
}

/// Checks the rows, the last of which must be `position`; gives its value and
/// the number of facts checked.
///
/// `rule` makes the value of a position of its options and their values; it
/// gives `None` where the values do not fit its numbers.
///
/// # Errors
///
/// The first row that fails.
pub fn check<G: Notation, V: TableValue>(
    rules: &G,
    position: &G::Position,
    source: &mut dyn Source,
    meter: &mut Meter,
    rule: impl Fn(&G::Position, &Options<G>, &[V]) -> Option<V>,
) -> Result<(V, u64), CheckError> {
    let mut levels: [FxHashMap<G::Position, V>; 2] = Default::default();
    let mut held = [0u64; 2];
    let mut last: Option<(G::Position, V)> = None;
    let mut facts = 0;
    let mut options = Vec::new();
    while source.more()? {
        if source.number_to(LEVEL, "the mark of a record")? == LEVEL {
            source.end_record()?;
            levels.swap(0, 1);
            levels[0].clear();
            held.swap(0, 1);
            meter.release(std::mem::take(&mut held[0]));
            continue;
        }
        let notation = source.text()?;
        let bytes = ROW_BYTES + notation.len() as u64;
        meter.hold(bytes)?;
        held[0] += bytes;
        let claimed = V::read(source)?;
        source.end_record()?;
        let at =
            rules.parse_position(&notation).map_err(|error| source.refuse(error.to_string()))?;
        options.clear();
        rules.options(&at, &mut options);
        let mut values = Vec::with_capacity(options.len());
        for (chosen, to) in &options {
            meter.spend(1)?;
            facts += 1;
            match levels.iter().find_map(|level| level.get(to)) {
                Some(value) => values.push(value.clone()),
                None => {
                    let chosen = rules.write_move(&at, chosen);
                    return Err(source.refuse(format!(
                        "the option {chosen} of {notation} does not come before it"
                    )));
                }
            }
        }
        facts += 1;
        let found = rule(&at, &options, &values);
        if found.as_ref() != Some(&claimed) {
            let found = found.map_or("no value".to_owned(), |found| found.to_string());
            return Err(source
                .refuse(format!("{notation} is listed with {claimed}, its options give {found}")));
        }
        if levels[0].insert(at.clone(), claimed.clone()).is_some() {
            return Err(source.refuse(format!("{notation} is listed twice")));
        }
        last = Some((at, claimed));
    }
    match last {
        Some((at, value)) if at == *position => Ok((value, facts)),
        _ => Err(source.refuse("the position of the claim is not the last of the table")),
    }
}
