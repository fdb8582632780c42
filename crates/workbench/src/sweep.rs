use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;

use perfectplay_analysis::{Report, Value};
use perfectplay_game::{Known, Limits, Meter, Outcome, Watch};
use serde::Serialize;

use crate::{Axis, Opener, number};

/// What is asked of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// The outcome of the start, for its mover.
    Outcome,
    /// Its Grundy value.
    Grundy,
    /// Points of its mover, or the margin.
    Points,
    /// Plies to the end.
    Remoteness,
    /// The move that stands first among those that keep the best result.
    BestMove,
}

/// What a table holds for one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number.
    Number(i128),
    /// An outcome or a move.
    Word(String),
    /// Nothing: why.
    Missing {
        /// The reason.
        missing: String,
    },
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Number(number) => write!(f, "{number}"),
            Cell::Word(word) => f.write_str(word),
            Cell::Missing { .. } => Ok(()),
        }
    }
}

/// A row of a table: the parameters in the order of the axes, and the value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The parameters.
    pub at: Vec<i64>,
    /// The value.
    pub value: Cell,
}

/// What a sweep came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Swept {
    /// Rows given out.
    pub rows: u64,
    /// Rows of the whole table.
    pub of: u64,
    /// Was it asked to stop before the end?
    pub interrupted: bool,
}

/// A sweep over the values of some parameters.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What is varied; the last axis runs fastest.
    pub axes: Vec<Axis>,
    /// What is asked of each game.
    pub wanted: Wanted,
    /// Limits of each game.
    pub limits: Limits,
    /// Games that are solved at the same time.
    pub threads: usize,
}

/// Why a sweep cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// The table would have more rows than can be counted.
    #[error("the table has more than 2^63 rows")]
    TooLarge,
    /// A game cannot be opened: the reason, which holds for all of them.
    #[error("{0}")]
    Open(String),
}

/// Rows that may wait for an earlier one.
const WAITING: usize = 256;

/// Threads, at most.
const MOST_THREADS: usize = 1024;

impl Sweep {
    /// How many rows the table has.
    ///
    /// # Errors
    ///
    /// Too many.
    pub fn rows(&self) -> Result<u64, SweepError> {
        let mut rows = 1u64;
        for axis in &self.axes {
            let many = axis.most.abs_diff(axis.least).checked_add(1);
            let product = many.and_then(|many| rows.checked_mul(many));
            rows = product.filter(|&rows| rows < 1 << 63).ok_or(SweepError::TooLarge)?;
        }
        Ok(rows)
    }

    /// The parameters of a row.
    pub fn at(&self, row: u64) -> Vec<i64> {
        let mut rest = row;
        let mut at: Vec<i64> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let many = axis.most.abs_diff(axis.least) + 1;
            // Fits: the remainder is less than the axis is long.
            at.push(axis.least.wrapping_add_unsigned(rest % many));
            rest /= many;
        }
        at.reverse();
        at
    }

    /// Solves the games of all rows from `first` on, several at a time, and
    /// gives the rows out in order; `sink` may break off.
    ///
    /// # Errors
    ///
    /// See [`SweepError`]. A game that is not decided is a row with a reason.
    pub fn run(
        &self,
        open: &Opener<'_>,
        first: u64,
        watch: &Arc<Watch>,
        sink: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<Swept, SweepError> {
        let of = self.rows()?;
        let next = AtomicU64::new(first);
        let over = AtomicBool::new(false);
        // More than there are rows, or than any machine has cores, are of no use.
        let rows = usize::try_from(of.saturating_sub(first)).unwrap_or(usize::MAX);
        let threads = self.threads.min(rows).clamp(1, MOST_THREADS);
        let mut swept = Swept { rows: 0, of, interrupted: false };
        let mut failed = None;
        std::thread::scope(|scope| {
            // Workers wait when too many rows are ahead of the one that is due.
            let (sender, rows) = sync_channel(WAITING);
            for _ in 0..threads {
                let (sender, next, over) = (sender.clone(), &next, &over);
                scope.spawn(move || {
                    loop {
                        let row = next.fetch_add(1, Ordering::Relaxed);
                        if row >= of || over.load(Ordering::Relaxed) {
                            break;
                        }
                        let solved = self.solve(open, self.at(row), watch);
                        if sender.send((row, solved)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut ahead: BTreeMap<u64, Result<Row, String>> = BTreeMap::new();
            let mut due = first;
            'rows: for (row, solved) in rows {
                ahead.insert(row, solved);
                while let Some(solved) = ahead.remove(&due) {
                    due += 1;
                    let row = match solved {
                        Ok(row) => row,
                        Err(reason) => {
                            failed = Some(SweepError::Open(reason));
                            over.store(true, Ordering::Relaxed);
                            break 'rows;
                        }
                    };
                    let stopped =
                        watch.asked_to_stop() && matches!(row.value, Cell::Missing { .. });
                    if stopped || sink(row).is_break() {
                        swept.interrupted = true;
                        over.store(true, Ordering::Relaxed);
                        break 'rows;
                    }
                    swept.rows += 1;
                }
            }
        });
        failed.map_or(Ok(swept), Err)
    }

    fn solve(&self, open: &Opener<'_>, at: Vec<i64>, watch: &Arc<Watch>) -> Result<Row, String> {
        let set: Vec<String> = self
            .axes
            .iter()
            .zip(&at)
            .map(|(axis, value)| format!("{}={value}", axis.name))
            .collect();
        let mut game = open(&set).map_err(|reason| format!("with {}: {reason}", set.join(", ")))?;
        let mut meter = Meter::watched(self.limits, watch.clone());
        let report = game
            .evaluate(&game.start(), &mut meter)
            .map_err(|reason| format!("with {}: {reason}", set.join(", ")))?;
        Ok(Row { at, value: cell(&report, self.wanted) })
    }
}

/// What a report says of what is wanted.
fn cell(report: &Report, wanted: Wanted) -> Cell {
    let missing = |reason: &str| match &report.stopped {
        Some(stop) => Cell::Missing { missing: stop.to_string() },
        None => Cell::Missing { missing: reason.to_owned() },
    };
    let value = match &report.evaluation.value {
        Some(Known::Exact(value)) => Some(value),
        _ => None,
    };
    let outcome = report.evaluation.outcome.exact();
    let found = match (wanted, value, outcome) {
        (Wanted::Outcome, _, Some(outcome)) => Some(Cell::Word(outcome.to_string())),
        (Wanted::BestMove, _, Some(_)) => {
            let best = report.options.iter().find(|option| option.keeps);
            best.map(|option| Cell::Word(option.chosen.clone()))
        }
        (Wanted::Grundy, Some(value @ Value::Grundy { .. }), _)
        | (Wanted::Points, Some(value @ (Value::Points { .. } | Value::Margin { .. })), _)
        | (Wanted::Remoteness, Some(value @ Value::Remoteness { .. }), _) => {
            Some(Cell::Number(number(value)))
        }
        (Wanted::Remoteness, Some(Value::Grundy { plies: Some(plies), .. }), _) => {
            Some(Cell::Number(i128::from(*plies)))
        }
        (Wanted::Remoteness, None, Some(Outcome::Draw)) => Some(Cell::Word("draw".to_owned())),
        _ => None,
    };
    found.unwrap_or_else(|| match wanted {
        Wanted::BestMove if report.options.is_empty() => {
            missing("play has ended: there is no move")
        }
        _ => missing("the theory of this game gives no such value"),
    })
}
