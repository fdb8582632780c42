use crate::Outcome;

/// An outcome with the plies until play ends, for the mover of a position.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Outcome, Standing};
/// let lost = Standing::decided(Outcome::Loss, 4);
/// assert_eq!(lost.to_string(), "loss in 4");
/// assert_eq!(lost.outcome_after(false), Outcome::Win);
/// assert_eq!(Standing::DRAW.remoteness, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The outcome for the mover.
    pub outcome: Outcome,
    /// Plies to the end: of a win and a loss, when the winner hurries and the
    /// loser delays; of a tie, the fewest. `None` exactly for a draw, which
    /// does not end.
    pub remoteness: Option<u32>,
}

impl Standing {
    /// Play never ends.
    pub const DRAW: Standing = Standing { outcome: Outcome::Draw, remoteness: None };

    /// An outcome other than a draw, in so many plies.
    pub fn decided(outcome: Outcome, plies: u32) -> Self {
        Standing { outcome, remoteness: Some(plies) }
    }

    /// The outcome for a player who moves to this position: turned unless the
    /// turn is kept.
    pub fn outcome_after(self, keeps_turn: bool) -> Outcome {
        if keeps_turn { self.outcome } else { self.outcome.for_other() }
    }
}

impl std::fmt::Display for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.remoteness {
            Some(plies) => write!(f, "{} in {plies}", self.outcome),
            None => write!(f, "{}", self.outcome),
        }
    }
}
