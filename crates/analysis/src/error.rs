use std::io;

use perfectplay_game::{NotationError, Stop};

/// Why a move could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The position is no legal position.
    #[error(transparent)]
    Position(#[from] NotationError),
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
