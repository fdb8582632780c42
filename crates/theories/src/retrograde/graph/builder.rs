use perfectplay_game::{Meter, Outcome, Stop};

use super::positions::{Entry, PositionGraph, Step};
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
#[derive(Clone, Debug)]
pub struct GraphBuilder {
    offsets: Vec<u32>,
    entries: Vec<Entry>,
    options: u64,
    /// Bytes that the meter was told of.
    announced: u64,
}

impl Default for GraphBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl GraphBuilder {
    /// A graph without positions.
    pub fn new() -> Self {
        GraphBuilder { offsets: vec![0], entries: Vec::new(), options: 0, announced: 0 }
    }

    /// Positions given so far: the number that the next one gets.
    pub fn positions(&self) -> u32 {
        (self.offsets.len() - 1) as u32
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
        let before = self.entries.len();
        let pushed = self.entries_of(position, options, ending, meter);
        if pushed.is_err() {
            self.entries.truncate(before);
        }
        self.options += u64::from(pushed?);
        self.offsets.push(self.entries.len() as u32);
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
        room(&mut self.offsets, &mut self.announced, meter)?;
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
        if self.entries.len() == u32::MAX as usize {
            return Err(GraphError::TooLarge { what: "it has more than 2^32 options" });
        }
        room(&mut self.entries, &mut self.announced, meter)?;
        self.entries.push(entry);
        Ok(())
    }

    /// The graph, once all positions are given. What the meter holds for it is
    /// [`PositionGraph::bytes`].
    ///
    /// # Errors
    ///
    /// An option leads to a number that is no position.
    pub fn finish(mut self, meter: &mut Meter) -> Result<PositionGraph, GraphError> {
        self.offsets.shrink_to_fit();
        self.entries.shrink_to_fit();
        let GraphBuilder { offsets, entries, options, announced } = self;
        let graph = PositionGraph { offsets, entries, options };
        // A graph without positions has one offset that nobody announced.
        meter.hold(graph.bytes().saturating_sub(announced))?;
        meter.release(announced.saturating_sub(graph.bytes()));
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

/// Makes room for one more of 4 bytes; a full array grows by a quarter.
#[inline]
fn room<T>(items: &mut Vec<T>, announced: &mut u64, meter: &mut Meter) -> Result<(), Stop> {
    if items.len() < items.capacity() {
        return Ok(());
    }
    let more = (items.capacity() / 4).max(1 << 10);
    meter.hold(more as u64 * 4)?;
    *announced += more as u64 * 4;
    items.reserve_exact(more);
    Ok(())
}
