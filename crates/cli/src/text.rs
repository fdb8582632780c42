//! Reports as text, from the same data as the JSON.

use std::io::{self, Write};

use crate::certificate::Checked;
use perfectplay::analysis::counted;
use perfectplay::{Evaluation, Known, Outcome, Player, Report, Value};

/// Widest line that prose is wrapped to.
const WIDTH: usize = 92;

/// Column where the text of a row starts.
const INDENT: usize = 10;

/// A text with what would move a terminal's cursor or turn its reading order
/// shown as a sign: names and drawings come from files of anybody.
pub(crate) fn plain(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' => '\n',
        '\t' => ' ',
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Writes one named row, wrapped.
pub(crate) fn row(out: &mut dyn Write, name: &str, text: &str) -> io::Result<()> {
    let mut head = name;
    for line in plain(text).lines() {
        let mut at = String::new();
        for word in line.split(' ') {
            if !at.is_empty() && INDENT + at.chars().count() + 1 + word.chars().count() > WIDTH {
                writeln!(out, "{head:INDENT$}{at}")?;
                (head, at) = ("", String::new());
            }
            if !at.is_empty() {
                at.push(' ');
            }
            at.push_str(word);
        }
        writeln!(out, "{head:INDENT$}{at}")?;
        head = "";
    }
    Ok(())
}

/// Who wins, in a few words.
pub(crate) fn verdict(evaluation: &Evaluation) -> String {
    let side = evaluation.side;
    match &evaluation.outcome {
        Known::Exact(Outcome::Draw) => "Draw".to_owned(),
        Known::Exact(Outcome::Tie) => "Tie".to_owned(),
        Known::Exact(Outcome::Win) => format!("{side} wins"),
        Known::Exact(Outcome::Loss) => format!("{} wins", side.other()),
        Known::Bounded { least: Outcome::Draw, most: Outcome::Tie } => {
            "Neither player can force a win".to_owned()
        }
        Known::Bounded { least: Outcome::Loss, most } => format!("{side} has a {most} at most"),
        Known::Bounded { least, .. } => format!("{side} has a {least} at least"),
        Known::Unknown => "Not decided".to_owned(),
    }
}

/// What is known of a value beyond the outcome.
pub(crate) fn value(evaluation: &Evaluation) -> Option<String> {
    match evaluation.value.as_ref()? {
        Known::Exact(value) => Some(value.to_string()),
        Known::Bounded { least, most } => Some(format!("from {least} to {most}")),
        Known::Unknown => Some("not known".to_owned()),
    }
}

/// The value with the players named, where they have a part in it.
fn named_value(evaluation: &Evaluation) -> Option<String> {
    match evaluation.value.as_ref()? {
        Known::Exact(Value::Points { own, other }) => {
            let (first, second) = match evaluation.side {
                Player::First => (own, other),
                Player::Second => (other, own),
            };
            let points = |points: &u64| counted(*points, "points");
            Some(format!("First {}, Second {}", points(first), points(second)))
        }
        _ => value(evaluation),
    }
}

/// An outcome with its value, for the side that an option belongs to.
pub(crate) fn for_chooser(evaluation: &Evaluation) -> String {
    let outcome = match &evaluation.outcome {
        Known::Exact(outcome) => outcome.to_string(),
        Known::Bounded { least, most } => format!("{least} to {most}"),
        Known::Unknown => "not decided".to_owned(),
    };
    match value(evaluation) {
        Some(value) => format!("{outcome}, {value}"),
        None => outcome,
    }
}

/// That a certificate was confirmed, and what that cost.
pub(crate) fn checked(checked: &Checked) -> String {
    format!(
        "{}: CONFIRMED, {}, {:.3} s",
        checked.confirmed.claim,
        counted(checked.confirmed.facts, "facts checked"),
        checked.seconds
    )
}

/// Writes a whole report.
pub(crate) fn report(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    writeln!(out, "{}.\n", verdict(&report.evaluation))?;
    row(out, "ruleset", &report.ruleset)?;
    row(out, "position", &format!("{} ({} to move)", report.position, report.mover))?;
    if let Some(value) = named_value(&report.evaluation) {
        row(out, "value", &value)?;
    }
    row(out, "because", &report.because)?;
    row(out, "theory", &format!("{}: {}", report.theory.name, report.theory.applies))?;
    options(out, report)?;
    let effort = &report.effort;
    let spent = format!("{}, {:.3} s", counted(effort.steps, effort.unit), report.seconds);
    row(out, "effort", &spent)?;
    if let Some(stop) = &report.stopped {
        row(out, "stopped", &stop.to_string())?;
    }
    Ok(())
}

/// Writes the options of a report, best first.
pub(crate) fn options(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let name = |option: &perfectplay::OptionReport| match &option.through {
        Some(last) => format!("{} .. {last}", option.chosen),
        None => option.chosen.clone(),
    };
    let width = report.options.iter().map(|option| name(option).chars().count()).max().unwrap_or(0);
    for (index, option) in report.options.iter().enumerate() {
        let head = if index == 0 { "options" } else { "" };
        let mark = if option.keeps { '*' } else { ' ' };
        let (name, worth) = (name(option), for_chooser(&option.evaluation));
        writeln!(out, "{head:INDENT$}{mark} {name:width$}  {worth} for {}", report.mover)?;
    }
    if report.options.is_empty() && report.stopped.is_none() {
        row(out, "options", "none")?;
    } else if !report.options.is_empty() {
        writeln!(out, "{:INDENT$}(* keeps the best result)", "")?;
    }
    if let Some(unlisted) = &report.unlisted {
        row(out, "", &format!("(not listed: {unlisted})"))?;
    }
    Ok(())
}
