use perfectplay_game::{Meter, Stop};

use super::Code;

/// Values of heap games whose moves leave one heap at most, with digits that
/// may repeat for ever.
///
/// Heaps that are far below n, at least where the repeated digits begin, are
/// kept together by their place in the cycle, as the set of their values:
/// bits of words. Those values below the least one that a set lacks never
/// matter again.
///
/// # Complexity
///
/// O(d + c) steps a heap for d digits named and c that repeat, and a few more
/// for each value that the heap's own is larger than that of c heaps before.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// Stones taken, and whether one heap (bit 1) or none (bit 0) may be left.
    named: Vec<(u64, u8)>,
    /// The stones taken by the first digit that repeats, and those digits.
    repeats: Option<(u64, Vec<u8>)>,
    values: Vec<u32>,
    /// By place in the cycle, the values of heaps far below.
    far: Vec<Vec<u64>>,
    /// By place of the heap in the cycle: all values below were met far below.
    least: Vec<u32>,
    /// `marks[v]` is the heap that met v last.
    marks: Vec<u64>,
    held: u64,
}

impl Lines {
    /// `None` if a move may leave two heaps.
    pub(crate) fn new(code: &Code) -> Option<Lines> {
        if code.most_heaps().is_none_or(|heaps| heaps > 1) {
            return None;
        }
        let bits = |digit: &super::Digit| digit.bits().unwrap_or(0) as u8;
        let named =
            code.digits().map(|(taken, digit)| Some((u64::try_from(taken).ok()?, bits(digit))));
        let repeats = code.repeated().map(|(from, cycle)| {
            Some((u64::try_from(from).ok()?, cycle.iter().map(bits).collect::<Vec<u8>>()))
        });
        let repeats = match repeats {
            Some(repeats) => Some(repeats?),
            None => None,
        };
        let places = repeats.as_ref().map_or(0, |(_, cycle)| cycle.len());
        Some(Lines {
            named: named.collect::<Option<_>>()?,
            repeats,
            values: vec![0],
            far: vec![Vec::new(); places],
            least: vec![0; places],
            marks: Vec::new(),
            held: 0,
        })
    }

    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// The most stones that a move named by itself takes, and the cycle's
    /// length (0: none).
    pub(crate) fn shape(&self) -> (u64, u64) {
        let named = self.named.last().map_or(0, |&(taken, _)| taken);
        match &self.repeats {
            Some((from, cycle)) => (named.max(from - 1), cycle.len() as u64),
            None => (named, 0),
        }
    }

    pub(crate) fn extend(&mut self, count: usize, meter: &mut Meter) -> Result<(), Stop> {
        while self.values.len() < count {
            let until = count.min(self.values.len() + (1 << 12));
            // Values, marks, and sets that are no larger than either.
            let bytes = 16 * until as u64;
            if bytes > self.held {
                meter.hold(bytes + bytes / 2)?;
                meter.release(std::mem::replace(&mut self.held, bytes + bytes / 2));
            }
            while self.values.len() < until {
                meter.spend((self.named.len() + self.far.len() + 1) as u64)?;
                self.push_next();
            }
        }
        Ok(())
    }

    /// Goes on from values that were worked out before, from heap 0 on; not from
    /// some that no heaps have: each is at most the number of stones.
    pub(crate) fn adopt(&mut self, values: Vec<u32>, meter: &mut Meter) -> Result<(), Stop> {
        if !(0u64..).zip(&values).all(|(heap, &value)| u64::from(value) <= heap) {
            return Ok(());
        }
        let bytes = 24 * values.len() as u64;
        meter.spend(values.len() as u64)?;
        meter.hold(bytes)?;
        meter.release(std::mem::replace(&mut self.held, bytes));
        let done = self.values.len() as u64;
        self.values = values;
        // `least` is a place to begin at: where it was left is still right.
        for heap in done..self.values.len() as u64 {
            self.note_far(heap);
        }
        Ok(())
    }

    /// Takes in the heap that is far below this one and not below the one before.
    fn note_far(&mut self, heap: u64) {
        let Some((from, cycle)) = &self.repeats else { return };
        let last = heap.saturating_sub(*from);
        if last > 0 {
            let value = self.values[last as usize] as usize;
            let set = &mut self.far[(last % cycle.len() as u64) as usize];
            if value / 64 >= set.len() {
                set.resize(value / 64 + 1, 0);
            }
            set[value / 64] |= 1 << (value % 64);
        }
    }

    fn push_next(&mut self) {
        let heap = self.values.len() as u64;
        self.note_far(heap);
        let mut none_left = false;
        for &(taken, bits) in self.named.iter().take_while(|&&(taken, _)| taken <= heap) {
            if taken == heap {
                none_left |= bits & 1 != 0;
            } else if bits & 2 != 0 {
                let value = self.values[(heap - taken) as usize] as usize;
                if value >= self.marks.len() {
                    self.marks.resize(2 * value + 64, 0);
                }
                self.marks[value] = heap;
            }
        }
        let mut sets: Vec<&[u64]> = Vec::new();
        let mut place = 0;
        if let Some((from, cycle)) = &self.repeats {
            let length = cycle.len() as u64;
            place = (heap % length) as usize;
            if let Some(last) = heap.checked_sub(*from) {
                none_left |= cycle[(last % length) as usize] & 1 != 0;
                // The digit at i in the cycle leads to heaps last - i - k c.
                let far = &self.far;
                let places = cycle.iter().zip(0u64..).filter(|(bits, _)| **bits & 2 != 0);
                sets.extend(places.map(|(_, i)| {
                    far[((last + length - i % length) % length) as usize].as_slice()
                }));
            }
        }
        let far = |value: u32| {
            sets.iter().any(|set| {
                set.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
            })
        };
        let mut value = self.least.get(place).copied().unwrap_or(0);
        while far(value) {
            value += 1;
        }
        if let Some(least) = self.least.get_mut(place) {
            *least = value;
        }
        let near = |value: u32| self.marks.get(value as usize) == Some(&heap);
        while far(value) || near(value) || none_left && value == 0 {
            value += 1;
        }
        self.values.push(value);
    }

    /// What the values from `heap` on depend on, where digits repeat: for the
    /// theorem that proves periods.
    pub(crate) fn state(&self, heap: usize) -> Option<State> {
        let (from, cycle) = self.repeats.as_ref()?;
        let (from, length) = (usize::try_from(*from).ok()?, cycle.len());
        // Heaps 1 to below this are far below `heap`.
        let near = heap.checked_sub(from)? + 1;
        let mut far: Vec<Vec<u32>> = vec![Vec::new(); length];
        for (at, &value) in self.values.iter().enumerate().take(near).skip(1) {
            far[at % length].push(value);
        }
        for values in &mut far {
            values.sort_unstable();
            values.dedup();
        }
        // What heaps at each place in the cycle meet far below.
        let least = (heap..heap + length).map(|at| {
            let mut met: Vec<u32> = Vec::new();
            for (i, bits) in cycle.iter().enumerate() {
                // Stones taken, and heaps left, that are like these.
                let left = (at + length * from - from - i) % length;
                if bits & 2 != 0 {
                    met.extend(&far[left]);
                }
                if bits & 1 != 0 && left == 0 {
                    met.push(0);
                }
            }
            met.sort_unstable();
            met.dedup();
            (0..).zip(&met).take_while(|(want, value)| want == *value).count() as u32
        });
        let least = least.min().unwrap_or(0);
        let rest = |values: &[u32]| -> Vec<u32> {
            values.iter().filter_map(|value| value.checked_sub(least)).collect()
        };
        let mut seen: Vec<Vec<u32>> = far.iter().map(|values| rest(values)).collect();
        // Heaps nearer than that, each by itself: what is below does not matter.
        let window = self.values[near.min(heap)..heap].iter();
        seen.push(
            window.map(|value| value.checked_sub(least).map_or(0, |above| above + 1)).collect(),
        );
        Some(State { least: least.into(), seen })
    }
}

/// What the values of games with one heap left depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// All later heaps meet all values below.
    pub(crate) least: u64,
    /// By place in the cycle, the values from there on of heaps far below; then
    /// those of the heaps before this one, one up, or 0 for what is below.
    pub(crate) seen: Vec<Vec<u32>>,
}
