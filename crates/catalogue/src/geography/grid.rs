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

impl Board {
    /// The free cells `.` of a picture, adjacent where they share a side; `#`
    /// is a hole. Cells are named by row and column from 1: `2,3`. Blank lines
    /// and spaces around a line do not count.
    ///
    /// Linear in the picture.
    ///
    /// # Errors
    ///
    /// See [`GridError`].
    pub fn of_grid(picture: &str) -> Result<Self, GridError> {
        let mut columns = 0;
        let mut rows = 0u64;
        // The cells that are free, row by row, and behind them the id of each
        // cell of the last row, to join it with the row below.
        let mut cells: Vec<u32> = Vec::new();
        let mut above: Vec<Option<u32>> = Vec::new();
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
                above = vec![None; columns];
            }
            if row.len() != columns {
                return Err(GridError::Ragged { line, cells: row.len(), wanted: columns });
            }
            let mut left = None;
            for (column, sign) in row.bytes().enumerate() {
                let here = if sign == b'.' {
                    let cell = rows * columns as u64 + column as u64;
                    let cell = u32::try_from(cell).ok().filter(|&cell| cell < u32::MAX);
                    cells.push(cell.ok_or(GridError::TooLarge)?);
                    Some(cells.len() as u32 - 1)
                } else {
                    None
                };
                for before in [left, above[column]] {
                    edges.extend(before.zip(here));
                }
                left = here;
                above[column] = here;
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
            "a grid of {} and {} with {}",
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
