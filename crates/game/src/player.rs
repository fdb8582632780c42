use serde::Serialize;

/// A player, named by who moved first in the game.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Player;
/// assert_eq!(Player::First.other(), Player::Second);
/// // After three moves of an alternating game it is Second's turn.
/// assert_eq!(Player::alternating(3), Player::Second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The player who made, or will make, the first move of the game.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// Who moves after `plies` moves when turns alternate.
    pub fn alternating(plies: usize) -> Self {
        if plies.is_multiple_of(2) { Player::First } else { Player::Second }
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Player::First => "First",
            Player::Second => "Second",
        })
    }
}
