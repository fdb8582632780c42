//! Solved games on disk.
//!
//! ```text
//! game       which game and parameters the folder is about
//! log-…      positions met and options found, piece by piece
//! values     the table: position, worth
//! theory     the theory's name and why it applies
//! ```
//!
//! A piece of the log, in the numbers of [`bytes`]:
//!
//! ```text
//! new positions: count, then notation by notation
//! rows: count, then for each
//!     options: count, then for each
//!         2 * parts + mover stays, points where moves pay, part by part
//!     how play has ended there, for its mover
//! ```

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use perfectplay_analysis::{KeepError, Label, Place, Theory};
use perfectplay_game::{Meter, Outcome, RulesError, Stop, Tabular};
use perfectplay_store::table::{self, Table as Stored};
use perfectplay_store::{Folder, Log, StoreError, bytes};

use crate::table::Halt;
use crate::values::Worth;
use crate::{Table, Tabulated};

const GAME: &str = "game";
const VALUES: &str = "values";
const THEORY: &str = "theory";

/// Work between two pieces of the log: what a kill can cost.
const PAUSE: Duration = Duration::from_secs(1);
/// Positions between two pieces, however fast they come.
const PIECE: usize = 1 << 16;
/// Bytes of a piece that are believed.
const MOST: u64 = 1 << 31;

const OUTCOMES: [Outcome; 4] = [Outcome::Loss, Outcome::Draw, Outcome::Tie, Outcome::Win];

/// Values on disk, and what they were found by.
#[derive(Debug)]
pub(crate) struct Kept {
    values: Stored,
    theory: Theory,
    _folder: Folder,
}

fn fault(error: &StoreError) -> RulesError {
    RulesError::new(error.to_string())
}

impl Kept {
    pub(crate) fn theory(&self) -> &Theory {
        &self.theory
    }

    /// What is kept of a canonical position.
    pub(crate) fn worth(&mut self, notation: &str) -> Result<Worth, RulesError> {
        let found = self.values.get(notation.as_bytes()).map_err(|error| fault(&error))?;
        Ok(found.and_then(|value| Worth::read(&value)).unwrap_or(Worth::Unknown))
    }

    /// Labels all that is kept.
    pub(crate) fn labels<G: Tabular>(
        &mut self,
        rules: &G,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), RulesError> {
        self.values
            .each(|key, value| {
                let what = String::from_utf8_lossy(key).into_owned();
                let worth = Worth::read(value);
                let (Ok(at), Some(worth)) = (rules.parse_position(&what), worth) else {
                    return true;
                };
                let evaluation = worth.evaluation(rules.mover(&at));
                sink(&Label::new(what, evaluation)).is_continue()
            })
            .map_err(|error| fault(&error))
    }
}

/// A solver that answers from a folder where its game has been kept.
///
/// # Errors
///
/// The folder keeps another game, or it has not been solved to the end.
pub fn query<G: Tabular + Sync>(
    mut solver: Tabulated<G>,
    place: &Place<'_>,
) -> Result<Tabulated<G>, KeepError>
where
    G::Position: Send + Sync,
{
    let folder = Folder::open(place.folder).map_err(stored)?;
    folder.claim(GAME, place.game).map_err(stored)?;
    let values = Stored::open(&folder, VALUES).map_err(stored)?;
    let theory = folder.read(THEORY).map_err(stored)?;
    let (Some(values), Some(theory)) = (values, theory) else {
        return Err(KeepError::Store(format!(
            "{}: the game has not been solved to the end: run solve with --store again, it goes \
             on where it was",
            place.folder.display()
        )));
    };
    let theory = String::from_utf8_lossy(&theory).into_owned();
    let (name, applies) = theory.split_once('\n').unwrap_or((&theory, ""));
    let theory = Theory { name: name.to_owned(), applies: applies.to_owned() };
    solver.kept = Some(Kept { values, theory, _folder: folder });
    Ok(solver)
}

fn stored(error: StoreError) -> KeepError {
    KeepError::Store(error.to_string())
}

/// Why keeping ended early.
enum Broken {
    Halt(Halt),
    Store(StoreError),
}

impl From<Halt> for Broken {
    fn from(halt: Halt) -> Self {
        Broken::Halt(halt)
    }
}

/// How much of a table is in the log.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    met: usize,
    expanded: usize,
}

/// Solves a position with everything that is finished kept in a folder.
pub(crate) fn keep<G: Tabular + Sync>(
    solver: &mut Tabulated<G>,
    position: &G::Position,
    place: &Place<'_>,
    meter: &mut Meter,
) -> Result<(), KeepError>
where
    G::Position: Send + Sync,
{
    let folder = Folder::create(place.folder).map_err(stored)?;
    folder.claim(GAME, place.game).map_err(stored)?;
    let mut log = Log::of(&folder);
    restore(solver, &mut log, meter)?;
    let mut mark = Mark::of(&solver.table);
    let mut last = Instant::now();
    let explored = solver.explore(position, meter, |rules, table| {
        if last.elapsed() >= PAUSE || table.expanded() - mark.expanded >= PIECE {
            log.append(&piece(rules, table, mark)).map_err(Broken::Store)?;
            mark = Mark::of(table);
            last = Instant::now();
        }
        Ok(())
    });
    let stopped = match explored {
        Ok(()) => None,
        Err(Broken::Halt(Halt::Stopped(stop))) => Some(stop),
        Err(Broken::Halt(Halt::Rules(error))) => return Err(error.into()),
        Err(Broken::Store(error)) => return Err(stored(error)),
    };
    if mark != Mark::of(&solver.table) {
        log.append(&piece(&solver.rules, &solver.table, mark)).map_err(stored)?;
    }
    solver.revalue(position, stopped, meter)?;
    match stopped {
        Some(stop) => Err(stop.into()),
        None => write_values(solver, &folder),
    }
}

impl Mark {
    fn of<P: Clone + Eq + std::hash::Hash + Send + Sync>(table: &Table<P>) -> Self {
        Mark { met: table.met(), expanded: table.expanded() }
    }
}

/// What was met and expanded since the mark.
fn piece<G: Tabular>(rules: &G, table: &Table<G::Position>, since: Mark) -> Vec<u8>
where
    G::Position: Send + Sync,
{
    let pays = rules.declared().score.is_some();
    let mut into = Vec::new();
    bytes::put(&mut into, (table.met() - since.met) as u64);
    for number in since.met..table.met() {
        let name = table.position(number as u32).map(|at| rules.write_position(at));
        bytes::put_bytes(&mut into, name.unwrap_or_default().as_bytes());
    }
    bytes::put(&mut into, (table.expanded() - since.expanded) as u64);
    for number in since.expanded..table.expanded() {
        let edges = table.edges(number as u32);
        bytes::put(&mut into, edges.len() as u64);
        for edge in edges {
            let parts = edge.parts();
            bytes::put(&mut into, parts.len() as u64 * 2 + u64::from(edge.mover_stays()));
            if pays {
                bytes::put(&mut into, edge.points);
            }
            parts.for_each(|part| bytes::put(&mut into, part.into()));
        }
        let ending = table.ending(number as u32);
        into.push(OUTCOMES.iter().position(|known| Some(*known) == ending).unwrap_or(0) as u8);
    }
    into
}

/// Brings back what the log has. A piece that is not what was written ends
/// it: it and what came after are forgotten.
fn restore<G: Tabular + Sync>(
    solver: &mut Tabulated<G>,
    log: &mut Log,
    meter: &mut Meter,
) -> Result<(), KeepError>
where
    G::Position: Send + Sync,
{
    for number in 0..log.len() {
        let taken = match log.read(number, MOST) {
            Ok(piece) => take(solver, &piece, meter)?,
            Err(_) => None,
        };
        if taken.is_none() {
            // Nothing of a damaged piece is trusted, nor the numbers it gave.
            log.cut(number).map_err(stored)?;
            let declared = solver.rules.declared();
            solver.table = Table::new(declared.splits, declared.score.is_some());
            return restore(solver, log, meter);
        }
    }
    Ok(())
}

/// Enters a piece; `None` where it is none.
fn take<G: Tabular + Sync>(
    solver: &mut Tabulated<G>,
    piece: &[u8],
    meter: &mut Meter,
) -> Result<Option<()>, Stop>
where
    G::Position: Send + Sync,
{
    let pays = solver.rules.declared().score.is_some();
    let from = &mut &piece[..];
    macro_rules! some {
        ($value:expr) => {
            match $value {
                Some(value) => value,
                None => return Ok(None),
            }
        };
    }
    for _ in 0..some!(bytes::take(from)) {
        let name = some!(bytes::take_bytes(from).and_then(|name| std::str::from_utf8(name).ok()));
        let at = some!(solver.rules.parse_position(name).ok());
        let before = solver.table.met();
        solver.table.meet(&solver.rules, at, meter)?;
        if solver.table.met() == before {
            return Ok(None);
        }
    }
    for _ in 0..some!(bytes::take(from)) {
        if solver.table.expanded() >= solver.table.met() {
            return Ok(None);
        }
        let mut options: Vec<(Vec<u32>, bool, u64)> = Vec::new();
        for _ in 0..some!(bytes::take(from)) {
            let head = some!(bytes::take(from));
            let points = if pays { some!(bytes::take(from)) } else { 0 };
            let mut parts = Vec::new();
            for _ in 0..head / 2 {
                let part = some!(bytes::take(from));
                let known = u32::try_from(part).ok();
                parts.push(some!(known.filter(|&part| (part as usize) < solver.table.met())));
            }
            if !solver.rules.declared().splits && parts.len() != 1 {
                return Ok(None);
            }
            meter.hold(parts.len() as u64 * 4 + if pays { 12 } else { 4 })?;
            options.push((parts, head % 2 == 1, points));
        }
        let (&code, rest) = some!(from.split_first());
        *from = rest;
        let ending = *some!(OUTCOMES.get(usize::from(code)));
        let options = options.iter().map(|(parts, stays, points)| (&parts[..], *stays, *points));
        solver.table.restore(options, ending);
    }
    Ok(from.is_empty().then_some(()))
}

/// Writes the table that answers at once.
fn write_values<G: Tabular + Sync>(solver: &Tabulated<G>, folder: &Folder) -> Result<(), KeepError>
where
    G::Position: Send + Sync,
{
    let Some(valued) = &solver.valued else { return Ok(()) };
    let mut rows: Vec<(String, Vec<u8>)> = Vec::with_capacity(solver.table.met());
    for number in 0..solver.table.met() as u32 {
        let Some(at) = solver.table.position(number) else { break };
        let mut value = Vec::new();
        valued.values.worth(number).write(&mut value);
        rows.push((solver.rules.write_position(at), value));
    }
    rows.sort_unstable();
    let entries = rows.iter().map(|(name, value)| (name.as_bytes(), &value[..]));
    table::write(folder, VALUES, entries).map_err(stored)?;
    let theory = format!("{}\n{}", valued.theory.name, valued.theory.applies);
    folder.write(THEORY, theory.as_bytes()).map_err(stored)
}
