//! Works out a heap game in constant memory until its period is proved, and goes
//! on where it stopped: `record CODE FOLDER [REACH]`.
//!
//! The folder holds `state`, written anew every minute or so and renamed into
//! place, so that it is whole at any moment; progress goes to standard output.

#![allow(clippy::print_stdout)]

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, error, fs};

use perfectplay_game::Meter;
use perfectplay_theories::heap_games::Code;
use perfectplay_theories::heap_games::record::Run;

/// Time between two states on disk.
const PAUSE: Duration = Duration::from_secs(60);

fn save(run: &Run, folder: &Path) -> std::io::Result<()> {
    let new = folder.join("state.new");
    fs::write(&new, run.state())?;
    fs::rename(new, folder.join("state"))
}

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut words = env::args().skip(1);
    let usage = "record CODE FOLDER [REACH]";
    let code: Code = words.next().ok_or(usage)?.parse()?;
    let folder = words.next().ok_or(usage)?;
    let folder = Path::new(&folder);
    let reach = words.next().map_or(Ok(1 << 16), |reach| reach.parse())?;
    fs::create_dir_all(folder)?;
    let mut meter = Meter::default();
    let mut run = match fs::read(folder.join("state")) {
        Ok(state) => Run::resume(&state, &mut meter)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Run::with_reach(&code, reach, &mut meter)?
        }
        Err(error) => return Err(error.into()),
    };
    if *run.code() != code {
        return Err(format!("{} holds a run of {}", folder.display(), run.code()).into());
    }
    let (begun, from) = (Instant::now(), run.heaps());
    let mut saved = begun;
    while run.found().is_none() {
        run.advance(1 << 22, &mut meter)?;
        if saved.elapsed() >= PAUSE || run.found().is_some() {
            save(&run, folder)?;
            saved = Instant::now();
            let rate = (run.heaps() - from) as f64 / begun.elapsed().as_secs_f64();
            let (rare, walked) = run.locality();
            println!(
                "{} heaps, {rate:.3e} a second, R {rare}, W {walked}, digest {:016x}",
                run.heaps(),
                run.digest()
            );
        }
    }
    if let Some(shape) = run.prove(&mut meter)? {
        println!("{code}: {shape}");
    }
    Ok(())
}
