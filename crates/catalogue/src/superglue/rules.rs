use perfectplay_analysis::About;
use perfectplay_game::{Game, Options, Player};

use super::glue::Glue;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// How a chip moves.
    pub moves: Moves,
    /// How many cells Second glues in a turn, 1 at least.
    pub glues: u32,
    /// Do the board's edges join, left with right and top with bottom?
    pub torus: bool,
    /// Cells that chips cannot enter and that cannot be glued; sorted.
    pub walls: Vec<Cell>,
}

impl Default for Variant {
    fn default() -> Self {
        Variant { moves: Moves::default(), glues: 1, torus: false, walls: Vec::new() }
    }
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
    pub(super) glue: Glue,
    pub(super) mover: Player,
    /// How many cells Second has still to glue in this turn; 0 where First is
    /// to move.
    pub(super) to_glue: u32,
}

impl Position {
    /// The chips, the lesser cell first.
    pub fn chips(&self) -> [Cell; 2] {
        self.chips
    }

    /// The glued cells, sorted.
    pub fn glue(&self) -> Vec<Cell> {
        self.glue.cells()
    }

    pub(super) fn is_glued(&self, cell: Cell) -> bool {
        self.glue.contains(cell)
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
    /// chips and glue, and Second has to glue something.
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
        let mut glued = Glue::none(rows, columns);
        let start = Position { chips, glue: glued.clone(), mover: Player::First, to_glue: 0 };
        let mut game = Superglue { rows, columns, variant, start };
        let on_board = glue.iter().chain(&chips).all(|&cell| game.contains(cell));
        if on_board {
            glued = glue.iter().fold(glued, |glued, &cell| glued.with(cell));
        }
        game.start.glue = glued;
        let walls = game.variant.walls.iter().all(|&cell| game.is_on_board(cell));
        let turns = game.variant.glues > 0;
        (on_board && walls && turns && !game.start.met()).then_some(game)
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

    /// The cells that a chip may step to, in the order of the board: so many
    /// at the front of the array.
    pub(super) fn around(&self, cell: Cell) -> ([Cell; 8], usize) {
        // One step along a line of `length`; 0 where there is no such cell.
        let along = |at: u32, step: i32, length: u32| match (at.checked_add_signed(step), step) {
            (Some(0), _) if self.variant.torus => length,
            (Some(to), _) if to <= length => to,
            (_, 1) if self.variant.torus => 1,
            _ => 0,
        };
        let mut around = [cell; 8];
        let mut count = 0;
        for down in [-1, 0, 1] {
            for right in [-1, 0, 1] {
                let king = self.variant.moves == Moves::King;
                if (down == 0) == (right == 0) && !(king && down != 0) {
                    continue;
                }
                let row = along(cell.row, down, self.rows);
                let to = Cell { row, column: along(cell.column, right, self.columns) };
                // On a narrow torus two ways lead to one cell.
                if to != cell && self.contains(to) && !around[..count].contains(&to) {
                    around[count] = to;
                    count += 1;
                }
            }
        }
        // Over an edge the order is another.
        if self.variant.torus {
            around[..count].sort_unstable();
        }
        (around, count)
    }

    /// The cells that a chip of a position may step to.
    fn steps(&self, position: &Position, chip: Cell) -> ([Cell; 8], usize) {
        if position.is_glued(chip) { ([chip; 8], 0) } else { self.around(chip) }
    }

    /// The position after a chip went from one cell to another.
    pub(super) fn stepped(&self, position: &Position, from: Cell, to: Cell) -> Position {
        let [a, b] = position.chips;
        let mut chips = if a == from { [to, b] } else { [a, to] };
        chips.sort_unstable();
        let glue = position.glue.clone();
        Position { chips, glue, mover: Player::Second, to_glue: self.variant.glues }
    }

    /// Is there a cell that can be glued?
    pub(super) fn has_free_cell(&self, position: &Position) -> bool {
        let bare = |chip: &&Cell| !position.is_glued(**chip);
        let [a, b] = &position.chips;
        let chips = if a == b { 1 } else { 2 };
        let chips = [a, b].into_iter().take(chips).filter(bare).count();
        let taken = self.variant.walls.len() + position.glue.len() + chips;
        (taken as u64) < u64::from(self.rows) * u64::from(self.columns)
    }

    /// The position after a cell was glued.
    pub(super) fn glued(&self, position: &Position, cell: Cell) -> Position {
        let glue = position.glue.with(cell);
        let to_glue = position.to_glue.saturating_sub(1);
        let mut after = Position { chips: position.chips, glue, mover: Player::Second, to_glue };
        // A turn ends early where nothing is left to glue.
        if to_glue == 0 || !self.has_free_cell(&after) {
            (after.mover, after.to_glue) = (Player::First, 0);
        }
        after
    }

    /// The cells that Second may glue, in the order of the board.
    fn free_cells(&self, position: &Position) -> impl Iterator<Item = Cell> {
        let (rows, columns) = if position.met() { (0, 0) } else { (self.rows, self.columns) };
        let cells = (1..=rows).flat_map(move |row| (1..=columns).map(move |c| (row, c)));
        cells.map(|(row, column)| Cell { row, column }).filter(move |&cell| {
            !position.chips.contains(&cell) && !position.is_glued(cell) && !self.is_wall(cell)
        })
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
                    let (targets, count) = self.steps(position, from);
                    for &to in &targets[..count] {
                        into.push((Move::Step { from, to }, self.stepped(position, from, to)));
                    }
                }
            }
            // Chips that have met end the game: Second cannot move and loses.
            Player::Second => {
                let glue = |cell| (Move::Glue(cell), self.glued(position, cell));
                into.extend(self.free_cells(position).map(glue));
            }
        }
    }

    fn first_move(&self, position: &Position) -> Option<Move> {
        match position.mover {
            Player::First => position.chips.into_iter().find_map(|from| {
                let (targets, count) = self.steps(position, from);
                targets[..count].first().map(|&to| Move::Step { from, to })
            }),
            Player::Second => self.free_cells(position).next().map(Move::Glue),
        }
    }

    fn play(&self, position: &Position, chosen: &Move) -> Option<Position> {
        match *chosen {
            Move::Step { from, to } if position.mover == Player::First => {
                let stands = position.chips.contains(&from);
                let (targets, count) = self.steps(position, from);
                let legal = stands && targets[..count].contains(&to);
                legal.then(|| self.stepped(position, from, to))
            }
            Move::Glue(cell) if position.mover == Player::Second => {
                let free = !position.met()
                    && self.contains(cell)
                    && !position.chips.contains(&cell)
                    && !position.is_glued(cell);
                free.then(|| self.glued(position, cell))
            }
            _ => None,
        }
    }
}
