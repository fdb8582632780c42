use std::io::Write;

use perfectplay_game::Meter;

use super::closed_form;
use super::rules::Cell;
use crate::{ContestError, Tokens, Witness};

/// Input: `n m x1 y1 x2 y2`, the board and the two chips. Output: `First` or
/// `Second`.
pub(super) fn run(
    input: &mut Tokens<'_>,
    output: &mut dyn Write,
    _meter: &mut Meter,
    witness: &mut dyn Witness,
) -> Result<(), ContestError> {
    let most = i64::from(u32::MAX);
    let (rows, columns) = (input.integer(1..=most)?, input.integer(1..=most)?);
    let mut cell = || -> Result<Cell, ContestError> {
        // Both lie within u32 by the ranges above.
        let row = input.integer(1..=rows)? as u32;
        Ok(Cell { row, column: input.integer(1..=columns)? as u32 })
    };
    let (one, other) = (cell()?, cell()?);
    if one == other {
        return Err(input.error("a second chip on another cell than the first").into());
    }
    input.finish()?;
    if witness.looks() {
        let pair = |cell: Cell| format!("[{}, {}]", cell.row, cell.column);
        witness.game(&format!(
            "game = \"superglue\"\nrows = {rows}\ncolumns = {columns}\nchips = [{}, {}]\n",
            pair(one),
            pair(other)
        ))?;
        witness.answer(None)?;
    }
    writeln!(output, "{}", if closed_form(one, other) { "First" } else { "Second" })?;
    Ok(())
}
