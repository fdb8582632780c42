//! Positions that were met, numbered from 0 in the order of meeting.
//!
//! The store keeps each position once, in pieces that never move, and finds
//! its number by an open-addressing table of numbers alone: its own size and
//! 4.6 to 6.9 bytes a position, also while it grows.

mod table;

use std::hash::{Hash, Hasher};

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHasher;

use self::table::Table;
use super::pieces::Pieces;

/// Positions with their numbers.
///
/// What positions own on the heap (a `Vec` inside them, say) is not seen and
/// not announced to the meter.
///
/// # Complexity
///
/// Each call O(1) on average. Memory: the size of a position and at most 6.9
/// bytes each.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::retrograde::store::PositionStore;
///
/// let mut store = PositionStore::new();
/// assert_eq!(store.insert("a", &mut Meter::default()), Ok((0, true)));
/// assert_eq!(store.insert("b", &mut Meter::default()), Ok((1, true)));
/// assert_eq!(store.insert("a", &mut Meter::default()), Ok((0, false)));
/// assert_eq!((store.number(&"b"), store.number(&"c")), (Some(1), None));
/// assert_eq!(store.position(1), Some(&"b"));
/// ```
#[derive(Clone, Debug)]
pub struct PositionStore<P> {
    positions: Pieces<P>,
    table: Table,
    /// Bytes that the meter was told of.
    announced: u64,
}

/// Searches that wait for memory together: more than the memory serves at
/// once, few enough that what was brought near stays there.
const GROUP: usize = 16;

/// Why a position is not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// There are more positions than it can number.
    #[error("there are too many positions: 2^30 is the most that have numbers")]
    TooLarge,
}

/// The hash of a position: well mixed in all its bits.
#[inline]
pub(super) fn hash_of<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    let hash = hasher.finish();
    // Fx leaves the quality in some bits; the table wants it in all.
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

/// Brings near what is looked at when positions with these hashes are looked
/// for in the stores that `owner` names, and says of each where it was found
/// at the first look.
///
/// A search waits for memory twice: for a line of the table, and for the
/// position that is compared. Asked for one at a time the waits add up; here
/// those of a group overlap.
pub(super) fn glance<'p, P: Eq + Hash + 'p>(
    hashes: &[u64],
    owner: impl Fn(u64) -> &'p PositionStore<P>,
    position: impl Fn(usize) -> &'p P,
    into: &mut Vec<Option<u32>>,
) {
    into.clear();
    for (group, hashes) in hashes.chunks(GROUP).enumerate() {
        let near = hashes.iter().fold(0, |sum, hash| sum ^ owner(*hash).table.near(*hash));
        // The sum is for nothing but to have read them.
        std::hint::black_box(near);
        into.extend(hashes.iter().enumerate().map(|(at, hash)| {
            let store = owner(*hash);
            store.table.likely(*hash).filter(|likely| {
                let found = store.positions.get(*likely as usize);
                found == Some(position(group * GROUP + at))
            })
        }));
    }
}

impl<P> Default for PositionStore<P> {
    fn default() -> Self {
        PositionStore { positions: Pieces::default(), table: Table::default(), announced: 0 }
    }
}

impl<P: Eq + Hash> PositionStore<P> {
    /// The most positions: their numbers are below this.
    pub const MOST: u32 = 1 << 30;

    /// A store without positions.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many positions there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u32 {
        self.positions.len() as u32
    }

    /// The position with a number.
    #[inline]
    pub fn position(&self, number: u32) -> Option<&P> {
        self.positions.get(number as usize)
    }

    /// All positions, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &P> {
        self.positions.iter()
    }

    /// The number of a position, if it was met.
    pub fn number(&self, position: &P) -> Option<u32> {
        self.find(hash_of(position), position)
    }

    /// Takes a position in; gives its number, and whether it is new.
    ///
    /// # Errors
    ///
    /// See [`StoreError`]; the store is as it was.
    pub fn insert(&mut self, position: P, meter: &mut Meter) -> Result<(u32, bool), StoreError> {
        self.make_room(1, meter)?;
        Ok(self.place(hash_of(&position), position))
    }

    /// Bytes held: what it announced to its meters.
    pub fn bytes(&self) -> u64 {
        self.announced
    }

    #[inline]
    pub(super) fn find(&self, hash: u64, position: &P) -> Option<u32> {
        self.table.find(hash, |number| self.positions.get(number as usize) == Some(position))
    }

    /// Makes room for so many more positions.
    #[inline]
    pub(super) fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), StoreError> {
        let wanted = self.positions.len().saturating_add(more);
        if wanted <= self.table.room() && wanted <= self.positions.room() {
            return Ok(());
        }
        self.grow(more, meter)
    }

    #[cold]
    fn grow(&mut self, more: usize, meter: &mut Meter) -> Result<(), StoreError> {
        let wanted = self.positions.len().saturating_add(more);
        if wanted > Self::MOST as usize {
            return Err(StoreError::TooLarge);
        }
        let pieces = self.positions.growth(wanted);
        let lines = self.table.growth(wanted);
        let bytes = self.positions.bytes_of(pieces) + self.table.more_bytes(lines);
        meter.hold(bytes)?;
        self.announced += bytes;
        self.positions.grow(pieces);
        if lines > 0 {
            // The old table goes before the new one comes: it can be made
            // again from the positions.
            self.table.replace(lines);
            for (number, position) in self.positions.iter().enumerate() {
                self.table.add(hash_of(position), number as u32);
            }
        }
        Ok(())
    }

    /// Takes a position in for which there is room.
    #[inline]
    pub(super) fn place(&mut self, hash: u64, position: P) -> (u32, bool) {
        debug_assert!(self.positions.len() < self.table.room());
        match self.find(hash, &position) {
            Some(number) => (number, false),
            None => {
                let number = self.positions.len() as u32;
                self.table.add(hash, number);
                self.positions.push(position);
                (number, true)
            }
        }
    }
}
