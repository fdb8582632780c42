use perfectplay_analysis::CertifyError;
use perfectplay_game::{BurnsTrail, Meter, Stop};
use perfectplay_proof::answers::Answers;
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::geography::{CubeLabels, Hypercube, LocalCube};

use super::rules::ABOUT;
use super::{CombinationLock, Pattern};
use crate::Trail;
use crate::geography::certificate::Subject;

/// A pattern's number has bit i set where disc i, counted from 0, shows `=`;
/// port i turns that disc.
impl BurnsTrail for CombinationLock {
    fn vertices(&self) -> u64 {
        1 << self.discs()
    }

    #[inline]
    fn exists(&self, vertex: u64) -> bool {
        vertex >> self.discs() == 0 && !self.forbids_number(vertex)
    }

    fn ports(&self, _vertex: u64) -> u32 {
        self.discs()
    }

    #[inline]
    fn through(&self, vertex: u64, port: u32) -> Option<u64> {
        (port < self.discs()).then(|| vertex ^ 1 << port)
    }

    fn port_to(&self, vertex: u64, to: u64) -> Option<u32> {
        let turned = vertex ^ to;
        turned.is_power_of_two().then(|| turned.trailing_zeros())
    }

    fn trail(&self, position: &Trail<Pattern>) -> Vec<u64> {
        position.path().iter().map(|pattern| pattern.bits).collect()
    }
}

fn subject(rules: &CombinationLock) -> Subject<'_, CombinationLock> {
    Subject { ruleset: ABOUT.name, rules }
}

/// The cube of patterns that are not forbidden, for tables.
fn cube(rules: &CombinationLock, meter: &mut Meter) -> Result<Hypercube, Stop> {
    let mut cube = Hypercube::new(rules.discs(), meter)?;
    for pattern in rules.forbidden() {
        meter.spend(1)?;
        cube.punch(pattern.bits as u32);
    }
    Ok(cube)
}

pub(super) fn certify(
    rules: &CombinationLock,
    trail: &Trail<Pattern>,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    if CubeLabels::by_tables(rules.discs(), rules.forbidden_count() + trail.path().len()) {
        let cube = cube(rules, meter)?;
        subject(rules).certify(&cube, trail, meter, sink)?;
        cube.release(meter);
        return Ok(());
    }
    let mut holes = rules.holes(trail.path());
    let mut free = LocalCube::new(rules.discs(), holes.iter().copied(), meter)?;
    let mut winning = None;
    for next in rules.next(trail) {
        if winning.is_none() && free.loses(next.bits, meter)? {
            winning = Some(next.bits);
        }
    }
    if let Some(to) = winning {
        // A matching that misses it.
        free.release(meter);
        holes.push(to);
        free = LocalCube::new(rules.discs(), holes, meter)?;
    }
    let port = winning.and_then(|to| rules.port_to(trail.token().bits, to));
    let answers = Answers::walk(rules, &rules.trail(trail), port, |v| free.mate(v), meter)?;
    free.release(meter);
    let answers = answers.ok_or(CertifyError::NotOffered("the answers do not close"))?;
    Ok(subject(rules).write_answers(trail, &answers, sink)?)
}

/// All starts, by tables whatever the size: each pattern is written anyway.
pub(super) fn certify_all(
    rules: &CombinationLock,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    if rules.discs() > Hypercube::MAX_DIMENSION {
        // More than any machine holds, so a limit is passed before this ends.
        meter.hold(rules.vertices().saturating_mul(16))?;
        return Err(CertifyError::NotOffered("labels of all starts have at most 31 discs"));
    }
    let cube = cube(rules, meter)?;
    subject(rules).certify_all(&cube, meter, sink)?;
    cube.release(meter);
    Ok(())
}

pub(super) fn check(
    rules: &CombinationLock,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    subject(rules).check(claim, source, meter)
}
