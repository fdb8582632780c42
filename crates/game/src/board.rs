use crate::MonotoneResource;

/// A monotone resource made of the cells of a board: the hindered side moves
/// one of two chips so that they meet, and his opponent covers cells.
///
/// Cells have a row and a column, counted from 0.
///
/// # Laws
///
/// - Element `row * columns + column` is the cell in that row and column. A
///   core is where the two chips stand, in any order, and nothing else.
/// - An option of the hindered side moves one chip to one of the eight cells
///   around it. Whether he may depends on three things: the direction, that
///   the target is on the board, and whether the chip's own cell is covered.
/// - Directions are the same for every cell and both chips, and with each of
///   them the game has all that it becomes when the board is turned or
///   mirrored.
/// - The hindered side wins exactly when an option of his brings the chips
///   together.
/// - His opponent may cover every cell of the board that is not covered and
///   holds no chip.
///
/// So a board is a part of every larger one, and of the infinite plane: what
/// the hindered side may do on a part, he may do on the whole.
pub trait ChipsOnBoard: MonotoneResource + Sized {
    /// The same rules on a board of this size, with nothing covered; `None` for
    /// more than 128 cells, for fewer than two, and for rules that are bound
    /// to their own board.
    fn on_board(&self, rows: u32, columns: u32) -> Option<Self>;

    /// Rows and columns of this board, of any size; `None` for rules that are
    /// bound to it.
    fn board_size(&self) -> Option<(u32, u32)>;

    /// The core with chips on these elements, if there is one.
    fn core_with(&self, chips: [u32; 2]) -> Option<Self::Core>;

    /// The elements on which the chips of a core stand.
    fn chips(&self, core: &Self::Core) -> [u32; 2];

    /// Where the chips of a position stand, on a board of any size.
    fn chip_cells(&self, position: &Self::Position) -> [(u32, u32); 2];

    /// Is a cell covered in a position, on a board of any size?
    fn is_covered(&self, position: &Self::Position, cell: (u32, u32)) -> bool;
}
