use perfectplay_game::Meter;

use super::{Aim, Error, Preference, Worth};

/// The structure of a game whose positions lie in layers: each can be entered
/// from the layer before its own only.
///
/// Told layer by layer, the last one first, so that neither positions nor
/// their worths need to be in memory at once: a game with S positions, W of
/// them in its widest layer, is solved in O(W).
pub trait PaidLayers {
    /// Positions of every layer are numbered below this.
    fn width(&self) -> usize;

    /// No player can get more points than this in the whole game.
    fn most_points(&self) -> u64;

    /// Tells all positions of the next layer, each once: of the last layer at
    /// first, then of the one before. False when there are no more layers.
    fn tell(&mut self, entry: impl FnMut(Entry)) -> bool;
}

/// A position, with the ways into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number within its layer.
    pub position: u32,
    /// Points for entering it.
    pub points: u64,
    /// From which positions of the layer before it is entered.
    pub from: [Option<Way>; 2],
}

/// A move by where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The number of the position that it leaves.
    pub from: u32,
    /// Its name among the moves of that position, below 64.
    pub label: u8,
}

/// What a position is worth, and by which moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Best {
    /// What it is worth to its mover from there on.
    pub worth: Worth,
    /// The moves that are worth as much: bit `n` for the label `n`. Empty
    /// without options, and with [`Keep::Worths`].
    pub ways: u64,
}

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// What positions are worth.
    Worths,
    /// That, and all best moves of each: all lines of best play.
    Ways,
}

/// A worth as one number, the greater the better by the order of aims.
///
/// ```text
/// bits    |  1   |  the aims, the most important one highest:          |
///         | kept | win: 1 bit; points: 31 or 63 bits each, the rival's |
///         |      | as what is missing to the most                      |
/// ```
///
/// No offer at all is 0, so that an offer is taken in by taking the greater
/// number, without a branch.
trait Key: Copy + Default + Ord {
    /// Bits of points.
    const BITS: u32;

    const MOST: u64 = (1 << Self::BITS) - 1;

    /// Three parts at their places, and the mark of an offer.
    fn join(parts: [(u64, u32); 3]) -> Self;

    /// So many bits from a place on.
    fn part(self, place: u32, bits: u32) -> u64;
}

impl Key for u64 {
    const BITS: u32 = 31;

    #[inline]
    fn join(parts: [(u64, u32); 3]) -> Self {
        parts.iter().fold(1 << 63, |key, &(part, place)| key | part << place)
    }

    #[inline]
    fn part(self, place: u32, bits: u32) -> u64 {
        self >> place & ((1 << bits) - 1)
    }
}

impl Key for u128 {
    const BITS: u32 = 63;

    #[inline]
    fn join(parts: [(u64, u32); 3]) -> Self {
        parts.iter().fold(1 << 127, |key, &(part, place)| key | u128::from(part) << place)
    }

    #[inline]
    fn part(self, place: u32, bits: u32) -> u64 {
        (self >> place & ((1 << bits) - 1)) as u64
    }
}

/// Where the parts of a key lie.
#[derive(Clone, Copy)]
struct Places {
    win: u32,
    own: u32,
    rival: u32,
}

impl Places {
    fn new<K: Key>(preference: Preference) -> Self {
        let mut places = Places { win: 0, own: 0, rival: 0 };
        let mut place = 1 + 2 * K::BITS;
        for aim in preference.aims() {
            let (at, bits) = match aim {
                Aim::Win => (&mut places.win, 1),
                Aim::OwnPoints => (&mut places.own, K::BITS),
                Aim::RivalPoints => (&mut places.rival, K::BITS),
            };
            place -= bits;
            *at = place;
        }
        places
    }

    #[inline]
    fn key<K: Key>(&self, worth: &Worth) -> K {
        let missing = K::MOST - worth.rival;
        K::join([(worth.wins.into(), self.win), (worth.own, self.own), (missing, self.rival)])
    }

    #[inline]
    fn worth<K: Key>(&self, key: K) -> Worth {
        if key == K::default() {
            return Worth::default();
        }
        Worth {
            wins: key.part(self.win, 1) == 1,
            own: key.part(self.own, K::BITS),
            rival: K::MOST - key.part(self.rival, K::BITS),
        }
    }
}

/// The best offers so far to the positions of one layer.
struct Layer<K, const WAYS: bool> {
    keys: Vec<K>,
    /// Empty unless `WAYS`.
    ways: Vec<u64>,
}

impl<K: Key, const WAYS: bool> Layer<K, WAYS> {
    const BYTES: usize = size_of::<K>() + if WAYS { 8 } else { 0 };

    fn new(width: usize) -> Self {
        let ways = vec![0; if WAYS { width } else { 0 }];
        Layer { keys: vec![K::default(); width], ways }
    }

    /// What all offers came to; the position is free again.
    #[inline]
    fn take(&mut self, position: u32) -> (K, u64) {
        let at = position as usize;
        let ways = if WAYS { std::mem::take(&mut self.ways[at]) } else { 0 };
        (std::mem::take(&mut self.keys[at]), ways)
    }

    #[inline]
    fn offer(&mut self, way: Way, key: K) {
        let best = &mut self.keys[way.from as usize];
        if WAYS {
            let ways = &mut self.ways[way.from as usize];
            let kept = if key > *best { 0 } else { *ways };
            let new = if key >= *best { 1 << (way.label & 63) } else { 0 };
            *ways = kept | new;
        }
        *best = key.max(*best);
    }
}

/// The worth of every position, found layer by layer from the last one
/// backward, and told to `found`; the last one is the start's.
///
/// # Complexity
///
/// With S positions, M ways into them and W the game's width: time O(S + M),
/// memory 16 bytes times W (32 where points may pass 2^31), and 16 more for
/// [`Keep::Ways`]. Effort counts positions and ways.
///
/// # Errors
///
/// A limit of the meter; [`Error::Overflow`] when points pass 2^63, or what
/// the game promised.
///
/// # Examples
///
/// Two players write two letters, each an a (1 point) or a b (2 points):
/// whoever writes first gets less than twice what the other gets, and both
/// write b.
///
/// ```
/// use perfectplay_theories::lexicographic::{
///     Best, Entry, Keep, PaidLayers, Preference, Way, Worth, solve_layers,
/// };
///
/// /// Layers still to tell.
/// struct Letters(usize);
/// impl PaidLayers for Letters {
///     fn width(&self) -> usize {
///         2
///     }
///     fn most_points(&self) -> u64 {
///         2
///     }
///     fn tell(&mut self, mut entry: impl FnMut(Entry)) -> bool {
///         let Some(layer) = self.0.checked_sub(1) else { return false };
///         self.0 = layer;
///         if layer == 0 {
///             entry(Entry { position: 0, points: 0, from: [None; 2] });
///             return true;
///         }
///         for letter in 0..2u8 {
///             let from = |from| Some(Way { from, label: letter });
///             let from = if layer == 1 { [from(0), None] } else { [from(0), from(1)] };
///             entry(Entry { position: letter.into(), points: u64::from(letter) + 1, from });
///         }
///         true
///     }
/// }
///
/// let mut last = Best::default();
/// let meter = &mut Default::default();
/// solve_layers(&mut Letters(3), Preference::default(), Keep::Ways, meter, |_, best| last = best)?;
/// assert_eq!(last.worth, Worth { wins: false, own: 2, rival: 2 });
/// assert_eq!(last.ways, 0b10);
/// # Ok::<(), perfectplay_theories::lexicographic::Error>(())
/// ```
pub fn solve_layers(
    game: &mut impl PaidLayers,
    preference: Preference,
    keep: Keep,
    meter: &mut Meter,
    found: impl FnMut(&Entry, Best),
) -> Result<(), Error> {
    let narrow = game.most_points() <= <u64 as Key>::MOST;
    match (narrow, keep) {
        (true, Keep::Worths) => solve::<u64, false>(game, preference, meter, found),
        (true, Keep::Ways) => solve::<u64, true>(game, preference, meter, found),
        (false, Keep::Worths) => solve::<u128, false>(game, preference, meter, found),
        (false, Keep::Ways) => solve::<u128, true>(game, preference, meter, found),
    }
}

fn solve<K: Key, const WAYS: bool>(
    game: &mut impl PaidLayers,
    preference: Preference,
    meter: &mut Meter,
    mut found: impl FnMut(&Entry, Best),
) -> Result<(), Error> {
    let places = Places::new::<K>(preference);
    let width = game.width();
    let bytes = (2 * Layer::<K, WAYS>::BYTES * width) as u64;
    meter.hold(bytes)?;
    let mut layer = Layer::<K, WAYS>::new(width);
    let mut before = Layer::<K, WAYS>::new(width);
    loop {
        let (mut steps, mut overflow) = (0, false);
        let more = game.tell(|entry| {
            // All options of the position are in the layer told last, so what
            // was offered to it is final.
            let (key, ways) = layer.take(entry.position);
            let worth = places.worth(key);
            found(&entry, Best { worth, ways });
            let Entry { points, from, .. } = entry;
            let Worth { wins, own, rival } = worth;
            let paid = points.checked_add(rival).filter(|&paid| paid <= K::MOST);
            overflow |= paid.is_none();
            let offer = Worth { wins: !wins, own: paid.unwrap_or_default(), rival: own };
            let key = places.key(&offer);
            steps += 1;
            for way in from.into_iter().flatten() {
                steps += 1;
                before.offer(way, key);
            }
        });
        if overflow {
            return Err(Error::Overflow);
        }
        meter.spend(steps)?;
        if !more {
            meter.release(bytes);
            return Ok(());
        }
        std::mem::swap(&mut layer, &mut before);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{PaidEntries, Worths};
    use super::*;

    /// A game in layers, from the start's on; each position with its points
    /// and where it is entered from, as numbers within the layer before.
    #[derive(Clone, Debug)]
    struct Random {
        layers: Vec<Vec<(u64, [Option<u32>; 2])>>,
        most: u64,
        told: usize,
    }

    impl Random {
        fn width(&self) -> usize {
            self.layers.iter().map(Vec::len).max().unwrap_or(0)
        }

        fn number(&self, layer: usize, position: u32) -> u32 {
            (layer * self.width()) as u32 + position
        }
    }

    impl PaidLayers for Random {
        fn width(&self) -> usize {
            self.width()
        }

        fn most_points(&self) -> u64 {
            self.most
        }

        fn tell(&mut self, mut entry: impl FnMut(Entry)) -> bool {
            let Some(layer) = self.told.checked_sub(1) else { return false };
            self.told = layer;
            for (position, &(points, from)) in self.layers[layer].iter().enumerate() {
                let way = |from, side| Way { from, label: (2 * position + side) as u8 };
                let [one, other] = from;
                let from = [one.map(|from| way(from, 0)), other.map(|from| way(from, 1))];
                entry(Entry { position: position as u32, points, from });
            }
            true
        }
    }

    /// The same as one acyclic game.
    impl PaidEntries for Random {
        fn positions(&self) -> usize {
            self.layers.len() * self.width()
        }

        fn ends_first(&self) -> impl Iterator<Item = u32> {
            (0..self.positions() as u32).rev()
        }

        fn entered_from(&self, number: u32) -> impl Iterator<Item = u32> {
            let (layer, position) =
                (number as usize / self.width(), number as usize % self.width());
            let from = self.layers[layer].get(position).map_or([None; 2], |(_, from)| *from);
            let before = layer.saturating_sub(1);
            from.into_iter().flatten().map(move |from| self.number(before, from))
        }

        fn points(&self, number: u32) -> u64 {
            let (layer, position) =
                (number as usize / self.width(), number as usize % self.width());
            self.layers[layer].get(position).map_or(0, |(points, _)| *points)
        }
    }

    fn games() -> impl Strategy<Value = Random> {
        let position = (any::<u64>(), any::<[Option<prop::sample::Index>; 2]>());
        let layers = prop::collection::vec(prop::collection::vec(position, 1..9), 0..7);
        // Few different points, so that offers are often equal; up to 2^60.
        (layers, 1u64..5, prop_oneof![Just(0u32), 20u32..59]).prop_map(|(raw, few, shift)| {
            let mut layers = vec![vec![(0, [None; 2])]];
            for row in raw {
                let before = layers[layers.len() - 1].len();
                let place = |at: prop::sample::Index| at.index(before) as u32;
                let row = row.iter().map(|&(points, from)| {
                    ((points % few) << shift, from.map(|from| from.map(place)))
                });
                layers.push(row.collect());
            }
            let told = layers.len();
            Random { layers, most: (7 * few) << shift, told }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn differential_layers_and_one_acyclic_game(
            game in games(),
            aims in Just([Aim::Win, Aim::OwnPoints, Aim::RivalPoints]).prop_shuffle(),
        ) {
            let preference = Preference::new(aims).expect("each aim once");
            let meter = &mut Meter::default();
            let whole: Worths = super::super::solve(&game, preference, meter).expect("no limit");
            for keep in [Keep::Worths, Keep::Ways] {
                let mut told = game.clone();
                let mut found: Vec<(Entry, Best)> = Vec::new();
                let keep_all = |entry: &Entry, best| found.push((*entry, best));
                solve_layers(&mut told, preference, keep, meter, keep_all).expect("no limit");
                let mut found = found.into_iter();
                for layer in (0..game.layers.len()).rev() {
                    for position in 0..game.layers[layer].len() as u32 {
                        let (entry, best) = found.next().expect("each position");
                        prop_assert_eq!(entry.position, position);
                        let truth = whole.of(game.number(layer, position));
                        prop_assert_eq!(best.worth, truth);
                        let mut ways = 0u64;
                        for (to, (_, from)) in
                            game.layers.get(layer + 1).into_iter().flatten().enumerate()
                        {
                            for (side, _) in
                                from.iter().enumerate().filter(|(_, from)| **from == Some(position))
                            {
                                let number = game.number(layer + 1, to as u32);
                                let same = whole.of_entering(&game, number) == Some(truth);
                                ways |= u64::from(same) << (2 * to + side);
                            }
                        }
                        prop_assert_eq!(best.ways, if keep == Keep::Ways { ways } else { 0 });
                    }
                }
                prop_assert!(found.next().is_none());
            }
        }
    }

    #[test]
    fn law_points_beyond_the_promise_are_no_answer() {
        let layers = vec![vec![(0, [None; 2])], vec![(1 << 40, [Some(0), None])]];
        let mut game = Random { told: 2, most: 5, layers };
        let solve = |game: &mut Random| {
            let meter = &mut Meter::default();
            solve_layers(game, Preference::default(), Keep::Worths, meter, |_, _| ())
        };
        assert_eq!(solve(&mut game.clone()), Err(Error::Overflow));
        game.most = u64::MAX;
        assert_eq!(solve(&mut game.clone()), Ok(()));
        game.layers[1][0].0 = 1 << 63;
        assert_eq!(solve(&mut game), Err(Error::Overflow));
    }
}
