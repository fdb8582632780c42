use crate::Game;

/// A game in which a token walks on an undirected graph and burns its trail:
/// a move goes to a neighbour that was not visited, and who cannot move loses
/// (undirected vertex geography). Turns alternate.
///
/// Vertices have numbers, some of which may be *holes*: no vertex, or one that
/// the rules forbid. Each vertex has numbered *ports*, and behind a port is a
/// neighbour or a hole. The numbering is part of the rules, so that a
/// certificate can name an edge by a vertex and a small number.
///
/// # Laws
///
/// - Behind a port is a number below [`BurnsTrail::vertices`]; behind two
///   ports of a vertex are never the same one, nor the vertex itself.
/// - If the vertex w is behind a port of the vertex v, then v is behind a port
///   of w.
/// - The options of a position lead to exactly the vertices behind the ports
///   of the token's vertex that are not on its trail, one each.
pub trait BurnsTrail: Game {
    /// Vertices have numbers below this; not each number is a vertex.
    fn vertices(&self) -> u64;

    /// Is this number a vertex?
    fn exists(&self, vertex: u64) -> bool;

    /// How many ports a vertex has.
    fn ports(&self, vertex: u64) -> u32;

    /// The number behind a port of a vertex: a neighbour's, or a hole. `None`
    /// for ports that the vertex does not have.
    fn through(&self, vertex: u64, port: u32) -> Option<u64>;

    /// The port of a vertex behind which a number is. Default: looks through
    /// them all.
    fn port_to(&self, vertex: u64, to: u64) -> Option<u32> {
        (0..self.ports(vertex)).find(|&port| self.through(vertex, port) == Some(to))
    }

    /// The vertices visited, the token's own last.
    fn trail(&self, position: &Self::Position) -> Vec<u64>;
}

/// A game whose token burns its trail on a hypercube, some of whose numbers are
/// holes.
///
/// # Laws
///
/// - The numbers are those below 2^dimension; a vertex is what is no hole.
/// - Port i of a vertex, for i below the dimension, flips bit i.
pub trait BurnsCube: BurnsTrail {
    /// The number of bits of a vertex.
    fn dimension(&self) -> u32;

    /// Every hole, in any order.
    fn holes(&self) -> impl Iterator<Item = u64> + '_;
}

/// A game in which a token walks on an undirected graph and burns the edges
/// that it goes along: it may come back to a vertex, but not along an edge that
/// was gone along, in either direction; who cannot move loses (undirected edge
/// geography). Turns alternate.
///
/// Vertices and ports are numbered as in [`BurnsTrail`].
///
/// # Laws
///
/// - Behind a port is a number below [`BurnsEdges::vertices`]; behind two
///   ports of a vertex are never the same one, nor the vertex itself.
/// - If the vertex w is behind a port of the vertex v, then v is behind a port
///   of w.
/// - The options of a position lead along exactly the edges from the token's
///   vertex that were not gone along, one each.
pub trait BurnsEdges: Game {
    /// Vertices have the numbers below this.
    fn vertices(&self) -> u64;

    /// How many ports a vertex has; none for a number that is no vertex's.
    fn ports(&self, vertex: u64) -> u32;

    /// The neighbour behind a port of a vertex. `None` for ports that the
    /// vertex does not have.
    fn through(&self, vertex: u64, port: u32) -> Option<u64>;

    /// The port of a vertex behind which a neighbour is. Default: looks through
    /// them all.
    fn port_to(&self, vertex: u64, to: u64) -> Option<u32> {
        (0..self.ports(vertex)).find(|&port| self.through(vertex, port) == Some(to))
    }

    /// The vertices that the token came to, in order, the last one where it
    /// stands.
    fn walk(&self, position: &Self::Position) -> Vec<u64>;
}
