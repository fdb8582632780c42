//! The integer expressions that the search builds formulas from, with their
//! values on a sample.

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;

use crate::Bounds;
use crate::formula::{Function, Operation, Term, cost};

/// Values beyond this size are not followed: sums and differences of two stay
/// far inside 64 bits.
const REACH: u64 = 1 << 40;

/// One expression.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) term: Term,
    /// Its length.
    pub(crate) bits: f64,
    /// Its values on the sample.
    pub(crate) values: Vec<i64>,
    fingerprint: u64,
}

/// Expressions with different values on the sample, the shortest of each
/// kind, sorted by length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    pub(crate) entries: Vec<Entry>,
    by_values: FxHashMap<u64, usize>,
    parameters: usize,
    bytes: u64,
}

/// A mixture of the values: equal for equal values.
pub(crate) fn fingerprint(values: impl Iterator<Item = i64>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for value in values {
        hash = (hash ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash
}

impl Pool {
    /// Expressions over the columns of a sample, up to `bounds.terms`.
    ///
    /// Time: O(terms * rows); space the same. The levels are: parameters;
    /// sums, differences and the like of all or of two of them; functions of
    /// those; two of those joined; functions of these.
    pub(crate) fn grow(
        columns: &[Vec<i64>],
        bounds: &Bounds,
        meter: &mut Meter,
    ) -> Result<Pool, Stop> {
        let mut pool = Pool { parameters: columns.len(), ..Pool::default() };
        for (index, column) in columns.iter().enumerate() {
            pool.add(Term::Parameter(index), Some(column.clone()), meter)?;
        }
        let parameters = 0..pool.entries.len();
        pool.together(columns, meter)?;
        pool.joined(parameters.clone(), bounds.terms, &PAIRS, meter)?;
        pool.joined(parameters.clone(), bounds.terms, &DIVISIONS, meter)?;
        pool.linear(columns, meter)?;
        pool.sort();
        pool.functions(0..pool.entries.len().min(60), bounds.modulus, meter)?;
        pool.sort();
        let few = if columns.len() == 1 { 30 } else { 40 };
        pool.joined(0..pool.entries.len().min(few), bounds.terms, &PAIRS, meter)?;
        pool.sort();
        if pool.entries.len() < bounds.terms {
            pool.functions(0..pool.entries.len().min(300), 4, meter)?;
        }
        pool.sort();
        pool.entries.truncate(bounds.terms);
        pool.sort();
        Ok(pool)
    }

    /// The parameters and what is built of them directly, on all rows.
    pub(crate) fn simple(columns: &[Vec<i64>], meter: &mut Meter) -> Result<Pool, Stop> {
        let mut pool = Pool { parameters: columns.len(), ..Pool::default() };
        for (index, column) in columns.iter().enumerate() {
            pool.add(Term::Parameter(index), Some(column.clone()), meter)?;
        }
        let parameters = 0..pool.entries.len();
        pool.together(columns, meter)?;
        pool.joined(parameters, 64, &PAIRS, meter)?;
        pool.sort();
        Ok(pool)
    }

    /// Takes back what the pool announced to the meter.
    pub(crate) fn release(&self, meter: &mut Meter) {
        meter.release(self.bytes);
    }

    fn sort(&mut self) {
        self.entries.sort_by(|a, b| a.bits.total_cmp(&b.bits));
        self.by_values.clear();
        for (index, entry) in self.entries.iter().enumerate() {
            self.by_values.insert(entry.fingerprint, index);
        }
    }

    /// The expression with exactly these values.
    pub(crate) fn find(&self, values: &[i64]) -> Option<&Entry> {
        let index = self.by_values.get(&fingerprint(values.iter().copied()))?;
        self.entries.get(*index).filter(|entry| entry.values == values)
    }

    /// Adds an expression, unless it is constant, too large somewhere, or no
    /// shorter than one with the same values.
    fn add(&mut self, term: Term, values: Option<Vec<i64>>, meter: &mut Meter) -> Result<(), Stop> {
        let Some(values) = values else { return Ok(()) };
        meter.spend(values.len() as u64)?;
        let constant = values.first().is_none_or(|first| values.iter().all(|v| v == first));
        let is_parameter = matches!(term, Term::Parameter(_));
        if (constant && !is_parameter) || values.iter().any(|v| v.unsigned_abs() > REACH) {
            return Ok(());
        }
        let bits = cost::term(&term, self.parameters);
        let hash = fingerprint(values.iter().copied());
        if let Some(known) = self.by_values.get(&hash)
            && let Some(entry) = self.entries.get_mut(*known)
            && entry.values == values
        {
            if bits < entry.bits {
                entry.term = term;
                entry.bits = bits;
            }
            return Ok(());
        }
        let bytes = 8 * values.len() as u64 + 200;
        meter.hold(bytes)?;
        self.bytes += bytes;
        self.by_values.insert(hash, self.entries.len());
        self.entries.push(Entry { term, bits, values, fingerprint: hash });
        Ok(())
    }

    /// One operation on two expressions of the pool.
    fn add_joined(
        &mut self,
        operation: Operation,
        (a, b): (usize, usize),
        absolute: bool,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (Some(first), Some(second)) = (self.entries.get(a), self.entries.get(b)) else {
            return Ok(());
        };
        let pairs = first.values.iter().zip(&second.values);
        let values = pairs.map(|(a, b)| {
            let value = operation.of(*a, *b)?;
            if absolute { value.checked_abs() } else { Some(value) }
        });
        let values: Option<Vec<i64>> = values.collect();
        let mut term = first.term.clone().combine(operation, second.term.clone());
        if absolute {
            term = term.apply(Function::Absolute);
        }
        self.add(term, values, meter)
    }

    /// All parameters at once.
    fn together(&mut self, columns: &[Vec<i64>], meter: &mut Meter) -> Result<(), Stop> {
        let width = columns.len();
        if width < 3 {
            return Ok(());
        }
        let folded = [
            Operation::Plus,
            Operation::Maximum,
            Operation::Minimum,
            Operation::Xor,
            Operation::Gcd,
            Operation::BitAnd,
        ];
        for operation in folded {
            let term = (1..width)
                .map(Term::Parameter)
                .fold(Term::Parameter(0), |term, next| term.combine(operation, next));
            self.add_evaluated(term, columns, meter)?;
        }
        let all: Vec<Term> = (0..width).map(Term::Parameter).collect();
        for rank in 1..width - 1 {
            self.add_evaluated(Term::Rank(rank, all.clone()), columns, meter)?;
        }
        Ok(())
    }

    /// An expression of parameters, evaluated row by row.
    fn add_evaluated(
        &mut self,
        term: Term,
        columns: &[Vec<i64>],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let rows = columns.first().map_or(0, Vec::len);
        meter.spend(rows as u64 * columns.len() as u64)?;
        let mut row = vec![0i64; columns.len()];
        let mut values = Vec::with_capacity(rows);
        for at in 0..rows {
            for (place, column) in row.iter_mut().zip(columns) {
                *place = column.get(at).copied().unwrap_or(0);
            }
            match term.value(&row) {
                Some(value) => values.push(value),
                None => return Ok(()),
            }
        }
        self.add(term, Some(values), meter)
    }

    /// Operations on every two expressions in a range, while there is room.
    fn joined(
        &mut self,
        range: std::ops::Range<usize>,
        most: usize,
        operations: &[Pairing],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        // Short pairs first: by the sum of their places.
        for sum in 2 * range.start..2 * range.end {
            for a in range.clone() {
                let Some(b) = sum.checked_sub(a).filter(|b| range.contains(b)) else { continue };
                for pairing in operations {
                    if a == b || (pairing.symmetric && a > b) {
                        continue;
                    }
                    self.add_joined(pairing.operation, (a, b), pairing.absolute, meter)?;
                }
            }
            if self.entries.len() >= 2 * most {
                break;
            }
        }
        Ok(())
    }

    /// Small multiples of two or three parameters, added up.
    fn linear(&mut self, columns: &[Vec<i64>], meter: &mut Meter) -> Result<(), Stop> {
        let width = columns.len();
        if !(2..=3).contains(&width) {
            return Ok(());
        }
        let third = if width == 3 { -2..=2 } else { 0..=0 };
        for a in 0..=3i64 {
            for b in -3..=3i64 {
                for c in third.clone() {
                    let coefficients = [a, b, c];
                    let terms = coefficients.iter().filter(|factor| **factor != 0).count();
                    if terms < 2 || (a == 0 && b < 0) {
                        continue;
                    }
                    self.add_evaluated(combination(&coefficients), columns, meter)?;
                }
            }
        }
        Ok(())
    }

    /// Functions of the expressions in a range.
    fn functions(
        &mut self,
        range: std::ops::Range<usize>,
        modulus: i64,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for index in range {
            let Some(entry) = self.entries.get(index) else { break };
            let Entry { term, values, .. } = entry.clone();
            let mapped = |of: &dyn Fn(i64) -> Option<i64>| -> Option<Vec<i64>> {
                values.iter().map(|value| of(*value)).collect()
            };
            for constant in [1, -1, 2, -2] {
                let shifted = mapped(&|value| value.checked_add(constant));
                self.add(term.clone().plus(constant), shifted, meter)?;
            }
            for factor in [2, 3] {
                let multiplied = mapped(&|value| value.checked_mul(factor));
                self.add(term.clone().times(factor), multiplied, meter)?;
            }
            for divisor in 2..=modulus.min(8) {
                let divided = mapped(&|value| Operation::Over.of(value, divisor));
                let quotient = term.clone().combine(Operation::Over, Term::Constant(divisor));
                self.add(quotient, divided, meter)?;
            }
            for period in 2..=modulus {
                let rest = mapped(&|value| Operation::Modulo.of(value, period));
                self.add(term.clone().modulo(period), rest, meter)?;
            }
            for function in Function::ALL {
                let applied = mapped(&|value| function.of(value));
                self.add(term.clone().apply(function), applied, meter)?;
            }
        }
        Ok(())
    }
}

/// The parameters with these factors, added up; the positive ones first.
fn combination(factors: &[i64; 3]) -> Term {
    let mut sum: Option<Term> = None;
    let signed = |positive: bool| {
        factors.iter().enumerate().filter(move |(_, factor)| (**factor > 0) == positive)
    };
    for (index, factor) in signed(true).chain(signed(false)) {
        if *factor == 0 {
            continue;
        }
        let part = Term::Parameter(index);
        sum = Some(match sum {
            None => part.times(*factor),
            Some(sum) if *factor > 0 => sum.combine(Operation::Plus, part.times(*factor)),
            Some(sum) => sum.combine(Operation::Minus, part.times(-*factor)),
        });
    }
    sum.unwrap_or(Term::Constant(0))
}

/// How two expressions are joined.
struct Pairing {
    operation: Operation,
    /// The order of the two does not matter.
    symmetric: bool,
    /// The size of the result is taken.
    absolute: bool,
}

const PAIRS: [Pairing; 9] = {
    const fn pairing(operation: Operation, symmetric: bool, absolute: bool) -> Pairing {
        Pairing { operation, symmetric, absolute }
    }
    [
        pairing(Operation::Plus, true, false),
        pairing(Operation::Minus, false, false),
        pairing(Operation::Minus, true, true),
        pairing(Operation::Xor, true, false),
        pairing(Operation::Maximum, true, false),
        pairing(Operation::Minimum, true, false),
        pairing(Operation::BitAnd, true, false),
        pairing(Operation::Gcd, true, false),
        pairing(Operation::Times, true, false),
    ]
};

const DIVISIONS: [Pairing; 2] = [
    Pairing { operation: Operation::Over, symmetric: false, absolute: false },
    Pairing { operation: Operation::Modulo, symmetric: false, absolute: false },
];
