/// How far the walks through pairs of common heaps went.
///
/// Walks that begin alike at every heap are noted once; those that went beyond
/// by the heap, and only while no later one went as far.
#[derive(Clone, Debug, Default)]
pub(super) struct Walks {
    /// From this heap on every walk looks at parts up to this size.
    begins: Vec<(u64, u64)>,
    /// Heaps that rise, with parts that fall.
    beyond: Vec<(u64, u64)>,
}

impl Walks {
    /// From `heap` on walks look at parts up to `part`.
    pub(super) fn begin(&mut self, heap: u64, part: u64) {
        self.begins.push((heap, part));
    }

    /// The walk of `heap`, later than all before, looked at parts up to `part`.
    pub(super) fn record(&mut self, heap: u64, part: u64) {
        while self.beyond.last().is_some_and(|&(_, before)| before <= part) {
            self.beyond.pop();
        }
        self.beyond.push((heap, part));
    }

    /// The largest part that a walk looked at, of `heap` and all later ones;
    /// `None` if there were no walks yet.
    pub(super) fn farthest_from(&self, heap: u64) -> Option<u64> {
        let first = self.begins.partition_point(|&(from, _)| from <= heap).checked_sub(1)?;
        let begun = self.begins[first..].iter().map(|&(_, part)| part).max();
        let beyond = self.beyond.partition_point(|&(at, _)| at < heap);
        let beyond = self.beyond.get(beyond).map(|&(_, part)| part);
        begun.max(beyond)
    }

    /// The largest part that any walk noted here looked at.
    pub(super) fn farthest(&self) -> u64 {
        self.begins.iter().chain(&self.beyond).map(|&(_, part)| part).max().unwrap_or(0)
    }

    /// Forgets all: values come from elsewhere now.
    pub(super) fn clear(&mut self) {
        self.begins.clear();
        self.beyond.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn oracle_farthest(parts in prop::collection::vec((0u64..9, 0u64..40), 1..40)) {
            let mut walks = Walks::default();
            let mut each = Vec::new();
            let mut begun = None;
            for (heap, &(begin, beyond)) in (0..).zip(&parts) {
                if begin > 0 {
                    walks.begin(heap, begin);
                    begun = Some(begin);
                }
                if beyond > 20 && begun.is_some() {
                    walks.record(heap, beyond);
                }
                each.push(begun.map(|begun| if beyond > 20 { beyond.max(begun) } else { begun }));
            }
            for heap in 0..each.len() {
                let rest = &each[heap..];
                let want = if rest[0].is_none() { None } else { rest.iter().copied().max().flatten() };
                prop_assert_eq!(walks.farthest_from(heap as u64), want);
            }
        }
    }
}
