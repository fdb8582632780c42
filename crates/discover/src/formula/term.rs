//! Integer expressions.

use super::Automaton;
use crate::numbers;

/// A function of one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Function {
    Absolute,
    /// floor(phi * n).
    GoldenMultiple,
    TrailingZeros,
    LowestBit,
    HighestBit,
    BitLength,
    DigitSum,
    FloorSqrt,
    ZeckendorfZeros,
}

impl Function {
    pub(crate) const ALL: [Function; 9] = [
        Function::Absolute,
        Function::GoldenMultiple,
        Function::TrailingZeros,
        Function::LowestBit,
        Function::HighestBit,
        Function::BitLength,
        Function::DigitSum,
        Function::FloorSqrt,
        Function::ZeckendorfZeros,
    ];

    pub(crate) fn of(self, n: i64) -> Option<i64> {
        match self {
            Function::Absolute => n.checked_abs(),
            Function::GoldenMultiple => numbers::golden_multiple(n),
            Function::TrailingZeros => numbers::trailing_zeros(n),
            Function::LowestBit => numbers::lowest_bit(n),
            Function::HighestBit => numbers::highest_bit(n),
            Function::BitLength => numbers::bit_length(n),
            Function::DigitSum => numbers::digit_sum(n),
            Function::FloorSqrt => numbers::floor_sqrt(n),
            Function::ZeckendorfZeros => numbers::zeckendorf_zeros(n),
        }
    }

    /// Its name in the text of formulas and in programs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Function::Absolute => "abs",
            Function::GoldenMultiple => "golden_multiple",
            Function::TrailingZeros => "trailing_zeros",
            Function::LowestBit => "lowest_bit",
            Function::HighestBit => "highest_bit",
            Function::BitLength => "bit_length",
            Function::DigitSum => "digit_sum",
            Function::FloorSqrt => "floor_sqrt",
            Function::ZeckendorfZeros => "zeckendorf_zeros",
        }
    }
}

/// A function of two integers. Of formulas of one length the one whose
/// operations come first here is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Operation {
    Maximum,
    Minimum,
    Plus,
    Minus,
    Times,
    /// floor(a / b), b > 0.
    Over,
    /// The rest of that division.
    Modulo,
    Xor,
    /// The binary digits that both have.
    BitAnd,
    Gcd,
}

impl Operation {
    #[inline]
    pub(crate) fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operation::Plus => a.checked_add(b),
            Operation::Minus => a.checked_sub(b),
            Operation::Times => a.checked_mul(b),
            Operation::Over => numbers::floor_div(a, b),
            Operation::Modulo => numbers::modulo(a, b),
            Operation::Xor => Some(a ^ b),
            Operation::BitAnd => Some(a & b),
            Operation::Minimum => Some(a.min(b)),
            Operation::Maximum => Some(a.max(b)),
            Operation::Gcd => numbers::gcd(a, b),
        }
    }
}

/// An integer expression over the parameters of a table. Terms are built by
/// the search, a few levels deep, so walking them by recursion is safe.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Term {
    Parameter(usize),
    Constant(i64),
    Apply(Function, Box<Term>),
    Combine(Operation, Box<Term>, Box<Term>),
    /// The i-th smallest, from 0.
    Rank(usize, Vec<Term>),
    /// The i-th of a list, from 0.
    Lookup(Vec<i64>, Box<Term>),
    /// A value of its own where the key is listed, else the base.
    Except(Vec<(i64, i64)>, Box<Term>, Box<Term>),
    /// The output of an automaton that has read the digits of the terms.
    Run(Box<Automaton>, Vec<Term>),
}

impl Term {
    pub(crate) fn apply(self, function: Function) -> Term {
        Term::Apply(function, Box::new(self))
    }

    pub(crate) fn combine(self, operation: Operation, other: Term) -> Term {
        Term::Combine(operation, Box::new(self), Box::new(other))
    }

    /// `self + constant`, written without a zero.
    pub(crate) fn plus(self, constant: i64) -> Term {
        match constant {
            0 => self,
            _ => self.combine(Operation::Plus, Term::Constant(constant)),
        }
    }

    /// `constant * self`, written without a one.
    pub(crate) fn times(self, constant: i64) -> Term {
        match constant {
            1 => self,
            _ => Term::Constant(constant).combine(Operation::Times, self),
        }
    }

    /// `self mod period`; with a period of one, 0.
    pub(crate) fn modulo(self, period: i64) -> Term {
        match period {
            1 => Term::Constant(0),
            _ => self.combine(Operation::Modulo, Term::Constant(period)),
        }
    }

    /// The value at `row`, the values of the parameters; `None` where it is
    /// not defined.
    pub(crate) fn value(&self, row: &[i64]) -> Option<i64> {
        match self {
            Term::Parameter(index) => row.get(*index).copied(),
            Term::Constant(constant) => Some(*constant),
            Term::Apply(function, term) => function.of(term.value(row)?),
            Term::Combine(operation, a, b) => operation.of(a.value(row)?, b.value(row)?),
            Term::Rank(index, terms) => {
                let mut values =
                    terms.iter().map(|term| term.value(row)).collect::<Option<Vec<_>>>()?;
                values.sort_unstable();
                values.get(*index).copied()
            }
            Term::Lookup(list, index) => {
                list.get(usize::try_from(index.value(row)?).ok()?).copied()
            }
            Term::Except(exceptions, key, base) => {
                let key = key.value(row)?;
                match exceptions.binary_search_by_key(&key, |(key, _)| *key) {
                    Ok(found) => exceptions.get(found).map(|(_, value)| *value),
                    Err(_) => base.value(row),
                }
            }
            Term::Run(automaton, terms) => {
                let values =
                    terms.iter().map(|term| term.value(row)).collect::<Option<Vec<_>>>()?;
                automaton.output(&values)
            }
        }
    }
}
