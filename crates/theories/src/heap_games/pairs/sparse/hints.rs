use rustc_hash::FxHashMap;

/// Parts that gave walks what they missed.
#[derive(Clone, Debug)]
pub(super) struct Hints {
    /// By the value that was missing, the part that helped last in front.
    last: Vec<Vec<u32>>,
    /// How often a part helped, since that was last asked.
    helped: FxHashMap<u32, u32>,
}

/// Parts that are kept for a value, at most.
const KEPT: usize = 12;

impl Hints {
    pub(super) fn new(end: usize) -> Hints {
        Hints { last: vec![Vec::new(); end], helped: FxHashMap::default() }
    }

    pub(super) fn of(&self, missing: u16) -> &[u32] {
        self.last.get(usize::from(missing)).map_or(&[], Vec::as_slice)
    }

    /// A part gave the missing value.
    pub(super) fn helped(&mut self, missing: u16, part: u32) {
        *self.helped.entry(part).or_default() += 1;
        if let Some(last) = self.last.get_mut(usize::from(missing)) {
            last.retain(|&other| other != part);
            last.insert(0, part);
            last.truncate(KEPT);
        }
    }

    /// Forgets how often parts helped.
    pub(super) fn forget_helpful(&mut self) {
        self.helped.clear();
    }

    /// The parts that helped so often at least, in order; forgets how often
    /// others did.
    pub(super) fn take_helpful(&mut self, often: f64) -> Vec<u32> {
        let helped = std::mem::take(&mut self.helped);
        let often = helped.into_iter().filter(|&(_, times)| f64::from(times) >= often);
        let mut parts: Vec<u32> = often.map(|(part, _)| part).collect();
        parts.sort_unstable();
        parts
    }
}
