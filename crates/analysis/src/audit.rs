use perfectplay_game::{Game, Known, Meter, Notation, Outcome, exhaustive};

use crate::{Solver, Value};

/// The first place where a solver and exhaustive play of its rules differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at {position:?}: {what}")]
pub struct Disagreement {
    /// The position, in its notation.
    pub position: String,
    /// What differs.
    pub what: String,
}

/// Holds a solver against exhaustive play at every position that can be
/// reached from the start: outcome, options (all of them, each once, judged
/// right, the ones that keep the best outcome marked), Grundy values where it
/// gives them, and notation. Returns the number of positions.
///
/// Serves small games: linear in positions plus options, times the cost of
/// one judgement.
///
/// # Errors
///
/// The first difference found. A game that exhaustive play cannot end within
/// the meter's limits is one too.
pub fn audit<S: Solver>(solver: &mut S, meter: &mut Meter) -> Result<usize, Disagreement> {
    let start = solver.rules().start();
    let because = |error: exhaustive::Error| Disagreement {
        position: "start".to_owned(),
        what: error.to_string(),
    };
    let outcomes = exhaustive::outcomes(solver.rules(), &start, meter).map_err(because)?;
    let mut grundy = None;
    for (position, &truth) in &outcomes {
        let notation = solver.rules().write_position(position);
        let wrong = |what: String| Disagreement { position: notation.clone(), what };
        match solver.rules().parse_position(&notation) {
            Ok(back) if back == *position => {}
            Ok(_) => return Err(wrong("its notation parses to another position".to_owned())),
            Err(error) => return Err(wrong(format!("its notation does not parse: {error}"))),
        }
        let judged = solver
            .judge(position, &mut Meter::default())
            .map_err(|stop| wrong(stop.to_string()))?;
        let mover = solver.rules().mover(position);
        if judged.evaluation.side != mover {
            return Err(wrong("the evaluation is not from the mover's side".to_owned()));
        }
        if judged.evaluation.outcome != Known::Exact(truth) {
            let found = &judged.evaluation.outcome;
            return Err(wrong(format!("outcome {found:?}, by exhaustive play {truth}")));
        }
        if let Some(Known::Exact(Value::Grundy { nimber, .. })) = judged.evaluation.value {
            if grundy.is_none() {
                let values = exhaustive::grundy_values(solver.rules(), &start, meter);
                grundy = Some(values.map_err(because)?);
            }
            let truth = grundy.as_ref().map(|values| values[position]);
            if truth.map(u128::from) != Some(nimber) {
                return Err(wrong(format!("Grundy value {nimber}, by exhaustive play {truth:?}")));
            }
        }
        let mut options = Vec::new();
        solver.rules().options(position, &mut options);
        let mut notations: Vec<String> = Vec::new();
        for (chosen, to) in &options {
            let text = solver.rules().write_move(position, chosen);
            let same_mover = solver.rules().mover(to) == mover;
            let truth_here = if same_mover { outcomes[to] } else { outcomes[to].for_other() };
            let covering: Vec<_> =
                judged.choices.iter().filter(|choice| solver.covers(choice, chosen)).collect();
            let [choice] = covering[..] else {
                return Err(wrong(format!("option {text} is listed {} times", covering.len())));
            };
            if choice.evaluation.side != mover
                || choice.evaluation.outcome != Known::Exact(truth_here)
            {
                let found = &choice.evaluation.outcome;
                return Err(wrong(format!("option {text}: {found:?}, in truth {truth_here}")));
            }
            // A theory with values may be choosier than the outcome alone.
            let best = truth_here == truth;
            if choice.keeps && !best || choice.evaluation.value.is_none() && choice.keeps != best {
                return Err(wrong(format!("option {text}: wrongly marked {}", choice.keeps)));
            }
            if solver.rules().parse_move(position, &text).as_ref() != Some(chosen) {
                return Err(wrong(format!("move {text} does not parse back")));
            }
            if solver.rules().play(position, chosen).as_ref() != Some(to) {
                return Err(wrong(format!("playing {text} leads elsewhere than the option")));
            }
            notations.push(text);
        }
        if !options.is_empty() && !judged.choices.iter().any(|choice| choice.keeps) {
            return Err(wrong("no option keeps the best result".to_owned()));
        }
        for choice in &judged.choices {
            if !options.iter().any(|(chosen, _)| solver.covers(choice, chosen)) {
                return Err(wrong("an option is listed that is not legal".to_owned()));
            }
        }
        let falls = |pair: &[crate::Choice<<S::Rules as Game>::Move>]| {
            pair[0].evaluation.bounds() < pair[1].evaluation.bounds()
        };
        if truth != Outcome::Win && judged.choices.windows(2).any(falls)
            || judged.choices.windows(2).any(|pair| !pair[0].keeps && pair[1].keeps)
        {
            return Err(wrong("the options are not best first".to_owned()));
        }
        notations.sort_unstable();
        notations.dedup();
        if notations.len() != options.len() {
            return Err(wrong("two options have the same notation".to_owned()));
        }
    }
    Ok(outcomes.len())
}
