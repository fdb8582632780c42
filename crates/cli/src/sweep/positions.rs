//! Tables over all positions that a theory labels.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

use perfectplay::analysis::counted;
use perfectplay::workbench::{Wanted, number};
use perfectplay::{Evaluation, Known, Value};
use serde_json::json;

use super::{quoted, value_name, wanted};
use crate::args::SweepArgs;
use crate::failure::{Failure, stopped};
use crate::work::{self, Work};

/// A position and its value, in words.
type Row = (String, String);

pub(super) fn run(args: &SweepArgs) -> Result<(), Failure> {
    let wanted = wanted(args.value);
    if wanted == Wanted::BestMove || args.svg.is_some() {
        let what = "--positions tabulates values of positions, without moves and without a drawing";
        return Err(Failure::Usage(what.to_owned()));
    }
    let mut analysis = work::load(&args.game)?;
    let start = analysis.start();
    let work = Work::start(analysis.about().effort_unit);
    let mut meter = work.meter(args.limits.limits());
    let mut rows: Vec<Row> = Vec::new();
    let labelled = analysis
        .label_all(&start, &mut meter, &mut |label| {
            rows.push((label.what.clone(), value(&label.evaluation, wanted)));
            ControlFlow::Continue(())
        })
        .map_err(|error| Failure::unanswered(&start, error))?;
    drop(work);
    let (names, rows) = in_columns(rows);
    let mut out = work::output();
    if args.json {
        let table = json!({
            "schema": "perfectplay/sweep-positions/1",
            "columns": names,
            "value": value_name(wanted),
            "rows": rows,
        });
        writeln!(out, "{table}")?;
    } else {
        let write = |out: &mut dyn Write| -> std::io::Result<()> {
            writeln!(out, "{},{}", names.join(","), value_name(wanted))?;
            for (fields, value) in &rows {
                let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
                writeln!(out, "{},{value}", fields.join(","))?;
            }
            Ok(())
        };
        match &args.out {
            None => write(&mut out)?,
            Some(path) => {
                let unwritable = |error| Failure::Usage(format!("{}: {error}", path.display()));
                let file = OpenOptions::new().write(true).create_new(true).open(path);
                let mut file = BufWriter::new(file.map_err(unwritable)?);
                write(&mut file).and_then(|()| file.flush()).map_err(unwritable)?;
                let rows = counted(rows.len() as u64, "rows");
                writeln!(out, "{rows} in {}", path.display())?;
            }
        }
    }
    out.flush()?;
    stopped(labelled.stopped)
}

/// What a label says of what is wanted; nothing where it does not.
fn value(evaluation: &Evaluation, wanted: Wanted) -> String {
    let value = match &evaluation.value {
        Some(Known::Exact(value)) => Some(value),
        _ => None,
    };
    match (wanted, value) {
        (Wanted::Outcome, _) => {
            evaluation.outcome.exact().map(ToString::to_string).unwrap_or_default()
        }
        (Wanted::Grundy, Some(value @ Value::Grundy { .. }))
        | (Wanted::Points, Some(value @ (Value::Points { .. } | Value::Margin { .. })))
        | (Wanted::Remoteness, Some(value @ Value::Remoteness { .. })) => number(value).to_string(),
        (Wanted::Remoteness, Some(Value::Grundy { plies: Some(plies), .. })) => plies.to_string(),
        _ => String::new(),
    }
}

/// Positions that are numbers become columns of their own; others stay texts.
fn in_columns(rows: Vec<Row>) -> (Vec<String>, Vec<(Vec<String>, String)>) {
    let numbers = |text: &str| -> Option<Vec<String>> {
        let parts = text.split(|c: char| "()[], ".contains(c)).filter(|part| !part.is_empty());
        parts.map(|part| part.parse::<i64>().ok().map(|number| number.to_string())).collect()
    };
    let all: Option<Vec<Vec<String>>> = rows.iter().map(|(what, _)| numbers(what)).collect();
    let width = all.as_ref().and_then(|all| all.first()).map_or(0, Vec::len);
    match all {
        Some(all) if width > 0 && all.iter().all(|fields| fields.len() == width) => {
            let names = (1..=width).map(|at| format!("x{at}")).collect();
            (names, all.into_iter().zip(rows).map(|(fields, (_, value))| (fields, value)).collect())
        }
        _ => {
            let rows = rows.into_iter().map(|(what, value)| (vec![what], value)).collect();
            (vec!["position".to_owned()], rows)
        }
    }
}
