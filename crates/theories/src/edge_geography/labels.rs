use perfectplay_game::{Meter, Stop};

use super::component::{Component, Edges};
use super::value::in_kernels;
use crate::geography::{Graph, VertexSet};

/// Labels every start of a graph: the set of those where the mover loses, or
/// `None` if some cycle is odd. Components are labelled one by one.
///
/// With components of x and y vertices on their sides: time O(x y (x + y) / 64)
/// and memory x y / 8 bytes for the largest.
///
/// # Errors
///
/// A limit of the meter was reached.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::edge_geography::label;
/// use perfectplay_theories::geography::Explicit;
/// // A star: from a leaf to the middle and on to another leaf.
/// let star = Explicit::from_edges(4, &[(0, 1), (0, 2), (0, 3)]).unwrap();
/// let lost = label(&star, &mut Meter::default())?.unwrap();
/// assert_eq!(lost.iter().collect::<Vec<_>>(), [1, 2, 3]);
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
pub fn label<G: Graph>(graph: &G, meter: &mut Meter) -> Result<Option<VertexSet>, Stop> {
    let n = graph.vertices();
    meter.hold(2 * VertexSet::bytes(n))?;
    let (mut lost, mut seen) = (VertexSet::empty(n), VertexSet::empty(n));
    let edges = Edges::without(graph, &[]);
    for root in (0..n).filter(|&v| graph.contains(v)) {
        meter.spend(1)?;
        if seen.contains(root) {
            continue;
        }
        let Some(component) = Component::around(&edges, root, meter)? else { return Ok(None) };
        let found = in_kernels(&edges, &component, meter)?;
        for (side, found) in [&component.near, &component.far].into_iter().zip(found) {
            for (&v, loses) in side.iter().zip(found) {
                seen.insert(v);
                if loses {
                    lost.insert(v);
                }
            }
        }
        component.release(meter);
    }
    meter.release(2 * VertexSet::bytes(n));
    Ok(Some(lost))
}
