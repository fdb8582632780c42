//! Periodic and arithmetic-periodic sequences with exceptions at their start.

use perfectplay_game::{Meter, Stop};

use super::atoms::intervals_of;
use super::sequence::{Rest, Sequence};
use crate::Bounds;
use crate::formula::{Comparison, Condition, Leaf, Operation, Rule, Term, cost};

/// One of the periods that a sequence may have.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) period: i64,
    pub(crate) saltus: i64,
    /// By the residue of the key: the value less saltus * floor(key / period).
    pattern: Vec<i64>,
    /// The places in the sequence that deviate and belong to the formula.
    exceptions: Vec<usize>,
    /// The first key from which there is no exception.
    pub(crate) start: i64,
    bits: f64,
}

impl Fit {
    /// The keys before the period that do not follow it.
    pub(crate) fn exceptions(&self, sequence: &Sequence) -> Vec<i64> {
        self.exceptions.iter().filter_map(|place| sequence.keys.get(*place)).copied().collect()
    }

    /// The value that the period alone gives.
    fn value(&self, key: i64) -> Option<i64> {
        let rest = self.pattern.get(usize::try_from(key.rem_euclid(self.period)).ok()?)?;
        self.saltus.checked_mul(key.div_euclid(self.period))?.checked_add(*rest)
    }
}

/// The shortest periods of the first `length` entries, at most four.
///
/// For each period the pattern is what the last three entries of a residue
/// agree on; then the entries are read from the end backward and deviations
/// counted. A wrong period is dropped after a few of them.
///
/// Time: O(period^2 + period * exceptions), and O(length) for each period that
/// nearly fits; `bounds.period` bounds the period.
pub(crate) fn fits(
    sequence: &Sequence,
    length: usize,
    integers: bool,
    allowed: usize,
    bounds: &Bounds,
    meter: &mut Meter,
) -> Result<Vec<Fit>, Stop> {
    let keys = sequence.keys.get(..length).unwrap_or(&[]);
    let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else { return Ok(Vec::new()) };
    let span = last.saturating_sub(first);
    let longest = (span / 3).min(i64::try_from(bounds.period).unwrap_or(i64::MAX));
    let mut fits: Vec<Fit> = Vec::new();
    for period in 1..=longest {
        // A longer pattern alone would be longer than what was found.
        if fits.first().is_some_and(|best| best.bits < period as f64) {
            break;
        }
        meter.spend(8 * period as u64)?;
        for saltus in saltuses(sequence, length, period, integers) {
            for fit in fit(sequence, length, period, saltus, allowed, bounds, meter)? {
                // Of a period its multiples are no news.
                let multiple = |known: &Fit| {
                    fit.period > known.period
                        && fit.period % known.period == 0
                        && fit.exceptions.len() >= known.exceptions.len()
                };
                if fits.iter().any(multiple) {
                    continue;
                }
                fits.push(fit);
                fits.sort_by(|a, b| a.bits.total_cmp(&b.bits));
                fits.truncate(4);
            }
        }
    }
    Ok(fits)
}

/// 0, and the rise over a period near the end if two of three agree on it.
fn saltuses(sequence: &Sequence, length: usize, period: i64, integers: bool) -> Vec<i64> {
    let mut found = vec![0];
    if !integers {
        return found;
    }
    let mut rises = Vec::new();
    for place in (0..length).rev().take(3) {
        let (Some(key), Some(value)) = (sequence.keys.get(place), sequence.values.get(place))
        else {
            continue;
        };
        let before = sequence.keys.binary_search(&key.saturating_sub(period));
        let before = before.ok().and_then(|before| sequence.values.get(before));
        rises.extend(before.and_then(|before| value.checked_sub(*before)));
    }
    rises.sort_unstable();
    for pair in rises.windows(2) {
        if let [a, b] = pair
            && a == b
            && !found.contains(a)
        {
            found.push(*a);
        }
    }
    found
}

fn fit(
    sequence: &Sequence,
    length: usize,
    period: i64,
    saltus: i64,
    allowed: usize,
    bounds: &Bounds,
    meter: &mut Meter,
) -> Result<Vec<Fit>, Stop> {
    let Ok(size) = usize::try_from(period) else { return Ok(Vec::new()) };
    let entry = |place: usize| -> Option<(i64, usize, i64)> {
        let (key, value) = (*sequence.keys.get(place)?, *sequence.values.get(place)?);
        let rest = value.checked_sub(saltus.checked_mul(key.div_euclid(period))?)?;
        Some((key, usize::try_from(key.rem_euclid(period)).ok()?, rest))
    };
    // The last three of each residue.
    let mut last: Vec<Vec<i64>> = vec![Vec::new(); size];
    let mut missing = size;
    for place in (0..length).rev().take(size.saturating_mul(4)) {
        let Some((_, residue, rest)) = entry(place) else { return Ok(Vec::new()) };
        if let Some(list) = last.get_mut(residue)
            && list.len() < 3
        {
            list.push(rest);
            missing -= usize::from(list.len() == 2);
            if missing == 0 && place + 3 * size < length {
                break;
            }
        }
    }
    if missing > 0 {
        return Ok(Vec::new());
    }
    let agreed = |list: &Vec<i64>| match list[..] {
        [_, b, c] if b == c => b,
        [a, ..] => a,
        [] => 0,
    };
    let pattern: Vec<i64> = last.iter().map(agreed).collect();
    // All deviations, so that a fit on a part is known on the rest too.
    let most = bounds.exceptions + allowed;
    let mut deviations = Vec::new();
    for place in (0..sequence.len()).rev() {
        meter.spend(4)?;
        let Some((_, residue, rest)) = entry(place) else { return Ok(Vec::new()) };
        if pattern.get(residue) != Some(&rest) {
            deviations.push(place);
            if deviations.len() > most {
                return Ok(Vec::new());
            }
        }
    }
    deviations.reverse();
    let fit = Fit { period, saltus, pattern, exceptions: deviations, start: 0, bits: 0.0 };
    let near = (2 * period).max(8);
    let mut fits: Vec<Fit> = Vec::new();
    // Either all deviations are exceptions, or only the first ones.
    for near in [near, i64::MAX] {
        let classified = classified(sequence, length, fit.clone(), near);
        if let Some(fit) = classified
            && !fits.iter().any(|known| known.start == fit.start)
        {
            fits.push(fit);
        }
    }
    Ok(fits)
}

/// Tells the exceptions before the period begins, which are at most `near`
/// apart, from later deviations, which are counterexamples.
fn classified(sequence: &Sequence, length: usize, mut fit: Fit, near: i64) -> Option<Fit> {
    let first = *sequence.keys.first()?;
    let last = *sequence.keys.get(length.checked_sub(1)?)?;
    let mut before = first;
    let mut exceptions = Vec::new();
    for place in &fit.exceptions {
        let key = *sequence.keys.get(*place)?;
        if key.saturating_sub(before) > near {
            break;
        }
        before = key;
        exceptions.push(*place);
    }
    let later = fit.exceptions.len() - exceptions.len();
    fit.start = if exceptions.is_empty() { first } else { before.checked_add(1)? };
    // Three clean periods at least, and a third of what there is.
    let clean = last.saturating_sub(fit.start).saturating_add(1);
    if clean < 3 * fit.period || clean < last.saturating_sub(first) / 3 {
        return None;
    }
    let (low, high) = (fit.pattern.iter().min()?, fit.pattern.iter().max()?);
    let each = (high.abs_diff(*low) as f64 + 1.0).log2().max(1.0);
    let place = (before.abs_diff(first) as f64 + 2.0).log2();
    fit.bits = fit.period as f64 * each
        + exceptions.len() as f64 * (place + each)
        + later as f64 * ((sequence.len() as f64).log2() + 2.0)
        + if fit.saltus == 0 { 0.0 } else { cost::integer(fit.saltus) + 12.0 };
    fit.exceptions = exceptions;
    Some(fit)
}

/// The formula of a fit to integers.
pub(crate) fn integer_rule(sequence: &Sequence, fit: &Fit, rest: &Rest) -> Rule {
    let base = periodic_term(&sequence.key, fit);
    let mut pairs = Vec::new();
    for place in &fit.exceptions {
        if let (Some(key), Some(value)) = (sequence.keys.get(*place), sequence.values.get(*place)) {
            pairs.push((*key, *value));
        }
    }
    let term = match pairs[..] {
        [] => base,
        _ => Term::Except(pairs, Box::new(sequence.key.clone()), Box::new(base)),
    };
    Rule::term(rest.restored(term))
}

/// The value by the period, as short as can be: a remainder, a rounded
/// quotient, or a list.
fn periodic_term(key: &Term, fit: &Fit) -> Term {
    let Fit { period, saltus, pattern, .. } = fit;
    let (period, saltus) = (*period, *saltus);
    if let ([only], 0) = (&pattern[..], saltus) {
        return Term::Constant(*only);
    }
    if let [only] = &pattern[..] {
        return key.clone().times(saltus).plus(*only);
    }
    if let Some(shift) = quotient_shift(pattern, period, saltus) {
        let numerator = key.clone().times(saltus).plus(shift);
        return numerator.combine(Operation::Over, Term::Constant(period));
    }
    let remainder = key.clone().modulo(period);
    let base = pattern.first().copied().unwrap_or(0);
    let rising = |step: i64| {
        pattern.iter().enumerate().all(|(residue, value)| {
            (residue as i64).checked_mul(step).and_then(|rise| rise.checked_add(base))
                == Some(*value)
        })
    };
    let periodic = if rising(1) {
        remainder.plus(base)
    } else if rising(-1) {
        Term::Constant(base).combine(Operation::Minus, remainder)
    } else {
        Term::Lookup(pattern.clone(), Box::new(remainder))
    };
    if saltus == 0 {
        return periodic;
    }
    let quotient = key.clone().combine(Operation::Over, Term::Constant(period));
    periodic.combine(Operation::Plus, quotient.times(saltus))
}

/// The least shift with floor((saltus * n + shift) / period) = pattern +
/// saltus * floor(n / period): each residue r, with the value v, allows
/// v * period - saltus * r and the period - 1 numbers after it.
fn quotient_shift(pattern: &[i64], period: i64, saltus: i64) -> Option<i64> {
    if saltus == 0 {
        return None;
    }
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for (residue, value) in pattern.iter().enumerate() {
        let risen = saltus.checked_mul(i64::try_from(residue).ok()?)?;
        let least = value.checked_mul(period)?.checked_sub(risen)?;
        low = low.max(least);
        high = high.min(least.checked_add(period - 1)?);
    }
    (low <= high).then(|| 0.clamp(low, high))
}

/// The formula of a fit to few values, each printed by `leaf`.
pub(crate) fn word_rule(
    sequence: &Sequence,
    fit: &Fit,
    parameters: usize,
    leaf: &dyn Fn(i64) -> Leaf,
) -> Option<Rule> {
    let mut values: Vec<i64> = fit.pattern.clone();
    values.extend(fit.exceptions.iter().filter_map(|place| sequence.values.get(*place)));
    values.sort_unstable();
    values.dedup();
    // The value of most residues is the rest.
    let frequency = |value: &i64| fit.pattern.iter().filter(|known| *known == value).count();
    let rest = *values.iter().max_by_key(|value| frequency(value))?;
    let mut cases = Vec::new();
    for value in values.into_iter().filter(|value| *value != rest) {
        let condition = word_condition(sequence, fit, value, parameters)?;
        cases.push((condition, leaf(value)));
    }
    Some(Rule { cases, otherwise: leaf(rest) })
}

/// When a value is taken.
fn word_condition(
    sequence: &Sequence,
    fit: &Fit,
    value: i64,
    parameters: usize,
) -> Option<Condition> {
    let residues: Vec<i64> = (0..fit.period)
        .filter(|residue| fit.pattern.get(*residue as usize) == Some(&value))
        .collect();
    let (mut added, mut removed, mut early) = (Vec::new(), Vec::new(), Vec::new());
    for place in &fit.exceptions {
        let key = *sequence.keys.get(*place)?;
        if *sequence.values.get(*place)? == value {
            added.push(key);
        } else if fit.value(key) == Some(value) {
            removed.push(key);
        }
    }
    // All keys with that value before the period begins.
    for (key, known) in sequence.keys.iter().zip(&sequence.values) {
        if *key < fit.start && *known == value {
            early.push(*key);
        }
    }
    let within = |keys: &[i64]| Condition::within(sequence.key.clone(), intervals_of(keys));
    if residues.is_empty() {
        return (!added.is_empty()).then(|| within(&added));
    }
    let periodic = match fit.period {
        1 => Condition::compare(Comparison::AtLeast, sequence.key.clone(), fit.start),
        period => Condition::within(sequence.key.clone().modulo(period), intervals_of(&residues)),
    };
    if added.is_empty() && removed.is_empty() {
        return Some(periodic);
    }
    // Either what is added and removed, or a start and what comes before it.
    let mut kept = vec![periodic.clone()];
    if !removed.is_empty() {
        kept.push(within(&removed).negated());
    }
    let mut edited = vec![Condition::all(kept)];
    if !added.is_empty() {
        edited.push(within(&added));
    }
    let edited = Condition::any(edited);
    let begun = Condition::compare(Comparison::AtLeast, sequence.key.clone(), fit.start);
    let mut started = vec![Condition::all(vec![begun, periodic])];
    if !early.is_empty() {
        started.push(within(&early));
    }
    let started = Condition::any(started);
    let shorter = cost::condition(&started, parameters) < cost::condition(&edited, parameters);
    Some(if shorter { started } else { edited })
}
