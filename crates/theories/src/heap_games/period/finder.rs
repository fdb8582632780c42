use rustc_hash::FxHashMap;

use super::shape::{Shape, preperiod};

/// Looks for periods while values come in.
///
/// The differences of the last [`WINDOW`] values are kept as a rolling hash;
/// at heaps that grow by a fortieth each time it is noted. Once it comes back,
/// the distance is a period worth a look: how far back does it hold? So a
/// period p that holds from e on is found before heap 1.03 (e + 32) + p, and
/// each value costs a few steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder {
    /// Values that were taken in.
    seen: usize,
    hash: u64,
    noted: FxHashMap<u64, usize>,
    /// Bit `hash >> 48` is set for what is noted: most others are not looked up.
    filter: Vec<u64>,
    note_at: usize,
    candidate: Option<Candidate>,
    /// Comparisons that may still be made.
    budget: usize,
}

/// A period that holds from its preperiod on up to all that was taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) shape: Shape,
    /// So many values were compared.
    seen: usize,
}

const WINDOW: usize = 32;

/// Any odd number.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Finder {
    /// Takes in the values that came since.
    pub(super) fn follow<V: Copy + Into<u64>>(&mut self, values: &[V]) {
        self.check_candidate(values);
        self.filter.resize(1 << 10, 0);
        let leaving = FACTOR.wrapping_pow(WINDOW as u32 + 1);
        let rise = |heap: usize| -> u64 {
            let (one, next): (u64, u64) = (values[heap - 1].into(), values[heap].into());
            next.wrapping_sub(one)
        };
        for heap in self.seen.max(1)..values.len() {
            self.hash = self.hash.wrapping_add(rise(heap)).wrapping_mul(FACTOR);
            if heap <= WINDOW {
                continue;
            }
            self.hash = self.hash.wrapping_sub(leaving.wrapping_mul(rise(heap - WINDOW)));
            let bit = self.hash >> 48;
            if self.filter[bit as usize / 64] >> (bit % 64) & 1 == 1
                && let Some(&noted) = self.noted.get(&self.hash)
            {
                self.consider(values, heap, noted);
            }
            if heap >= self.note_at {
                self.noted.insert(self.hash, heap);
                self.filter[bit as usize / 64] |= 1 << (bit % 64);
                self.note_at = heap + (heap / 40).max(8);
            }
        }
        self.budget += 4 * values.len().saturating_sub(self.seen);
        self.seen = values.len();
    }

    pub(super) fn candidate(&self) -> Option<Shape> {
        self.candidate.map(|candidate| candidate.shape)
    }

    /// The last values are those before heap `noted`, or all but.
    fn consider<V: Copy + Into<u64>>(&mut self, values: &[V], heap: usize, noted: usize) {
        let period = heap - noted;
        let (before, last): (u64, u64) = (values[noted].into(), values[heap].into());
        let Some(saltus) = last.checked_sub(before) else { return };
        if self.candidate.is_some_and(|found| found.shape.period == period as u64) {
            return;
        }
        // What is better must go back farther than this.
        let known =
            self.candidate.map_or(u64::MAX, |found| found.shape.preperiod + found.shape.period);
        if self.budget < 64 || period as u64 >= known {
            return;
        }
        let so_far = &values[..=heap];
        let back = preperiod(so_far, period, saltus, noted + 1);
        self.budget = self.budget.saturating_sub(noted + 1 - back);
        let shape = Shape { preperiod: back as u64, period: period as u64, saltus };
        let compared = noted + 1 - back;
        if compared > WINDOW / 2 && shape.preperiod + shape.period < known {
            self.candidate = Some(Candidate { shape, seen: heap + 1 });
            self.check_candidate(values);
        }
    }

    /// Compares what came since; a period that fails is dropped.
    fn check_candidate<V: Copy + Into<u64>>(&mut self, values: &[V]) {
        let Some(candidate) = &mut self.candidate else { return };
        let period = candidate.shape.period as usize;
        let holds = (candidate.seen..values.len()).all(|heap| {
            let (before, value): (u64, u64) = (values[heap - period].into(), values[heap].into());
            before.checked_add(candidate.shape.saltus) == Some(value)
        });
        candidate.seen = values.len();
        if !holds {
            self.candidate = None;
        }
    }
}
