//! The parameters of a ruleset that give it a board to play on.

use super::edges::{A_NAME, is_name, read};
use super::names::canonical;
use super::{Board, Family, GridError, Steps};
use crate::{BadInput, Description, Field, Param};

/// How many there are.
pub(super) const COUNT: usize = BOARD_PARAMS.len();

/// The parameters.
pub(crate) const BOARD_PARAMS: [Param; 11] = [
    Param {
        name: "graph",
        takes: "petersen, path, cycle, complete, hypercube or random",
        default: Some("none; graph, grid, edges, edges-file or words-file has to be given"),
        meaning: "a graph of a family, its vertices numbered from 0 (a hypercube's named by \
                      their bits)",
    },
    Param {
        name: "size",
        takes: "an integer",
        default: Some("none; has to be given with every graph but petersen"),
        meaning: "the number of vertices, or the dimension of a hypercube",
    },
    Param {
        name: "edge-count",
        takes: "an integer",
        default: Some("none; has to be given with a random graph"),
        meaning: "the number of edges of a random graph",
    },
    Param {
        name: "seed",
        takes: "an integer",
        default: Some("1"),
        meaning: "which random graph: the same seed gives the same one everywhere",
    },
    Param {
        name: "holes",
        takes: "a list of the names of vertices",
        default: Some("none"),
        meaning: "vertices that a hypercube is without",
    },
    Param {
        name: "grid",
        takes: "a text of lines of the same length, . a free cell and # a hole, or ROWSxCOLUMNS",
        default: Some("none"),
        meaning: "free cells are vertices, named ROW,COLUMN from 1, and joined where a step \
                      leads from one to the other",
    },
    Param {
        name: "steps",
        takes: "sides, king or knight",
        default: Some("sides"),
        meaning: "the steps on a grid: to cells that share a side, or as that chessman moves",
    },
    Param {
        name: "edges",
        takes: "a list of pairs of names (texts or integers)",
        default: Some("none"),
        meaning: "the edges of a graph; an edge given again is one edge",
    },
    Param {
        name: "edges-file",
        takes: "the name of a text file, relative to the game file, with two names a line",
        default: Some("none"),
        meaning: "the edges, in a file of their own; one name alone is a vertex, # begins a \
                      remark",
    },
    Param {
        name: "words-file",
        takes: "the name of a text file, relative to the game file, of words parted by white space",
        default: Some("none"),
        meaning: "words are vertices, joined where they are as long and differ in one letter",
    },
    Param {
        name: "start",
        takes: "the name of a vertex",
        default: Some("the first vertex"),
        meaning: "where the token starts",
    },
];

/// The board, and the vertex that the token starts on.
pub(crate) fn board_and_start(description: &Description) -> Result<(Board, u32), BadInput> {
    let board = board(description)?;
    let first = board.first();
    let start = match description.field("start") {
        None => first.unwrap_or(0),
        Some(field) => {
            let vertex = board.vertex(&name(&field)?);
            vertex.ok_or_else(|| {
                let example = first.map_or_else(String::new, |v| board.name(v));
                field.error(format!("the name of a vertex, such as {example:?}"))
            })?
        }
    };
    Ok((board, start))
}

/// The names of vertices may be written as integers.
fn name(field: &Field<'_>) -> Result<String, BadInput> {
    let text = match field.integer(0..=u64::MAX) {
        Ok(number) => number.to_string(),
        Err(_) => field.text()?.to_owned(),
    };
    if is_name(&text) { Ok(text) } else { Err(field.error(A_NAME)) }
}

fn board(description: &Description) -> Result<Board, BadInput> {
    const SOURCES: [&str; 5] = ["graph", "grid", "edges", "edges-file", "words-file"];
    let mut given = SOURCES.iter().filter_map(|name| Some((*name, description.field(name)?)));
    let wanted = "one of graph, grid, edges, edges-file and words-file";
    let (source, field) = match given.next() {
        Some(found) => found,
        None => (SOURCES[0], description.required(SOURCES[0], wanted)?),
    };
    if let Some((other, field)) = given.next() {
        return Err(field.differs(format!("both {source} and {other}"), wanted));
    }
    // What says more of one source says nothing of another.
    for (name, of) in [
        ("size", "graph"),
        ("edge-count", "graph"),
        ("seed", "graph"),
        ("holes", "graph"),
        ("steps", "grid"),
    ] {
        if let Some(field) = description.field(name).filter(|_| source != of) {
            let found = format!("{name} beside {source}");
            return Err(field.differs(found, format!("{name} beside {of} only")));
        }
    }
    match source {
        "graph" => family(description, &field),
        "grid" => grid(description, &field),
        "edges" => edges(&field),
        "words-file" => {
            let (_, text) = description.read_named(&field)?;
            Board::of_words(&text)
                .map_err(|error| field.differs(error.to_string(), "words parted by white space"))
        }
        _ => {
            let (file, text) = description.read_named(&field)?;
            read(&file, &text)
        }
    }
}

fn grid(description: &Description, field: &Field<'_>) -> Result<Board, BadInput> {
    let steps = match description.field("steps") {
        Some(steps) => steps.choice(&Steps::NAMES)?,
        None => Steps::default(),
    };
    let text = field.text()?;
    let number = |text: &str| canonical(text.trim()).and_then(|number| u32::try_from(number).ok());
    let size = text.split_once('x').and_then(|(rows, columns)| number(rows).zip(number(columns)));
    let board = match size {
        Some((rows, columns)) => Board::of_cells(rows, columns, steps),
        None => Board::of_steps(text, steps),
    };
    board.map_err(|error| {
        let wanted = match error {
            GridError::Sign { .. } => ". for a free cell or # for a hole",
            GridError::Ragged { .. } => "lines of the same length",
            GridError::Empty => "at least one free cell",
            GridError::TooLarge => "fewer cells",
        };
        field.differs(error.to_string(), wanted)
    })
}

/// Random graphs are no family: their size alone says little of them.
const RANDOM: &str = "random";

fn family(description: &Description, field: &Field<'_>) -> Result<Board, BadInput> {
    let mut names = Family::NAMES.map(|(name, family)| (name, Some(family))).to_vec();
    names.push((RANDOM, None));
    let family = field.choice(&names)?;
    for name in ["edge-count", "seed"] {
        if let Some(other) = description.field(name).filter(|_| family.is_some()) {
            let wanted = format!("{name} beside graph = \"{RANDOM}\" only");
            return Err(other.differs(format!("{name} beside another graph"), wanted));
        }
    }
    let holes = description.field("holes");
    if let Some(holes) = holes.as_ref().filter(|_| family != Some(Family::Hypercube)) {
        let wanted = "holes beside graph = \"hypercube\" only";
        return Err(holes.differs("holes in another graph", wanted));
    }
    let (least, most) = family.map_or((1, Board::MOST_RANDOM_VERTICES), Family::sizes);
    let size = match description.field("size") {
        Some(size) => size.integer(least..=most)?,
        None if least == most => least,
        None => {
            let wanted = format!("size = an integer from {least} to {most}");
            description.required("size", &wanted)?.integer(least..=most)?
        }
    };
    let Some(family) = family else { return random(description, field, size) };
    let mut board =
        Board::of_family(family, size).map_err(|error| field.error(error.to_string()))?;
    if let Some(holes) = holes {
        for hole in holes.list()? {
            let vertex = board.vertex(&name(&hole)?).filter(|&vertex| board.punch(vertex));
            if vertex.is_none() {
                return Err(hole.error(format!("{size} bits, of each vertex once")));
            }
        }
    }
    Ok(board)
}

fn random(description: &Description, field: &Field<'_>, size: u32) -> Result<Board, BadInput> {
    let most = Board::most_random_edges(size);
    let wanted = format!("edge-count = an integer from 0 to {most}");
    let count = description.required("edge-count", &wanted)?.integer(0..=most)?;
    let seed = description.field("seed").map_or(Ok(1), |seed| seed.integer(0..=u64::MAX))?;
    Board::of_random(size, count, seed).map_err(|error| field.error(error.to_string()))
}

fn edges(field: &Field<'_>) -> Result<Board, BadInput> {
    let mut edges = Vec::new();
    for item in field.list()? {
        let ends: Vec<Field<'_>> = item.list()?.collect();
        let [v, w] = ends[..] else {
            return Err(item.error("a pair of names"));
        };
        let pair = (name(&v)?, name(&w)?);
        if pair.0 == pair.1 {
            let found = format!("an edge from {:?} to itself", pair.0);
            return Err(item.differs(found, "two different vertices"));
        }
        edges.push(pair);
    }
    if edges.is_empty() {
        return Err(field.error("at least one edge"));
    }
    Board::of_edges(&edges).map_err(|error| field.error(error.to_string()))
}
