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
//! Time O(log pairs) a pair and a port of K, O(1) a port where the pairs are not
//! few among the vertices; memory [`PAIR_BYTES`] a pair. Nothing is hashed, so a
//! certificate cannot choose vertices that collide.

use std::io;

use perfectplay_game::{BurnsTrail, Meter, Outcome, Stop};

use crate::bits::Bits;
use crate::{CheckError, Sink, Source};

/// The proof of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The port of the winning move, where the mover wins.
    pub winning: Option<u32>,
    /// Each vertex that can be met, with the port to its partner; ascending.
    pub pairs: Vec<(u64, u32)>,
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
    /// A bit a vertex is held while it runs.
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
        let bytes = rules.vertices() / 8 + 8;
        meter.hold(bytes)?;
        // Where it does not fit, the limit was passed.
        let mut met = Bits::none(usize::try_from(rules.vertices()).unwrap_or(0));
        let mut pairs = Vec::new();
        let mut pending = vec![token];
        while let Some(at) = pending.pop() {
            for port in 0..rules.ports(at) {
                meter.spend(1)?;
                let Some(to) = burned.free(rules, at, port) else { continue };
                if !met.insert(to) {
                    continue;
                }
                let Some(answer) = partner(to) else { return Ok(None) };
                let Some(back) = rules.port_to(to, answer) else { return Ok(None) };
                meter.hold(PAIR_BYTES)?;
                pairs.push((to, back));
                pending.push(answer);
            }
        }
        pairs.sort_unstable();
        meter.release(bytes + PAIR_BYTES * pairs.len() as u64);
        Ok(Some(Answers { winning, pairs }))
    }
}

/// Memory for each pair: in the checker the pair, its answer sorted, a mark and
/// a place in the walk, in lists that may have grown to twice what they hold;
/// and a table to find it.
pub const PAIR_BYTES: u64 = 2 * (16 + 8 + 1 + 8) + 4 * FEW;

/// Pairs are few if there are more vertices than this for each.
const FEW: u64 = 8;

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
    facts += pairs.list.len() as u64;
    let mut reached = vec![false; pairs.list.len()];
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
                pending.push(pairs.list[pair].1);
            }
        }
    }
    meter.release(PAIR_BYTES * pairs.list.len() as u64);
    Ok(facts)
}

/// The pairs; no vertex is in two of them.
struct Pairs {
    /// Each vertex that can be met, with the answer; ascending.
    list: Vec<(u64, u64)>,
    /// By vertex, its place in the list from 1, or 0; empty if pairs are few.
    places: Vec<u32>,
}

impl Pairs {
    fn read<G: BurnsTrail>(
        rules: &G,
        burned: &Burned,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Self, CheckError> {
        let mut list: Vec<(u64, u64)> = Vec::new();
        while source.more()? {
            let met = source.number_to(u64::MAX, "a vertex")?;
            let port = source.number_to(u32::MAX.into(), "a port")? as u32;
            source.end_record()?;
            meter.spend(1)?;
            meter.hold(PAIR_BYTES)?;
            if list.last().is_some_and(|&(last, _)| last >= met) {
                return Err(source.refuse("the vertices are not in ascending order"));
            }
            if met >= rules.vertices() || !burned.is_free(rules, met) {
                return Err(source.refuse(format!("{met} cannot be met")));
            }
            let answer = burned
                .free(rules, met, port)
                .ok_or_else(|| source.refuse(format!("the answer to {met} is not legal")))?;
            list.push((met, answer));
        }
        let pairs = Pairs { places: places(&list, rules.vertices()), list };
        match pairs.in_two() {
            Some(vertex) => Err(source.refuse(format!("{vertex} is in two pairs"))),
            None => Ok(pairs),
        }
    }

    /// A vertex that is in two pairs.
    fn in_two(&self) -> Option<u64> {
        let mut answers: Vec<u64> = self.list.iter().map(|&(_, answer)| answer).collect();
        answers.sort_unstable();
        let twice = answers.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
        // An answer that can be met itself has to be answered the way back.
        let back = |&(met, answer): &(u64, u64)| {
            self.of(answer).is_none_or(|pair| self.list[pair].1 == met)
        };
        twice.or_else(|| self.list.iter().find(|pair| !back(pair)).map(|pair| pair.1))
    }

    /// The pair of a vertex that can be met.
    fn of(&self, met: u64) -> Option<usize> {
        if self.places.is_empty() {
            return self.list.binary_search_by_key(&met, |&(met, _)| met).ok();
        }
        let place = usize::try_from(met).ok().and_then(|met| self.places.get(met))?;
        (*place as usize).checked_sub(1)
    }
}

fn places(list: &[(u64, u64)], vertices: u64) -> Vec<u32> {
    if vertices > FEW * list.len() as u64 || list.len() > u32::MAX as usize - 1 {
        return Vec::new();
    }
    let mut places = vec![0; vertices as usize];
    (1..).zip(list).for_each(|(place, &(met, _))| places[met as usize] = place);
    places
}
