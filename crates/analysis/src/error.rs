use perfectplay_game::NotationError;

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
