//! Tables that stay the same when two parameters are exchanged, but for a few
//! cases.

use perfectplay_game::{Meter, Stop};

use super::cases::Cases;
use crate::formula::Rule;

/// Symmetric pairs of cases for each one that is not.
const RATIO: usize = 40;

/// Two cases that would have one value if the table were symmetric, as it is
/// nearly everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) row: Vec<i64>,
    pub(crate) exchanged: Vec<i64>,
}

/// The pairs that break the symmetries which nearly hold, at most `most` of
/// each. Time: O(cases log cases) for each two of at most four parameters.
pub(crate) fn broken(cases: &Cases, most: usize, meter: &mut Meter) -> Result<Vec<Broken>, Stop> {
    let width = cases.width();
    let mut all = Vec::new();
    if width > 4 {
        return Ok(all);
    }
    for second in 1..width {
        for first in 0..second {
            let (mut whole, mut found) = (0usize, Vec::new());
            for case in 0..cases.from_table {
                if case % 1024 == 0 {
                    meter.spend(32 * 1024)?;
                }
                let row = cases.row(case);
                if row.get(first) >= row.get(second) {
                    continue;
                }
                let mut exchanged = row.to_vec();
                exchanged.swap(first, second);
                match cases.find(&exchanged) {
                    Some(other) if cases.target(other) == cases.target(case) => whole += 1,
                    Some(_) => found.push(Broken { row: row.to_vec(), exchanged }),
                    None => {}
                }
                if found.len() > most {
                    break;
                }
            }
            if !found.is_empty() && found.len() <= most && whole >= RATIO * found.len() {
                all.extend(found);
            }
        }
    }
    Ok(all)
}

/// Whether a rule gives both cases of each pair one value.
pub(crate) fn heals(rule: &Rule, broken: &[Broken]) -> bool {
    broken.iter().all(|pair| rule.value(&pair.row) == rule.value(&pair.exchanged))
}
