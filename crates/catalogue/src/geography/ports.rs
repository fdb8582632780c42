use perfectplay_game::BurnsTrail;
use perfectplay_theories::geography::Graph;

use super::Geography;
use super::board::Links;
use crate::Trail;

/// A vertex has its number on the board. Its ports lead to its neighbours,
/// numbers rising; a hypercube's port i flips bit i.
impl BurnsTrail for Geography {
    fn vertices(&self) -> u64 {
        self.board.vertices().into()
    }

    fn exists(&self, vertex: u64) -> bool {
        u32::try_from(vertex).is_ok_and(|v| self.board.contains(v))
    }

    fn ports(&self, vertex: u64) -> u32 {
        match u32::try_from(vertex) {
            Ok(v) if self.exists(vertex) => self.board.ports(v),
            _ => 0,
        }
    }

    #[inline]
    fn through(&self, vertex: u64, port: u32) -> Option<u64> {
        if port >= self.ports(vertex) {
            return None;
        }
        Some(self.board.port(vertex as u32, port).into())
    }

    fn port_to(&self, vertex: u64, to: u64) -> Option<u32> {
        let (v, to) = (u32::try_from(vertex).ok()?, u32::try_from(to).ok()?);
        if !self.exists(vertex) {
            return None;
        }
        match &self.board.links {
            Links::Stored(graph) => graph.port_to(v, to),
            Links::Cube(cube) => cube.adjacent(v, to).then(|| (v ^ to).trailing_zeros()),
        }
    }

    fn trail(&self, position: &Trail<u32>) -> Vec<u64> {
        position.path().iter().map(|&v| v.into()).collect()
    }
}
