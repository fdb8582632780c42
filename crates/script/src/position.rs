use std::fmt;

use perfectplay_game::Player;

use crate::literal::{self};
use crate::packed::{Packed, Reader};

/// A position of a scripted game: who moves, and a plain value, packed into
/// few bytes (24 as a whole, unless the value is large).
///
/// ```text
/// byte 0   0: First is to move, 1: Second
/// byte 1…  the value
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position(pub(crate) Packed);

impl Position {
    /// A position from its mover and its value, both packed already.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Position(Packed::of(bytes))
    }

    /// Who is to move.
    pub fn mover(&self) -> Player {
        match self.0.bytes().first() {
            Some(&SECOND) => Player::Second,
            _ => Player::First,
        }
    }

    /// The packed bytes: equal for equal positions, and different for others.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// The packed value.
    pub(crate) fn value(&self) -> &[u8] {
        self.0.bytes().get(1..).unwrap_or_default()
    }

    /// The same value with that player to move.
    pub(crate) fn with_mover(&self, mover: Player) -> Self {
        Position(self.0.with_first(byte_of(mover)))
    }
}

const SECOND: u8 = 1;

/// The byte that says who moves.
pub(crate) fn byte_of(mover: Player) -> u8 {
    match mover {
        Player::First => 0,
        Player::Second => SECOND,
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        literal::write(&mut Reader::new(self.value()), true, &mut text);
        write!(f, "{}: {text}", self.mover())
    }
}

/// A move of a scripted game: a plain value, which is its notation, and the
/// points that it pays.
#[derive(Clone, PartialEq, Eq)]
pub struct Move {
    pub(crate) value: Packed,
    pub(crate) points: u64,
}

impl Move {
    /// The points that it pays to who makes it; 0 in a game without points.
    pub fn points(&self) -> u64 {
        self.points
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&literal::text_of(&self.value))
    }
}
