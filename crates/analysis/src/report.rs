use perfectplay_game::{Player, Stop};
use serde::Serialize;

use crate::Evaluation;

/// What a ruleset is, apart from its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About<'a> {
    /// The name in files and on the command line.
    pub name: &'a str,
    /// The name for people.
    pub title: &'a str,
    /// What one step of effort is, in the plural.
    pub effort_unit: &'static str,
}

/// The theory that gave an answer, and why it may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Theory {
    /// Its name.
    pub name: String,
    /// Why it applies to this ruleset and position.
    pub applies: String,
}

/// Counted work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// How many steps.
    pub steps: u64,
    /// What one step is, in the plural.
    pub unit: &'static str,
}

/// The answer for one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The ruleset's name.
    pub ruleset: String,
    /// The position, in its notation.
    pub position: String,
    /// Who is to move.
    pub mover: Player,
    /// Who wins with best play; `None` for a tie, a draw, or where it is not proved.
    pub winner: Option<Player>,
    /// The evaluation for the mover.
    pub evaluation: Evaluation,
    /// Every option, best first; but for those that `unlisted` names.
    pub options: Vec<OptionReport>,
    /// Which options are not listed, in words, where there are too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<String>,
    /// The fact that decides, in one sentence.
    pub because: String,
    /// The theory used and why it applies.
    pub theory: Theory,
    /// The work it took.
    pub effort: Effort,
    /// The time it took.
    pub seconds: f64,
    /// Why the work stopped early, if it did.
    pub stopped: Option<Stop>,
}

/// One option of a position, or a run of options that differ in one number
/// alone and have the same evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionReport {
    /// The move, in its notation.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The last move of the run, where this stands for a run.
    pub through: Option<String>,
    /// The position that the (first) move leads to.
    pub position: String,
    /// The evaluation of making this move, for the player who makes it,
    /// points of the move itself included.
    pub evaluation: Evaluation,
    /// Is it proved that this option keeps the best result?
    pub keeps: bool,
}

/// One row of a labelling of all positions that a theory labels at once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Label {
    /// The position, or the run of positions.
    pub what: String,
    /// Its evaluation.
    pub evaluation: Evaluation,
    /// All moves that keep the best result, where the theory lists them with
    /// every label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
}

impl Label {
    /// A label without moves.
    pub fn new(what: String, evaluation: Evaluation) -> Self {
        Label { what, evaluation, best: Vec::new() }
    }
}

/// What a labelling came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Labelled {
    /// How many labels were given out.
    pub labels: u64,
    /// What is labelled, in words.
    pub of: String,
    /// The work it took.
    pub effort: Effort,
    /// The time it took, the receiver's own included.
    pub seconds: f64,
    /// Why the work stopped early, if it did.
    pub stopped: Option<Stop>,
}
