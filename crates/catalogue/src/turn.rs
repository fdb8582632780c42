//! Who is to move, in the notation of games whose positions do not tell.

use perfectplay_game::Player;

/// The text with the player behind it where that is Second: positions are
/// First's to move unless they say otherwise.
pub(crate) fn with_turn(text: String, mover: Player) -> String {
    match mover {
        Player::First => text,
        Player::Second => format!("{text} {mover}"),
    }
}

/// The text without the player at its end, and the player.
pub(crate) fn split_turn(text: &str) -> (&str, Player) {
    let text = text.trim_end();
    for player in [Player::First, Player::Second] {
        let name = player.to_string();
        if let Some(rest) = text.strip_suffix(&name)
            && (rest.is_empty() || rest.ends_with(char::is_whitespace))
        {
            return (rest.trim_end(), player);
        }
    }
    (text, Player::First)
}
