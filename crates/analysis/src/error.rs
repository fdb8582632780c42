use std::io;

use perfectplay_game::{NotationError, RulesError, Stop};

/// Why a question about a position has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The position is no legal position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// The rules themselves failed.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// Why a move could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The position is no legal position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// The rules themselves failed.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The move is not among the options.
    #[error("{chosen:?} is no legal move here; legal is for example {example}")]
    Illegal {
        /// What was asked for.
        chosen: String,
        /// A legal move, or a word that there is none.
        example: String,
    },
}

/// Why a certificate was not written.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// The position is no legal position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// The rules themselves failed.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A limit was reached before the proof was complete.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// There is no certificate for this.
    #[error("no certificate: {0}")]
    NotOffered(&'static str),
    /// It cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Why a game is not searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not searched: {0}")]
pub struct NotSearched(pub String);

/// Why a solved game was not kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The position is no legal position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// The rules themselves failed.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A limit was reached; what was finished is kept, and a later run goes on
    /// from there.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// This ruleset has no table to keep.
    #[error("nothing to keep: {0}")]
    NotOffered(&'static str),
    /// The folder cannot be used.
    #[error("{0}")]
    Store(String),
}

impl From<AskError> for KeepError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Position(error) => KeepError::Position(error),
            AskError::Rules(error) => KeepError::Rules(error),
        }
    }
}

impl From<AskError> for PlayError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Position(error) => PlayError::Position(error),
            AskError::Rules(error) => PlayError::Rules(error),
        }
    }
}

impl From<AskError> for CertifyError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Position(error) => CertifyError::Position(error),
            AskError::Rules(error) => CertifyError::Rules(error),
        }
    }
}
