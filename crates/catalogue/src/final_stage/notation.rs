use perfectplay_game::{Game, Notation, NotationError, Tabular, words};

use super::rules::At;
use super::{FinalStage, Turn};

/// The word that positions after the last turn start with.
const OVER: &str = "over";

/// A number of stones in words.
pub(super) fn stones(count: impl std::fmt::Display) -> String {
    let count = count.to_string();
    let noun = if count == "1" { "stone" } else { "stones" };
    format!("{count} {noun}")
}

/// What a turn lets its mover take.
fn takes(turn: &Turn) -> String {
    match (turn.least(), turn.most()) {
        (least, most) if least == most => stones(least),
        (least, most) => format!("{least} to {}", stones(most)),
    }
}

impl FinalStage {
    fn wanted_turn(&self) -> String {
        match self.turns().len() {
            0 => format!("{OVER:?}"),
            turns => format!("a turn from 1 to {turns}, or {OVER:?}"),
        }
    }
}

impl Notation for FinalStage {
    fn write_position(&self, at: &At) -> String {
        let stones = stones(at.stones);
        match self.turn(at) {
            Some(_) => format!("turn {}, {stones}", at.played + 1),
            None => format!("{OVER}, {stones}"),
        }
    }

    fn parse_position(&self, text: &str) -> Result<At, NotationError> {
        // A comma parts as white space does: "turn 3, 17 stones".
        let spaced = text.replace(',', " ");
        let mut words = words(&spaced);
        let mut next = |wanted: &str| match words.next() {
            Some(word) => Ok(word),
            None => Err(NotationError::at(text, text.len(), "the end", wanted)),
        };
        let wanted = format!("\"turn\" or {OVER:?}, as in \"turn 1, 17 stones\"");
        let (at, head) = next(&wanted)?;
        let played = match head {
            "turn" => {
                let (at, word) = next(&self.wanted_turn())?;
                word.parse::<usize>()
                    .ok()
                    .and_then(|turn| turn.checked_sub(1))
                    .filter(|played| *played < self.turns().len())
                    .ok_or_else(|| {
                        NotationError::at(text, at, format!("{word:?}"), self.wanted_turn())
                    })?
            }
            OVER => self.turns().len(),
            _ => return Err(NotationError::at(text, at, format!("{head:?}"), wanted)),
        };
        let wanted = format!("a number of stones from 0 to {}", u64::MAX);
        let (at, word) = next(&wanted)?;
        let count =
            word.parse().map_err(|_| NotationError::at(text, at, format!("{word:?}"), wanted))?;
        let wanted = "\"stones\"";
        let (at, word) = next(wanted)?;
        if !matches!(word, "stone" | "stones") {
            return Err(NotationError::at(text, at, format!("{word:?}"), wanted));
        }
        match words.next() {
            None => Ok(At { played, stones: count }),
            Some((at, word)) => Err(NotationError::at(text, at, format!("{word:?}"), "the end")),
        }
    }

    fn write_move(&self, _from: &At, taken: &u64) -> String {
        format!("take {taken}")
    }

    fn parse_move(&self, from: &At, text: &str) -> Option<u64> {
        let mut words = text.split_whitespace();
        let ("take", count, None) = (words.next()?, words.next()?, words.next()) else {
            return None;
        };
        let taken = count.parse().ok()?;
        self.play(from, &taken).map(|_| taken)
    }

    fn rules(&self) -> String {
        let turns = match self.turns().len() {
            1 => "1 turn".to_owned(),
            n => format!("{n} turns"),
        };
        format!(
            "There is one pile, of {} at the start, and a schedule of {turns}. In each turn its \
             mover takes a number of stones within the turn's bounds. With fewer stones left than \
             the turn asks for, its mover loses. When all turns are played it is a tie. Players \
             prefer a win to a tie and a tie to a loss.\nThe schedule: {}.",
            stones(self.start().stones),
            schedule(self.turns()),
        )
    }

    /// ```text
    /// ooooo ooooo ooooo oo  17 stones
    /// > turn 3: First takes 3 to 4 stones
    ///   turn 4: Second takes 1 to 2 stones
    ///   then a tie
    /// ```
    fn draw(&self, at: &At) -> String {
        const SHOWN: usize = 8;
        let mut lines = vec![pile(at.stones)];
        let left = self.turns().get(at.played..).unwrap_or_default();
        for (nth, turn) in left.iter().take(SHOWN).enumerate() {
            let mark = if nth == 0 { '>' } else { ' ' };
            let number = at.played + nth + 1;
            lines.push(format!("{mark} turn {number}: {} takes {}", turn.mover(), takes(turn)));
        }
        lines.push(match left.len().saturating_sub(SHOWN) {
            0 if left.is_empty() => "all turns are played: a tie".to_owned(),
            0 => "  then a tie".to_owned(),
            1 => "  and 1 more turn, then a tie".to_owned(),
            more => format!("  and {more} more turns, then a tie"),
        });
        lines.join("\n")
    }
}

/// The turns for a person: the first ones, and a word that there are more.
fn schedule(turns: &[Turn]) -> String {
    const SHOWN: usize = 12;
    let turn = |(nth, turn): (usize, &Turn)| {
        format!("turn {}, {} takes {}", nth + 1, turn.mover(), takes(turn))
    };
    let mut shown: Vec<String> = turns.iter().enumerate().take(SHOWN).map(turn).collect();
    match turns.len().saturating_sub(SHOWN) {
        0 if turns.is_empty() => return "no turns".to_owned(),
        0 => {}
        more => shown.push(format!("and {more} more")),
    }
    shown.join("; ")
}

/// The pile in groups of five, if it is not too big for that.
fn pile(count: u64) -> String {
    const DRAWN: u64 = 60;
    if count == 0 || count > DRAWN {
        return format!("({})", stones(count));
    }
    let groups =
        (0..count.div_ceil(5)).map(|group| "o".repeat((count - 5 * group).min(5) as usize));
    format!("{}  ({})", groups.collect::<Vec<_>>().join(" "), stones(count))
}

impl Tabular for FinalStage {}
