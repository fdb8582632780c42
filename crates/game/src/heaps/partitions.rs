use super::Condition;

/// The ways to leave `total` stones in so many heaps of one stone at least
/// under a condition, each as sizes that do not fall, in lexicographic order.
///
/// Each step takes time and memory linear in the number of heaps, but for ways
/// that [`Condition::SomeUnequal`] leaves out (at most one).
#[derive(Clone, Debug)]
pub struct Partitions {
    heaps: Vec<u64>,
    condition: Condition,
    /// Has the first way been given?
    begun: bool,
    over: bool,
}

impl Partitions {
    /// All ways to leave `total` stones in `heaps` heaps.
    pub fn new(total: u64, heaps: u64, condition: Condition) -> Partitions {
        let none = Partitions { heaps: Vec::new(), condition, begun: false, over: true };
        if heaps == 0 {
            return Partitions { over: total != 0, ..none };
        }
        // More heaps than stones: refused before anything is allocated.
        if heaps > total || (condition == Condition::Equal && !total.is_multiple_of(heaps)) {
            return none;
        }
        let mut ways = Partitions { heaps: vec![0; heaps as usize], over: false, ..none };
        ways.over = match condition {
            Condition::Equal => {
                ways.heaps.fill(total / heaps);
                false
            }
            _ => !ways.fill(0, 1, total),
        };
        ways
    }

    /// How much larger than the one before it a heap must be.
    fn gap(&self) -> u64 {
        (self.condition == Condition::Distinct).into()
    }

    /// Sets the heaps from `at` on to the least sizes that begin with `size`
    /// and come to `total`, if there are such.
    fn fill(&mut self, at: usize, size: u64, total: u64) -> bool {
        let gap = u128::from(self.gap());
        let count = (self.heaps.len() - at) as u128;
        let least = count * u128::from(size) + gap * (count * count.saturating_sub(1) / 2);
        if least > total.into() {
            return false;
        }
        let mut size = size;
        for heap in &mut self.heaps[at..] {
            *heap = size;
            size += gap as u64;
        }
        if let Some(last) = self.heaps.last_mut() {
            *last += (u128::from(total) - least) as u64;
        }
        true
    }

    /// The next way, in sizes that do not fall.
    pub fn next_way(&mut self) -> Option<&[u64]> {
        loop {
            if self.over {
                return None;
            }
            if !self.begun {
                self.begun = true;
            } else if !self.advance() {
                self.over = true;
                return None;
            }
            if self.condition.holds(&self.heaps) {
                return Some(&self.heaps);
            }
        }
    }

    fn advance(&mut self) -> bool {
        if self.condition == Condition::Equal || self.heaps.is_empty() {
            return false;
        }
        // The last heap takes what the others leave: the last of the others
        // that can grow does.
        let mut total = self.heaps[self.heaps.len() - 1];
        for at in (0..self.heaps.len() - 1).rev() {
            let size = self.heaps[at];
            total += size;
            if self.fill(at, size + 1, total) {
                return true;
            }
        }
        false
    }
}
