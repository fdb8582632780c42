use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use perfectplay::discover::{Bounds, Discovery, Finding, Standing, Table, Value, discover_with};
use perfectplay::workbench::{Axis, Cell, Sweep, SweepError};
use perfectplay::{Analysis, Limits, Meter};
use serde_json::json;

use crate::args::{CodeArg, DiscoverArgs};
use crate::failure::{Failure, stopped};
use crate::stress::parse_axes;
use crate::sweep::{value_name, wanted};
use crate::work::{self, Work};

/// Seeks the simplest closed form of a table.
pub(crate) fn run(args: &DiscoverArgs) -> Result<(), Failure> {
    let path = Path::new(&args.game.game);
    let is_table = path.extension().is_some_and(|extension| extension == "csv");
    let bounds = Bounds {
        effort: args.limits.limits().effort.min(Bounds::default().effort),
        ..Bounds::default()
    };
    let work = Work::start("steps of search");
    let watch = work.watch();
    let mut meter =
        Meter::watched(Limits { effort: bounds.effort, ..args.limits.limits() }, watch.clone());
    let found = if is_table {
        if !args.vary.is_empty() {
            let what = "a table is taken as it is; --vary makes one of a game";
            return Err(Failure::Usage(what.to_owned()));
        }
        let unreadable = |error| Failure::Usage(format!("{}: {error}", path.display()));
        let text = fs::read_to_string(path).map_err(unreadable)?;
        let table = Table::from_csv(&text)
            .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
        discover_with(&table, &bounds, |_| None, &mut meter)
    } else {
        let axes = parse_axes(&args.vary, &args.game.set)?;
        if axes.is_empty() {
            let what = "say what to vary, as --vary n=0..60, or give a table (*.csv)";
            return Err(Failure::Usage(what.to_owned()));
        }
        let open = |set: &[String]| -> Result<Box<dyn Analysis>, String> {
            work::load_with(&args.game, set).map_err(|failure| failure.to_string())
        };
        let sweep = Sweep {
            axes,
            wanted: wanted(args.value),
            limits: args.limits.limits(),
            threads: std::thread::available_parallelism().map_or(1, Into::into),
        };
        let mut rows = Vec::new();
        let swept = sweep.run(&open, 0, &watch, &mut |row| {
            if let Some(value) = value(row.value) {
                rows.push((row.at, value));
            }
            ControlFlow::Continue(())
        });
        swept.map_err(|error: SweepError| Failure::Usage(error.to_string()))?;
        let names: Vec<&str> = sweep.axes.iter().map(|axis| &axis.name[..]).collect();
        let table = Table::new(&names, value_name(sweep.wanted), rows)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        // Fresh cases are solved when they are asked for, each once.
        let mut known: BTreeMap<Vec<i64>, Option<Value>> = BTreeMap::new();
        discover_with(
            &table,
            &bounds,
            |at| {
                let solved = || solve(&sweep, &open, at, &watch);
                known.entry(at.to_vec()).or_insert_with(solved).clone()
            },
            &mut meter,
        )
    };
    drop(work);
    print(args, &found)?;
    stopped(found.stopped)
}

/// The value of one game more; nothing where it cannot be had.
fn solve(
    sweep: &Sweep,
    open: &perfectplay::workbench::Opener<'_>,
    at: &[i64],
    watch: &std::sync::Arc<perfectplay::Watch>,
) -> Option<Value> {
    let axes = sweep.axes.iter().zip(at);
    let axes = axes.map(|(axis, &at)| Axis { name: axis.name.clone(), least: at, most: at });
    let one = Sweep { axes: axes.collect(), ..sweep.clone() };
    let mut found = None;
    let swept = one.run(open, 0, watch, &mut |row| {
        found = value(row.value);
        ControlFlow::Continue(())
    });
    // A parameter out of its bounds is no case.
    swept.ok().and(found)
}

fn value(cell: Cell) -> Option<Value> {
    match cell {
        Cell::Number(number) => i64::try_from(number).ok().map(Value::Int),
        Cell::Word(word) => Some(Value::Word(word)),
        Cell::Missing { .. } => None,
    }
}

fn code(finding: &Finding, code: CodeArg) -> String {
    match code {
        CodeArg::Latex => finding.formula.latex(),
        CodeArg::Rust => finding.formula.rust(),
        CodeArg::Cpp => finding.formula.cpp(),
        CodeArg::Python => finding.formula.python(),
    }
}

fn print(args: &DiscoverArgs, found: &Discovery) -> Result<(), Failure> {
    let mut out = work::output();
    if args.json {
        writeln!(out, "{}", as_json(found))?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{found}")?;
    if let Some(best) = found.best() {
        for &wanted in &args.code {
            writeln!(out, "\n{}", code(best, wanted).trim_end())?;
        }
        let others = found.findings.iter().skip(1).filter(|finding| {
            finding.standing == Standing::HoldsOnAllTried
                && best.standing == Standing::HoldsOnAllTried
        });
        let others: Vec<String> =
            others.take(args.others).map(|finding| finding.formula.to_string()).collect();
        if !others.is_empty() {
            writeln!(out, "\nlonger, and as good on all cases tried:")?;
            for other in others {
                writeln!(out, "  {other}")?;
            }
        }
    }
    Ok(out.flush()?)
}

fn as_json(found: &Discovery) -> serde_json::Value {
    let findings: Vec<serde_json::Value> = found
        .findings
        .iter()
        .map(|finding| {
            json!({
                "formula": finding.formula.to_string(),
                "family": finding.family,
                "bits": finding.bits,
                "standing": finding.standing,
                "tried": finding.tried,
                "period": finding.period,
                "latex": finding.formula.latex(),
                "rust": finding.formula.rust(),
                "cpp": finding.formula.cpp(),
                "python": finding.formula.python(),
            })
        })
        .collect();
    json!({
        "schema": "perfectplay/discover/1",
        "findings": findings,
        "table_bits": found.table_bits,
        "bounds": found.bounds.to_string(),
        "stopped": found.stopped,
    })
}
