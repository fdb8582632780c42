//! Certificates with one field changed: each must be refused, or still be a
//! true proof.

use std::collections::HashMap;

use perfectplay_analysis::{Analysis, Face, Solver};
use perfectplay_game::{Game, Limits, Meter, Notation, Outcome, exhaustive};
use perfectplay_proof::{CheckError, Claim, Form, open};

/// splitmix64: small, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }
}

fn changed_item(item: &str, dice: &mut Dice) -> String {
    if let Ok(number) = item.parse::<u128>() {
        return match dice.roll(8) {
            0 => number.wrapping_add(1).to_string(),
            1 => number.saturating_sub(1).to_string(),
            2 => "0".to_owned(),
            3 => (number ^ (1 << dice.roll(127))).to_string(),
            4 => u128::MAX.to_string(),
            5 => (1u128 << 64).to_string(),
            6 => dice.roll(2 * usize::try_from(number).unwrap_or(9).min(1000) + 3).to_string(),
            _ => "\"text\"".to_owned(),
        };
    }
    match dice.roll(6) {
        0 => "7".to_owned(),
        1 => ["\"win\"", "\"loss\"", "\"draw\"", "\"tie\"", "\"all\""][dice.roll(5)].to_owned(),
        2 => "\"\"".to_owned(),
        _ => {
            let mut letters: Vec<char> = item.chars().collect();
            let at = dice.roll(letters.len());
            letters[at] = ['a', 'b', '1', '2', '-', '.', '=', ',', '"', ' '][dice.roll(10)];
            letters.into_iter().collect()
        }
    }
}

/// The items of a line of the text form.
fn items(line: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(text) => text.find('"').map_or(rest.len(), |at| at + 2),
            None => rest.find(' ').unwrap_or(rest.len()),
        };
        all.push(rest[..end].to_owned());
        rest = rest[end..].trim_start_matches(' ');
    }
    all
}

fn mutant(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // The head of the file stays; the claim is fair game.
    let at = 1 + dice.roll(lines.len() - 1);
    match dice.roll(12) {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = 1 + dice.roll(lines.len() - 1);
            lines.swap(at, other);
        }
        3 => lines.truncate(at),
        kind => {
            let mut items = items(&lines[at]);
            let item = dice.roll(items.len());
            match kind {
                4 => {
                    items.remove(item);
                }
                5 => items.insert(item, items[item].clone()),
                _ => items[item] = changed_item(&items[item], dice),
            }
            lines[at] = items.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

/// Certificates in text form with something changed.
pub(crate) fn mutants(text: &str, seed: u64, count: usize) -> impl Iterator<Item = String> {
    let mut dice = Dice(seed);
    (0..count).map(move |_| mutant(text, &mut dice))
}

/// Mutates certificates of positions that can be reached from the start, and
/// of all labels where the ruleset has such certificates. What is confirmed
/// must be true: by exhaustive play, and by the values of a certificate that
/// was not mutated.
pub(crate) fn mutate_certificates<S: Solver>(solver: S, seed: u64, mutants: usize) -> usize {
    let mut dice = Dice(seed);
    let mut face = Face(solver);
    let start = face.0.rules().start();
    let truth = exhaustive::outcomes(face.0.rules(), &start, &mut Meter::default());
    let truth: HashMap<String, Outcome> = truth
        .expect("a small game")
        .into_iter()
        .map(|(position, outcome)| (face.0.rules().write_position(&position), outcome))
        .collect();
    let mut notations: Vec<String> = truth.keys().cloned().collect();
    notations.sort();
    let mut refused = 0;
    let limits = Limits { effort: 10_000_000, memory: 64 << 20, ..Limits::default() };
    for _ in 0..mutants {
        let position = &notations[dice.roll(notations.len())];
        let mut bytes = Vec::new();
        let whole = dice.roll(4) == 0
            && face.certify_all(position, Form::Text, &mut Meter::default(), &mut bytes).is_ok();
        if !whole {
            bytes.clear();
            face.certify(position, Form::Text, &mut Meter::default(), &mut bytes)
                .expect("a certificate");
        }
        let text = String::from_utf8(bytes).expect("UTF-8");
        let changed = mutant(&text, &mut dice);
        let verdict = face.verify(&mut changed.as_bytes(), &mut Meter::new(limits));
        match verdict {
            Err(CheckError::Io(error)) => panic!("{error}"),
            Err(_) => refused += 1,
            Ok(_) => {
                let source = open(changed.as_bytes());
                let claim = source.and_then(|mut s| Claim::read(s.as_mut())).expect("a claim");
                confirm(&mut face, &truth, &claim, &changed);
            }
        }
    }
    refused
}

/// Makes sure that a claim which was confirmed is true.
fn confirm<S: Solver>(
    face: &mut Face<S>,
    truth: &HashMap<String, Outcome>,
    claim: &Claim,
    text: &str,
) {
    let mut bytes = Vec::new();
    let honest =
        |bytes: &[u8]| open(bytes).and_then(|mut s| Claim::read(s.as_mut())).expect("a claim");
    if claim.outcome.is_none() {
        // A labelling: the labels themselves have to be the honest ones, so
        // nothing but its way of proving them may differ.
        face.certify_all(&claim.position, Form::Text, &mut Meter::default(), &mut bytes)
            .or_else(|_| {
                bytes.clear();
                let start = face.start();
                face.certify_all(&start, Form::Text, &mut Meter::default(), &mut bytes)
            })
            .expect("a certificate");
        assert_eq!(claim.values, honest(&bytes).values, "{text}");
        return;
    }
    let position = face.canonical(&claim.position).expect("a legal position");
    if let Some(outcome) = truth.get(&position) {
        assert_eq!(claim.outcome, Some(*outcome), "{text}");
    }
    face.certify(&position, Form::Text, &mut Meter::default(), &mut bytes).expect("a certificate");
    let honest = honest(&bytes);
    assert_eq!((claim.outcome, &claim.values), (honest.outcome, &honest.values), "{text}");
}
