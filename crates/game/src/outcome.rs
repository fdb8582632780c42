use serde::Serialize;

/// How play ends for one named side, usually the mover. Ordered: a loss is
/// less than a draw, a draw less than a win.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Outcome;
/// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
/// assert_eq!(Outcome::Win.for_other(), Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The side loses against best play.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side can force a win.
    Win,
}

impl Outcome {
    /// The same ending seen from the other side.
    pub fn for_other(self) -> Self {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// The outcome class of a position that has this outcome for its mover.
    pub fn class(self) -> OutcomeClass {
        match self {
            Outcome::Win => OutcomeClass::N,
            Outcome::Loss => OutcomeClass::P,
            Outcome::Draw => OutcomeClass::D,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
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
    /// Neither can force a win.
    D,
}
