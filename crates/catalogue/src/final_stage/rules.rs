use perfectplay_analysis::About;
use perfectplay_game::{Game, Options, Outcome, Player};

use super::Turn;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> = About {
    name: "final-stage",
    title: "Final Stage",
    effort_unit: "turns, runs of stone counts, and ranges of options",
};

/// The rules of Final Stage with a schedule and a pile.
#[derive(Clone, Debug)]
pub struct FinalStage {
    turns: Vec<Turn>,
    stones: u64,
}

/// A position: how many turns have been played, and what is left of the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct At {
    /// Turns that have been played.
    pub played: usize,
    /// Stones in the pile.
    pub stones: u64,
}

impl FinalStage {
    /// The game with these turns, in order, and so many stones at the start.
    ///
    /// First and Second are the names of the two players; the schedule says
    /// who of them moves when.
    pub fn new(turns: Vec<Turn>, stones: u64) -> Self {
        FinalStage { turns, stones }
    }

    /// The schedule.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The turn to be played; `None` when all are.
    pub(super) fn turn(&self, at: &At) -> Option<&Turn> {
        self.turns.get(at.played)
    }

    /// The most stones that may be taken; `None` where there is no option.
    pub(super) fn most(&self, at: &At) -> Option<u64> {
        let turn = self.turn(at)?;
        (turn.least() <= at.stones).then(|| turn.most().min(at.stones))
    }
}

/// Options that are listed one by one, at most.
const MOST_OPTIONS: u64 = 1 << 20;

impl FinalStage {
    /// Are the options of every turn few enough to be listed one by one, as a
    /// search does? Else why not.
    pub(super) fn are_listed(&self) -> Result<(), String> {
        let wide = |turn: &Turn| turn.most() - turn.least() >= MOST_OPTIONS;
        match self.turns.iter().position(wide) {
            None => Ok(()),
            Some(at) => Err(format!(
                "turn {} has more than {MOST_OPTIONS} options, and a search lists them one by one",
                at + 1
            )),
        }
    }
}

impl Game for FinalStage {
    type Position = At;
    /// The number of stones taken.
    type Move = u64;

    fn start(&self) -> At {
        At { played: 0, stones: self.stones }
    }

    /// After the last turn nobody is to move; the one who did not make it
    /// counts as mover.
    fn mover(&self, at: &At) -> Player {
        match (self.turn(at), self.turns.last()) {
            (Some(turn), _) => turn.mover(),
            (None, Some(last)) => last.mover().other(),
            (None, None) => Player::First,
        }
    }

    fn options(&self, at: &At, into: &mut Options<Self>) {
        if let (Some(least), Some(most)) = (self.first_move(at), self.most(at)) {
            let to = |taken| At { played: at.played + 1, stones: at.stones - taken };
            into.extend((least..=most).map(|taken| (taken, to(taken))));
        }
    }

    fn ending(&self, at: &At) -> Outcome {
        if self.turn(at).is_some() { Outcome::Loss } else { Outcome::Tie }
    }

    fn play(&self, at: &At, &taken: &u64) -> Option<At> {
        let legal = self.first_move(at)? <= taken && taken <= self.most(at)?;
        legal.then(|| At { played: at.played + 1, stones: at.stones - taken })
    }

    fn first_move(&self, at: &At) -> Option<u64> {
        self.turn(at).map(Turn::least).filter(|&least| least <= at.stones)
    }
}

/// Who wins, as an outcome for one side.
pub(super) fn outcome(winner: Option<Player>, side: Player) -> Outcome {
    match winner {
        Some(winner) if winner == side => Outcome::Win,
        Some(_) => Outcome::Loss,
        None => Outcome::Tie,
    }
}
