//! Some stretches of a record run, worked out alone.

use std::cell::Cell;
use std::io::Write;
use std::time::Instant;

use perfectplay::proof::heaps::record::{OF_RECORD, Partly, confirm_stretches};
use perfectplay::proof::{Claim, open as read};
use serde_json::json;

use crate::args::VerifyArgs;
use crate::certificate::open;
use crate::failure::Failure;
use crate::work::{self, Work};

/// Verifies the stretches that are asked for, which proves no claim.
pub(crate) fn verify(args: &VerifyArgs) -> Result<(), Failure> {
    let description = work::description(&args.game, &args.game.set, Some("heap-game"))?;
    let field = description.required("code", "the code of a heap game")?;
    let code = super::code(field.text()?)?;
    let mut source = read(open(&args.certificate)?)?;
    let work = Work::start("facts checked");
    let mut meter = work.meter(args.limits.limits());
    let began = Instant::now();
    let claim = Claim::read(source.as_mut())?;
    if claim.kind != OF_RECORD {
        let what = format!(
            "--stretch and --sample are for certificates of record runs ({OF_RECORD}), and this \
             one is of kind {}",
            claim.kind
        );
        return Err(Failure::Usage(what));
    }
    let missing = Cell::new(None);
    let which = |of| {
        let asked = args.stretch.iter().copied();
        missing.set(asked.clone().find(|&stretch| stretch == 0 || stretch > of).map(|at| (at, of)));
        asked.chain(drawn(args.sample.unwrap_or(0), of, args.seed)).collect()
    };
    let partly = confirm_stretches(&code, &claim, which, source.as_mut(), &mut meter);
    if let Some((stretch, of)) = missing.get() {
        let what = format!("--stretch {stretch}: the certificate has stretches 1 to {of}");
        return Err(Failure::Usage(what));
    }
    let partly = partly?;
    let seconds = began.elapsed().as_secs_f64();
    drop(work);
    let Partly { claim, stretches, of, facts } = partly;
    let mut out = work::output();
    if args.json {
        let object = json!({
            "schema": "perfectplay/verify/1",
            "ruleset": "heap-game",
            "claim": claim,
            "confirmed": false,
            "stretches": stretches,
            "of": of,
            "facts": facts,
            "seconds": seconds,
        });
        writeln!(out, "{object}")?;
    } else {
        let hold = match stretches[..] {
            [_] => "holds",
            _ => "hold",
        };
        writeln!(
            out,
            "{} of {of} {hold}, {facts} facts checked; the rest is trusted ({seconds:.3} s)",
            listed(&stretches)
        )?;
        writeln!(out, "NOT PROVED: {claim}")?;
    }
    out.flush()?;
    Err(Failure::Partly)
}

/// `stretches 3, 7 and 17`.
fn listed(stretches: &[u64]) -> String {
    match stretches {
        [] => "no stretch".to_owned(),
        [one] => format!("stretch {one}"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(u64::to_string).collect();
            format!("stretches {} and {last}", first.join(", "))
        }
    }
}

/// So many different numbers from 1 to `of`, or all: the same for the same seed.
fn drawn(count: u64, of: u64, seed: u64) -> Vec<u64> {
    let mut state = seed;
    // Splitmix64.
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    let mut all: Vec<u64> = (1..=of).collect();
    let count = usize::try_from(count).unwrap_or(usize::MAX).min(all.len());
    for place in 0..count {
        let left = (all.len() - place) as u64;
        all.swap(place, place + (next() % left) as usize);
    }
    all.truncate(count);
    all
}
