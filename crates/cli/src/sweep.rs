mod positions;

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use perfectplay::analysis::counted;
use perfectplay::workbench::{Cell, Row, Sweep, SweepError, Wanted, chart};
use perfectplay::{Analysis, Stop, StopReason};
use serde_json::json;

use crate::args::{SweepArgs, ValueArg};
use crate::failure::{Failure, stopped};
use crate::stress::parse_axes;
use crate::whole::{Replace, Whole};
use crate::work::{self, Work};

/// Bytes that a row takes at least, in a table that is shown or drawn when it is whole.
const ROW: u64 = 64;

/// Tabulates a value over parameters.
pub(crate) fn run(args: &SweepArgs) -> Result<(), Failure> {
    if args.positions {
        return positions::run(args);
    }
    let axes = parse_axes(&args.vary, &args.game.set)?;
    if axes.is_empty() {
        let what = "say what to vary, as --vary n=1..60, or ask for --positions";
        return Err(Failure::Usage(what.to_owned()));
    }
    if args.out.is_some() && args.out == args.svg {
        let what = "--out and --svg name the same file: the table and its picture are two";
        return Err(Failure::Usage(what.to_owned()));
    }
    let threads =
        args.threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
    let sweep = Sweep {
        axes,
        wanted: wanted(args.value),
        limits: args.limits.limits(),
        threads: threads.unwrap_or(1),
    };
    let of = sweep.rows().map_err(|error| Failure::Usage(error.to_string()))?;
    let work = Work::start("games");
    let mut meter = work.meter(sweep.limits);
    meter.hold(of.saturating_mul(ROW)).map_err(Failure::Stopped)?;
    // First, since a table leaves what it was begun with.
    let picture = match &args.svg {
        Some(path) => Some(Whole::begin(path, Replace::Nothing)?),
        None => None,
    };
    let mut file = match &args.out {
        Some(path) => Some(Table::open(path, args, &sweep, of)?),
        None => None,
    };
    let mut rows = file.as_mut().map(|file| std::mem::take(&mut file.rows)).unwrap_or_default();
    let open = |set: &[String]| -> Result<Box<dyn Analysis>, String> {
        work::load_with(&args.game, set).map_err(|failure| failure.to_string())
    };
    let mut written = Ok(());
    let watch = work.watch();
    let swept = sweep.run(&open, rows.len() as u64, &watch, &mut |row| {
        if let Some(file) = &mut file {
            written = file.write(&row);
        }
        rows.push(row);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    drop(work);
    written?;
    let swept = match swept {
        Ok(swept) => swept,
        Err(error @ (SweepError::TooLarge | SweepError::Open(_))) => {
            if let Some(file) = file.filter(|_| rows.is_empty()) {
                file.discard();
            }
            return Err(Failure::Usage(error.to_string()));
        }
    };
    if let Some(file) = file {
        file.finish(!swept.interrupted)?;
    }
    if let Some(mut picture) = picture {
        let drawn = chart::as_svg(&sweep.axes, &rows);
        let drawn = drawn.ok_or_else(|| {
            Failure::Usage("--svg draws tables over one or two parameters".to_owned())
        })?;
        picture.out().write_all(drawn.as_bytes())?;
        picture.finish()?;
    }
    print(args, &sweep, &rows, of)?;
    if let Some(Row { value: Cell::Missing { missing }, .. }) = rows.first()
        && rows.iter().all(|row| matches!(row.value, Cell::Missing { .. }))
        && !swept.interrupted
    {
        return Err(Failure::Usage(format!("no game has such a value: {missing}")));
    }
    match swept.interrupted {
        true => stopped(Some(Stop { reason: StopReason::Interrupted, spent: rows.len() as u64 })),
        false => Ok(()),
    }
}

pub(crate) fn wanted(value: ValueArg) -> Wanted {
    match value {
        ValueArg::Outcome => Wanted::Outcome,
        ValueArg::Grundy => Wanted::Grundy,
        ValueArg::Points => Wanted::Points,
        ValueArg::Remoteness => Wanted::Remoteness,
        ValueArg::BestMove => Wanted::BestMove,
    }
}

pub(crate) fn value_name(wanted: Wanted) -> &'static str {
    match wanted {
        Wanted::Outcome => "outcome",
        Wanted::Grundy => "grundy",
        Wanted::Points => "points",
        Wanted::Remoteness => "remoteness",
        Wanted::BestMove => "best-move",
    }
}

fn print(args: &SweepArgs, sweep: &Sweep, rows: &[Row], of: u64) -> Result<(), Failure> {
    let mut out = work::output();
    if args.json {
        let names: Vec<&str> = sweep.axes.iter().map(|axis| &axis.name[..]).collect();
        let table = json!({
            "schema": "perfectplay/sweep/1",
            "parameters": names,
            "value": value_name(sweep.wanted),
            "rows": rows,
            "of": of,
        });
        writeln!(out, "{table}")?;
        return Ok(out.flush()?);
    }
    if let Some(path) = &args.out {
        let of = counted(of, "rows");
        writeln!(out, "{} of {of} in {}", rows.len(), path.display())?;
    } else if let Some(drawn) = chart::in_signs(&sweep.axes, rows) {
        write!(out, "{drawn}")?;
        if sweep.wanted == Wanted::Outcome {
            writeln!(out, "# loss for the mover, . win, = tie, ~ draw, ? not decided")?;
        }
    } else {
        writeln!(out, "{}", header(sweep))?;
        for row in rows {
            writeln!(out, "{}", line(row))?;
        }
    }
    let missing = rows.iter().find_map(|row| match &row.value {
        Cell::Missing { missing } => Some((row, missing)),
        _ => None,
    });
    if let Some((row, reason)) = missing {
        let many = rows.iter().filter(|row| matches!(row.value, Cell::Missing { .. })).count();
        writeln!(out, "{many} without a value; the first, at {:?}: {reason}", row.at)?;
    }
    Ok(out.flush()?)
}

fn header(sweep: &Sweep) -> String {
    let names = sweep.axes.iter().map(|axis| quoted(&axis.name));
    names.chain([value_name(sweep.wanted).to_owned()]).collect::<Vec<_>>().join(",")
}

fn line(row: &Row) -> String {
    let numbers = row.at.iter().map(i64::to_string);
    numbers.chain([quoted(&row.value.to_string())]).collect::<Vec<_>>().join(",")
}

/// A field of CSV (RFC 4180).
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A table that grows on disk.
///
/// ```text
/// table.csv.partial        rows as they come
/// table.csv.partial.what   which game, parameters and value they are of
/// table.csv                the whole table, once it is there
/// ```
struct Table {
    place: PathBuf,
    partial: PathBuf,
    what: PathBuf,
    out: BufWriter<File>,
    /// Rows of an earlier run.
    rows: Vec<Row>,
    flushed: Instant,
}

impl Table {
    fn open(path: &Path, args: &SweepArgs, sweep: &Sweep, of: u64) -> Result<Self, Failure> {
        let unwritable = |path: &Path| {
            let path = path.to_owned();
            move |error| Failure::Usage(format!("{}: {error}", path.display()))
        };
        if path.exists() {
            let what = format!("{} is there already: name another file", path.display());
            return Err(Failure::Usage(what));
        }
        let beside = |suffix: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        let (partial, what) = (beside(".partial"), beside(".partial.what"));
        // The game's own text: a file that changed is another game.
        let text = fs::read_to_string(&args.game.game).unwrap_or_default();
        let about = format!(
            "{}\n{:?}\n{:?}\n{}\n{text}",
            args.game.game,
            args.game.set,
            args.vary,
            value_name(sweep.wanted)
        );
        let mut rows = Vec::new();
        if partial.exists() {
            if fs::read_to_string(&what).ok().as_deref() != Some(&about[..]) {
                let what = format!(
                    "{} is the beginning of another table: remove it, or name another file",
                    partial.display()
                );
                return Err(Failure::Usage(what));
            }
            rows = read_rows(&partial, sweep, of).map_err(unwritable(&partial))?;
        } else {
            fs::write(&what, about).map_err(unwritable(&what))?;
        }
        // Written anew, without the last line if that is only a part of one.
        let mut text = header(sweep) + "\n";
        for row in &rows {
            text.push_str(&line(row));
            text.push('\n');
        }
        fs::write(&partial, text).map_err(unwritable(&partial))?;
        let file = OpenOptions::new().append(true).open(&partial).map_err(unwritable(&partial))?;
        Ok(Table {
            place: path.to_owned(),
            partial,
            what,
            out: BufWriter::new(file),
            rows,
            flushed: Instant::now(),
        })
    }

    fn write(&mut self, row: &Row) -> Result<(), Failure> {
        writeln!(self.out, "{}", line(row))?;
        // A kill costs no more than this.
        if self.flushed.elapsed() > Duration::from_secs(1) {
            self.out.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Leaves nothing behind: there is no row in it.
    fn discard(self) {
        for path in [&self.partial, &self.what] {
            // What went wrong before is what matters.
            let _ = fs::remove_file(path);
        }
    }

    fn finish(mut self, whole: bool) -> Result<(), Failure> {
        self.out.flush()?;
        if whole {
            fs::rename(&self.partial, &self.place)?;
            fs::remove_file(&self.what)?;
        }
        Ok(())
    }
}

/// The whole rows at the beginning of a table that was cut short.
fn read_rows(path: &Path, sweep: &Sweep, of: u64) -> std::io::Result<Vec<Row>> {
    let mut reader = BufReader::new(File::open(path)?);
    let (mut text, mut rows) = (String::new(), Vec::new());
    reader.read_line(&mut text)?;
    if text.trim_end() != header(sweep) {
        return Ok(rows);
    }
    loop {
        text.clear();
        reader.read_line(&mut text)?;
        let Some(fields) = text.strip_suffix('\n') else { break };
        let at = sweep.at(rows.len() as u64);
        let head: String = at.iter().map(|number| format!("{number},")).collect();
        // Rows without a value are tried again: a limit may have been raised.
        let value = fields.strip_prefix(&head[..]).filter(|value| !value.is_empty());
        let Some(value) = value.filter(|_| (rows.len() as u64) < of) else { break };
        let value = match value.parse() {
            Ok(number) if sweep.wanted != Wanted::BestMove => Cell::Number(number),
            _ => Cell::Word(unquoted(value)),
        };
        rows.push(Row { at, value });
    }
    Ok(rows)
}

fn unquoted(field: &str) -> String {
    match field.strip_prefix('"').and_then(|field| field.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => field.to_owned(),
    }
}
