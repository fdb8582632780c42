//! Conditions that tell rows of one kind from rows of another: conjunctions
//! and disjunctions of few atoms, and one case distinction over them.

use perfectplay_game::{Meter, Stop};

use super::atoms::{Atom, Question, atoms};
use super::bits::Bits;
use super::pool::Pool;
use crate::Bounds;
use crate::formula::{Comparison, Condition, cost};

/// How many atoms a cover is chosen from.
const CHOICE: usize = 1500;

/// How many covers are given.
const COVERS: usize = 6;

/// A condition this short is not replaced by a case distinction.
pub(crate) const SIMPLE: f64 = 60.0;

/// Nodes of one search for covers.
const NODES: u64 = 40_000;

/// How far to look for a condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) bounds: &'a Bounds,
    /// How many of the shortest expressions are used.
    pub(crate) terms: usize,
    /// How many atoms are joined.
    pub(crate) joined: usize,
    /// Conditions this long or longer are of no use.
    pub(crate) limit: f64,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(bounds: &'a Bounds, limit: f64) -> Self {
        Scope { bounds, terms: bounds.terms, joined: bounds.joined, limit }
    }
}

/// A condition and its length.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) condition: Condition,
    pub(crate) bits: f64,
}

/// The shortest conjunctions that hold on all of `yes` and on none of `no`.
///
/// A conjunction of the tightest atoms is as good as any: this is a search
/// for the cheapest sets of atoms that together exclude all of `no`, by
/// branching on the row that the fewest atoms exclude. Its nodes are bounded.
pub(crate) fn conjunctions(
    pool: &Pool,
    parameters: usize,
    question: &Question,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Vec<Told>, Stop> {
    let mut atoms = atoms(pool, parameters, question, scope, meter)?;
    if atoms.len() > CHOICE {
        // Keep those that exclude the most for their length.
        let worth = |atom: &Atom| atom.excludes.count() as f64 / atom.bits;
        atoms.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        atoms.truncate(CHOICE);
        atoms.sort_by(Atom::by_length);
    }
    let rows = question.no.len();
    let mut counts = vec![0usize; rows];
    for atom in &atoms {
        for row in atom.excludes.iter() {
            if let Some(count) = counts.get_mut(row) {
                *count += 1;
            }
        }
    }
    // Rows in a new order, those that the fewest atoms exclude first.
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_by_key(|row| (counts.get(*row).copied(), *row));
    let mut excluders: Vec<Vec<usize>> = vec![Vec::new(); rows];
    meter.spend(atoms.len() as u64 * rows as u64 / 4)?;
    for (index, atom) in atoms.iter_mut().enumerate() {
        let old = std::mem::replace(&mut atom.excludes, Bits::none(0));
        atom.excludes =
            Bits::from_fn(rows, |place| order.get(place).is_some_and(|row| old.contains(*row)));
        for row in atom.excludes.iter() {
            if let Some(list) = excluders.get_mut(row) {
                list.push(index);
            }
        }
    }
    let mut search = Covers {
        atoms: &atoms,
        excluders: &excluders,
        found: Vec::new(),
        limit: scope.limit,
        nodes: 0,
    };
    let all = Bits::from_fn(rows, |_| true);
    for depth in 1..=scope.joined {
        search.nodes = 0;
        search.extend(&all, &mut Vec::new(), 0.0, depth, meter)?;
    }
    let told = search.found.into_iter().map(|(chosen, bits)| {
        let parts = chosen.iter().filter_map(|index| atoms.get(*index));
        let condition = Condition::all(parts.map(|atom| atom.condition.clone()).collect());
        Told { condition, bits }
    });
    Ok(told.collect())
}

struct Covers<'a> {
    atoms: &'a [Atom],
    /// For each row of `no`, the atoms that exclude it, the shortest first;
    /// rows with few of them come first.
    excluders: &'a [Vec<usize>],
    /// Sets of atoms with their length, the shortest first.
    found: Vec<(Vec<usize>, f64)>,
    /// Nothing this long or longer is wanted.
    limit: f64,
    nodes: u64,
}

impl Covers<'_> {
    /// Extends the chosen atoms by at most `depth` (at most 5) more.
    fn extend(
        &mut self,
        rest: &Bits,
        chosen: &mut Vec<usize>,
        bits: f64,
        depth: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if rest.is_empty() {
            let mut set = chosen.clone();
            set.sort_unstable();
            // A part of it that does as well is shorter.
            let part = |known: &[usize]| known.iter().all(|index| set.contains(index));
            if !self.found.iter().any(|(known, _)| part(known)) {
                self.found.push((set, bits));
                self.found.sort_by(|a, b| a.1.total_cmp(&b.1));
                self.found.truncate(COVERS);
            }
            return Ok(());
        }
        if depth == 0 {
            return Ok(());
        }
        let Some(excluders) = rest.iter().next().and_then(|row| self.excluders.get(row)) else {
            return Ok(());
        };
        for &index in excluders {
            let Some(atom) = self.atoms.get(index) else { continue };
            let joint = if chosen.is_empty() { 0.0 } else { cost::AND };
            let sum = bits + joint + atom.bits;
            let full = self.found.len() == COVERS;
            let worst = self.found.last().filter(|_| full).map_or(self.limit, |(_, bits)| *bits);
            if sum >= worst {
                // The excluders that follow are no shorter.
                break;
            }
            self.nodes += 1;
            if self.nodes > NODES {
                break;
            }
            meter.spend(1 + rest_words(self.excluders.len()))?;
            // The last atom has to exclude all that is left.
            if depth == 1 && !rest.within(&atom.excludes) {
                continue;
            }
            chosen.push(index);
            self.extend(&rest.without(&atom.excludes), chosen, sum, depth - 1, meter)?;
            chosen.pop();
        }
        Ok(())
    }
}

fn rest_words(rows: usize) -> u64 {
    rows.div_ceil(64) as u64
}

/// The shortest conditions: conjunctions, disjunctions (conjunctions of the
/// opposite, negated), and, if those are long or there are none, two of them
/// told apart by one more condition.
pub(crate) fn conditions(
    pool: &Pool,
    parameters: usize,
    question: &Question,
    splits: bool,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Vec<Told>, Stop> {
    let mut told = both(pool, parameters, question, scope, meter)?;
    let limit = told.first().map_or(scope.limit, |first| first.bits.min(scope.limit));
    if splits && limit > SIMPLE {
        let scope =
            Scope { terms: scope.terms.min(400), joined: scope.joined.min(2), limit, ..scope };
        told.extend(split(pool, parameters, question, scope, meter)?);
        told.sort_by(|a, b| a.bits.total_cmp(&b.bits));
    }
    told.truncate(COVERS);
    Ok(told)
}

/// Conjunctions and disjunctions.
fn both(
    pool: &Pool,
    parameters: usize,
    question: &Question,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Vec<Told>, Stop> {
    let mut told = conjunctions(pool, parameters, question, scope, meter)?;
    let opposite = Question { yes: question.no.clone(), no: question.yes.clone() };
    for found in conjunctions(pool, parameters, &opposite, scope, meter)? {
        let condition = found.condition.negated();
        let bits = cost::condition(&condition, parameters);
        if bits < scope.limit {
            told.push(Told { condition, bits });
        }
    }
    told.sort_by(|a, b| a.bits.total_cmp(&b.bits));
    Ok(told)
}

/// What holds on one side of a case distinction.
enum Side {
    Always,
    Never,
    When(Condition),
}

/// Case distinctions by one short condition.
fn split(
    pool: &Pool,
    parameters: usize,
    question: &Question,
    scope: Scope<'_>,
    meter: &mut Meter,
) -> Result<Vec<Told>, Stop> {
    let mut told = Vec::new();
    for (condition, holds) in splitters(pool, scope.bounds.modulus) {
        let part = |side: bool| {
            let chosen = |rows: &[usize]| -> Vec<usize> {
                rows.iter().copied().filter(|row| holds.get(*row) == Some(&side)).collect()
            };
            Question { yes: chosen(&question.yes), no: chosen(&question.no) }
        };
        let (with, without) = (part(true), part(false));
        let of = |question: &Question, meter: &mut Meter| -> Result<Option<Side>, Stop> {
            if question.no.is_empty() {
                return Ok(Some(Side::Always));
            }
            if question.yes.is_empty() {
                return Ok(Some(Side::Never));
            }
            let told = both(pool, parameters, question, scope, meter)?;
            Ok(told.into_iter().next().map(|first| Side::When(first.condition)))
        };
        let Some(with) = of(&with, meter)? else { continue };
        let Some(without) = of(&without, meter)? else { continue };
        let negated = condition.clone().negated();
        let joint = match (with, without) {
            (Side::Always, Side::Always) | (Side::Never, Side::Never) => continue,
            (Side::Always, Side::Never) => condition,
            (Side::Never, Side::Always) => negated,
            (Side::Always, Side::When(other)) => Condition::any(vec![condition, other]),
            (Side::When(this), Side::Always) => Condition::any(vec![negated, this]),
            (Side::Never, Side::When(other)) => Condition::all(vec![negated, other]),
            (Side::When(this), Side::Never) => Condition::all(vec![condition, this]),
            (Side::When(this), Side::When(other)) => Condition::any(vec![
                Condition::all(vec![condition, this]),
                Condition::all(vec![negated, other]),
            ]),
        };
        let bits = cost::condition(&joint, parameters);
        if bits < scope.limit {
            told.push(Told { condition: joint, bits });
        }
    }
    Ok(told)
}

/// Short conditions to tell cases apart, with where they hold.
fn splitters(pool: &Pool, modulus: i64) -> Vec<(Condition, Vec<bool>)> {
    let mut found = Vec::new();
    for entry in pool.entries.iter().take(6) {
        let mut keep = |condition: Condition, holds: &dyn Fn(i64) -> bool| {
            let holds: Vec<bool> = entry.values.iter().map(|value| holds(*value)).collect();
            if holds.contains(&true) && holds.contains(&false) {
                found.push((condition, holds));
            }
        };
        for period in 2..=modulus.min(3) {
            for residue in 0..period {
                // Of two residues one is enough.
                if period > 2 || residue == 0 {
                    let term = entry.term.clone().modulo(period);
                    let condition = Condition::compare(Comparison::Equal, term, residue);
                    keep(condition, &|value| value.rem_euclid(period) == residue);
                }
            }
        }
        let condition = Condition::compare(Comparison::Equal, entry.term.clone(), 0);
        keep(condition, &|value| value == 0);
        for constant in [0, 1] {
            let condition = Condition::compare(Comparison::AtMost, entry.term.clone(), constant);
            keep(condition, &|value| value <= constant);
        }
    }
    found
}
