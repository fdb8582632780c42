//! Certificates of what is found, by the checker that knows the rules alone.

use perfectplay_game::{Known, Meter, Outcome, Player, exhaustive};
use perfectplay_proof::strategy::{self, Part};
use perfectplay_proof::{CheckError, Claim, Form, open, sink};
use perfectplay_theories::proof_search::proof_numbers::{NoHints, ProofNumbers};
use proptest::prelude::*;

use crate::graphs::{Graph, graphs, won_by};
use crate::{settings, tiny};

/// The certificate of a position, in text form.
fn certificate(graph: &Graph, at: usize) -> String {
    let mut meter = Meter::default();
    let mut search =
        ProofNumbers::new(graph, &NoHints, settings(tiny(), 1), &mut meter).expect("no limit");
    let proved = search.proof(&at, &mut meter).expect("no limit");
    let mut bytes = Vec::new();
    sink(&mut bytes, Form::Text, |sink| {
        let parts: Vec<_> = (proved.parts.iter())
            .map(|part| Part { player: part.player, ranked: part.ends, positions: &part.positions })
            .collect();
        strategy::write(graph, "graph", &at, proved.outcome, &parts, sink)
    })
    .expect("it can be written");
    String::from_utf8(bytes).expect("text")
}

fn checked(graph: &Graph, text: &str) -> Result<Claim, CheckError> {
    let mut source = open(text.as_bytes())?;
    let claim = Claim::read(source.as_mut())?;
    strategy::check(graph, &claim, source.as_mut(), &mut Meter::default())?;
    source.end()?;
    Ok(claim)
}

/// Is what a claim says true?
fn is_true(graph: &Graph, claim: &Claim) -> bool {
    let at: usize = claim.position.parse().expect("a vertex");
    let mover = graph.movers[at];
    let won = |player: Player| won_by(graph, player)[at];
    match claim.outcome {
        Some(Outcome::Win) => won(mover),
        Some(Outcome::Loss) => won(mover.other()),
        Some(_) => !won(mover) && !won(mover.other()),
        None => false,
    }
}

/// One item of a certificate changed, or one row left out or doubled.
fn mutants(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    let with = |at: usize, line: &[String]| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        lines.splice(at..=at, line.iter().cloned());
        lines.join("\n") + "\n"
    };
    // The head of the file stays.
    for (at, line) in lines.iter().enumerate().skip(1) {
        all.push(with(at, &[]));
        all.push(with(at, &[(*line).to_owned(), (*line).to_owned()]));
        let items: Vec<&str> = line.split(' ').collect();
        for (place, item) in items.iter().enumerate() {
            let inner = item.trim_matches('"');
            let changed: Vec<String> = match inner.parse::<u64>() {
                Ok(number) => [number + 1, number.saturating_sub(1), 0, 3]
                    .iter()
                    .map(|number| item.replace(inner, &number.to_string()))
                    .collect(),
                Err(_) => ["win", "loss", "tie", "draw", "all"]
                    .iter()
                    .map(|outcome| format!("\"{outcome}\""))
                    .collect(),
            };
            for changed in changed.iter().filter(|changed| changed != item) {
                let mut items = items.clone();
                items[place] = changed;
                all.push(with(at, &[items.join(" ")]));
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn oracle_every_certificate_is_confirmed_and_true(graph in graphs(24, true, true)) {
        for at in 0..graph.to.len() {
            let text = certificate(&graph, at);
            let claim = checked(&graph, &text)
                .unwrap_or_else(|error| panic!("{error}: {text} of {graph:?}"));
            prop_assert!(is_true(&graph, &claim), "{}", text);
        }
    }

    #[test]
    fn oracle_certificates_tell_ties_where_nothing_comes_back(graph in graphs(24, false, true)) {
        let truth = exhaustive::outcomes(&graph, &0, &mut Meter::default()).expect("it ends");
        for (at, outcome) in truth {
            let claim = checked(&graph, &certificate(&graph, at)).expect("confirmed");
            prop_assert_eq!(claim.outcome, Some(outcome));
        }
    }

    #[test]
    fn law_mutants_are_refused_or_true(graph in graphs(12, true, true)) {
        let text = certificate(&graph, 0);
        for mutant in mutants(&text) {
            if let Ok(claim) = checked(&graph, &mutant) {
                prop_assert!(is_true(&graph, &claim), "{} of {:?}", mutant, graph);
            }
        }
    }
}

/// First may go round, 0 1 0 1 ..., or from 0 over 2 to his win.
fn round() -> Graph {
    Graph {
        movers: vec![Player::First, Player::Second, Player::Second, Player::First],
        to: vec![vec![1, 2], vec![0], vec![3], vec![]],
        endings: vec![Outcome::Loss, Outcome::Loss, Outcome::Loss, Outcome::Win],
    }
}

#[test]
fn law_what_is_missing_is_refused_with_its_place() {
    let text = certificate(&round(), 0);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2 + 3, "{text}");
    for left_out in 2..lines.len() {
        let mut rest = lines.clone();
        rest.remove(left_out);
        let refused = checked(&round(), &(rest.join("\n") + "\n"));
        assert!(matches!(refused, Err(CheckError::Refused { .. })), "{refused:?}");
    }
    // The same rows do not prove what needs no ranks to fall.
    for (from, to) in [("\"win\"", "\"loss\""), ("\"win\"", "\"tie\""), ("\"win\"", "\"draw\"")] {
        assert!(checked(&round(), &text.replace(from, to)).is_err());
    }
}

#[test]
fn law_going_round_is_no_win() {
    // Ranks that do not fall along 0 1 0.
    let text = certificate(&round(), 0);
    let head: Vec<&str> = text.lines().take(2).collect();
    for ranks in [[2, 1], [1, 2], [1, 1]] {
        let rows = format!("0 \"0\" {}\n0 \"1\" {}\n", ranks[0], ranks[1]);
        let refused = checked(&round(), &format!("{}\n{rows}", head.join("\n")));
        assert!(matches!(refused, Err(CheckError::Refused { .. })), "{refused:?}");
    }
}

#[test]
fn law_the_proof_says_what_the_outcome_says() {
    let graph = round();
    let mut meter = Meter::default();
    let mut search =
        ProofNumbers::new(&graph, &NoHints, settings(1 << 12, 1), &mut meter).expect("no limit");
    for at in 0..4 {
        let proved = search.proof(&at, &mut meter).expect("no limit");
        let found = search.outcome(&at, &mut meter);
        assert_eq!(found.outcome, Known::Exact(proved.outcome));
    }
}
