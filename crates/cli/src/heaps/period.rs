use std::io::Write;
use std::time::Instant;

use perfectplay::proof::sink;
use perfectplay::theories::heap_games::{Regularity, certificate, certify};
use perfectplay::{Analysis, Description, Form};

use super::answer::{Answer, in_words};
use super::{Run, UNIT};
use crate::args::PeriodArgs;
use crate::certificate::{Checked, can_write, checked, form_of, open, write_to};
use crate::failure::Failure;
use crate::work::Work;

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
    let (known, headline) = match (&known, &shape) {
        (Regularity::Proved(_), Some(shape)) => {
            ("proved", format!("{}, proved for every heap", in_words(shape)))
        }
        (_, Some(shape)) => {
            let seen = format!("{}, seen to heap {}, not proved", in_words(shape), heaps - 1);
            ("seen", seen)
        }
        _ => ("none", format!("no period seen to heap {}", heaps - 1)),
    };
    let mut rows = Vec::new();
    if let Some(proved) = proved {
        let by = proved.by();
        rows.push(("proof", format!("{by}, from the values of {} heaps", proved.heaps())));
        rows.push(("except", some_of(&exceptions)));
    }
    if let Some(sparse) = run.sequence.values().sparse() {
        let text = format!("mask {:#b}, last rare heap {}", sparse.mask, sparse.last_rare);
        rows.push(("sparse", text));
    }
    let answer = Answer {
        code: &code,
        known,
        values: heaps,
        shape,
        theorem: proved.map(|proved| proved.by().to_string()),
        exceptions: proved.map(|_| exceptions),
        record: None,
        headline,
        rows,
        spent: meter.spent(),
        seconds,
        checked,
        stop,
    };
    answer.print(args.json)
}

/// The first ones, and how many more there are.
fn some_of(exceptions: &[u64]) -> String {
    if exceptions.is_empty() {
        return "none".to_owned();
    }
    let some: Vec<String> = exceptions.iter().take(SHOWN).map(u64::to_string).collect();
    match exceptions.len().saturating_sub(SHOWN) {
        0 => some.join(" "),
        more => format!("{} and {more} more", some.join(" ")),
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
