use super::rules::PairRules;
use super::xors::{self, Lanes};

/// Values worked out one after the other from all pairs of smaller heaps:
/// O(d n) steps for heap n and d digits that part heaps.
///
/// While values fit in bytes they are kept a second time in order and a third
/// time backwards, so that the pairs {a, m - a} are two lists that are read
/// upwards:
///
/// ```text
/// bytes      g(0) g(1) g(2) ...
/// backwards  ... g(2) g(1) g(0)
/// ```
#[derive(Clone, Debug, Default)]
pub(super) struct Naive {
    bytes: Vec<u8>,
    backwards: Vec<u8>,
    /// The largest value in `bytes`.
    most: u16,
    /// `marks[v]` is the heap that met value v last.
    marks: Vec<u64>,
}

impl Naive {
    /// The value of heap `values.len()`, at least 1; `None` if it would not
    /// fit in 15 bits.
    pub(super) fn next(&mut self, rules: &PairRules, values: &[u16], lanes: Lanes) -> Option<u16> {
        self.follow(values);
        let heap = values.len();
        let next = if self.bytes.len() == heap {
            self.next_of_bytes(rules, values, lanes)
        } else {
            self.next_of_words(rules, values)
        };
        u16::try_from(next).ok().filter(|&next| next < 1 << 15)
    }

    /// Takes in the values that came since.
    fn follow(&mut self, values: &[u16]) {
        let new = values.get(self.bytes.len()..).unwrap_or_default();
        for &value in new {
            let Ok(byte) = u8::try_from(value) else { return };
            if self.bytes.len() == self.backwards.len() {
                let length = self.bytes.len();
                let mut larger = vec![0; 2 * length + 1024];
                let kept = larger.len() - length;
                larger[kept..].copy_from_slice(&self.backwards);
                self.backwards = larger;
            }
            let place = self.backwards.len() - 1 - self.bytes.len();
            self.backwards[place] = byte;
            self.bytes.push(byte);
            self.most = self.most.max(value);
        }
    }

    fn next_of_bytes(&self, rules: &PairRules, values: &[u16], lanes: Lanes) -> usize {
        let heap = values.len();
        let mut set = [0u64; 4];
        rules.plain(heap as u64, values, |value| {
            set[usize::from(value / 64)] |= 1 << (value % 64);
        });
        let end = (usize::from(self.most) + 1).next_power_of_two();
        for split in &rules.splits {
            let Some(left) = heap.checked_sub(split.taken as usize) else { break };
            // a from 1 to half of what is left; b from left - 1 downward.
            let half = (left.saturating_sub(usize::from(split.unequal))) / 2;
            if half == 0 {
                continue;
            }
            let other = self.backwards.len() - left;
            let (one, other) = (&self.bytes[1..=half], &self.backwards[other..][..half]);
            xors::add(lanes, one, other, end, &mut set);
        }
        let word = set.iter().position(|&word| word != u64::MAX).unwrap_or(set.len());
        64 * word + set.get(word).map_or(0, |word| word.trailing_ones() as usize)
    }

    fn next_of_words(&mut self, rules: &PairRules, values: &[u16]) -> usize {
        let heap = values.len();
        self.marks.resize(1 << 16, 0);
        let (marks, mark) = (&mut self.marks, heap as u64);
        rules.plain(mark, values, |value| marks[usize::from(value)] = mark);
        for split in &rules.splits {
            let Some(left) = heap.checked_sub(split.taken as usize) else { break };
            let half = (left.saturating_sub(usize::from(split.unequal))) / 2;
            if half == 0 {
                continue;
            }
            let others = values[left - half..left].iter().rev();
            for (one, other) in values[1..=half].iter().zip(others) {
                marks[usize::from(one ^ other)] = mark;
            }
        }
        marks.iter().position(|&last| last != mark).unwrap_or(marks.len())
    }
}
