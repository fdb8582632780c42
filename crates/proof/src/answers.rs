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
//! Time O(ports of K), memory two words a pair.

use std::io;

use perfectplay_game::{BurnsTrail, Meter, Outcome, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{CheckError, Sink, Source};

/// The proof of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The port of the winning move, where the mover wins.
    pub winning: Option<u32>,
    /// Each vertex that can be met, with the port to its partner; ascending.
    pub pairs: Vec<(u64, u32)>,
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
        for &(met, port) in &self.pairs {
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
        let mut burned: FxHashSet<u64> = trail.iter().copied().collect();
        let Some(mut token) = trail.last().copied() else { return Ok(None) };
        if let Some(port) = winning {
            let Some(to) = rules.through(token, port) else { return Ok(None) };
            token = to;
            burned.insert(token);
        }
        let mut met: FxHashMap<u64, u32> = FxHashMap::default();
        let mut pending = vec![token];
        while let Some(at) = pending.pop() {
            for port in 0..rules.ports(at) {
                meter.spend(1)?;
                let Some(to) = rules.through(at, port) else { continue };
                if burned.contains(&to) || met.contains_key(&to) {
                    continue;
                }
                let Some(answer) = partner(to) else { return Ok(None) };
                let back = (0..rules.ports(to)).find(|&p| rules.through(to, p) == Some(answer));
                let Some(back) = back else { return Ok(None) };
                meter.hold(48)?;
                met.insert(to, back);
                pending.push(answer);
            }
        }
        let mut pairs: Vec<(u64, u32)> = met.into_iter().collect();
        pairs.sort_unstable();
        Ok(Some(Answers { winning, pairs }))
    }
}

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
    let mut burned: FxHashSet<u64> = trail.iter().copied().collect();
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
        token = free(rules, token, port, &burned)
            .ok_or_else(|| source.refuse("the winning move is not legal"))?;
        burned.insert(token);
    }
    source.end_record()?;
    // The pairs both ways round, so that none can share a vertex.
    let mut partner: FxHashMap<u64, u64> = FxHashMap::default();
    let mut last = None;
    while source.more()? {
        let met = source.number_to(u64::MAX, "a vertex")?;
        let port = source.number_to(u32::MAX.into(), "a port")? as u32;
        source.end_record()?;
        meter.spend(1)?;
        facts += 1;
        if last.replace(met).is_some_and(|last| last >= met) {
            return Err(source.refuse("the vertices are not in ascending order"));
        }
        if met >= rules.vertices() || !rules.exists(met) || burned.contains(&met) {
            return Err(source.refuse(format!("{met} cannot be met")));
        }
        let answer = free(rules, met, port, &burned)
            .ok_or_else(|| source.refuse(format!("the answer to {met} is not legal")))?;
        let one = *partner.entry(met).or_insert(answer);
        let other = *partner.entry(answer).or_insert(met);
        if one != answer || other != met {
            return Err(source.refuse(format!("{met} or its partner is in two pairs")));
        }
    }
    let mut reached: FxHashSet<u64> = [token].into_iter().collect();
    let mut pending = vec![token];
    while let Some(at) = pending.pop() {
        for port in 0..rules.ports(at) {
            meter.spend(1)?;
            facts += 1;
            let Some(to) = free(rules, at, port, &burned) else { continue };
            let Some(&answer) = partner.get(&to) else {
                return Err(source.refuse(format!("no answer when the token goes to {to}")));
            };
            if reached.insert(answer) {
                pending.push(answer);
            }
        }
    }
    Ok(facts)
}

/// The vertex behind a port, if it is free.
fn free<G: BurnsTrail>(rules: &G, vertex: u64, port: u32, burned: &FxHashSet<u64>) -> Option<u64> {
    rules.through(vertex, port).filter(|to| !burned.contains(to))
}
