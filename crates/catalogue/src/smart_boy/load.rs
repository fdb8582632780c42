use std::sync::Arc;

use perfectplay_analysis::{Analysis, Face};
use perfectplay_theories::lexicographic::{Aim, Preference};

use super::contest::run;
use super::rules::{ABOUT, is_word};
use super::sample::sample;
use super::{Scoring, SmartBoy, SmartBoySolver};
use crate::{BadInput, Contest, Description, Param, Ruleset};

/// Smart Boy in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "grow a word inside a dictionary and score; who cannot move loses",
    params: &[
        Param {
            name: "words",
            takes: "a list of words of letters a to z; equal words count each",
            default: Some("none; words or words-file has to be given"),
            meaning: "the dictionary",
        },
        Param {
            name: "words-file",
            takes: "the name of a text file, relative to the game file, with words parted by \
                    white space",
            default: Some("none"),
            meaning: "the dictionary, in a file of its own",
        },
        Param {
            name: "scoring",
            takes: "max-times-sum-plus-count or sum-times-count",
            default: Some("max-times-sum-plus-count"),
            meaning: "what the move that makes a word pays",
        },
        Param {
            name: "prefer",
            takes: "a list of win, own-points and rival-points in any order",
            default: Some("[\"win\", \"own-points\", \"rival-points\"]"),
            meaning: "what both players want, most important first",
        },
    ],
    load,
    contest: Some(Contest { source: "Codeforces 38F", run, sample }),
    theorem: None,
};

/// The longest word taken: sums of its letters fit 32 bits.
pub(super) const LONGEST_WORD: usize = 100_000_000;

const A_WORD: &str = "a word of letters a to z";

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let words = match (description.field("words"), description.field("words-file")) {
        (Some(_), Some(file)) => {
            return Err(file.differs("both words and words-file", "one of the two"));
        }
        (None, Some(file)) => {
            let (name, text) = description.read_named(&file)?;
            words_of_file(&name, &text)?
        }
        (_, None) => {
            let field = description.required("words", "words = [...] or words-file = \"...\"")?;
            let mut words = Vec::new();
            for item in field.list()? {
                let word = item.text()?.as_bytes();
                if !is_word(word) || word.len() > LONGEST_WORD {
                    return Err(item.error(A_WORD));
                }
                words.push(word.to_vec());
            }
            if words.is_empty() {
                return Err(field.error("at least one word"));
            }
            words
        }
    };
    let scoring = match description.field("scoring") {
        Some(field) => field.choice(&Scoring::NAMES)?,
        None => Scoring::default(),
    };
    let preference = match description.field("prefer") {
        None => Preference::default(),
        Some(field) => {
            let names = [
                ("win", Aim::Win),
                ("own-points", Aim::OwnPoints),
                ("rival-points", Aim::RivalPoints),
            ];
            let aims: Result<Vec<Aim>, BadInput> =
                field.list()?.map(|item| item.choice(&names)).collect();
            <[Aim; 3]>::try_from(aims?)
                .ok()
                .and_then(Preference::new)
                .ok_or_else(|| field.error("win, own-points and rival-points, each once"))?
        }
    };
    let rules = SmartBoy::new(words, scoring, preference)
        .map_err(|_| description.error("a bad word", A_WORD))?;
    Ok(Box::new(Face(SmartBoySolver::new(rules))))
}

fn words_of_file(name: &str, text: &Arc<str>) -> Result<Vec<Vec<u8>>, BadInput> {
    let mut words = Vec::new();
    for (at, word) in perfectplay_game::words(text) {
        if !is_word(word.as_bytes()) || word.len() > LONGEST_WORD {
            let found = crate::bad_input::quoted(word);
            return Err(BadInput::in_text(name, text, at..at + word.len(), found, A_WORD));
        }
        words.push(word.as_bytes().to_vec());
    }
    if words.is_empty() {
        return Err(BadInput::in_text(name, text, 0..0, "no word", "at least one word"));
    }
    Ok(words)
}
