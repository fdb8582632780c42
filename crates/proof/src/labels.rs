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
//! 3. M leaves exactly (number of classes) - |A| vertices uncovered;
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
//! memory 8 bytes a vertex number, and 8 more where there are cycles.

use std::io;

use perfectplay_game::{BurnsTrail, Meter, Stop};

use crate::{CheckError, Sink, Source};

/// Uncovered, or not a vertex.
const NONE: u32 = u32::MAX;

/// The labels of all starts, with what proves them.
pub trait Labelling {
    /// The mate of a vertex, if it is covered.
    fn mate(&self, vertex: u64) -> Option<u64>;

    /// The rank of a vertex of D; `None` outside of it.
    fn rank(&self, vertex: u64) -> Option<u32>;

    /// The cycles that are shrunk, in order: each a list of edges, by a vertex
    /// and the vertex at the other end.
    fn cycles(&self) -> &[Vec<(u64, u64)>];
}

/// Writes what comes after the claim.
///
/// # Errors
///
/// It cannot be written, or the labelling names an edge that is not there.
pub fn write<G: BurnsTrail>(
    rules: &G,
    burned: &[u64],
    labelling: &impl Labelling,
    sink: &mut dyn Sink,
) -> io::Result<()> {
    let port_to = |from: u64, to: u64| {
        let port = (0..rules.ports(from)).find(|&port| rules.through(from, port) == Some(to));
        port.ok_or_else(|| io::Error::other("the labelling names an edge that is not there"))
    };
    let mut burned = burned.to_vec();
    burned.sort_unstable();
    for vertex in 0..rules.vertices() {
        if !rules.exists(vertex) || burned.binary_search(&vertex).is_ok() {
            continue;
        }
        match labelling.mate(vertex) {
            Some(mate) if mate < vertex => {}
            Some(mate) => sink.number(u128::from(port_to(vertex, mate)?) + 1)?,
            None => sink.number(0)?,
        }
        sink.number(labelling.rank(vertex).map_or(0, |rank| u128::from(rank) + 1))?;
        sink.end_record()?;
    }
    for cycle in labelling.cycles() {
        sink.number(cycle.len() as u128)?;
        for &(from, to) in cycle {
            sink.number(from.into())?;
            sink.number(port_to(from, to)?.into())?;
        }
        sink.end_record()?;
    }
    Ok(())
}

/// Labels that were checked.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Rank + 1 in D, 0 outside, for each vertex number.
    rank: Vec<u32>,
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
        usize::try_from(vertex).ok().and_then(|at| self.rank.get(at)).is_some_and(|&r| r > 0)
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
    // The size comes from the game, not from the certificate.
    meter.hold(count.saturating_mul(8))?;
    let numbers = usize::try_from(count).ok().filter(|&count| count < NONE as usize);
    let Some(numbers) = numbers else {
        return Err(source.refuse("the graph is larger than certificates of this kind"));
    };
    let mut check = Check {
        rules,
        mate: vec![NONE; numbers],
        rank: vec![0; numbers],
        burned: vec![false; numbers],
        classes: None,
        vertices: 0,
        uncovered: 0,
        cycles: 0,
        facts: 0,
    };
    for &vertex in burned {
        check.burned[vertex as usize] = true;
    }
    check.read_vertices(source, meter)?;
    while source.more()? {
        check.read_cycle(source, meter)?;
    }
    check.conditions(source, meter)
}

struct Check<'r, G> {
    rules: &'r G,
    mate: Vec<u32>,
    rank: Vec<u32>,
    burned: Vec<bool>,
    /// Made when the first cycle comes.
    classes: Option<Classes>,
    vertices: u64,
    uncovered: u64,
    cycles: u32,
    facts: u64,
}

/// Classes of vertices that were shrunk together (union by size, with path
/// halving).
struct Classes {
    /// The parent, or the size of the class with the top bit set.
    up: Vec<u32>,
    /// The cycle that met a class last.
    stamp: Vec<u32>,
}

const TOP: u32 = 1 << 31;

impl Classes {
    fn find(&mut self, mut at: u32) -> u32 {
        while self.up[at as usize] < TOP {
            let parent = self.up[at as usize];
            let above = self.up[parent as usize];
            if above < TOP {
                self.up[at as usize] = above;
            }
            at = parent;
        }
        at
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            let sizes = (self.up[one as usize] - TOP, self.up[other as usize] - TOP);
            let (small, large) = if sizes.0 < sizes.1 { (one, other) } else { (other, one) };
            self.up[small as usize] = large;
            self.up[large as usize] = TOP + sizes.0 + sizes.1;
        }
    }
}

impl<G: BurnsTrail> Check<'_, G> {
    fn spend(&mut self, meter: &mut Meter, steps: u64) -> Result<(), Stop> {
        self.facts += steps;
        meter.spend(steps)
    }

    /// A vertex of the graph that is not burned, behind a port of one.
    fn through(&self, vertex: u64, port: u32) -> Option<u64> {
        self.rules.through(vertex, port).filter(|&to| !self.burned[to as usize])
    }

    fn in_d(&self, vertex: u64) -> bool {
        self.rank[vertex as usize] > 0
    }

    fn class(&mut self, vertex: u64) -> u32 {
        match &mut self.classes {
            Some(classes) => classes.find(vertex as u32),
            None => vertex as u32,
        }
    }

    fn read_vertices(
        &mut self,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<(), CheckError> {
        for vertex in 0..self.rules.vertices() {
            if !self.rules.exists(vertex) || self.burned[vertex as usize] {
                continue;
            }
            self.spend(meter, 1)?;
            self.vertices += 1;
            if self.mate[vertex as usize] == NONE {
                match source.number_to(u32::MAX.into(), "a port")? {
                    0 => self.uncovered += 1,
                    port => {
                        let mate = self.through(vertex, (port - 1) as u32);
                        let free = |&mate: &u64| mate > vertex && self.mate[mate as usize] == NONE;
                        let mate = mate.filter(free).ok_or_else(|| {
                            source.refuse(format!("vertex {vertex} has no free mate there"))
                        })?;
                        self.mate[vertex as usize] = mate as u32;
                        self.mate[mate as usize] = vertex as u32;
                    }
                }
            }
            let rank = source.number_to((NONE - 1).into(), "a rank")?;
            self.rank[vertex as usize] = rank as u32;
            source.end_record()?;
        }
        Ok(())
    }

    fn read_cycle(&mut self, source: &mut dyn Source, meter: &mut Meter) -> Result<(), CheckError> {
        if self.classes.is_none() {
            if self.rank.len() >= TOP as usize {
                return Err(source.refuse("the graph is too large for cycles"));
            }
            meter.hold(8 * self.rank.len() as u64)?;
            let (up, stamp) = (vec![TOP + 1; self.rank.len()], vec![0; self.rank.len()]);
            self.classes = Some(Classes { up, stamp });
        }
        // Each cycle joins classes, so there are fewer than vertices.
        self.cycles = self.cycles.checked_add(1).ok_or_else(|| source.refuse("too many cycles"))?;
        let stamp = self.cycles;
        let length = source.number_to(u64::MAX, "the length of a cycle")?;
        if length < 3 || length.is_multiple_of(2) {
            return Err(source.refuse("a cycle is not odd, or too short"));
        }
        let mut first = None;
        let mut ended: Option<u32> = None;
        // Grows with what is read, not with what is claimed.
        let mut members = Vec::new();
        for _ in 0..length {
            self.spend(meter, 1)?;
            let from = source.number_to(u64::MAX, "a vertex")?;
            let port = source.number_to(u32::MAX.into(), "a port")? as u32;
            let known = from < self.rules.vertices()
                && self.rules.exists(from)
                && !self.burned[from as usize];
            let to = if known { self.through(from, port) } else { None };
            let Some(to) = to.filter(|&to| self.in_d(from) && self.in_d(to)) else {
                return Err(source.refuse("a cycle has an edge that is not in D"));
            };
            let (starts, ends) = (self.class(from), self.class(to));
            if ended.is_some_and(|ended| ended != starts) {
                return Err(source.refuse("a cycle is broken"));
            }
            let stamps = self.classes.as_mut().map(|classes| &mut classes.stamp);
            if let Some(stamps) = stamps
                && std::mem::replace(&mut stamps[starts as usize], stamp) == stamp
            {
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
        if let (Some(classes), Some(first)) = (&mut self.classes, first) {
            members.iter().for_each(|&member| classes.join(first, member));
        }
        Ok(())
    }

    /// Conditions 2 to 4, in one pass over the edges at D and at A.
    fn conditions(mut self, source: &dyn Source, meter: &mut Meter) -> Result<Labels, CheckError> {
        let mut classes = 0u64;
        let mut proved = 0u64;
        let mut is_proved = vec![false; self.rank.len()];
        let mut in_a = vec![false; self.rank.len()];
        let mut outside = 0u64;
        let mut lost = 0;
        for vertex in 0..self.rules.vertices() {
            if !self.in_d(vertex) {
                if self.rules.exists(vertex)
                    && !self.burned[vertex as usize]
                    && self.mate[vertex as usize] == NONE
                {
                    return Err(source.refuse(format!("vertex {vertex} is uncovered outside D")));
                }
                continue;
            }
            lost += 1;
            let class = self.class(vertex);
            classes += u64::from(u64::from(class) == vertex);
            let rank = self.rank[vertex as usize];
            if self.rank[class as usize] != rank {
                return Err(source.refuse(format!("vertex {vertex} has not its class's rank")));
            }
            self.spend(meter, u64::from(self.rules.ports(vertex)))?;
            for port in 0..self.rules.ports(vertex) {
                let Some(to) = self.through(vertex, port) else { continue };
                if self.in_d(to) {
                    if self.class(to) != class {
                        let what = format!("neighbours {vertex} and {to} are in two classes of D");
                        return Err(source.refuse(what));
                    }
                } else if !std::mem::replace(&mut in_a[to as usize], true) {
                    outside += 1;
                }
            }
            if !is_proved[class as usize] && self.is_witness(vertex, rank, meter)? {
                is_proved[class as usize] = true;
                proved += 1;
            }
        }
        if self.uncovered + outside != classes {
            return Err(source.refuse(format!(
                "{} vertices are uncovered, {classes} classes less {outside} neighbours are proved",
                self.uncovered
            )));
        }
        if proved != classes {
            return Err(source.refuse("a class has no witness of its rank"));
        }
        Ok(Labels { rank: self.rank, vertices: self.vertices, lost, facts: self.facts })
    }

    /// Does this vertex show its class's rank (given plus one)?
    fn is_witness(&mut self, vertex: u64, rank: u32, meter: &mut Meter) -> Result<bool, Stop> {
        let mate = self.mate[vertex as usize];
        if mate == NONE {
            return Ok(rank == 1);
        }
        let mate = u64::from(mate);
        if rank == 1 || self.in_d(mate) {
            return Ok(false);
        }
        self.spend(meter, u64::from(self.rules.ports(mate)))?;
        Ok((0..self.rules.ports(mate)).any(|port| {
            let to = self.through(mate, port);
            to.is_some_and(|to| self.in_d(to) && self.rank[to as usize] < rank)
        }))
    }
}
