use perfectplay_game::{ChipsOnBoard, Stop};
use perfectplay_theories::proof_search::{Pursuit, Step};

use super::glue::MOST_CELLS;
use super::rules::{Cell, Moves, Position, Superglue};

/// A rectangle of at most 128 cells as the search sees it: First attacks,
/// and glue is the resource.
///
/// ```text
/// bit of a cell = (row - top) * width + (column - left)
///
///      left     right
/// top   0   1   2          width = 3
///       3   4   5
/// ```
///
/// The rectangle may be a part of the board. Keeping the chips inside only
/// hurts First, and glue outside is a pass of Second's, which never helps
/// him; so a win found inside is a win on the board, but a loss is not.
#[derive(Clone, Debug)]
pub(super) struct Board {
    top: u32,
    left: u32,
    height: u32,
    width: u32,
    /// All cells that are no walls.
    all: u128,
    king: bool,
    glues: u32,
    torus: bool,
    /// Cells of the first and of the last column, that have no left and no
    /// right neighbour.
    first_column: u128,
    last_column: u128,
    /// Is this the whole board, so that losses count too?
    pub(super) whole: bool,
}

impl Board {
    /// The whole board if it fits, else as much around the chips as fits;
    /// `None` where the chips are too far apart for that.
    pub(super) fn around(rules: &Superglue, chips: [Cell; 2]) -> Option<Self> {
        let (rows, columns) = (rules.rows, rules.columns);
        if u64::from(rows) * u64::from(columns) <= MOST_CELLS {
            return Some(Board::new(rules, 1, 1, rows, columns, true));
        }
        // A part of a torus is none, and walls are few enough to be whole.
        rules.board_size()?;
        let [a, b] = chips;
        let (mut top, mut bottom) = (a.row.min(b.row), a.row.max(b.row));
        let (mut left, mut right) = (a.column.min(b.column), a.column.max(b.column));
        let cells = |top: u32, bottom: u32, left: u32, right: u32| {
            u64::from(bottom - top + 1) * u64::from(right - left + 1)
        };
        if cells(top, bottom, left, right) > MOST_CELLS {
            return None;
        }
        // One line more on each side in turn, while it fits.
        loop {
            let before = (top, bottom, left, right);
            if top > 1 && cells(top - 1, bottom, left, right) <= MOST_CELLS {
                top -= 1;
            }
            if left > 1 && cells(top, bottom, left - 1, right) <= MOST_CELLS {
                left -= 1;
            }
            if bottom < rows && cells(top, bottom + 1, left, right) <= MOST_CELLS {
                bottom += 1;
            }
            if right < columns && cells(top, bottom, left, right + 1) <= MOST_CELLS {
                right += 1;
            }
            if before == (top, bottom, left, right) {
                let (height, width) = (bottom - top + 1, right - left + 1);
                return Some(Board::new(rules, top, left, height, width, false));
            }
        }
    }

    fn new(rules: &Superglue, top: u32, left: u32, height: u32, width: u32, whole: bool) -> Self {
        let cells = height * width;
        let all = if cells == 128 { u128::MAX } else { (1 << cells) - 1 };
        let column = |at: u32| (0..height).fold(0, |set, row| set | 1 << (row * width + at));
        let mut board = Board {
            top,
            left,
            height,
            width,
            all,
            king: rules.variant.moves == Moves::King,
            glues: rules.variant.glues,
            torus: rules.variant.torus,
            first_column: column(0),
            last_column: column(width - 1),
            whole,
        };
        let walls = rules.variant.walls.iter().fold(0, |set, &cell| set | board.bit(cell));
        board.all &= !walls;
        board
    }

    /// Rows and columns of this part.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.height, self.width)
    }

    fn index(&self, cell: Cell) -> Option<u8> {
        let row = cell.row.checked_sub(self.top).filter(|&row| row < self.height)?;
        let column = cell.column.checked_sub(self.left).filter(|&column| column < self.width)?;
        Some((row * self.width + column) as u8)
    }

    /// The cell of a bit.
    pub(super) fn cell(&self, index: u8) -> Cell {
        let index = u32::from(index);
        Cell { row: self.top + index / self.width, column: self.left + index % self.width }
    }

    /// The bit of a cell; 0 for cells outside.
    pub(super) fn bit(&self, cell: Cell) -> u128 {
        self.index(cell).map_or(0, |index| 1 << index)
    }

    /// Both chips, the lesser first; `None` if one is outside.
    pub(super) fn core(&self, position: &Position) -> Option<(u8, u8)> {
        let [a, b] = position.chips;
        let (a, b) = (self.index(a)?, self.index(b)?);
        Some((a.min(b), a.max(b)))
    }

    /// The glue inside.
    pub(super) fn glue(&self, position: &Position) -> u128 {
        position.glue().into_iter().fold(0, |set, cell| set | self.bit(cell))
    }

    /// The cells a step away from some cell of a set.
    fn spread(&self, cells: u128) -> u128 {
        let (width, height) = (self.width, self.height);
        let mut beside = (cells & !self.first_column) >> 1 | (cells & !self.last_column) << 1;
        if self.torus {
            beside |= (cells & self.first_column) << (width - 1)
                | (cells & self.last_column) >> (width - 1);
        }
        let from = if self.king { cells | beside } else { cells };
        let mut above_below = from >> width.min(127) | from.checked_shl(width).unwrap_or(0);
        if width == 128 {
            above_below = 0;
        }
        if self.torus {
            // From the first line to the last, and back.
            let lines = (height - 1) * width;
            let first_line = (1u128.checked_shl(width).unwrap_or(0)).wrapping_sub(1);
            above_below |= (from & first_line) << lines | from >> lines & first_line;
        }
        (beside | above_below) & self.all
    }

    /// Where a chip can ever come: through free cells, and onto glue at last.
    fn reach(&self, chip: u8, glue: u128) -> u128 {
        let mut free = (1 << chip) & !glue;
        loop {
            let more = (free | self.spread(free)) & !glue;
            if more == free {
                break;
            }
            free = more;
        }
        free | self.spread(free) & glue | 1 << chip
    }
}

impl Pursuit for Board {
    type Core = (u8, u8);
    type Error = Stop;

    fn elements(&self) -> u128 {
        self.all
    }

    fn additions(&self) -> u32 {
        self.glues
    }

    fn closed(&self, (a, b): (u8, u8)) -> u128 {
        1 << a | 1 << b
    }

    fn steps(&self, (a, b): (u8, u8), into: &mut Vec<Step<(u8, u8)>>) {
        // Steps that bring the chips together first.
        let distance = self.least_steps((a, b));
        for closer in [true, false] {
            for (chip, other) in [(a, b), (b, a)] {
                let mut targets = self.spread(1 << chip) & !(1 << chip);
                while targets != 0 {
                    let target = targets.trailing_zeros() as u8;
                    targets &= targets - 1;
                    let to = (target.min(other), target.max(other));
                    if (self.least_steps(to) < distance) == closer {
                        into.push(Step { to, needs: 1 << chip, wins: target == other });
                    }
                }
            }
        }
    }

    fn least_steps(&self, (a, b): (u8, u8)) -> u32 {
        let (rows, columns) = self.cell(a).distances(self.cell(b));
        let (mut rows, mut columns) = (rows as u32, columns as u32);
        if self.torus {
            // The shorter way round.
            rows = rows.min(self.height - rows);
            columns = columns.min(self.width - columns);
        }
        if self.king { rows.max(columns) } else { rows + columns }
    }

    fn hopeless(&self, (a, b): (u8, u8), glue: u128) -> Option<u128> {
        let (from_a, from_b) = (self.reach(a, glue), self.reach(b, glue));
        (from_a & from_b == 0).then_some((from_a | from_b) & glue)
    }

    fn horizon(&self) -> u32 {
        6
    }
}
