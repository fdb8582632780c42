use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use perfectplay::Limits;

mod heaps;
mod search;

pub(crate) use heaps::{IdentifyArgs, PeriodArgs, TableArgs, TableForm};
pub(crate) use search::SearchArgs;

/// Solve two-player games of perfect information.
///
/// GAME is a game file (*.toml), a rules file (*.star), or the name of a ruleset
/// whose parameters are given with --set. Exit statuses: 0 answered, 2 bad input, 3 stopped at a limit
/// (with what was proved until then), 4 a certificate refused or a tested
/// program found wrong, 1 a fault of this program.
#[derive(Debug, Parser)]
#[command(name = "perfectplay", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say who wins a position, by how much, and which options keep it
    Solve(SolveArgs),
    /// Answer a contest problem: its input on standard input, its output on standard output
    Contest(ContestArgs),
    /// Check a certificate against the rules of a game
    Verify(VerifyArgs),
    /// Answer a position from a folder where its game was kept by solve --store
    Query(QueryArgs),
    /// Tabulate a value of a game over its parameters, or over its positions
    Sweep(SweepArgs),
    /// Seek the simplest closed form of a game's values, or of a table (*.csv in place of GAME)
    Discover(DiscoverArgs),
    /// Test a program on random small instances against the truth
    Stress(StressArgs),
    /// Let a program play, and find its first move that gives something away
    Referee(RefereeArgs),
    /// Prove a statement about every game of a ruleset at once
    Prove(ProveArgs),
    /// The Grundy values of the heaps of a heap game, one after the other
    Table(TableArgs),
    /// The period of a heap game's values: proved, or seen as far as they were looked at
    Period(PeriodArgs),
    /// Which known games have these Grundy values
    Identify(IdentifyArgs),
    /// Play against perfection, line by line
    Play(PlayArgs),
    /// List the rulesets with their parameters
    Games(GamesArgs),
    /// State the rules of a game in words and draw a position
    Show(ShowArgs),
}

/// Which game.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// A game file, a rules file, or the name of a ruleset
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Set a parameter, as in a game file: --set 'words=["aba", "abac"]'
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

/// Whether to trust the rules of a game.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SandboxArgs {
    /// Work in a process of its own with at most SECONDS of processor time and the memory of
    /// --memory, held by the operating system: for rules files of strangers
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "60")]
    pub(crate) sandbox: Option<u64>,
}

/// When to stop.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Stop after so many steps of work (the unit is the theory's)
    #[arg(long, value_name = "STEPS")]
    effort: Option<u64>,
    /// Stop before tables take more than this: bytes, or with K, M, G
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = parse_bytes)]
    memory: u64,
    /// Stop before more positions than this are listed in a table
    #[arg(long, value_name = "COUNT")]
    max_positions: Option<u64>,
}

impl LimitArgs {
    pub(crate) fn limits(self) -> Limits {
        Limits {
            effort: self.effort.unwrap_or(u64::MAX),
            memory: self.memory,
            positions: self.max_positions.unwrap_or(u64::MAX),
        }
    }
}

fn parse_bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 1 << 10),
        Some((at, 'M' | 'm')) => (&text[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&text[..at], 1 << 30),
        _ => (text, 1u64),
    };
    let number: Option<u64> = digits.parse().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "wanted a number of bytes, as 1000000, 512M or 4G".to_owned())
}

#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position, as with --position: solve kayles 5 7 9
    #[arg(value_name = "POSITION", conflicts_with = "position")]
    pub(crate) words: Vec<String>,
    /// The position, in the ruleset's notation [default: the start]
    #[arg(long, value_name = "NOTATION")]
    pub(crate) position: Option<String>,
    /// Label every position that the theory labels anyway
    #[arg(long)]
    pub(crate) all: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a certificate of the answer (in text, if the name ends in .txt)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Check the answer's certificate before printing the answer
    #[arg(long)]
    pub(crate) check: bool,
    /// Keep positions and values in this folder; a run that was stopped or killed goes on from
    /// there (games solved by listing their positions)
    #[arg(long, value_name = "FOLDER", conflicts_with = "search")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct QueryArgs {
    /// The folder
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The position, in the notation of the game's rules [default: the start]
    #[arg(value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The certificate, in either form
    #[arg(value_name = "CERTIFICATE")]
    pub(crate) certificate: PathBuf,
    /// Work out this stretch alone (of a record run; again for more): proves no claim, ends with
    /// status 3
    #[arg(long, value_name = "NUMBER")]
    pub(crate) stretch: Vec<u64>,
    /// Work out so many stretches alone, drawn by --seed
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Which stretches --sample draws
    #[arg(long, value_name = "NUMBER", default_value = "0", requires = "sample")]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Write the certificate (in text, if the name ends in .txt)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ContestArgs {
    /// The ruleset that the problem belongs to
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Write a certificate of every answer, and the games they are about, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) certificates: Option<PathBuf>,
    /// Check a certificate of every answer before printing it
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Whom a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Seat {
    /// You move first in the game
    First,
    /// Perfection moves first in the game
    Second,
    /// You move for both
    Both,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Where to start, as with --position: play nim 3 4 5
    #[arg(value_name = "POSITION", conflicts_with = "position")]
    pub(crate) words: Vec<String>,
    /// Where to start, in the ruleset's notation [default: the start]
    #[arg(long, value_name = "NOTATION")]
    pub(crate) position: Option<String>,
    /// The player you are
    #[arg(long = "as", value_name = "PLAYER", default_value = "first")]
    pub(crate) seat: Seat,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position to draw, in the ruleset's notation [default: the start]
    #[arg(long, value_name = "NOTATION")]
    pub(crate) position: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A program under test.
#[derive(Debug, clap::Args)]
pub(crate) struct ProgramArgs {
    /// The command line that runs the program
    #[arg(long, value_name = "COMMAND")]
    pub(crate) program: String,
    /// Seconds that a run (or a move) may take
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = parse_seconds)]
    pub(crate) time: Duration,
    /// Memory that a run may take: bytes, or with K, M, G
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = parse_bytes)]
    pub(crate) run_memory: u64,
    /// Seed of all that is random
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    pub(crate) seed: u64,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "wanted a number of seconds, as 2 or 0.5".to_owned())
}

#[derive(Debug, clap::Args)]
pub(crate) struct StressArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    /// How many random instances
    #[arg(long, value_name = "COUNT", default_value = "1000")]
    pub(crate) cases: u64,
    /// The largest size of an instance
    #[arg(long, value_name = "SIZE", default_value = "12")]
    pub(crate) size: u32,
    /// Vary a parameter of a game of your own: --vary n=1..20
    #[arg(long, value_name = "NAME=LEAST..MOST")]
    pub(crate) vary: Vec<String>,
    /// What the program reads, with {NAME} for a parameter [default: the values, one a line]
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) input: Option<String>,
    /// What it should print: {winner} (First, Second, Tie, Draw), {outcome} (of First), {value}
    #[arg(long, value_name = "TEMPLATE", default_value = "{winner}")]
    pub(crate) output: String,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Whom a program plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RivalArg {
    /// Moves that keep the best result, one of them at random
    Perfect,
    /// Any legal moves, at random
    Random,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RefereeArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    /// How many games
    #[arg(long, value_name = "COUNT", default_value = "20")]
    pub(crate) games: u64,
    /// Whom the program plays
    #[arg(long, value_name = "RIVAL", default_value = "random")]
    pub(crate) rival: RivalArg,
    /// The player that the program is
    #[arg(long = "as", value_name = "PLAYER", default_value = "first")]
    pub(crate) seat: ProgramSeat,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// The player that a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgramSeat {
    /// It moves first in the game
    First,
    /// Its rival moves first in the game
    Second,
}

/// What is tabulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValueArg {
    /// The outcome, for the mover of the start
    Outcome,
    /// The Grundy value
    Grundy,
    /// Points of the mover, or the margin
    Points,
    /// Plies to the end
    Remoteness,
    /// A move that keeps the best result
    BestMove,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Vary a parameter: --vary n=1..60; the last one runs fastest
    #[arg(long, value_name = "NAME=LEAST..MOST")]
    pub(crate) vary: Vec<String>,
    /// Tabulate all positions that the theory labels, instead of parameters
    #[arg(long, conflicts_with = "vary")]
    pub(crate) positions: bool,
    /// What to tabulate
    #[arg(long, value_name = "VALUE", default_value = "outcome")]
    pub(crate) value: ValueArg,
    /// Write the table to this file, as CSV; a run that was stopped goes on from its last row
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the table into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Games that are solved at the same time [default: the processors there are]
    #[arg(long, value_name = "COUNT")]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// A language that a formula is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CodeArg {
    /// A formula for a paper
    Latex,
    /// A Rust function
    Rust,
    /// A C++ function
    Cpp,
    /// A Python function
    Python,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DiscoverArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Vary a parameter: --vary n=0..60; the formula is tried beyond these too
    #[arg(long, value_name = "NAME=LEAST..MOST")]
    pub(crate) vary: Vec<String>,
    /// What to explain
    #[arg(long, value_name = "VALUE", default_value = "outcome")]
    pub(crate) value: ValueArg,
    /// Print the formula as code too
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) code: Vec<CodeArg>,
    /// Print so many longer formulas that are as good
    #[arg(long, value_name = "COUNT", default_value = "0")]
    pub(crate) others: usize,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
