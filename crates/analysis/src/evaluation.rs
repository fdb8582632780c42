use perfectplay_game::{Known, Outcome, Player};
use serde::Serialize;

use crate::counted;

/// What a theory knows beyond the outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Value {
    /// The Grundy value of the position (a nimber): 0 is lost for the mover.
    Grundy {
        /// The nimber; values of heaps of any size may need 128 bits.
        nimber: u128,
        /// Plies to the end, the winner hurrying and the loser delaying, where
        /// they are known.
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u64>,
    },
    /// Points still to come under best play.
    Points {
        /// For the side of the evaluation.
        own: u64,
        /// For its opponent.
        other: u64,
    },
    /// Points still to come for the side, less those for its opponent, under
    /// best play.
    Margin {
        /// The difference.
        points: i64,
    },
    /// Sizes of maximum matchings of the graph that is left.
    Matching {
        /// With the vertex of the token.
        with: u64,
        /// Without it.
        without: u64,
    },
    /// Plies to the end, the winner hurrying and the loser delaying.
    Remoteness {
        /// The number of plies.
        plies: u64,
    },
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Grundy { nimber, plies: None } => write!(f, "Grundy value {nimber}"),
            Value::Grundy { nimber, plies: Some(plies) } => {
                write!(f, "Grundy value {nimber}, ends in {}", counted(*plies, "plies"))
            }
            Value::Points { own, other } => {
                write!(f, "{} against {other}", counted(*own, "points"))
            }
            Value::Margin { points: 0 } => f.write_str("level on points"),
            Value::Margin { points } if *points > 0 => {
                write!(f, "{} ahead", counted(*points, "points"))
            }
            Value::Margin { points } => {
                write!(f, "{} behind", counted(points.unsigned_abs(), "points"))
            }
            Value::Matching { with, without } => {
                write!(f, "matching {with} with the token's vertex, {without} without")
            }
            Value::Remoteness { plies } => {
                write!(f, "ends in {}", counted(*plies, "plies"))
            }
        }
    }
}

/// How play goes on from a position for one named side, both playing best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evaluation {
    /// Whose win, loss and points these are.
    pub side: Player,
    /// How it ends for that side.
    pub outcome: Known<Outcome>,
    /// What the theory knows beyond the outcome; `None` where it knows no more.
    pub value: Option<Known<Value>>,
}

impl Evaluation {
    /// An exact outcome with nothing beyond it.
    pub fn exact(side: Player, outcome: Outcome) -> Self {
        Evaluation { side, outcome: Known::Exact(outcome), value: None }
    }

    /// An exact outcome with an exact value.
    pub fn with_value(side: Player, outcome: Outcome, value: Value) -> Self {
        let value = Some(Known::Exact(value));
        Evaluation { value, ..Evaluation::exact(side, outcome) }
    }

    /// The evaluation of a Grundy value in normal play, for `side`, who is to
    /// move there, or has just moved there.
    pub fn grundy(side: Player, to_move: bool, nimber: impl Into<u128>) -> Self {
        let nimber = nimber.into();
        let outcome = if (nimber != 0) == to_move { Outcome::Win } else { Outcome::Loss };
        Evaluation::with_value(side, outcome, Value::Grundy { nimber, plies: None })
    }

    /// Nothing was proved.
    pub fn unknown(side: Player) -> Self {
        Evaluation { side, outcome: Known::Unknown, value: None }
    }

    /// The winner, if it is proved that there is one.
    pub fn winner(&self) -> Option<Player> {
        match self.outcome.exact()? {
            Outcome::Win => Some(self.side),
            Outcome::Loss => Some(self.side.other()),
            Outcome::Draw | Outcome::Tie => None,
        }
    }

    /// The least and the most the outcome can be for the side.
    pub fn bounds(&self) -> (Outcome, Outcome) {
        match &self.outcome {
            Known::Exact(outcome) => (*outcome, *outcome),
            Known::Bounded { least, most } => (*least, *most),
            Known::Unknown => (Outcome::Loss, Outcome::Win),
        }
    }
}
