use perfectplay_analysis::{Analysis, Face};

use super::edges::{A_NAME, is_name, read};
use super::rules::ABOUT;
use super::{Board, Family, Geography, GeographySolver, GridError};
use crate::{BadInput, Description, Field, Param, Ruleset};

/// Geography in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "walk a token over a graph, no vertex twice; who cannot move loses",
    params: &[
        Param {
            name: "graph",
            takes: "petersen, path, cycle, complete or hypercube",
            default: Some("none; graph, grid, edges or edges-file has to be given"),
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
            name: "grid",
            takes: "a text of lines of the same length, . a free cell and # a hole",
            default: Some("none"),
            meaning: "free cells are vertices, named ROW,COLUMN from 1, and joined where they \
                      share a side",
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
            name: "start",
            takes: "the name of a vertex",
            default: Some("the first vertex"),
            meaning: "where the token starts",
        },
    ],
    load,
    contest: None,
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let board = board(description)?;
    let start = match description.field("start") {
        None => 0,
        Some(field) => {
            let vertex = board.vertex(&name(&field)?);
            vertex.ok_or_else(|| {
                field.error(format!("the name of a vertex, such as {:?}", board.name(0)))
            })?
        }
    };
    let rules = Geography::new(board, start)
        .ok_or_else(|| description.error("no vertex", "a graph with a vertex"))?;
    Ok(Box::new(Face(GeographySolver::new(rules))))
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
    const SOURCES: [&str; 4] = ["graph", "grid", "edges", "edges-file"];
    let mut given = SOURCES.iter().filter_map(|name| Some((*name, description.field(name)?)));
    let wanted = "one of graph, grid, edges and edges-file";
    let (source, field) = match given.next() {
        Some(found) => found,
        None => (SOURCES[0], description.required(SOURCES[0], wanted)?),
    };
    if let Some((other, field)) = given.next() {
        return Err(field.differs(format!("both {source} and {other}"), wanted));
    }
    let size = description.field("size");
    if let Some(size) = size.filter(|_| source != "graph") {
        return Err(size.differs(format!("a size beside {source}"), "a size beside a graph only"));
    }
    match source {
        "graph" => family(description, &field),
        "grid" => Board::of_grid(field.text()?).map_err(|error| {
            let wanted = match error {
                GridError::Sign { .. } => ". for a free cell or # for a hole",
                GridError::Ragged { .. } => "lines of the same length",
                GridError::Empty => "at least one free cell",
                GridError::TooLarge => "fewer cells",
            };
            field.differs(error.to_string(), wanted)
        }),
        "edges" => edges(&field),
        _ => {
            let (file, text) = description.read_named(&field)?;
            read(&file, &text)
        }
    }
}

fn family(description: &Description, field: &Field<'_>) -> Result<Board, BadInput> {
    let family = field.choice(&Family::NAMES)?;
    let (least, most) = family.sizes();
    let size = match description.field("size") {
        Some(size) => size.integer(least..=most)?,
        None if least == most => least,
        None => {
            let wanted = format!("size = an integer from {least} to {most}");
            description.required("size", &wanted)?.integer(least..=most)?
        }
    };
    Board::of_family(family, size).map_err(|error| field.error(error.to_string()))
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
