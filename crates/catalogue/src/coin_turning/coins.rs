use perfectplay_game::Player;

/// Coins in a row, nearly all of them tails, and who is to move.
///
/// Kept are the places where heads and tails change, in order:
///
/// ```text
/// place   0 1 2 3 4 5 6 7
/// coin    T H H T T H T T
/// kept      1   3   5 6
/// ```
///
/// So turning a run of coins adds or takes away two places, however long it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Coins {
    changes: Vec<u128>,
    /// Who is to move.
    pub(super) mover: Player,
}

impl Coins {
    /// No heads.
    pub fn tails(mover: Player) -> Coins {
        Coins { changes: Vec::new(), mover }
    }

    /// Heads at these runs of places, first and last of each, which may come in
    /// any order and must not meet. `None` if they do, or if one is no run.
    pub fn of_runs(runs: &[(u128, u128)], mover: Player) -> Option<Coins> {
        let mut runs = runs.to_vec();
        runs.sort_unstable();
        let apart = runs.windows(2).all(|pair| pair[0].1 < pair[1].0);
        let fine = runs.iter().all(|&(from, to)| from <= to && to < u128::MAX);
        let mut changes: Vec<u128> = Vec::with_capacity(2 * runs.len());
        for (from, to) in runs {
            if changes.last() == Some(&from) {
                changes.pop();
            } else {
                changes.push(from);
            }
            changes.push(to.wrapping_add(1));
        }
        (apart && fine).then_some(Coins { changes, mover })
    }

    /// The runs of heads, first and last place of each, from the left.
    pub fn runs(&self) -> impl ExactSizeIterator<Item = (u128, u128)> + '_ {
        self.changes.chunks_exact(2).map(|run| (run[0], run[1] - 1))
    }

    /// How many heads there are; the largest number, if more.
    pub fn heads(&self) -> u128 {
        self.runs().fold(0, |sum, (from, to)| sum.saturating_add(to - from).saturating_add(1))
    }

    /// The places of all heads, from the left.
    pub(super) fn each(&self) -> impl Iterator<Item = u128> + '_ {
        self.runs().flat_map(|(from, to)| from..=to)
    }

    /// The rightmost head.
    pub(super) fn last(&self) -> Option<u128> {
        self.changes.last().map(|end| end - 1)
    }

    /// Does a coin at an even place show heads?
    pub(super) fn has_even(&self) -> bool {
        self.runs().any(|(from, to)| from < to || from % 2 == 0)
    }

    /// Does the coin at a place show heads?
    pub fn is_head(&self, place: u128) -> bool {
        self.changes.partition_point(|&change| change <= place) % 2 == 1
    }

    /// Turns the coins of a run; its last place is less than the largest number.
    pub(super) fn turn(&mut self, from: u128, to: u128) {
        for change in [from, to.saturating_add(1)] {
            match self.changes.binary_search(&change) {
                Ok(at) => {
                    self.changes.remove(at);
                }
                Err(at) => self.changes.insert(at, change),
            }
        }
    }

    /// The same with First to move.
    pub(super) fn canonical(&self) -> Coins {
        Coins { mover: Player::First, ..self.clone() }
    }

    /// Bytes beyond its own size.
    pub(super) fn heap_bytes(&self) -> usize {
        self.changes.capacity() * size_of::<u128>()
    }
}
