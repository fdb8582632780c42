use std::ops::Range;
use std::sync::Arc;

use perfectplay_theories::geography::{EdgeError, Explicit};

use super::Board;
use super::board::Links;
use super::families::counted;
use super::names::{NameTable, Names, canonical};
use crate::BadInput;
use crate::bad_input::quoted;

/// The most names: ids are below this.
const MOST: u64 = u32::MAX as u64 - 1;

impl Board {
    /// The graph with these edges between named vertices, numbered in the
    /// order in which they are named; an edge given again is one edge.
    ///
    /// # Errors
    ///
    /// An edge joins a vertex to itself.
    pub fn of_edges<S: AsRef<str>>(edges: &[(S, S)]) -> Result<Self, EdgeError> {
        let mut names = NameTable::with_room(0);
        let mut joined = Vec::with_capacity(edges.len());
        for (at, (v, w)) in edges.iter().enumerate() {
            match (names.number(v.as_ref()), names.number(w.as_ref())) {
                (Some(v), Some(w)) => joined.push((v, w)),
                _ => {
                    let vertex = u32::MAX;
                    return Err(EdgeError::NoSuchVertex { edge: at, vertex, vertices: vertex });
                }
            }
        }
        board(names.len() as u32, &joined, Names::Texts(names))
    }
}

impl Board {
    /// The graph with these vertices, numbered as they stand, and these edges
    /// between their numbers; an edge given again is one edge.
    ///
    /// ```
    /// use perfectplay_catalogue::geography::Board;
    /// let board = Board::of_vertices(&["home", "moon", "school"], &[(0, 2)])?;
    /// assert_eq!(board.neighbours(0).collect::<Vec<_>>(), [2]);
    /// assert_eq!(board.neighbours(1).count(), 0);
    /// assert!(Board::of_vertices(&["home", "home"], &[]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Two vertices have one name; an edge joins a vertex to itself, or one
    /// that is not there.
    pub fn of_vertices<S: AsRef<str>>(
        names: &[S],
        edges: &[(u32, u32)],
    ) -> Result<Self, EdgeError> {
        let mut table = NameTable::with_room(names.len());
        for name in names {
            table.number(name.as_ref());
        }
        if table.len() < names.len() {
            let vertices = table.len() as u32;
            return Err(EdgeError::NoSuchVertex { edge: 0, vertex: vertices, vertices });
        }
        board(table.len() as u32, edges, Names::Texts(table))
    }
}

pub(super) const A_NAME: &str =
    "a name without white space or control characters that does not begin with #";

/// Can it be told from its neighbours in a position?
pub(super) fn is_name(text: &str) -> bool {
    // A # would begin a remark in a file of edges.
    let bad = |c: char| c.is_whitespace() || c.is_control();
    !text.is_empty() && !text.starts_with('#') && !text.contains(bad)
}

fn board(vertices: u32, edges: &[(u32, u32)], names: Names) -> Result<Board, EdgeError> {
    let graph = Explicit::from_edges(vertices, edges)?;
    let what = format!(
        "a graph of {} and {}",
        counted(u64::from(vertices), "vertex", "vertices"),
        counted(graph.edges() as u64, "edge", "edges"),
    );
    Ok(Board { links: Links::Stored(graph), names, what })
}

/// Reads a list of edges: two names a line, parted by white space; one name
/// alone is a vertex, `#` begins a line that does not count.
///
/// Where all names are numbers, vertices are in the order of the numbers, else
/// in the order in which they are named. Linear in the text (numbers that lie
/// far apart are sorted).
pub(super) fn read(file: &str, text: &Arc<str>) -> Result<Board, BadInput> {
    if text.len() as u64 >= MOST {
        let wanted = "a file of less than 4 GiB";
        return Err(BadInput::in_text(file, text, 0..0, "a larger file", wanted));
    }
    // About: an edge of short names takes this many bytes at least.
    let mut lines = Vec::with_capacity(text.len() / 12);
    let mut numeric = true;
    for_each_line(text, |line, first, second, more| {
        if let Some(more) = more {
            let found = quoted(&text[more.clone()]);
            let wanted = "the end of the line after two names";
            return Err(BadInput::in_text(file, text, more, found, wanted));
        }
        // A vertex alone is kept as an edge to itself.
        let second = second.unwrap_or_else(|| first.clone());
        if first != second && text[first.clone()] == text[second.clone()] {
            let found = format!("an edge from {} to itself", quoted(&text[first]));
            let wanted = "two different vertices";
            return Err(BadInput::in_text(file, text, line, found, wanted));
        }
        for name in [&first, &second] {
            let text_of = &text[name.clone()];
            if canonical(text_of).is_none() {
                numeric = false;
                if !is_name(text_of) {
                    return Err(BadInput::in_text(
                        file,
                        text,
                        name.clone(),
                        quoted(text_of),
                        A_NAME,
                    ));
                }
            }
        }
        lines.push([first, second].map(|name| (name.start as u32, name.end as u32)));
        Ok(())
    })?;
    if lines.is_empty() {
        return Err(BadInput::in_text(file, text, 0..0, "no vertex", "at least one line"));
    }
    let name = |&(start, end): &(u32, u32)| &text[start as usize..end as usize];
    let (vertices, mut edges, names) = if numeric {
        let number = |ends: &[(u32, u32); 2]| {
            let [v, w] = [name(&ends[0]), name(&ends[1])].map(|name| canonical(name).unwrap_or(0));
            (v, w)
        };
        by_number(&lines.iter().map(number).collect::<Vec<_>>())
    } else {
        let mut table = NameTable::with_room(lines.len());
        let mut edges = Vec::with_capacity(lines.len());
        for [v, w] in &lines {
            // There are fewer names than bytes, so none is refused.
            edges.extend(table.number(name(v)).zip(table.number(name(w))));
        }
        (table.len() as u32, edges, Names::Texts(table))
    };
    drop(lines);
    edges.retain(|(v, w)| v != w);
    board(vertices, &edges, names).map_err(|error| {
        BadInput::in_text(file, text, 0..0, error.to_string(), "edges between vertices")
    })
}

/// Calls `each` with every line that counts: its range, and those of its first
/// name, its second and a third, where there are such.
fn for_each_line(
    text: &str,
    mut each: impl FnMut(
        Range<usize>,
        Range<usize>,
        Option<Range<usize>>,
        Option<Range<usize>>,
    ) -> Result<(), BadInput>,
) -> Result<(), BadInput> {
    let bytes = text.as_bytes();
    // A byte order mark is no part of the first name.
    let mut next = if text.starts_with('\u{feff}') { 3 } else { 0 };
    while next < bytes.len() {
        let mut at = next;
        let mut names = [const { None }; 3];
        for name in &mut names {
            while at < bytes.len() && matches!(bytes[at], b' ' | b'\t') {
                at += 1;
            }
            let start = at;
            while at < bytes.len() && !matches!(bytes[at], b' ' | b'\t' | b'\n' | b'\r') {
                at += 1;
            }
            if at > start {
                *name = Some(start..at);
            }
        }
        let line = next..at;
        while at < bytes.len() && !matches!(bytes[at], b'\n' | b'\r') {
            at += 1;
        }
        next = at + 1;
        let [first, second, third] = names;
        match first {
            Some(first) if bytes[first.start] != b'#' => each(line, first, second, third)?,
            _ => {}
        }
    }
    Ok(())
}

/// Numbers the vertices in the order of the numbers that name them.
fn by_number(named: &[(u64, u64)]) -> (u32, Vec<(u32, u32)>, Names) {
    let largest = named.iter().map(|&(v, w)| v.max(w)).max().unwrap_or(0);
    // A table over all numbers, unless they lie far apart.
    if largest <= 8 * named.len() as u64 + 64 {
        let mut ids = vec![0u32; largest as usize + 1];
        for &(v, w) in named {
            ids[v as usize] = 1;
            ids[w as usize] = 1;
        }
        let mut numbers = Vec::new();
        for (number, id) in (0..).zip(&mut ids) {
            if *id == 1 {
                *id = numbers.len() as u32;
                numbers.push(number);
            }
        }
        let edges = named.iter().map(|&(v, w)| (ids[v as usize], ids[w as usize])).collect();
        return (numbers.len() as u32, edges, Names::Numbers(numbers));
    }
    let mut numbers: Vec<u64> = named.iter().flat_map(|&(v, w)| [v, w]).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let id = |number: u64| numbers.partition_point(|&other| other < number) as u32;
    let edges = named.iter().map(|&(v, w)| (id(v), id(w))).collect();
    (numbers.len() as u32, edges, Names::Numbers(numbers))
}
