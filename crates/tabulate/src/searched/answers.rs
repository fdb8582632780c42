use perfectplay_analysis::{CertifyError, Choice, Evaluation, Judgement, Theory, counted};
use perfectplay_game::{Known, Meter, Options, Outcome, Player, Stop, Tabular};
use perfectplay_proof::{Sink, strategy};
use perfectplay_theories::proof_search::proof_numbers::{
    Found, Method, Proof, ProofNumbers, StrategyError, Unfinished,
};

use super::told::Declared;

/// A search of declared rules.
pub type Question<'g, G> = ProofNumbers<'g, G, Declared<'g, G>>;

/// So many options of options may be looked at after a limit, to tell what is
/// known of an option: in no time that anybody notices.
const LOOKS: u64 = 1 << 16;

/// Judges a position by searching it, and then its options until the limits of
/// the meter: all of them, or (without `every`) one that keeps the outcome, and
/// the others as far as they are known by then. `applies` says why nothing
/// better is known.
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
    let (before, spent) = (search.nodes(), meter.spent());
    let mut root = searched(search, position, meter);
    let nodes = search.nodes() - before;
    let (mut stopped, unfinished) = match root.stopped.take() {
        Some((stop, unfinished)) => (Some(stop), unfinished),
        None => (None, None),
    };
    let mut options = Vec::new();
    rules.options(position, &mut options);
    let most = bounds(&root.outcome).1;
    let mut outcomes = Vec::with_capacity(options.len());
    // No longer than the search itself, and not at all once it is interrupted.
    let mut looks = match stopped {
        None => LOOKS.max(meter.spent() - spent),
        Some(_) => LOOKS,
    };
    for (_, to) in &options {
        let outcome = if every && stopped.is_none() {
            let found = searched(search, to, meter);
            stopped = found.stopped.map(|(stop, _)| stop);
            looks = looks.min(LOOKS);
            found.outcome
        } else {
            let before = looks;
            let known = search.known_outcome(to, &mut looks);
            if stopped.is_none() && meter.spend(1 + before - looks).is_err() {
                looks = 0;
            }
            known
        };
        outcomes.push(at_most(for_mover(rules, mover, to, outcome), most));
    }
    if let Err(stop) = show_one(search, position, &root, &options, &mut outcomes, meter) {
        stopped.get_or_insert(stop);
    }
    let left_out = outcomes.iter().filter(|outcome| is_open(outcome)).count();
    let choices = options.into_iter().zip(outcomes).map(|((chosen, _), outcome)| {
        let evaluation = Evaluation { side: mover, outcome, value: None };
        Choice { chosen, through: None, evaluation, keeps: false }
    });
    let choices = choices.collect();
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
            format!("searched to the end, {}: {winner}", expanded(nodes))
        }
        Known::Bounded { .. } if stopped.is_none() => format!(
            "searched to the end, {}: neither player can force a win; whether play can be kept \
             from ending is not known",
            expanded(nodes)
        ),
        _ => halfway(nodes, unfinished.as_ref()),
    };
    if left_out > 0 && stopped.is_none() && !every {
        judgement.because.push_str("; options that the outcome does not need were not searched");
    }
    judgement.stopped = stopped;
    judgement
}

/// The least and the most that an outcome can be.
fn bounds(outcome: &Known<Outcome>) -> (Outcome, Outcome) {
    match *outcome {
        Known::Exact(outcome) => (outcome, outcome),
        Known::Bounded { least, most } => (least, most),
        Known::Unknown => (Outcome::Loss, Outcome::Win),
    }
}

/// What is known of an option, knowing that the position is worth so much at
/// most.
fn at_most(outcome: Known<Outcome>, limit: Outcome) -> Known<Outcome> {
    match bounds(&outcome) {
        (least, most) if most <= limit || least > limit => outcome,
        (least, _) if least == limit => Known::Exact(limit),
        (least, _) => Known::Bounded { least, most: limit },
    }
}

/// Is more to be found out of an option?
fn is_open(outcome: &Known<Outcome>) -> bool {
    !matches!(outcome, Known::Exact(_) | Known::Bounded { least: Outcome::Draw, .. })
}

/// An outcome after an option, for the player who chooses.
fn for_mover<G: Tabular>(
    rules: &G,
    mover: Player,
    to: &G::Position,
    outcome: Known<Outcome>,
) -> Known<Outcome> {
    if rules.mover(to) == mover { outcome } else { outcome.for_other() }
}

/// Where the mover wins, or is not beaten, and no option is known to keep that:
/// finds one that does. The table may have forgotten it, or known the position
/// by another that is alike; first it is looked for among what the search came
/// to, then by searching the position once more from its options, then by
/// searching one option after the other.
///
/// # Errors
///
/// A limit was reached before one was found.
fn show_one<G>(
    search: &mut Question<'_, G>,
    position: &G::Position,
    root: &Found<G::Position>,
    options: &Options<G>,
    outcomes: &mut [Known<Outcome>],
    meter: &mut Meter,
) -> Result<(), Stop>
where
    G: Tabular + Sync,
    G::Position: Send + Sync,
{
    let (wanted, most) = bounds(&root.outcome);
    let keeps = |outcome: &Known<Outcome>| bounds(outcome).0 >= wanted;
    if wanted == Outcome::Loss || options.is_empty() || outcomes.iter().any(keeps) {
        return Ok(());
    }
    let rules = search.game();
    let mover = rules.mover(position);
    let wins = wanted == Outcome::Win;
    let attacker = if wins { mover } else { mover.other() };
    for afresh in [false, true] {
        let form = match afresh {
            false => root.kept.clone().map(|kept| search.form(kept)),
            true => search.keeping(position, attacker, meter)?,
        };
        let Some(form) = form else { continue };
        for ((_, to), outcome) in options.iter().zip(&mut *outcomes) {
            if search.form(to.clone()) != form {
                continue;
            }
            // A tie is less than not to be beaten, where play may go on.
            *outcome = match wins {
                true => Known::Exact(Outcome::Win),
                false => {
                    let found = searched(search, to, meter);
                    let outcome = at_most(for_mover(rules, mover, to, found.outcome), most);
                    match found.stopped {
                        Some((stop, _)) => return Err(stop),
                        None => outcome,
                    }
                }
            };
            if keeps(outcome) {
                return Ok(());
            }
        }
    }
    for ((_, to), outcome) in options.iter().zip(outcomes) {
        let found = searched(search, to, meter);
        *outcome = at_most(for_mover(rules, mover, to, found.outcome), most);
        if keeps(outcome) {
            break;
        }
        if let Some((stop, _)) = found.stopped {
            return Err(stop);
        }
    }
    Ok(())
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
            Found { outcome: Known::Exact(Outcome::Tie), ..found }
        }
        Err(StrategyError::Stopped(stop)) => Found { stopped: Some((stop, None)), ..found },
        _ => found,
    }
}

fn expanded(nodes: u64) -> String {
    format!("{} expanded", counted(nodes, "positions"))
}

/// How far a search came.
fn halfway<P>(nodes: u64, unfinished: Option<&Unfinished<P>>) -> String {
    let came = format!("the search was stopped before it came to an answer, {}", expanded(nodes));
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
