//! A heap with canonical forms that may be false.

use perfectplay_game::{
    Declared, Game, Notation, NotationError, Options, Player, RulesError, Tabular,
};

/// One heap, a move takes one or two: lost with a multiple of three, each three
/// stones being two plies. Two sizes are said to be alike, by one being the form
/// of the other or each of each.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    pub(crate) start: u32,
    pub(crate) alike: (u32, u32),
    pub(crate) swapped: bool,
}

impl Game for Heap {
    type Position = (u32, Player);
    type Move = u32;

    fn start(&self) -> (u32, Player) {
        (self.start, Player::First)
    }

    fn mover(&self, position: &(u32, Player)) -> Player {
        position.1
    }

    fn options(&self, &(heap, mover): &(u32, Player), into: &mut Options<Self>) {
        into.extend((1..=heap.min(2)).map(|taken| (taken, (heap - taken, mover.other()))));
    }
}

impl Notation for Heap {
    fn write_position(&self, (heap, mover): &(u32, Player)) -> String {
        format!("{heap} {mover}")
    }

    fn parse_position(&self, text: &str) -> Result<(u32, Player), NotationError> {
        let wrong = || NotationError::at(text, 0, "something else", "a heap and a player");
        let (heap, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let players = [Player::First, Player::Second];
        let mover = players.into_iter().find(|player| player.to_string() == mover);
        Ok((heap.parse().map_err(|_| wrong())?, mover.ok_or_else(wrong)?))
    }

    fn write_move(&self, _from: &(u32, Player), chosen: &u32) -> String {
        chosen.to_string()
    }

    fn rules(&self) -> String {
        "take one or two".to_owned()
    }
}

impl Tabular for Heap {
    fn declared(&self) -> Declared {
        Declared { symmetric: true, ..Declared::default() }
    }

    fn canonical(&self, &(heap, mover): &(u32, Player)) -> Result<(u32, Player), RulesError> {
        let (one, other) = self.alike;
        let form = match heap {
            _ if heap == one => other,
            _ if heap == other && self.swapped => one,
            _ => heap,
        };
        Ok((form, mover))
    }
}
