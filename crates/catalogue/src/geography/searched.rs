//! Games that no theory covers, decided by proof-number search: what rulesets
//! fall back on.

use perfectplay_analysis::{CertifyError, Evaluation, Judgement};
use perfectplay_game::{Known, Meter, Stop, Tabular};
use perfectplay_proof::Sink;
use perfectplay_tabulate::searched::{self, Told};
use perfectplay_theories::proof_search::proof_numbers::{ProofNumbers, Settings};

/// A table for a search of at most 2^`bits` positions, up to 64 MiB.
fn settings(bits: usize) -> Settings {
    Settings { table: 1024 << bits.min(16), ..Settings::default() }
}

/// Judges a position of a game that ends in a win for somebody, by searching
/// it and each option until the limits of the meter; `bits` is about the
/// logarithm of the number of positions, and `applies` says why nothing better
/// is known.
pub(crate) fn judge<G>(
    rules: &G,
    position: &G::Position,
    bits: usize,
    applies: &str,
    meter: &mut Meter,
) -> Result<Judgement<G::Move>, Stop>
where
    G: Tabular + Sync,
    G::Position: Send + Sync,
{
    let held = meter.held();
    let hints = Told::DECISIVE.hints(rules);
    let mut search = ProofNumbers::new(rules, &hints, settings(bits), meter)?;
    let judgement = searched::judge(&mut search, position, true, applies, meter);
    meter.release(meter.held() - held);
    Ok(judgement)
}

/// The evaluation of a judgement that came to its end, or why it did not.
pub(crate) fn exact<M>(judged: Judgement<M>) -> Result<Evaluation, Stop> {
    match (judged.stopped, judged.evaluation) {
        (Some(stop), Evaluation { outcome: Known::Unknown | Known::Bounded { .. }, .. }) => {
            Err(stop)
        }
        (_, evaluation) => Ok(evaluation),
    }
}

/// Writes the winner's strategy from a position of such a game.
pub(crate) fn certify<G>(
    rules: &G,
    ruleset: &str,
    position: &G::Position,
    bits: usize,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError>
where
    G: Tabular + Sync,
    G::Position: Send + Sync,
{
    let held = meter.held();
    let hints = Told::DECISIVE.hints(rules);
    let mut search = ProofNumbers::new(rules, &hints, settings(bits), meter)?;
    searched::certify(&mut search, ruleset, position, meter, sink)?;
    meter.release(meter.held() - held);
    Ok(())
}
