//! Graphs written as scripts: a token burns its trail.

use std::fmt;
use std::sync::Arc;

use perfectplay_catalogue::geography::{Board, Geography};
use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;
use starlark::values::Value;

use crate::bridge::{self, items, shown};
use crate::engine::{Engine, Session};
use crate::error::{Mismatch, ScriptError};
use crate::functions::{Function, Play, Words};
use crate::literal::{self, is_unseen};
use crate::packed::{Head, Packed, Reader};
use crate::parameter::{Parameter, shortened};

/// A graph that somebody wrote as a script, `def neighbours(v)`: a token
/// starts on a vertex, a move takes it to a neighbour where it has not been,
/// and who cannot move loses.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Meter, Notation};
/// use perfectplay_script::{Loaded, Loader};
///
/// let text = r#"
/// n = parameter("n", 5, "the vertices of the cycle")
///
/// def start():
///     return 0
///
/// def neighbours(v):
///     return [(v + 1) % n, (v - 1) % n]
/// "#;
/// let loaded = Loader::default().parse("cycle.star", text, &[])?;
/// let Loaded::Trails(trails) = loaded else { panic!("a graph") };
/// let graph = trails.graph(&mut Meter::default())?;
/// assert_eq!(graph.names, ["0", "1", "4", "2", "3"]);
/// assert_eq!(graph.edges, [(0, 1), (0, 2), (1, 3), (2, 4), (3, 4)]);
/// let rules = trails.geography(&mut Meter::default())?;
/// assert_eq!(rules.rules().lines().last(), Some("The graph is a graph of 5 vertices and 5 edges. The token starts on 0."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Trails {
    engine: Arc<Engine>,
    facts: Arc<Facts>,
}

#[derive(Debug)]
struct Facts {
    name: String,
    words: Words,
    parameters: Vec<Parameter>,
    start: Packed,
}

/// A graph, explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The names of the vertices, without white space; the token starts on
    /// the first.
    pub names: Vec<String>,
    /// The edges, each once, as the numbers of two vertices, the less first;
    /// rising.
    pub edges: Vec<(u32, u32)>,
}

/// Why a graph was not explored.
#[derive(Debug, thiserror::Error)]
pub enum TrailError {
    /// The script fails, or gives something else than a graph.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl fmt::Debug for Trails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Trails").field(&self.facts).finish()
    }
}

/// Calls of one session, at most.
const BATCH: usize = 1000;

impl Trails {
    pub(crate) fn new(
        engine: Arc<Engine>,
        name: String,
        words: Words,
        parameters: Vec<Parameter>,
        start: Packed,
    ) -> Self {
        let facts = Facts { name, words, parameters, start };
        Trails { engine, facts: Arc::new(facts) }
    }

    /// The ruleset's name: the file's, without its extension.
    pub fn name(&self) -> &str {
        &self.facts.name
    }

    /// The ruleset's name for people.
    pub fn title(&self) -> &str {
        self.facts.words.title.as_deref().unwrap_or(&self.facts.name)
    }

    /// One sentence about the game, if the file has one.
    pub fn about(&self) -> Option<&str> {
        self.facts.words.about.as_deref()
    }

    /// The parameters that the file declares, with their values.
    pub fn parameters(&self) -> &[Parameter] {
        &self.facts.parameters
    }

    pub(crate) fn not_by_options(&self) -> ScriptError {
        let span = self.function().and_then(|function| function.span.clone());
        self.engine.source.error(span, "neighbours, a graph to explore", "def options(p)")
    }

    fn function(&self) -> Option<&Function> {
        match &self.engine.functions.play {
            Play::Neighbours(function) => Some(function),
            Play::Options(_) => None,
        }
    }

    /// Explores the graph from where the token starts. Linear in its vertices
    /// and edges, but for sorting the edges.
    ///
    /// # Errors
    ///
    /// The script fails; a vertex has itself as a neighbour, or one that has
    /// not it; or a limit is reached.
    pub fn graph(&self, meter: &mut Meter) -> Result<Graph, TrailError> {
        let Some(function) = self.function() else {
            return Err(self.not_by_options().into());
        };
        let held = meter.held();
        let mut explored = Explored::default();
        explored.number(self.facts.start.clone());
        while explored.done < explored.vertices.len() {
            let before = (explored.vertices.len(), explored.ways.len());
            let done = explored.done;
            self.engine.session(|session| explored.explore(session, function))?;
            let (vertices, ways) =
                (explored.vertices.len() - before.0, explored.ways.len() - before.1);
            meter.spend((explored.done - done + ways) as u64)?;
            // A vertex twice, its number and its name; a way, its way back and
            // its edge.
            meter.hold(128 * vertices as u64 + 24 * ways as u64)?;
        }
        let names = self.names(&explored, function)?;
        let edges = self.edges(&mut explored, &names, function)?;
        meter.release(meter.held() - held);
        Ok(Graph { names, edges })
    }

    /// The rules of play on the graph, which is [explored](Trails::graph).
    ///
    /// # Errors
    ///
    /// As those of [`Trails::graph`].
    pub fn geography(&self, meter: &mut Meter) -> Result<Geography, TrailError> {
        let Graph { names, edges } = self.graph(meter)?;
        let board = Board::of_vertices(&names, &edges);
        let board = board.map_err(|error| self.engine.source.error(None, error.to_string(), ""))?;
        let rules = Geography::new(board, 0);
        Ok(rules.ok_or_else(|| self.engine.source.error(None, "no vertex", "a start"))?)
    }

    fn error(&self, function: &Function, found: String, wanted: &str) -> ScriptError {
        self.engine.source.error(function.span.clone(), found, wanted)
    }

    fn names(&self, explored: &Explored, function: &Function) -> Result<Vec<String>, ScriptError> {
        let names: Vec<String> = explored.vertices.iter().map(name_of).collect();
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(names),
            Some(pair) => {
                let found = format!("two vertices with the text {}", shortened(pair[0]));
                Err(self.error(function, found, "vertices whose texts differ"))
            }
        }
    }

    /// The edges, from the ways that vertices have to their neighbours.
    fn edges(
        &self,
        explored: &mut Explored,
        names: &[String],
        function: &Function,
    ) -> Result<Vec<(u32, u32)>, ScriptError> {
        let ways = &mut explored.ways;
        ways.sort_unstable();
        ways.dedup();
        let one_way = ways.iter().find(|&&(from, to)| ways.binary_search(&(to, from)).is_err());
        if let Some(&(from, to)) = one_way {
            let [from, to] = [from, to].map(|vertex| shortened(&names[vertex as usize]));
            let found =
                format!("{to} among the neighbours of {from}, and not {from} among its own");
            return Err(self.error(function, found, "edges that can be walked both ways"));
        }
        Ok(ways.iter().copied().filter(|(from, to)| from < to).collect())
    }
}

/// The name of a vertex: its text without white space.
fn name_of(vertex: &Packed) -> String {
    match Reader::new(vertex.bytes()).head() {
        Head::Text(text) if is_name(text) => text.to_owned(),
        _ => {
            let mut name = String::new();
            literal::write(&mut Reader::new(vertex.bytes()), false, &mut name);
            name
        }
    }
}

/// Can a string stand for itself among names parted by spaces?
fn is_name(text: &str) -> bool {
    let bad = |c: char| c.is_whitespace() || is_unseen(c);
    !text.is_empty() && !text.starts_with(['#', '"', '\'']) && !text.contains(bad)
}

/// What is known of a graph while it is explored.
#[derive(Default)]
struct Explored {
    numbers: FxHashMap<Packed, u32>,
    vertices: Vec<Packed>,
    /// From a vertex to a neighbour.
    ways: Vec<(u32, u32)>,
    /// The neighbours of so many vertices are known.
    done: usize,
}

impl Explored {
    fn number(&mut self, vertex: Packed) -> u32 {
        let next = self.vertices.len() as u32;
        match self.numbers.entry(vertex) {
            std::collections::hash_map::Entry::Occupied(known) => *known.get(),
            std::collections::hash_map::Entry::Vacant(free) => {
                self.vertices.push(free.key().clone());
                *free.insert(next)
            }
        }
    }

    /// Asks for the neighbours of some vertices.
    fn explore(
        &mut self,
        session: &mut Session<'_, '_>,
        function: &Function,
    ) -> Result<(), ScriptError> {
        let source = &session.engine.source;
        let neighbours = session.module.heap().access_owned_frozen_value(&function.value);
        let mut bytes = Vec::new();
        for _ in 0..BATCH {
            let Some(vertex) = self.vertices.get(self.done).cloned() else {
                return Ok(());
            };
            let asked = || format!("neighbours({})", shortened(&literal::text_of(&vertex)));
            let wrong = |Mismatch { found, wanted }| {
                source.error(function.span.clone(), found, wanted).asked(asked)
            };
            let at = bridge::unpack_fixed(vertex.bytes(), session.module);
            let given = session.call(neighbours, &[at]).map_err(|error| error.asked(asked))?;
            let listed: &[Value<'_>] = items(given).ok_or_else(|| {
                wrong(Mismatch { found: shown(given), wanted: "a list of vertices".to_owned() })
            })?;
            for &to in listed {
                bytes.clear();
                bridge::pack(to, &mut bytes).map_err(|Mismatch { found, wanted }| {
                    wrong(Mismatch { found: format!("a vertex that is {found}"), wanted })
                })?;
                let to = Packed::of(&bytes);
                if to == vertex {
                    let found = "a vertex among its own neighbours".to_owned();
                    let wanted = "other vertices".to_owned();
                    return Err(wrong(Mismatch { found, wanted }));
                }
                if self.vertices.len() >= MOST_VERTICES {
                    let found = "ever more vertices".to_owned();
                    let wanted = format!("at most {MOST_VERTICES}");
                    return Err(wrong(Mismatch { found, wanted }));
                }
                let to = self.number(to);
                self.ways.push((self.done as u32, to));
            }
            self.done += 1;
            if session.is_full() {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The most vertices: their numbers are of 32 bits.
const MOST_VERTICES: usize = u32::MAX as usize - 2;
