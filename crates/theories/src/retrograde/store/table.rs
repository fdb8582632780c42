/// Numbers in a line of the table: as many as a cache line holds.
const WIDTH: usize = 16;

/// The share of places that may be taken: 7 of 8. Within a line the search is
/// one cache miss however full it is, and few lines overflow.
const fn share(places: usize) -> usize {
    places - places / 8
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u32; WIDTH]);

/// Numbers found by the hash of what they number.
///
/// ```text
/// a place   0                    empty
///           tag | number + 1     the tag is as many bits of the hash as the
///                                numbers leave free: 32 minus `number_bits`
/// ```
///
/// A number stands in the first line from its own on that had a place left, in
/// the first place that was empty; so a search ends at an empty place.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    lines: Vec<Line>,
    number_bits: u32,
    room: usize,
}

impl Table {
    /// How many numbers fit without growing.
    #[inline]
    pub(super) fn room(&self) -> usize {
        self.room
    }

    /// The lines of a table that holds `wanted` numbers and is half again as
    /// large as this one; 0 where this one does.
    pub(super) fn growth(&self, wanted: usize) -> usize {
        if wanted <= self.room {
            return 0;
        }
        let lines = self.lines.len() + self.lines.len() / 2 + 4;
        // Lines of 16 hold 14 each.
        lines.max(wanted.div_ceil(share(WIDTH)))
    }

    /// Bytes of a table that takes the place of this one, beside the bytes
    /// that this one has.
    pub(super) fn more_bytes(&self, lines: usize) -> u64 {
        (lines.saturating_sub(self.lines.len()) * size_of::<Line>()) as u64
    }

    /// Puts an empty table in the place of this one.
    pub(super) fn replace(&mut self, lines: usize) {
        self.lines = Vec::new();
        self.lines = vec![Line([0; WIDTH]); lines];
        self.room = share(lines * WIDTH);
        // Of number + 1, up to all places taken.
        self.number_bits = usize::BITS - (lines * WIDTH).leading_zeros();
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        ((hash as u32) >> self.number_bits) << self.number_bits
    }

    #[inline]
    fn first_line(&self, hash: u64) -> usize {
        (((hash >> 32) * self.lines.len() as u64) >> 32) as usize
    }

    /// The number with this hash for which `is_it` holds.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.lines.is_empty() {
            return None;
        }
        let (tag, mask) = (self.tag(hash), (1u32 << self.number_bits) - 1);
        let mut line = self.first_line(hash);
        loop {
            for &place in &self.lines[line].0 {
                if place == 0 {
                    return None;
                }
                let number = (place & mask).wrapping_sub(1);
                if place & !mask == tag && is_it(number) {
                    return Some(number);
                }
            }
            line = if line + 1 == self.lines.len() { 0 } else { line + 1 };
        }
    }

    /// Some place of the first line where this hash is looked for: reading it
    /// brings the line near.
    #[inline]
    pub(super) fn near(&self, hash: u64) -> u32 {
        self.lines.get(self.first_line(hash)).map_or(0, |line| line.0[0])
    }

    /// The first number in the first line that has the tag of this hash.
    #[inline]
    pub(super) fn likely(&self, hash: u64) -> Option<u32> {
        let (tag, mask) = (self.tag(hash), (1u32 << self.number_bits) - 1);
        let line = self.lines.get(self.first_line(hash))?;
        let tagged = |place: &&u32| **place & !mask == tag && **place != 0;
        line.0.iter().find(tagged).map(|place| (place & mask).wrapping_sub(1))
    }

    /// Adds a number that is not there and for which there is room.
    #[inline]
    pub(super) fn add(&mut self, hash: u64, number: u32) {
        let place = self.tag(hash) | (number + 1);
        let mut line = self.first_line(hash);
        loop {
            if let Some(empty) = self.lines[line].0.iter_mut().find(|place| **place == 0) {
                *empty = place;
                return;
            }
            line = if line + 1 == self.lines.len() { 0 } else { line + 1 };
        }
    }
}
