use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use perfectplay_analysis::{Analysis, AskError, OptionReport, PlayError, Report};
use perfectplay_catalogue::instance::Rng;
use perfectplay_game::{Meter, Outcome, Player, Stop};
use serde::Serialize;

use crate::program::end_group;
use crate::{Program, ProgramError};

/// Whom a program plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// Moves that keep the best result, one of them at random.
    Perfect,
    /// Any legal moves, at random.
    Random,
}

/// How to play against a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefereeOptions {
    /// How many games.
    pub games: u64,
    /// Seed of the rival's choices.
    pub seed: u64,
    /// Whom the program plays.
    pub rival: Rival,
    /// The player that the program is.
    pub seat: Player,
    /// Plies after which a game counts as endless.
    pub most_plies: u64,
}

impl Default for RefereeOptions {
    /// One game, moving first, against perfection.
    fn default() -> Self {
        RefereeOptions {
            games: 1,
            seed: 1,
            rival: Rival::Perfect,
            seat: Player::First,
            most_plies: 1000,
        }
    }
}

/// What games against a program came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refereed {
    /// Games that the program won.
    pub won: u64,
    /// Games that it lost.
    pub lost: u64,
    /// Games that ended level or not at all.
    pub level: u64,
    /// Its moves, all games together.
    pub moves: u64,
    /// The first move that gives something away, or breaks the rules; games
    /// end there.
    pub fault: Option<GiveAway>,
}

/// A move of the program that it should not have made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GiveAway {
    /// Which game, counted from 1.
    pub game: u64,
    /// The moves until then, from the start.
    pub line: Vec<String>,
    /// The position it was made in.
    pub position: String,
    /// The move, or what it did instead of one.
    pub chosen: String,
    /// What the position was worth to the program.
    pub had: Outcome,
    /// What it is worth after the move; `None` where the move is not legal.
    pub has: Option<Outcome>,
    /// Moves that keep what it had.
    pub better: Vec<String>,
}

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// The program cannot be run.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The rules fail.
    #[error(transparent)]
    Rules(#[from] AskError),
    /// A position was not decided within the limits.
    #[error("{position} was not decided: {stop}")]
    Stopped {
        /// The position.
        position: String,
        /// Why.
        stop: Stop,
    },
}

/// A program in play: lines go in and come out.
struct Opponent {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    patience: Duration,
}

impl Opponent {
    fn start(program: &Program) -> Result<Self, ProgramError> {
        let mut child = program.start()?;
        let stdin = child.stdin.take();
        let (sender, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(mut stderr) = child.stderr.take() {
            // Read away, so that it never waits for a full pipe.
            std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        }
        Ok(Opponent { child, stdin, lines, patience: program.limits().time })
    }

    fn tell(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            // A program that is gone shows when its move is asked for.
            let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        }
    }

    /// Its move, or what it did instead.
    fn hear(&mut self) -> Result<String, &'static str> {
        loop {
            match self.lines.recv_timeout(self.patience) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return Ok(line.trim().to_owned()),
                Err(RecvTimeoutError::Timeout) => return Err("(no move in time)"),
                Err(RecvTimeoutError::Disconnected) => return Err("(it ended)"),
            }
        }
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.stdin = None;
        // It had its last word; it may be gone already.
        end_group(&mut self.child, false);
    }
}

/// Plays games against a program, and ends at its first move that gives away
/// a won, tied or drawn game, or breaks the rules.
///
/// The program reads `first` or `second`, then the start position, each on a
/// line; then, when it is to move, it writes a move in the notation of the
/// ruleset on a line, else it reads the rival's move; at the end it reads
/// `end`.
///
/// # Errors
///
/// See [`RefereeError`]; that the program plays badly is no error.
pub fn referee(
    analysis: &mut dyn Analysis,
    program: &Program,
    options: RefereeOptions,
    meter: &mut Meter,
) -> Result<Refereed, RefereeError> {
    let mut dice = Rng::with_seed(options.seed);
    let mut told = Refereed::default();
    for game in 1..=options.games {
        let mut opponent = Opponent::start(program)?;
        let mut position = analysis.start();
        opponent.tell(&options.seat.to_string().to_lowercase());
        opponent.tell(&position);
        let mut line: Vec<String> = Vec::new();
        let ended = loop {
            let report = analysis.evaluate(&position, meter)?;
            let had = outcome(&report, options.seat)?;
            if report.options.is_empty() {
                break Some(had);
            }
            if line.len() as u64 >= options.most_plies {
                break None;
            }
            let chosen = if report.mover == options.seat {
                told.moves += 1;
                let heard = opponent.hear();
                let fault = match &heard {
                    Err(silence) => Some(((*silence).to_owned(), None)),
                    Ok(text) => match judged(analysis, &report, &position, text)? {
                        None => Some((text.clone(), None)),
                        Some(option) => {
                            let has = option.evaluation.outcome.exact().copied();
                            has.filter(|&has| has < had).map(|has| (text.clone(), Some(has)))
                        }
                    },
                };
                if let Some((chosen, has)) = fault {
                    let keeping = report.options.iter().filter(|option| option.keeps);
                    let better = keeping.map(|option| option.chosen.clone()).collect();
                    told.fault = Some(GiveAway { game, line, position, chosen, had, has, better });
                    return Ok(told);
                }
                heard.unwrap_or_default()
            } else {
                let chosen = pick(&report, options.rival, &mut dice);
                opponent.tell(&chosen);
                chosen
            };
            position = match analysis.play(&position, &chosen) {
                Ok(to) => to,
                Err(PlayError::Position(error)) => return Err(AskError::Position(error).into()),
                Err(PlayError::Rules(error)) => return Err(AskError::Rules(error).into()),
                // Looked up above; nothing can be said of a move that is not.
                Err(PlayError::Illegal { .. }) => break None,
            };
            line.push(chosen);
        };
        opponent.tell("end");
        match ended {
            Some(Outcome::Win) => told.won += 1,
            Some(Outcome::Loss) => told.lost += 1,
            _ => told.level += 1,
        }
    }
    Ok(told)
}

/// The outcome of a position for one side.
fn outcome(report: &Report, side: Player) -> Result<Outcome, RefereeError> {
    match report.evaluation.outcome.exact() {
        Some(&outcome) if report.mover == side => Ok(outcome),
        Some(&outcome) => Ok(outcome.for_other()),
        None => Err(RefereeError::Stopped {
            position: report.position.clone(),
            stop: report.stopped.unwrap_or(Stop {
                reason: perfectplay_game::StopReason::Reach { within: "less than this position" },
                spent: 0,
            }),
        }),
    }
}

/// The option that a text names: by its own notation, by one of a run, or by
/// the position it leads to.
fn judged<'r>(
    analysis: &dyn Analysis,
    report: &'r Report,
    position: &str,
    text: &str,
) -> Result<Option<&'r OptionReport>, RefereeError> {
    let named = report.options.iter().find(|option| option.chosen == text);
    if named.is_some() {
        return Ok(named);
    }
    match analysis.play(position, text) {
        Err(PlayError::Position(error)) => Err(AskError::Position(error).into()),
        Err(PlayError::Rules(error)) => Err(AskError::Rules(error).into()),
        Err(PlayError::Illegal { .. }) => Ok(None),
        // Legal, and not listed by name: in a run of options judged alike.
        Ok(to) => {
            let led = report.options.iter().find(|option| option.position == to);
            let ran = || report.options.iter().find(|option| runs_over(option, text));
            Ok(led.or_else(ran))
        }
    }
}

/// Does a run of options, first and last move differing in one number, hold
/// this one?
fn runs_over(option: &OptionReport, text: &str) -> bool {
    let number = |text: &str| text.parse::<i128>().ok();
    match (&option.through, number(&option.chosen), number(text)) {
        (Some(through), Some(first), Some(at)) => {
            number(through).is_some_and(|last| (first..=last).contains(&at))
        }
        _ => false,
    }
}

fn pick(report: &Report, rival: Rival, dice: &mut Rng) -> String {
    let keeping: Vec<&OptionReport> = report.options.iter().filter(|option| option.keeps).collect();
    let all: Vec<&OptionReport> = report.options.iter().collect();
    let from = if rival == Rival::Perfect && !keeping.is_empty() { keeping } else { all };
    dice.choice(from).map(|option| option.chosen.clone()).unwrap_or_default()
}
