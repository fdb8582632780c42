//! Rules for tables of integers: one expression, or a few of them, each where
//! a condition holds.

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;

use super::atoms::Question;
use super::bits::Bits;
use super::conditions::{Scope, conditions};
use super::pool::{Entry, Pool};
use super::sample::Sample;
use crate::formula::{Leaf, Operation, Rule, Term, cost};

/// How many expressions pieces are chosen from.
const PIECES: usize = 24;

/// How many choices of pieces are tried.
const CHOICES: usize = 12;

/// Expressions whose values are the targets, the shortest first.
pub(crate) fn expressions(
    pool: &Pool,
    sample: &Sample,
    meter: &mut Meter,
) -> Result<Vec<Term>, Stop> {
    let targets = &sample.targets;
    let mut found: Vec<Term> = Vec::new();
    if let Some(entry) = pool.find(targets) {
        found.push(entry.term.clone());
    }
    for entry in &pool.entries {
        meter.spend(2)?;
        found.extend(affine(entry, targets));
    }
    // target = a operation b: for each b the a that it takes.
    for entry in &pool.entries {
        meter.spend(4 * targets.len() as u64)?;
        let pairs = || targets.iter().zip(&entry.values);
        let undone: [(Operation, Option<Vec<i64>>); 3] = [
            (Operation::Plus, pairs().map(|(t, b)| t.checked_sub(*b)).collect()),
            (Operation::Minus, pairs().map(|(t, b)| t.checked_add(*b)).collect()),
            (Operation::Xor, Some(pairs().map(|(t, b)| t ^ b).collect())),
        ];
        for (operation, needed) in undone {
            let Some(needed) = needed else { continue };
            if let Some(other) = pool.find(&needed) {
                found.push(other.term.clone().combine(operation, entry.term.clone()));
            }
        }
    }
    found.extend(extremes(pool, targets, meter)?);
    let parameters = sample.columns.len();
    found.sort_by(|a, b| cost::term(a, parameters).total_cmp(&cost::term(b, parameters)));
    found.dedup();
    found.truncate(12);
    Ok(found)
}

/// factor * term + shift.
fn affine(entry: &Entry, targets: &[i64]) -> Option<Term> {
    let (&first, &target) = (entry.values.first()?, targets.first()?);
    let (other, value) = entry.values.iter().enumerate().find(|(_, value)| **value != first)?;
    let rise = targets.get(other)?.checked_sub(target)?;
    let run = value - first;
    if rise == 0 || rise.checked_rem(run)? != 0 {
        return None;
    }
    let factor = rise.checked_div(run)?;
    let shift = target.checked_sub(factor.checked_mul(first)?)?;
    let fits = entry.values.iter().zip(targets).all(|(value, target)| {
        factor.checked_mul(*value).and_then(|product| product.checked_add(shift)) == Some(*target)
    });
    if !fits {
        return None;
    }
    let term = entry.term.clone();
    Some(match factor {
        -1 => Term::Constant(shift).combine(Operation::Minus, term),
        _ => term.times(factor).plus(shift),
    })
}

/// The maximum or the minimum of two expressions.
fn extremes(pool: &Pool, targets: &[i64], meter: &mut Meter) -> Result<Vec<Term>, Stop> {
    let mut found = Vec::new();
    for operation in [Operation::Maximum, Operation::Minimum] {
        let mut bounding: Vec<(&Entry, Bits)> = Vec::new();
        for entry in &pool.entries {
            meter.spend(8)?;
            let pairs = || entry.values.iter().zip(targets);
            let beyond = match operation {
                Operation::Maximum => pairs().any(|(value, target)| value > target),
                _ => pairs().any(|(value, target)| value < target),
            };
            if beyond {
                continue;
            }
            let values = &entry.values;
            let equal = Bits::from_fn(targets.len(), |row| values.get(row) == targets.get(row));
            if !equal.is_empty() {
                bounding.push((entry, equal));
            }
        }
        bounding.truncate(200);
        let all = Bits::from_fn(targets.len(), |_| true);
        for (place, (b, second)) in bounding.iter().enumerate() {
            for (a, first) in bounding.iter().take(place) {
                meter.spend(4)?;
                if all.within(&first.or(second)) {
                    found.push(a.term.clone().combine(operation, b.term.clone()));
                }
            }
        }
    }
    found.truncate(20);
    Ok(found)
}

/// An expression, shifted by what makes it right on the most rows.
struct Piece {
    term: Term,
    bits: f64,
    /// The rows on which it is right.
    right: Bits,
}

/// Two or three expressions, each where a condition holds.
pub(crate) fn piecewise(
    pool: &Pool,
    sample: &Sample,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Vec<Rule>, Stop> {
    let rows = sample.targets.len();
    let mut pieces = pieces(pool, sample, meter)?;
    pieces.sort_by(|a, b| {
        b.right.count().cmp(&a.right.count()).then_with(|| a.bits.total_cmp(&b.bits))
    });
    pieces.truncate(PIECES);
    let all = Bits::from_fn(rows, |_| true);
    let mut choices: Vec<(f64, Vec<&Piece>)> = Vec::new();
    for (place, a) in pieces.iter().enumerate() {
        for (next, b) in pieces.iter().enumerate().skip(place + 1) {
            let two = a.right.or(&b.right);
            if all.within(&two) {
                choices.push((a.bits + b.bits, vec![a, b]));
                continue;
            }
            for c in pieces.iter().skip(next + 1) {
                meter.spend(4)?;
                if all.within(&two.or(&c.right)) {
                    // A third piece needs a condition of its own.
                    choices.push((a.bits + b.bits + c.bits + 20.0, vec![a, b, c]));
                }
            }
        }
    }
    choices.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut rules = Vec::new();
    for (bits, choice) in choices.into_iter().take(CHOICES) {
        if bits >= scope.limit {
            break;
        }
        let scope = Scope { limit: scope.limit - bits, ..scope };
        rules.extend(told_apart(pool, sample, &choice, scope, meter)?);
    }
    Ok(rules)
}

fn pieces(pool: &Pool, sample: &Sample, meter: &mut Meter) -> Result<Vec<Piece>, Stop> {
    let parameters = sample.columns.len();
    let rows = sample.targets.len();
    let least = (rows / 20).max(2);
    let mut pieces = Vec::new();
    let mut keep = |term: Term, right: Bits| {
        if right.count() >= least {
            let bits = cost::term(&term, parameters);
            pieces.push(Piece { term, bits, right });
        }
    };
    let mut frequent: FxHashMap<i64, usize> = FxHashMap::default();
    for target in &sample.targets {
        *frequent.entry(*target).or_default() += 1;
    }
    for (value, count) in frequent {
        if count >= least {
            let right = Bits::from_fn(rows, |row| sample.targets.get(row) == Some(&value));
            keep(Term::Constant(value), right);
        }
    }
    for entry in pool.entries.iter().take(800) {
        meter.spend(8 * rows as u64)?;
        let mut shifts: FxHashMap<i64, usize> = FxHashMap::default();
        for (value, target) in entry.values.iter().zip(&sample.targets) {
            if let Some(shift) = target.checked_sub(*value) {
                *shifts.entry(shift).or_default() += 1;
            }
        }
        let best = shifts.iter().max_by_key(|(shift, count)| (**count, -shift.saturating_abs()));
        let Some((&shift, _)) = best else { continue };
        let right = Bits::from_fn(rows, |row| {
            let value = entry.values.get(row).and_then(|value| value.checked_add(shift));
            value == sample.targets.get(row).copied()
        });
        keep(entry.term.clone().plus(shift), right);
    }
    // The order must not depend on the hash map.
    pieces.sort_by(|a, b| a.bits.total_cmp(&b.bits).then_with(|| a.term.cmp(&b.term)));
    Ok(pieces)
}

/// Conditions that give each piece the rows on which it alone is right.
fn told_apart(
    pool: &Pool,
    sample: &Sample,
    choice: &[&Piece],
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Option<Rule>, Stop> {
    let rows = sample.targets.len();
    let mut left = Bits::from_fn(rows, |_| true);
    let mut cases = Vec::new();
    let mut pieces: Vec<&Piece> = choice.to_vec();
    // The piece that is right least often first.
    pieces.sort_by_key(|piece| piece.right.count());
    while let [piece, later @ ..] = &pieces[..] {
        if later.is_empty() {
            let otherwise = Leaf::Term(piece.term.clone());
            return Ok(Some(Rule { cases, otherwise }));
        }
        let none = Bits::none(rows);
        let by_later = later.iter().fold(none.clone(), |union, piece| union.or(&piece.right));
        let wrong = left.without(&piece.right);
        let needed = left.without(&by_later);
        let question = Question { yes: needed.iter().collect(), no: wrong.iter().collect() };
        if question.yes.is_empty() || question.no.is_empty() {
            return Ok(None);
        }
        let told = conditions(pool, sample.columns.len(), &question, false, scope, meter)?;
        let Some(told) = told.into_iter().next() else { return Ok(None) };
        let row_of = |row: usize| -> Vec<i64> {
            sample.columns.iter().map(|column| column.get(row).copied().unwrap_or(0)).collect()
        };
        meter.spend(8 * rows as u64)?;
        let taken = Bits::from_fn(rows, |row| told.condition.holds(&row_of(row)) == Some(true));
        left = left.without(&taken);
        cases.push((told.condition, Leaf::Term(piece.term.clone())));
        pieces.remove(0);
    }
    Ok(None)
}
