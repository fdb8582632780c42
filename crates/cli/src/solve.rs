use std::io::Write;

use perfectplay::{Report, Stop};
use serde::Serialize;

use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::work::{self, Work};
use crate::{labels, text};

/// A report with the name of its form, so that a reader knows what it reads.
#[derive(Serialize)]
struct Versioned<'r> {
    schema: &'static str,
    #[serde(flatten)]
    report: &'r Report,
}

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let mut analysis = work::load(&args.game)?;
    let position = match &args.position {
        Some(position) => position.clone(),
        None => analysis.start(),
    };
    let work = Work::start(analysis.about().effort_unit);
    let mut meter = work.meter(args.limits.limits());
    if args.all {
        return labels::run(analysis.as_mut(), &position, &mut meter, args.json);
    }
    let report = analysis
        .evaluate(&position, &mut meter)
        .map_err(|error| Failure::Position(position, error))?;
    drop(work);
    let mut out = work::output();
    if args.json {
        let versioned = Versioned { schema: "perfectplay/solve/1", report: &report };
        serde_json::to_writer(&mut out, &versioned).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        text::report(&mut out, &report)?;
    }
    out.flush()?;
    stopped(report.stopped)
}

/// A limit that was reached, as the end of a command.
pub(crate) fn stopped(stop: Option<Stop>) -> Result<(), Failure> {
    stop.map_or(Ok(()), |stop| Err(Failure::Stopped(stop)))
}
