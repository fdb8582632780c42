//! Heap games by their codes: tables, periods, and which game values are of.

mod answer;
pub(crate) mod identify;
mod kept;
mod parquet;
pub(crate) mod period;
mod record;
pub(crate) mod stretches;
pub(crate) mod table;

use std::path::Path;
use std::time::{Duration, Instant};

use perfectplay::theories::heap_games::{Code, CodeError, Sequence};
use perfectplay::{KeptError, KeptValues, Meter, Stop};

use crate::failure::Failure;

/// The unit of effort of heap games.
const UNIT: &str = "pairs of heaps and words of sets";

/// Reads a code, or says where it stops being one.
fn code(text: &str) -> Result<Code, Failure> {
    text.parse().map_err(|error: CodeError| {
        let CodeError { column, found, wanted } = &error;
        let what = format!("code {text:?}, column {column}: found {found}, wanted {wanted}");
        Failure::Usage(what)
    })
}

/// Values as they are worked out, kept in a folder if asked for.
struct Run {
    sequence: Sequence,
    kept: Option<KeptValues>,
    /// When values were put into the folder last.
    last: Instant,
}

/// Values are kept at least this often.
const OFTEN: Duration = Duration::from_secs(5);

/// Values that are worked out between two looks at the clock.
const STRIDE: usize = 1 << 18;

impl Run {
    fn new(code: &Code, store: Option<&Path>, meter: &mut Meter) -> Result<Run, Failure> {
        let mut sequence = Sequence::new(code);
        let mut kept = None;
        if let Some(folder) = store {
            let (folder, values) = KeptValues::open(folder, code, meter).map_err(unkept)?;
            sequence.adopt(&values, meter).map_err(Failure::Stopped)?;
            kept = Some(folder);
        }
        Ok(Run { sequence, kept, last: Instant::now() })
    }

    /// Works out values until there are `count`, or, if that is enough, until a
    /// period is proved; gives the limit that stopped it, if one did.
    fn work(
        &mut self,
        count: usize,
        until_proved: bool,
        meter: &mut Meter,
    ) -> Result<Option<Stop>, Failure> {
        let mut stopped = None;
        let enough = |sequence: &Sequence| until_proved && sequence.proved().is_some();
        while stopped.is_none() && self.sequence.values().len() < count && !enough(&self.sequence) {
            let until = count.min(self.sequence.values().len() + STRIDE);
            let done = match until_proved {
                true => self.sequence.advance(until, meter),
                false => self.sequence.extend(until, meter),
            };
            stopped = done.err();
            meter.progress(self.sequence.values().len() as u64, count as u64);
            if self.last.elapsed() >= OFTEN {
                self.keep()?;
            }
        }
        self.keep()?;
        Ok(stopped)
    }

    fn keep(&mut self) -> Result<(), Failure> {
        if let Some(kept) = &mut self.kept {
            kept.keep(self.sequence.values()).map_err(unkept)?;
        }
        self.last = Instant::now();
        Ok(())
    }
}

fn unkept(error: KeptError) -> Failure {
    match error {
        KeptError::Stopped(stop) => Failure::Stopped(stop),
        KeptError::Store(error) => Failure::Usage(error.to_string()),
    }
}
