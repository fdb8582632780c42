use std::io::Write;
use std::time::Instant;

use perfectplay::proof::sink;
use perfectplay::theories::heap_games::{Regularity, Shape, certificate, certify};
use perfectplay::{Analysis, Description, Form};
use serde_json::json;

use super::{Run, UNIT};
use crate::args::PeriodArgs;
use crate::certificate::{Checked, can_write, checked, form_of, open, write_to};
use crate::failure::{Failure, stopped};
use crate::text::row;
use crate::work::{self, Work};

/// Heaps looked at, where nothing else is asked for.
const HEAPS: u64 = 1_000_000;

/// Exceptions that are shown in text.
const SHOWN: usize = 100;

/// The period of a heap game's values.
pub(crate) fn run(args: &PeriodArgs) -> Result<(), Failure> {
    let code = super::code(&args.code)?;
    can_write(args.certificate.as_deref())?;
    if let Some(folder) = &args.record {
        return super::record::run(args, &code, folder);
    }
    let work = Work::start(UNIT);
    let mut meter = work.meter(args.limits.limits());
    let began = Instant::now();
    let mut run = Run::new(&code, args.store.as_deref(), &mut meter)?;
    let to = args.to.unwrap_or(HEAPS);
    let count = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
    let stop = run.work(count, true, &mut meter)?;
    let seconds = began.elapsed().as_secs_f64();
    let known = run.sequence.regularity();
    let checked = write_and_check(args, &run, &mut meter)?;
    drop(work);
    let proved = match &known {
        Regularity::Proved(proved) => Some(proved),
        _ => None,
    };
    let shape = match &known {
        Regularity::Proved(proved) => Some(proved.shape()),
        Regularity::Seen { shape, .. } => Some(*shape),
        Regularity::None { .. } => None,
    };
    let heaps = run.sequence.values().len() as u64;
    let exceptions: Vec<u64> = run.sequence.exceptions().collect();
    let mut out = work::output();
    if args.json {
        let object = json!({
            "schema": "perfectplay/period/1",
            "code": code.to_string(),
            "known": match &known {
                Regularity::Proved(_) => "proved",
                Regularity::Seen { .. } => "seen",
                Regularity::None { .. } => "none",
            },
            "values": heaps,
            "period": shape.map(|shape| shape.period),
            "preperiod": shape.map(|shape| shape.preperiod),
            "saltus": shape.map(|shape| shape.saltus),
            "theorem": proved.map(|proved| proved.by().to_string()),
            "exceptions": proved.map(|_| &exceptions),
            "effort": { "steps": meter.spent(), "unit": UNIT },
            "seconds": seconds,
            "checked": checked.as_ref().map(|checked| json!({
                "claim": checked.confirmed.claim,
                "facts": checked.confirmed.facts,
                "seconds": checked.seconds,
            })),
            "stopped": stop,
        });
        writeln!(out, "{object}")?;
        out.flush()?;
        return stopped(stop);
    }
    let seen = match (&known, shape) {
        (Regularity::Proved(_), Some(shape)) => {
            format!("{}, proved for every heap", in_words(&shape))
        }
        (_, Some(shape)) => {
            format!("{}, seen to heap {}, not proved", in_words(&shape), heaps - 1)
        }
        _ => format!("no period seen to heap {}", heaps - 1),
    };
    writeln!(out, "{code}: {seen}.\n")?;
    if let Some(proved) = proved {
        let by = proved.by();
        row(&mut out, "proof", &format!("{by}, from the values of {} heaps", proved.heaps()))?;
        let some: Vec<String> =
            exceptions.iter().take(SHOWN).map(|heap| heap.to_string()).collect();
        let more = match exceptions.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let text = if some.is_empty() { "none".to_owned() } else { some.join(" ") };
        row(&mut out, "except", &format!("{text}{more}"))?;
    }
    if let Some(sparse) = run.sequence.values().sparse() {
        let text = format!("mask {:#b}, last rare heap {}", sparse.mask, sparse.last_rare);
        row(&mut out, "sparse", &text)?;
    }
    row(&mut out, "effort", &format!("{} {UNIT}, {seconds:.3} s", meter.spent()))?;
    if let Some(checked) = &checked {
        row(&mut out, "checked", &crate::text::checked(checked))?;
    }
    if let Some(stop) = &stop {
        row(&mut out, "stopped", &stop.to_string())?;
    }
    out.flush()?;
    stopped(stop)
}

pub(super) fn in_words(shape: &Shape) -> String {
    let Shape { preperiod, period, saltus } = shape;
    match saltus {
        0 => format!("period {period} from heap {preperiod} on"),
        _ => format!("period {period} from heap {preperiod} on, growing by {saltus} each"),
    }
}

/// Writes the certificate where it is asked for, and checks it by the rules.
fn write_and_check(
    args: &PeriodArgs,
    run: &Run,
    meter: &mut perfectplay::Meter,
) -> Result<Option<Checked>, Failure> {
    write_and_check_by(args, meter, &|form, out| {
        sink::<std::io::Error>(out, form, |sink| {
            certificate(&run.sequence).claim("heap-game").write(sink)?;
            certify(&run.sequence, sink)
        })
        .map_err(Failure::from)
    })
}

/// Writes a certificate as `fill` does, and checks it.
pub(super) fn write_and_check_by(
    args: &PeriodArgs,
    meter: &mut perfectplay::Meter,
    fill: &dyn Fn(Form, &mut dyn Write) -> Result<(), Failure>,
) -> Result<Option<Checked>, Failure> {
    let analysis = || -> Result<Box<dyn Analysis>, Failure> {
        let description = Description::of_code(&args.code);
        let lost = || Failure::Usage(format!("{:?} is no code", args.code));
        Ok(description.ok_or_else(lost)?.load()?)
    };
    match &args.certificate {
        Some(path) => {
            write_to(path, |out| fill(form_of(path), out))?;
            match args.check && path.is_file() {
                true => checked(analysis()?.as_ref(), &mut open(path)?, meter).map(Some),
                false => Ok(None),
            }
        }
        None if args.check => {
            let mut bytes = Vec::new();
            fill(Form::Binary, &mut bytes)?;
            checked(analysis()?.as_ref(), &mut &bytes[..], meter).map(Some)
        }
        None => Ok(None),
    }
}
