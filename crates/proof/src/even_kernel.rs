//! A token that burns the edges it goes along: one position, by a set of
//! vertices.
//!
//! **Theorem.** Let S be a set of vertices that holds the token's, such that no
//! edge that is left joins two of S, and every vertex outside of S has an even
//! number of edges left that lead into S. Then the mover loses. Wherever he
//! goes along an edge, it is out of S to a vertex w with an even number of such
//! edges, so with another one: the opponent goes back to S along it. Then w has
//! two edges less, and S is as it was. Edges run out, and it is never the
//! opponent who cannot move. (Fraenkel, Scheinerman and Ullman, *Undirected
//! edge geography*, 1993: an even kernel.)
//!
//! The mover wins if some move of his leads to a vertex where the next mover
//! loses.
//!
//! **The certificate** lists S.
//!
//! ```text
//! first:   1  port of the winning move     where the mover wins
//!          0                               where he loses
//! member:  v                               ascending
//! ```
//!
//! Time O(members + their ports), times the logarithm of the number of edges
//! gone along; memory two bits a vertex number.

use std::io;

use perfectplay_game::{BurnsEdges, Meter, Outcome};

use crate::bits::Bits;
use crate::{CheckError, Sink, Source};

/// The proof of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvenKernel {
    /// The port of the winning move, where the mover wins.
    pub winning: Option<u32>,
    /// The set, ascending.
    pub members: Vec<u64>,
}

impl EvenKernel {
    /// Writes what comes after the claim.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, sink: &mut dyn Sink) -> io::Result<()> {
        sink.number(self.winning.is_some().into())?;
        if let Some(port) = self.winning {
            sink.number(port.into())?;
        }
        sink.end_record()?;
        for &vertex in &self.members {
            sink.number(vertex.into())?;
            sink.end_record()?;
        }
        Ok(())
    }
}

/// Edges gone along, lower end first, ascending.
struct Burned(Vec<(u64, u64)>);

impl Burned {
    fn by(walk: &[u64]) -> Self {
        let mut edges: Vec<_> =
            walk.windows(2).map(|two| (two[0].min(two[1]), two[0].max(two[1]))).collect();
        edges.sort_unstable();
        Burned(edges)
    }

    /// The vertex behind a port, if the edge to it is left.
    fn left<G: BurnsEdges>(&self, rules: &G, vertex: u64, port: u32) -> Option<u64> {
        let to = rules.through(vertex, port)?;
        self.0.binary_search(&(vertex.min(to), vertex.max(to))).is_err().then_some(to)
    }
}

/// Checks a claim about the token at the end of `walk`, and gives the number of
/// facts checked.
///
/// # Errors
///
/// The first record that fails; for a condition on the whole, the last.
pub fn check<G: BurnsEdges>(
    rules: &G,
    walk: &[u64],
    outcome: Outcome,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let mut walk = walk.to_vec();
    let Some(mut token) = walk.last().copied() else {
        return Err(source.refuse("the position has no token"));
    };
    let wins = source.number_to(1, "the mark of a win")? == 1;
    if outcome != if wins { Outcome::Win } else { Outcome::Loss } {
        return Err(source.refuse("it proves another outcome than the claim's"));
    }
    if wins {
        let port = source.number_to(u32::MAX.into(), "a port")? as u32;
        let to = Burned::by(&walk).left(rules, token, port);
        token = to.ok_or_else(|| source.refuse("the winning move is not legal"))?;
        walk.push(token);
    }
    source.end_record()?;
    let burned = Burned::by(&walk);
    let count = rules.vertices();
    // The size comes from the game, not from the certificate.
    let bytes = (count / 64 + 1).saturating_mul(16);
    meter.hold(bytes)?;
    let Ok(numbers) = usize::try_from(count) else {
        return Err(source.refuse("the graph is larger than certificates of this kind"));
    };
    let mut members = Bits::none(numbers);
    // Vertices with an odd number of edges into the set.
    let mut odd = Bits::none(numbers);
    let mut list: Vec<u64> = Vec::new();
    let mut facts = 1;
    while source.more()? {
        let vertex = source.number_to(u64::MAX, "a vertex")?;
        source.end_record()?;
        meter.spend(1)?;
        meter.hold(16)?;
        if list.last().is_some_and(|&last| last >= vertex) {
            return Err(source.refuse("the vertices are not in ascending order"));
        }
        if vertex >= count {
            return Err(source.refuse(format!("{vertex} is no vertex")));
        }
        list.push(vertex);
        members.insert(vertex);
    }
    if !members.has(token) {
        return Err(source.refuse(format!("the token's vertex {token} is not in the set")));
    }
    for &vertex in &list {
        for port in 0..rules.ports(vertex) {
            meter.spend(1)?;
            facts += 1;
            let Some(to) = burned.left(rules, vertex, port) else { continue };
            if members.has(to) {
                return Err(source.refuse(format!("an edge joins {vertex} and {to} in the set")));
            }
            if !odd.insert(to) {
                odd.remove(to);
            }
        }
    }
    for &vertex in &list {
        for port in 0..rules.ports(vertex) {
            meter.spend(1)?;
            if let Some(to) = burned.left(rules, vertex, port).filter(|&to| odd.has(to)) {
                let what = format!("an odd number of edges leads from {to} into the set");
                return Err(source.refuse(what));
            }
        }
    }
    meter.release(bytes + 16 * list.len() as u64);
    Ok(facts)
}
