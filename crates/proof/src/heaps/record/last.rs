use crate::heaps::values::Sparse;

/// The values of the first heaps, and which of them are rare: what every
/// stretch goes by, besides its window.
pub(super) struct Head {
    pub(super) values: Vec<u16>,
    pub(super) rare: Vec<(u64, u16)>,
    /// The larger one of R and W: parts up to this are looked at.
    pub(super) far: u64,
}

/// Values from some heap on, one after the other, by the last ones alone.
///
/// ```text
/// last    g(n - L) ... g(n - 1)      heap n is next
///         heap `base` stands first
/// ```
pub(super) struct Last {
    last: Vec<u16>,
    base: u64,
    length: usize,
}

/// A value that was worked out.
pub(super) struct Next {
    pub(super) value: u16,
    /// The part at which the walk ended.
    pub(super) part: u64,
    pub(super) steps: u64,
}

impl Last {
    /// Before `heap` come the values of the window.
    pub(super) fn new(heap: u64, window: &[u16]) -> Last {
        let base = heap - window.len() as u64;
        Last { last: window.to_vec(), base, length: window.len() }
    }

    /// The last values, as many as at the beginning.
    pub(super) fn window(&self) -> &[u16] {
        &self.last[self.last.len() - self.length..]
    }

    /// Works out the next value. `None` if it would take values that are not at
    /// hand: a part beyond those of the head, or a heap before the window.
    #[inline]
    pub(super) fn next(&mut self, sparse: &mut Sparse, head: &Head) -> Option<Next> {
        let heap = self.base + self.last.len() as u64;
        let mut steps = 0;
        let of = |heap: u64| match heap.checked_sub(self.base) {
            Some(place) => self.last.get(place as usize).copied(),
            None if heap <= head.far => head.values.get(heap as usize).copied(),
            None => None,
        };
        let (value, part) = sparse.value(heap, &head.rare, of, &mut steps)?;
        if self.last.len() >= 4 * self.length + 4096 {
            let gone = self.last.len() - self.length;
            self.last.drain(..gone);
            self.base += gone as u64;
        }
        self.last.push(value);
        Some(Next { value, part, steps })
    }
}
