use crate::Game;

/// A game in which a token walks on an undirected graph and burns its trail:
/// a move goes to a neighbour that was not visited, and who cannot move loses
/// (undirected vertex geography). Turns alternate.
///
/// Each vertex has numbered *ports*, and behind a port is a neighbour or
/// nothing; the numbering is part of the rules, so that a certificate can name
/// an edge by a vertex and a small number.
///
/// # Laws
///
/// - Behind two ports of a vertex are never the same vertex, nor the vertex
///   itself.
/// - If w is behind a port of v, then v is behind a port of w.
/// - The options of a position lead to exactly the vertices behind the ports
///   of the token's vertex that are not on its trail, one each.
pub trait BurnsTrail: Game {
    /// Vertices have numbers below this; not each number is a vertex.
    fn vertices(&self) -> u64;

    /// Is this number a vertex?
    fn exists(&self, vertex: u64) -> bool;

    /// How many ports a vertex has.
    fn ports(&self, vertex: u64) -> u32;

    /// The vertex behind a port, if there is one. Ports that a vertex does not
    /// have have nothing behind them.
    fn through(&self, vertex: u64, port: u32) -> Option<u64>;

    /// The vertices visited, the token's own last.
    fn trail(&self, position: &Self::Position) -> Vec<u64>;
}
