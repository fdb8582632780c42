use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;

use crate::geography::Graph;

/// A graph some of whose edges may have been gone along.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::edge_geography::Edges;
/// use perfectplay_theories::geography::Explicit;
/// let path = Explicit::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
/// let left = Edges::without(&path, &[(1, 0)]);
/// assert_eq!(left.neighbours(1).collect::<Vec<_>>(), [2]);
/// ```
#[derive(Clone, Debug)]
pub struct Edges<'g, G> {
    graph: &'g G,
    /// Lower end first, ascending.
    burned: Vec<(u32, u32)>,
}

impl<'g, G: Graph> Edges<'g, G> {
    /// The graph without these edges.
    pub fn without(graph: &'g G, burned: &[(u32, u32)]) -> Self {
        let mut burned: Vec<_> = burned.iter().map(|&(v, w)| (v.min(w), v.max(w))).collect();
        burned.sort_unstable();
        Edges { graph, burned }
    }

    /// The vertices that edges left join with `v`, in the order of its ports.
    pub fn neighbours(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        let left = move |&w: &u32| self.burned.binary_search(&(v.min(w), v.max(w))).is_err();
        self.graph.neighbours(v).filter(left)
    }

    pub(super) fn graph(&self) -> &'g G {
        self.graph
    }
}

/// What edges that are left join with a vertex, directly or not, if that has no
/// odd cycle: its vertices in two sides.
#[derive(Clone, Debug)]
pub struct Component {
    /// The side of the vertex, itself first.
    pub(super) near: Vec<u32>,
    /// The other side.
    pub(super) far: Vec<u32>,
    /// Where a vertex stands on its side.
    pub(super) place: FxHashMap<u32, u32>,
}

impl Component {
    /// Bytes a vertex, with room to grow.
    const BYTES: u64 = 48;

    /// Searches from a vertex; `None` if a cycle is odd. Linear in the ports of
    /// the vertices reached. What it takes stays announced to the meter.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn around<G: Graph>(
        edges: &Edges<'_, G>,
        vertex: u32,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        meter.hold(Self::BYTES)?;
        let mut found = Component {
            near: vec![vertex],
            far: Vec::new(),
            place: std::iter::once((vertex, 0)).collect(),
        };
        let mut next = [0, 0];
        loop {
            let side = usize::from(next[0] == found.near.len());
            let sides = [&found.near, &found.far];
            let Some(&v) = sides[side].get(next[side]) else { return Ok(Some(found)) };
            next[side] += 1;
            meter.spend(u64::from(edges.graph().ports(v)))?;
            for w in edges.neighbours(v) {
                let other = if side == 0 { &mut found.far } else { &mut found.near };
                match found.place.get(&w) {
                    Some(&place) if other.get(place as usize) == Some(&w) => {}
                    Some(_) => return Ok(None),
                    None => {
                        meter.hold(Self::BYTES)?;
                        found.place.insert(w, other.len() as u32);
                        other.push(w);
                    }
                }
            }
        }
    }

    /// The number of its vertices.
    pub fn vertices(&self) -> usize {
        self.place.len()
    }

    /// Gives back what was announced.
    pub fn release(self, meter: &mut Meter) {
        meter.release(Self::BYTES * self.place.len() as u64);
    }
}
