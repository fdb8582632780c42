use std::path::Path;
use std::time::{Duration, Instant};

use perfectplay::analysis::counted;
use perfectplay::theories::heap_games::Code;
use perfectplay::theories::heap_games::record::{ResumeError, Run};
use perfectplay::{Meter, StopReason};
use serde_json::json;

use super::UNIT;
use super::answer::{Answer, in_words};
use super::kept::{Kept, fill};
use super::period::write_and_check_by;
use crate::args::PeriodArgs;
use crate::failure::Failure;
use crate::work::Work;

/// How far rare heaps and walks may go, where nothing else is asked for.
const REACH: usize = 1 << 15;

/// The certificate is written anew after these times: the second at last.
const SOON: Duration = Duration::from_millis(500);
const OFTEN: Duration = Duration::from_secs(30);

/// Values that are worked out between two looks at the clock.
const STRIDE: u64 = 1 << 20;

/// A record run: its period, in constant memory, with all that it takes to go on
/// in a folder.
pub(super) fn run(args: &PeriodArgs, code: &Code, folder: &Path) -> Result<(), Failure> {
    let work = Work::start(UNIT);
    let mut meter = work.meter(args.limits.limits());
    let began = Instant::now();
    let mut kept = Kept::open(folder, code)?;
    let mut run = begin(args, code, &kept, &mut meter)?;
    kept.claim()?;
    let end = args.to.map_or(u64::MAX, |to| to.saturating_add(1));
    let (mut stop, mut done) = (None, run.heaps());
    let (mut saved, mut pause) = (Instant::now(), SOON);
    while stop.is_none() && run.found().is_none() && run.heaps() < end {
        stop = run.advance(STRIDE.min(end - run.heaps()), &mut meter).err();
        if args.to.is_some() {
            meter.progress(run.heaps(), end);
        }
        if saved.elapsed() >= pause {
            kept.keep(&run.record())?;
            (saved, pause) = (Instant::now(), OFTEN.min(2 * pause));
            done = run.heaps();
        }
    }
    let mut shape = None;
    if stop.is_none() {
        match run.prove(&mut meter) {
            Ok(proved) => shape = proved,
            Err(stopped) => stop = Some(stopped),
        }
    }
    let (shape, record) = shape.map_or_else(|| (None, run.record()), |(s, r)| (Some(s), r));
    if run.heaps() > done || shape.is_some() || !kept.certificate().exists() {
        kept.keep(&record)?;
    }
    let seconds = began.elapsed().as_secs_f64();
    let checked = write_and_check_by(args, &mut meter, &|form, out| fill(&record, form, out))?;
    drop(work);
    let ((mask, domain), (last_rare, farthest)) = (run.space(), run.locality());
    let heaps = run.heaps();
    let theorem = shape.map(|_| "a window of values that came back".to_owned());
    let mut rows = Vec::new();
    if let Some(by) = &theorem {
        rows.push(("proof", format!("{by}, from the values of {heaps} heaps")));
    }
    let places = if domain { " and places" } else { "" };
    let text = format!(
        "mask {mask:#b}{places}, last rare heap {last_rare}, walks to parts of {farthest} at most"
    );
    rows.push(("sparse", text));
    let text = format!(
        "{} in {}, digest of the values {:016x}",
        counted(record.stretches(), "stretches"),
        kept.certificate().display(),
        run.digest()
    );
    rows.push(("record", text));
    let answer = Answer {
        code,
        known: if shape.is_some() { "proved" } else { "none" },
        values: heaps,
        shape,
        theorem,
        exceptions: None,
        record: Some(json!({
            "stretches": record.stretches(),
            "digest": format!("{:016x}", run.digest()),
            "mask": mask,
            "places": domain,
            "last_rare": last_rare,
            "farthest": farthest,
        })),
        headline: shape.as_ref().map_or_else(
            || format!("no period proved, from the values of {heaps} heaps"),
            |shape| format!("{}, proved for every heap", in_words(shape)),
        ),
        rows,
        spent: meter.spent(),
        seconds,
        checked,
        stop,
    };
    answer.print(args.json)
}

/// A run that goes on from the folder, or a new one.
fn begin(args: &PeriodArgs, code: &Code, kept: &Kept, meter: &mut Meter) -> Result<Run, Failure> {
    let place = kept.certificate();
    let place = place.display();
    let Some(record) = kept.read(meter)? else {
        let reach = args.reach.map_or(REACH, |reach| reach as usize);
        return Run::with_reach(code, reach, meter).map_err(|stop| match stop.reason {
            StopReason::Reach { within } => {
                Failure::Usage(format!("{code}: a record run is for {within}"))
            }
            _ => Failure::Stopped(stop),
        });
    };
    let run = Run::resume(code, record, meter).map_err(|error| match error {
        ResumeError::Stopped(stop) => Failure::Stopped(stop),
        ResumeError::Foreign => Failure::Usage(format!("{place}: {error}")),
    })?;
    match args.reach.filter(|&reach| reach as usize != run.reach()) {
        None => Ok(run),
        Some(_) => {
            let reach = run.reach();
            Err(Failure::Usage(format!("{place}: that run was begun with --reach {reach}")))
        }
    }
}
