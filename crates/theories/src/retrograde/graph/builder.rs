use perfectplay_game::{Meter, Outcome, Stop};

use super::positions::{Entry, PositionGraph, Step};
use crate::retrograde::room::Announced;
use crate::retrograde::standing::Word;

/// Why a graph cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// There are more positions or options than the arrays can number.
    #[error("the graph is too large: {what}")]
    TooLarge {
        /// Which limit is passed.
        what: &'static str,
    },
    /// A position without options was given as a draw. Play that has ended is
    /// lost, tied or won: a draw is play that never ends.
    #[error("position {position} has no options and is no draw: it ends in a loss, a tie or a win")]
    EndsInDraw {
        /// The number of the position.
        position: u32,
    },
    /// An option leads to a number that is no position.
    #[error("position {from} has an option to {to}, which is no position")]
    NoPosition {
        /// The number of the position that has the option.
        from: u32,
        /// Where it leads.
        to: u32,
    },
}

/// Takes the positions of a graph one after the other.
///
/// # Examples
///
/// A token that may be pushed around a ring of three, or taken off it at one
/// place, which wins for who takes it: who cannot move loses.
///
/// ```
/// use perfectplay_game::{Meter, Outcome};
/// use perfectplay_theories::retrograde::graph::{GraphBuilder, Step, solve};
///
/// let meter = &mut Meter::default();
/// let mut builder = GraphBuilder::new();
/// builder.push([1].map(Step::passing), Outcome::Loss, meter)?;
/// builder.push([2].map(Step::passing), Outcome::Loss, meter)?;
/// builder.push([0, 3].map(Step::passing), Outcome::Loss, meter)?;
/// builder.push([], Outcome::Loss, meter)?;
/// let graph = builder.finish(meter)?;
///
/// let standings = solve(&graph, meter, 1)?;
/// let told: Vec<String> = standings.iter().map(|standing| standing.to_string()).collect();
/// assert_eq!(told, ["win in 3", "loss in 2", "win in 1", "loss in 0"]);
/// # Ok::<(), perfectplay_theories::retrograde::graph::GraphError>(())
/// ```
#[derive(Debug, Default)]
pub struct GraphBuilder {
    /// Where the entries of each position given end.
    ends: Announced<u32>,
    entries: Announced<Entry>,
    options: u64,
}

impl GraphBuilder {
    /// A graph without positions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Positions given so far: the number that the next one gets.
    pub fn positions(&self) -> u32 {
        self.ends.items.len() as u32
    }

    /// Adds the next position with its options, and gives its number. Options
    /// may lead to positions that are not yet given. `ending` says how play has
    /// ended for the mover, and counts only where there are no options.
    ///
    /// # Errors
    ///
    /// See [`GraphError`]. Nothing is added then.
    pub fn push(
        &mut self,
        options: impl IntoIterator<Item = Step>,
        ending: Outcome,
        meter: &mut Meter,
    ) -> Result<u32, GraphError> {
        let position = self.positions();
        let before = self.entries.items.len();
        let pushed = self.entries_of(position, options, ending, meter);
        if pushed.is_err() {
            self.entries.items.truncate(before);
        }
        self.options += u64::from(pushed?);
        self.ends.items.push(self.entries.items.len() as u32);
        Ok(position)
    }

    /// Appends the entries of a position; gives the number of its options.
    fn entries_of(
        &mut self,
        position: u32,
        options: impl IntoIterator<Item = Step>,
        ending: Outcome,
        meter: &mut Meter,
    ) -> Result<u32, GraphError> {
        if position == Entry::POSITIONS {
            return Err(GraphError::TooLarge { what: "it has more than 2^30 positions" });
        }
        self.ends.make_room(1, meter)?;
        let mut count = 0;
        for step in options {
            if step.to >= Entry::POSITIONS {
                return Err(GraphError::NoPosition { from: position, to: step.to });
            }
            self.entry(Entry::step(step), meter)?;
            count += 1;
            if count == Word::LIMIT {
                return Err(GraphError::TooLarge { what: "a position has 2^30 options" });
            }
        }
        if count == 0 {
            let ending = Entry::ending(ending).ok_or(GraphError::EndsInDraw { position })?;
            self.entry(ending, meter)?;
        }
        meter.spend(u64::from(count) + 1)?;
        Ok(count)
    }

    fn entry(&mut self, entry: Entry, meter: &mut Meter) -> Result<(), GraphError> {
        if self.entries.items.len() == u32::MAX as usize {
            return Err(GraphError::TooLarge { what: "it has more than 2^32 options" });
        }
        Ok(self.entries.push(entry, meter)?)
    }

    /// The graph, once all positions are given. What the meter holds for it is
    /// [`PositionGraph::bytes`].
    ///
    /// # Errors
    ///
    /// An option leads to a number that is no position.
    pub fn finish(self, meter: &mut Meter) -> Result<PositionGraph, GraphError> {
        let GraphBuilder { ends, entries, options } = self;
        let graph = PositionGraph {
            ends: ends.into_exact(meter),
            entries: entries.into_exact(meter),
            options,
        };
        let positions = graph.positions();
        for from in 0..positions {
            meter.spend(1)?;
            if let Some(step) = graph.steps(from).find(|step| step.to >= positions) {
                return Err(GraphError::NoPosition { from, to: step.to });
            }
        }
        Ok(graph)
    }
}
