use perfectplay_game::{Game, Notation, NotationError, Player, Tabular, words};

use super::glue::Glue;
use super::rules::{Cell, Move, Moves, Position, Superglue};

const FORM: &str = "a position: two chips, who moves and perhaps glue, as in \
                    \"1,1 3,4 First\" or \"1,1 3,4 Second glue 2,2 2,3\"";

impl Superglue {
    fn parse_cell(&self, text: &str, at: usize, word: &str) -> Result<Cell, NotationError> {
        let number = |digits: &str| digits.parse::<u32>().ok();
        word.split_once(',')
            .and_then(|(row, column)| Some(Cell { row: number(row)?, column: number(column)? }))
            .filter(|&cell| self.contains(cell))
            .ok_or_else(|| {
                let but = if self.variant.walls.is_empty() { "" } else { ", no wall" };
                let wanted = format!("a cell ROW,COLUMN up to {},{}{but}", self.rows, self.columns);
                NotationError::at(text, at, format!("{word:?}"), wanted)
            })
    }

    /// Who is to move, and how many cells Second has still to glue.
    fn parse_mover(&self, word: &str) -> Option<(Player, u32)> {
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "first" => Some((Player::First, 0)),
            "second" => Some((Player::Second, self.variant.glues)),
            _ => {
                let left = word.strip_prefix("second:")?.parse().ok()?;
                (1..self.variant.glues).contains(&left).then_some((Player::Second, left))
            }
        }
    }
}

impl Notation for Superglue {
    fn write_position(&self, position: &Position) -> String {
        let [a, b] = position.chips;
        let mut text = format!("{a} {b} {}", position.mover);
        // In the middle of a turn it says how much of it is left.
        if position.mover == Player::Second && position.to_glue != self.variant.glues {
            text.push_str(&format!(":{}", position.to_glue));
        }
        if !position.glue.is_empty() {
            text.push_str(" glue");
        }
        for cell in position.glue() {
            text.push_str(&format!(" {cell}"));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut rest = words(text);
        let mut next =
            || rest.next().ok_or_else(|| NotationError::at(text, text.len(), "the end", FORM));
        let mut chips = [Cell { row: 1, column: 1 }; 2];
        let mut last = 0;
        for chip in &mut chips {
            let (at, word) = next()?;
            *chip = self.parse_cell(text, at, word)?;
            last = at;
        }
        let (at, word) = next()?;
        let (mover, to_glue) = self.parse_mover(word).ok_or_else(|| {
            let wanted = match self.variant.glues {
                1 => "First or Second, who is to move".to_owned(),
                all => format!(
                    "First or Second, who is to move, or Second:N with N cells of {all} still to \
                     glue in this turn"
                ),
            };
            NotationError::at(text, at, format!("{word:?}"), wanted)
        })?;
        let mut glue = Vec::new();
        if let Some((at, word)) = rest.next() {
            if word != "glue" {
                let wanted = "the word glue, or the end";
                return Err(NotationError::at(text, at, format!("{word:?}"), wanted));
            }
            for (at, word) in rest {
                glue.push((self.parse_cell(text, at, word)?, at));
            }
            glue.sort_unstable();
            if let Some(pair) = glue.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                let found = format!("{} again", pair[1].0);
                return Err(NotationError::at(text, pair[1].1, found, "each glued cell once"));
            }
            if glue.is_empty() {
                return Err(NotationError::at(text, text.len(), "the end", "a glued cell"));
            }
        }
        chips.sort_unstable();
        let none = Glue::none(self.rows, self.columns);
        let glue = glue.into_iter().fold(none, |glued, (cell, _)| glued.with(cell));
        let position = Position { chips, glue, mover, to_glue };
        if position.met() && mover == Player::First {
            let wanted = "Second to move where the chips have met (the game is over)";
            return Err(NotationError::at(text, last, "two chips on one cell", wanted));
        }
        if position.met() && to_glue != self.variant.glues {
            let wanted = "Second with his whole turn to come where the chips have met";
            return Err(NotationError::at(text, at, format!("{word:?}"), wanted));
        }
        if mover == Player::Second && !position.met() && !self.has_free_cell(&position) {
            let wanted = "a free cell for Second, as there is one after every step";
            return Err(NotationError::at(text, text.len(), "no free cell", wanted));
        }
        Ok(position)
    }

    fn write_move(&self, _from: &Position, chosen: &Move) -> String {
        match chosen {
            Move::Step { from, to } => format!("{from}>{to}"),
            Move::Glue(cell) => format!("glue {cell}"),
        }
    }

    fn rules(&self) -> String {
        let start = self.write_position(&self.start());
        let ways = match self.variant.moves {
            Moves::Rook => "up, down, left or right",
            Moves::King => "in any of the eight directions",
        };
        let glues = match self.variant.glues {
            1 => "one cell that has no chip and no glue (glue ROW,COLUMN)".to_owned(),
            glues => format!(
                "{glues} cells that have no chip and no glue, or all that are left, one after the \
                 other (glue ROW,COLUMN)"
            ),
        };
        let mut rules = format!(
            "A board of {} rows and {} columns, two chips, and glue. First moves one chip that \
             does not stand on glue one step {ways} (ROW,COLUMN>ROW,COLUMN); he may step onto \
             glue, and that chip then stays for good. Then Second glues {glues}. First wins as \
             soon as both chips share a cell, glued or not; if First cannot move, Second wins.",
            self.rows, self.columns
        );
        if self.variant.torus {
            rules.push_str(
                " The board is a torus: a step over an edge comes in again at the other side.",
            );
        }
        if !self.variant.walls.is_empty() {
            rules.push_str(" Walls (X) cannot be entered, nor glued.");
        }
        format!("{rules}\nThe start is {start}.")
    }

    fn draw(&self, position: &Position) -> String {
        /// Lines and columns that are drawn at most.
        const DRAWN: u32 = 60;
        // A large board is drawn around its chips.
        let [a, b] = position.chips;
        let window = |from: u32, to: u32, end: u32| {
            let first = from.saturating_sub(DRAWN.saturating_sub(to - from) / 2).max(1);
            (first, end.min(first.saturating_add(DRAWN - 1)))
        };
        let (top, bottom) = window(a.row.min(b.row), a.row.max(b.row), self.rows);
        let (left, right) = window(a.column.min(b.column), a.column.max(b.column), self.columns);
        let mut lines = Vec::new();
        for row in top..=bottom {
            let symbol = |column| {
                let cell = Cell { row, column };
                match (position.chips.contains(&cell), position.is_glued(cell)) {
                    _ if self.is_wall(cell) => 'X',
                    (true, true) => '@',
                    (true, false) => 'o',
                    (false, true) => '#',
                    (false, false) => '.',
                }
            };
            let line: Vec<String> =
                (left..=right).map(|column| symbol(column).to_string()).collect();
            lines.push(line.join(" "));
        }
        if (top, left, bottom, right) != (1, 1, self.rows, self.columns) {
            lines.push(format!("(rows {top} to {bottom}, columns {left} to {right})"));
        }
        let walls = if self.variant.walls.is_empty() { "" } else { ", X wall" };
        lines.push(format!("o chip, # glue, @ chip on glue{walls}"));
        lines.join("\n")
    }
}

impl Tabular for Superglue {
    fn heap_bytes(&self, position: &Position) -> usize {
        position.glue.heap_bytes()
    }
}
