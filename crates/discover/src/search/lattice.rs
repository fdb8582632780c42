//! Values that depend on two parameters modulo small numbers.

use perfectplay_game::{Meter, Stop};

use super::atoms::intervals_of;
use super::cases::Cases;
use crate::formula::{Condition, Leaf, Operation, Rule, Term};

/// The largest of the two moduli.
const LARGEST: i64 = 8;

/// Rules whose values repeat with a block of the two parameters, from the
/// smallest block on; the values are printed by `leaf`, or listed if there is
/// none.
///
/// Time: O(LARGEST^2 * cases) for each two parameters, usually far less: a
/// block is dropped at its first few conflicts.
pub(crate) fn rules(
    cases: &Cases,
    allowed: usize,
    leaf: Option<&dyn Fn(i64) -> Leaf>,
    meter: &mut Meter,
) -> Result<Vec<Rule>, Stop> {
    let mut rules = Vec::new();
    for second in 1..cases.width() {
        for first in 0..second {
            let mut blocks: Vec<(i64, i64)> =
                (2..=LARGEST).flat_map(|p| (2..=LARGEST).map(move |q| (p, q))).collect();
            blocks.sort_unstable_by_key(|(p, q)| (p * q, *p));
            for (p, q) in blocks {
                if let Some(block) = block(cases, (first, p), (second, q), allowed, meter)? {
                    rules.extend(rule(&block, (first, p), (second, q), leaf));
                    break;
                }
            }
        }
    }
    Ok(rules)
}

/// The value of each cell, if it has one and was seen twice.
fn block(
    cases: &Cases,
    (first, p): (usize, i64),
    (second, q): (usize, i64),
    allowed: usize,
    meter: &mut Meter,
) -> Result<Option<Vec<i64>>, Stop> {
    // Of each cell its first two values, with their counts.
    let mut cells = vec![[(0i64, 0usize); 2]; usize::try_from(p * q).unwrap_or(0)];
    let mut disputes = 0;
    for case in 0..cases.len() {
        if case % 1024 == 0 {
            meter.spend(4 * 1024)?;
        }
        let row = cases.row(case);
        let (Some(a), Some(b)) = (row.get(first), row.get(second)) else { return Ok(None) };
        let place = usize::try_from(a.rem_euclid(p) * q + b.rem_euclid(q)).unwrap_or(0);
        let Some([one, two]) = cells.get_mut(place) else { return Ok(None) };
        let value = cases.target(case);
        if one.1 == 0 || one.0 == value {
            *one = (value, one.1 + 1);
        } else if two.1 == 0 || two.0 == value {
            disputes += usize::from(two.1 == 0);
            *two = (value, two.1 + 1);
        } else {
            return Ok(None);
        }
        if disputes > allowed {
            return Ok(None);
        }
    }
    let losing: usize = cells.iter().map(|[one, two]| one.1.min(two.1)).sum();
    if losing > allowed || cells.iter().any(|[one, two]| one.1 + two.1 < 2) {
        return Ok(None);
    }
    Ok(Some(cells.iter().map(|[one, two]| if two.1 > one.1 { two.0 } else { one.0 }).collect()))
}

fn rule(
    block: &[i64],
    (first, p): (usize, i64),
    (second, q): (usize, i64),
    leaf: Option<&dyn Fn(i64) -> Leaf>,
) -> Option<Rule> {
    let row = Term::Constant(q).combine(Operation::Times, Term::Parameter(first).modulo(p));
    let cell = row.combine(Operation::Plus, Term::Parameter(second).modulo(q));
    let Some(leaf) = leaf else {
        return Some(Rule::term(Term::Lookup(block.to_vec(), Box::new(cell))));
    };
    let mut values = block.to_vec();
    values.sort_unstable();
    values.dedup();
    let frequency = |value: &i64| block.iter().filter(|known| *known == value).count();
    let rest = *values.iter().max_by_key(|value| frequency(value))?;
    let mut cases = Vec::new();
    for value in values.into_iter().filter(|value| *value != rest) {
        let places: Vec<i64> =
            (0..p * q).filter(|place| block.get(*place as usize) == Some(&value)).collect();
        cases.push((Condition::within(cell.clone(), intervals_of(&places)), leaf(value)));
    }
    Some(Rule { cases, otherwise: leaf(rest) })
}
