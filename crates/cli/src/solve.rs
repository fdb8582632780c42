use std::io::Write;

use perfectplay::Report;
use serde::Serialize;

use crate::args::SolveArgs;
use crate::certificate::{About, write_and_check};
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
    let mut analysis = work::load(&args.game)?;
    let position = match &args.position {
        Some(position) => position.clone(),
        None => analysis.start(),
    };
    let work = Work::start(analysis.about().effort_unit);
    let mut meter = work.meter(args.limits.limits());
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
    let certified = match report.evaluation.outcome.exact() {
        Some(_) => {
            let about = About::One(&report.position);
            let path = args.certificate.as_deref();
            write_and_check(analysis.as_mut(), about, path, args.check, &mut meter)
        }
        None => Ok(None),
    };
    // A refused certificate forbids the answer; one that could not be made
    // leaves it standing, and is told after it.
    let (checked, uncertified) = match certified {
        Ok(checked) => (checked, Ok(())),
        Err(refused @ Failure::Certificate(_)) => return Err(refused),
        Err(failure) => (None, Err(failure)),
    };
    drop(work);
    let mut out = work::output();
    if args.json {
        let checked = checked.as_ref().map(|checked| CheckedJson {
            facts: checked.confirmed.facts,
            seconds: checked.seconds,
        });
        let versioned = Versioned { schema: "perfectplay/solve/1", report: &report, checked };
        serde_json::to_writer(&mut out, &versioned).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        text::report(&mut out, &report)?;
        if let Some(checked) = &checked {
            text::row(&mut out, "checked", &text::checked(checked))?;
        }
    }
    out.flush()?;
    uncertified?;
    stopped(report.stopped)
}
