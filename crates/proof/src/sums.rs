//! Grundy values of a game whose positions fall into parts.
//!
//! **Theorem** (Sprague 1935, Grundy 1939). In normal play of a game in which
//! both players have the same options, a disjunctive sum is lost for the mover
//! exactly when the XOR of the parts' Grundy values is 0; the value of a
//! position is the least number that no option has, an option having the XOR
//! of its own parts' values.
//!
//! **The certificate** lists parts with their values so that all parts of all
//! options come before. The checker asks the rules for the options of each,
//! for their parts and canonical forms, looks the values up, and makes the
//! least missing number itself. That parts come first proves that play ends.
//!
//! ```text
//! row:    position  Grundy value
//! ```
//!
//! What is trusted beyond the rules of play is what the rules declare: that a
//! position is the sum of the parts they name, and is worth what its canonical
//! form is. Where nothing is declared, nothing is.
//!
//! Time O(rows + options + parts), each with one look-up; memory one table.

use std::io;

use perfectplay_game::{Meter, Outcome, Tabular};
use rustc_hash::FxHashMap;

use crate::{CheckError, Sink, Source};

/// The name of this kind.
pub const KIND: &str = "grundy-table";

/// Bytes announced for a row, beside its notation's length.
const ROW_BYTES: u64 = 96;

/// Writes a row.
///
/// # Errors
///
/// It cannot be written.
pub fn write_row(sink: &mut dyn Sink, part: &str, nimber: u64) -> io::Result<()> {
    sink.text(part)?;
    sink.number(nimber.into())?;
    sink.end_record()
}

/// Checks the rows; gives the Grundy value of `position`, whose parts must be
/// among them, and the number of facts checked.
///
/// # Errors
///
/// The first row that fails.
pub fn check<G: Tabular>(
    rules: &G,
    position: &G::Position,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<(u64, u64), CheckError> {
    let declared = rules.declared();
    if !declared.impartial || declared.score.is_some() {
        return Err(source.refuse("the rules do not say that both players have the same options"));
    }
    let mut table: FxHashMap<G::Position, u64> = FxHashMap::default();
    let mut facts = 0;
    let mut options = Vec::new();
    while source.more()? {
        let notation = source.text()?;
        meter.hold(ROW_BYTES + notation.len() as u64)?;
        let claimed = source.number_to(u64::MAX, "the Grundy value")?;
        source.end_record()?;
        let at =
            rules.parse_position(&notation).map_err(|error| source.refuse(error.to_string()))?;
        if rules.canonical(&at)? != at {
            return Err(source.refuse(format!("{notation} is not in canonical form")));
        }
        options.clear();
        rules.options(&at, &mut options);
        if let Some(fault) = rules.fault() {
            return Err(fault.into());
        }
        if options.is_empty() && rules.ending(&at) != Outcome::Loss {
            return Err(source.refuse(format!("play ends at {notation} other than in a loss")));
        }
        let mut seen = vec![false; options.len() + 1];
        for (chosen, to) in &options {
            meter.spend(1)?;
            facts += 1;
            if rules.mover(to) == rules.mover(&at) {
                let chosen = rules.write_move(&at, chosen);
                return Err(source.refuse(format!("{chosen} at {notation} keeps the turn")));
            }
            let value = match value(rules, &table, to)? {
                Ok(value) => value,
                Err(part) => {
                    let chosen = rules.write_move(&at, chosen);
                    return Err(source.refuse(format!(
                        "{part}, a part of what {chosen} leaves of {notation}, does not come \
                         before it"
                    )));
                }
            };
            if let Some(mark) = usize::try_from(value).ok().and_then(|value| seen.get_mut(value)) {
                *mark = true;
            }
        }
        facts += 1;
        let found = seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u64;
        if found != claimed {
            return Err(source.refuse(format!(
                "{notation} is listed with Grundy value {claimed}, its options give {found}"
            )));
        }
        if table.insert(at, claimed).is_some() {
            return Err(source.refuse(format!("{notation} is listed twice")));
        }
    }
    match value(rules, &table, position)? {
        Ok(value) => Ok((value, facts)),
        Err(part) => Err(source.refuse(format!("{part}, a part of the position, is not listed"))),
    }
}

/// The XOR of the values of a position's parts, or a part that is not listed.
fn value<G: Tabular>(
    rules: &G,
    table: &FxHashMap<G::Position, u64>,
    position: &G::Position,
) -> Result<Result<u64, String>, CheckError> {
    let parts = match rules.declared().splits {
        true => rules.parts(position)?,
        false => vec![position.clone()],
    };
    let mut sum = 0;
    for part in &parts {
        let part = rules.canonical(part)?;
        match table.get(&part) {
            Some(value) => sum ^= value,
            None => return Ok(Err(rules.write_position(&part))),
        }
    }
    Ok(Ok(sum))
}
