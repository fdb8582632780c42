use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use perfectplay::analysis::counted;
use perfectplay::{
    Analysis, ContestError, Limits, Meter, NoWitness, Tokens, Witness, ruleset, rulesets,
};

use crate::args::ContestArgs;
use crate::certificate::{About, write_and_check};
use crate::failure::Failure;
use crate::work;

pub(crate) fn run(args: &ContestArgs) -> Result<(), Failure> {
    let Some(contest) = ruleset(&args.name).and_then(|ruleset| ruleset.contest) else {
        let known: Vec<_> = rulesets()
            .iter()
            .filter(|ruleset| ruleset.contest.is_some())
            .map(|ruleset| ruleset.about.name)
            .collect();
        return Err(Failure::Usage(format!(
            "there is no contest {:?}; there are {}",
            args.name,
            known.join(", ")
        )));
    };
    let mut out = work::output();
    let limits = args.limits.limits();
    let mut meter = Meter::new(limits);
    let mut input = Tokens::new(io::stdin().lock());
    if args.certificates.is_none() && !args.check {
        let done = (contest.run)(&mut input, &mut out, &mut meter, &mut NoWitness);
        // Answers that were found before a mistake or a limit are right.
        let flushed = out.flush();
        done?;
        return Ok(flushed?);
    }
    if let Some(folder) = &args.certificates {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))?;
    }
    let mut certifier = Certifier {
        folder: args.certificates.clone(),
        check: args.check,
        limits,
        game: None,
        games: 0,
        answers: 0,
        facts: 0,
        seconds: 0.0,
        failure: None,
    };
    let done = (contest.run)(&mut input, &mut out, &mut meter, &mut certifier);
    let flushed = out.flush();
    if let Some(failure) = certifier.failure {
        return Err(failure);
    }
    done?;
    flushed?;
    if args.check {
        let Certifier { answers, facts, seconds, .. } = certifier;
        // Standard output belongs to the contest's answers.
        let (answers, facts) = (counted(answers, "answers"), counted(facts, "facts"));
        writeln!(io::stderr(), "checked: {answers}, {facts}, {seconds:.3} s")?;
    }
    Ok(())
}

/// Writes a file that is not there yet; the same text may be.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let refused =
        |what: &dyn std::fmt::Display| Failure::Usage(format!("{}: {what}", path.display()));
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(text.as_bytes()).map_err(|error| refused(&error)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let plain = fs::symlink_metadata(path).is_ok_and(|there| there.is_file());
            match plain && fs::read(path).is_ok_and(|there| there == text.as_bytes()) {
                true => Ok(()),
                false => Err(refused(&"something else stands there; name an empty folder")),
            }
        }
        Err(error) => Err(refused(&error)),
    }
}

/// Writes and checks a certificate of each answer of a contest run.
///
/// ```text
/// FOLDER/game-1.toml             a game
/// FOLDER/game-1-answer-1.cert    an answer about it
/// ```
struct Certifier {
    folder: Option<PathBuf>,
    check: bool,
    limits: Limits,
    game: Option<Box<dyn Analysis>>,
    games: u64,
    /// Of all games.
    answers: u64,
    facts: u64,
    seconds: f64,
    /// Why the run was ended.
    failure: Option<Failure>,
}

impl Certifier {
    fn load(&mut self, file: &str) -> Result<(), Failure> {
        self.games += 1;
        self.game = Some(perfectplay::parse(file)?);
        if let Some(folder) = &self.folder {
            write_new(&folder.join(format!("game-{}.toml", self.games)), file)?;
        }
        Ok(())
    }

    fn certify(&mut self, position: Option<&str>) -> Result<(), Failure> {
        // An answer is always about a game.
        let Some(game) = &mut self.game else { return Ok(()) };
        self.answers += 1;
        let start = game.start();
        let path = self
            .folder
            .as_ref()
            .map(|folder| folder.join(format!("game-{}-answer-{}.cert", self.games, self.answers)));
        let checked = write_and_check(
            game.as_mut(),
            About::One(position.unwrap_or(&start)),
            path.as_deref(),
            self.check,
            &mut Meter::new(self.limits),
        )?;
        if let Some(checked) = checked {
            self.facts += checked.confirmed.facts;
            self.seconds += checked.seconds;
        }
        Ok(())
    }

    fn ended(&mut self, done: Result<(), Failure>) -> Result<(), ContestError> {
        done.map_err(|failure| {
            self.failure = Some(failure);
            ContestError::Witness
        })
    }
}

impl Witness for Certifier {
    fn looks(&self) -> bool {
        true
    }

    fn game(&mut self, file: &str) -> Result<(), ContestError> {
        let done = self.load(file);
        self.ended(done)
    }

    fn answer(&mut self, position: Option<&str>) -> Result<(), ContestError> {
        let done = self.certify(position);
        self.ended(done)
    }
}
