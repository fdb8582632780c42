//! Games that no theory covers, decided by proof-number search: what rulesets
//! fall back on.

use perfectplay_analysis::{CertifyError, Choice, Evaluation, Judgement, Theory};
use perfectplay_game::{Game, Known, Meter, Notation, Outcome, Player, Stop, Tabular};
use perfectplay_proof::{Sink, strategy};
use perfectplay_theories::proof_search::proof_numbers::{
    Hints, ProofNumbers, Settings, StrategyError,
};

/// All play ends, and somebody wins; positions hold a list.
struct Ends;

impl<G: Game> Hints<G> for Ends {
    fn comes_back(&self) -> bool {
        false
    }

    fn two_outcomes(&self) -> bool {
        true
    }

    fn heap_bytes(&self, _position: &G::Position) -> usize {
        256
    }
}

/// A table for a search of at most 2^`bits` positions, up to 64 MiB.
fn settings(bits: usize) -> Settings {
    Settings { table: 1024 << bits.min(16), ..Settings::default() }
}

/// Judges a position of a game that ends in a win for somebody, by searching
/// each option until the limits of the meter; `bits` is about the logarithm of
/// the number of positions, and `applies` says why nothing better is known.
pub(crate) fn judge<G>(
    rules: &G,
    position: &G::Position,
    bits: usize,
    applies: &str,
    meter: &mut Meter,
) -> Result<Judgement<G::Move>, Stop>
where
    G: Game + Notation + Sync,
    G::Position: Send,
{
    let held = meter.held();
    let mut search = ProofNumbers::new(rules, &Ends, settings(bits), meter)?;
    let mover = rules.mover(position);
    let mut options = Vec::new();
    rules.options(position, &mut options);
    let (mut choices, mut stopped) = (Vec::new(), None);
    for (chosen, to) in options {
        let outcome = match stopped {
            Some(_) => Known::Unknown,
            None => {
                let found = search.outcome(&to, meter);
                stopped = found.stopped.map(|(stop, _)| stop);
                seen_by(mover, rules.mover(&to), found.outcome)
            }
        };
        let evaluation = Evaluation { side: mover, outcome, value: None };
        choices.push(Choice { chosen, through: None, evaluation, keeps: false });
    }
    let ending = rules.ending(position);
    let theory = Theory { name: "proof-number search".to_owned(), applies: applies.to_owned() };
    let mut judgement = Judgement::from_choices(mover, ending, choices, String::new(), theory);
    judgement.because = match judgement.evaluation.outcome {
        _ if judgement.choices.is_empty() => format!("{mover} cannot move"),
        Known::Exact(Outcome::Win) => {
            format!("some option of {mover}'s was searched to the end and is lost for the other")
        }
        Known::Exact(_) => {
            format!(
                "all options of {mover}'s were searched to the end, and each is won by the other"
            )
        }
        _ => "the search was stopped before it came to an answer".to_owned(),
    };
    judgement.stopped = stopped;
    meter.release(meter.held() - held);
    Ok(judgement)
}

fn seen_by(player: Player, mover: Player, outcome: Known<Outcome>) -> Known<Outcome> {
    match outcome {
        _ if player == mover => outcome,
        Known::Exact(exact) => Known::Exact(exact.for_other()),
        Known::Bounded { least, most } => {
            Known::Bounded { least: most.for_other(), most: least.for_other() }
        }
        other => other,
    }
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
    G::Position: Send,
{
    let held = meter.held();
    let mut search = ProofNumbers::new(rules, &Ends, settings(bits), meter)?;
    let proof = search.proof(position, meter).map_err(|error| match error {
        StrategyError::Stopped(stop) => CertifyError::Stopped(stop),
        StrategyError::Declared(_) => CertifyError::NotOffered("the search gives no strategy"),
    })?;
    let parts: Vec<_> = proof
        .parts
        .iter()
        .map(|part| strategy::Part {
            player: part.player,
            ranked: part.ends,
            positions: &part.positions,
        })
        .collect();
    strategy::write(rules, ruleset, position, proof.outcome, &parts, sink)?;
    meter.release(meter.held() - held);
    Ok(())
}
