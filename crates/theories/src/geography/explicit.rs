use super::Graph;

/// Why a list of edges is no graph to play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EdgeError {
    /// An edge joins a vertex to itself.
    #[error("edge {edge} joins vertex {vertex} to itself")]
    SelfLoop {
        /// Its place in the list, from 0.
        edge: usize,
        /// The vertex.
        vertex: u32,
    },
    /// An edge has an end that is no vertex.
    #[error("edge {edge} has the end {vertex}, and vertices are numbered below {vertices}")]
    NoSuchVertex {
        /// Its place in the list, from 0.
        edge: usize,
        /// The end.
        vertex: u32,
        /// Ids are below this.
        vertices: u32,
    },
}

/// A graph given by its edges, stored as compressed adjacency rows.
///
/// ```text
/// rows     0     2        5 ...     row of v: rows[v] .. rows[v + 1]
/// targets  1 4   0 2 4    ...       neighbours, ids rising in each row
/// ```
///
/// # Examples
///
/// ```
/// use perfectplay_theories::geography::{Explicit, Graph};
/// // A triangle, one of its edges given twice.
/// let graph = Explicit::from_edges(3, &[(0, 1), (1, 2), (2, 0), (1, 0)])?;
/// assert_eq!(graph.edges(), 3);
/// assert_eq!(graph.neighbours(1).collect::<Vec<_>>(), [0, 2]);
/// # Ok::<(), perfectplay_theories::geography::EdgeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explicit {
    rows: Vec<usize>,
    targets: Vec<u32>,
}

impl Explicit {
    /// The graph on the ids below `vertices` with these edges; an edge given
    /// several times, in either direction, is one edge.
    ///
    /// Time and memory O(vertices + edges).
    ///
    /// # Errors
    ///
    /// See [`EdgeError`].
    pub fn from_edges(vertices: u32, edges: &[(u32, u32)]) -> Result<Self, EdgeError> {
        let n = vertices as usize;
        let mut rows = vec![0usize; n + 1];
        for (edge, &(v, w)) in edges.iter().enumerate() {
            if let Some(vertex) = [v, w].into_iter().find(|&end| end >= vertices) {
                return Err(EdgeError::NoSuchVertex { edge, vertex, vertices });
            }
            if v == w {
                return Err(EdgeError::SelfLoop { edge, vertex: v });
            }
            rows[v as usize + 1] += 1;
            rows[w as usize + 1] += 1;
        }
        for v in 0..n {
            rows[v + 1] += rows[v];
        }
        let mut fill = rows.clone();
        let mut unsorted = vec![0u32; 2 * edges.len()];
        for &(v, w) in edges {
            for (from, to) in [(v, w), (w, v)] {
                unsorted[fill[from as usize]] = to;
                fill[from as usize] += 1;
            }
        }
        // Handing each v to its neighbours, v rising, leaves every row sorted:
        // a counting sort of all rows at once.
        let mut targets = vec![0u32; unsorted.len()];
        fill.copy_from_slice(&rows);
        for v in 0..n {
            for &w in &unsorted[rows[v]..rows[v + 1]] {
                targets[fill[w as usize]] = v as u32;
                fill[w as usize] += 1;
            }
        }
        drop(unsorted);
        merge_parallel(&mut rows, &mut targets);
        Ok(Explicit { rows, targets })
    }

    /// The number of edges, each counted once.
    pub fn edges(&self) -> usize {
        self.targets.len() / 2
    }

    /// The port of `v` behind which `to` is. Logarithmic in the ports of `v`.
    pub fn port_to(&self, v: u32, to: u32) -> Option<u32> {
        let row = &self.targets[self.rows[v as usize]..self.rows[v as usize + 1]];
        row.binary_search(&to).ok().map(|port| port as u32)
    }

    /// The bytes that building a graph of this size takes at its peak, for
    /// announcing it to a meter.
    pub fn bytes(vertices: u32, edges: usize) -> u64 {
        16 * (u64::from(vertices) + 1) + 16 * edges as u64
    }
}

/// Drops repeated targets from each sorted row, and closes the gaps.
fn merge_parallel(rows: &mut [usize], targets: &mut Vec<u32>) {
    let mut kept = 0;
    let mut start = 0;
    for row_end in &mut rows[1..] {
        let (end, first) = (*row_end, kept);
        for at in start..end {
            if kept == first || targets[kept - 1] != targets[at] {
                targets[kept] = targets[at];
                kept += 1;
            }
        }
        start = end;
        *row_end = kept;
    }
    targets.truncate(kept);
}

impl Graph for Explicit {
    fn vertices(&self) -> u32 {
        (self.rows.len() - 1) as u32
    }

    #[inline]
    fn contains(&self, v: u32) -> bool {
        v < self.vertices()
    }

    #[inline]
    fn ports(&self, v: u32) -> u32 {
        (self.rows[v as usize + 1] - self.rows[v as usize]) as u32
    }

    #[inline]
    fn port(&self, v: u32, port: u32) -> u32 {
        self.targets[self.rows[v as usize] + port as usize]
    }

    #[inline]
    fn around(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        self.targets[self.rows[v as usize]..self.rows[v as usize + 1]].iter().copied()
    }

    fn adjacent(&self, v: u32, w: u32) -> bool {
        self.port_to(v, w).is_some()
    }
}
