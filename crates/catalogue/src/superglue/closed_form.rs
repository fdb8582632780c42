use super::rules::Cell;

/// Does First win with First to move and no glue on the board?
///
/// With a <= b the sorted distances of the chips along rows and columns:
/// First wins exactly when b <= 4 and a + b <= 6, on every board. The rule is
/// that of Codeforces 176C; it was held against full tables over every glue
/// set on all boards up to 27 cells and against certificates on all boards up
/// to 121 cells, without an exception.
///
/// # Examples
///
/// ```
/// use perfectplay_catalogue::superglue::{Cell, closed_form};
/// let at = |row, column| Cell { row, column };
/// assert!(closed_form(at(1, 1), at(3, 5)));
/// assert!(!closed_form(at(1, 1), at(4, 5)));
/// assert!(!closed_form(at(1, 1), at(1, 6)));
/// ```
pub fn closed_form(one: Cell, other: Cell) -> bool {
    let (rows, columns) = one.distances(other);
    rows.max(columns) <= 4 && rows + columns <= 6
}
