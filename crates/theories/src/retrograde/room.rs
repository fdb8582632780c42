use perfectplay_game::{Meter, Stop};

/// An array that tells the meter how it grows: by a quarter each time.
#[derive(Debug)]
pub(super) struct Announced<T> {
    pub(super) items: Vec<T>,
    /// Bytes that the meter was told of.
    pub(super) bytes: u64,
}

impl<T> Default for Announced<T> {
    fn default() -> Self {
        Announced { items: Vec::new(), bytes: 0 }
    }
}

impl<T> Announced<T> {
    /// Makes room for so many more items.
    #[inline]
    pub(super) fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        if more <= self.items.capacity() - self.items.len() {
            return Ok(());
        }
        self.grow(more, meter)
    }

    #[cold]
    fn grow(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        let missing = more - (self.items.capacity() - self.items.len());
        let missing = missing.max(self.items.capacity() / 4).max(1 << 8);
        let bytes = (missing as u64).saturating_mul(size_of::<T>() as u64);
        meter.hold(bytes)?;
        self.bytes += bytes;
        let more = self.items.capacity() - self.items.len() + missing;
        self.items.reserve_exact(more);
        Ok(())
    }

    /// Adds an item.
    #[inline]
    pub(super) fn push(&mut self, item: T, meter: &mut Meter) -> Result<(), Stop> {
        self.make_room(1, meter)?;
        self.items.push(item);
        Ok(())
    }

    /// The array without the room that it does not use.
    pub(super) fn into_exact(mut self, meter: &mut Meter) -> Vec<T> {
        self.items.shrink_to_fit();
        meter.release(self.bytes.saturating_sub(bytes_of(&self.items)));
        self.items
    }
}

/// Bytes of an array.
pub(super) fn bytes_of<T>(items: &Vec<T>) -> u64 {
    (items.capacity() * size_of::<T>()) as u64
}
