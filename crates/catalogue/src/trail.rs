use std::hash::{Hash, Hasher};

/// Where a token has been, in order; it stands where it came last.
///
/// Two trails are equal iff the token stands on the same place and has been
/// on the same ones: the order does not matter for how play goes on.
///
/// # Examples
///
/// ```
/// use perfectplay_catalogue::Trail;
/// let one = Trail::at(1).to(2).to(3).to(4);
/// let other = Trail::at(3).to(2).to(1).to(4);
/// assert_eq!(one, other);
/// assert_ne!(one, Trail::at(1).to(2).to(4).to(3));
/// assert_eq!((one.token(), one.moves(), one.has(2)), (4, 3, true));
/// ```
#[derive(Clone, Debug)]
pub struct Trail<V> {
    path: Vec<V>,
    token: V,
    sorted: Vec<V>,
}

/// Bytes that a trail in a table counts for, at least.
const LEAST_BYTES: usize = 256;

impl<V: Copy + Ord> Trail<V> {
    /// The token is put down.
    pub fn at(start: V) -> Self {
        Trail { path: vec![start], token: start, sorted: vec![start] }
    }

    /// The trail one move on. Linear in its length.
    #[must_use]
    pub fn to(&self, next: V) -> Self {
        let mut longer = self.clone();
        longer.go(next);
        longer
    }

    /// Moves the token.
    pub fn go(&mut self, next: V) {
        self.path.push(next);
        self.token = next;
        if let Err(place) = self.sorted.binary_search(&next) {
            self.sorted.insert(place, next);
        }
    }

    /// Where the token stands.
    pub fn token(&self) -> V {
        self.token
    }

    /// Has the token been on `place`? Where it stands counts.
    pub fn has(&self, place: V) -> bool {
        self.sorted.binary_search(&place).is_ok()
    }

    /// The number of moves made.
    pub fn moves(&self) -> usize {
        self.path.len() - 1
    }

    /// Bytes beyond its own size. Tables are laid out by the first trail, which
    /// is short: no trail counts as less than many.
    pub(crate) fn heap_bytes(&self) -> usize {
        ((self.path.len() + self.sorted.len()) * size_of::<V>()).max(LEAST_BYTES)
    }

    /// All places, in the order in which the token came to them.
    pub fn path(&self) -> &[V] {
        &self.path
    }
}

impl<V: PartialEq> PartialEq for Trail<V> {
    fn eq(&self, other: &Self) -> bool {
        self.token == other.token && self.sorted == other.sorted
    }
}

impl<V: Eq> Eq for Trail<V> {}

impl<V: Hash> Hash for Trail<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.token.hash(state);
        self.sorted.hash(state);
    }
}
