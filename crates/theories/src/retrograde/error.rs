use perfectplay_game::Stop;

use super::store::StoreError;

/// Why not all positions of a game have a standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// There are more positions or options than have numbers.
    #[error("the game is too large: {what}")]
    TooLarge {
        /// Which limit is passed.
        what: &'static str,
    },
    /// The rules say that play ends in a draw. Play that has ended is lost,
    /// tied or won: a draw is play that never ends.
    #[error("the rules end play in a draw, and a draw is no end: they should say loss, tie or win")]
    EndsInDraw,
    /// The rules gave other options when they were asked again.
    #[error("the rules gave a position other options when they were asked again")]
    Unsteady,
    /// What the game says of its ranks breaks a law of
    /// [`Ranks`](perfectplay_game::Ranks).
    #[error("the position of rank {rank}: {what}")]
    Unlawful {
        /// The rank of the position where it was seen.
        rank: u64,
        /// Which law is broken.
        what: &'static str,
    },
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stopped(stop) => Error::Stopped(stop),
            StoreError::TooLarge => Error::TooLarge { what: "it has more than 2^30 positions" },
        }
    }
}
