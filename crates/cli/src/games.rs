use std::io::Write;

use perfectplay::{Ruleset, rulesets};
use serde_json::{Value, json};

use crate::args::{GamesArgs, ShowArgs};
use crate::failure::Failure;
use crate::{text, work};

/// Lists the rulesets with their parameters.
pub(crate) fn list(args: &GamesArgs) -> Result<(), Failure> {
    let mut out = work::output();
    if args.json {
        let games: Vec<Value> = rulesets().iter().map(|ruleset| as_json(ruleset)).collect();
        writeln!(out, "{}", json!({ "schema": "perfectplay/games/1", "rulesets": games }))?;
    } else {
        for (index, ruleset) in rulesets().iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}: {}", ruleset.about.name, ruleset.summary)?;
            for param in ruleset.params {
                let default = match param.default {
                    Some(default) => format!(" [default: {default}]"),
                    None => String::new(),
                };
                writeln!(out, "  {}: {}", param.name, param.meaning)?;
                text::row(&mut out, "", &format!("{}{default}", param.takes))?;
            }
            if let Some(contest) = ruleset.contest {
                writeln!(out, "  contest: {}", contest.source)?;
            }
        }
    }
    Ok(out.flush()?)
}

fn as_json(ruleset: &Ruleset) -> Value {
    let params: Vec<Value> = ruleset
        .params
        .iter()
        .map(|param| {
            json!({
                "name": param.name,
                "takes": param.takes,
                "default": param.default,
                "meaning": param.meaning,
            })
        })
        .collect();
    json!({
        "name": ruleset.about.name,
        "title": ruleset.about.title,
        "summary": ruleset.summary,
        "parameters": params,
        "contest": ruleset.contest.map(|contest| contest.source),
    })
}

/// States the rules in words and draws a position.
pub(crate) fn show(args: &ShowArgs) -> Result<(), Failure> {
    let analysis = work::load(&args.game)?;
    let given = args.position.clone().unwrap_or_else(|| analysis.start());
    let bad = |error| Failure::unanswered(&given, error);
    let position = analysis.canonical(&given).map_err(bad)?;
    let drawing = analysis.draw(&given).map_err(bad)?;
    let mover = analysis.mover(&given).map_err(bad)?;
    let mut out = work::output();
    if args.json {
        let shown = json!({
            "schema": "perfectplay/show/1",
            "ruleset": analysis.about().name,
            "title": analysis.about().title,
            "rules": analysis.rules(),
            "position": position,
            "mover": mover,
            "drawing": drawing,
        });
        writeln!(out, "{shown}")?;
    } else {
        writeln!(out, "{}\n", text::plain(analysis.about().title))?;
        text::row(&mut out, "rules", &analysis.rules())?;
        text::row(&mut out, "position", &format!("{position} ({mover} to move)"))?;
        writeln!(out, "\n{}", text::plain(&drawing))?;
    }
    Ok(out.flush()?)
}
