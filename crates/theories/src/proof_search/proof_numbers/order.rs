use perfectplay_game::{Meter, Stop};

use super::levels::Level;

/// What did well before: in which order options are tried.
///
/// - *The option that decided a position last time*, whatever the limit was
///   then: kept by a hash of the position and the place of the option in the
///   list of the rules. Another position of the same hash only tries a wrong
///   option first.
/// - *History*: moves of a kind that decided positions elsewhere, those with
///   much play left for more. One order for all positions makes different
///   lines come to the same positions; killer moves, which change from place to
///   place, made the search of Superglue four times as long.
///
/// ```text
/// bits of an entry   31 ........ 8   7 ... 0
///                    of the hash     place + 1; 0 for none
/// ```
pub(super) struct Order {
    places: Box<[u32]>,
    history: Box<[u64]>,
}

/// Kinds that are told apart, for each side.
const KINDS: usize = 1 << 12;

impl Order {
    /// Takes about so many bytes, announced to the meter, and a little more
    /// for the history; of 0 bytes, next to nothing.
    pub(super) fn new(bytes: u64, salt: u64, meter: &mut Meter) -> Result<Self, Stop> {
        meter.hold(Self::size(bytes))?;
        let (places, kinds) = Self::parts(bytes);
        let places = usize::try_from(places).unwrap_or(usize::MAX);
        let mut history = vec![0; 2 * kinds].into_boxed_slice();
        // Threads part ways by where they start.
        for (at, score) in history.iter_mut().enumerate().filter(|_| salt != 0) {
            *score = (at as u64 + 1).wrapping_mul(salt) >> 56;
        }
        Ok(Order { places: vec![0; places].into_boxed_slice(), history })
    }

    /// Places, and kinds for each side.
    fn parts(bytes: u64) -> (u64, usize) {
        ((bytes / 4).max(1), if bytes == 0 { 1 } else { KINDS })
    }

    /// What is announced for so many bytes.
    pub(super) fn size(bytes: u64) -> u64 {
        let (places, kinds) = Self::parts(bytes);
        places.saturating_mul(4).saturating_add(16 * kinds as u64)
    }

    /// What was announced for it.
    pub(super) fn bytes(&self) -> u64 {
        self.places.len() as u64 * 4 + self.history.len() as u64 * 8
    }

    fn slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.places.len() as u128) >> 64) as usize
    }

    /// The place of the option that decided a position.
    pub(super) fn place(&self, hash: u64) -> Option<u8> {
        let entry = self.places[self.slot(hash)];
        let (known, place) = (entry >> 8, entry as u8);
        (known == hash as u32 >> 8).then(|| place.checked_sub(1)).flatten()
    }

    pub(super) fn score(&self, attacker: bool, kind: u32) -> u64 {
        self.history[self.kind(attacker, kind)]
    }

    fn kind(&self, attacker: bool, kind: u32) -> usize {
        let kinds = self.history.len() / 2;
        usize::from(attacker) * kinds + kind as usize % kinds
    }

    /// An option decided a position, with so much play left.
    pub(super) fn decided(
        &mut self,
        (hash, attacker): (u64, bool),
        (kind, place): (u32, u32),
        level: Level,
    ) {
        let at = self.kind(attacker, kind);
        let score = &mut self.history[at];
        *score = score.saturating_add(1 << level.min(20));
        if let Ok(place) = u8::try_from(place.saturating_add(1)) {
            let slot = self.slot(hash);
            self.places[slot] = (hash as u32 & !0xff) | u32::from(place);
        }
    }
}
