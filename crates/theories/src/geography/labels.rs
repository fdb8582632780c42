use perfectplay_game::{Meter, Stop};

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
    /// What proves every lost start lost, if no odd cycle had to be looked
    /// into (always for a bipartite graph): its rank, the number of matched
    /// edges on an even alternating path to it from an uncovered vertex. The
    /// neighbours of lost starts are then matched with lost starts, and the
    /// mate of a lost start has a neighbour whose rank is one less.
    /// `u32::MAX` for the starts that are won.
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
/// With n ids and m edges (ports that lead nowhere count as edges): some
/// passes over the graph in practice. At worst time O(m sqrt(n)) for bipartite
/// graphs and O(n m log n) for others. Memory about 22 bytes an id, 38 where
/// odd cycles have to be looked into.
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
    label_with(graph, start, PATIENCE, meter)
}

/// Phases after which a bipartite graph is matched in the way that has the
/// better bound.
const PATIENCE: u32 = 24;

fn label_with<G: Graph>(
    graph: &G,
    start: Matching,
    patience: u32,
    meter: &mut Meter,
) -> Result<Labels, Stop> {
    let n = graph.vertices();
    let before = meter.spent();
    // The matching and the lost starts, until they are handed over.
    let bytes = 4 * u64::from(n) + VertexSet::bytes(n);
    meter.hold(bytes)?;
    let mut matching = start;
    matching.restrict_to(graph);
    greedy::extend(graph, &mut matching, meter)?;
    let mut found = blossom::maximise(graph, &mut matching, patience, meter)?;
    if found.is_none()
        && let Some(right) = bipartite::right_side(graph, meter)?
    {
        bipartite::maximise(graph, &right, &mut matching, meter)?;
    }
    // Once more, for what the last forest says; or for as long as it takes.
    let found = loop {
        match found {
            Some(found) => break found,
            None => found = blossom::maximise(graph, &mut matching, u32::MAX, meter)?,
        }
    };
    meter.release(bytes);
    Ok(Labels { matching, lost: found.missed, ranks: found.ranks, effort: meter.spent() - before })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geography::{Explicit, Hypercube};

    /// The way for graphs that need many phases gives what the usual one does.
    fn ways_agree(graph: &impl Graph) {
        let meter = &mut Meter::default();
        let usual = label(graph, meter).unwrap();
        for patience in [0, 1, 2] {
            // Also from nothing, so that there is much to do for either way.
            let mut matching = Matching::empty(graph.vertices());
            if let Some(right) = bipartite::right_side(graph, meter).unwrap() {
                bipartite::maximise(graph, &right, &mut matching, meter).unwrap();
                assert_eq!(matching.size(), usual.matching.size());
                assert!(matching.fits(graph) && usual.ranks.is_some());
            }
            let start = Matching::empty(graph.vertices());
            let other = label_with(graph, start, patience, meter).unwrap();
            assert!(other.matching.fits(graph));
            assert_eq!(other.matching.size(), usual.matching.size());
            assert_eq!(other.lost, usual.lost);
        }
        let mut matching = Matching::empty(graph.vertices());
        let alone = blossom::maximise(graph, &mut matching, u32::MAX, meter).unwrap().unwrap();
        assert_eq!((matching.size(), &alone.missed), (usual.matching.size(), &usual.lost));
    }

    #[test]
    fn differential_ways_to_match() {
        let mut number = 1u64;
        let mut next = |below: u32| {
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
            ((number >> 33) % u64::from(below)) as u32
        };
        for round in 0..600 {
            let n = 2 + next(if round < 500 { 40 } else { 2000 });
            let edges = (0..next(3 * n)).map(|_| (next(n), next(n)));
            let edges: Vec<_> = match round % 2 {
                0 => edges.filter(|(v, w)| v != w).collect(),
                _ => edges.map(|(v, w)| (v & !1, w | 1)).filter(|&(_, w)| w < n).collect(),
            };
            ways_agree(&Explicit::from_edges(n, &edges).unwrap());
        }
        for percent in (0..100).step_by(5) {
            let mut cube = Hypercube::new(9, &mut Meter::default()).unwrap();
            (0..512).filter(|_| next(100) < percent).collect::<Vec<_>>().into_iter().for_each(
                |hole| {
                    cube.punch(hole);
                },
            );
            ways_agree(&cube);
        }
    }

    #[test]
    fn differential_ways_to_match_a_grid() {
        // In this order Hopcroft and Karp need many phases.
        let n = 60 * 60;
        let name = |v: u32| v * 1009 % n;
        let right = (0..n).filter(|v| v % 60 < 59).map(|v| (name(v), name(v + 1)));
        let down = (0..n - 60).map(|v| (name(v), name(v + 60)));
        let edges: Vec<_> = right.chain(down).collect();
        ways_agree(&Explicit::from_edges(n, &edges).unwrap());
        let holed = edges.iter().copied().filter(|(v, w)| v % 11 > 0 && w % 11 > 0);
        ways_agree(&Explicit::from_edges(n, &holed.collect::<Vec<_>>()).unwrap());
    }
}
