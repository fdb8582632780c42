//! Values that depend on one expression alone, as a sequence.

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;

use super::cases::Cases;
use crate::formula::Term;

/// The values of a table by the values of one expression, or what is left of
/// them when another expression is taken away.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    pub(crate) key: Term,
    /// Increasing.
    pub(crate) keys: Vec<i64>,
    pub(crate) values: Vec<i64>,
    /// How many cases have a key at most this one.
    pub(crate) cases_up_to: Vec<usize>,
}

/// What is taken away from the values before they are read as a sequence.
#[derive(Clone, Debug)]
pub(crate) enum Rest {
    Whole,
    /// value - expression.
    Minus(Term),
    /// value xor expression.
    Xor(Term),
}

impl Rest {
    fn of(&self, value: i64, row: &[i64]) -> Option<i64> {
        match self {
            Rest::Whole => Some(value),
            Rest::Minus(term) => value.checked_sub(term.value(row)?),
            Rest::Xor(term) => Some(value ^ term.value(row)?),
        }
    }

    /// The value from what was left of it.
    pub(crate) fn restored(&self, left: Term) -> Term {
        use crate::formula::Operation::{Plus, Xor};
        match self {
            Rest::Whole => left,
            Rest::Minus(term) => term.clone().combine(Plus, left),
            Rest::Xor(term) => term.clone().combine(Xor, left),
        }
    }
}

impl Sequence {
    /// The sequence by `key`, unless a key has several values; up to `allowed`
    /// cases may disagree with the others of their key, which outvote them.
    pub(crate) fn collect(
        cases: &Cases,
        key: &Term,
        rest: &Rest,
        allowed: usize,
        meter: &mut Meter,
    ) -> Result<Option<Sequence>, Stop> {
        let bytes = 160 * cases.len() as u64;
        meter.hold(bytes)?;
        let collected = Sequence::gathered(cases, key, rest, allowed, meter);
        meter.release(bytes);
        collected
    }

    fn gathered(
        cases: &Cases,
        key: &Term,
        rest: &Rest,
        allowed: usize,
        meter: &mut Meter,
    ) -> Result<Option<Sequence>, Stop> {
        // Of each key its first two values, with their counts.
        let mut seen: FxHashMap<i64, [(i64, usize); 2]> = FxHashMap::default();
        let mut disputed = 0;
        for case in 0..cases.len() {
            if case % 1024 == 0 {
                meter.spend(8 * 1024)?;
            }
            let row = cases.row(case);
            let Some(key) = key.value(row) else { return Ok(None) };
            let Some(value) = rest.of(cases.target(case), row) else { return Ok(None) };
            let [first, second] = seen.entry(key).or_insert([(value, 0), (value, 0)]);
            if first.0 == value {
                first.1 += 1;
            } else if second.1 == 0 {
                *second = (value, 1);
                disputed += 1;
                if disputed > allowed {
                    return Ok(None);
                }
            } else if second.0 == value {
                second.1 += 1;
            } else {
                return Ok(None);
            }
        }
        let losing: usize = seen.values().map(|[a, b]| a.1.min(b.1)).sum();
        if losing > allowed {
            return Ok(None);
        }
        let mut sorted: Vec<(i64, i64, usize)> = seen
            .into_iter()
            .map(|(key, [a, b])| (key, if b.1 > a.1 { b.0 } else { a.0 }, a.1 + b.1))
            .collect();
        sorted.sort_unstable();
        let mut total = 0;
        let mut sequence = Sequence {
            key: key.clone(),
            keys: Vec::with_capacity(sorted.len()),
            values: Vec::with_capacity(sorted.len()),
            cases_up_to: Vec::with_capacity(sorted.len()),
        };
        for (key, value, count) in sorted {
            total += count;
            sequence.keys.push(key);
            sequence.values.push(value);
            sequence.cases_up_to.push(total);
        }
        Ok(Some(sequence))
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// How many cases the first `length` keys have.
    pub(crate) fn cases(&self, length: usize) -> usize {
        length.checked_sub(1).and_then(|last| self.cases_up_to.get(last)).copied().unwrap_or(0)
    }
}
