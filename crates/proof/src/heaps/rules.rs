use perfectplay_game::{Condition, TakesAndBreaks};

/// Finite rules, sorted by what moves leave.
#[derive(Clone, Debug)]
pub(crate) struct Sorted {
    /// Stones taken, heaps left, and under which condition, in order.
    pub(crate) moves: Vec<(i64, u64, Condition)>,
    /// The most stones that a move takes; 0 where none takes any.
    pub(crate) most_taken: u64,
    /// The most heaps that a move leaves.
    pub(crate) most_heaps: u64,
}

/// Counts of heaps that are looked at for a number of stones.
const MOST_HEAPS: u64 = 1 << 16;

impl Sorted {
    /// `None` if there is no most number of stones or of heaps.
    pub(crate) fn new(rules: &(impl TakesAndBreaks + ?Sized)) -> Option<Sorted> {
        if rules.repeats().is_some() {
            return None;
        }
        let mut sorted = Sorted { moves: Vec::new(), most_taken: 0, most_heaps: 0 };
        let mut next = rules.next_taken(i64::MIN);
        while let Some(taken) = next {
            let most = rules.most_heaps(taken).filter(|&most| most <= MOST_HEAPS)?;
            let of_taken =
                (0..=most).filter_map(|heaps| Some((taken, heaps, rules.condition(taken, heaps)?)));
            sorted.moves.extend(of_taken);
            sorted.most_heaps = sorted.most_heaps.max(most);
            sorted.most_taken = sorted.most_taken.max(u64::try_from(taken).unwrap_or(0));
            next = taken.checked_add(1).and_then(|from| rules.next_taken(from));
        }
        Some(sorted)
    }

    /// Does a condition other than none stand on two heaps or more?
    pub(crate) fn has(&self, condition: impl Fn(Condition) -> bool) -> bool {
        self.moves.iter().any(|&(_, heaps, of_heaps)| heaps >= 2 && condition(of_heaps))
    }
}
