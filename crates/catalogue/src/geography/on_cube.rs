//! Hypercubes with holes: by word operations, all threads at it.

use perfectplay_analysis::CertifyError;
use perfectplay_game::{BurnsTrail, Meter, Notation};
use perfectplay_proof::Sink;
use perfectplay_proof::answers::Answers;
use perfectplay_theories::geography::{BitCube, Hypercube};

use super::certificate::{Proved, Subject};

/// The threads that this machine can run at once; they pay for large cubes
/// only, and change nothing but the time.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// The labels of a cube with the ranks of its lost starts.
struct Ranked {
    labels: BitCube,
    ranks: Vec<u32>,
}

impl Proved for Ranked {
    fn mate(&self, v: u32) -> Option<u32> {
        self.labels.mate(v)
    }

    fn rank(&self, v: u32) -> Option<u32> {
        self.ranks.get(v as usize).copied().filter(|&rank| rank != u32::MAX)
    }

    fn lost(&self) -> u64 {
        self.labels.lost()
    }

    fn cycles(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        std::iter::empty()
    }
}

impl<R: BurnsTrail + Notation> Subject<'_, R> {
    /// Certifies a position on a cube, as the rules play on it, by word
    /// operations.
    pub(crate) fn certify_on_cube(
        &self,
        mut cube: Hypercube,
        position: &R::Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let trail = self.rules.trail(position);
        trail.iter().for_each(|&v| {
            cube.punch(v as u32);
        });
        let mut left = BitCube::new(&cube, threads(), meter)?;
        let token = trail.last().copied().unwrap_or(u64::MAX);
        let mut ports = 0..self.rules.ports(token);
        let to = |port| self.rules.through(token, port);
        let port = ports.find(|&port| to(port).is_some_and(|w| left.loses(w as u32)));
        // A matching that misses the vertex which the loser then stands on.
        if let Some(to) = port.and_then(to).filter(|&to| left.mate(to as u32).is_some()) {
            cube.punch(to as u32);
            left = BitCube::new(&cube, threads(), meter)?;
        }
        let partner = |v: u64| u32::try_from(v).ok().and_then(|v| left.mate(v)).map(u64::from);
        let Some(answers) = Answers::walk(self.rules, &trail, port, partner, meter)? else {
            return Err(CertifyError::NotOffered("the matching found does not prove the answer"));
        };
        self.write_answers(position, &answers, sink)?;
        cube.release(meter);
        Ok(())
    }

    /// Certifies all starts of a cube, by word operations.
    pub(crate) fn certify_all_on_cube(
        &self,
        cube: &Hypercube,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let before = meter.held();
        let labels = BitCube::new(cube, threads(), meter)?;
        let ranks = labels.ranks(meter)?;
        self.write_labels(None, &Ranked { labels, ranks }, meter, sink)?;
        meter.release(meter.held() - before);
        Ok(())
    }
}
