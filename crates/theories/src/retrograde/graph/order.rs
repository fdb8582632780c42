use perfectplay_game::{Meter, Stop};

use super::positions::PositionGraph;

/// Positions each of which has an option to the next, and the last to the
/// first: play can go round them for ever. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle(pub Vec<u32>);

/// Why there is no order in which options come first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A position can come back.
    #[error("a position can come back: play can go round {} positions for ever", .0.0.len())]
    ComesBack(Cycle),
}

const NEW: u8 = 0;
const ON_THE_PATH: u8 = 1;
const LISTED: u8 = 2;

/// An order of all positions in which the options of each come before it.
///
/// # Complexity
///
/// With n positions and m options: time O(n + m), memory 4 n bytes for the
/// order (left with the meter) and 9 n while it works. Depth-first search
/// (Tarjan 1976), with a path of its own in place of recursion.
///
/// # Errors
///
/// A position can come back, with the witness; or a limit was reached.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Meter, Outcome};
/// use perfectplay_theories::retrograde::graph::{Cycle, GraphBuilder, OrderError, Step};
/// use perfectplay_theories::retrograde::graph::options_first;
///
/// let meter = &mut Meter::default();
/// let mut graph = |options: [&[u32]; 3]| {
///     let mut builder = GraphBuilder::new();
///     for steps in options {
///         builder.push(steps.iter().map(|to| Step::passing(*to)), Outcome::Loss, meter)?;
///     }
///     builder.finish(meter)
/// };
/// let ends = graph([&[1, 2], &[2], &[]])?;
/// let comes_back = graph([&[1, 2], &[2], &[1]])?;
/// assert_eq!(options_first(&ends, meter), Ok(vec![2, 1, 0]));
/// let cycle = OrderError::ComesBack(Cycle(vec![1, 2]));
/// assert_eq!(options_first(&comes_back, meter), Err(cycle));
/// # Ok::<(), perfectplay_theories::retrograde::graph::GraphError>(())
/// ```
pub fn options_first(graph: &PositionGraph, meter: &mut Meter) -> Result<Vec<u32>, OrderError> {
    let positions = u64::from(graph.positions());
    meter.hold(positions * 13)?;
    let found = search(graph, meter);
    meter.release(positions * if found.is_ok() { 9 } else { 13 });
    found
}

fn search(graph: &PositionGraph, meter: &mut Meter) -> Result<Vec<u32>, OrderError> {
    let positions = graph.positions();
    let mut marks = vec![NEW; positions as usize];
    let mut order = Vec::with_capacity(positions as usize);
    // A position on the path, and how many of its options were followed.
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in 0..positions {
        if marks[root as usize] == NEW {
            marks[root as usize] = ON_THE_PATH;
            path.push((root, 0));
        }
        while let Some((position, followed)) = path.last_mut() {
            meter.spend(1)?;
            let Some(step) = graph.steps(*position).nth(*followed as usize) else {
                marks[*position as usize] = LISTED;
                order.push(*position);
                path.pop();
                continue;
            };
            *followed += 1;
            match marks[step.to as usize] {
                NEW => {
                    marks[step.to as usize] = ON_THE_PATH;
                    path.push((step.to, 0));
                }
                ON_THE_PATH => {
                    let on_cycle = path.iter().skip_while(|(position, _)| *position != step.to);
                    let cycle = on_cycle.map(|(position, _)| *position).collect();
                    return Err(OrderError::ComesBack(Cycle(cycle)));
                }
                _ => {}
            }
        }
    }
    Ok(order)
}
