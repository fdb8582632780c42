use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Face, Judgement, Label, NotSearched, Search, Solver,
};
use perfectplay_game::{Game, Meter, Stop};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_tabulate::{Searched, searched::Told};
use perfectplay_theories::geography::{CubeLabels, Hypercube};

use super::rules::ABOUT;
use super::{CombinationLock, Pattern, certificate};
use crate::Trail;
use crate::geography::judge::{Found, of_start};
use crate::geography::on_cube::threads;

/// Combination Lock solved by matchings of the cube of patterns.
#[derive(Clone, Debug)]
pub struct CombinationLockSolver {
    rules: CombinationLock,
    never_by_tables: bool,
}

impl CombinationLockSolver {
    /// A solver for these rules.
    pub fn new(rules: CombinationLock) -> Self {
        CombinationLockSolver { rules, never_by_tables: false }
    }

    /// A solver that never makes tables of all patterns, however few there are:
    /// as it goes about large locks with few forbidden patterns.
    pub fn without_tables(rules: CombinationLock) -> Self {
        CombinationLockSolver { rules, never_by_tables: true }
    }

    /// Is a position with so many patterns shown judged by tables?
    fn by_tables(&self, shown: usize) -> bool {
        let holes = self.rules.forbidden_count() + shown;
        !self.never_by_tables && CubeLabels::by_tables(self.rules.discs(), holes)
    }

    /// The cube of patterns without the forbidden ones and those in `shown`.
    fn labels(&self, shown: &[Pattern], meter: &mut Meter) -> Result<CubeLabels, Stop> {
        if self.by_tables(shown.len()) {
            return self.tables(shown, meter);
        }
        let bytes = HOLE_BYTES * (self.rules.forbidden_count() + shown.len()) as u64;
        meter.hold(bytes)?;
        let holes = self.rules.holes_and(shown);
        let labels = CubeLabels::local(self.rules.discs(), &holes, meter)?;
        meter.release(bytes);
        Ok(labels)
    }

    /// The same, by tables.
    fn tables(&self, shown: &[Pattern], meter: &mut Meter) -> Result<CubeLabels, Stop> {
        let cube = certificate::cube(&self.rules, shown, meter)?;
        let labels = CubeLabels::of(&cube, threads(), meter)?;
        cube.release(meter);
        Ok(labels)
    }

    /// Does First win from the start?
    pub(super) fn first_wins(&self, meter: &mut Meter) -> Result<bool, Stop> {
        let mut labels = self.labels(&[], meter)?;
        let lost = labels.loses(self.rules.shown_first().bits, meter)?;
        labels.release(meter);
        Ok(!lost)
    }
}

/// Bytes that the list of holes takes for each.
const HOLE_BYTES: u64 = 8;

impl Solver for CombinationLockSolver {
    type Rules = CombinationLock;

    fn rules(&self) -> &CombinationLock {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(
        &mut self,
        trail: &Trail<Pattern>,
        meter: &mut Meter,
    ) -> Result<Judgement<Pattern>, Stop> {
        let rules = &self.rules;
        let mut labels = self.labels(trail.path(), meter)?;
        let without = labels.matching_size();
        let mut options = Vec::new();
        for next in rules.next(trail) {
            options.push((next, next.to_string(), labels.loses(next.bits, meter)?));
        }
        labels.release(meter);
        let found = Found {
            mover: rules.mover(trail),
            token: trail.token().to_string(),
            at_start: trail.moves() == 0,
            without,
            options,
            applies: "a move turns one disc between = and . and may lead to any pattern that is \
                      neither forbidden nor shown before: a token moves on a cube without some \
                      vertices and burns its trail",
        };
        Ok(found.judgement())
    }

    fn certify(
        &mut self,
        trail: &Trail<Pattern>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let (discs, shown) = (self.rules.discs(), trail.path().len());
        let holes = self.rules.forbidden_count() + shown;
        match !self.never_by_tables && CubeLabels::proof_by_tables(discs, holes) {
            true => certificate::certify_by_tables(&self.rules, trail, meter, sink),
            false => certificate::certify_locally(&self.rules, trail, meter, sink),
        }
    }

    fn certify_all(
        &mut self,
        _trail: &Trail<Pattern>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        certificate::certify_all(&self.rules, meter, sink)
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        certificate::check(&self.rules, claim, source, meter)
    }

    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        let searched = Searched::new(ABOUT.name, self.rules, search).titled(ABOUT.title);
        Ok(Box::new(Face(searched.told(Told::DECISIVE))))
    }

    fn labels_of(&self) -> String {
        "patterns to start from, for First".to_owned()
    }

    fn label_all(
        &mut self,
        _trail: &Trail<Pattern>,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let rules = &self.rules;
        // All patterns are gone through anyway.
        let tables = !self.never_by_tables && rules.discs() <= Hypercube::MAX_DIMENSION;
        let mut labels = if tables { self.tables(&[], meter)? } else { self.labels(&[], meter)? };
        let with = labels.matching_size();
        let discs = rules.discs();
        for bits in 0..1u64 << discs {
            let pattern = Pattern { bits, discs };
            if rules.forbids(pattern) {
                continue;
            }
            let lost = labels.loses(bits, meter)?;
            let label = Label::new(pattern.to_string(), of_start(with, lost));
            if sink(&label).is_break() {
                break;
            }
        }
        labels.release(meter);
        Ok(())
    }
}
