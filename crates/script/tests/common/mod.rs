//! What the tests share.
#![allow(dead_code)]

use std::collections::HashMap;
use std::path::Path;

use perfectplay_game::{Expansion, Game, Meter, Notation, Options, Outcome, Tabular, exhaustive};
use perfectplay_script::{Position, Rules, ScriptError};
use rustc_hash::FxHashMap;

/// The rules file of that name in games/, with parameters.
pub(crate) fn game(name: &str, set: &[(&str, &str)]) -> Rules {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    Rules::read(&path, &pairs(set)).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn pairs(set: &[(&str, &str)]) -> Vec<(String, String)> {
    set.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

pub(crate) fn parse(text: &str) -> Result<Rules, ScriptError> {
    Rules::parse("test.star", text, &[])
}

pub(crate) fn rules(text: &str) -> Rules {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn outcomes<G: Game>(game: &G) -> FxHashMap<G::Position, Outcome> {
    exhaustive::outcomes(game, &game.start(), &mut Meter::default()).expect("a small game")
}

/// Numbers of positions that are won, lost, tied and drawn for their mover.
pub(crate) fn counts(outcomes: impl IntoIterator<Item = Outcome>) -> [usize; 4] {
    let mut counts = [0; 4];
    for outcome in outcomes {
        counts[match outcome {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Tie => 2,
            Outcome::Draw => 3,
        }] += 1;
    }
    counts
}

/// A scripted game as `expand` lists it from the start.
pub(crate) struct Listed {
    pub(crate) positions: Vec<Position>,
    /// Of each position: its options' numbers, with whether they keep the turn.
    pub(crate) options: Vec<Vec<(usize, bool)>>,
    pub(crate) endings: Vec<Outcome>,
}

/// Lists all positions by `expand`; for games that do not split.
pub(crate) fn listed(rules: &Rules) -> Listed {
    listed_from(rules, &[rules.start()])
}

pub(crate) fn listed_from(rules: &Rules, starts: &[Position]) -> Listed {
    let positions: Vec<Position> =
        starts.iter().map(|start| rules.canonical(start).expect("rules that run")).collect();
    let mut numbers: HashMap<Position, usize> = positions.iter().cloned().zip(0..).collect();
    let mut listed = Listed { positions, options: Vec::new(), endings: Vec::new() };
    let mut expansion = Expansion::default();
    while listed.options.len() < listed.positions.len() {
        expansion.clear();
        let batch = listed.positions[listed.options.len()..].to_vec();
        rules.expand(&batch, &mut expansion).expect("rules that run");
        assert_eq!(expansion.len(), batch.len());
        for at in 0..batch.len() {
            listed.endings.push(expansion.ending(at).expect("a position"));
            let options = expansion.options(at).map(|option| {
                let [to] = option.parts else { panic!("one part") };
                let next = listed.positions.len();
                let number = *numbers.entry(to.clone()).or_insert(next);
                if number == next {
                    listed.positions.push(to.clone());
                }
                (number, option.keeps_turn)
            });
            let options = options.collect();
            listed.options.push(options);
        }
    }
    listed
}

impl Listed {
    /// Outcomes and plies to the end (the winner hurrying, the loser delaying)
    /// by rounds over all positions until nothing changes: slow and plain.
    pub(crate) fn solve(&self) -> Vec<(Outcome, u32)> {
        let mut values = vec![None; self.positions.len()];
        for (at, value) in values.iter_mut().enumerate() {
            if self.options[at].is_empty() {
                *value = Some((self.endings[at], 0));
            }
        }
        for ply in 1.. {
            let mut found = Vec::new();
            for (at, value) in values.iter().enumerate().filter(|(_, value)| value.is_none()) {
                let _ = value;
                let seen: Vec<Option<(Outcome, u32)>> = self.options[at]
                    .iter()
                    .map(|&(to, keeps)| {
                        values[to].map(|(outcome, plies): (Outcome, u32)| {
                            (if keeps { outcome } else { outcome.for_other() }, plies)
                        })
                    })
                    .collect();
                if seen.iter().flatten().any(|(outcome, _)| *outcome == Outcome::Win) {
                    found.push((at, (Outcome::Win, ply)));
                } else if seen.iter().all(Option::is_some) {
                    let best = seen.iter().flatten().map(|(outcome, _)| *outcome).max();
                    found.push((at, (best.expect("options"), ply)));
                }
            }
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|(at, value)| values[at] = Some(value));
        }
        // With ties and draws in one game this would be too simple.
        values.into_iter().map(|value| value.unwrap_or((Outcome::Draw, 0))).collect()
    }
}

/// Walks two games side by side, move by move as they are written, and
/// compares them everywhere; then their outcomes by exhaustive play. Gives the
/// number of pairs of positions.
pub(crate) fn twins<A: Game + Notation, B: Game + Notation>(one: &A, other: &B) -> usize {
    let mut pairs = vec![(one.start(), other.start())];
    let mut seen: HashMap<(A::Position, B::Position), ()> = HashMap::new();
    seen.insert(pairs[0].clone(), ());
    let mut done = 0;
    while let Some((here, there)) = pairs.get(done).cloned() {
        done += 1;
        let text = one.write_position(&here);
        assert!(one.parse_position(&text) == Ok(here.clone()), "{text}");
        assert_eq!(one.mover(&here), other.mover(&there), "{text}");
        let ours = named(one, &here);
        let mut theirs = named(other, &there);
        assert_eq!(ours.len(), theirs.len(), "{text}");
        if ours.is_empty() {
            assert_eq!(one.ending(&here), other.ending(&there), "{text}");
        }
        for (name, to) in ours {
            let also = theirs.remove(&name).unwrap_or_else(|| panic!("{name} at {text}"));
            if seen.insert((to.clone(), also.clone()), ()).is_none() {
                pairs.push((to, also));
            }
        }
    }
    let (ours, theirs) = (outcomes(one), outcomes(other));
    for (here, there) in &pairs {
        assert_eq!(ours[here], theirs[there], "{}", one.write_position(here));
    }
    pairs.len()
}

fn named<G: Game + Notation>(game: &G, at: &G::Position) -> HashMap<String, G::Position> {
    let mut options: Options<G> = Vec::new();
    game.options(at, &mut options);
    let count = options.len();
    let named: HashMap<_, _> =
        options.into_iter().map(|(chosen, to)| (game.write_move(at, &chosen), to)).collect();
    assert_eq!(named.len(), count, "notations differ at {}", game.write_position(at));
    named
}
