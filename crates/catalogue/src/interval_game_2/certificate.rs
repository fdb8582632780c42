use perfectplay_analysis::CertifyError;
use perfectplay_game::{Game, Meter, Notation, Outcome, PicksIntervals};
use perfectplay_proof::segments::{self, Ends};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::sprague_grundy::segments::{Segment, Segments};

use super::rules::ABOUT;
use super::{Interval, IntervalGame};

/// The name of this kind.
const KIND: &str = "segment-table";

impl PicksIntervals for IntervalGame {
    fn intervals(&self) -> Vec<(i64, i64)> {
        IntervalGame::intervals(self).iter().map(|i| (i.start(), i.end())).collect()
    }

    /// From the first left end of all to the last right end, less what is
    /// picked.
    fn gaps(&self, picked: &Vec<Interval>) -> Vec<(i64, i64)> {
        let all = IntervalGame::intervals(self);
        let start = all.iter().map(|interval| interval.start()).min();
        let end = all.iter().map(|interval| interval.end()).max();
        let (Some(start), Some(end)) = (start, end) else { return Vec::new() };
        let lefts = std::iter::once(start).chain(picked.iter().map(|interval| interval.end()));
        let rights = picked.iter().map(|interval| interval.start()).chain([end]);
        lefts.zip(rights).filter(|(left, right)| left < right).collect()
    }
}

/// Writes the values of all segments that play can lead to from the position.
pub(super) fn certify(
    rules: &IntervalGame,
    segments: &Segments,
    picked: &Vec<Interval>,
    all: bool,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    let gaps = rules.gaps(picked);
    let all_intervals = PicksIntervals::intervals(rules);
    let (start, end) = gaps_ends(rules);
    // The ends of the line are no cuts: beyond them nothing stands.
    let value = |left: i64, right: i64| {
        let left = (left != start).then_some(left);
        let right = (right != end).then_some(right);
        segments.value(Segment { left, right }).unwrap_or_default()
    };
    let sum = gaps.iter().fold(0, |sum, &(left, right)| sum ^ value(left, right));
    let outcome = if sum == 0 { Outcome::Loss } else { Outcome::Win };
    Claim {
        kind: KIND.to_owned(),
        ruleset: ABOUT.name.to_owned(),
        position: rules.write_position(picked),
        outcome: (!all).then_some(outcome),
        values: vec![sum],
    }
    .write(sink)?;
    Ok(segments::write(&Ends::new(&all_intervals, &gaps), value, sink)?)
}

/// The ends of the whole line.
fn gaps_ends(rules: &IntervalGame) -> (i64, i64) {
    rules.gaps(&Vec::new()).first().copied().unwrap_or_default()
}

/// Checks a certificate by the rules.
pub(super) fn check(
    rules: &IntervalGame,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    claim.expect_kind(KIND, source)?;
    let picked = claim.parsed_position(rules, source)?;
    if claim.outcome.is_none() && !picked.is_empty() {
        return Err(source.refuse("a claim about all segments is about the whole line"));
    }
    let (sum, facts) = segments::check(rules, &rules.gaps(&picked), source, meter)?;
    let outcome = if sum == 0 { Outcome::Loss } else { Outcome::Win };
    if claim.outcome.is_some_and(|claimed| claimed != outcome) || claim.values != [sum] {
        return Err(source.refuse("the table proves another result than the claim's"));
    }
    if claim.outcome.is_none() {
        let claim = format!("every segment has its Grundy value, the whole line {sum}");
        return Ok(Confirmed { claim, facts });
    }
    let mover = rules.mover(&picked);
    let winner = if sum == 0 { mover.other() } else { mover };
    let claim = format!("{winner} wins from {}, with Grundy value {sum}", claim.position);
    Ok(Confirmed { claim, facts })
}
