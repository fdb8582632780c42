use std::hash::{Hash, Hasher};

use super::rules::Cell;

/// Most cells of a board whose glue is a word.
pub(super) const MOST_CELLS: u64 = 128;

/// The glued cells of a board: a bit each where the board is small enough, and
/// a sorted list elsewhere. A board has one of the two for all its positions.
///
/// ```text
/// bit of a cell = (row - 1) * columns + (column - 1)
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Glue {
    Bits { cells: u128, columns: u32 },
    List(Vec<Cell>),
}

impl Hash for Glue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            // The columns are the same for all positions of a board.
            Glue::Bits { cells, .. } => state.write_u128(*cells),
            Glue::List(cells) => cells.hash(state),
        }
    }
}

impl Glue {
    /// No glue on a board of this size.
    pub(super) fn none(rows: u32, columns: u32) -> Self {
        match u64::from(rows) * u64::from(columns) <= MOST_CELLS {
            true => Glue::Bits { cells: 0, columns },
            false => Glue::List(Vec::new()),
        }
    }

    /// The same with one more cell, which lies on the board.
    pub(super) fn with(&self, cell: Cell) -> Self {
        match self {
            Glue::Bits { cells, columns } => {
                Glue::Bits { cells: cells | bit(cell, *columns), columns: *columns }
            }
            Glue::List(cells) => {
                let mut cells = cells.clone();
                let at = cells.partition_point(|&old| old < cell);
                if cells.get(at) != Some(&cell) {
                    cells.insert(at, cell);
                }
                Glue::List(cells)
            }
        }
    }

    /// Bytes beyond its own size.
    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Glue::Bits { .. } => 0,
            Glue::List(cells) => cells.capacity() * size_of::<Cell>(),
        }
    }

    /// Is a cell of the board glued?
    pub(super) fn contains(&self, cell: Cell) -> bool {
        match self {
            Glue::Bits { cells, columns } => cells & bit(cell, *columns) != 0,
            Glue::List(cells) => cells.binary_search(&cell).is_ok(),
        }
    }

    /// How many cells are glued.
    pub(super) fn len(&self) -> usize {
        match self {
            Glue::Bits { cells, .. } => cells.count_ones() as usize,
            Glue::List(cells) => cells.len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The glued cells, sorted.
    pub(super) fn cells(&self) -> Vec<Cell> {
        match self {
            Glue::Bits { cells, columns } => (0..128)
                .filter(|index| cells >> index & 1 == 1)
                .map(|index| Cell { row: index / columns + 1, column: index % columns + 1 })
                .collect(),
            Glue::List(cells) => cells.clone(),
        }
    }
}

fn bit(cell: Cell, columns: u32) -> u128 {
    1 << ((cell.row - 1) * columns + (cell.column - 1)).min(127)
}
