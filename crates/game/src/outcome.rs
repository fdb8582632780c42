use serde::Serialize;

/// How play ends for one named side, usually the mover. Ordered: a loss is
/// less than a draw, a draw less than a tie, a tie less than a win.
///
/// A *tie* is an end: play stops and nobody has won. A *draw* is no end: play
/// can be kept going for ever, and neither side can do better. Both players
/// count for nothing in either; a player who cannot win takes a tie before a
/// draw, so that play ends where it can.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Outcome;
/// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Tie);
/// assert!(Outcome::Tie < Outcome::Win);
/// assert_eq!(Outcome::Win.for_other(), Outcome::Loss);
/// assert_eq!(Outcome::Tie.for_other(), Outcome::Tie);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The side loses against best play.
    Loss,
    /// Neither side can force an end that it likes: play goes on for ever.
    Draw,
    /// Play ends level.
    Tie,
    /// The side can force a win.
    Win,
}

impl Outcome {
    /// The same ending seen from the other side.
    pub fn for_other(self) -> Self {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Tie => Outcome::Tie,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// The outcome class of a position that has this outcome for its mover.
    pub fn class(self) -> OutcomeClass {
        match self {
            Outcome::Win => OutcomeClass::N,
            Outcome::Loss => OutcomeClass::P,
            Outcome::Tie => OutcomeClass::T,
            Outcome::Draw => OutcomeClass::D,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Tie => "tie",
            Outcome::Win => "win",
        })
    }
}

/// The outcome class of a position of a game in which both players have the
/// same options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum OutcomeClass {
    /// The **n**ext player, the mover, wins.
    N,
    /// The **p**revious player, the mover's opponent, wins.
    P,
    /// Neither can force a win, and play ends level.
    T,
    /// Neither can force a win, and play goes on for ever.
    D,
}
