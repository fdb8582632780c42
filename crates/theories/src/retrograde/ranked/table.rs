use perfectplay_game::{Meter, Ranks};

use crate::retrograde::standing::Word;
use crate::retrograde::{Counts, Error, Standing};

/// The standings of all positions that have a rank.
#[derive(Clone, Debug)]
pub struct Solved {
    rows: Rows,
    /// Is what is undecided a draw, or not known?
    whole: bool,
    bytes: u64,
}

#[derive(Clone, Debug)]
enum Rows {
    /// Two bits of outcome and a byte of remoteness.
    ///
    /// ```text
    /// bits of rank r   2 (r mod 32) of word r / 32: as in a word
    /// byte of rank r   remoteness; 255 where it is larger, and listed by rank
    ///                  among `far`. An undecided rank has 0, or 255 where it
    ///                  has no position.
    /// ```
    Narrow { outcomes: Vec<u64>, plies: Vec<u8>, far: Vec<(u32, u32)> },
    /// Words as they are, where many are far from the end.
    Wide(Vec<Word>),
}

/// What a byte says of a remoteness that it does not hold.
const FAR: u8 = u8::MAX;

fn is_far(word: &Word) -> bool {
    !word.is_undecided() && word.count() >= FAR.into()
}

impl Solved {
    pub(super) fn none() -> Self {
        Solved { rows: Rows::Wide(Vec::new()), whole: false, bytes: 0 }
    }

    /// Puts words into narrow rows, if they are not many that do not fit, and
    /// if there is memory for both while it is done. The meter holds the bytes
    /// of the words, and then those of the rows.
    pub(super) fn new(words: Vec<Word>, whole: bool, meter: &mut Meter) -> Self {
        let wide = words.capacity() as u64 * 4;
        let far = words.iter().filter(|word| is_far(word)).count();
        let narrow = words.len().div_ceil(32) as u64 * 8 + words.len() as u64 + far as u64 * 8;
        if far > words.len() / 8 || meter.hold(narrow).is_err() {
            return Solved { rows: Rows::Wide(words), whole, bytes: wide };
        }
        let mut outcomes = vec![0; words.len().div_ceil(32)];
        let mut plies = vec![0; words.len()];
        let mut listed = Vec::with_capacity(far);
        for (rank, word) in words.iter().enumerate() {
            outcomes[rank / 32] |= u64::from(word.0 & 3) << (rank % 32 * 2);
            plies[rank] = match word {
                word if *word == Word::NO_POSITION => FAR,
                word if word.is_undecided() => 0,
                word => u8::try_from(word.count()).unwrap_or(FAR),
            };
            if is_far(word) {
                listed.push((rank as u32, word.count()));
            }
        }
        meter.release(wide);
        Solved { rows: Rows::Narrow { outcomes, plies, far: listed }, whole, bytes: narrow }
    }

    /// How many ranks there are.
    pub fn size(&self) -> u64 {
        match &self.rows {
            Rows::Narrow { plies, .. } => plies.len() as u64,
            Rows::Wide(words) => words.len() as u64,
        }
    }

    /// The word of a rank; an undecided one has no options left, or is
    /// [`Word::NO_POSITION`].
    fn word(&self, rank: usize) -> Option<Word> {
        match &self.rows {
            Rows::Wide(words) => Some(words.get(rank)?.settled()),
            Rows::Narrow { outcomes, plies, far } => {
                let byte = *plies.get(rank)?;
                let code = (outcomes[rank / 32] >> (rank % 32 * 2)) as u32 & 3;
                Some(match (code, byte) {
                    (0, FAR) => Word::NO_POSITION,
                    (0, _) => Word(0),
                    (_, FAR) => {
                        let at = far.binary_search_by_key(&rank, |(rank, _)| *rank as usize);
                        let plies = at.map_or(u32::from(FAR), |at| far[at].1);
                        Word(plies << 2 | code)
                    }
                    (_, byte) => Word(u32::from(byte) << 2 | code),
                })
            }
        }
    }

    /// The standing of the position with a rank, for its mover; `None` where
    /// there is none, or it was not decided.
    pub fn get(&self, rank: u64) -> Option<Standing> {
        let word = self.word(usize::try_from(rank).ok()?)?;
        let known = self.whole || !word.is_undecided();
        (known && word != Word::NO_POSITION).then(|| word.standing())
    }

    /// The standing of a position of the game that was solved.
    pub fn standing<G: Ranks>(&self, game: &G, position: &G::Position) -> Option<Standing> {
        self.get(game.rank(position))
    }

    /// All positions that were decided, by their ranks.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Standing)> + '_ {
        (0..self.size()).filter_map(|rank| Some((rank, self.get(rank)?)))
    }

    /// How many positions have which outcome; those that were not decided are
    /// not counted.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.iter().for_each(|(_, standing)| counts.add(standing.outcome));
        counts
    }

    /// Bytes held: what was announced to the meter and left there.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// What was found before work stopped, and why it did.
#[derive(Debug)]
pub struct Unfinished {
    /// Why.
    pub why: Error,
    /// The standings that are proved. No draws: that play never ends is seen
    /// at the end alone.
    pub found: Solved,
}

impl std::fmt::Display for Unfinished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for Unfinished {}
