use perfectplay_game::{NotationError, Player};

use crate::literal::{self, Plain, is_unseen};
use crate::packed::{Head, Packed, Reader};
use crate::position::Position;

/// How the positions of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Strings stand for themselves: play starts with one.
    pub(crate) bare: bool,
    /// Whose turn it is.
    pub(crate) turn: Turn,
}

/// How a position says whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The value says so itself.
    InTheValue,
    /// `second: ` in front; who moves matters for names alone.
    WhereSecond,
    /// `first: ` or `second: ` in front.
    Always,
}

const FIRST: &str = "first:";
const SECOND: &str = "second:";
/// In front of a value that is no string, where strings stand for themselves.
const VALUE: char = '=';

impl Style {
    pub(crate) fn write(self, position: &Position) -> String {
        let mut text = match (self.turn, position.mover()) {
            (Turn::InTheValue, _) | (Turn::WhereSecond, Player::First) => String::new(),
            (Turn::Always, Player::First) => format!("{FIRST} "),
            (_, Player::Second) => format!("{SECOND} "),
        };
        let value = position.value();
        match Reader::new(value).head() {
            Head::Text(bare) if self.bare && stands_for_itself(bare) => text.push_str(bare),
            Head::Text(_) => literal::write(&mut Reader::new(value), true, &mut text),
            _ => {
                if self.bare {
                    text.extend([VALUE, ' ']);
                }
                literal::write(&mut Reader::new(value), true, &mut text);
            }
        }
        text
    }

    /// Who moves, as far as the text says so, and the value.
    pub(crate) fn parse(self, text: &str) -> Result<(Player, Plain), NotationError> {
        let whole = text;
        let text = text.trim_end();
        let mut at = text.len() - text.trim_start().len();
        let mut mover = Player::First;
        if self.turn != Turn::InTheValue {
            for (prefix, player) in [(FIRST, Player::First), (SECOND, Player::Second)] {
                if let Some(rest) = text[at..].strip_prefix(prefix) {
                    at = text.len() - rest.trim_start().len();
                    mover = player;
                    break;
                }
            }
        }
        let rest = &text[at..];
        let value = match rest.chars().next() {
            None => return Err(NotationError::at(whole, at, "nothing", "a position")),
            Some(VALUE) if self.bare => literal::parse(text, at + VALUE.len_utf8())?,
            Some('"' | '\'') => literal::parse(text, at)?,
            _ if self.bare => match rest.find(is_unseen) {
                None => Plain::Text(rest.to_owned()),
                Some(unseen) => {
                    let found = "a character that cannot be seen";
                    return Err(NotationError::at(whole, at + unseen, found, "one line of text"));
                }
            },
            _ => literal::parse(text, at)?,
        };
        Ok((mover, value))
    }
}

/// Can the string be written without quotes?
fn stands_for_itself(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && !text.starts_with(['"', '\'', VALUE])
        && !text.starts_with(FIRST)
        && !text.starts_with(SECOND)
        && !text.contains(is_unseen)
}

/// A move as text: strings stand for themselves, where they can.
pub(crate) fn move_text(chosen: &Packed) -> String {
    match Reader::new(chosen.bytes()).head() {
        Head::Text(bare) if stands_for_itself(bare) => bare.to_owned(),
        _ => literal::text_of(chosen),
    }
}
