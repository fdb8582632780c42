use perfectplay_analysis::CertifyError;
use perfectplay_game::{Meter, Tabular};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};

use crate::Tabulated;

pub(crate) fn certify<G: Tabular + Sync>(
    _solver: &mut Tabulated<G>,
    _position: &G::Position,
    _meter: &mut Meter,
    _sink: &mut dyn Sink,
) -> Result<(), CertifyError>
where
    G::Position: Send + Sync,
{
    Err(CertifyError::NotOffered("not yet"))
}

pub(crate) fn check<G: Tabular>(
    _rules: &G,
    _claim: &Claim,
    source: &mut dyn Source,
    _meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    Err(source.refuse("not yet"))
}
