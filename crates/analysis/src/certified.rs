use perfectplay_game::{Game, Meter, Notation, exhaustive};
use perfectplay_proof::{Form, open};

use crate::{Analysis, Disagreement, Face, Solver};

/// Certifies and verifies every position that can be reached from the start,
/// in both forms, and holds the claims against exhaustive play. Returns the
/// number of positions.
///
/// # Errors
///
/// The first position whose certificate is not written, not confirmed, or
/// claims what is not true.
pub fn audit_certificates<S: Solver>(solver: S, meter: &mut Meter) -> Result<usize, Disagreement> {
    let mut face = Face(solver);
    let start = face.0.rules().start();
    let truth = exhaustive::outcomes(face.0.rules(), &start, meter);
    let truth = truth
        .map_err(|error| Disagreement { position: "start".to_owned(), what: error.to_string() })?;
    for (position, outcome) in &truth {
        let notation = face.0.rules().write_position(position);
        let wrong = |what: String| Disagreement { position: notation.clone(), what };
        for form in [Form::Binary, Form::Text] {
            let mut bytes = Vec::new();
            face.certify(&notation, form, &mut Meter::default(), &mut bytes)
                .map_err(|error| wrong(error.to_string()))?;
            let claim = open(&bytes[..])
                .and_then(|mut source| perfectplay_proof::Claim::read(source.as_mut()))
                .map_err(|error| wrong(error.to_string()))?;
            if claim.outcome != Some(*outcome) || claim.position != notation {
                return Err(wrong(format!("the claim is {claim:?}, the truth {outcome}")));
            }
            face.verify(&mut &bytes[..], &mut Meter::default())
                .map_err(|error| wrong(format!("{error} in {form:?}")))?;
            let mut again = Vec::new();
            face.certify(&notation, form, &mut Meter::default(), &mut again)
                .map_err(|error| wrong(error.to_string()))?;
            if again != bytes {
                return Err(wrong("a second certificate has other bytes".to_owned()));
            }
        }
    }
    Ok(truth.len())
}
