/// A set of vertices of one graph, a bit each.
///
/// ```text
/// word   0                 1
/// bit    0 1 2 ... 63      0  1  ...
/// vertex 0 1 2 ... 63      64 65 ...
/// ```
///
/// # Examples
///
/// ```
/// use perfectplay_theories::geography::VertexSet;
/// let mut visited = VertexSet::empty(100);
/// assert!(visited.insert(64) && !visited.insert(64));
/// assert!(visited.contains(64) && !visited.contains(0));
/// assert_eq!(visited.iter().collect::<Vec<_>>(), [64]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VertexSet {
    words: Vec<u64>,
    vertices: u32,
}

impl VertexSet {
    /// No vertex, of a graph whose ids are below `vertices`.
    pub fn empty(vertices: u32) -> Self {
        VertexSet { words: vec![0; words(vertices)], vertices }
    }

    /// The bytes that a set for ids below `vertices` takes.
    pub fn bytes(vertices: u32) -> u64 {
        8 * words(vertices) as u64
    }

    /// The ids are below this.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// Is `v` in the set? An id that is no vertex never is.
    #[inline]
    pub fn contains(&self, v: u32) -> bool {
        self.words.get((v / 64) as usize).is_some_and(|word| word >> (v % 64) & 1 == 1)
    }

    /// Puts `v` in; was it new? An id that is no vertex is not put in.
    #[inline]
    pub fn insert(&mut self, v: u32) -> bool {
        let new = v < self.vertices && !self.contains(v);
        if new {
            self.words[(v / 64) as usize] |= 1 << (v % 64);
        }
        new
    }

    /// Takes `v` out; was it in?
    #[inline]
    pub fn remove(&mut self, v: u32) -> bool {
        let there = self.contains(v);
        if there {
            self.words[(v / 64) as usize] &= !(1 << (v % 64));
        }
        there
    }

    /// A bit a vertex; behind the last one there is none.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many vertices are in the set. Linear in the number of ids.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The vertices in the set, ids rising.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }
}

fn words(vertices: u32) -> usize {
    (vertices as usize).div_ceil(64)
}
