use std::collections::BTreeMap;
use std::io::{self, Write};

use perfectplay::Stop;
use perfectplay::analysis::counted;
use perfectplay::theories::heap_games::{Code, misere_values};
use serde_json::json;

use super::{Run, UNIT, parquet};
use crate::args::{TableArgs, TableForm};
use crate::failure::{Failure, stopped};
use crate::text::row;
use crate::whole::{Replace, Whole};
use crate::work::{self, Work};

/// The values of a heap game's heaps.
pub(crate) fn run(args: &TableArgs) -> Result<(), Failure> {
    let code = super::code(&args.code)?;
    if args.from > args.to {
        let what = format!("--from {} is larger than --to {}", args.from, args.to);
        return Err(Failure::Usage(what));
    }
    if args.form == TableForm::Parquet {
        if args.json || args.histogram {
            let what = "--form parquet is the form of a table: leave out --json and --histogram";
            return Err(Failure::Usage(what.to_owned()));
        }
        if args.out.is_none() {
            let what = "--form parquet is no text for a terminal: name a file with --out";
            return Err(Failure::Usage(what.to_owned()));
        }
        parquet::is_built_in().map_err(|what| Failure::Usage(what.to_owned()))?;
    }
    // Before the work, so that hours of it do not end with a place that takes no file.
    let file = match &args.out {
        Some(path) => Some(Whole::begin(path, Replace::Nothing)?),
        None => None,
    };
    let unit = if args.misere { "positions and options" } else { UNIT };
    let work = Work::start(unit);
    let mut meter = work.meter(args.limits.limits());
    let (values, stop, rare) = if args.misere {
        let (values, stop) = misere_values(&code, args.to.saturating_add(1), &mut meter);
        (values, stop, None)
    } else {
        values(args, &code, &mut meter)?
    };
    drop(work);
    let from = usize::try_from(args.from).unwrap_or(usize::MAX).min(values.len());
    let shown = &values[from..];
    match file.zip(args.out.as_ref()) {
        Some((mut file, path)) => {
            let written = match args.form {
                TableForm::Parquet => parquet::write(file.out(), from as u64, shown),
                _ => write(file.out(), args, &code, from, shown, rare, stop),
            };
            written.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
            file.finish()?;
            let mut out = work::output();
            let values = counted(shown.len() as u64, "values");
            writeln!(out, "{values} in {}", path.display())?;
            out.flush()?;
        }
        None => {
            let mut out = work::output();
            write(&mut out, args, &code, from, shown, rare, stop)?;
            out.flush()?;
        }
    }
    stopped(stop)
}

/// The mask and the last of the rare heaps, where there are such.
type Rare = Option<(u16, u64)>;

/// The values from heap 0 on, and the limit that stopped them.
fn values(
    args: &TableArgs,
    code: &Code,
    meter: &mut perfectplay::Meter,
) -> Result<(Vec<u64>, Option<Stop>, Rare), Failure> {
    let count = usize::try_from(args.to).unwrap_or(usize::MAX).saturating_add(1);
    let mut run = Run::new(code, args.store.as_deref(), meter)?;
    // Once a period is proved, all others follow from it.
    let stop = run.work(count, true, meter)?;
    let known = match run.sequence.proved() {
        Some(_) => count,
        None => run.sequence.values().len().min(count),
    };
    meter.hold((size_of::<u64>() as u64).saturating_mul(known as u64)).map_err(Failure::Stopped)?;
    let value = |heap: usize| run.sequence.value(heap as u128);
    let values = (0..known).map_while(|heap| u64::try_from(value(heap)?).ok()).collect();
    let rare = run.sequence.values().sparse().map(|sparse| (sparse.mask, sparse.last_rare));
    Ok((values, stop, rare))
}

fn write(
    out: &mut dyn Write,
    args: &TableArgs,
    code: &Code,
    from: usize,
    values: &[u64],
    rare: Rare,
    stop: Option<Stop>,
) -> io::Result<()> {
    if args.json {
        let object = json!({
            "schema": "perfectplay/table/1",
            "code": code.to_string(),
            "play": if args.misere { "misere" } else { "normal" },
            "from": from,
            "values": values,
            "stopped": stop,
        });
        return writeln!(out, "{object}");
    }
    if args.histogram {
        return histogram(out, from, values, rare);
    }
    match args.form {
        TableForm::Text => {
            let width = values.iter().max().map_or(1, |most| most.to_string().len());
            let heaps = (from + values.len()).to_string().len();
            for (nth, line) in values.chunks(10).enumerate() {
                write!(out, "{:heaps$} ", from + 10 * nth)?;
                for value in line {
                    write!(out, " {value:width$}")?;
                }
                writeln!(out)?;
            }
        }
        TableForm::Csv => {
            writeln!(out, "heap,value")?;
            for (heap, value) in (from..).zip(values) {
                writeln!(out, "{heap},{value}")?;
            }
        }
        TableForm::BFile => {
            for (heap, value) in (from..).zip(values) {
                writeln!(out, "{heap} {value}")?;
            }
        }
        // Written by its own module.
        TableForm::Parquet => {}
    }
    Ok(())
}

/// How often each value comes up, and where values reach a new height.
fn histogram(out: &mut dyn Write, from: usize, values: &[u64], rare: Rare) -> io::Result<()> {
    const SHOWN: usize = 40;
    /// Times, first heap, last heap.
    type Seen = (u64, usize, usize);
    let mut seen: BTreeMap<u64, Seen> = BTreeMap::new();
    let mut records: Vec<(usize, u64)> = Vec::new();
    for (heap, &value) in (from..).zip(values) {
        let (times, _, last) = seen.entry(value).or_insert((0, heap, heap));
        (*times, *last) = (*times + 1, heap);
        if records.last().is_none_or(|&(_, most)| value > most) {
            records.push((heap, value));
        }
    }
    writeln!(out, "{:>8} {:>12} {:>12} {:>12}", "value", "times", "first heap", "last heap")?;
    for (value, (times, first, last)) in seen {
        writeln!(out, "{value:>8} {times:>12} {first:>12} {last:>12}")?;
    }
    writeln!(out)?;
    let some = records.iter().rev().take(SHOWN).rev();
    let texts: Vec<String> = some.map(|(heap, value)| format!("{value} at {heap}")).collect();
    let more = if records.len() > SHOWN { "..., " } else { "" };
    row(out, "records", &format!("{more}{}", texts.join(", ")))?;
    if let Some((mask, last)) = rare {
        row(out, "rare", &format!("mask {mask:#b}, last rare heap {last}"))?;
    }
    Ok(())
}
