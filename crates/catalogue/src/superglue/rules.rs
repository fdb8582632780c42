use perfectplay_analysis::About;
use perfectplay_game::{Game, Options, Player};

/// What the ruleset is.
pub(super) const ABOUT: About<'static> =
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

/// How a chip moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Moves {
    /// Up, down, left, right.
    #[default]
    Rook,
    /// To the four corners too.
    King,
}

/// What differs from the game of the contest; the default differs in nothing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Variant {
    /// How a chip moves.
    pub moves: Moves,
    /// Do the board's edges join, left with right and top with bottom?
    pub torus: bool,
    /// Cells that chips cannot enter and that cannot be glued; sorted.
    pub walls: Vec<Cell>,
}

/// The rules of Superglue on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Superglue {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) variant: Variant,
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
        Superglue::variant(rows, columns, Variant::default(), chips, glue)
    }

    /// The same with other rules; walls have to lie on the board too, away from
    /// chips and glue.
    pub fn variant(
        rows: u32,
        columns: u32,
        mut variant: Variant,
        chips: [Cell; 2],
        glue: &[Cell],
    ) -> Option<Self> {
        variant.walls.sort_unstable();
        variant.walls.dedup();
        let mut chips = chips;
        chips.sort_unstable();
        let mut glue = glue.to_vec();
        glue.sort_unstable();
        glue.dedup();
        let start = Position { chips, glue, mover: Player::First };
        let game = Superglue { rows, columns, variant, start };
        let on_board = game.start.glue.iter().chain(&chips).all(|&cell| game.contains(cell));
        let walls = game.variant.walls.iter().all(|&cell| game.is_on_board(cell));
        (on_board && walls && !game.start.met()).then_some(game)
    }

    fn is_on_board(&self, cell: Cell) -> bool {
        (1..=self.rows).contains(&cell.row) && (1..=self.columns).contains(&cell.column)
    }

    pub(super) fn is_wall(&self, cell: Cell) -> bool {
        self.variant.walls.binary_search(&cell).is_ok()
    }

    /// Is this a cell of the board, and no wall?
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.is_on_board(cell) && !self.is_wall(cell)
    }

    /// Is this the game of the contest?
    pub(super) fn is_original(&self) -> bool {
        self.variant == Variant::default()
    }

    /// The cells that a chip may step to, in the order of the board.
    pub(super) fn around(&self, cell: Cell) -> Vec<Cell> {
        // One step along a line of `length`; 0 where there is no such cell.
        let along = |at: u32, step: i32, length: u32| match (at.checked_add_signed(step), step) {
            (Some(0), _) if self.variant.torus => length,
            (Some(to), _) if to <= length => to,
            (_, 1) if self.variant.torus => 1,
            _ => 0,
        };
        let straight = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let corners = match self.variant.moves {
            Moves::Rook => &[][..],
            Moves::King => &corners,
        };
        let mut around: Vec<Cell> = straight
            .iter()
            .chain(corners)
            .map(|&(row, column)| Cell {
                row: along(cell.row, row, self.rows),
                column: along(cell.column, column, self.columns),
            })
            .filter(|&to| to != cell && self.contains(to))
            .collect();
        around.sort_unstable();
        // On a narrow torus two ways lead to one cell.
        around.dedup();
        around
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
                        let free = !position.chips.contains(&cell) && !position.is_glued(cell);
                        if free && !self.is_wall(cell) {
                            into.push((Move::Glue(cell), self.glued(position, cell)));
                        }
                    }
                }
            }
        }
    }
}
