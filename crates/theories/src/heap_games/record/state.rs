use perfectplay_game::{Meter, Stop, StopReason};
use perfectplay_proof::heaps::Space;
use perfectplay_proof::heaps::record::Record;

use super::anchors::{self, Anchors};
use super::run::Run;
use crate::heap_games::Code;

/// Why a run cannot go on from a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// It is none that a run of this game leaves behind.
    #[error("no record of a run of this game, or a damaged one")]
    Foreign,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl Run {
    /// What a certificate of the values so far holds, and all that it takes to
    /// [go on](Run::resume): the anchors, and the last window. It claims no period:
    /// see [`Run::prove`].
    pub fn record(&self) -> Record {
        let mut checkpoints = self.anchors.list().to_vec();
        if checkpoints.last().is_none_or(|last| last.heap < self.heaps()) {
            checkpoints.push(self.now());
        }
        let (mask, domain) = self.start.space;
        let (last_rare, farthest) = self.locality();
        let space = Space { mask, domain };
        Record { space, last_rare, farthest, checkpoints, repeats: None }
    }

    /// Goes on from where [`Run::record`] was taken. The first values are worked
    /// out again and have to agree; the windows are believed, until the
    /// certificate is checked.
    ///
    /// # Errors
    ///
    /// The record is none of a run of this code, or a limit was reached.
    pub fn resume(code: &Code, record: Record, meter: &mut Meter) -> Result<Run, ResumeError> {
        let foreign = ResumeError::Foreign;
        let length = record.checkpoints.first().map_or(0, |first| first.window.len());
        let most = code.most_taken().and_then(|most| usize::try_from(most).ok());
        let reach = most.and_then(|most| length.checked_sub(most)).ok_or(foreign.clone())?;
        let all_long = record.checkpoints.iter().all(|at| at.window.len() == length);
        let now = record.checkpoints.last().filter(|_| all_long).ok_or(foreign.clone())?.clone();
        let fresh = Run::with_reach(code, reach, meter).map_err(|stop| match stop.reason {
            // Another code, that has no such run.
            StopReason::Reach { .. } => ResumeError::Foreign,
            _ => ResumeError::Stopped(stop),
        })?;
        let Space { mask, domain } = record.space;
        let same = fresh.anchors().first() == record.checkpoints.first()
            && fresh.start.space == (mask, domain)
            && fresh.start.last_rare as u64 == record.last_rare
            && record.farthest <= reach as u64;
        let anchors = Anchors::of_list(record.checkpoints).filter(|_| same).ok_or(foreign)?;
        // The window that came back ends a run.
        let place = anchors.place_of(anchors::hash_of(&now.window), &now.window);
        let heap_of = |place: &usize| anchors.list().get(*place).map(|anchor| anchor.heap);
        let found = place.filter(|place| heap_of(place) < Some(now.heap));
        let Run { start, .. } = fresh;
        let mut run = Run::at(code, start, anchors, &now, meter)?;
        (run.farthest, run.found) = (record.farthest, found);
        Ok(run)
    }
}
