use std::collections::BinaryHeap;

use super::space::Space;

/// Heaps that parts are tried on.
const HEAPS: usize = 512;

/// Heaps from one that parts are tried on to the next: odd, so that both
/// parities occur.
const APART: usize = 5;

/// What it is worth to give a heap a rare value, in units of a [`Gain`], when no
/// part chosen before does so; each one that does divides it by [`AGAIN`].
const FIRST: u8 = 16;
const AGAIN: u8 = 4;

/// A part is chosen if its gain is less than the highest by this fraction of it at
/// most.
const SLACK: u32 = 8;

/// Chooses the parts that walks begin with: few of them, which together give
/// almost every heap all rare values below its own.
///
/// The heaps to come are taken to be like the last ones. Each part is tried on a
/// sample of these, and the one that gives most values that were not given yet
/// is taken first, then the one that gives most of those left, and so on: the
/// greedy way to cover a set. Parts of equal values tend to give the same
/// values to the same heaps, so that the first ones of each value, all alike,
/// need to be two or three times as many.
///
/// ```text
///            rare value 0  1  2  3 ...
/// heap n - 1            16 4  16 0      what it is worth to give it: 16 if no
/// heap n - 38           4  16 1  0      part does yet, 4 if one does, ...; 0
/// ...                                   from the heap's own value on
/// ```
pub(super) struct Cover<'v> {
    taken: &'v [usize],
    /// Heaps with common values.
    heaps: Vec<usize>,
    /// The indices of values from heap `from` on; of rare ones `rare`.
    keys: Vec<u16>,
    from: usize,
    /// For each heap a row of 2 `rare`: what each rare value is worth, by its
    /// index; then zeros, for pairs with a rare part.
    worth: Vec<u8>,
    rare: u16,
    /// How often a part was tried on a heap.
    tried: u64,
}

/// Parts in the order in which they were chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Chosen {
    pub(super) parts: Vec<u32>,
    /// How many of them are worth what they cost.
    pub(super) worth_while: usize,
    /// Parts tried, times heaps.
    pub(super) tried: u64,
}

impl<'v> Cover<'v> {
    /// For moves that take so many stones and leave two heaps, values below
    /// `end`, and parts of so many stones at most.
    pub(super) fn new(
        space: Space,
        taken: &'v [usize],
        values: &[u16],
        end: usize,
        most: usize,
    ) -> Self {
        let rare = (end / 2) as u16;
        let key = |heap: usize| {
            let value = values[heap];
            if space.is_common(value, heap) { space.index(value) } else { rare }
        };
        let apart = APART.min((values.len() / 4 / HEAPS) | 1);
        let heaps = (1..values.len()).rev().step_by(apart).take(HEAPS);
        let heaps: Vec<usize> = heaps.filter(|&heap| key(heap) < rare).collect();
        let mut worth = vec![0; heaps.len() * 2 * usize::from(rare)];
        for (&heap, row) in heaps.iter().zip(worth.chunks_exact_mut(2 * usize::from(rare))) {
            let below = space.rare_below(key(heap), space.turns(heap));
            row[..usize::from(below)].fill(FIRST);
        }
        let most_taken = taken.last().copied().unwrap_or(0);
        let from = heaps.last().copied().unwrap_or(0).saturating_sub(most + most_taken);
        let keys = (from..values.len()).map(key).collect();
        Cover { taken, heaps, keys, from, worth, rare, tried: 0 }
    }

    /// Where it stands what the pairs with this part are worth.
    #[inline(always)]
    fn places(&self, (size, index): (u32, u16)) -> impl Iterator<Item = usize> + use<'_, 'v> {
        let row = 2 * usize::from(self.rare);
        self.taken.iter().flat_map(move |taken| {
            let down = taken + size as usize + self.from;
            self.heaps.iter().zip(0..).filter_map(move |(heap, at)| {
                let key = self.keys.get(heap.checked_sub(down)?)?;
                Some(row * at + usize::from(index ^ key))
            })
        })
    }

    fn gain(&mut self, part: (u32, u16)) -> u32 {
        self.tried += (self.heaps.len() * self.taken.len()) as u64;
        self.places(part).map(|place| u32::from(self.worth[place])).sum()
    }

    fn take(&mut self, part: (u32, u16)) {
        let places: Vec<usize> = self.places(part).collect();
        for place in places {
            self.worth[place] /= AGAIN;
        }
    }

    /// Chooses among common parts, each with the index of its value, where a part
    /// costs every heap `cost` and a value that is missing `missing`.
    ///
    /// A part's gain falls only as others are chosen: what it was before is a
    /// bound, and most parts need not be tried again. One is chosen whose gain is
    /// the highest or a little less.
    pub(super) fn choose(mut self, parts: &[(u32, u16)], cost: f64, missing: f64) -> Chosen {
        let pays = self.heaps.len() as f64 * f64::from(FIRST) * cost / missing;
        let mut bounds = BinaryHeap::new();
        for (&part, place) in parts.iter().zip((0..parts.len()).rev()) {
            bounds.push((self.gain(part), place, part));
        }
        let mut chosen = Chosen::default();
        while let Some((bound, place, part)) = bounds.pop() {
            // Some more than pay: it turns out later what walks cost.
            if f64::from(bound) < pays / 4.0 {
                break;
            }
            let gain = self.gain(part);
            if bounds.peek().is_some_and(|&(next, ..)| gain < next - next / SLACK) {
                bounds.push((gain, place, part));
                continue;
            }
            self.take(part);
            chosen.parts.push(part.0);
            if f64::from(gain) >= pays {
                chosen.worth_while = chosen.parts.len();
            }
        }
        chosen.tried = self.tried;
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of which about one in eight is rare, all below 64.
    fn values(count: usize, space: Space) -> Vec<u16> {
        let mixed = |heap: usize| (heap as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let value = |heap: usize| {
            let index = (mixed(heap) % 32) as u16;
            space.value(index, mixed(heap) / 32 % 8 > 0, space.turns(heap))
        };
        (0..count).map(value).collect()
    }

    /// The heap and the rare value of each pair with a part, as the rules have it.
    fn given(cover: &Cover<'_>, space: Space, values: &[u16], part: usize) -> Vec<(usize, u16)> {
        let mut given = Vec::new();
        for &heap in &cover.heaps {
            for taken in cover.taken {
                let other = heap - taken - part;
                if space.is_common(values[other], other) {
                    given.push((heap, values[part] ^ values[other]));
                }
            }
        }
        given
    }

    #[test]
    fn oracle_gains() {
        for (space, taken) in [
            (Space::new(0b1011, None), vec![2, 5]),
            (Space::new(0b110, Some(true)), vec![1]),
            (Space::new(0b1000, Some(false)), vec![0]),
        ] {
            let values = values(9000, space);
            let mut cover = Cover::new(space, &taken, &values, 64, 2000);
            assert!(cover.heaps.len() > HEAPS / 2);
            let parts = (20..2000).filter(|&part| space.is_common(values[part], part));
            for part in parts.take(50) {
                let given = given(&cover, space, &values, part);
                let needed = given.iter().filter(|(heap, value)| *value < values[*heap]).count();
                let gain = cover.gain((part as u32, space.index(values[part])));
                assert_eq!(gain, u32::from(FIRST) * needed as u32, "{space:?} {part}");
            }
        }
    }

    /// The parts chosen give the sample more than as many first ones do, each as
    /// it was chosen no less than a little below the best.
    #[test]
    fn law_chosen_parts_cover_more() {
        let space = Space::new(0b1011, None);
        let taken = [1];
        let values = values(20_000, space);
        let parts: Vec<(u32, u16)> = (20u32..900)
            .filter(|&part| space.is_common(values[part as usize], part as usize))
            .map(|part| (part, space.index(values[part as usize])))
            .collect();
        let covered = |parts: &[u32]| {
            let cover = Cover::new(space, &taken, &values, 64, 900);
            let given = parts.iter().flat_map(|&part| given(&cover, space, &values, part as usize));
            let mut given: Vec<_> = given.filter(|(heap, value)| *value < values[*heap]).collect();
            given.sort_unstable();
            given.dedup();
            given.len()
        };
        let chosen = Cover::new(space, &taken, &values, 64, 900).choose(&parts, 1.0, 100.0);
        assert!(chosen.worth_while > 10 && chosen.worth_while <= chosen.parts.len());
        let first: Vec<u32> = parts.iter().map(|&(part, _)| part).take(20).collect();
        assert!(covered(&chosen.parts[..20]) > covered(&first));
        // None is chosen twice, and none where none pays.
        let mut sorted = chosen.parts.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), chosen.parts.len());
        let dear = Cover::new(space, &taken, &values, 64, 900).choose(&parts, 1000.0, 1.0);
        assert!(dear.parts.is_empty());
    }
}
