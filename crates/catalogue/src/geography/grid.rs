use perfectplay_theories::geography::Explicit;

use super::Board;
use super::board::Links;
use super::families::counted;
use super::names::Names;

/// Why a picture is no grid. Lines are counted from 1, blank ones too.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// A line has another sign than `.` and `#`.
    #[error("{found:?} in line {line}")]
    Sign {
        /// The line.
        line: usize,
        /// The sign.
        found: char,
    },
    /// A line is longer or shorter than the first.
    #[error("line {line} with {cells} cells, after lines of {wanted}")]
    Ragged {
        /// The line.
        line: usize,
        /// Its cells.
        cells: usize,
        /// The cells of the first.
        wanted: usize,
    },
    /// No cell is free.
    #[error("no free cell")]
    Empty,
    /// There are more cells than a graph may have vertices.
    #[error("too many cells")]
    TooLarge,
}

/// The steps that join two cells of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// To a cell with a common side.
    #[default]
    Sides,
    /// To a cell with a common side or corner: a king's.
    King,
    /// Two cells along a row or column and one aside: a knight's.
    Knight,
}

impl Steps {
    /// All, by the names that game files use.
    pub(super) const NAMES: [(&'static str, Steps); 3] =
        [("sides", Steps::Sides), ("king", Steps::King), ("knight", Steps::Knight)];

    /// The steps to cells before, in the order of reading: rows up and columns
    /// to the left (to the right if less than 0).
    fn back(self) -> &'static [(usize, isize)] {
        match self {
            Steps::Sides => &[(0, 1), (1, 0)],
            Steps::King => &[(0, 1), (1, -1), (1, 0), (1, 1)],
            Steps::Knight => &[(1, -2), (1, 2), (2, -1), (2, 1)],
        }
    }

    /// What a grid with these steps is called.
    fn noun(self) -> &'static str {
        match self {
            Steps::Sides => "grid",
            Steps::King => "grid for a king's steps",
            Steps::Knight => "grid for a knight's steps",
        }
    }
}

/// The most cells of a grid that is given by its size alone, so that no small
/// text fills the memory.
const MOST_CELLS: u64 = 4_000_000;

impl Board {
    /// All cells of a grid of this size.
    ///
    /// ```
    /// use perfectplay_catalogue::geography::{Board, Steps};
    /// let board = Board::of_cells(8, 8, Steps::Knight).expect("a small board");
    /// let corner = board.vertex("1,1").expect("a cell");
    /// let to: Vec<String> = board.neighbours(corner).map(|v| board.name(v)).collect();
    /// assert_eq!(to, ["2,3", "3,2"]);
    /// ```
    ///
    /// # Errors
    ///
    /// No cell, or more than 4,000,000.
    pub fn of_cells(rows: u32, columns: u32, steps: Steps) -> Result<Self, GridError> {
        match u64::from(rows) * u64::from(columns) {
            0 => Err(GridError::Empty),
            cells if cells > MOST_CELLS => Err(GridError::TooLarge),
            _ => {
                let row = ".".repeat(columns as usize) + "\n";
                Board::of_steps(&row.repeat(rows as usize), steps)
            }
        }
    }

    /// The free cells `.` of a picture, adjacent where they share a side; `#`
    /// is a hole. See [`Board::of_steps`].
    ///
    /// # Errors
    ///
    /// See [`GridError`].
    pub fn of_grid(picture: &str) -> Result<Self, GridError> {
        Board::of_steps(picture, Steps::Sides)
    }

    /// The free cells `.` of a picture, joined where a step leads from one to
    /// the other; `#` is a hole. Cells are named by row and column from 1:
    /// `2,3`. Blank lines and spaces around a line do not count.
    ///
    /// Linear in the picture.
    ///
    /// # Errors
    ///
    /// See [`GridError`].
    pub fn of_steps(picture: &str, steps: Steps) -> Result<Self, GridError> {
        let mut columns = 0;
        let mut rows = 0u64;
        // The cells that are free, row by row, and behind them the id of each
        // cell of this row and the two above it.
        let mut cells: Vec<u32> = Vec::new();
        let mut above: [Vec<Option<u32>>; 3] = Default::default();
        let mut edges = Vec::new();
        // Blank lines around the picture do not count; inside they are ragged.
        let end = picture.trim_end().len();
        for (line, row) in (1..).zip(picture[..end].lines()) {
            let row = row.trim();
            if row.is_empty() && rows == 0 {
                continue;
            }
            if let Some(found) = row.chars().find(|sign| !['.', '#'].contains(sign)) {
                return Err(GridError::Sign { line, found });
            }
            if rows == 0 {
                columns = row.len();
                above = std::array::from_fn(|_| vec![None; columns]);
            }
            if row.len() != columns {
                return Err(GridError::Ragged { line, cells: row.len(), wanted: columns });
            }
            above.rotate_right(1);
            for (column, sign) in row.bytes().enumerate() {
                let here = if sign == b'.' {
                    let cell = rows * columns as u64 + column as u64;
                    let cell = u32::try_from(cell).ok().filter(|&cell| cell < u32::MAX);
                    cells.push(cell.ok_or(GridError::TooLarge)?);
                    Some(cells.len() as u32 - 1)
                } else {
                    None
                };
                above[0][column] = here;
                for &(up, left) in steps.back() {
                    let from = column.checked_add_signed(-left);
                    let before = from.and_then(|from| above[up].get(from).copied().flatten());
                    edges.extend(before.zip(here));
                }
            }
            rows += 1;
        }
        if cells.is_empty() {
            return Err(GridError::Empty);
        }
        let free = cells.len() as u32;
        let graph = Explicit::from_edges(free, &edges).map_err(|_| GridError::TooLarge)?;
        let holes = rows * columns as u64 - u64::from(free);
        let what = format!(
            "a {} of {} and {} with {}",
            steps.noun(),
            counted(rows, "row", "rows"),
            counted(columns as u64, "column", "columns"),
            counted(holes, "hole", "holes"),
        );
        let names = Names::Cells { columns: columns as u32, cells };
        Ok(Board { links: Links::Stored(graph), names, what })
    }
}

/// Draws a grid: what each free cell shows is asked for.
pub(super) fn draw(columns: u32, cells: &[u32], show: impl Fn(u32) -> char) -> String {
    let rows = cells.last().map_or(0, |last| last / columns + 1);
    let width = columns as usize + 1;
    let mut picture = vec!['#'; width * rows as usize];
    picture.iter_mut().skip(columns as usize).step_by(width).for_each(|sign| *sign = '\n');
    for (v, &cell) in (0..).zip(cells) {
        picture[(cell / columns) as usize * width + (cell % columns) as usize] = show(v);
    }
    picture.pop();
    picture.into_iter().collect()
}
