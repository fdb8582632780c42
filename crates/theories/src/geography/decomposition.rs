use perfectplay_game::{Meter, Stop};

use super::matching::Matching;
use super::{Graph, Labels, blossom, label};

/// Labels of all starts with what proves them: the Gallai-Edmonds
/// decomposition of a graph.
///
/// The lost starts fall into *classes*: vertices that odd cycles shrink to one.
/// No edge joins two classes, and each class can be matched in itself but for
/// any one of its vertices. Neighbours of a class outside of it are matched
/// into different classes.
#[derive(Clone, Debug)]
pub struct Decomposition {
    /// A maximum matching of the graph.
    pub matching: Matching,
    /// The rank of the class of every lost start: 0 if the matching misses one
    /// of its vertices; else some vertex of it has a mate outside that has a
    /// neighbour whose rank is one less. `u32::MAX` for the starts that are won.
    ranks: Vec<u32>,
    /// The cycles that make the classes, in the order in which they are shrunk.
    pub cycles: OddCycles,
}

impl Decomposition {
    /// The rank of the class of a lost start; `None` where the mover wins.
    pub fn rank(&self, v: u32) -> Option<u32> {
        self.ranks.get(v as usize).copied().filter(|&rank| rank != blossom::UNRANKED)
    }

    /// How many starts are lost. Linear in the number of vertices.
    pub fn lost(&self) -> u64 {
        self.ranks.iter().filter(|&&rank| rank != blossom::UNRANKED).count() as u64
    }
}

/// Odd cycles of a graph, shrunk one after the other.
///
/// An edge of a cycle ends in the class (as shrunk so far) in which the next
/// one begins, and the last one where the first one does. A cycle meets no
/// class twice.
#[derive(Clone, Debug, Default)]
pub struct OddCycles {
    /// The edges of all cycles, in the direction of the cycle.
    edges: Vec<(u32, u32)>,
    /// Where each cycle ends among them.
    ends: Vec<usize>,
}

impl OddCycles {
    /// Bytes a vertex: a cycle of 2 k + 1 edges makes k vertices outer, which
    /// half of them can be, in lists that may have grown to twice what they hold.
    pub(super) const BYTES: u64 = 3 * 8 + 8;

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Each cycle in order, as its edges.
    pub fn iter(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.edges[start..end])
    }

    /// Goes on from one vertex to another.
    pub(super) fn edge(&mut self, from: u32, to: u32) {
        self.edges.push((from, to));
    }

    /// How many edges were gone.
    pub(super) fn begun(&self) -> usize {
        self.edges.len()
    }

    /// Goes the way since then in the other direction.
    pub(super) fn turn_round(&mut self, begun: usize) {
        let way = &mut self.edges[begun..];
        way.reverse();
        way.iter_mut().for_each(|edge| *edge = (edge.1, edge.0));
    }

    /// The cycle is closed.
    pub(super) fn close(&mut self) {
        self.ends.push(self.edges.len());
    }
}

/// Labels every start of a graph, with what proves the labels.
///
/// Time and memory: those of [`label`], and where odd cycles have to be looked
/// into one search more and 70 bytes a vertex.
///
/// # Errors
///
/// A limit of the meter was reached.
///
/// # Source
///
/// Lovász and Plummer, *Matching Theory*, 1986, chapter 3.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::geography::{Explicit, decompose};
/// // A triangle is one class: whichever vertex is missed, the others match.
/// let triangle = Explicit::from_edges(3, &[(0, 1), (1, 2), (2, 0)]).unwrap();
/// let proved = decompose(&triangle, &mut Meter::default())?;
/// assert_eq!([0, 1, 2].map(|v| proved.rank(v)), [Some(0); 3]);
/// assert_eq!(proved.cycles.iter().map(<[_]>::len).collect::<Vec<_>>(), [3]);
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
pub fn decompose<G: Graph>(graph: &G, meter: &mut Meter) -> Result<Decomposition, Stop> {
    decompose_from(graph, label(graph, meter)?, meter)
}

/// Like [`decompose`], from the labels of the same graph.
///
/// # Errors
///
/// A limit of the meter was reached.
pub fn decompose_from<G: Graph>(
    graph: &G,
    labels: Labels,
    meter: &mut Meter,
) -> Result<Decomposition, Stop> {
    let Labels { mut matching, ranks, .. } = labels;
    if let Some(ranks) = ranks {
        return Ok(Decomposition { matching, ranks, cycles: OddCycles::default() });
    }
    loop {
        // At once, for a maximum matching; else it grows.
        if let Some((ranks, cycles)) = blossom::shrink(graph, &mut matching, meter)? {
            return Ok(Decomposition { matching, ranks, cycles });
        }
    }
}
