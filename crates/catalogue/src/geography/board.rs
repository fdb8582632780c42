use perfectplay_theories::geography::{Explicit, Graph, Hypercube, Side};

use super::families::counted;
use super::names::Names;

/// A graph to play on, with names for its vertices.
///
/// # Examples
///
/// ```
/// use perfectplay_catalogue::geography::Board;
/// let board = Board::of_edges(&[("home", "school"), ("school", "pool")]).expect("no self loop");
/// let school = board.vertex("school").expect("named in an edge");
/// let ways: Vec<String> = board.neighbours(school).map(|v| board.name(v)).collect();
/// assert_eq!(ways, ["home", "pool"]);
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) links: Links,
    pub(super) names: Names,
    /// What it is, in words.
    pub(super) what: String,
}

/// The graph of a board.
#[derive(Clone, Debug)]
pub(super) enum Links {
    Stored(Explicit),
    Cube(Hypercube),
}

impl Board {
    /// The vertex with that name.
    pub fn vertex(&self, name: &str) -> Option<u32> {
        self.names.find(name, self.vertices()).filter(|&v| self.contains(v))
    }

    /// What it is, in words.
    pub(crate) fn what(&self) -> String {
        match &self.links {
            Links::Cube(cube) if cube.holes() > 0 => {
                format!("{} with {}", self.what, counted(cube.holes().into(), "hole", "holes"))
            }
            _ => self.what.clone(),
        }
    }

    /// The first vertex, if there is one.
    pub(super) fn first(&self) -> Option<u32> {
        (0..self.vertices()).find(|&v| self.contains(v))
    }

    /// Takes a vertex of a hypercube away; was it one?
    pub(super) fn punch(&mut self, v: u32) -> bool {
        match &mut self.links {
            Links::Cube(cube) => cube.contains(v) && cube.punch(v),
            Links::Stored(_) => false,
        }
    }

    /// At most so many names, and a sign that there are more.
    pub(crate) fn some_names(&self, vertices: impl Iterator<Item = u32>) -> String {
        const SHOWN: usize = 12;
        let mut names: Vec<String> = vertices.take(SHOWN + 1).map(|v| self.name(v)).collect();
        if names.len() > SHOWN {
            names[SHOWN] = "…".to_owned();
        }
        names.join(" ")
    }

    /// The name of a vertex.
    pub fn name(&self, v: u32) -> String {
        self.names.write(v)
    }

    /// Vertices have the numbers below this; all of them, but for the holes of a
    /// hypercube.
    pub fn vertices(&self) -> u32 {
        match &self.links {
            Links::Stored(graph) => graph.vertices(),
            Links::Cube(cube) => cube.vertices(),
        }
    }

    /// The vertices that an edge joins with `v`.
    pub fn neighbours(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        Graph::neighbours(self, v)
    }
}

impl Graph for Board {
    fn vertices(&self) -> u32 {
        Board::vertices(self)
    }

    fn contains(&self, v: u32) -> bool {
        match &self.links {
            Links::Stored(graph) => graph.contains(v),
            Links::Cube(cube) => cube.contains(v),
        }
    }

    fn ports(&self, v: u32) -> u32 {
        match &self.links {
            Links::Stored(graph) => graph.ports(v),
            Links::Cube(cube) => cube.ports(v),
        }
    }

    fn port(&self, v: u32, port: u32) -> u32 {
        match &self.links {
            Links::Stored(graph) => graph.port(v, port),
            Links::Cube(cube) => cube.port(v, port),
        }
    }

    fn side(&self, v: u32) -> Option<Side> {
        match &self.links {
            Links::Stored(graph) => graph.side(v),
            Links::Cube(cube) => cube.side(v),
        }
    }

    fn adjacent(&self, v: u32, w: u32) -> bool {
        match &self.links {
            Links::Stored(graph) => graph.adjacent(v, w),
            Links::Cube(cube) => cube.adjacent(v, w),
        }
    }
}
