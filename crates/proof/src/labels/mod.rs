//! A token that burns its trail: every start at once.
//!
//! **Theorem.** Let G be the graph of the vertices that are not burned, M a
//! matching of it, and D a set of vertices parted into classes, such that
//!
//! 1. each class shrinks to one vertex by shrinking odd cycles one after the
//!    other, so it is factor-critical: it has a perfect matching whichever
//!    vertex is left out (Lovasz and Plummer, *Matching Theory*, 1986, ch. 5);
//! 2. two neighbours in D are in one class. Let A be the neighbours of D
//!    outside of D;
//! 3. M leaves exactly (number of classes) - |A| vertices uncovered, all in D;
//! 4. each class has a rank: 0 if it has an uncovered vertex; else it has a
//!    vertex whose mate lies in A and has a neighbour in a class of less rank.
//!
//! Then a mover whose token stands on v (with v burned too) loses exactly when
//! v is in D. By 1 and 2 the classes are odd components of G - A, so every
//! matching leaves at least (classes) - |A| uncovered (Berge 1958); by 3 M is
//! maximum, and every maximum matching matches A into different classes and
//! all vertices outside of D. So outside of D every maximum matching covers v,
//! and the mover wins. Inside, by induction over the rank, some maximum matching
//! misses v: in a class of rank 0 rearrange the class; in another, with its
//! vertex b matched to a, take one that misses a's neighbour u of less rank
//! (it changes nothing but classes of less rank and their mates), match a to u
//! in place of b, and rearrange. The mover at v loses exactly when some maximum
//! matching misses v (Fraenkel, Scheinerman and Ullman 1993, after Edmonds and
//! Gallai).
//!
//! **The certificate** gives M, the ranks, and the cycles.
//!
//! ```text
//! vertex, ascending, all that are not burned:
//!     its mate is lower:   rank + 1, or 0 outside of D
//!     else:                port of its mate + 1, or 0 if uncovered;  rank + 1, or 0
//! cycle:  k  vertex 1  port 1 .. vertex k  port k
//!     edge i goes from a vertex through a port; it ends in the class (as
//!     shrunk so far) in which edge i + 1 starts, and the last one in that of
//!     the first
//! ```
//!
//! Time O(vertices + edges), times the inverse Ackermann function for cycles;
//! memory 9 bytes a vertex number, and 8 more where there are cycles.

mod classes;
mod conditions;

use std::io;

use perfectplay_game::{BurnsTrail, Meter, Stop};

use self::classes::Classes;
use crate::bits::Bits;
use crate::{CheckError, Sink, Source};

/// Uncovered, or not a vertex.
const NONE: u32 = u32::MAX;

/// The record of a vertex, given its mate if it is covered, and its rank if it
/// is in D.
///
/// # Errors
///
/// It cannot be written, or the vertex has no such neighbour.
pub fn write_vertex<G: BurnsTrail>(
    rules: &G,
    vertex: u64,
    mate: Option<u64>,
    rank: Option<u32>,
    sink: &mut dyn Sink,
) -> io::Result<()> {
    match mate {
        Some(mate) if mate < vertex => {}
        Some(mate) => sink.number(u128::from(port_to(rules, vertex, mate)?) + 1)?,
        None => sink.number(0)?,
    }
    sink.number(rank.map_or(0, |rank| u128::from(rank) + 1))?;
    sink.end_record()
}

/// The record of an odd cycle that is shrunk, given its edges as [`check`]
/// wants them.
///
/// # Errors
///
/// It cannot be written, or an edge is not there.
pub fn write_cycle<G: BurnsTrail>(
    rules: &G,
    edges: impl ExactSizeIterator<Item = (u64, u64)>,
    sink: &mut dyn Sink,
) -> io::Result<()> {
    sink.number(edges.len() as u128)?;
    for (from, to) in edges {
        sink.number(from.into())?;
        sink.number(port_to(rules, from, to)?.into())?;
    }
    sink.end_record()
}

fn port_to<G: BurnsTrail>(rules: &G, from: u64, to: u64) -> io::Result<u32> {
    let none = || io::Error::other("the labels name an edge that is not there");
    rules.port_to(from, to).ok_or_else(none)
}

/// Labels that were checked.
#[derive(Clone, Debug)]
pub struct Labels {
    in_d: Bits,
    /// Vertices that are not burned.
    pub vertices: u64,
    /// How many of them are in D.
    pub lost: u64,
    /// How many facts were checked.
    pub facts: u64,
}

impl Labels {
    /// Does the mover lose whose token stands on this vertex?
    pub fn is_lost(&self, vertex: u64) -> bool {
        self.in_d.has(vertex)
    }
}

/// Checks the labels of all vertices that are not burned.
///
/// # Errors
///
/// The first record that fails; for a condition on the whole, the last.
pub fn check<G: BurnsTrail>(
    rules: &G,
    burned: &[u64],
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Labels, CheckError> {
    let count = rules.vertices();
    // The size comes from the game, not from the certificate. Mate and rank,
    // and four sets of vertices.
    let bytes = count.saturating_mul(9).saturating_add(64);
    meter.hold(bytes)?;
    let numbers = usize::try_from(count).ok().filter(|&count| count < NONE as usize);
    let Some(numbers) = numbers else {
        return Err(source.refuse("the graph is larger than certificates of this kind"));
    };
    let mut check = Check {
        rules,
        free: Bits::none(numbers),
        mate: vec![NONE; numbers],
        rank: vec![0; numbers],
        in_d: Bits::none(numbers),
        classes: None,
        vertices: 0,
        lost: 0,
        uncovered: 0,
        cycles: 0,
        facts: 0,
    };
    (0..count).filter(|&vertex| rules.exists(vertex)).for_each(|vertex| {
        check.free.insert(vertex);
    });
    burned.iter().for_each(|&vertex| check.free.remove(vertex));
    check.read_vertices(source, meter)?;
    while source.more()? {
        check.read_cycle(source, meter)?;
    }
    let of_classes = if check.classes.is_some() { Classes::BYTES * count } else { 0 };
    let labels = check.conditions(source, meter)?;
    meter.release(bytes + of_classes);
    Ok(labels)
}

struct Check<'r, G> {
    rules: &'r G,
    /// Vertices that are not burned.
    free: Bits,
    mate: Vec<u32>,
    /// Rank + 1 in D, 0 outside.
    rank: Vec<u32>,
    in_d: Bits,
    /// Made when the first cycle comes.
    classes: Option<Classes>,
    vertices: u64,
    lost: u64,
    uncovered: u64,
    cycles: u32,
    facts: u64,
}

impl<G: BurnsTrail> Check<'_, G> {
    fn spend(&mut self, meter: &mut Meter, steps: u64) -> Result<(), Stop> {
        self.facts += steps;
        meter.spend(steps)
    }

    fn read_vertices(
        &mut self,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<(), CheckError> {
        for vertex in 0..self.rules.vertices() {
            if !self.free.has(vertex) {
                continue;
            }
            self.spend(meter, 1)?;
            self.vertices += 1;
            let mut covered = true;
            if self.mate[vertex as usize] == NONE {
                match source.number_to(u32::MAX.into(), "a port")? {
                    0 => covered = false,
                    port => {
                        let mate = self.rules.through(vertex, (port - 1) as u32);
                        let single = |&mate: &u64| {
                            mate > vertex && self.free.has(mate) && self.mate[mate as usize] == NONE
                        };
                        let mate = mate.filter(single).ok_or_else(|| {
                            source.refuse(format!("vertex {vertex} has no free mate there"))
                        })?;
                        self.mate[vertex as usize] = mate as u32;
                        self.mate[mate as usize] = vertex as u32;
                    }
                }
            }
            match source.number_to((NONE - 1).into(), "a rank")? {
                0 if !covered => {
                    return Err(source.refuse(format!("vertex {vertex} is uncovered outside D")));
                }
                0 => {}
                rank => {
                    self.rank[vertex as usize] = rank as u32;
                    self.in_d.insert(vertex);
                    self.lost += 1;
                    self.uncovered += u64::from(!covered);
                }
            }
            source.end_record()?;
        }
        Ok(())
    }

    fn read_cycle(&mut self, source: &mut dyn Source, meter: &mut Meter) -> Result<(), CheckError> {
        let numbers = self.rank.len();
        if self.classes.is_none() {
            if numbers > Classes::MOST {
                return Err(source.refuse("the graph is too large for cycles"));
            }
            meter.hold(Classes::BYTES * numbers as u64)?;
        }
        let classes = self.classes.get_or_insert_with(|| Classes::new(numbers));
        // Each cycle joins classes, so there are fewer than vertices.
        self.cycles += 1;
        let length = source.number_to(numbers as u64, "the length of a cycle")?;
        if length < 3 || length.is_multiple_of(2) {
            return Err(source.refuse("a cycle is not odd, or too short"));
        }
        let mut first = None;
        let mut ended: Option<u32> = None;
        // Grows with what is read, not with what is claimed.
        let mut members = Vec::new();
        for _ in 0..length {
            self.facts += 1;
            meter.spend(1)?;
            let from = source.number_to(u64::MAX, "a vertex")?;
            let port = source.number_to(u32::MAX.into(), "a port")? as u32;
            let to = self.in_d.has(from).then(|| self.rules.through(from, port)).flatten();
            let Some(to) = to.filter(|&to| self.in_d.has(to)) else {
                return Err(source.refuse("a cycle has an edge that is not in D"));
            };
            let (starts, ends) = (classes.find(from as u32), classes.find(to as u32));
            if ended.is_some_and(|ended| ended != starts) {
                return Err(source.refuse("a cycle is broken"));
            }
            if classes.meets_again(starts, self.cycles) {
                return Err(source.refuse("a cycle meets a class twice"));
            }
            first.get_or_insert(starts);
            ended = Some(ends);
            members.push(starts);
        }
        source.end_record()?;
        if first != ended {
            return Err(source.refuse("a cycle does not close"));
        }
        // Joined at the end: the edges are between the classes before it.
        members.windows(2).for_each(|two| classes.join(two[0], two[1]));
        Ok(())
    }
}
