use perfectplay_analysis::About;
use perfectplay_game::{Game, Notation, NotationError, Options, PaysPoints, Player, Tabular};
use perfectplay_theories::lexicographic::{Aim, Preference};

use super::Scoring;
use super::dictionary::Dictionary;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> =
    About { name: "smart-boy", title: "Smart Boy", effort_unit: "letters, substrings and moves" };

/// The rules of Smart Boy with a dictionary.
#[derive(Clone, Debug)]
pub struct SmartBoy {
    pub(super) dictionary: Dictionary,
    pub(super) scoring: Scoring,
    pub(super) preference: Preference,
}

/// Where a letter is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Before the word; the opening counts as this.
    Front,
    /// After the word.
    Behind,
}

impl SmartBoy {
    /// The game on these dictionary words, which may repeat.
    ///
    /// # Errors
    ///
    /// The index of a word that is empty or has another letter than a to z.
    pub fn new(
        words: Vec<Vec<u8>>,
        scoring: Scoring,
        preference: Preference,
    ) -> Result<Self, usize> {
        let bad = |word: &Vec<u8>| !is_word(word);
        match words.iter().position(bad) {
            Some(at) => Err(at),
            None => Ok(SmartBoy { dictionary: Dictionary::new(&words), scoring, preference }),
        }
    }
}

pub(super) fn is_word(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_lowercase)
}

/// The word with a letter added.
pub(super) fn added(word: &[u8], place: Place, letter: u8) -> Vec<u8> {
    match place {
        Place::Front => [&[letter], word].concat(),
        Place::Behind => [word, &[letter]].concat(),
    }
}

/// a = 1 to z = 26.
pub(super) fn letter_value(letter: u8) -> u8 {
    letter - b'a' + 1
}

impl SmartBoy {
    /// What a search asks for, who wins by the end of play, is what players
    /// want most; else why it says nothing.
    pub(super) fn wins_first(&self) -> Result<(), &'static str> {
        match self.preference.aims() {
            [Aim::Win, ..] => Ok(()),
            _ => Err("players want points more than to win, and a search asks who wins"),
        }
    }
}

impl Game for SmartBoy {
    /// What stands on the paper.
    type Position = Vec<u8>;
    type Move = (Place, u8);

    fn start(&self) -> Vec<u8> {
        Vec::new()
    }

    fn mover(&self, word: &Vec<u8>) -> Player {
        Player::alternating(word.len())
    }

    fn options(&self, word: &Vec<u8>, into: &mut Options<Self>) {
        let found = self.dictionary.occurrences(word);
        // On empty paper front and behind are the same move.
        let places = match word.is_empty() {
            true => &[(Place::Front, self.dictionary.alphabet())][..],
            false => &[(Place::Front, found.before), (Place::Behind, found.after)],
        };
        for &(place, letters) in places {
            for letter in (b'a'..=b'z').filter(|letter| letters >> (letter - b'a') & 1 == 1) {
                into.push(((place, letter), added(word, place, letter)));
            }
        }
    }
}

impl PaysPoints for SmartBoy {
    fn points(&self, _from: &Vec<u8>, to: &Vec<u8>) -> u64 {
        let values = || to.iter().map(|&letter| letter_value(letter));
        let sum = values().map(u64::from).sum();
        let count = self.dictionary.occurrences(to).entries;
        self.scoring.points(values().max().unwrap_or(0), sum, count)
    }
}

/// How the empty paper is written.
pub(super) const EMPTY: &str = "-";

impl Notation for SmartBoy {
    fn write_position(&self, word: &Vec<u8>) -> String {
        match word.is_empty() {
            true => EMPTY.to_owned(),
            false => String::from_utf8_lossy(word).into_owned(),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Vec<u8>, NotationError> {
        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        if trimmed == EMPTY {
            return Ok(Vec::new());
        }
        let wanted = "a word of letters a to z, or - for the empty paper";
        if trimmed.is_empty() {
            return Err(NotationError::at(text, 0, "nothing", wanted));
        }
        if let Some((at, letter)) = trimmed.char_indices().find(|(_, c)| !c.is_ascii_lowercase()) {
            return Err(NotationError::at(text, start + at, format!("{letter:?}"), wanted));
        }
        let word = trimmed.as_bytes();
        if self.dictionary.contains(word) {
            return Ok(word.to_vec());
        }
        // The first letter that cannot stand there any more.
        let fits = (1..word.len()).take_while(|&n| self.dictionary.contains(&word[..n])).count();
        let found = format!("{:?}", char::from(word[fits]));
        let wanted = "a word that occurs in some dictionary word";
        Err(NotationError::at(text, start + fits, found, wanted))
    }

    fn write_move(&self, from: &Vec<u8>, &(place, letter): &(Place, u8)) -> String {
        let letter = char::from(letter);
        match place {
            _ if from.is_empty() => letter.to_string(),
            Place::Front => format!("{letter}+"),
            Place::Behind => format!("+{letter}"),
        }
    }

    fn rules(&self) -> String {
        let entries = match self.dictionary.len() {
            1 => "1 entry".to_owned(),
            n => format!("{n} entries"),
        };
        let aims: Vec<&str> = self.preference.aims().map(aim_in_words).to_vec();
        format!(
            "The paper starts empty. The first player writes a letter that occurs in some \
             dictionary word; afterwards the mover adds one letter in front (x+) or behind (+x), \
             and what stands there must occur in some dictionary word, letters next to each \
             other. Who cannot move loses.\nThe move that makes a word pays {}.\nBoth players \
             want, in this order: {}.\nThe dictionary has {entries}: {}.",
            self.scoring.in_words(),
            aims.join(", then "),
            some_words(&self.dictionary),
        )
    }

    fn draw(&self, word: &Vec<u8>) -> String {
        let paper = String::from_utf8_lossy(word);
        let edge = "-".repeat(paper.len().max(1) + 2);
        format!("+{edge}+\n| {paper:1} |\n+{edge}+")
    }
}

fn aim_in_words(aim: Aim) -> &'static str {
    match aim {
        Aim::Win => "to win",
        Aim::OwnPoints => "many points of their own",
        Aim::RivalPoints => "few points for the rival",
    }
}

/// The first words of a dictionary, and a word that there are more.
fn some_words(dictionary: &Dictionary) -> String {
    const SHOWN: usize = 12;
    const LETTERS: usize = 40;
    let shown: Vec<String> = dictionary
        .entries()
        .take(SHOWN)
        .map(|word| {
            let text = String::from_utf8_lossy(&word[..word.len().min(LETTERS)]).into_owned();
            if word.len() > LETTERS { text + "…" } else { text }
        })
        .collect();
    let more = if dictionary.len() > SHOWN { ", …" } else { "" };
    shown.join(", ") + more
}

impl Tabular for SmartBoy {
    fn heap_bytes(&self, word: &Vec<u8>) -> usize {
        word.len()
    }
}
