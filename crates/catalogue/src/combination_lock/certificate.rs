use perfectplay_analysis::CertifyError;
use perfectplay_game::{BurnsCube, BurnsTrail, Meter, Stop};
use perfectplay_proof::cube::{self, CubeMatching};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::geography::{Hypercube, LocalCube, Missed};

use super::rules::ABOUT;
use super::{CombinationLock, Pattern};
use crate::Trail;
use crate::geography::certificate::Subject;

/// One position of a large cube with few holes.
const MATCHING: &str = "cube-matching";

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

impl BurnsCube for CombinationLock {
    fn dimension(&self) -> u32 {
        self.discs()
    }

    fn holes(&self) -> impl Iterator<Item = u64> + '_ {
        self.forbidden().map(|pattern| pattern.bits)
    }
}

fn subject(rules: &CombinationLock) -> Subject<'_, CombinationLock> {
    Subject { ruleset: ABOUT.name, rules }
}

/// The cube of patterns that are neither forbidden nor shown, for tables.
pub(super) fn cube(
    rules: &CombinationLock,
    shown: &[Pattern],
    meter: &mut Meter,
) -> Result<Hypercube, Stop> {
    let mut cube = Hypercube::new(rules.discs(), meter)?;
    for pattern in rules.forbidden().chain(shown.iter().copied()) {
        meter.spend(1)?;
        cube.punch(pattern.bits as u32);
    }
    Ok(cube)
}

/// By tables of all patterns.
pub(super) fn certify_by_tables(
    rules: &CombinationLock,
    trail: &Trail<Pattern>,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    let cube = cube(rules, &[], meter)?;
    subject(rules).certify_on_cube(cube, trail, meter, sink)
}

/// By the matching of a cube too large for tables.
pub(super) fn certify_locally(
    rules: &CombinationLock,
    trail: &Trail<Pattern>,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    let mut holes = rules.holes_and(trail.path());
    let bytes = 8 * (holes.len() as u64 + 1);
    meter.hold(bytes)?;
    let mut free = LocalCube::new(rules.discs(), holes.iter().copied(), meter)?;
    let mut winning = None;
    for next in rules.next(trail) {
        if free.loses(next.bits, meter)? {
            winning = Some(next.bits);
            break;
        }
    }
    if let Some(to) = winning {
        // A matching without that vertex, of the same size.
        free.release(meter);
        holes.push(to);
        free = LocalCube::new(rules.discs(), holes.iter().copied(), meter)?;
    }
    let token = trail.token().bits;
    let missed = free.missed(winning.unwrap_or(token), meter)?;
    free.release(meter);
    let Some(Missed { differences, side, closed }) = missed else {
        return Err(CertifyError::NotOffered("the matching found does not prove the answer"));
    };
    let winning = winning.and_then(|to| rules.port_to(token, to));
    let proof = CubeMatching { winning, side, differences, closed };
    subject(rules).claim(MATCHING, trail, winning.is_some()).write(sink)?;
    proof.write(sink)?;
    meter.release(bytes);
    Ok(())
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
    let cube = cube(rules, &[], meter)?;
    subject(rules).certify_all_on_cube(&cube, meter, sink)?;
    cube.release(meter);
    Ok(())
}

pub(super) fn check(
    rules: &CombinationLock,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    if claim.kind == MATCHING {
        return subject(rules).confirm(claim, source, |trail, outcome, source| {
            cube::check(rules, trail, outcome, source, meter)
        });
    }
    subject(rules).check(claim, source, meter)
}
