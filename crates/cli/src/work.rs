use std::io::{self, BufWriter, IsTerminal, StdoutLock};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use perfectplay::{
    Analysis, Description, Limits, Meter, Source, Watch, is_rules_file, ruleset, rulesets,
};

use crate::args::{GameArgs, SearchArgs};
use crate::failure::Failure;

/// Standard output, buffered. A closed pipe shows as an error of a write,
/// never as a panic.
pub(crate) fn output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Loads the game that the command line names.
pub(crate) fn load(args: &GameArgs) -> Result<Box<dyn Analysis>, Failure> {
    load_with(args, &[])
}

/// Loads it, searched in place of its theory if that is asked for.
pub(crate) fn load_searched(
    args: &GameArgs,
    search: SearchArgs,
) -> Result<Box<dyn Analysis>, Failure> {
    let analysis = load(args)?;
    match search.asked() {
        Some(search) => {
            analysis.by_search(search).map_err(|error| Failure::Usage(error.to_string()))
        }
        None => Ok(analysis),
    }
}

/// Loads it with more parameters set.
pub(crate) fn load_with(args: &GameArgs, more: &[String]) -> Result<Box<dyn Analysis>, Failure> {
    let set: Vec<String> = args.set.iter().chain(more).cloned().collect();
    let path = Path::new(&args.game);
    if is_rules_file(path) {
        return Ok(Source::read(path, &set)?.open()?);
    }
    Ok(description(args, &set, None)?.load()?)
}

/// Loads the game that the command line names, for a certificate about this
/// ruleset: a name such as `nim` is that of a ruleset, and of a heap game too.
pub(crate) fn load_about(args: &GameArgs, about: &str) -> Result<Box<dyn Analysis>, Failure> {
    if is_rules_file(Path::new(&args.game)) {
        return load(args);
    }
    Ok(description(args, &args.set, Some(about))?.load()?)
}

/// Loads some game of the ruleset that the command line names, for a statement
/// about all of them.
pub(crate) fn load_any(args: &GameArgs) -> Result<Box<dyn Analysis>, Failure> {
    if is_rules_file(Path::new(&args.game)) {
        return load(args);
    }
    Ok(description(args, &args.set, None)?.for_theorem()?.load()?)
}

/// Is any statement about all games of the ruleset known?
pub(crate) fn has_theorem(args: &GameArgs) -> Result<bool, Failure> {
    let rules = is_rules_file(Path::new(&args.game));
    Ok(!rules && description(args, &args.set, None)?.ruleset()?.theorem.is_some())
}

/// What a game file, a ruleset's name or a code says, with parameters set; a name
/// is first that of the ruleset that the question is `about`.
pub(crate) fn description(
    args: &GameArgs,
    set: &[String],
    about: Option<&str>,
) -> Result<Description, Failure> {
    let path = Path::new(&args.game);
    let named = ruleset(&args.game).filter(|named| about.is_none_or(|it| it == named.about.name));
    let code = || Description::of_code(&args.game);
    let mut description = match named.or_else(|| ruleset(&args.game).filter(|_| code().is_none())) {
        Some(ruleset) if !path.is_file() => Description::of(ruleset),
        None if !path.exists() => code().ok_or_else(|| {
            let names: Vec<_> = rulesets().iter().map(|ruleset| ruleset.about.name).collect();
            Failure::Usage(format!(
                "there is no file {:?}, no heap game such as 0.77 or kayles, and no ruleset of \
                 that name; the rulesets are {}",
                args.game,
                names.join(", ")
            ))
        })?,
        _ => Description::read(path)?,
    };
    for assignment in set {
        if assignment.split('=').next().is_some_and(|name| name.trim() == "game") {
            let what = "--set game=...: the game is what GAME names; --set gives its parameters";
            return Err(Failure::Usage(what.to_owned()));
        }
        description.set(assignment)?;
    }
    Ok(description)
}

/// Work that can be interrupted, with its progress shown on a terminal.
pub(crate) struct Work {
    watch: Arc<Watch>,
    done: Arc<AtomicBool>,
    shower: Option<JoinHandle<()>>,
}

/// Nothing is shown of work that is over before.
const QUIET: Duration = Duration::from_secs(1);

impl Work {
    /// The first Ctrl-C from now on asks the work to stop and to keep what it
    /// has; the second ends the program. So do the signals that ask a program to
    /// end and tell it that its terminal is gone.
    pub(crate) fn start(unit: &'static str) -> Self {
        let watch = Arc::new(Watch::default());
        let asked = AtomicBool::new(false);
        let watched = watch.clone();
        // Without a handler Ctrl-C simply ends the program.
        let _ = ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            watched.ask_to_stop();
        });
        let done = Arc::new(AtomicBool::new(false));
        let shower = io::stderr().is_terminal().then(|| {
            let (watch, done) = (watch.clone(), done.clone());
            std::thread::spawn(move || show_progress(&watch, &done, unit))
        });
        Work { watch, done, shower }
    }

    /// What asks the work to stop.
    pub(crate) fn watch(&self) -> Arc<Watch> {
        self.watch.clone()
    }

    /// A meter for this work.
    pub(crate) fn meter(&self, limits: Limits) -> Meter {
        Meter::watched(limits, self.watch.clone())
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(shower) = self.shower.take() {
            shower.thread().unpark();
            // A panic there has been shown already.
            let _ = shower.join();
        }
    }
}

fn show_progress(watch: &Watch, done: &AtomicBool, unit: &str) {
    let began = Instant::now();
    std::thread::park_timeout(QUIET);
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    while !done.load(Ordering::Relaxed) {
        let spent = watch.spent();
        let rate = spent as f64 / began.elapsed().as_secs_f64();
        let part = match watch.progress() {
            Some((done, known)) if done < known => {
                // More may come to be known: the rest is an estimate from below.
                let left =
                    began.elapsed().as_secs_f64() * (known - done) as f64 / done.max(1) as f64;
                format!(", {done} of {known} listed, at least {left:.0} s to go")
            }
            _ => String::new(),
        };
        bar.set_message(format!("{spent} {unit}, {rate:.2e} a second{part} (Ctrl-C stops)"));
        bar.tick();
        std::thread::park_timeout(Duration::from_millis(100));
    }
    bar.finish_and_clear();
}
