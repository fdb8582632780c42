use super::space::Space;

/// Where the common values are: the first heaps of each, and which are
/// frequent.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// By value.
    heaps: Vec<Vec<u32>>,
    /// Heaps below this have been looked at.
    looked_at: usize,
    /// Common values that occur among the last heaps, the most frequent first.
    frequent: Vec<u16>,
}

/// Heaps of one value that are kept, at most.
const KEPT: usize = 64;

/// Frequent values that are kept, at most.
const FREQUENT: usize = 48;

/// The last heaps, for frequencies.
const LAST: usize = 4096;

impl Places {
    pub(super) fn new(end: usize) -> Places {
        Places { heaps: vec![Vec::new(); end], looked_at: 0, frequent: Vec::new() }
    }

    /// Takes in heaps from `from` to below `to`, and the frequencies of the
    /// last values.
    pub(super) fn follow(&mut self, space: Space, values: &[u16], from: usize, to: usize) {
        let new = values.iter().enumerate().take(to).skip(self.looked_at.max(from));
        for (heap, &value) in new {
            if space.is_common(value, heap)
                && let Some(heaps) = self.heaps.get_mut(usize::from(value))
                && heaps.len() < KEPT
            {
                heaps.push(heap as u32);
            }
        }
        self.looked_at = self.looked_at.max(to);
        let mut counts: Vec<(u32, u16)> = (0..self.heaps.len() as u16).map(|v| (0, v)).collect();
        let last = values.iter().enumerate().skip(values.len().saturating_sub(LAST));
        for (heap, &value) in last {
            if space.is_common(value, heap)
                && let Some((count, _)) = counts.get_mut(usize::from(value))
            {
                *count += 1;
            }
        }
        counts.retain(|&(count, _)| count > 0);
        counts.sort_unstable_by_key(|&(count, value)| (std::cmp::Reverse(count), value));
        self.frequent = counts.into_iter().take(FREQUENT).map(|(_, value)| value).collect();
    }

    /// The first heaps of each value.
    pub(super) fn of_values(&self) -> impl Iterator<Item = (u16, &[u32])> {
        (0..).zip(self.heaps.iter().map(Vec::as_slice))
    }

    /// So many heaps at most: the first one of each value, then the second ones,
    /// and so on.
    pub(super) fn first_of_each(&self, most: usize) -> Vec<u32> {
        let of_place = |place| self.heaps.iter().filter_map(move |heaps| heaps.get(place));
        (0..KEPT).flat_map(of_place).take(most).copied().collect()
    }

    /// The first heaps of a value.
    pub(super) fn of(&self, value: u16) -> &[u32] {
        self.heaps.get(usize::from(value)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn frequent(&self) -> &[u16] {
        &self.frequent
    }
}
