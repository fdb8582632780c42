use perfectplay_game::{Outcome, Standing};

/// How many positions have which outcome for their mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won by their mover.
    pub wins: u64,
    /// Lost by their mover.
    pub losses: u64,
    /// Ending level.
    pub ties: u64,
    /// Never ending.
    pub draws: u64,
}

impl Counts {
    /// Counts one more position.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Loss => self.losses += 1,
            Outcome::Tie => self.ties += 1,
            Outcome::Draw => self.draws += 1,
        }
    }

    /// All positions.
    pub fn total(&self) -> u64 {
        self.wins + self.losses + self.ties + self.draws
    }
}

/// A standing, or the count of options that are not yet known to be bad, in
/// one number.
///
/// ```text
/// bits 0-1   0 undecided (in the end: a draw), 1 loss, 2 tie, 3 win
/// bits 2-31  undecided: options left; decided: remoteness
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word(pub(super) u32);

impl Word {
    /// What a remoteness and a count of options stay below.
    pub(super) const LIMIT: u32 = 1 << 30;

    /// One option, as it is taken off an undecided word.
    pub(super) const ONE: u32 = 4;

    pub(super) fn undecided(options: u32) -> Self {
        debug_assert!(options < Self::LIMIT);
        Word(options << 2)
    }

    pub(super) fn decided(outcome: Outcome, remoteness: u32) -> Self {
        debug_assert!(remoteness < Self::LIMIT);
        let code = match outcome {
            Outcome::Draw => 0,
            Outcome::Loss => 1,
            Outcome::Tie => 2,
            Outcome::Win => 3,
        };
        Word(remoteness << 2 | code)
    }

    /// Undecided so far, or a draw.
    pub(super) fn is_undecided(self) -> bool {
        self.0 & 3 == 0
    }

    /// The outcome so far; what is undecided is a draw.
    pub(super) fn outcome(self) -> Outcome {
        match self.0 & 3 {
            0 => Outcome::Draw,
            1 => Outcome::Loss,
            2 => Outcome::Tie,
            _ => Outcome::Win,
        }
    }

    /// The word of a number that has no position: more options than any has.
    pub(super) const NO_POSITION: Word = Word(!3);

    /// What is undecided is a draw, and forgets how many options it had left.
    pub(super) fn settled(self) -> Self {
        if self.is_undecided() && self != Word::NO_POSITION { Word(0) } else { self }
    }

    /// The upper bits: options left, or remoteness.
    pub(super) fn count(self) -> u32 {
        self.0 >> 2
    }

    pub(super) fn standing(self) -> Standing {
        match self.outcome() {
            Outcome::Draw => Standing::DRAW,
            outcome => Standing::decided(outcome, self.count()),
        }
    }
}

/// The best that options decided so far give their position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    /// Plies of the shortest win, `u32::MAX` for none.
    won: u32,
    /// Plies of the shortest tie, `u32::MAX` for none.
    tied: u32,
    /// Plies of the longest loss.
    lost: u32,
}

impl Best {
    /// Of no option.
    pub(super) const NONE: Best = Best { won: u32::MAX, tied: u32::MAX, lost: 0 };

    /// Counts an option, which is decided.
    #[inline]
    pub(super) fn add(&mut self, option: Word, keeps_turn: bool) {
        let plies = option.count() + 1;
        match option.outcome() {
            Outcome::Tie => self.tied = self.tied.min(plies),
            decided if keeps_turn == (decided == Outcome::Win) => self.won = self.won.min(plies),
            _ => self.lost = self.lost.max(plies),
        }
    }

    /// The word of the position, all of whose options were counted.
    #[inline]
    pub(super) fn word(self) -> Word {
        match self {
            Best { won: u32::MAX, tied: u32::MAX, lost } => Word::decided(Outcome::Loss, lost),
            Best { won: u32::MAX, tied, .. } => Word::decided(Outcome::Tie, tied),
            Best { won, .. } => Word::decided(Outcome::Win, won),
        }
    }
}
