use perfectplay_analysis::CertifyError;
use perfectplay_game::{Meter, Notation};
use perfectplay_proof::heaps::{OF_SUM, claimed_of_sum, confirm};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::heap_games::{Code, Sequence, certificate, certify as write_values};

use crate::heaps::Heaps;

/// Writes the Grundy value of a sum of heaps (`sum`), then how far values are to be
/// worked out, and which theorem gives the others.
pub(crate) fn certify<R: Notation<Position = Heaps>>(
    rules: &R,
    ruleset: &str,
    values: &Sequence,
    position: &Heaps,
    sum: u128,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    let (outcome, claimed) = claimed_of_sum(sum);
    Claim {
        kind: OF_SUM.to_owned(),
        ruleset: ruleset.to_owned(),
        position: rules.write_position(position),
        outcome: Some(outcome),
        values: claimed,
    }
    .write(sink)?;
    Ok(write_values(values, sink)?)
}

/// Writes the period of all heaps, or the values worked out.
pub(crate) fn certify_all(
    ruleset: &str,
    values: &Sequence,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    certificate(values).claim(ruleset).write(sink)?;
    Ok(write_values(values, sink)?)
}

/// Checks a certificate by the rules, whose moves are those of the code.
pub(crate) fn check<R: Notation<Position = Heaps>>(
    rules: &R,
    code: &Code,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    if claim.kind != OF_SUM {
        return confirm(code, claim, &[], source, meter);
    }
    let position = claim.parsed_position(rules, source)?;
    let confirmed = confirm(code, claim, position.heaps(), source, meter)?;
    let (mover, value) = (
        position.mover,
        claim.values.iter().rev().fold(0u128, |sum, &part| sum << 64 | u128::from(part)),
    );
    let winner = if value == 0 { mover.other() } else { mover };
    let claim = format!("{winner} wins from {}, with Grundy value {value}", claim.position);
    Ok(Confirmed { claim, ..confirmed })
}
