//! Maximum matching in bipartite graphs, with a good bound in the worst case.
//!
//! The forest of [`blossom`](super::blossom) is quicker on nearly every graph,
//! bipartite ones too (thirteen times on a grid of 1000 x 1000 cells in random
//! order), but may need many phases; this is what bounds them.

use perfectplay_game::{Meter, Stop};

use super::matching::{Matching, NONE};
use super::{Graph, VertexSet};

/// In a table of layers: not reached.
const UNREACHED: u32 = u32::MAX;

/// Two-colours a graph: the set of vertices on the right side, or `None` if
/// some cycle is odd. Time O(n + ports); 4 bytes and two bits a vertex held
/// while it runs.
pub(super) fn right_side<G: Graph>(
    graph: &G,
    meter: &mut Meter,
) -> Result<Option<VertexSet>, Stop> {
    let n = graph.vertices();
    let bytes = 4 * u64::from(n) + 2 * VertexSet::bytes(n);
    meter.hold(bytes)?;
    let mut right = VertexSet::empty(n);
    let mut seen = VertexSet::empty(n);
    let mut waiting = Vec::new();
    for root in 0..n {
        if !graph.contains(root) {
            continue;
        }
        if let Some(side) = graph.side(root) {
            if side == super::Side::Right {
                right.insert(root);
            }
            continue;
        }
        if seen.insert(root) {
            waiting.push(root);
        }
        while let Some(v) = waiting.pop() {
            meter.spend(u64::from(graph.ports(v)))?;
            for w in graph.neighbours(v) {
                if seen.insert(w) {
                    if !right.contains(v) {
                        right.insert(w);
                    }
                    waiting.push(w);
                } else if right.contains(v) == right.contains(w) {
                    meter.release(bytes);
                    return Ok(None);
                }
            }
        }
    }
    meter.spend(u64::from(n))?;
    meter.release(bytes);
    Ok(Some(right))
}

/// Makes `matching` a maximum one (Hopcroft and Karp, *An n^5/2 algorithm for
/// maximum matchings in bipartite graphs*, 1973).
///
/// A phase layers the vertices by breadth-first search from the uncovered
/// ones of the side that has fewer, then flips shortest augmenting paths, no
/// two sharing a vertex, until none is left of that length.
///
/// Time O(ports * sqrt(n)); 16 bytes a vertex held while it runs.
pub(super) fn maximise<G: Graph>(
    graph: &G,
    right: &VertexSet,
    matching: &mut Matching,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let n = graph.vertices();
    let mut roots = [Vec::new(), Vec::new()];
    let bytes = 16 * u64::from(n);
    meter.hold(bytes)?;
    for v in 0..n {
        if graph.contains(v) && !matching.covers(v) {
            roots[usize::from(right.contains(v))].push(v);
        }
    }
    let [on_left, on_right] = roots;
    let mut roots = if on_left.len() <= on_right.len() { on_left } else { on_right };
    let mut layers = Layers { of: vec![UNREACHED; n as usize], reached: Vec::new() };
    let mut path = Vec::new();
    loop {
        roots.retain(|&root| !matching.covers(root));
        if !layers.grow(graph, matching, &roots, meter)? {
            break;
        }
        for &root in &roots {
            path.clear();
            flip_from(graph, root, &mut layers.of, matching, &mut path, meter)?;
        }
        layers.clear();
    }
    meter.release(bytes);
    Ok(())
}

/// How many matched edges lie between uncovered roots and the vertices of
/// their side that alternating paths reach.
struct Layers {
    of: Vec<u32>,
    /// In the order of search, so layers rise along it.
    reached: Vec<u32>,
}

impl Layers {
    /// Searches from `roots`, all on one side; true once an uncovered vertex of
    /// the other side is seen, and no layer is begun after that.
    fn grow<G: Graph>(
        &mut self,
        graph: &G,
        matching: &Matching,
        roots: &[u32],
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        for &root in roots {
            self.of[root as usize] = 0;
        }
        self.reached.extend_from_slice(roots);
        let mut last = UNREACHED;
        let mut next = 0;
        while let Some(&v) = self.reached.get(next) {
            next += 1;
            let layer = self.of[v as usize];
            if layer > last {
                break;
            }
            meter.spend(u64::from(graph.ports(v)))?;
            for w in graph.neighbours(v) {
                let x = matching.raw(w);
                if x == NONE {
                    last = last.min(layer);
                } else if self.of[x as usize] == UNREACHED {
                    self.of[x as usize] = layer + 1;
                    self.reached.push(x);
                }
            }
        }
        Ok(last != UNREACHED)
    }

    fn clear(&mut self) {
        for v in self.reached.drain(..) {
            self.of[v as usize] = UNREACHED;
        }
    }
}

/// Flips one augmenting path from `root` that goes up layer by layer, if there
/// is one. Vertices tried in vain, and those on the path, leave the layers.
fn flip_from<G: Graph>(
    graph: &G,
    root: u32,
    layers: &mut [u32],
    matching: &mut Matching,
    path: &mut Vec<(u32, u32)>,
    meter: &mut Meter,
) -> Result<(), Stop> {
    // (vertex, next port): the path so far.
    path.push((root, 0));
    while let Some(&(v, from)) = path.last() {
        let layer = layers[v as usize];
        let ports = graph.ports(v);
        let mut onward = None;
        let mut port = from;
        while port < ports {
            let w = graph.port(v, port);
            if graph.contains(w) {
                let x = matching.raw(w);
                if x == NONE || layers[x as usize] == layer + 1 {
                    onward = Some((w, x));
                    break;
                }
            }
            port += 1;
        }
        meter.spend(u64::from(port - from + 1))?;
        let top = path.len() - 1;
        path[top].1 = port + 1;
        match onward {
            None => {
                layers[v as usize] = UNREACHED;
                path.pop();
            }
            Some((_, x)) if x != NONE => path.push((x, 0)),
            Some((mut w, _)) => {
                // Along the path backward: v takes w, and its old mate is the
                // vertex that the one before takes.
                while let Some((v, _)) = path.pop() {
                    layers[v as usize] = UNREACHED;
                    let old = matching.raw(v);
                    matching.point(v, w);
                    matching.point(w, v);
                    w = old;
                }
                matching.grown();
                return Ok(());
            }
        }
    }
    Ok(())
}
