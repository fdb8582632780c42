//! Rules for tables of few different values: a list of conditions, one value
//! each.

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;

use super::atoms::Question;
use super::conditions::{SIMPLE, Scope, Told, conditions, conjunctions};
use super::pool::Pool;
use super::sample::Sample;
use crate::formula::{Leaf, Rule};

/// Up to so many values every order of the conditions is tried.
const ORDERED: usize = 3;

/// Rules that give each row of a sample its value; `leaf` prints a value.
pub(crate) fn rules(
    pool: &Pool,
    sample: &Sample,
    leaf: &dyn Fn(i64) -> Leaf,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Vec<Rule>, Stop> {
    let mut rows: FxHashMap<i64, Vec<usize>> = FxHashMap::default();
    for (row, target) in sample.targets.iter().enumerate() {
        rows.entry(*target).or_default().push(row);
    }
    let mut values: Vec<(i64, Vec<usize>)> = rows.into_iter().collect();
    // The most frequent value last: it is the rest in a short list.
    values.sort_unstable_by_key(|(value, rows)| (rows.len(), *value));
    let parameters = sample.columns.len();
    let mut rules = Vec::new();
    if let [(first, firsts), (second, seconds)] = &values[..] {
        let sides = [(*first, firsts, *second, seconds), (*second, seconds, *first, firsts)];
        for (value, yes, other, no) in sides {
            let question = Question { yes: yes.clone(), no: no.clone() };
            let told = conjunctions(pool, parameters, &question, scope, meter)?;
            rules.extend(told.into_iter().map(|told| (told.bits, one(told, value, other, leaf))));
        }
        if rules.iter().all(|(bits, _)| *bits > SIMPLE) {
            let question = Question { yes: firsts.clone(), no: seconds.clone() };
            let told = conditions(pool, parameters, &question, true, scope, meter)?;
            rules
                .extend(told.into_iter().map(|told| (told.bits, one(told, *first, *second, leaf))));
        }
        rules.sort_by(|a, b| a.0.total_cmp(&b.0));
        return Ok(rules.into_iter().map(|(_, rule)| rule).collect());
    }
    if values.len() > ORDERED {
        return Ok(in_order(pool, parameters, &values, leaf, scope, meter)?.into_iter().collect());
    }
    every_order(pool, parameters, &values, leaf, scope, meter)
}

fn one(told: Told, value: i64, other: i64, leaf: &dyn Fn(i64) -> Leaf) -> Rule {
    Rule { cases: vec![(told.condition, leaf(value))], otherwise: leaf(other) }
}

/// A list in the order given.
fn in_order(
    pool: &Pool,
    parameters: usize,
    values: &[(i64, Vec<usize>)],
    leaf: &dyn Fn(i64) -> Leaf,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Option<Rule>, Stop> {
    let mut cases = Vec::new();
    let mut rest = values;
    let mut scope = scope;
    while let [(value, yes), later @ ..] = rest {
        rest = later;
        if later.is_empty() {
            return Ok(Some(Rule { cases, otherwise: leaf(*value) }));
        }
        let no = later.iter().flat_map(|(_, rows)| rows.iter().copied()).collect();
        let question = Question { yes: yes.clone(), no };
        let told = conditions(pool, parameters, &question, true, scope, meter)?;
        let Some(told) = told.into_iter().next() else { return Ok(None) };
        scope.limit -= told.bits;
        cases.push((told.condition, leaf(*value)));
    }
    Ok(None)
}

/// The shortest list of all orders: for every set of values that may be left,
/// the value to be told from the rest of the set first.
fn every_order(
    pool: &Pool,
    parameters: usize,
    values: &[(i64, Vec<usize>)],
    leaf: &dyn Fn(i64) -> Leaf,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Vec<Rule>, Stop> {
    // By the set of values left, as bits: the length and the rule.
    let mut best: Vec<Option<(f64, Rule)>> = vec![None; 1 << values.len()];
    for set in 1..best.len() {
        let left: Vec<usize> = (0..values.len()).filter(|index| set >> index & 1 == 1).collect();
        if let [only] = left[..] {
            let rule = values.get(only).map(|(value, _)| (0.0, Rule::leaf(leaf(*value))));
            if let Some(place) = best.get_mut(set) {
                *place = rule;
            }
            continue;
        }
        for &index in &left {
            let Some((value, yes)) = values.get(index) else { continue };
            let Some(Some((later_bits, later))) = best.get(set & !(1 << index)).cloned() else {
                continue;
            };
            let no = left.iter().filter(|other| **other != index);
            let no = no.filter_map(|other| values.get(*other));
            let no = no.flat_map(|(_, rows)| rows.iter().copied()).collect();
            let question = Question { yes: yes.clone(), no };
            let known = best.get(set).and_then(|place| place.as_ref());
            let limit = known.map_or(scope.limit, |(bits, _)| *bits) - later_bits;
            let scope = Scope { limit, ..scope };
            let told = conditions(pool, parameters, &question, false, scope, meter)?;
            let Some(told) = told.into_iter().next() else { continue };
            let bits = told.bits + later_bits;
            if let Some(place) = best.get_mut(set)
                && place.as_ref().is_none_or(|(known, _)| bits < *known)
            {
                let mut cases = vec![(told.condition, leaf(*value))];
                cases.extend(later.cases);
                *place = Some((bits, Rule { cases, otherwise: later.otherwise }));
            }
        }
    }
    Ok(best.pop().flatten().map(|(_, rule)| rule).into_iter().collect())
}
