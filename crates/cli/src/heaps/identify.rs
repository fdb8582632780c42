use std::io::Write;

use perfectplay::theories::heap_games::{Match, identify};
use serde_json::json;

use crate::args::IdentifyArgs;
use crate::failure::Failure;
use crate::work::{self, Work};

/// Games that are shown in text.
const SHOWN: usize = 40;

/// The most values that are compared.
const MOST: usize = 10_000;

/// Says which known games have the given values.
pub(crate) fn run(args: &IdentifyArgs) -> Result<(), Failure> {
    let mut values = Vec::new();
    let words = args.values.iter().flat_map(|text| text.split([',', ' ', '\n']));
    for word in words.filter(|word| !word.is_empty()) {
        let value = word.parse::<u64>().map_err(|_| {
            Failure::Usage(format!("{word:?} is no Grundy value: wanted whole numbers from 0 on"))
        })?;
        values.push(value);
    }
    if !(3..=MOST).contains(&values.len()) {
        let what = format!("{} values: wanted from 3 to {MOST}", values.len());
        return Err(Failure::Usage(what));
    }
    if args.shift > 1000 {
        return Err(Failure::Usage("--shift: at most 1000 heaps".to_owned()));
    }
    let work = Work::start(super::UNIT);
    let mut meter = work.meter(args.limits.limits());
    let found = identify(&values, args.shift, &mut meter).map_err(Failure::Stopped)?;
    drop(work);
    let mut out = work::output();
    if args.json {
        let matches: Vec<_> = found
            .iter()
            .map(|found| {
                json!({
                    "name": found.name, "shift": found.shift, "compared": found.compared,
                })
            })
            .collect();
        let object = json!({
            "schema": "perfectplay/identify/1",
            "values": values.len(),
            "matches": matches,
        });
        writeln!(out, "{object}")?;
        return Ok(out.flush()?);
    }
    if found.is_empty() {
        writeln!(
            out,
            "No known game has these {} values, moved by up to {}.",
            values.len(),
            args.shift
        )?;
    }
    for Match { name, shift, compared } in found.iter().take(SHOWN) {
        let heap = match shift {
            0 => "n".to_owned(),
            shift if *shift > 0 => format!("n + {shift}"),
            shift => format!("n - {}", shift.unsigned_abs()),
        };
        writeln!(out, "{name}: a(n) = g({heap}), {compared} of {} values", values.len())?;
    }
    if found.len() > SHOWN {
        let more = found.len() - SHOWN;
        writeln!(out, "and {more} more: give more values, or take --json")?;
    }
    Ok(out.flush()?)
}
