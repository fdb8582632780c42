use perfectplay_game::{Meter, Stop};

use super::bipartite::UNREACHED;
use super::matching::Matching;
use super::{Graph, VertexSet, bipartite, blossom, greedy};

/// The outcome of geography at every start of a graph, with the matching that
/// decides it.
#[derive(Clone, Debug)]
pub struct Labels {
    /// A maximum matching of the graph.
    pub matching: Matching,
    /// The vertices that some maximum matching misses: who has to move with
    /// the token on such a start loses; on every other start the mover wins.
    pub lost: VertexSet,
    /// For a bipartite graph, what proves every lost start lost: its rank, the
    /// number of matched edges on a shortest even alternating path to it from
    /// an uncovered vertex. `u32::MAX` for the starts that are won.
    pub ranks: Option<Vec<u32>>,
    /// The ports of the graph looked at.
    pub effort: u64,
}

impl Labels {
    /// Does the mover lose with the token starting on `v`?
    pub fn loses(&self, v: u32) -> bool {
        self.lost.contains(v)
    }
}

/// Labels every start of a graph from one maximum matching.
///
/// # Arguments
///
/// - `graph`: where the token moves. The start counts as visited.
/// - `meter`: effort is counted in ports looked at, about edges seen from one
///   end; the tables are announced while the function runs and taken back
///   when it returns.
///
/// # Complexity
///
/// With n ids and m edges (ports that lead nowhere count as edges):
///
/// | graph | time | memory |
/// | --- | --- | --- |
/// | bipartite | O(m sqrt(n)) | about 28 bytes an id |
/// | other | O(n m log n) at worst, some tens of passes over the graph in practice | about 41 bytes an id |
///
/// # Errors
///
/// A limit of the meter was reached.
///
/// # Source
///
/// Fraenkel, Scheinerman and Ullman, *Undirected edge geography*, 1993 (the
/// theorem on vertex geography); Gallai, *Maximale Systeme unabhängiger
/// Kanten*, 1964, and Edmonds, *Paths, trees, and flowers*, 1965 (the vertices
/// that some maximum matching misses).
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::geography::{Explicit, label};
/// // 0 ── 1 ── 2: a maximum matching must cover 1, and misses 0 or 2.
/// let path = Explicit::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
/// let labels = label(&path, &mut Meter::default())?;
/// assert_eq!(labels.matching.size(), 1);
/// assert_eq!([0, 1, 2].map(|v| labels.loses(v)), [true, false, true]);
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
pub fn label<G: Graph>(graph: &G, meter: &mut Meter) -> Result<Labels, Stop> {
    let n = graph.vertices();
    meter.hold(4 * u64::from(n))?;
    let start = Matching::empty(n);
    meter.release(4 * u64::from(n));
    label_from(graph, start, meter)
}

/// Like [`label`], from a matching that may be close to a maximum one: that of
/// the same graph with a few vertices more or less, say. Edges that the graph
/// does not have are dropped from it.
///
/// # Errors
///
/// A limit of the meter was reached.
pub fn label_from<G: Graph>(graph: &G, start: Matching, meter: &mut Meter) -> Result<Labels, Stop> {
    let n = graph.vertices();
    let before = meter.spent();
    // The matching and the lost starts, until they are handed over.
    let bytes = 4 * u64::from(n) + VertexSet::bytes(n);
    meter.hold(bytes)?;
    let mut matching = start;
    matching.restrict_to(graph);
    greedy::extend(graph, &mut matching, meter)?;
    let (lost, ranks) = match bipartite::right_side(graph, meter)? {
        Some(right) => {
            bipartite::maximise(graph, &right, &mut matching, meter)?;
            let ranks = bipartite::ranks(graph, &right, &matching, meter)?;
            let mut lost = VertexSet::empty(n);
            for (v, &rank) in (0..).zip(&ranks) {
                if rank != UNREACHED {
                    lost.insert(v);
                }
            }
            (lost, Some(ranks))
        }
        None => (blossom::maximise(graph, &mut matching, meter)?, None),
    };
    meter.release(bytes);
    Ok(Labels { matching, lost, ranks, effort: meter.spent() - before })
}
