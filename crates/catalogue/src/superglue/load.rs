use perfectplay_analysis::{Analysis, Face};

use super::contest::run;
use super::rules::{ABOUT, Cell, Moves, Superglue, Variant};
use super::sample::sample;
use super::solver::{By, SuperglueSolver};
use crate::{BadInput, Contest, Description, Field, Param, Ruleset};

/// Superglue in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "two chips try to meet while the rival glues cells",
    params: &[
        Param {
            name: "rows",
            takes: "an integer from 1 to 1000",
            default: None,
            meaning: "rows of the board",
        },
        Param {
            name: "columns",
            takes: "an integer from 1 to 1000",
            default: None,
            meaning: "columns of the board",
        },
        Param {
            name: "chips",
            takes: "two different cells, as [[1, 1], [3, 4]] (row, column)",
            default: None,
            meaning: "where the chips stand at the start",
        },
        Param {
            name: "glue",
            takes: "a list of cells",
            default: Some("[]"),
            meaning: "cells that are glued at the start",
        },
        Param {
            name: "moves",
            takes: "rook or king",
            default: Some("rook"),
            meaning: "whether chips move in the four directions, or to the corners too",
        },
        Param {
            name: "glues",
            takes: "an integer from 1 to 8",
            default: Some("1"),
            meaning: "how many cells Second glues in a turn, one after the other",
        },
        Param {
            name: "torus",
            takes: "true or false",
            default: Some("false"),
            meaning: "whether the board's edges join, left with right and top with bottom",
        },
        Param {
            name: "walls",
            takes: "a list of cells",
            default: Some("[]"),
            meaning: "cells that chips cannot enter and that cannot be glued",
        },
        Param {
            name: "theory",
            takes: "closed-form or search",
            default: Some("closed-form"),
            meaning: "whether positions before any glue lies may be told by the closed form; the \
                      search proves what it says, on boards of at most 128 cells",
        },
    ],
    load,
    contest: Some(Contest { source: "Codeforces 176C", run, sample }),
    theorem: Some(&["rows=2", "columns=2", "chips=[[1, 1], [2, 2]]"]),
};

/// Most rows and columns in a game file: Second's options are listed one by
/// one.
const LONGEST: u32 = 1000;

fn cell(field: Field<'_>, rows: u32, columns: u32) -> Result<Cell, BadInput> {
    let wanted = || format!("a cell [row, column] up to [{rows}, {columns}]");
    let mut parts = field.list().map_err(|_| field.error(wanted()))?;
    let (Some(row), Some(column), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(field.error(wanted()));
    };
    Ok(Cell { row: row.integer(1..=rows)?, column: column.integer(1..=columns)? })
}

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let side = |name: &str| -> Result<u32, BadInput> {
        let wanted = format!("{name} = an integer from 1 to {LONGEST}");
        description.required(name, &wanted)?.integer(1..=LONGEST)
    };
    let (rows, columns) = (side("rows")?, side("columns")?);
    let cells = |field: Field<'_>| -> Result<Vec<Cell>, BadInput> {
        field.list()?.map(|item| cell(item, rows, columns)).collect()
    };
    let field = description.required("chips", "chips = [[row, column], [row, column]]")?;
    let [one, other] = cells(field)?[..] else {
        return Err(field.error("two cells"));
    };
    if one == other {
        return Err(field.differs("two chips on one cell", "two different cells"));
    }
    let glue = match description.field("glue") {
        Some(field) => cells(field)?,
        None => Vec::new(),
    };
    if let Some(cell) = glue.iter().enumerate().find(|(at, cell)| glue[..*at].contains(cell)) {
        let found = format!("the glued cell {} again", cell.1);
        return Err(description.error(found, "each glued cell once"));
    }
    let variant = Variant {
        moves: match description.field("moves") {
            Some(field) => field.choice(&[("rook", Moves::Rook), ("king", Moves::King)])?,
            None => Moves::Rook,
        },
        glues: match description.field("glues") {
            Some(field) => field.integer(1..=8)?,
            None => 1,
        },
        torus: match description.field("torus") {
            Some(field) => field.flag()?,
            None => false,
        },
        walls: match description.field("walls") {
            Some(field) => cells(field)?,
            None => Vec::new(),
        },
    };
    let walled = |cell: &Cell| variant.walls.contains(cell);
    if let Some(cell) = [one, other].iter().chain(&glue).find(|cell| walled(cell)) {
        return Err(field.differs(format!("chips or glue on the wall {cell}"), "free cells"));
    }
    let by = match description.field("theory") {
        Some(field) => {
            let by = field.choice(&[("closed-form", By::ClosedForm), ("search", By::Search)])?;
            let cells = u64::from(rows) * u64::from(columns);
            if by == By::Search && cells > super::glue::MOST_CELLS {
                let found = format!("the search on {cells} cells");
                return Err(field.differs(found, "a board of at most 128 cells for it"));
            }
            by
        }
        None => By::ClosedForm,
    };
    let rules = Superglue::variant(rows, columns, variant, [one, other], &glue)
        .ok_or_else(|| field.error("two different cells on the board"))?;
    Ok(Box::new(Face(SuperglueSolver::new(rules, by))))
}
