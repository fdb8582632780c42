use std::io::Write;

use perfectplay::Player;
use perfectplay::analysis::counted;
use perfectplay::workbench::{GiveAway, RefereeError, RefereeOptions, Refereed, Rival, referee};
use serde_json::json;

use crate::args::{ProgramSeat, RefereeArgs, RivalArg};
use crate::failure::{Failure, stopped};
use crate::stress::program;
use crate::work::{self, Work};

/// Lets a program play.
pub(crate) fn run(args: &RefereeArgs) -> Result<(), Failure> {
    let program = program(&args.program)?;
    let mut analysis = work::load(&args.game)?;
    let work = Work::start(analysis.about().effort_unit);
    let mut meter = work.meter(args.limits.limits());
    let options = RefereeOptions {
        games: args.games,
        seed: args.program.seed,
        rival: match args.rival {
            RivalArg::Perfect => Rival::Perfect,
            RivalArg::Random => Rival::Random,
        },
        seat: match args.seat {
            ProgramSeat::First => Player::First,
            ProgramSeat::Second => Player::Second,
        },
        ..RefereeOptions::default()
    };
    let told = match referee(analysis.as_mut(), &program, options, &mut meter) {
        Ok(told) => told,
        Err(RefereeError::Program(error)) => return Err(Failure::Usage(error.to_string())),
        Err(RefereeError::Rules(error)) => {
            return Err(Failure::unanswered(&analysis.start(), error));
        }
        Err(RefereeError::Stopped { stop, .. }) => return stopped(Some(stop)),
    };
    drop(work);
    let mut out = work::output();
    if args.json {
        writeln!(out, "{}", json!({ "schema": "perfectplay/referee/1", "result": told }))?;
    } else {
        text(&mut out, &told)?;
    }
    out.flush()?;
    match told.fault {
        Some(_) => Err(Failure::WrongProgram),
        None => Ok(()),
    }
}

fn text(out: &mut dyn Write, told: &Refereed) -> std::io::Result<()> {
    let Refereed { won, lost, level, moves, fault } = told;
    let Some(GiveAway { game, line, position, chosen, had, has, better }) = fault else {
        return writeln!(
            out,
            "gave nothing away in {}: {} won, {lost} lost, {level} level",
            counted(*moves, "moves"),
            counted(*won, "games")
        );
    };
    match has {
        Some(has) => writeln!(out, "GAVE AWAY a {had} for a {has} in game {game}")?,
        None => writeln!(out, "NO LEGAL MOVE in game {game}, where it had a {had}")?,
    }
    writeln!(out, "\n  position  {position}")?;
    writeln!(out, "  move      {}", crate::text::plain(chosen))?;
    writeln!(out, "  better    {}", better.join(", "))?;
    writeln!(out, "  line      {}", if line.is_empty() { "-".into() } else { line.join(", ") })
}
