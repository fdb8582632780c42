use std::io::{self, Write};
use std::ops::ControlFlow;

use perfectplay::analysis::counted;
use perfectplay::{Analysis, Evaluation, Known, Label, Meter, Outcome};

use crate::certificate::Checked;
use crate::failure::{Failure, stopped};
use crate::{text, work};

/// Writes a label of every position that the theory labels, as they come.
pub(crate) fn run(
    analysis: &mut dyn Analysis,
    position: &str,
    meter: &mut Meter,
    json: bool,
    checked: Option<Checked>,
) -> Result<(), Failure> {
    let canonical =
        analysis.canonical(position).map_err(|error| Failure::unanswered(position, error))?;
    let mut out = work::output();
    if json {
        let head = |text: &str| serde_json::to_string(text).map_err(io::Error::from);
        write!(
            out,
            "{{\"schema\":\"perfectplay/labels/1\",\"ruleset\":{},\"position\":{},\"labels\":[",
            head(analysis.about().name)?,
            head(&canonical)?
        )?;
    }
    let mut written: io::Result<()> = Ok(());
    let mut first = true;
    let labelled = analysis.label_all(position, meter, &mut |label| {
        written = match json {
            true => write_json(&mut out, label, first),
            false => write_text(&mut out, label),
        };
        first = false;
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let labelled = labelled.map_err(|error| Failure::unanswered(position, error))?;
    written?;
    if json {
        let tail = serde_json::to_string(&labelled).map_err(io::Error::from)?;
        write!(out, "],\"summary\":{tail}")?;
        if let Some(checked) = &checked {
            let (facts, seconds) = (checked.confirmed.facts, checked.seconds);
            write!(out, ",\"checked\":{{\"facts\":{facts},\"seconds\":{seconds}}}")?;
        }
        writeln!(out, "}}")?;
    } else {
        writeln!(
            out,
            "\n{} labelled ({}, {:.3} s)",
            counted(labelled.labels, &labelled.of),
            counted(labelled.effort.steps, labelled.effort.unit),
            labelled.seconds
        )?;
        if let Some(checked) = &checked {
            writeln!(out, "checked: {}", text::checked(checked))?;
        }
    }
    out.flush()?;
    stopped(labelled.stopped)
}

fn write_json(out: &mut dyn Write, label: &Label, first: bool) -> io::Result<()> {
    if !first {
        out.write_all(b",")?;
    }
    serde_json::to_writer(out, label).map_err(io::Error::from)
}

fn write_text(out: &mut dyn Write, label: &Label) -> io::Result<()> {
    write!(out, "{} {}", label.what, winner(&label.evaluation))?;
    if let Some(value) = text::value(&label.evaluation) {
        write!(out, ", {value} for {}", label.evaluation.side)?;
    }
    if !label.best.is_empty() {
        write!(out, "; best: {}", label.best.join(", "))?;
    }
    writeln!(out)
}

fn winner(evaluation: &Evaluation) -> String {
    match (evaluation.winner(), &evaluation.outcome) {
        (Some(player), _) => player.to_string(),
        (None, Known::Exact(Outcome::Draw)) => "Draw".to_owned(),
        (None, Known::Exact(Outcome::Tie)) => "Tie".to_owned(),
        _ => "not decided".to_owned(),
    }
}
