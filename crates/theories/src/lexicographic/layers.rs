use perfectplay_game::Meter;

use super::{Error, Preference, Worth};

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

/// Points as they are kept: the largest number of them, shifted by one bit,
/// has to fit.
trait Number: Copy + Default + Into<u64> {
    const MOST: u64;

    fn pack(points: u64, bit: bool) -> Self;
}

impl Number for u32 {
    const MOST: u64 = (u32::MAX >> 1) as u64;

    fn pack(points: u64, bit: bool) -> Self {
        (points as u32) << 1 | u32::from(bit)
    }
}

impl Number for u64 {
    const MOST: u64 = u64::MAX >> 1;

    fn pack(points: u64, bit: bool) -> Self {
        points << 1 | u64::from(bit)
    }
}

/// The best offers so far to the positions of one layer.
///
/// ```text
/// slot   | own points  | win | rival's points | has an option |
/// bits     31 or 63      1     31 or 63         1
/// ```
struct Layer<N, const WAYS: bool> {
    slots: Vec<[N; 2]>,
    /// Empty unless `WAYS`.
    ways: Vec<u64>,
}

impl<N: Number, const WAYS: bool> Layer<N, WAYS> {
    const BYTES: usize = size_of::<[N; 2]>() + if WAYS { 8 } else { 0 };

    fn new(width: usize) -> Self {
        let ways = vec![0; if WAYS { width } else { 0 }];
        Layer { slots: vec![[N::default(); 2]; width], ways }
    }

    /// What all offers came to; the slot is free again.
    #[inline]
    fn take(&mut self, position: u32) -> Best {
        let at = position as usize;
        let [own, rival]: [u64; 2] = std::mem::take(&mut self.slots[at]).map(Into::into);
        let worth = Worth { wins: own & 1 == 1, own: own >> 1, rival: rival >> 1 };
        let ways = if WAYS { std::mem::take(&mut self.ways[at]) } else { 0 };
        Best { worth, ways }
    }

    #[inline]
    fn offer(&mut self, way: Way, offer: &Worth, preference: Preference) {
        let at = way.from as usize;
        let [own, rival]: [u64; 2] = self.slots[at].map(Into::into);
        let so_far = Worth { wins: own & 1 == 1, own: own >> 1, rival: rival >> 1 };
        let open = rival & 1 == 0;
        if open || preference.compare(offer, &so_far).is_gt() {
            self.slots[at] = [N::pack(offer.own, offer.wins), N::pack(offer.rival, true)];
            if WAYS {
                self.ways[at] = 1 << (way.label & 63);
            }
        } else if WAYS && *offer == so_far {
            self.ways[at] |= 1 << (way.label & 63);
        }
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
    let narrow = game.most_points() <= u32::MOST;
    match (narrow, keep) {
        (true, Keep::Worths) => solve::<u32, false>(game, preference, meter, found),
        (true, Keep::Ways) => solve::<u32, true>(game, preference, meter, found),
        (false, Keep::Worths) => solve::<u64, false>(game, preference, meter, found),
        (false, Keep::Ways) => solve::<u64, true>(game, preference, meter, found),
    }
}

fn solve<N: Number, const WAYS: bool>(
    game: &mut impl PaidLayers,
    preference: Preference,
    meter: &mut Meter,
    mut found: impl FnMut(&Entry, Best),
) -> Result<(), Error> {
    let width = game.width();
    let bytes = (2 * Layer::<N, WAYS>::BYTES * width) as u64;
    meter.hold(bytes)?;
    let mut layer = Layer::<N, WAYS>::new(width);
    let mut before = Layer::<N, WAYS>::new(width);
    loop {
        let (mut steps, mut overflow) = (0, false);
        let more = game.tell(|entry| {
            // All options of the position are in the layer told last, so what
            // was offered to it is final.
            let best = layer.take(entry.position);
            found(&entry, best);
            let Entry { points, from, .. } = entry;
            let Worth { wins, own, rival } = best.worth;
            let paid = points.checked_add(rival).filter(|&paid| paid <= N::MOST);
            overflow |= paid.is_none();
            let offer = Worth { wins: !wins, own: paid.unwrap_or_default(), rival: own };
            steps += 1;
            for way in from.into_iter().flatten() {
                steps += 1;
                before.offer(way, &offer, preference);
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
