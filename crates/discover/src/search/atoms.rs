//! Single conditions that hold on all rows of one kind, and how many rows of
//! the other kind each rules out.

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::conditions::Scope;
use super::pool::{Entry, Pool, fingerprint};
use crate::formula::{Comparison, Condition, Interval, Operation, Special, Term, cost};

/// Two expressions are compared when the product of their places, by length,
/// is at most this: short ones with many, longer ones with few.
const COMPARED: usize = 1500;

/// How many of the shortest expressions are tried with sets and congruences.
const SHORT: usize = 150;

/// Where fewer expressions are used than this, only a part of those are.
const MANY: usize = 1000;

/// Intervals of one union.
const INTERVALS: usize = 8;

/// A condition that holds on every row of `yes`.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub(crate) condition: Condition,
    pub(crate) bits: f64,
    /// The rows of `no` on which it does not hold.
    pub(crate) excludes: Bits,
}

impl Atom {
    /// The shorter first; the order depends neither on the sample nor on a
    /// hash map.
    pub(crate) fn by_length(&self, other: &Atom) -> std::cmp::Ordering {
        self.bits.total_cmp(&other.bits).then_with(|| self.condition.cmp(&other.condition))
    }
}

/// Rows on which a condition is to hold, and rows on which it is not; both
/// are rows of the pool.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) yes: Vec<usize>,
    pub(crate) no: Vec<usize>,
}

struct Finder<'a> {
    question: &'a Question,
    parameters: usize,
    /// Atoms this long are of no use.
    limit: f64,
    /// The shortest atom for each set of excluded rows.
    found: FxHashMap<Bits, (Condition, f64)>,
    sides: Sides,
}

/// The values of one expression on the rows of `yes` and of `no`.
#[derive(Default)]
struct Sides {
    yes: Vec<i64>,
    no: Vec<i64>,
}

impl Sides {
    fn fill(&mut self, question: &Question, value: impl Fn(usize) -> i64) {
        self.yes.clear();
        self.yes.extend(question.yes.iter().map(|row| value(*row)));
        self.no.clear();
        self.no.extend(question.no.iter().map(|row| value(*row)));
    }
}

/// An expression that is written when an atom with it is kept.
struct Written<'a> {
    term: &'a dyn Fn() -> Term,
    bits: f64,
    /// The bits that are not needed when it is compared with 0, of a
    /// difference.
    saved: f64,
}

fn at(values: &[i64], row: usize) -> i64 {
    values.get(row).copied().unwrap_or(0)
}

/// The integer of least length in low..=high, the nearest to low of those.
fn simplest(low: i64, high: i64) -> i64 {
    let mut best = low;
    for power in 0..62 {
        // The lengths step at 2^k - 1.
        for candidate in [(1i64 << power) - 2, 2 - (1i64 << power)] {
            if (low..=high).contains(&candidate) && cost::integer(candidate) < cost::integer(best) {
                best = candidate;
            }
        }
    }
    best
}

/// The atoms for a question, one for each set of excluded rows.
///
/// Time: O((terms + COMPARED log COMPARED) * rows).
pub(crate) fn atoms(
    pool: &Pool,
    parameters: usize,
    question: &Question,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Vec<Atom>, Stop> {
    let Scope { terms, limit, bounds, .. } = scope;
    let modulus = bounds.modulus;
    let (short, compared) =
        if terms < MANY { (SHORT / 3, COMPARED / 6) } else { (SHORT, COMPARED) };
    let found = FxHashMap::default();
    let sides = Sides::default();
    let mut finder = Finder { question, parameters, limit, found, sides };
    let rows = (question.yes.len() + question.no.len()) as u64;
    for (index, entry) in pool.entries.iter().take(terms).enumerate() {
        meter.spend(2 * rows)?;
        let mut sides = std::mem::take(&mut finder.sides);
        sides.fill(question, |row| at(&entry.values, row));
        let term = || entry.term.clone();
        finder.ordered(&Written { term: &term, bits: entry.bits, saved: 0.0 }, &sides);
        if index < short {
            meter.spend(rows * modulus as u64)?;
            finder.sets(entry, &sides, modulus);
        }
        finder.sides = sides;
    }
    for (place, a) in pool.entries.iter().take(terms.min(compared)).enumerate() {
        for b in pool.entries.iter().take(place.min(compared / (place + 1))) {
            meter.spend(2 * rows)?;
            // Nothing with it is short enough.
            if a.bits + b.bits >= limit {
                continue;
            }
            let mut sides = std::mem::take(&mut finder.sides);
            sides.fill(question, |row| at(&b.values, row) - at(&a.values, row));
            let term = || b.term.clone().combine(Operation::Minus, a.term.clone());
            let bits = a.bits + b.bits + 4.0;
            finder.ordered(&Written { term: &term, bits, saved: 4.0 }, &sides);
            finder.sides = sides;
        }
    }
    finder.equations(pool, terms, meter)?;
    let atoms = finder.found.into_iter().map(|(excludes, (condition, bits))| Atom {
        condition,
        bits,
        excludes,
    });
    let mut atoms: Vec<Atom> = atoms.collect();
    atoms.sort_by(Atom::by_length);
    Ok(atoms)
}

impl Finder<'_> {
    /// Keeps a condition that holds on all of `yes`, if it is the shortest
    /// that excludes what it excludes; it is made only then.
    fn keep(&mut self, make: impl Fn() -> Condition, bits: f64, excludes: Bits) {
        if excludes.is_empty() {
            return;
        }
        match self.found.get_mut(&excludes) {
            Some(known) => {
                // Equal lengths are told apart by what they say, so that the
                // order of finding them does not matter.
                if bits < known.1 || (bits == known.1 && make() < known.0) {
                    *known = (make(), bits);
                }
            }
            None => {
                self.found.insert(excludes, (make(), bits));
            }
        }
    }

    /// A comparison of an expression with a constant.
    fn keep_compared(
        &mut self,
        comparison: Comparison,
        written: &Written<'_>,
        constant: i64,
        no: &[i64],
    ) {
        let bits = cost::sign(comparison)
            + if constant == 0 && written.saved > 0.0 {
                written.bits - written.saved
            } else {
                written.bits + 2.0 + cost::integer(constant)
            };
        if bits < self.limit {
            let excludes = Bits::of(no, |value| !comparison.holds(value, constant));
            let make = || Condition::compare(comparison, (written.term)(), constant);
            self.keep(make, bits, excludes);
        }
    }

    /// The tightest bounds of an expression, its only value, and values that
    /// it does not take.
    fn ordered(&mut self, written: &Written<'_>, sides: &Sides) {
        let Sides { yes, no } = sides;
        let (Some(&low), Some(&high)) = (yes.iter().min(), yes.iter().max()) else { return };
        // The nearest values of `no` outside.
        let below = no.iter().copied().filter(|value| *value < low).max();
        let above = no.iter().copied().filter(|value| *value > high).min();
        if low == high && (below.is_some() || above.is_some()) {
            self.keep_compared(Comparison::Equal, written, low, no);
        }
        if let Some(above) = above {
            match simplest(high, above - 1) {
                -1 => self.keep_compared(Comparison::Less, written, 0, no),
                bound => self.keep_compared(Comparison::AtMost, written, bound, no),
            }
        }
        if let Some(below) = below {
            match simplest(below + 1, low) {
                1 => self.keep_compared(Comparison::Greater, written, 0, no),
                bound => self.keep_compared(Comparison::AtLeast, written, bound, no),
            }
        }
        if written.bits <= 24.0 {
            for constant in [0, 1] {
                if !yes.contains(&constant) && no.contains(&constant) {
                    self.keep_compared(Comparison::NotEqual, written, constant, no);
                }
            }
        }
    }

    /// A condition that is made to know its length.
    fn keep_made(&mut self, condition: Condition, excludes: impl FnOnce() -> Bits) {
        let bits = cost::condition(&condition, self.parameters);
        if bits < self.limit {
            let excludes = excludes();
            self.keep(|| condition.clone(), bits, excludes);
        }
    }

    /// Named sets, congruences and unions of intervals.
    fn sets(&mut self, entry: &Entry, sides: &Sides, modulus: i64) {
        let Sides { yes, no } = sides;
        for special in Special::ALL {
            let inside = yes.iter().filter(|value| special.holds(**value)).count();
            let condition = Condition::Is(special, entry.term.clone());
            if inside == yes.len() {
                self.keep_made(condition, || Bits::of(no, |value| !special.holds(value)));
            } else if inside == 0 {
                self.keep_made(condition.negated(), || Bits::of(no, |value| special.holds(value)));
            }
        }
        for period in 2..=modulus {
            let mut taken = vec![false; usize::try_from(period).unwrap_or(0)];
            for value in yes {
                if let Some(place) = taken.get_mut(value.rem_euclid(period) as usize) {
                    *place = true;
                }
            }
            let has = |value: i64| taken.get(value.rem_euclid(period) as usize) == Some(&true);
            let residues: Vec<i64> = (0..period).filter(|residue| has(*residue)).collect();
            let left = period - residues.len() as i64;
            if left == 0 {
                continue;
            }
            let term = entry.term.clone().modulo(period);
            let condition = if left == 1 {
                let missing = (0..period).find(|residue| !has(*residue));
                Condition::compare(Comparison::NotEqual, term, missing.unwrap_or(0))
            } else {
                Condition::within(term, intervals_of(&residues))
            };
            self.keep_made(condition, || Bits::of(no, |value| !has(value)));
        }
        if let Some(intervals) = union(sides) {
            let inside =
                |value| intervals.iter().any(|(low, high)| (*low..=*high).contains(&value));
            let condition = Condition::within(entry.term.clone(), intervals.clone());
            self.keep_made(condition, || Bits::of(no, |value| !inside(value)));
        }
    }

    /// Equations between two expressions: those whose values differ by the
    /// same number on all of `yes`.
    fn equations(&mut self, pool: &Pool, terms: usize, meter: &mut Meter) -> Result<(), Stop> {
        let Some(&first) = self.question.yes.first() else { return Ok(()) };
        if self.question.yes.len() < 3 {
            return Ok(());
        }
        let mut groups: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (index, entry) in pool.entries.iter().take(terms).enumerate() {
            meter.spend(self.question.yes.len() as u64)?;
            let base = at(&entry.values, first);
            let differences = self.question.yes.iter().map(|row| at(&entry.values, *row) - base);
            // Expressions that are constant on `yes` are bounded already.
            if differences.clone().all(|difference| difference == 0) {
                continue;
            }
            groups.entry(fingerprint(differences)).or_default().push(index);
        }
        let mut groups: Vec<Vec<usize>> =
            groups.into_values().filter(|group| group.len() > 1).collect();
        groups.sort_unstable();
        for group in groups {
            let entries: Vec<&Entry> =
                group.iter().take(12).filter_map(|index| pool.entries.get(*index)).collect();
            for (place, b) in entries.iter().enumerate() {
                for a in entries.iter().take(place) {
                    meter.spend(self.question.no.len() as u64)?;
                    let shift = at(&b.values, first) - at(&a.values, first);
                    let equal = |row: usize| at(&b.values, row) - at(&a.values, row) == shift;
                    // Equal fingerprints, but the values may differ.
                    if !self.question.yes.iter().all(|row| equal(*row)) {
                        continue;
                    }
                    let (left, right) = match shift {
                        ..0 => (b.term.clone().plus(-shift), a.term.clone()),
                        _ => (b.term.clone(), a.term.clone().plus(shift)),
                    };
                    let (left, right) =
                        if a.bits <= b.bits { (right, left) } else { (left, right) };
                    let condition = Condition::Compare(Comparison::Equal, left, right);
                    let no = &self.question.no;
                    self.keep_made(condition, || {
                        Bits::from_fn(no.len(), |index| {
                            no.get(index).is_some_and(|row| !equal(*row))
                        })
                    });
                }
            }
        }
        Ok(())
    }
}

/// The fewest intervals that hold all of `yes` and nothing of `no`.
fn union(sides: &Sides) -> Option<Vec<Interval>> {
    let mut marked: Vec<(i64, bool)> = Vec::new();
    marked.extend(sides.yes.iter().map(|value| (*value, true)));
    marked.extend(sides.no.iter().map(|value| (*value, false)));
    marked.sort_unstable();
    marked.dedup();
    let mut intervals: Vec<Interval> = Vec::new();
    let mut open = false;
    let mut before = None;
    for (value, yes) in marked {
        if before == Some(value) {
            return None;
        }
        before = Some(value);
        match (yes, open) {
            (true, true) => {
                if let Some(last) = intervals.last_mut() {
                    last.1 = value;
                }
            }
            (true, false) => intervals.push((value, value)),
            (false, _) => {}
        }
        open = yes;
        if intervals.len() > INTERVALS {
            return None;
        }
    }
    (intervals.len() > 1).then_some(intervals)
}

/// Sorted numbers as intervals.
pub(crate) fn intervals_of(sorted: &[i64]) -> Vec<Interval> {
    let mut intervals: Vec<Interval> = Vec::new();
    for &number in sorted {
        match intervals.last_mut() {
            Some(last) if last.1.checked_add(1) == Some(number) => last.1 = number,
            _ => intervals.push((number, number)),
        }
    }
    intervals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_the_simplest_integer_is_in_its_range_and_no_other_is_shorter() {
        for low in -40..40 {
            for high in low..40 {
                let found = simplest(low, high);
                assert!((low..=high).contains(&found));
                let shortest = (low..=high).map(cost::integer).fold(f64::INFINITY, f64::min);
                assert_eq!(cost::integer(found), shortest, "{low}..={high}");
            }
        }
    }

    #[test]
    fn law_intervals_hold_exactly_the_numbers() {
        assert_eq!(intervals_of(&[0, 1, 2, 5, 7, 8]), [(0, 2), (5, 5), (7, 8)]);
        assert!(intervals_of(&[]).is_empty());
    }
}
