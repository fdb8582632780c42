use std::io::Write;
use std::path::Path;

use perfectplay::{Analysis, Meter, Report, Source};
use serde::Serialize;

use crate::args::SolveArgs;
use crate::certificate::{About, Checked, can_write, write_and_check};
use crate::failure::{Failure, stopped};
use crate::work::{self, Work};
use crate::{labels, text};

/// A report with the name of its form, so that a reader knows what it reads.
#[derive(Serialize)]
struct Versioned<'r> {
    schema: &'static str,
    #[serde(flatten)]
    report: &'r Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<CheckedJson>,
}

/// What checking the certificate cost.
#[derive(Serialize)]
struct CheckedJson {
    facts: u64,
    seconds: f64,
}

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let mut analysis = work::load_searched(&args.game, args.search)?;
    can_write(args.certificate.as_deref())?;
    let position = match &args.position {
        Some(position) => position.clone(),
        None if args.words.is_empty() => analysis.start(),
        None => args.words.join(" "),
    };
    let work = Work::start(analysis.about().effort_unit);
    let mut meter = work.meter(args.limits.limits());
    let kept = keep(analysis.as_mut(), args, &position, &mut meter);
    if let Err(failure) = kept {
        // What was proved before a limit is told; other failures end it here.
        if !matches!(failure, Failure::Stopped(_)) {
            return Err(failure);
        }
    }
    if args.all {
        // Written and checked before the labels, so that nothing is printed
        // that is not proved.
        let about = About::All(&position);
        let path = args.certificate.as_deref();
        let checked = write_and_check(analysis.as_mut(), about, path, args.check, &mut meter)?;
        return labels::run(analysis.as_mut(), &position, &mut meter, args.json, checked);
    }
    let report = analysis
        .evaluate(&position, &mut meter)
        .map_err(|error| Failure::unanswered(&position, error))?;
    // An answer that was not found has no certificate.
    let answered = report.evaluation.outcome.exact().is_some() || report.stopped.is_none();
    let certified = match answered {
        true => {
            let about = About::One(&report.position);
            let path = args.certificate.as_deref();
            write_and_check(analysis.as_mut(), about, path, args.check, &mut meter)
        }
        false => Ok(None),
    };
    // A refused certificate forbids the answer; one that could not be made
    // leaves it standing, and is told after it.
    let (checked, uncertified) = match certified {
        Ok(checked) => (checked, Ok(())),
        Err(refused @ Failure::Certificate(_)) => return Err(refused),
        Err(failure) => (None, Err(failure)),
    };
    drop(work);
    print(&report, checked.as_ref(), args.json)?;
    uncertified?;
    stopped(report.stopped)
}

/// Prints a report, and what checking it cost.
pub(crate) fn print(report: &Report, checked: Option<&Checked>, json: bool) -> Result<(), Failure> {
    let mut out = work::output();
    if json {
        let checked = checked.map(|checked| CheckedJson {
            facts: checked.confirmed.facts,
            seconds: checked.seconds,
        });
        let versioned = Versioned { schema: "perfectplay/solve/1", report, checked };
        serde_json::to_writer(&mut out, &versioned).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        text::report(&mut out, report)?;
        if let Some(checked) = checked {
            text::row(&mut out, "checked", &text::checked(checked))?;
        }
    }
    Ok(out.flush()?)
}

/// Solves with everything that is finished kept in the folder of `--store`.
fn keep(
    analysis: &mut dyn Analysis,
    args: &SolveArgs,
    position: &str,
    meter: &mut Meter,
) -> Result<(), Failure> {
    let Some(folder) = &args.store else { return Ok(()) };
    let path = Path::new(&args.game.game);
    if !path.is_file() {
        let what = "--store keeps the game of a file; this one was named on the command line";
        return Err(Failure::Usage(what.to_owned()));
    }
    let source = Source::read(path, &args.game.set)?;
    source.keep(analysis, position, folder, meter).map_err(|error| Failure::unkept(position, error))
}
