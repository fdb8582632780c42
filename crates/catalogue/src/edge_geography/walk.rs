use std::hash::{Hash, Hasher};

/// Where a token has been, in order, and the edges that it went along; it
/// stands where it came last.
///
/// Two walks are equal iff the token stands on the same vertex and has gone
/// along the same edges.
///
/// # Examples
///
/// ```
/// use perfectplay_catalogue::edge_geography::Walk;
/// // Round a triangle one way or the other.
/// let one = Walk::at(1).to(2).to(3).to(1);
/// let other = Walk::at(1).to(3).to(2).to(1);
/// assert_eq!(one, other);
/// assert!(one.went(3, 1) && one.went(2, 1) && !Walk::at(1).to(2).went(2, 3));
/// assert_eq!((one.token(), one.moves()), (1, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    path: Vec<u32>,
    token: u32,
    /// Lower end first, ascending.
    burned: Vec<(u32, u32)>,
}

/// Bytes that a walk in a table counts for, at least.
const LEAST_BYTES: usize = 256;

impl Walk {
    /// The token is put down.
    pub fn at(start: u32) -> Self {
        Walk { path: vec![start], token: start, burned: Vec::new() }
    }

    /// The walk one move on. Linear in its length.
    #[must_use]
    pub fn to(&self, next: u32) -> Self {
        let mut longer = self.clone();
        longer.go(next);
        longer
    }

    /// Moves the token.
    pub fn go(&mut self, next: u32) {
        let edge = edge(self.token, next);
        if let Err(place) = self.burned.binary_search(&edge) {
            self.burned.insert(place, edge);
        }
        self.path.push(next);
        self.token = next;
    }

    /// Bytes beyond its own size. Tables are laid out by the first walk, which
    /// is short: no walk counts as less than many.
    pub(super) fn heap_bytes(&self) -> usize {
        let burned = self.burned.len() * size_of::<(u32, u32)>();
        (self.path.len() * size_of::<u32>() + burned).max(LEAST_BYTES)
    }

    /// Where the token stands.
    pub fn token(&self) -> u32 {
        self.token
    }

    /// Has it gone along this edge, in either direction?
    pub fn went(&self, v: u32, w: u32) -> bool {
        self.burned.binary_search(&edge(v, w)).is_ok()
    }

    /// The number of moves made.
    pub fn moves(&self) -> usize {
        self.path.len() - 1
    }

    /// The vertices in the order in which the token came to them.
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// The edges gone along, lower end first, ascending.
    pub fn burned(&self) -> &[(u32, u32)] {
        &self.burned
    }
}

fn edge(v: u32, w: u32) -> (u32, u32) {
    (v.min(w), v.max(w))
}

impl PartialEq for Walk {
    fn eq(&self, other: &Self) -> bool {
        self.token == other.token && self.burned == other.burned
    }
}

impl Eq for Walk {}

impl Hash for Walk {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.token.hash(state);
        self.burned.hash(state);
    }
}
