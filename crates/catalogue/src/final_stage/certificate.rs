use perfectplay_analysis::CertifyError;
use perfectplay_game::{Game, Meter, Notation, Outcome, Player, TimedPile};
use perfectplay_proof::runs::{self, Found};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::timed_pile::History;

use super::rules::ABOUT;
use super::rules::{At, FinalStage, outcome};

/// The name of this kind.
const KIND: &str = "pile-runs";

impl TimedPile for FinalStage {
    fn turns(&self) -> usize {
        FinalStage::turns(self).len()
    }

    fn turn(&self, turn: usize) -> Option<(Player, u64, u64)> {
        let turn = FinalStage::turns(self).get(turn)?;
        Some((turn.mover(), turn.least(), turn.most()))
    }

    fn pile(&self, at: &At) -> (usize, u64) {
        (at.played, at.stones)
    }
}

/// Writes which runs vanished at each turn from the last to the position's:
/// one certificate for all stone counts there, used for one or for all.
pub(super) fn certify(
    rules: &FinalStage,
    history: &History,
    at: &At,
    all: bool,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    let left = FinalStage::turns(rules).len() - at.played;
    let mover = rules.mover(at);
    let (outcome, values) = match all {
        false => (Some(outcome(history.run(left, at.stones.into()).winner, mover)), Vec::new()),
        true => (None, vec![history.runs(left).count() as u64]),
    };
    Claim {
        kind: KIND.to_owned(),
        ruleset: ABOUT.name.to_owned(),
        position: rules.write_position(at),
        outcome,
        values,
    }
    .write(sink)?;
    let vanished = history.vanished();
    let mut rest = &vanished[..];
    for time in 1..=left as u32 {
        meter.spend(1)?;
        let now = rest.iter().take_while(|(then, _)| *then == time).count();
        let starts: Vec<u32> = rest[..now].iter().map(|(_, start)| *start).collect();
        rest = &rest[now..];
        runs::write_turn(sink, &starts)?;
    }
    Ok(())
}

/// Checks a certificate by the rules.
pub(super) fn check(
    rules: &FinalStage,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    claim.expect_kind(KIND, source)?;
    let at = claim.parsed_position(rules, source)?;
    let (played, stones) = rules.pile(&at);
    let Found { winner, runs, facts } = runs::check(rules, played, stones, source, meter)?;
    let position = &claim.position;
    let claim = match (claim.outcome, &claim.values[..]) {
        (Some(claimed), []) => {
            if outcome(winner, rules.mover(&at)) != claimed {
                return Err(source.refuse("the runs give another outcome than the claim's"));
            }
            match (winner, claimed) {
                (Some(winner), Outcome::Win | Outcome::Loss) => {
                    format!("{winner} wins from {position}")
                }
                _ => format!("Tie from {position}"),
            }
        }
        (None, &[count]) if count == runs => {
            format!("every stone count in turn {} is labelled, in {count} runs", played + 1)
        }
        _ => return Err(source.refuse("the claim is not what the runs prove")),
    };
    Ok(Confirmed { claim, facts })
}
