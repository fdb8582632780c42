use perfectplay_analysis::{CertifyError, Choice, Evaluation, Judgement, Theory};
use perfectplay_game::{Known, Meter, Outcome, Tabular};
use perfectplay_proof::{Sink, strategy};
use perfectplay_theories::proof_search::proof_numbers::{
    Found, Method, Proof, ProofNumbers, StrategyError, Unfinished,
};

use super::told::Declared;

/// A search of declared rules.
pub type Question<'g, G> = ProofNumbers<'g, G, Declared<'g, G>>;

/// Judges a position by searching it, and then its options until the limits of
/// the meter: all of them, or (without `every`) as far as they are known by
/// then. `applies` says why nothing better is known.
pub fn judge<G>(
    search: &mut Question<'_, G>,
    position: &G::Position,
    every: bool,
    applies: &str,
    meter: &mut Meter,
) -> Judgement<G::Move>
where
    G: Tabular + Sync,
    G::Position: Send + Sync,
{
    let rules = search.game();
    let mover = rules.mover(position);
    let before = search.nodes();
    let root = searched(search, position, meter);
    let nodes = search.nodes() - before;
    let (mut stopped, unfinished) = match root.stopped {
        Some((stop, unfinished)) => (Some(stop), unfinished),
        None => (None, None),
    };
    let mut options = Vec::new();
    rules.options(position, &mut options);
    let (mut choices, mut left_out) = (Vec::new(), 0);
    for (chosen, to) in options {
        let outcome = if every && stopped.is_none() {
            let found = searched(search, &to, meter);
            stopped = found.stopped.map(|(stop, _)| stop);
            found.outcome
        } else {
            search.known_outcome(&to)
        };
        left_out += u64::from(outcome.exact().is_none());
        let same = rules.mover(&to) == mover;
        let outcome = if same { outcome } else { outcome.for_other() };
        let evaluation = Evaluation { side: mover, outcome, value: None };
        choices.push(Choice { chosen, through: None, evaluation, keeps: false });
    }
    let ending = rules.ending(position);
    let name = match search.method() {
        Method::ProofNumbers => "proof-number search",
        Method::Deepening => "proof search by deepening",
    };
    let theory = Theory { name: name.to_owned(), applies: applies.to_owned() };
    let mut judgement = Judgement::from_choices(mover, ending, choices, String::new(), theory);
    if root.outcome.exact().is_some() || judgement.evaluation.outcome == Known::Unknown {
        judgement.evaluation.outcome = root.outcome;
    }
    judgement.because = match judgement.evaluation.outcome {
        _ if judgement.choices.is_empty() => format!("{mover} cannot move"),
        Known::Exact(outcome) => {
            let winner = match outcome {
                Outcome::Win => format!("{mover} wins"),
                Outcome::Loss => format!("{} wins", mover.other()),
                Outcome::Tie | Outcome::Draw => "neither player can force a win".to_owned(),
            };
            format!("searched to the end, {}: {winner}", counted(nodes))
        }
        Known::Bounded { .. } if stopped.is_none() => format!(
            "searched to the end, {}: neither player can force a win; whether play can be kept \
             from ending is not known",
            counted(nodes)
        ),
        _ => halfway(nodes, unfinished.as_ref()),
    };
    if left_out > 0 && stopped.is_none() && !every {
        judgement.because.push_str("; options that the outcome does not need were not searched");
    }
    judgement.stopped = stopped;
    judgement
}

/// Searches a position. Where neither player can force a win, what proves that
/// may show that one of them can force an end: then it is a tie.
fn searched<G>(
    search: &mut Question<'_, G>,
    position: &G::Position,
    meter: &mut Meter,
) -> Found<G::Position>
where
    G: Tabular + Sync,
    G::Position: Send + Sync,
{
    let found = search.outcome(position, meter);
    if found.stopped.is_some() || !matches!(found.outcome, Known::Bounded { .. }) {
        return found;
    }
    match search.proof(position, meter) {
        Ok(Proof { outcome: Outcome::Tie, .. }) => {
            Found { outcome: Known::Exact(Outcome::Tie), stopped: None }
        }
        Err(StrategyError::Stopped(stop)) => Found { stopped: Some((stop, None)), ..found },
        _ => found,
    }
}

fn counted(nodes: u64) -> String {
    format!("{nodes} {} expanded", if nodes == 1 { "position" } else { "positions" })
}

/// How far a search came.
fn halfway<P>(nodes: u64, unfinished: Option<&Unfinished<P>>) -> String {
    let came = format!("the search was stopped before it came to an answer, {}", counted(nodes));
    match unfinished {
        Some(unfinished) if unfinished.proof.max(unfinished.disproof) > 1 => format!(
            "{came}; a win of {}'s then asked for about {} more to be decided, and the contrary \
             for about {}",
            unfinished.attacker, unfinished.proof, unfinished.disproof
        ),
        _ => came,
    }
}

/// Writes the strategies that prove the outcome of a position.
///
/// # Errors
///
/// A limit, or it cannot be written.
pub fn certify<G>(
    search: &mut Question<'_, G>,
    ruleset: &str,
    position: &G::Position,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError>
where
    G: Tabular + Sync,
    G::Position: Send + Sync,
{
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
    strategy::write(search.game(), ruleset, position, proof.outcome, &parts, sink)?;
    Ok(())
}
