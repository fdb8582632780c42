//! Conditions on the parameters.

use super::Term;
use crate::numbers;

/// How two integers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    pub(crate) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }

    pub(crate) fn negated(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
            Comparison::Greater => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
        }
    }
}

/// A named set of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Special {
    /// 1, 2, 4, 8, ...
    PowerOfTwo,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 0, 1, 4, 9, ...
    Square,
}

impl Special {
    pub(crate) const ALL: [Special; 3] = [Special::PowerOfTwo, Special::Fibonacci, Special::Square];

    pub(crate) fn holds(self, n: i64) -> bool {
        match self {
            Special::PowerOfTwo => numbers::is_power_of_two(n),
            Special::Fibonacci => numbers::is_fibonacci(n),
            Special::Square => numbers::is_square(n),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Special::PowerOfTwo => "is_power_of_two",
            Special::Fibonacci => "is_fibonacci",
            Special::Square => "is_square",
        }
    }
}

/// A stretch of integers, both ends in it; [`i64::MAX`] as its end means that
/// it has none.
pub(crate) type Interval = (i64, i64);

/// A condition on the parameters of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Condition {
    Compare(Comparison, Term, Term),
    /// In a union of intervals: sorted, disjoint.
    In(Term, Vec<Interval>),
    Is(Special, Term),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

impl Condition {
    /// `term comparison constant`, a difference with 0 written as a comparison
    /// of its two sides.
    pub(crate) fn compare(comparison: Comparison, term: Term, constant: i64) -> Condition {
        use super::Operation::Minus;
        match term {
            Term::Combine(Minus, a, b) if constant == 0 => Condition::Compare(comparison, *a, *b),
            _ => Condition::Compare(comparison, term, Term::Constant(constant)),
        }
    }

    /// In a union of intervals, written as a comparison where that says it.
    pub(crate) fn within(term: Term, intervals: Vec<Interval>) -> Condition {
        match intervals[..] {
            [(low, i64::MAX)] => Condition::compare(Comparison::AtLeast, term, low),
            [(low, high)] if low == high => Condition::compare(Comparison::Equal, term, low),
            _ => Condition::In(term, intervals),
        }
    }

    /// The opposite, pushed inward.
    pub(crate) fn negated(self) -> Condition {
        match self {
            Condition::Compare(comparison, a, b) => Condition::Compare(comparison.negated(), a, b),
            Condition::All(parts) => {
                Condition::Any(parts.into_iter().map(Condition::negated).collect())
            }
            Condition::Any(parts) => {
                Condition::All(parts.into_iter().map(Condition::negated).collect())
            }
            Condition::Not(part) => *part,
            other => Condition::Not(Box::new(other)),
        }
    }

    /// All of `parts`; nested conjunctions are flattened.
    pub(crate) fn all(parts: Vec<Condition>) -> Condition {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Condition::All(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match <[Condition; 1]>::try_from(flat) {
            Ok([only]) => only,
            Err(flat) => Condition::All(flat),
        }
    }

    /// Any of `parts`; nested disjunctions are flattened.
    pub(crate) fn any(parts: Vec<Condition>) -> Condition {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Condition::Any(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match <[Condition; 1]>::try_from(flat) {
            Ok([only]) => only,
            Err(flat) => Condition::Any(flat),
        }
    }

    /// Whether it holds at `row`; `None` where a term that matters is not
    /// defined.
    pub(crate) fn holds(&self, row: &[i64]) -> Option<bool> {
        match self {
            Condition::Compare(comparison, a, b) => {
                Some(comparison.holds(a.value(row)?, b.value(row)?))
            }
            Condition::In(term, intervals) => {
                let value = term.value(row)?;
                let after = intervals.partition_point(|(low, _)| *low <= value);
                Some(after > 0 && intervals.get(after - 1).is_some_and(|last| value <= last.1))
            }
            Condition::Is(special, term) => Some(special.holds(term.value(row)?)),
            Condition::All(parts) => {
                for part in parts {
                    if !part.holds(row)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Condition::Any(parts) => {
                for part in parts {
                    if part.holds(row)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Condition::Not(part) => part.holds(row).map(|holds| !holds),
        }
    }
}
