use perfectplay_proof::heaps::record::Checkpoint;
use rustc_hash::FxHashMap;

/// Windows that later ones are looked up among: at distances of `spacing` heaps
/// from the first one on.
///
/// Whenever there are [`MOST`], every other one is dropped and the spacing doubles:
/// then there are from half of that to all of it, however long the run is.
#[derive(Clone, Debug)]
pub(super) struct Anchors {
    list: Vec<Checkpoint>,
    spacing: u64,
    /// By the hash of a window, places in `list`.
    by_hash: FxHashMap<u64, Vec<usize>>,
    /// Bit `hash >> SHIFT` is set for all hashes there: few others get further.
    filter: Vec<u64>,
}

/// Anchors at a time.
const MOST: usize = 512;

const SHIFT: u32 = 48;

/// Values that a hash goes by: 3 bits leave at each.
const HASHED: usize = 22;
const FACTOR: u64 = 8 * 0x1e37_79b9_7f4a_7c15;

/// A hash of the last values of a window, whatever comes before them.
pub(super) fn hash_of(window: &[u16]) -> u64 {
    let last = &window[window.len().saturating_sub(HASHED)..];
    last.iter().fold(0, |hash, &value| add(hash, value))
}

/// The hash with one value more at the end.
#[inline(always)]
pub(super) fn add(hash: u64, value: u16) -> u64 {
    hash.wrapping_mul(FACTOR).wrapping_add(u64::from(value) + 1)
}

impl Anchors {
    /// The first one. The distance of the others is at least its window's length.
    pub(super) fn new(first: Checkpoint) -> Anchors {
        let spacing = (first.window.len() as u64).next_power_of_two();
        let mut anchors = Anchors {
            list: Vec::new(),
            spacing,
            by_hash: FxHashMap::default(),
            filter: vec![0; 1 << (64 - SHIFT - 6)],
        };
        anchors.note(&first);
        anchors.list.push(first);
        anchors
    }

    /// Those of a run that was stopped, in order; `None` if they do not stand as a
    /// run has them. The last one may stand anywhere.
    pub(super) fn of_list(mut list: Vec<Checkpoint>) -> Option<Anchors> {
        let first = list.first()?.heap;
        let mut spacing = list[0].window.len().next_power_of_two() as u64;
        if let [_, second, _, ..] = &list[..] {
            let times = (second.heap - first).checked_div(spacing)?;
            if !times.is_power_of_two() || times * spacing != second.heap - first {
                return None;
            }
            spacing *= times;
        }
        if (list.last()?.heap - first) % spacing != 0 {
            list.pop();
        }
        let fits = |(place, at): (usize, &Checkpoint)| {
            (place as u64).checked_mul(spacing) == Some(at.heap - first)
        };
        if list.len() >= MOST || !list.iter().enumerate().all(fits) {
            return None;
        }
        let mut list = list.into_iter();
        let mut anchors = Anchors::new(list.next()?);
        anchors.spacing = spacing;
        list.for_each(|anchor| anchors.push(anchor));
        Some(anchors)
    }

    fn note(&mut self, anchor: &Checkpoint) {
        let hash = hash_of(&anchor.window);
        self.by_hash.entry(hash).or_default().push(self.list.len());
        self.filter[(hash >> SHIFT) as usize / 64] |= 1 << ((hash >> SHIFT) % 64);
    }

    /// Adds the one at [`Anchors::next`].
    pub(super) fn push(&mut self, anchor: Checkpoint) {
        self.note(&anchor);
        self.list.push(anchor);
        if self.list.len() < MOST {
            return;
        }
        self.spacing *= 2;
        let all = std::mem::take(&mut self.list);
        self.by_hash.clear();
        self.filter.fill(0);
        for kept in all.into_iter().step_by(2) {
            self.note(&kept);
            self.list.push(kept);
        }
    }

    /// In order; one at least.
    pub(super) fn list(&self) -> &[Checkpoint] {
        &self.list
    }

    /// Where the next one is to stand.
    pub(super) fn next(&self) -> u64 {
        self.list.last().map_or(0, |last| last.heap).saturating_add(self.spacing)
    }

    /// Might there be a window with this hash?
    #[inline(always)]
    pub(super) fn may_have(&self, hash: u64) -> bool {
        let bit = hash >> SHIFT;
        self.filter[bit as usize / 64] >> (bit % 64) & 1 == 1
    }

    /// The place of the anchor whose window this is.
    pub(super) fn place_of(&self, hash: u64, window: &[u16]) -> Option<usize> {
        let places = self.by_hash.get(&hash).map_or(&[][..], Vec::as_slice);
        places
            .iter()
            .copied()
            .find(|&place| self.list.get(place).is_some_and(|anchor| anchor.window == window))
    }
}
