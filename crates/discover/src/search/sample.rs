//! The cases that formulas are fitted on.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cases::Cases;

/// A choice of cases, column by column.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) chosen: Vec<usize>,
    pub(crate) columns: Vec<Vec<i64>>,
    pub(crate) targets: Vec<i64>,
}

/// A number that looks random, the same on every run.
pub(crate) fn scrambled(number: u64, seed: u64) -> u64 {
    let mut mixed = number.wrapping_add(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl Sample {
    /// These cases.
    pub(crate) fn of(cases: &Cases, mut chosen: Vec<usize>) -> Sample {
        chosen.sort_unstable();
        chosen.dedup();
        let columns = (0..cases.width())
            .map(|index| {
                let cell = |case: &usize| cases.row(*case).get(index).copied().unwrap_or(0);
                chosen.iter().map(cell).collect()
            })
            .collect();
        let targets = chosen.iter().map(|case| cases.target(*case)).collect();
        Sample { chosen, columns, targets }
    }

    pub(crate) fn len(&self) -> usize {
        self.chosen.len()
    }
}

/// Which third of the cases, mixed, a case belongs to.
pub(crate) fn fold(case: usize) -> u64 {
    scrambled(case as u64, 99) % 3
}

/// Cases to fit on: at most `most`, and no more than `share` of each value's
/// cases (at least two), none of those in `fold`. Rare values get up to an
/// equal part, so that each is seen; cases beyond the table are all taken.
pub(crate) fn draw(
    cases: &Cases,
    most: usize,
    share: f64,
    seed: u64,
    fold: Option<u64>,
) -> Vec<usize> {
    let mut by_value: FxHashMap<i64, Vec<usize>> = FxHashMap::default();
    for case in 0..cases.from_table {
        if fold.is_some_and(|fold| self::fold(case) == fold) {
            continue;
        }
        by_value.entry(cases.target(case)).or_default().push(case);
    }
    let mut groups: Vec<Vec<usize>> = by_value.into_values().collect();
    groups.sort_unstable_by_key(|group| (group.len(), group.first().copied()));
    let mut chosen: Vec<usize> = (cases.from_table..cases.len()).collect();
    let mut room = most.saturating_sub(chosen.len());
    let count = groups.len();
    for (index, mut group) in groups.into_iter().enumerate() {
        let equal = room / (count - index).max(1);
        let part = ((group.len() as f64 * share).ceil() as usize).max(2);
        let taken = part.min(equal).min(group.len());
        group.sort_unstable_by_key(|case| scrambled(*case as u64, seed));
        room -= taken;
        chosen.extend(group.into_iter().take(taken));
    }
    chosen
}

/// Further cases: at most `most` of `from` that are not in `chosen` yet,
/// spread over the list.
pub(crate) fn spread(from: &[usize], chosen: &FxHashSet<usize>, most: usize) -> Vec<usize> {
    let fresh: Vec<usize> = from.iter().copied().filter(|case| !chosen.contains(case)).collect();
    let step = fresh.len().div_ceil(most.max(1)).max(1);
    fresh.into_iter().step_by(step).collect()
}
