//! A token that burns its trail on a hypercube with few holes: one position, by
//! a matching of the whole cube.
//!
//! **Theorem.** Let G be the cube of dimension 1 or more without the holes and
//! the burned vertices, and let the token stand on its vertex t. Let M be the
//! matching that pairs each v with v ^ 1, but for some listed vertices, each of
//! which is uncovered or has a mate of its own:
//!
//! 1. if v is a vertex and v ^ 1 is none, v is listed; if v is listed and v ^ 1
//!    is a vertex, v ^ 1 is listed; and mates are listed as each other's. (So
//!    M is a matching: a vertex that is not listed is paired with one that is
//!    not listed.)
//! 2. t is listed as uncovered.
//! 3. A set F of vertices holds every uncovered vertex of one side (the numbers
//!    with an even or an odd number of bits), and each neighbour of a vertex in
//!    F is covered by M with a mate in F.
//!
//! Then the mover at t loses: whatever he goes to, his opponent goes on to its
//! mate. Play makes a path t, w1, m1, w2, m2, .. where m is w's mate; the
//! vertices w lie on the other side than t. Some w would have to be uncovered
//! for the opponent to be stuck. If t is of the side of F, then t is in F, so
//! w1 is covered with m1 in F, and so on: none is. Else w is of that side and
//! in F, the m before it is its neighbour, so the w before is in F, and so on
//! down to w1, whose neighbour t is not covered: a contradiction.
//!
//! The mover at t wins if some move of his leads to a vertex where the next
//! mover loses.
//!
//! **The certificate** lists the differences from v ^ 1, and F.
//!
//! ```text
//! first:       1  port of the winning move     where the mover wins
//!              0                               where he loses
//! second:      side (0 even, 1 odd)   number of differences
//! difference:  v  0 if uncovered, else the port of its mate (never 0)
//! member of F: v
//!     both ascending
//! ```
//!
//! Time O(holes + differences + dimension * members of F), times the logarithm
//! of the number looked up in; memory 16 bytes a difference, 8 a hole or
//! member, in lists that may have grown to twice what they hold.

use std::io;

use perfectplay_game::{BurnsCube, Meter, Outcome};

use crate::{CheckError, Sink, Source};

/// The proof of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CubeMatching {
    /// The port of the winning move, where the mover wins.
    pub winning: Option<u32>,
    /// The side whose uncovered vertices are in the closed set.
    pub side: u32,
    /// Every vertex v that is not matched with v ^ 1, with the vertex that it
    /// is matched with, if it is; ascending.
    pub differences: Vec<(u64, Option<u64>)>,
    /// The closed set, ascending.
    pub closed: Vec<u64>,
}

impl CubeMatching {
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
        sink.number(self.side.into())?;
        sink.number(self.differences.len() as u128)?;
        sink.end_record()?;
        for &(vertex, mate) in &self.differences {
            sink.number(vertex.into())?;
            sink.number(mate.map_or(0, |mate| (vertex ^ mate).trailing_zeros()).into())?;
            sink.end_record()?;
        }
        for &vertex in &self.closed {
            sink.number(vertex.into())?;
            sink.end_record()?;
        }
        Ok(())
    }
}

/// Checks a claim about the token at the end of `trail`, and gives the number
/// of facts checked.
///
/// # Errors
///
/// The first record that fails; for a condition on the whole, the last.
pub fn check<G: BurnsCube>(
    rules: &G,
    trail: &[u64],
    outcome: Outcome,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let Some((&last, before)) = trail.split_last().filter(|_| rules.dimension() > 0) else {
        return Err(source.refuse("the position has no token, or the cube no edge"));
    };
    let wins = source.number_to(1, "the mark of a win")? == 1;
    if outcome != if wins { Outcome::Win } else { Outcome::Loss } {
        return Err(source.refuse("it proves another outcome than the claim's"));
    }
    let (burned, token) = if wins {
        let port = source.number_to(u32::MAX.into(), "a port")? as u32;
        let to = rules.through(last, port);
        let to = to.filter(|to| rules.exists(*to) && !trail.contains(to));
        (trail, to.ok_or_else(|| source.refuse("the winning move is not legal"))?)
    } else {
        (before, last)
    };
    source.end_record()?;
    let mut burned = burned.to_vec();
    burned.sort_unstable();
    let mut check = Check { rules, burned, differences: Vec::new(), closed: Vec::new() };
    let side = source.number_to(1, "a side")? as u32;
    let count = source.number_to(u64::MAX, "the number of differences")?;
    source.end_record()?;
    for _ in 0..count {
        check.read_difference(source, meter)?;
    }
    while source.more()? {
        check.read_member(source, meter)?;
    }
    if check.difference(token) != Some(0) {
        return Err(source.refuse(format!("the matching does not miss the token on {token}")));
    }
    let facts = check.matches(meter, source)? + check.is_closed(side, meter, source)?;
    let lists = check.differences.len() * DIFFERENCE_BYTES + check.closed.len() * MEMBER_BYTES;
    meter.release(lists as u64);
    Ok(facts)
}

const DIFFERENCE_BYTES: usize = 2 * size_of::<(u64, u32)>();
const MEMBER_BYTES: usize = 2 * size_of::<u64>();

struct Check<'r, G> {
    rules: &'r G,
    /// All three lists ascend.
    burned: Vec<u64>,
    /// With the port of the mate, 0 where the vertex is uncovered.
    differences: Vec<(u64, u32)>,
    closed: Vec<u64>,
}

impl<G: BurnsCube> Check<'_, G> {
    fn is_free(&self, vertex: u64) -> bool {
        self.rules.exists(vertex) && self.burned.binary_search(&vertex).is_err()
    }

    /// How a listed vertex is matched.
    fn difference(&self, vertex: u64) -> Option<u32> {
        let at = self.differences.binary_search_by_key(&vertex, |&(listed, _)| listed).ok()?;
        Some(self.differences[at].1)
    }

    /// A vertex of the record, beyond the last one.
    fn read_vertex(&self, last: Option<u64>, source: &mut dyn Source) -> Result<u64, CheckError> {
        let vertex = source.number_to(u64::MAX, "a vertex")?;
        if last.is_some_and(|last| last >= vertex) {
            return Err(source.refuse("the vertices are not in ascending order"));
        }
        if !self.is_free(vertex) {
            return Err(source.refuse(format!("{vertex} is no vertex, or burned")));
        }
        Ok(vertex)
    }

    fn read_difference(
        &mut self,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<(), CheckError> {
        meter.spend(1)?;
        meter.hold(DIFFERENCE_BYTES as u64)?;
        let last = self.differences.last().map(|&(last, _)| last);
        let vertex = self.read_vertex(last, source)?;
        let port = source.number_to(u64::from(self.rules.dimension() - 1), "a port")? as u32;
        source.end_record()?;
        self.differences.push((vertex, port));
        Ok(())
    }

    fn read_member(
        &mut self,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<(), CheckError> {
        meter.spend(1)?;
        meter.hold(MEMBER_BYTES as u64)?;
        let vertex = self.read_vertex(self.closed.last().copied(), source)?;
        source.end_record()?;
        self.closed.push(vertex);
        Ok(())
    }

    /// Condition 1; the number of facts.
    fn matches(&self, meter: &mut Meter, source: &dyn Source) -> Result<u64, CheckError> {
        let mut facts = 0;
        for hole in self.rules.holes().chain(self.burned.iter().copied()) {
            meter.spend(1)?;
            facts += 1;
            let partner = hole ^ 1;
            if self.is_free(partner) && self.difference(partner).is_none() {
                return Err(source.refuse(format!("{partner} is not listed, beside a hole")));
            }
        }
        for &(vertex, port) in &self.differences {
            meter.spend(1)?;
            facts += 1;
            let partner = vertex ^ 1;
            if self.is_free(partner) && self.difference(partner).is_none() {
                return Err(source.refuse(format!("{partner} is not listed, and {vertex} is")));
            }
            if port > 0 && self.difference(vertex ^ 1 << port) != Some(port) {
                return Err(source.refuse(format!("the mate of {vertex} has another one")));
            }
        }
        Ok(facts)
    }

    /// Condition 3; the number of facts.
    fn is_closed(
        &self,
        side: u32,
        meter: &mut Meter,
        source: &dyn Source,
    ) -> Result<u64, CheckError> {
        let holds = |vertex: u64| self.closed.binary_search(&vertex).is_ok();
        let mut facts = 0;
        for &(vertex, port) in &self.differences {
            meter.spend(1)?;
            if port == 0 && vertex.count_ones() % 2 == side {
                facts += 1;
                if !holds(vertex) {
                    let what = format!("{vertex} is uncovered and not in the closed set");
                    return Err(source.refuse(what));
                }
            }
        }
        for &vertex in &self.closed {
            for port in 0..self.rules.dimension() {
                meter.spend(1)?;
                facts += 1;
                let to = vertex ^ 1 << port;
                if !self.is_free(to) {
                    continue;
                }
                let mate = match self.difference(to) {
                    None => to ^ 1,
                    Some(0) => {
                        let what = format!("{to}, a neighbour of the closed set, is uncovered");
                        return Err(source.refuse(what));
                    }
                    Some(port) => to ^ 1 << port,
                };
                if !holds(mate) {
                    let what = format!("the mate of {to}, a neighbour, is not in the closed set");
                    return Err(source.refuse(what));
                }
            }
        }
        Ok(facts)
    }
}
