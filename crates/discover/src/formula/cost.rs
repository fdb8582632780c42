//! The length of formulas in bits: the measure by which they are ranked.
//!
//! It is the length of a prefix code, so at most 2^d formulas have length d,
//! and a formula of d bits fits a random table of h bits by luck with
//! probability at most 2^(d - h), however many formulas were tried.
//!
//! | part | bits |
//! | --- | --- |
//! | a parameter, of k | 2 + log2 k |
//! | a constant c | 2 + int(c) |
//! | `+`, `-`, `min`, `max` | 4 |
//! | `*` with a constant, `mod`, `floor( / )`, `xor` | 5 |
//! | `abs` | 6 |
//! | `floor(phi * )` | 10 |
//! | every other function, `*` of two parts that vary | 12 |
//! | `sorted`, a list, exceptions, an automaton | 7, and their entries |
//! | `=`, `<=`, `>=` | 3 |
//! | `!=`, `<`, `>` | 4 |
//! | `and` | 2 for each |
//! | `or` | 5 for each |
//! | `in {...}` | 4, and its intervals |
//! | a named set, `not` | 6 |
//! | a case of the rule | 1, and 1 for a leaf |
//! | a word, of w | log2 w |
//!
//! with int(c) = 2 floor(log2(|c| + 1)) + 1, the Elias gamma code, and 2 more
//! for a negative number.

use super::{Comparison, Condition, Function, Leaf, Operation, Rule, Term};

/// Bits of one `and`.
pub(crate) const AND: f64 = 2.0;

/// Bits of an integer.
pub(crate) fn integer(n: i64) -> f64 {
    let size = n.unsigned_abs().saturating_add(1);
    f64::from(2 * size.ilog2() + 1 + 2 * u32::from(n < 0))
}

/// Bits of a list whose entries are numbered within their range.
fn list(values: impl Iterator<Item = i64> + Clone) -> f64 {
    let (low, high) = (values.clone().min().unwrap_or(0), values.clone().max().unwrap_or(0));
    let range = (high as f64 - low as f64 + 1.0).log2();
    let count = values.count() as f64;
    2.0 * (count + 1.0).log2() + integer(low) + integer(high) + count * range
}

pub(crate) fn term(expression: &Term, parameters: usize) -> f64 {
    let terms = |terms: &[Term]| terms.iter().map(|inner| term(inner, parameters)).sum::<f64>();
    match expression {
        Term::Parameter(_) => 2.0 + (parameters.max(1) as f64).log2(),
        Term::Constant(constant) => 2.0 + integer(*constant),
        Term::Apply(function, inner) => {
            let own = match function {
                Function::Absolute => 6.0,
                Function::GoldenMultiple => 10.0,
                _ => 12.0,
            };
            own + term(inner, parameters)
        }
        Term::Combine(operation, a, b) => {
            let own = match operation {
                Operation::Plus | Operation::Minus | Operation::Minimum | Operation::Maximum => 4.0,
                Operation::Times if !matches!(**a, Term::Constant(_)) => 12.0,
                Operation::Times | Operation::Modulo | Operation::Over | Operation::Xor => 5.0,
                Operation::BitAnd | Operation::Gcd => 12.0,
            };
            own + term(a, parameters) + term(b, parameters)
        }
        Term::Rank(_, inner) => 7.0 + (inner.len().max(1) as f64).log2() + terms(inner),
        Term::Lookup(values, index) => 7.0 + list(values.iter().copied()) + term(index, parameters),
        Term::Except(exceptions, key, base) => {
            7.0 + list(exceptions.iter().map(|pair| pair.0))
                + list(exceptions.iter().map(|pair| pair.1))
                + term(key, parameters)
                + term(base, parameters)
        }
        Term::Run(automaton, inner) => {
            let states = automaton.next.len().max(1) as f64;
            let edges = automaton.next.iter().map(Vec::len).sum::<usize>() as f64;
            // Two bits for the digits, one for the order of reading.
            7.0 + 3.0
                + integer(automaton.next.len() as i64)
                + edges * states.log2()
                + list(automaton.outputs.iter().copied())
                + terms(inner)
        }
    }
}

/// Bits of a comparison sign.
pub(crate) fn sign(comparison: Comparison) -> f64 {
    match comparison {
        Comparison::Equal | Comparison::AtMost | Comparison::AtLeast => 3.0,
        Comparison::NotEqual | Comparison::Less | Comparison::Greater => 4.0,
    }
}

pub(crate) fn condition(expression: &Condition, parameters: usize) -> f64 {
    let joined = |parts: &[Condition], each: f64| {
        each * (parts.len() as f64 - 1.0).max(0.0)
            + parts.iter().map(|part| condition(part, parameters)).sum::<f64>()
    };
    match expression {
        Condition::Compare(comparison, a, b) => {
            sign(*comparison) + term(a, parameters) + term(b, parameters)
        }
        Condition::In(inner, intervals) => {
            let mut bits = 4.0 + term(inner, parameters) + integer(intervals.len() as i64);
            let mut end = 0i64;
            for &(low, high) in intervals {
                bits += integer(low.saturating_sub(end));
                if high != i64::MAX {
                    bits += integer(high.saturating_sub(low));
                }
                end = high;
            }
            bits
        }
        Condition::Is(_, inner) => 6.0 + term(inner, parameters),
        Condition::All(parts) => joined(parts, AND),
        Condition::Any(parts) => joined(parts, 5.0),
        Condition::Not(part) => 6.0 + condition(part, parameters),
    }
}

/// Bits of a rule over so many parameters and words.
pub(crate) fn rule(rule: &Rule, parameters: usize, words: usize) -> f64 {
    let leaf = |leaf: &Leaf| match leaf {
        Leaf::Word(_) => 1.0 + (words.max(1) as f64).log2(),
        Leaf::Term(inner) => 1.0 + term(inner, parameters),
    };
    let cases =
        rule.cases.iter().map(|(when, then)| 1.0 + condition(when, parameters) + leaf(then));
    cases.sum::<f64>() + 1.0 + leaf(&rule.otherwise)
}
