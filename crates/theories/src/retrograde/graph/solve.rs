use perfectplay_game::{Meter, Stop};

use super::positions::PositionGraph;
use super::reverse::{Reverse, Turned};
use crate::retrograde::standing::{Best, Word};
use crate::retrograde::sweep::settle;
use crate::retrograde::{Counts, Standing};

/// The standing of every position of a graph: 4 bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    words: Vec<Word>,
}

impl Standings {
    /// The standing of a position, for its mover; `None` for numbers that are
    /// no position.
    pub fn get(&self, position: u32) -> Option<Standing> {
        self.words.get(position as usize).map(|word| word.standing())
    }

    /// All standings, in the order of the positions' numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Standing> + '_ {
        self.words.iter().map(|word| word.standing())
    }

    /// How many positions have which outcome.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.words.iter().for_each(|word| counts.add(word.outcome()));
        counts
    }

    /// Bytes held: what [`solve`] announced to its meter and left there.
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 4
    }
}

/// Finds the outcome and the remoteness of every position, for its mover.
///
/// The same answer with any number of threads; 0 counts as 1. See the
/// [statement](super::super) for what is found.
///
/// # Complexity
///
/// With n positions and m options: time O(n + m), each option being looked at
/// twice to turn it round and once to spread what is found. Memory beside the
/// graph: 4 n bytes for the answer, and 4.5 n + 4 m while it works. Where options
/// always lead to larger numbers, or always to smaller ones, one pass in that
/// order does, and nothing but the answer is held. Effort counts positions and
/// options looked at.
///
/// # Errors
///
/// A limit was reached.
pub fn solve(graph: &PositionGraph, meter: &mut Meter, threads: usize) -> Result<Standings, Stop> {
    let held = meter.held();
    let solved = solve_within(graph, meter, threads);
    if solved.is_err() {
        meter.release(meter.held() - held);
    }
    solved
}

fn solve_within(
    graph: &PositionGraph,
    meter: &mut Meter,
    threads: usize,
) -> Result<Standings, Stop> {
    let positions = graph.positions();
    meter.hold(u64::from(positions) * 4)?;
    match direction(graph, meter)? {
        Some(Direction::Up) => in_order(graph, (0..positions).rev(), meter),
        Some(Direction::Down) => in_order(graph, 0..positions, meter),
        None => {
            let bytes = Reverse::bytes(positions, graph.options());
            meter.hold(bytes)?;
            let reverse = Reverse::new(graph, meter)?;
            let (words, settled) =
                settle(words_of(graph), &Turned { reverse: &reverse, threads }, meter);
            settled?;
            meter.release(bytes);
            Ok(Standings { words })
        }
    }
}

/// Where all options lead.
enum Direction {
    /// To larger numbers.
    Up,
    /// To smaller numbers.
    Down,
}

fn direction(graph: &PositionGraph, meter: &mut Meter) -> Result<Option<Direction>, Stop> {
    let (mut up, mut down) = (true, true);
    for from in 0..graph.positions() {
        let steps = graph.steps(from);
        meter.spend(steps.len() as u64)?;
        for step in steps {
            up &= step.to > from;
            down &= step.to < from;
        }
        if !up && !down {
            return Ok(None);
        }
    }
    Ok(Some(if up { Direction::Up } else { Direction::Down }))
}

/// Where every option of a position comes before it in `order`.
fn in_order(
    graph: &PositionGraph,
    order: impl Iterator<Item = u32>,
    meter: &mut Meter,
) -> Result<Standings, Stop> {
    let mut words = vec![Word::undecided(0); graph.positions() as usize];
    for position in order {
        let steps = graph.steps(position);
        meter.spend(steps.len() as u64 + 1)?;
        words[position as usize] = match graph.ending(position) {
            Some(ending) => Word::decided(ending, 0),
            None => {
                let mut best = Best::NONE;
                steps.for_each(|step| best.add(words[step.to as usize], step.keeps_turn));
                best.word()
            }
        };
    }
    Ok(Standings { words })
}

/// The ends decided, all else waiting for its options.
fn words_of(graph: &PositionGraph) -> Vec<Word> {
    let word = |position: u32| match graph.ending(position) {
        Some(ending) => Word::decided(ending, 0),
        None => Word::undecided(graph.steps(position).len() as u32),
    };
    (0..graph.positions()).map(word).collect()
}
