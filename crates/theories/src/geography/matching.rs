use super::Graph;

/// In a table of mates: has none.
pub(super) const NONE: u32 = u32::MAX;

/// A matching: edges no two of which share a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    mates: Vec<u32>,
    pairs: u32,
}

impl Matching {
    /// No edge, in a graph whose ids are below `vertices`.
    pub fn empty(vertices: u32) -> Self {
        Matching { mates: vec![NONE; vertices as usize], pairs: 0 }
    }

    /// Its size: the number of edges.
    pub fn size(&self) -> u32 {
        self.pairs
    }

    /// The vertex that `v` is matched with.
    #[inline]
    pub fn mate(&self, v: u32) -> Option<u32> {
        self.mates.get(v as usize).copied().filter(|&mate| mate != NONE)
    }

    /// Does an edge of the matching end at `v`?
    #[inline]
    pub fn covers(&self, v: u32) -> bool {
        self.mate(v).is_some()
    }

    /// Its edges, each once, from the lower id.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(&self.mates).filter(|&(v, &mate)| mate != NONE && v < mate).map(|(v, &m)| (v, m))
    }

    /// Is it a matching of `graph`? Linear in the ports of the graph.
    pub fn fits(&self, graph: &impl Graph) -> bool {
        self.mates.len() == graph.vertices() as usize
            && self.edges().all(|(v, w)| {
                self.mate(w) == Some(v)
                    && graph.contains(v)
                    && graph.contains(w)
                    && graph.adjacent(v, w)
            })
            && self.edges().count() == self.pairs as usize
            && self.mates.iter().filter(|&&mate| mate != NONE).count() == 2 * self.pairs as usize
    }

    /// Drops the edges that `graph` does not have.
    pub(super) fn restrict_to(&mut self, graph: &impl Graph) {
        let n = graph.vertices();
        for v in n..self.mates.len() as u32 {
            self.part(v);
        }
        self.mates.resize(n as usize, NONE);
        if self.pairs == 0 {
            return;
        }
        for v in 0..n {
            if let Some(w) = self.mate(v).filter(|&w| v < w)
                && !(graph.contains(v) && graph.contains(w) && graph.adjacent(v, w))
            {
                self.part(v);
            }
        }
    }

    /// Matches two vertices that have no mates.
    #[inline]
    pub(super) fn join(&mut self, v: u32, w: u32) {
        self.mates[v as usize] = w;
        self.mates[w as usize] = v;
        self.pairs += 1;
    }

    /// Leaves `v` and its mate without mates.
    pub(super) fn part(&mut self, v: u32) {
        if let Some(mate) = self.mate(v) {
            self.mates[v as usize] = NONE;
            self.mates[mate as usize] = NONE;
            self.pairs -= 1;
        }
    }

    /// The mate of `v`, or [`NONE`].
    #[inline]
    pub(super) fn raw(&self, v: u32) -> u32 {
        self.mates[v as usize]
    }

    /// Points `v` at `mate` while a path is flipped, when for a moment the
    /// table is not symmetric; [`Matching::grown`] ends the flip.
    #[inline]
    pub(super) fn point(&mut self, v: u32, mate: u32) {
        self.mates[v as usize] = mate;
    }

    /// Counts the edge that a flipped path has brought.
    pub(super) fn grown(&mut self) {
        self.pairs += 1;
    }
}
