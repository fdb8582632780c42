use perfectplay_analysis::{CertifyError, Solver};
use perfectplay_game::Meter;
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_tabulate::Tabulated;

use super::rules::{ABOUT, HeapGame, Heaps};

fn tabulated(rules: &HeapGame) -> Tabulated<HeapGame> {
    Tabulated::new(ABOUT.name, HeapGame::new(rules.code().clone(), Vec::new()))
}

/// Writes the values of all heaps that play can lead to.
pub(super) fn certify(
    rules: &HeapGame,
    position: &Heaps,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    tabulated(rules).certify(position, meter, sink)
}

/// Checks a certificate by the rules.
pub(super) fn check(
    rules: &HeapGame,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    tabulated(rules).check(claim, source, meter)
}
