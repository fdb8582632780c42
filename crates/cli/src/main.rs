//! The command line of perfectplay: arguments in, texts and JSON out. All
//! solving happens behind the facade.

mod args;
mod certificate;
mod contest;
mod discover;
mod failure;
mod games;
mod heaps;
mod labels;
mod play;
mod prove;
mod query;
mod referee;
mod sandbox;
mod solve;
mod stress;
mod sweep;
mod text;
mod whole;
mod work;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

fn main() -> ExitCode {
    let args = Args::parse();
    if let Some(status) = sandbox::enter(&args.command) {
        return status;
    }
    let done = match args.command {
        Command::Solve(args) => solve::run(&args),
        Command::Contest(args) => contest::run(&args),
        Command::Verify(args) => certificate::verify(&args),
        Command::Discover(args) => discover::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Stress(args) => stress::run(&args),
        Command::Referee(args) => referee::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Table(args) => heaps::table::run(&args),
        Command::Period(args) => heaps::period::run(&args),
        Command::Identify(args) => heaps::identify::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Games(args) => games::list(&args),
        Command::Show(args) => games::show(&args),
    };
    // Exit statuses are decided here and nowhere else: 0 answered, 1 our own
    // fault, 2 bad input (clap uses it too), 3 stopped at a limit or proved in
    // part, 4 a certificate refused or a program found wrong.
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
