use super::super::{Code, Condition};

/// A code whose moves leave two heaps at most, sorted by what they leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PairRules {
    /// Stones taken by moves that leave nothing: whole heaps.
    pub(crate) wholes: Vec<u64>,
    /// Stones taken by moves that leave one heap.
    pub(crate) singles: Vec<u64>,
    /// Stones taken by moves that leave any two heaps.
    pub(crate) splits: Vec<Split>,
    /// Stones taken by moves that leave two equal heaps: value 0.
    pub(crate) halves: Vec<u64>,
    /// The most stones that a move takes.
    pub(crate) most: u64,
}

/// Moves that take so many stones and leave two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) taken: u64,
    /// Must the two differ?
    pub(crate) unequal: bool,
}

impl PairRules {
    /// `None` if a move may leave three heaps, or take any number of stones.
    pub(crate) fn new(code: &Code) -> Option<PairRules> {
        if code.most_heaps().is_none_or(|heaps| heaps > 2) {
            return None;
        }
        let mut rules = PairRules {
            wholes: Vec::new(),
            singles: Vec::new(),
            splits: Vec::new(),
            halves: Vec::new(),
            most: code.most_taken()?,
        };
        for (taken, digit) in code.digits() {
            // Stones are added only where three heaps are left.
            let taken = u64::try_from(taken).ok()?;
            for (heaps, condition) in digit.named() {
                match (heaps, condition) {
                    (0, _) => rules.wholes.push(taken),
                    (1, _) => rules.singles.push(taken),
                    (_, Condition::Equal) => rules.halves.push(taken),
                    (_, Condition::Any) => rules.splits.push(Split { taken, unequal: false }),
                    (_, Condition::SomeUnequal | Condition::Distinct) => {
                        rules.splits.push(Split { taken, unequal: true });
                    }
                }
            }
        }
        Some(rules)
    }

    /// The values of options of `heap` that do not need a look at pairs of
    /// heaps: shows each.
    pub(super) fn plain(&self, heap: u64, values: &[u16], mut show: impl FnMut(u16)) {
        if self.wholes.contains(&heap) {
            show(0);
        }
        for &taken in self.singles.iter().take_while(|&&taken| taken < heap) {
            show(values[(heap - taken) as usize]);
        }
        let even = |taken: u64| taken < heap && (heap - taken).is_multiple_of(2);
        if self.halves.iter().any(|&taken| even(taken)) {
            show(0);
        }
    }
}
