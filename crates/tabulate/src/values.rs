use perfectplay_analysis::{Evaluation, Value};
use perfectplay_game::{Known, Meter, Outcome, Player, RulesError, Score, Tabular};
use perfectplay_store::bytes;
use perfectplay_theories::retrograde::Standing;
use perfectplay_theories::retrograde::graph::{
    Cycle, GraphBuilder, GraphError, OrderError, PositionGraph, Standings, Step, options_first,
    solve,
};

use crate::Table;
use crate::nimbers::nimbers;
use crate::scores::{Points, scores};
use crate::table::Halt;

/// The theory that was picked for a table, and what decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// Positions split: the XOR of the parts' Grundy values.
    Sums,
    /// Moves pay points.
    Points(Score),
    /// Positions can come back: retrograde analysis. A way round.
    ComesBack(Cycle),
    /// Play ends: every position valued once, options first.
    Exhaustive {
        /// Are there Grundy values too?
        nimbers: bool,
    },
    /// A limit came before all positions were listed.
    Unfinished,
}

/// What a theory finds of every position of a table.
#[derive(Debug)]
pub(crate) enum Values {
    /// Outcomes and remoteness.
    Standings(Standings),
    /// Grundy values, with standings where positions do not split.
    Nimbers(Vec<u32>, Option<Standings>),
    /// Points.
    Points(Vec<Points>, Score),
    /// Wins and losses that hold however the rest goes.
    Part(Standings),
}

/// What is known of one position, for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Its outcome and remoteness.
    Standing(Standing),
    /// Its Grundy value, and its standing where that is known.
    Nimber(u64, Option<Standing>),
    /// The Grundy value that a move leaves, and how that ends for who made it.
    Left(u64, Option<Standing>),
    /// Its points.
    Points(Points, Score),
    /// Its outcome alone.
    Outcome(Outcome),
    /// Nothing.
    Unknown,
}

impl Worth {
    /// The outcome for the mover, if it is known.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self {
            Worth::Standing(standing) => Some(standing.outcome),
            Worth::Nimber(0, _) => Some(Outcome::Loss),
            Worth::Left(0, _) | Worth::Nimber(..) => Some(Outcome::Win),
            Worth::Left(..) => Some(Outcome::Loss),
            Worth::Points(points, _) => Some(points.outcome),
            Worth::Outcome(outcome) => Some(*outcome),
            Worth::Unknown => None,
        }
    }

    /// Plies to the end, if they are known.
    pub(crate) fn plies(&self) -> Option<u64> {
        match self {
            Worth::Standing(standing)
            | Worth::Nimber(_, Some(standing))
            | Worth::Left(_, Some(standing)) => standing.remoteness.map(u64::from),
            _ => None,
        }
    }

    /// The worth to the player who makes a move to a position of this worth.
    pub(crate) fn moved_to(self, mover_stays: bool, paid: u64) -> Self {
        let after = |standing: Standing| Standing {
            outcome: standing.outcome_after(mover_stays),
            remoteness: standing.remoteness.map(|plies| plies.saturating_add(1)),
        };
        match self {
            Worth::Standing(standing) => Worth::Standing(after(standing)),
            Worth::Nimber(nimber, standing) => Worth::Left(nimber, standing.map(after)),
            Worth::Points(points, score) => match points.moved_to(mover_stays, paid, score) {
                Some(points) => Worth::Points(points, score),
                None => Worth::Unknown,
            },
            Worth::Outcome(outcome) if mover_stays => Worth::Outcome(outcome),
            Worth::Outcome(outcome) => Worth::Outcome(outcome.for_other()),
            Worth::Left(..) | Worth::Unknown => Worth::Unknown,
        }
    }

    /// The evaluation for `side`, who is to move there.
    pub(crate) fn evaluation(&self, side: Player) -> Evaluation {
        let Some(outcome) = self.outcome() else { return Evaluation::unknown(side) };
        let value = match *self {
            Worth::Standing(_) => self.plies().map(|plies| Value::Remoteness { plies }),
            Worth::Nimber(nimber, _) | Worth::Left(nimber, _) => {
                Some(Value::Grundy { nimber: nimber.into(), plies: self.plies() })
            }
            Worth::Points(points, Score::WinThenPoints) => {
                Some(Value::Points { own: points.own, other: points.other })
            }
            Worth::Points(points, Score::Difference) => {
                Some(Value::Margin { points: points.margin() })
            }
            Worth::Outcome(_) | Worth::Unknown => None,
        };
        Evaluation { side, outcome: Known::Exact(outcome), value: value.map(Known::Exact) }
    }

    /// As bytes, for tables on disk.
    ///
    /// ```text
    /// 0 outcome plies+1 | 1 nimber (0 or 1 outcome plies+1) | 2 outcome own other
    /// | 3 own other | 4 unknown
    /// ```
    pub(crate) fn write(&self, into: &mut Vec<u8>) {
        let standing = |standing: &Standing, into: &mut Vec<u8>| {
            into.push(code(standing.outcome));
            bytes::put(into, standing.remoteness.map_or(0, |plies| u64::from(plies) + 1));
        };
        match self {
            Worth::Standing(found) => {
                into.push(0);
                standing(found, into);
            }
            Worth::Nimber(nimber, found) => {
                into.push(1);
                bytes::put(into, *nimber);
                into.push(found.is_some().into());
                if let Some(found) = found {
                    standing(found, into);
                }
            }
            Worth::Points(points, score) => {
                into.push(if *score == Score::WinThenPoints { 2 } else { 3 });
                into.push(code(points.outcome));
                bytes::put(into, points.own);
                bytes::put(into, points.other);
            }
            Worth::Left(..) | Worth::Outcome(_) | Worth::Unknown => into.push(4),
        }
    }

    /// From bytes; `None` where they are no worth.
    pub(crate) fn read(mut from: &[u8]) -> Option<Self> {
        let from = &mut from;
        let outcome = |from: &mut &[u8]| {
            let code = take_byte(from)?;
            OUTCOMES.get(usize::from(code)).copied()
        };
        let standing = |from: &mut &[u8]| {
            let outcome = outcome(from)?;
            let remoteness = match bytes::take(from)? {
                0 => None,
                plies => Some(u32::try_from(plies - 1).ok()?),
            };
            Some(Standing { outcome, remoteness })
        };
        Some(match take_byte(from)? {
            0 => Worth::Standing(standing(from)?),
            1 => {
                let nimber = bytes::take(from)?;
                let known = take_byte(from)? == 1;
                Worth::Nimber(nimber, if known { Some(standing(from)?) } else { None })
            }
            kind @ (2 | 3) => {
                let score = if kind == 2 { Score::WinThenPoints } else { Score::Difference };
                let outcome = outcome(from)?;
                let (own, other) = (bytes::take(from)?, bytes::take(from)?);
                Worth::Points(Points { outcome, own, other }, score)
            }
            4 => Worth::Unknown,
            _ => return None,
        })
    }
}

const OUTCOMES: [Outcome; 4] = [Outcome::Loss, Outcome::Draw, Outcome::Tie, Outcome::Win];

fn code(outcome: Outcome) -> u8 {
    OUTCOMES.iter().position(|known| *known == outcome).unwrap_or_default() as u8
}

fn take_byte(from: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = from.split_first()?;
    *from = rest;
    Some(byte)
}

impl Values {
    /// What is known of the position of that number.
    pub(crate) fn worth(&self, number: u32) -> Worth {
        match self {
            Values::Standings(standings) => {
                standings.get(number).map_or(Worth::Unknown, Worth::Standing)
            }
            Values::Nimbers(nimbers, standings) => match nimbers.get(number as usize) {
                Some(&nimber) => Worth::Nimber(
                    nimber.into(),
                    standings.as_ref().and_then(|standings| standings.get(number)),
                ),
                None => Worth::Unknown,
            },
            Values::Points(points, score) => {
                points.get(number as usize).map_or(Worth::Unknown, |&p| Worth::Points(p, *score))
            }
            Values::Part(standings) => match standings.get(number).map(|found| found.outcome) {
                Some(outcome @ (Outcome::Win | Outcome::Loss)) => Worth::Outcome(outcome),
                _ => Worth::Unknown,
            },
        }
    }
}

/// The worth of a sum of parts.
pub(crate) fn sum(parts: impl Iterator<Item = Worth>) -> Worth {
    let mut total = 0;
    for part in parts {
        match part {
            Worth::Nimber(nimber, _) => total ^= nimber,
            _ => return Worth::Unknown,
        }
    }
    Worth::Nimber(total, None)
}

/// Picks the theory that fits what is declared and met, and values every
/// position by it.
pub(crate) fn value<G: Tabular>(
    rules: &G,
    table: &Table<G::Position>,
    threads: usize,
    meter: &mut Meter,
) -> Result<(Values, Picked), Halt>
where
    G::Position: Send + Sync,
{
    let declared = rules.declared();
    let held = meter.held();
    let graph = graph(rules, table, meter)?;
    let release = |meter: &mut Meter, graph: PositionGraph| {
        let bytes = graph.bytes();
        drop(graph);
        meter.release(bytes);
    };
    if table.expanded() < table.met() {
        let standings = solve(&graph, meter, threads)?;
        release(meter, graph);
        return Ok((Values::Part(standings), Picked::Unfinished));
    }
    let order = match options_first(&graph, meter) {
        Ok(order) => Ok(order),
        Err(OrderError::ComesBack(cycle)) => Err(cycle),
        Err(OrderError::Stopped(stop)) => {
            meter.release(meter.held() - held);
            return Err(stop.into());
        }
    };
    let done = match (order, declared.score, declared.splits) {
        (Err(cycle), score, splits) if score.is_some() || splits => {
            let what = if splits { "split into parts" } else { "pay points" };
            return Err(RulesError::new(format!(
                "a position can come back ({}), and in a game whose positions or moves {what} \
                 play must come to an end",
                way_round(rules, table, &cycle)
            ))
            .into());
        }
        (Err(cycle), ..) => {
            let standings = solve(&graph, meter, threads)?;
            (Values::Standings(standings), Picked::ComesBack(cycle))
        }
        (Ok(_), Some(_), true) => {
            let what = "points and parts do not go together: a sum of games that pay points has \
                        no Grundy value; leave one of them out";
            return Err(RulesError::new(what).into());
        }
        (Ok(order), Some(score), false) => {
            let points = scores(table, &order, score, meter)?;
            meter.release(order.len() as u64 * 4);
            (Values::Points(points, score), Picked::Points(score))
        }
        (Ok(order), None, splits) => {
            let normal = declared.impartial && not_normal(table).is_none();
            if splits && !normal {
                return Err(RulesError::new(why_not_sums(rules, table)).into());
            }
            let found = if splits {
                (Values::Nimbers(nimbers(table, &order, meter)?, None), Picked::Sums)
            } else {
                let standings = solve(&graph, meter, threads)?;
                let values = match normal {
                    true => Values::Nimbers(nimbers(table, &order, meter)?, Some(standings)),
                    false => Values::Standings(standings),
                };
                (values, Picked::Exhaustive { nimbers: normal })
            };
            meter.release(order.len() as u64 * 4);
            found
        }
    };
    release(meter, graph);
    Ok(done)
}

/// The table as a graph. A position that is not expanded can stay where it
/// is for ever, so that nothing is decided by it.
fn graph<G: Tabular>(
    rules: &G,
    table: &Table<G::Position>,
    meter: &mut Meter,
) -> Result<PositionGraph, Halt>
where
    G::Position: Send + Sync,
{
    let failed = |error: GraphError| match error {
        GraphError::Stopped(stop) => Halt::Stopped(stop),
        GraphError::EndsInDraw { position } => Halt::Rules(RulesError::new(format!(
            "play has ended at {}, which is a loss, a tie or a win, and no draw: a draw is \
             endless play",
            table.position(position).map(|at| rules.write_position(at)).unwrap_or_default()
        ))),
        large => Halt::Rules(RulesError::new(large.to_string())),
    };
    let mut builder = GraphBuilder::new();
    for number in 0..table.met() as u32 {
        let pushed = match table.ending(number) {
            None => builder.push([Step::passing(number)], Outcome::Loss, meter),
            Some(ending) => {
                let steps = table.edges(number).flat_map(|edge| {
                    let keeps_turn = edge.mover_stays();
                    let step = move |to| Step { to, keeps_turn };
                    // Collected: the parts borrow the edge.
                    edge.parts().map(step).collect::<Vec<_>>()
                });
                builder.push(steps, ending, meter)
            }
        };
        pushed.map_err(failed)?;
    }
    builder.finish(meter).map_err(failed)
}

/// The first position that breaks normal play: the turn does not pass, or
/// play ends there other than in a loss.
fn not_normal<P: Clone + Eq + std::hash::Hash + Send + Sync>(table: &Table<P>) -> Option<u32> {
    (0..table.expanded() as u32).find(|&number| {
        let mut edges = table.edges(number);
        match edges.len() {
            0 => table.ending(number) != Some(Outcome::Loss),
            _ => edges.any(|edge| edge.mover_stays()),
        }
    })
}

fn why_not_sums<G: Tabular>(rules: &G, table: &Table<G::Position>) -> String
where
    G::Position: Send + Sync,
{
    let head = "parts add up in normal play alone (both players have the same options, turns \
                alternate, who cannot move loses)";
    match not_normal(table).and_then(|number| table.position(number)) {
        Some(at) => {
            format!("{head}: at {} it is another; leave the parts out", rules.write_position(at))
        }
        None => format!("{head}: in this game the sides differ; leave the parts out"),
    }
}

/// A cycle in words.
pub(crate) fn way_round<G: Tabular>(rules: &G, table: &Table<G::Position>, cycle: &Cycle) -> String
where
    G::Position: Send + Sync,
{
    const SHOWN: usize = 4;
    let name = |&number: &u32| {
        table.position(number).map(|at| rules.write_position(at)).unwrap_or_default()
    };
    let mut shown: Vec<String> = cycle.0.iter().take(SHOWN).map(name).collect();
    if cycle.0.len() > SHOWN {
        shown.push(format!("… ({} positions)", cycle.0.len()));
    }
    shown.extend(cycle.0.first().map(name));
    shown.join(" -> ")
}

impl Picked {
    /// Is the answer about all positions?
    pub(crate) fn finished(&self) -> bool {
        *self != Picked::Unfinished
    }
}
