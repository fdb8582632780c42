use std::fmt;

use perfectplay_game::Stop;

/// A law of [`MonotoneResource`](perfectplay_game::MonotoneResource), by its
/// name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// Core, resource and mover are the position; cores and numbers are the
    /// same.
    Positions,
    /// Elements only forbid the hindered side's options.
    Forbidding,
    /// The opponent adds what the core leaves open, and nothing else.
    Adding,
    /// Who has no option loses, and the hindered side has won by the core
    /// alone.
    Ends,
    /// The opponent has an element to add while play goes on.
    ElementsLeft,
}

impl fmt::Display for Law {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Law::Positions => "core, resource and mover are the position",
            Law::Forbidding => "elements only forbid the hindered side's options, each alone",
            Law::Adding => "the opponent adds what the core leaves open, and nothing else",
            Law::Ends => {
                "who has no option loses, and a win of the hindered side's is one by the core alone"
            }
            Law::ElementsLeft => "the opponent has an element to add while play goes on",
        })
    }
}

/// Why a game with a monotone resource was not searched to an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeclaredError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// What is declared was found false.
    #[error("the resource is not monotone as declared: at {position}, {what}; the law: {law}")]
    False {
        /// The witness, in its notation.
        position: String,
        /// The law that is broken.
        law: Law,
        /// What is so there, and what the declaration says.
        what: String,
    },
    /// What was asked for is no position in which play goes on.
    #[error("there is nothing to search: {what}")]
    Nothing {
        /// What is wrong with it.
        what: String,
    },
}
