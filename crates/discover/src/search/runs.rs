//! Unions of intervals of one expression.

use super::sequence::Sequence;
use crate::formula::{Comparison, Condition, Interval, Leaf, Rule};

/// The most stretches of equal values.
const RUNS: usize = 24;

/// A stretch of equal values in a sequence that stands between longer
/// stretches of another value, up to so many entries, may be a mistake.
const LONE: usize = 1;

/// The entries around it that are to agree.
const AROUND: usize = 8;

struct Run {
    low: i64,
    high: i64,
    value: i64,
    entries: usize,
}

/// Rules that say on which stretches of the first `length` keys which value
/// stands; the last stretch goes on for ever. The second one passes over lone
/// entries.
pub(crate) fn rules(sequence: &Sequence, length: usize, leaf: &dyn Fn(i64) -> Leaf) -> Vec<Rule> {
    let mut runs: Vec<Run> = Vec::new();
    for (key, value) in sequence.keys.iter().zip(&sequence.values).take(length) {
        match runs.last_mut() {
            Some(run) if run.value == *value => {
                run.high = *key;
                run.entries += 1;
            }
            _ => {
                runs.push(Run { low: *key, high: *key, value: *value, entries: 1 });
                if runs.len() > 2 * RUNS {
                    return Vec::new();
                }
            }
        }
    }
    let mut rules: Vec<Rule> = Vec::new();
    rules.extend(rule(&runs, sequence, leaf));
    let mut smooth: Vec<Run> = Vec::new();
    let mut rest = &runs[..];
    while let [run, later @ ..] = rest {
        rest = later;
        let lone = match (smooth.last(), later.first()) {
            (Some(before), Some(after)) => {
                run.entries <= LONE
                    && before.value == after.value
                    && before.entries >= AROUND
                    && after.entries >= AROUND
            }
            _ => false,
        };
        if lone {
            continue;
        }
        match smooth.last_mut() {
            Some(last) if last.value == run.value => {
                last.high = run.high;
                last.entries += run.entries;
            }
            _ => smooth.push(Run { ..*run }),
        }
    }
    if smooth.len() < runs.len() {
        rules.extend(rule(&smooth, sequence, leaf));
    }
    rules
}

fn rule(runs: &[Run], sequence: &Sequence, leaf: &dyn Fn(i64) -> Leaf) -> Option<Rule> {
    if !(2..=RUNS).contains(&runs.len()) {
        return None;
    }
    let mut values: Vec<i64> = runs.iter().map(|run| run.value).collect();
    values.sort_unstable();
    values.dedup();
    if values.len() > 4 {
        return None;
    }
    // The value of the most stretches is the rest.
    let frequency = |value: &i64| runs.iter().filter(|run| run.value == *value).count();
    let rest = *values.iter().max_by_key(|value| frequency(value))?;
    let mut cases = Vec::new();
    for value in values.into_iter().filter(|value| *value != rest) {
        let mut intervals: Vec<Interval> = Vec::new();
        for (place, run) in runs.iter().enumerate() {
            if run.value == value {
                let last = place + 1 == runs.len();
                intervals.push((run.low, if last { i64::MAX } else { run.high }));
            }
        }
        // A stretch from the first key on is bounded above only.
        let first = runs.first().map(|run| run.low);
        let condition = match intervals[..] {
            [(low, high)] if Some(low) == first && high != i64::MAX => {
                Condition::compare(Comparison::AtMost, sequence.key.clone(), high)
            }
            _ => Condition::within(sequence.key.clone(), intervals),
        };
        cases.push((condition, leaf(value)));
    }
    Some(Rule { cases, otherwise: leaf(rest) })
}
