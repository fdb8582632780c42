use perfectplay_analysis::About;
use perfectplay_game::{Game, Options, Player};

/// What the ruleset is.
pub(super) const ABOUT: About =
    About { name: "superglue", title: "Superglue", effort_unit: "positions searched" };

/// A cell of the board, rows and columns counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row.
    pub row: u32,
    /// The column.
    pub column: u32,
}

impl Cell {
    /// Distances along rows and along columns.
    pub fn distances(self, other: Cell) -> (u64, u64) {
        (u64::from(self.row.abs_diff(other.row)), u64::from(self.column.abs_diff(other.column)))
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// The rules of Superglue on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Superglue {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) start: Position,
}

/// Chips, glue, and who moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The chips; they are alike, so the lesser cell comes first. Both on one
    /// cell have met: then Second is to move and has lost.
    pub(super) chips: [Cell; 2],
    /// Glued cells, sorted.
    pub(super) glue: Vec<Cell>,
    pub(super) mover: Player,
}

impl Position {
    /// The chips, the lesser cell first.
    pub fn chips(&self) -> [Cell; 2] {
        self.chips
    }

    /// The glued cells, sorted.
    pub fn glue(&self) -> &[Cell] {
        &self.glue
    }

    pub(super) fn is_glued(&self, cell: Cell) -> bool {
        self.glue.binary_search(&cell).is_ok()
    }

    pub(super) fn met(&self) -> bool {
        self.chips[0] == self.chips[1]
    }
}

/// A move of either player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// First moves a chip one step.
    Step {
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
    },
    /// Second glues a cell.
    Glue(Cell),
}

impl Superglue {
    /// The game on a board with two chips and perhaps glue, First to move;
    /// `None` unless all cells lie on the board and the chips apart.
    pub fn new(rows: u32, columns: u32, chips: [Cell; 2], glue: &[Cell]) -> Option<Self> {
        let mut chips = chips;
        chips.sort_unstable();
        let mut glue = glue.to_vec();
        glue.sort_unstable();
        glue.dedup();
        let start = Position { chips, glue, mover: Player::First };
        let game = Superglue { rows, columns, start };
        let on_board = game.start.glue.iter().chain(&chips).all(|&cell| game.contains(cell));
        (on_board && !game.start.met()).then_some(game)
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        (1..=self.rows).contains(&cell.row) && (1..=self.columns).contains(&cell.column)
    }

    /// The cells next to a cell.
    pub(super) fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let Cell { row, column } = cell;
        let cells = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column.saturating_add(1)),
            (row.saturating_add(1), column),
        ];
        let (rows, columns) = (self.rows, self.columns);
        cells
            .into_iter()
            .map(|(row, column)| Cell { row, column })
            .filter(move |next| {
                (1..=rows).contains(&next.row) && (1..=columns).contains(&next.column)
            })
            .filter(move |next| *next != cell)
    }

    /// The position after a chip went from one cell to another.
    pub(super) fn stepped(&self, position: &Position, from: Cell, to: Cell) -> Position {
        let [a, b] = position.chips;
        let mut chips = if a == from { [to, b] } else { [a, to] };
        chips.sort_unstable();
        Position { chips, glue: position.glue.clone(), mover: Player::Second }
    }

    /// The position after a cell was glued.
    pub(super) fn glued(&self, position: &Position, cell: Cell) -> Position {
        let mut glue = position.glue.clone();
        let at = glue.partition_point(|&old| old < cell);
        glue.insert(at, cell);
        Position { chips: position.chips, glue, mover: Player::First }
    }
}

impl Game for Superglue {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn mover(&self, position: &Position) -> Player {
        position.mover
    }

    fn options(&self, position: &Position, into: &mut Options<Self>) {
        match position.mover {
            Player::First => {
                for from in position.chips {
                    if !position.is_glued(from) {
                        for to in self.around(from) {
                            into.push((Move::Step { from, to }, self.stepped(position, from, to)));
                        }
                    }
                }
            }
            // Chips that have met end the game: Second cannot move and loses.
            Player::Second if position.met() => {}
            Player::Second => {
                for row in 1..=self.rows {
                    for column in 1..=self.columns {
                        let cell = Cell { row, column };
                        if !position.chips.contains(&cell) && !position.is_glued(cell) {
                            into.push((Move::Glue(cell), self.glued(position, cell)));
                        }
                    }
                }
            }
        }
    }
}
