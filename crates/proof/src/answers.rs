//! A token that burns its trail: one position, by a pairing.
//!
//! **Theorem.** Let the token stand on v, with the visited vertices burned.
//! Let some vertices be paired: each with a neighbour, no vertex in two pairs,
//! none of them burned. Let K be the least set that holds v and, with each u
//! in K and each neighbour w of u that is not burned, the partner of w; and let
//! each such w have a partner. Then the mover at v loses: his opponent always
//! answers w with its partner. A pair is burned whole, so when w is free its
//! partner is, and the token comes to rest in K again. Play ends, and it is
//! never the opponent who cannot move. (Fraenkel, Scheinerman and Ullman,
//! *Undirected edge geography*, 1993, for the pairing strategy.)
//!
//! The mover at v wins if some move of his leads to a vertex where the next
//! mover loses.
//!
//! **The certificate** lists the w's that can be met with their partners. The
//! checker walks from v over K and looks each neighbour up.
//!
//! ```text
//! first:  1  port of the winning move     where the mover wins
//!         0                               where he loses
//! pair:   w  port of w that leads to its partner      w's ascending
//! ```
//!
//! Time O(log pairs) a port of K and a pair, memory [`PAIR_BYTES`] a pair.
//! Tables are sorted lists, not hashed: a certificate cannot choose vertices
//! that collide.

use std::collections::BTreeMap;
use std::io;

use perfectplay_game::{BurnsTrail, Meter, Outcome, Stop};

use crate::{CheckError, Sink, Source};

/// The proof of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The port of the winning move, where the mover wins.
    pub winning: Option<u32>,
    /// Each vertex that can be met, with the port to its partner.
    pub pairs: BTreeMap<u64, u32>,
}

/// The vertices visited.
struct Burned(Vec<u64>);

impl Burned {
    fn new(trail: &[u64]) -> Self {
        let mut sorted = trail.to_vec();
        sorted.sort_unstable();
        Burned(sorted)
    }

    fn has(&self, vertex: u64) -> bool {
        self.0.binary_search(&vertex).is_ok()
    }

    fn burn(&mut self, vertex: u64) {
        if let Err(place) = self.0.binary_search(&vertex) {
            self.0.insert(place, vertex);
        }
    }

    fn is_free<G: BurnsTrail>(&self, rules: &G, vertex: u64) -> bool {
        rules.exists(vertex) && !self.has(vertex)
    }

    /// The vertex behind a port, if it is free.
    fn free<G: BurnsTrail>(&self, rules: &G, vertex: u64, port: u32) -> Option<u64> {
        rules.through(vertex, port).filter(|&to| self.is_free(rules, to))
    }
}

impl Answers {
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
        for (&met, &port) in &self.pairs {
            sink.number(met.into())?;
            sink.number(port.into())?;
            sink.end_record()?;
        }
        Ok(())
    }

    /// The proof from a winning port (or none) and a pairing: walks from the
    /// vertex where the loser of the claim is to move, and keeps the pairs
    /// that can be met. `None` where one of them is missing.
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub fn walk<G: BurnsTrail>(
        rules: &G,
        trail: &[u64],
        winning: Option<u32>,
        partner: impl Fn(u64) -> Option<u64>,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let mut burned = Burned::new(trail);
        let Some(mut token) = trail.last().copied() else { return Ok(None) };
        if let Some(port) = winning {
            let Some(to) = burned.free(rules, token, port) else { return Ok(None) };
            token = to;
            burned.burn(token);
        }
        let mut pairs = BTreeMap::new();
        let mut pending = vec![token];
        while let Some(at) = pending.pop() {
            for port in 0..rules.ports(at) {
                meter.spend(1)?;
                let Some(to) = burned.free(rules, at, port) else { continue };
                if pairs.contains_key(&to) {
                    continue;
                }
                let Some(answer) = partner(to) else { return Ok(None) };
                let Some(back) = rules.port_to(to, answer) else { return Ok(None) };
                meter.hold(PAIR_BYTES)?;
                pairs.insert(to, back);
                pending.push(answer);
            }
        }
        meter.release(PAIR_BYTES * pairs.len() as u64);
        Ok(Some(Answers { winning, pairs }))
    }
}

/// Memory for each pair: in the checker the pair, its answer sorted, a mark and
/// a place in the walk, in lists that may have grown to twice what they hold.
pub const PAIR_BYTES: u64 = 2 * (16 + 8 + 1 + 8);

/// Checks a claim about the token at the end of `trail`, and gives the number
/// of facts checked.
///
/// # Errors
///
/// The first record that fails.
pub fn check<G: BurnsTrail>(
    rules: &G,
    trail: &[u64],
    outcome: Outcome,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let mut burned = Burned::new(trail);
    let Some(mut token) = trail.last().copied() else {
        return Err(source.refuse("the position has no token"));
    };
    let mut facts = 1;
    let wins = source.number_to(1, "the mark of a win")? == 1;
    if outcome != if wins { Outcome::Win } else { Outcome::Loss } {
        return Err(source.refuse("it proves another outcome than the claim's"));
    }
    if wins {
        let port = source.number_to(u32::MAX.into(), "a port")? as u32;
        token = burned
            .free(rules, token, port)
            .ok_or_else(|| source.refuse("the winning move is not legal"))?;
        burned.burn(token);
    }
    source.end_record()?;
    let pairs = Pairs::read(rules, &burned, source, meter)?;
    facts += pairs.0.len() as u64;
    let mut reached = vec![false; pairs.0.len()];
    let mut pending = vec![token];
    while let Some(at) = pending.pop() {
        for port in 0..rules.ports(at) {
            meter.spend(1)?;
            facts += 1;
            let Some(to) = burned.free(rules, at, port) else { continue };
            let Some(pair) = pairs.of(to) else {
                return Err(source.refuse(format!("no answer when the token goes to {to}")));
            };
            if !std::mem::replace(&mut reached[pair], true) {
                pending.push(pairs.0[pair].1);
            }
        }
    }
    meter.release(PAIR_BYTES * pairs.0.len() as u64);
    Ok(facts)
}

/// Each vertex that can be met with the answer, ascending; no vertex is in two
/// pairs.
struct Pairs(Vec<(u64, u64)>);

impl Pairs {
    fn read<G: BurnsTrail>(
        rules: &G,
        burned: &Burned,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Self, CheckError> {
        let mut pairs: Vec<(u64, u64)> = Vec::new();
        while source.more()? {
            let met = source.number_to(u64::MAX, "a vertex")?;
            let port = source.number_to(u32::MAX.into(), "a port")? as u32;
            source.end_record()?;
            meter.spend(1)?;
            meter.hold(PAIR_BYTES)?;
            if pairs.last().is_some_and(|&(last, _)| last >= met) {
                return Err(source.refuse("the vertices are not in ascending order"));
            }
            if met >= rules.vertices() || !burned.is_free(rules, met) {
                return Err(source.refuse(format!("{met} cannot be met")));
            }
            let answer = burned
                .free(rules, met, port)
                .ok_or_else(|| source.refuse(format!("the answer to {met} is not legal")))?;
            pairs.push((met, answer));
        }
        let pairs = Pairs(pairs);
        let mut answers: Vec<u64> = pairs.0.iter().map(|&(_, answer)| answer).collect();
        answers.sort_unstable();
        let twice = answers.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
        // An answer that can be met itself has to be answered the way back.
        let back = |&(met, answer): &(u64, u64)| {
            pairs.of(answer).is_none_or(|pair| pairs.0[pair].1 == met)
        };
        let twice = twice.or_else(|| pairs.0.iter().find(|pair| !back(pair)).map(|pair| pair.1));
        match twice {
            Some(vertex) => Err(source.refuse(format!("{vertex} is in two pairs"))),
            None => Ok(pairs),
        }
    }

    /// The pair of a vertex that can be met.
    fn of(&self, met: u64) -> Option<usize> {
        self.0.binary_search_by_key(&met, |&(met, _)| met).ok()
    }
}
