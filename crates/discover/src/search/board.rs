//! The candidates that were found, each held against every case.

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashSet;

use super::cases::Cases;
use super::symmetry::{self, Broken};
use crate::formula::{Rule, cost};
use crate::{Bounds, Family, Period};

/// How many candidates are kept.
const KEPT: usize = 12;

/// How many of those that fail on more cases are kept to be adjusted.
const NEAR: usize = 8;

/// Bits by which a formula must be shorter than the table: what is left to
/// luck is one in 2^16.
const MARGIN: f64 = 16.0;

/// Bits that are added to a formula that breaks a symmetry which holds for all
/// cases but a few: those few may be wrong.
const ASYMMETRY: f64 = 16.0;

/// The part of the table's length that a formula may take.
const SHARE: f64 = 0.7;

/// A formula and the cases on which it fails.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) rule: Rule,
    pub(crate) family: Family,
    pub(crate) bits: f64,
    /// Its length and that of its errors.
    pub(crate) total: f64,
    pub(crate) errors: Vec<usize>,
    /// How many cases it was fitted on.
    pub(crate) fitted: usize,
    pub(crate) period: Option<Period>,
    /// The keys of exceptions that the formula lists.
    pub(crate) exceptions: Vec<i64>,
}

/// A formula before it is tested.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    pub(crate) rule: Rule,
    pub(crate) family: Family,
    pub(crate) fitted: usize,
    pub(crate) period: Option<Period>,
    pub(crate) exceptions: Vec<i64>,
}

impl Proposal {
    pub(crate) fn new(rule: Rule, family: Family, fitted: usize) -> Self {
        Proposal { rule, family, fitted, period: None, exceptions: Vec::new() }
    }
}

/// The best candidates so far.
pub(crate) struct Board<'a> {
    pub(crate) cases: &'a Cases,
    pub(crate) bounds: &'a Bounds,
    /// Sorted by their total length.
    pub(crate) kept: Vec<Candidate>,
    near: Vec<Candidate>,
    seen: FxHashSet<Rule>,
    pub(crate) table_bits: f64,
    error_bits: f64,
    broken: Vec<Broken>,
}

impl<'a> Board<'a> {
    pub(crate) fn new(cases: &'a Cases, bounds: &'a Bounds) -> Self {
        let values = cases.histogram();
        // Which case, and which value it has instead.
        let error_bits = (cases.len().max(2) as f64).log2() + (values.len().max(2) as f64).log2();
        Board {
            cases,
            bounds,
            kept: Vec::new(),
            near: Vec::new(),
            seen: FxHashSet::default(),
            table_bits: cases.bits(),
            error_bits,
            broken: Vec::new(),
        }
    }

    /// Looks for symmetries that nearly hold.
    pub(crate) fn look_for_symmetries(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.broken = symmetry::broken(self.cases, self.allowed(), meter)?;
        Ok(())
    }

    /// The cases that break a symmetry of the others.
    pub(crate) fn asymmetric(&self) -> Vec<usize> {
        let rows = self.broken.iter().flat_map(|pair| [&pair.row, &pair.exchanged]);
        rows.filter_map(|row| self.cases.find(row)).collect()
    }

    /// The most errors that a best guess may have: few, and a small part.
    pub(crate) fn allowed(&self) -> usize {
        self.bounds.counterexamples.min((self.cases.len() / 50).max(1))
    }

    /// The most errors of a formula that may be adjusted.
    pub(crate) fn most_errors(&self) -> usize {
        (self.cases.len() / 10).clamp(self.allowed(), self.allowed().max(64))
    }

    /// Tests a proposal on all cases and keeps it if it is good. Gives the
    /// first errors; with more than [`Board::most_errors`] the testing ends early.
    pub(crate) fn offer(
        &mut self,
        proposal: Proposal,
        meter: &mut Meter,
    ) -> Result<Vec<usize>, Stop> {
        if !self.bounds.has(proposal.family) || !self.seen.insert(proposal.rule.clone()) {
            return Ok(Vec::new());
        }
        let Proposal { rule, family, fitted, period, exceptions } = proposal;
        let bits = cost::rule(&rule, self.cases.width(), self.cases.words.len());
        let most = self.most_errors();
        let errors = self.errors(&rule, most + 1, meter)?;
        let odd = if symmetry::heals(&rule, &self.broken) { 0.0 } else { ASYMMETRY };
        let total = bits + odd + errors.len() as f64 * self.error_bits;
        let errors_found = errors.clone();
        let candidate = Candidate {
            rule,
            family,
            bits,
            total,
            errors: errors_found,
            fitted,
            period,
            exceptions,
        };
        if errors.len() <= self.allowed() {
            self.kept.push(candidate);
            self.kept.sort_by(|a, b| a.total.total_cmp(&b.total));
            self.kept.truncate(KEPT);
        } else if errors.len() <= most {
            self.near.push(candidate);
            self.near.sort_by(|a, b| a.total.total_cmp(&b.total));
            self.near.truncate(NEAR);
        }
        Ok(errors)
    }

    /// The cases on which a rule fails, at most `most`.
    pub(crate) fn errors(
        &self,
        rule: &Rule,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Vec<usize>, Stop> {
        let mut errors = Vec::new();
        for case in 0..self.cases.len() {
            if case % 1024 == 0 {
                meter.spend(16 * 1024)?;
            }
            if rule.value(self.cases.row(case)) != Some(self.cases.target(case)) {
                errors.push(case);
                if errors.len() >= most {
                    break;
                }
            }
        }
        Ok(errors)
    }

    /// Takes the candidates that fail on too many cases, to be adjusted.
    pub(crate) fn take_near(&mut self) -> Vec<Candidate> {
        std::mem::take(&mut self.near)
    }

    /// Whether a formula is short enough to be believed.
    ///
    /// With the table's values in h bits and the formula in d, a table of
    /// random values is fitted by some formula of at most d bits with
    /// probability at most 2^(d - h): the code of formulas is prefix-free.
    pub(crate) fn believed(&self, candidate: &Candidate) -> bool {
        let limit = (self.table_bits * SHARE).min(self.table_bits - MARGIN);
        if candidate.family == Family::Constant && self.cases.len() >= 8 {
            // A constant table has no bits to save.
            return candidate.errors.len() <= (self.cases.len() / 1000).max(1)
                && self.cases.len() >= 20 * candidate.errors.len();
        }
        candidate.total <= limit
    }

    /// A formula this long or longer is of no use.
    pub(crate) fn limit(&self) -> f64 {
        let best = self.kept.iter().find(|kept| self.believed(kept));
        let believed = self.table_bits * SHARE;
        best.map_or(believed, |best| best.total.min(believed))
    }

    /// The shortest believed candidate without errors.
    pub(crate) fn exact(&self) -> Option<&Candidate> {
        self.kept.iter().find(|kept| kept.errors.is_empty() && self.believed(kept))
    }
}
