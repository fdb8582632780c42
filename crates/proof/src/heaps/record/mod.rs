//! Values worked out in stretches: a period whose values nobody keeps.
//!
//! By the [window theorem](super::window) the next value depends on the values
//! of the first heaps, up to the larger one of R (the last rare heap) and W (the
//! largest part that a walk looks at), and on the last L ones, where L is k at
//! least with that one on top, and moves take at most k stones. So a run needs
//! no table, and where it has noted the last L values (a *window*), any stretch
//! of heaps from there to the next such place can be worked out by itself.
//!
//! ```text
//! heaps  0 ......... h ............. c1 ............. c2 ............ cm
//!        the head    first window    window           window          window
//!        worked out  |- stretch 1 ---|-- stretch 2 --|- ...         -|
//! ```
//!
//! # Form
//!
//! ```text
//! record 2:  mask domain (0 or 1)
//! record 3:  R W L and the number h of values of the head
//! record 4:  the number m of stretches, then
//!            "period" f preperiod period      or  "none"
//! then m + 1 checkpoints, a record each:
//!            heap c, the digest of all values below it, the L values before it
//! ```
//!
//! # What is checked
//!
//! *The head*: its values are worked out by the rules, the last rare one is R, h is more
//! than 2 max(R, W) + k and L, and the first window and its digest are right.
//!
//! *A stretch*: beginning with its window and with its digest, by the rules each
//! value up to the next checkpoint is common and its walk looks at parts up to W
//! at most; the next window and digest come out. So if all stretches hold, each
//! window is that of the game's values, and the digests are a chain: whoever
//! changes a value in one stretch has to change all digests behind.
//!
//! *The period*, with "period": the last window is that of checkpoint f, and p =
//! cm - cf. By the window theorem, with n1 = cf, g(j + p) = g(j) for all j >= cf -
//! L. For each prime q that divides p the window before heap cf + p / q is not
//! that before cf, so p / q is no period, and p is the least. The values from cg - L
//! on, for g = f - 1 (from heap 0 on for f = 0), up to cf are worked out again
//! beside those p heaps later: from the preperiod on they agree, and just before
//! they do not.
//!
//! # Some stretches alone
//!
//! Nothing but the head and the stretches asked for is worked out then, and
//! that is no proof of the claim: [`Partly`] says what was confirmed.

mod check;
mod last;

use std::io;

use perfectplay_game::Meter;

pub use check::{Partly, confirm, confirm_stretches};

use super::values::Space;
use crate::{CheckError, Claim, Sink, Source};

/// The kind of certificates of values worked out in stretches.
pub const OF_RECORD: &str = "heap-record";

/// A place from which on values can be worked out by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The heap that comes next.
    pub heap: u64,
    /// The [digest](super::Digest) of all values below it.
    pub digest: u64,
    /// The last values below it, L of them.
    pub window: Vec<u16>,
}

/// What such a certificate holds after its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The sparse space to work the values out by.
    pub space: Space,
    /// R: the last rare heap.
    pub last_rare: u64,
    /// W: walks look at no larger parts.
    pub farthest: u64,
    /// In rising order, the first after the head; one at least.
    pub checkpoints: Vec<Checkpoint>,
    /// That the last window came back; `None` while none did.
    pub repeats: Option<Repeats>,
}

/// The last window of a record is that of an earlier checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// Which checkpoint that is, from 0 on.
    pub first: usize,
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period: so many heaps lie between the two.
    pub period: u64,
}

/// The longest window that is read.
const LONGEST: u64 = 1 << 25;

impl Record {
    /// How many values, from heap 0 on, it speaks of.
    pub fn heaps(&self) -> u64 {
        self.checkpoints.last().map_or(0, |last| last.heap)
    }

    /// How many stretches there are between its checkpoints.
    pub fn stretches(&self) -> u64 {
        self.checkpoints.len().saturating_sub(1) as u64
    }

    /// The claim that this proves: the period, or how many values have which
    /// digest.
    pub fn claim(&self, ruleset: &str) -> Claim {
        let values = match self.repeats {
            Some(repeats) => vec![repeats.preperiod, repeats.period, 0],
            None => vec![self.heaps(), self.checkpoints.last().map_or(0, |last| last.digest)],
        };
        Claim {
            kind: OF_RECORD.to_owned(),
            ruleset: ruleset.to_owned(),
            position: "*".to_owned(),
            outcome: None,
            values,
        }
    }

    /// Writes what comes after the claim.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, sink: &mut dyn Sink) -> io::Result<()> {
        sink.number(self.space.mask.into())?;
        sink.number(self.space.domain.into())?;
        sink.end_record()?;
        let first = self.checkpoints.first();
        sink.number(self.last_rare.into())?;
        sink.number(self.farthest.into())?;
        sink.number(first.map_or(0, |first| first.window.len()) as u128)?;
        sink.number(first.map_or(0, |first| first.heap).into())?;
        sink.end_record()?;
        sink.number(self.stretches().into())?;
        match self.repeats {
            Some(repeats) => {
                sink.text("period")?;
                sink.number(repeats.first as u128)?;
                sink.number(repeats.preperiod.into())?;
                sink.number(repeats.period.into())?;
            }
            None => sink.text("none")?,
        }
        sink.end_record()?;
        for checkpoint in &self.checkpoints {
            sink.number(checkpoint.heap.into())?;
            sink.number(checkpoint.digest.into())?;
            for &value in &checkpoint.window {
                sink.number(value.into())?;
            }
            sink.end_record()?;
        }
        Ok(())
    }

    /// Reads all that comes after the claim. The windows are announced to the
    /// meter as they come.
    ///
    /// # Errors
    ///
    /// It is no such record, or a limit was reached.
    pub fn read(source: &mut dyn Source, meter: &mut Meter) -> Result<Record, CheckError> {
        let mask = source.number_to(u16::MAX.into(), "a mask")? as u16;
        let domain = source.number_to(1, "whether places count")? == 1;
        source.end_record()?;
        let last_rare = source.number_to(u64::MAX, "a heap")?;
        let farthest = source.number_to(u64::MAX, "a part")?;
        let length = source.number_to(LONGEST, "the length of a window")?;
        let head = source.number_to(u64::MAX, "the number of values of the head")?;
        source.end_record()?;
        let stretches = source.number_to(u64::MAX - 1, "the number of stretches")?;
        let repeats = match source.text()?.as_str() {
            "none" => None,
            "period" => Some(Repeats {
                first: source.number_to(stretches, "a checkpoint")? as usize,
                preperiod: source.number_to(u64::MAX, "a preperiod")?,
                period: source.number_to(u64::MAX, "a period")?,
            }),
            other => return Err(source.refuse(format!("{other} is neither period nor none"))),
        };
        source.end_record()?;
        let mut checkpoints: Vec<Checkpoint> = Vec::new();
        for _ in 0..=stretches {
            let heap = source.number_to(u64::MAX, "a heap")?;
            let digest = source.number_to(u64::MAX, "a digest")?;
            let fits = checkpoints.last().map_or(heap == head, |before| heap > before.heap);
            if !fits {
                return Err(source.refuse(format!("no checkpoint stands at heap {heap}")));
            }
            // As many as are there: each is announced before the next.
            let mut window = Vec::new();
            for _ in 0..length {
                if window.len() == window.capacity() {
                    meter.hold(2 * window.len().max(64) as u64)?;
                }
                window.push(source.number_to(u16::MAX.into(), "a Grundy value")? as u16);
            }
            source.end_record()?;
            checkpoints.push(Checkpoint { heap, digest, window });
        }
        let space = Space { mask, domain };
        Ok(Record { space, last_rare, farthest, checkpoints, repeats })
    }
}
