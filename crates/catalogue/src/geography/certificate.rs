//! Certificates for a token that burns its trail: what the rulesets of
//! geography share.

use std::io;

use perfectplay_analysis::CertifyError;
use perfectplay_game::{BurnsTrail, Meter, Notation, Outcome};
use perfectplay_proof::answers::{self, Answers};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source, labels};
use perfectplay_theories::geography::{
    Decomposition, Graph, Valued, VertexSet, Without, decompose, decompose_from, label_from, value,
};

/// One position, by a pairing.
const ANSWERS: &str = "trail-answers";
/// Every start at once, or one position by the labels of what its trail leaves.
const LABELS: &str = "trail-labels";

/// The position of a claim about all starts.
const EVERY: &str = "*";

/// Labels of all starts with what proves them, for certificates.
pub(super) trait Proved {
    /// The vertex that one is matched with.
    fn mate(&self, v: u32) -> Option<u32>;
    /// The rank of a lost start.
    fn rank(&self, v: u32) -> Option<u32>;
    /// How many starts are lost.
    fn lost(&self) -> u64;
    /// The odd cycles that classes shrink by.
    fn cycles(&self) -> impl Iterator<Item = &[(u32, u32)]>;
}

impl Proved for Decomposition {
    fn mate(&self, v: u32) -> Option<u32> {
        self.matching.mate(v)
    }

    fn rank(&self, v: u32) -> Option<u32> {
        Decomposition::rank(self, v)
    }

    fn lost(&self) -> u64 {
        Decomposition::lost(self)
    }

    fn cycles(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.cycles.iter()
    }
}

/// Rules to certify for, with the ruleset's name.
pub(crate) struct Subject<'r, R> {
    pub(crate) ruleset: &'static str,
    pub(crate) rules: &'r R,
}

impl<R: BurnsTrail + Notation> Subject<'_, R> {
    /// Certifies a position, from the graph that the rules play on: by answers
    /// where those of a maximum matching will do, as they always do where no
    /// cycle is odd; else by labels.
    pub(crate) fn certify(
        &self,
        graph: &impl Graph,
        position: &R::Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let trail = self.rules.trail(position);
        let bytes = VertexSet::bytes(graph.vertices()) + 4 * u64::from(graph.vertices());
        meter.hold(bytes)?;
        let mut visited = VertexSet::empty(graph.vertices());
        trail.iter().for_each(|&v| {
            visited.insert(v as u32);
        });
        let token = trail.last().map_or(u32::MAX, |&token| token as u32);
        let Valued { winning, left } = value(graph, token, &visited, None, meter)?;
        // A maximum matching of the vertices that are free for the player who
        // will lose, with the token on one that it misses.
        let matching = match winning.first() {
            Some(&to) if left.matching.covers(to) => {
                let mut visited = visited.clone();
                visited.insert(to);
                let rest = Without::new(graph, &visited);
                label_from(&rest, left.matching.clone(), meter)?.matching
            }
            _ => left.matching.clone(),
        };
        let port = winning.first().and_then(|&to| self.rules.port_to(token.into(), to.into()));
        let partner = |v: u64| u32::try_from(v).ok().and_then(|v| matching.mate(v)).map(u64::from);
        match Answers::walk(self.rules, &trail, port, partner, meter)? {
            Some(answers) => self.write_answers(position, &answers, sink)?,
            None => {
                let wins = !winning.is_empty();
                let proved = decompose_from(&Without::new(graph, &visited), left, meter)?;
                self.write_labels(Some((position, wins)), &proved, meter, sink)?;
            }
        }
        meter.release(bytes);
        Ok(())
    }

    /// Certifies all starts, from the graph that the rules play on.
    pub(crate) fn certify_all(
        &self,
        graph: &impl Graph,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let proved = decompose(graph, meter)?;
        self.write_labels(None, &proved, meter, sink)
    }

    pub(super) fn write_answers(
        &self,
        position: &R::Position,
        answers: &Answers,
        sink: &mut dyn Sink,
    ) -> io::Result<()> {
        self.claim(ANSWERS, position, answers.winning.is_some()).write(sink)?;
        answers.write(sink)
    }

    /// The claim that the mover of a position wins, or that he loses.
    pub(crate) fn claim(&self, kind: &str, position: &R::Position, wins: bool) -> Claim {
        Claim {
            kind: kind.to_owned(),
            ruleset: self.ruleset.to_owned(),
            position: self.rules.write_position(position),
            outcome: Some(if wins { Outcome::Win } else { Outcome::Loss }),
            values: Vec::new(),
        }
    }

    /// Labels of what a position's trail leaves, with whether its mover wins; or
    /// of all starts.
    pub(super) fn write_labels(
        &self,
        about: Option<(&R::Position, bool)>,
        proved: &impl Proved,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let mut burned = about.map_or(Vec::new(), |(position, _)| self.rules.trail(position));
        burned.sort_unstable();
        let is_free =
            |vertex: &u64| self.rules.exists(*vertex) && burned.binary_search(vertex).is_err();
        let vertices = || (0..self.rules.vertices()).filter(is_free);
        let claim = match about {
            Some((position, wins)) => self.claim(LABELS, position, wins),
            None => Claim {
                kind: LABELS.to_owned(),
                ruleset: self.ruleset.to_owned(),
                position: EVERY.to_owned(),
                outcome: None,
                values: vec![vertices().count() as u64, proved.lost()],
            },
        };
        claim.write(sink)?;
        for vertex in vertices() {
            meter.spend(1)?;
            let mate = proved.mate(vertex as u32).map(u64::from);
            labels::write_vertex(self.rules, vertex, mate, proved.rank(vertex as u32), sink)?;
        }
        for cycle in proved.cycles() {
            meter.spend(cycle.len() as u64)?;
            let edges = cycle.iter().map(|&(from, to)| (from.into(), to.into()));
            labels::write_cycle(self.rules, edges, sink)?;
        }
        Ok(())
    }

    /// Checks a certificate by the rules.
    pub(crate) fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        match (&claim.kind[..], claim.outcome) {
            (ANSWERS, Some(_)) => self.confirm(claim, source, |trail, outcome, source| {
                answers::check(self.rules, trail, outcome, source, meter)
            }),
            (LABELS, Some(_)) => self.confirm(claim, source, |trail, outcome, source| {
                self.check_labels(trail, outcome, source, meter)
            }),
            (LABELS, None) if claim.position == EVERY => self.check_all(claim, source, meter),
            (ANSWERS | LABELS, None) => {
                Err(source.refuse("a claim about all starts has labels, and no position"))
            }
            (kind, _) => Err(source.refuse(format!("{kind} is no kind for this ruleset"))),
        }
    }

    /// Confirms a claim about one position, given how it is checked from the
    /// trail and the outcome, which gives the number of facts.
    pub(crate) fn confirm(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        check: impl FnOnce(&[u64], Outcome, &mut dyn Source) -> Result<u64, CheckError>,
    ) -> Result<Confirmed, CheckError> {
        let rules = self.rules;
        let (Some(outcome), []) = (claim.outcome, &claim.values[..]) else {
            return Err(source.refuse("a claim about one position has an outcome and no values"));
        };
        let position = claim.parsed_position(rules, source)?;
        let facts = check(&rules.trail(&position), outcome, source)?;
        let mover = rules.mover(&position);
        let winner = if outcome == Outcome::Win { mover } else { mover.other() };
        let claim = format!("{winner} wins from {}", rules.write_position(&position));
        Ok(Confirmed { claim, facts })
    }

    /// The mover wins by a move to a vertex that is lost without the trail.
    fn check_labels(
        &self,
        trail: &[u64],
        outcome: Outcome,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<u64, CheckError> {
        let labels = labels::check(self.rules, trail, source, meter)?;
        let token = trail.last().copied().unwrap_or(u64::MAX);
        let ports = self.rules.ports(token);
        let mut options = (0..ports).filter_map(|port| self.rules.through(token, port));
        let wins = options.any(|to| labels.is_lost(to));
        if outcome != if wins { Outcome::Win } else { Outcome::Loss } {
            return Err(source.refuse("the labels give another outcome than the claim's"));
        }
        Ok(labels.facts + u64::from(ports))
    }

    fn check_all(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        let labels = labels::check(self.rules, &[], source, meter)?;
        if claim.values != [labels.vertices, labels.lost] {
            return Err(source.refuse("the labels are not as many as claimed"));
        }
        let (all, lost) = (labels.vertices, labels.lost);
        let claim = format!("all {all} starts are labelled, {lost} of them lost for First");
        Ok(Confirmed { claim, facts: labels.facts })
    }
}
