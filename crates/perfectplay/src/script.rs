//! Rules files as games like any other.

use perfectplay_analysis::{Analysis, Face, KeepError, Place};
use perfectplay_catalogue::geography::GeographySolver;
use perfectplay_game::{Limits, Meter, RulesError};
use perfectplay_script::{Loaded, Loader, Rules, TrailError};
use perfectplay_tabulate::{Tabulated, query};

use crate::OpenError;

/// Threads that ask a script for options.
const THREADS: usize = 2;

/// What the graph of a rules file may take.
const GRAPH: Limits = Limits { effort: 4_000_000, memory: 1 << 30, positions: u64::MAX };

fn load(file: &str, text: &str, set: &[String]) -> Result<Loaded, OpenError> {
    let mut pairs = Vec::with_capacity(set.len());
    for assignment in set {
        let Some((name, value)) = assignment.split_once('=') else {
            let what = format!("--set {assignment:?}: wanted NAME=VALUE, as n=7");
            return Err(RulesError::new(what).into());
        };
        pairs.push((name.trim().to_owned(), value.trim().to_owned()));
    }
    Loader::default().parse(file, text, &pairs).map_err(|error| RulesError::from(error).into())
}

fn tabulated(rules: Rules) -> Tabulated<Rules> {
    let (name, title) = (rules.name().to_owned(), rules.title().to_owned());
    Tabulated::new(name, rules).titled(title).with_threads(THREADS)
}

/// The game of a rules file.
pub(crate) fn open(file: &str, text: &str, set: &[String]) -> Result<Box<dyn Analysis>, OpenError> {
    match load(file, text, set)? {
        Loaded::Rules(rules) => Ok(Box::new(Face(tabulated(rules)))),
        Loaded::Trails(trails) => {
            // Explored here: a graph is small beside what is played on it.
            let meter = &mut Meter::new(GRAPH);
            let rules = trails.geography(meter).map_err(|error| match error {
                TrailError::Script(error) => RulesError::from(error),
                TrailError::Stopped(_) => RulesError::new(format!(
                    "{file}: neighbours leads to more than {} vertices and edges, or takes more \
                     than {} MiB: is the graph finite?",
                    GRAPH.effort,
                    GRAPH.memory >> 20
                )),
            })?;
            Ok(Box::new(Face(GeographySolver::new(rules))))
        }
    }
}

/// The game of a rules file, answered from the values kept in a folder.
pub(crate) fn open_kept(
    file: &str,
    text: &str,
    set: &[String],
    place: &Place<'_>,
) -> Result<Box<dyn Analysis>, OpenError> {
    match load(file, text, set)? {
        Loaded::Rules(rules) => Ok(Box::new(Face(query(tabulated(rules), place)?))),
        Loaded::Trails(_) => {
            Err(KeepError::NotOffered("a token on a graph is solved at once, without a table")
                .into())
        }
    }
}
