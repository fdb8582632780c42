//! Cases beyond the table.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::formula::Rule;
use crate::search::{Cases, scrambled};
use crate::{Bounds, Value};

/// A case beyond the table.
#[derive(Clone, Debug)]
pub(crate) struct Fresh {
    pub(crate) row: Vec<i64>,
    pub(crate) target: i64,
}

/// Questions for each answer that is wanted, when many are not answered.
const PATIENCE: usize = 6;

/// Parameters drawn for each case that is wanted, to find rare values.
const DRAWS: usize = 60;

/// Asks `more` for about `bounds.fresh` cases outside the table: its ranges
/// and half as much again, the next ones after the largest first. Cases for
/// which the rule says something rare, and their neighbours, are half of
/// them: that is where it is easily wrong.
pub(crate) fn ask(
    cases: &mut Cases,
    rule: &Rule,
    bounds: &Bounds,
    known: &mut FxHashSet<Vec<i64>>,
    more: &mut impl FnMut(&[i64]) -> Option<Value>,
) -> Vec<Fresh> {
    if bounds.fresh == 0 || cases.from_table == 0 {
        return Vec::new();
    }
    if known.is_empty() {
        known.extend((0..cases.len()).map(|case| cases.row(case).to_vec()));
    }
    let mut found: Vec<Fresh> = Vec::new();
    let mut questions = bounds.fresh.saturating_mul(PATIENCE);
    for row in candidates(cases, rule, bounds.fresh) {
        if found.len() >= bounds.fresh || questions == 0 {
            break;
        }
        if !known.insert(row.clone()) {
            continue;
        }
        questions -= 1;
        if let Some(target) = more(&row).and_then(|value| cases.encoded(&value)) {
            found.push(Fresh { row, target });
        }
    }
    found
}

/// Parameters worth asking for, the most telling first.
fn candidates(cases: &Cases, rule: &Rule, wanted: usize) -> Vec<Vec<i64>> {
    let ranges: Vec<(i64, i64)> = cases
        .ranges(cases.from_table)
        .into_iter()
        .map(|(low, high)| {
            let reach = (high.saturating_sub(low) / 2).saturating_add(1);
            (low, high.saturating_add(reach))
        })
        .collect();
    if let [(_, high)] = ranges[..] {
        // Of one parameter all that come next, and some that lie farther.
        let before = cases.ranges(cases.from_table).first().map_or(0, |range| range.1);
        let next = (1..=wanted as i64).map(|step| before.saturating_add(step));
        let stride = high.saturating_sub(before) / 8;
        let far = (1..=8).map(|step| before.saturating_add(stride.saturating_mul(step)));
        return next.chain(far).map(|value| vec![value]).collect();
    }
    let mut by_value: FxHashMap<i64, Vec<Vec<i64>>> = FxHashMap::default();
    let drawn = wanted.saturating_mul(DRAWS);
    for index in 0..drawn as u64 {
        let row: Vec<i64> = ranges
            .iter()
            .enumerate()
            .map(|(place, (low, high))| {
                let span = high.abs_diff(*low).saturating_add(1);
                let random = scrambled(index, place as u64 + 1000) % span;
                low.saturating_add_unsigned(random)
            })
            .collect();
        if let Some(value) = rule.value(&row) {
            by_value.entry(value).or_default().push(row);
        }
    }
    let mut groups: Vec<Vec<Vec<i64>>> = by_value.into_values().collect();
    groups.sort_by_key(|group| (group.len(), group.first().cloned()));
    // In turn: a rare case, a neighbour of it, and a common one.
    let mut chosen = Vec::new();
    let longest = groups.iter().map(Vec::len).max().unwrap_or(0).min(wanted * PATIENCE);
    for index in 0..longest {
        for group in &groups {
            let Some(row) = group.get(index) else { continue };
            chosen.push(row.clone());
            if groups.len() > 1 && group.len() < drawn / 4 {
                let mut neighbour = row.clone();
                let place = index % neighbour.len().max(1);
                if let Some(value) = neighbour.get_mut(place) {
                    *value = value.saturating_add(if index % 2 == 0 { 1 } else { -1 });
                }
                if neighbour.iter().zip(&ranges).all(|(v, (low, _))| v >= low) {
                    chosen.push(neighbour);
                }
            }
        }
    }
    chosen
}
