use super::VertexSet;

/// The side of a vertex in a graph whose edges all join the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// One side.
    Left,
    /// The other.
    Right,
}

/// An undirected graph without self loops.
///
/// Four methods are required. Neighbours are reached through numbered *ports*,
/// some of which may lead to holes: so a graph need not be stored (the ports
/// of a hypercube are its dimensions), vertices can be taken away without
/// moving anything, and a search can leave a vertex and come back to the port
/// at which it stopped.
///
/// # Laws
///
/// - Ids are below `vertices()`; an id that `contains` denies is a hole, and
///   its ports are not asked for.
/// - A vertex `w` is behind a port of `v` iff `v` is behind a port of `w`;
///   `v != w`, and no two ports of a vertex lead to the same id.
/// - `side` answers for every vertex or for none, and neighbours are on
///   different sides.
pub trait Graph {
    /// Ids are `0..vertices()`; `u32::MAX` is never an id.
    fn vertices(&self) -> u32;

    /// Is this id a vertex, rather than a hole?
    fn contains(&self, v: u32) -> bool;

    /// The number of ports of `v`, at least its degree.
    fn ports(&self, v: u32) -> u32;

    /// The id behind a port: a neighbour, or a hole. Ports are `0..ports(v)`.
    fn port(&self, v: u32, port: u32) -> u32;

    /// The side of `v`, where the graph is known to be bipartite. Default:
    /// not known (it is then found out when needed).
    fn side(&self, _v: u32) -> Option<Side> {
        None
    }

    /// The neighbours of `v`, in the order of its ports.
    fn neighbours(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        self.around(v).filter(|&w| self.contains(w))
    }

    /// The ids behind all ports of `v`, holes too.
    fn around(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        (0..self.ports(v)).map(move |port| self.port(v, port))
    }

    /// Are `v` and `w` joined by an edge? Linear in the ports of `v`.
    fn adjacent(&self, v: u32, w: u32) -> bool {
        self.neighbours(v).any(|to| to == w)
    }
}

/// A graph without some of its vertices: what is left of a game of geography
/// once the token has been there.
#[derive(Clone, Copy, Debug)]
pub struct Without<'a, G> {
    graph: &'a G,
    removed: &'a VertexSet,
}

impl<'a, G: Graph> Without<'a, G> {
    /// `graph` without the vertices in `removed`.
    pub fn new(graph: &'a G, removed: &'a VertexSet) -> Self {
        Without { graph, removed }
    }
}

impl<G: Graph> Graph for Without<'_, G> {
    fn vertices(&self) -> u32 {
        self.graph.vertices()
    }

    #[inline]
    fn contains(&self, v: u32) -> bool {
        !self.removed.contains(v) && self.graph.contains(v)
    }

    #[inline]
    fn ports(&self, v: u32) -> u32 {
        self.graph.ports(v)
    }

    #[inline]
    fn port(&self, v: u32, port: u32) -> u32 {
        self.graph.port(v, port)
    }

    #[inline]
    fn around(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        self.graph.around(v)
    }

    fn side(&self, v: u32) -> Option<Side> {
        self.graph.side(v)
    }
}
