//! Certificates of what is found, by the checker that knows the rules alone.

use std::io;

use perfectplay_game::{
    Game, Limits, Meter, Notation, Outcome, Player, RulesError, Standing, Stop, StopReason,
};
use perfectplay_proof::outcomes::{self, Plies};
use perfectplay_proof::{CheckError, Claim, Confirmed, Form, open, sink};
use perfectplay_theories::retrograde::hashed;
use proptest::prelude::*;

use crate::nodes::{Walk, any_nodes, dice};
use crate::reference;

#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Stopped(#[from] Stop),
}

type At = (u32, Player);

/// A certificate of what `standing` tells of a position.
fn certificate(
    game: &Walk,
    at: At,
    plies: Plies,
    form: Form,
    standing: impl Fn(&At) -> Standing,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let meter = &mut Meter::default();
    sink(&mut bytes, form, |sink| {
        let standing = |at: &At| Ok::<_, Failed>(standing(at));
        outcomes::write(game, "walk", &at, plies, standing, meter, sink)
    })
    .expect("it can be written");
    assert_eq!(meter.held(), 0);
    bytes
}

fn checked(game: &Walk, bytes: &[u8]) -> Result<(Claim, Confirmed), CheckError> {
    let mut source = open(bytes)?;
    let claim = Claim::read(source.as_mut())?;
    let confirmed = outcomes::check(game, &claim, source.as_mut(), &mut Meter::default())?;
    Ok((claim, confirmed))
}

/// Is what a claim says true?
fn is_true(game: &Walk, truth: &[Standing], claim: &Claim) -> bool {
    let Ok(at) = game.parse_position(&claim.position) else { return false };
    let truth = truth[at.0 as usize];
    let plies = truth.remoteness.map(u64::from);
    claim.outcome == Some(truth.outcome)
        && match claim.values[..] {
            [] => plies.is_none(),
            [most] => plies.is_some_and(|plies| plies <= most),
            [most, least] => plies == Some(most) && plies == Some(least),
            _ => false,
        }
}

fn rows(text: &[u8]) -> usize {
    std::str::from_utf8(text).expect("text").lines().count() - 2
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn oracle_every_certificate_is_confirmed_and_true(nodes in any_nodes(20)) {
        let game = Walk(nodes);
        let truth = reference::standings(&game.0);
        let of = |at: &At| truth[at.0 as usize];
        for at in (0..game.0.len() as u32).map(|at| (at, Player::alternating(at as usize))) {
            let mut sizes = Vec::new();
            for plies in [Plies::AtMost, Plies::Exactly] {
                let text = certificate(&game, at, plies, Form::Text, of);
                let (claim, confirmed) = checked(&game, &text).map_err(|error| {
                    TestCaseError::fail(format!("{error}: {}", String::from_utf8_lossy(&text)))
                })?;
                prop_assert_eq!(claim.position.clone(), game.write_position(&at));
                prop_assert!(is_true(&game, &truth, &claim));
                let decided = of(&at).remoteness.is_some();
                let values = match plies {
                    Plies::AtMost => usize::from(decided),
                    Plies::Exactly => 2 * usize::from(decided),
                };
                prop_assert_eq!(claim.values.len(), values);
                prop_assert!(confirmed.facts >= rows(&text) as u64);
                sizes.push(rows(&text));
                let binary = certificate(&game, at, plies, Form::Binary, of);
                prop_assert_eq!(checked(&game, &binary).expect("as above"), (claim, confirmed));
            }
            prop_assert!(sizes[0] <= sizes[1]);
        }
    }

    /// The writer is told some standings wrong: nothing false is confirmed.
    #[test]
    fn law_false_standings_are_refused(
        nodes in any_nodes(12),
        seed in any::<u64>(),
        wrongs in 1usize..4,
    ) {
        let game = Walk(nodes);
        let truth = reference::standings(&game.0);
        let mut state = seed;
        let mut told = truth.clone();
        for _ in 0..wrongs {
            let at = dice(&mut state) as usize % told.len();
            let plies = (dice(&mut state) % 5) as u32;
            told[at] = match dice(&mut state) % 5 {
                0 => Standing::decided(Outcome::Win, plies),
                1 => Standing::decided(Outcome::Loss, plies),
                2 => Standing::decided(Outcome::Tie, plies),
                3 => Standing::DRAW,
                _ => Standing { remoteness: told[at].remoteness.map(|_| plies), ..told[at] },
            };
        }
        let of = |at: &At| told[at.0 as usize];
        for at in (0..game.0.len() as u32).map(|at| (at, Player::First)) {
            for plies in [Plies::AtMost, Plies::Exactly] {
                let text = certificate(&game, at, plies, Form::Text, of);
                if let Ok((claim, _)) = checked(&game, &text) {
                    prop_assert!(
                        is_true(&game, &truth, &claim),
                        "confirmed: {}", String::from_utf8_lossy(&text)
                    );
                }
            }
        }
    }

    /// Numbers, words and lines of a certificate are changed: what is still
    /// confirmed is true.
    #[test]
    fn law_changed_certificates_prove_nothing_false(nodes in any_nodes(12), seed in any::<u64>()) {
        let game = Walk(nodes);
        let truth = reference::standings(&game.0);
        let of = |at: &At| truth[at.0 as usize];
        let mut state = seed;
        for at in (0..game.0.len() as u32).map(|at| (at, Player::First)) {
            let plies = if dice(&mut state).is_multiple_of(2) { Plies::AtMost } else { Plies::Exactly };
            let text = certificate(&game, at, plies, Form::Text, of);
            let text = String::from_utf8(text).expect("text");
            for _ in 0..8 {
                let changed = change(&text, &mut state);
                if let Ok((claim, _)) = checked(&game, changed.as_bytes()) {
                    prop_assert!(is_true(&game, &truth, &claim), "confirmed: {}", changed);
                }
            }
        }
    }
}

/// Changes up to three places of a certificate in text form.
fn change(text: &str, state: &mut u64) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    for _ in 0..=dice(state) % 3 {
        let line = 1 + dice(state) as usize % (lines.len() - 1);
        let other = 1 + dice(state) as usize % (lines.len() - 1);
        let word = dice(state) as usize % lines[line].len();
        match dice(state) % 8 {
            0 if lines.len() > 2 => {
                lines.remove(line);
            }
            1 => {
                let copied = lines[other].clone();
                lines.insert(line, copied);
            }
            2 => {
                let words = lines[line].len().min(lines[other].len());
                let word = word % words;
                lines[line][word] = lines[other][word].clone();
            }
            3 => {
                let outcomes = ["\"loss\"", "\"draw\"", "\"tie\"", "\"win\"", "\"all\""];
                let outcome = outcomes[dice(state) as usize % outcomes.len()];
                if let Some(word) = lines[1].iter_mut().find(|word| outcomes.contains(&&word[..])) {
                    *word = outcome.to_owned();
                }
            }
            _ => {
                let number = dice(state) % 7;
                if lines[line][word].parse::<u64>().is_ok() {
                    lines[line][word] = number.to_string();
                } else if lines[line].len() > word + 1 {
                    lines[line].swap(word, word + 1);
                }
            }
        }
    }
    let lines: Vec<String> = lines.into_iter().map(|words| words.join(" ")).collect();
    lines.join("\n") + "\n"
}

#[test]
fn law_wins_list_one_option_where_plies_are_at_most() {
    // From 0, one of twenty options wins at once.
    let mut nodes = vec![((1..=20).map(step).collect(), Outcome::Loss)];
    nodes.extend((1..=20).map(|at| (if at == 7 { vec![] } else { vec![step(7)] }, Outcome::Loss)));
    let game = Walk(nodes);
    let truth = reference::standings(&game.0);
    let of = |at: &At| truth[at.0 as usize];
    let short = certificate(&game, (0, Player::First), Plies::AtMost, Form::Text, of);
    let text = String::from_utf8(short.clone()).expect("text");
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "\"outcome-table\" \"walk\" \"0 First\" \"win\" 1 1",
            "\"0 First\" 3 1",
            "\"7 Second\" 0 0"
        ]
    );
    let (_, confirmed) = checked(&game, &short).expect("it is right");
    assert_eq!(confirmed.claim, "First wins from 0 First, in at most 1 ply");
    let whole = certificate(&game, (0, Player::First), Plies::Exactly, Form::Text, of);
    // The first position, all that it leads to, and 7 with the other to move.
    assert_eq!(rows(&whole), 22);
    let (_, confirmed) = checked(&game, &whole).expect("it is right");
    assert_eq!(confirmed.claim, "First wins from 0 First, in 1 ply");
}

fn step(to: u32) -> perfectplay_theories::retrograde::graph::Step {
    perfectplay_theories::retrograde::graph::Step::passing(to)
}

#[test]
fn law_refusals_name_the_place() {
    let game = Walk(vec![
        (vec![step(0), step(1)], Outcome::Loss),
        (vec![step(0), step(2)], Outcome::Loss),
        (vec![], Outcome::Tie),
    ]);
    let head = "perfectplay certificate 1 text\n";
    let told = |text: &str| {
        let refused = checked(&game, format!("{head}{text}").as_bytes());
        refused.expect_err("it is false").to_string()
    };
    let claim = "\"outcome-table\" \"walk\" \"0 First\" \"draw\" 0\n";
    assert_eq!(told(claim), "record 1: refused: the position of the claim is not listed");
    assert_eq!(
        told(&format!("{claim}\"0 First\" 1 0\n\"0 Second\" 1 0\n")),
        "record 2: refused: 0 First has an option to 1 Second, which is not listed"
    );
    let rows = "\"0 First\" 1 0\n\"0 Second\" 1 0\n\"1 First\" 1 0\n\"1 Second\" 1 0\n\
                \"2 First\" 2 0\n\"2 Second\" 2 0\n";
    assert_eq!(
        told(&format!("{claim}{rows}")),
        "record 4: refused: 1 First is listed as a draw, its options give a tie in 1"
    );
    let claim = "\"outcome-table\" \"walk\" \"2 First\" \"tie\" 2 0 1\n";
    assert_eq!(told(claim), "record 1: refused: the values claimed are no plies of this outcome");
    let claim = "\"outcome-table\" \"walk\" \"2 First\" \"tie\" 1 0\n";
    assert_eq!(
        told(&format!("{claim}\"9 First\" 2 0\n")),
        "record 2: refused: position, column 1: found 9 First, wanted a number and a player"
    );
    assert_eq!(
        told(&format!("{claim}\"2 First\" 2 0\n\"2 First\" 2 0\n")),
        "record 3: refused: 2 First is listed twice"
    );
    assert_eq!(
        told(&format!("{claim}\"2 First\" 2 1\n")),
        "record 2: refused: the position of the claim is listed as a tie in 1"
    );
}

#[test]
fn law_memory_of_a_table_is_announced() {
    let game = Walk((0..3000).map(|at| (vec![step((at + 1) % 3000)], Outcome::Loss)).collect());
    let meter = &mut Meter::default();
    let solved = hashed::solve(&game, [game.start()], meter).expect("no limit is near");
    let of = |at: &At| solved.standing(at).expect("it was met");
    let bytes = certificate(&game, game.start(), Plies::AtMost, Form::Binary, of);
    let mut source = open(&bytes[..]).expect("it is one");
    let claim = Claim::read(source.as_mut()).expect("it is one");
    assert_eq!(claim.outcome, Some(Outcome::Draw));
    let mut tight = Meter::new(Limits { memory: 10_000, ..Limits::default() });
    let stopped = outcomes::check(&game, &claim, source.as_mut(), &mut tight);
    let Err(CheckError::Stopped(stop)) = stopped else { panic!("10 kB do not hold it") };
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
}
