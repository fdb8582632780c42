//! How fast a run in constant memory is, beside the list of all values:
//! `record CODE HEAPS [REACH]`.

#![allow(clippy::print_stdout)]

use std::time::Instant;
use std::{env, error};

use perfectplay_game::Meter;
use perfectplay_proof::heaps::Digest;
use perfectplay_theories::heap_games::record::Run;
use perfectplay_theories::heap_games::{Code, Values};

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut words = env::args().skip(1);
    let usage = "record CODE HEAPS [REACH]";
    let code: Code = words.next().ok_or(usage)?.parse()?;
    let heaps: u64 = words.next().ok_or(usage)?.parse()?;
    let reach = words.next().map_or(Ok(1 << 14), |reach| reach.parse())?;
    let mut meter = Meter::default();
    let begun = Instant::now();
    let mut values = Values::new(&code);
    values.extend(heaps as usize, &mut meter)?;
    let of_list = begun.elapsed();
    let mut run = Run::with_reach(&code, reach, &mut meter)?;
    let (begun, from) = (Instant::now(), run.heaps());
    run.advance(heaps - from, &mut meter)?;
    let of_run = begun.elapsed();
    let mut digest = Digest::default();
    values.iter().take(run.heaps() as usize).for_each(|value| digest.add(value));
    assert_eq!(digest.sum(), run.digest());
    let rate = |heaps: u64, time: std::time::Duration| heaps as f64 / time.as_secs_f64();
    println!("list {:.3e} values/s", rate(heaps, of_list));
    println!(
        "run  {:.3e} values/s, {:?}, found {:?}",
        rate(run.heaps() - from, of_run),
        run.locality(),
        run.found()
    );
    Ok(())
}
