use std::io::{self, BufRead, Read, Write};

use perfectplay::{
    Analysis, AskError, Evaluation, Known, Limits, Meter, Outcome, PlayError, Player, Report,
};

use crate::args::{PlayArgs, Seat};
use crate::failure::Failure;
use crate::{text, work};

/// Plies of a line of best play that are shown at most.
const LINE: usize = 12;

const HELP: &str = "\
Type a move in the ruleset's notation, or one of
  hint        a move that keeps the best result
  options     every option with its evaluation
  eval        who wins from here, and the fact that decides
  why [MOVE]  what a move (your last one, if none is named) leads to with best play
  undo        take back your last move and the answer to it
  draw        the position again
  rules       the rules
  help        this text
  quit        the end";

pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let analysis = work::load_searched(&args.game, args.search)?;
    let given = match &args.position {
        Some(position) => position.clone(),
        None if args.words.is_empty() => analysis.start(),
        None => args.words.join(" "),
    };
    let start = analysis.canonical(&given).map_err(|error| Failure::unanswered(&given, error))?;
    let mut table = Table {
        analysis,
        limits: args.limits.limits(),
        seat: args.seat,
        position: start,
        played: Vec::new(),
    };
    table.play(&mut io::stdin().lock(), &mut work::output())
}

/// A game in progress.
struct Table {
    analysis: Box<dyn Analysis>,
    limits: Limits,
    seat: Seat,
    position: String,
    /// Each move with the position it was made from, and who made it.
    played: Vec<Ply>,
}

struct Ply {
    from: String,
    chosen: String,
    by_person: bool,
}

impl Table {
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        let title = text::plain(self.analysis.about().title);
        writeln!(out, "{title}. Type help for the commands.\n")?;
        self.draw(out)?;
        loop {
            let report = self.evaluate(&self.position.clone())?;
            if report.options.is_empty() && report.stopped.is_none() {
                writeln!(
                    out,
                    "The game is over. {}: {}.",
                    text::verdict(&report.evaluation),
                    report.because
                )?;
                self.draw_result(out)?;
                return Ok(out.flush()?);
            }
            let person = match self.seat {
                Seat::Both => true,
                Seat::First => report.mover == Player::First,
                Seat::Second => report.mover == Player::Second,
            };
            if !person {
                self.answer(&report, out)?;
                continue;
            }
            write!(out, "{}> ", report.mover)?;
            out.flush()?;
            let Some(line) = read_line(input)? else {
                writeln!(out)?;
                return Ok(out.flush()?);
            };
            if !self.obey(line.trim(), &report, out)? {
                return Ok(out.flush()?);
            }
        }
    }

    /// Carries out one line of the person's; false to end.
    fn obey(&mut self, line: &str, report: &Report, out: &mut dyn Write) -> Result<bool, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("quit" | "exit", "") => return Ok(false),
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("rules", "") => text::row(out, "", &self.analysis.rules())?,
            ("draw", "") => self.draw(out)?,
            ("options", "") => text::options(out, report)?,
            ("eval", "") => {
                text::row(
                    out,
                    "",
                    &format!("{}: {}.", text::verdict(&report.evaluation), report.because),
                )?;
            }
            ("hint", "") => match report.options.iter().find(|option| option.keeps) {
                Some(option) => {
                    writeln!(out, "{}: {}", option.chosen, text::for_chooser(&option.evaluation))?
                }
                None => hint_without_proof(report, out)?,
            },
            ("undo", "") => self.undo(out)?,
            ("why", chosen) => self.why(chosen, out)?,
            _ => match self.analysis.play(&self.position, line) {
                Ok(to) => self.advance(line.to_owned(), to, true),
                Err(error @ PlayError::Illegal { .. }) => {
                    writeln!(out, "{error} (type help for the commands)")?;
                }
                Err(error) => return Err(Failure::unplayed(&self.position, error)),
            },
        }
        Ok(true)
    }

    fn advance(&mut self, chosen: String, to: String, by_person: bool) {
        let from = std::mem::replace(&mut self.position, to);
        self.played.push(Ply { from, chosen, by_person });
    }

    /// Perfection moves.
    fn answer(&mut self, report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(best) = report.options.first() else {
            // Nothing was proved, not even what the options are.
            return report.stopped.map_or(Ok(()), |stop| Err(Failure::Stopped(stop)));
        };
        writeln!(out, "{} plays {}", report.mover, best.chosen)?;
        self.advance(best.chosen.clone(), best.position.clone(), false);
        self.draw(out)
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(at) = self.played.iter().rposition(|ply| ply.by_person) else {
            return Ok(writeln!(out, "there is no move of yours to take back")?);
        };
        self.position = self.played.swap_remove(at).from;
        self.played.truncate(at);
        self.draw(out)
    }

    /// Shows what a move leads to: what it gives away, and the refutation.
    fn why(&mut self, chosen: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let (from, chosen) = match (chosen, self.played.iter().rfind(|ply| ply.by_person)) {
            ("", Some(ply)) => (ply.from.clone(), ply.chosen.clone()),
            ("", None) => return Ok(writeln!(out, "there is no move of yours yet: why MOVE")?),
            (chosen, _) => (self.position.clone(), chosen.to_owned()),
        };
        let after = match self.analysis.play(&from, &chosen) {
            Ok(after) => after,
            Err(error) => return Ok(writeln!(out, "{error}")?),
        };
        let before = self.evaluate(&from)?;
        let then = self.evaluate(&after)?;
        let mover = before.mover;
        let side = |report: &Report| {
            let outcome = report.evaluation.outcome.exact().copied();
            outcome.map(|o| if report.evaluation.side == mover { o } else { o.for_other() })
        };
        // At least, where it is not known exactly.
        let best = before.evaluation.bounds().0;
        match side(&then) {
            Some(got) if got < best => {
                writeln!(
                    out,
                    "{chosen} gives it away: a {got} for {mover}, where a {best} was to be had"
                )?;
            }
            Some(got) => {
                let kept = before.options.iter().any(|o| o.keeps && o.chosen == chosen);
                let dearer = match (kept, before.options.first()) {
                    (false, Some(best)) if best.evaluation.value.is_some() => {
                        format!(
                            "; best was {}: {}",
                            best.chosen,
                            text::for_chooser(&best.evaluation)
                        )
                    }
                    _ => String::new(),
                };
                let anyway = match side(&before) {
                    Some(Outcome::Loss) => ", as with every other move",
                    _ => "",
                };
                writeln!(out, "{chosen} is a {got} for {mover}{anyway}{dearer}")?;
            }
            None => {
                let text = unsettled((&before, &then), &chosen);
                writeln!(out, "{text}")?;
            }
        }
        text::row(
            out,
            "",
            &format!("after it: {}: {}.", text::verdict(&then.evaluation), then.because),
        )?;
        let line = self.best_line(then)?;
        if !line.is_empty() {
            text::row(out, "", &format!("best play goes on: {}", line.join(", ")))?;
        }
        Ok(())
    }

    /// The moves of best play from a position on, some plies of it.
    fn best_line(&mut self, mut report: Report) -> Result<Vec<String>, Failure> {
        let mut line = Vec::new();
        while let Some(best) = report.options.first() {
            if line.len() == LINE {
                line.push("…".to_owned());
                break;
            }
            if matches!(best.evaluation.outcome, Known::Unknown) {
                break;
            }
            line.push(format!("{} {}", report.mover, best.chosen));
            report = self.evaluate(&best.position.clone())?;
        }
        Ok(line)
    }

    fn evaluate(&mut self, position: &str) -> Result<Report, Failure> {
        let mut meter = Meter::new(self.limits);
        self.analysis.evaluate(position, &mut meter).map_err(|error| broken(position, error))
    }

    fn draw(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let drawn =
            self.analysis.draw(&self.position).map_err(|error| broken(&self.position, error))?;
        Ok(writeln!(out, "{}\n", text::plain(&drawn))?)
    }

    /// The last drawing, where the person's own move ended the game.
    fn draw_result(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.played.last() {
            Some(ply) if ply.by_person => self.draw(out),
            _ => Ok(()),
        }
    }
}

/// What `hint` says where no option is proved to be best.
fn hint_without_proof(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    let text = match (report.stopped, report.options.first()) {
        (None, Some(best)) => format!(
            "{}: {}; no move is proved to be better: {}",
            best.chosen,
            text::for_chooser(&best.evaluation),
            report.because
        ),
        _ => "nothing was proved within the limits".to_owned(),
    };
    Ok(writeln!(out, "{text}")?)
}

/// What `why` says of a move where not all is known exactly of the positions
/// before and after it.
fn unsettled((before, then): (&Report, &Report), chosen: &str) -> String {
    let mover = before.mover;
    let after = &then.evaluation;
    let outcome = match after.side == mover {
        true => after.outcome.clone(),
        false => after.outcome.clone().for_other(),
    };
    let after = Evaluation { side: mover, outcome, value: None };
    let (best, (least, most)) = (before.evaluation.bounds().0, after.bounds());
    let worth = match (least, most) {
        (Outcome::Loss, Outcome::Win) => {
            return format!("nothing was proved of {chosen} within the limits");
        }
        (Outcome::Loss, _) => "no win".to_owned(),
        (_, Outcome::Win) => "no loss".to_owned(),
        (least, most) => format!("a {least} or a {most}"),
    };
    match most < best {
        true => {
            format!("{chosen} gives it away: {worth} for {mover}, where a {best} was to be had")
        }
        false => format!("{chosen} is {worth} for {mover}"),
    }
}

/// The longest line taken in: longer than any move or command.
const LONGEST_LINE: u64 = 1 << 16;

/// A line, whatever its bytes; `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let got = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)? as u64;
    if got == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        let what = format!("a line of more than {LONGEST_LINE} bytes is no move and no command");
        return Err(Failure::Usage(what));
    }
    Ok((got > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn broken(position: &str, error: AskError) -> Failure {
    Failure::unanswered(position, error)
}
