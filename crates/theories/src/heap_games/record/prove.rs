use perfectplay_game::{Meter, Stop};
use perfectplay_proof::heaps::record::{Checkpoint, Record, Repeats};

use super::run::{Run, Start, stop_of};
use crate::heap_games::Shape;
use crate::heap_games::pairs::Sliding;

/// Values from some heap on: those that are at hand, then what is worked out.
struct Walk<'r> {
    noted: std::slice::Iter<'r, u16>,
    then: Sliding,
}

impl<'r> Walk<'r> {
    /// From the last of the checkpoints whose window begins at `heap` or before
    /// it, or from the head.
    fn from(
        heap: u64,
        start: &'r Start,
        anchors: &'r [Checkpoint],
        meter: &mut Meter,
    ) -> Result<Walk<'r>, Stop> {
        let begins = |anchor: &Checkpoint| anchor.heap - start.window as u64 <= heap;
        let place = anchors.partition_point(begins).saturating_sub(1);
        let anchor = &anchors[place];
        let end = anchor.heap;
        let values: &[u16] = if place == 0 { &start.head } else { &anchor.window };
        let ahead = end.saturating_sub(heap).min(values.len() as u64) as usize;
        let then = start.values(end, &anchor.window, meter)?;
        let mut walk = Walk { noted: values[values.len() - ahead..].iter(), then };
        for _ in end..heap {
            walk.next(start, meter)?;
        }
        Ok(walk)
    }

    #[inline]
    fn next(&mut self, start: &Start, meter: &mut Meter) -> Result<u16, Stop> {
        if let Some(&noted) = self.noted.next() {
            return Ok(noted);
        }
        let values = self.then.next(1).map_err(|beyond| stop_of(beyond, meter))?;
        let value = values.first().copied().unwrap_or_default();
        self.then.take(1);
        meter.spend(start.last_rare as u64 / 64 + 1)?;
        Ok(value)
    }
}

impl Run {
    /// Once a window came back: the least period and preperiod, for ever, and
    /// what a certificate of them holds. `None` if none came back yet.
    ///
    /// The window theorem gives the period from `first` less a window on: all
    /// heaps since are common, all walks stay within the reach. It is the least,
    /// since no window in between is the same. The least preperiod is found by
    /// going through the values from the anchor before, or from heap 0, beside
    /// those a period later: at most some two hundredths of the heaps, but where
    /// these are few.
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub fn prove(&self, meter: &mut Meter) -> Result<Option<(Shape, Record)>, Stop> {
        let (Some(found), Some(place)) = (self.found(), self.found) else { return Ok(None) };
        let anchors = self.anchors.list();
        let before = place.checked_sub(1).and_then(|before| anchors.get(before));
        let from = before.map_or(0, |before| before.heap - self.start.window as u64);
        let mut one = Walk::from(from, &self.start, anchors, meter)?;
        let mut later = Walk::from(from + found.period, &self.start, anchors, meter)?;
        let mut preperiod = from;
        for heap in from..found.first {
            if one.next(&self.start, meter)? != later.next(&self.start, meter)? {
                preperiod = heap + 1;
            }
        }
        let period = found.period;
        let repeats = Some(Repeats { first: place, preperiod, period });
        let record = Record { repeats, ..self.record() };
        Ok(Some((Shape { preperiod, period, saltus: 0 }, record)))
    }
}
