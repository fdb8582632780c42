use std::io::Write;
use std::path::Path;

use perfectplay::analysis::counted;
use perfectplay::workbench::{
    Axis, ContestProblem, Failing, Got, OwnProblem, Problem, Program, ProgramLimits, StressOptions,
    Stressed, stress,
};
use perfectplay::{Source, ruleset};
use serde_json::json;

use crate::args::{ProgramArgs, StressArgs};
use crate::failure::{Failure, stopped};
use crate::work::{self, Work};

/// Tests a program on random instances.
pub(crate) fn run(args: &StressArgs) -> Result<(), Failure> {
    let program = program(&args.program)?;
    let work = Work::start("runs of the program");
    let mut meter = work.meter(args.limits.limits());
    let options = StressOptions { cases: args.cases, seed: args.program.seed, size: args.size };
    let mut test = |problem: &dyn Problem| {
        stress(problem, &program, options, &mut meter)
            .map_err(|error| Failure::Usage(error.to_string()))
    };
    let path = Path::new(&args.game.game);
    let named = ruleset(&args.game.game).filter(|_| !path.is_file());
    let source = match named {
        Some(_) => None,
        None => Some(Source::read(path, &args.game.set)?),
    };
    let contest = named.or_else(|| source.as_ref()?.ruleset()).and_then(|found| found.contest);
    let told = match (contest, source) {
        (Some(contest), _) if args.vary.is_empty() => test(&ContestProblem(contest))?,
        (_, Some(source)) => {
            let axes = parse_axes(&args.vary, &args.game.set)?;
            if axes.is_empty() {
                let what = "a game of your own is tested over its parameters: say which, as \
                            --vary n=1..20";
                return Err(Failure::Usage(what.to_owned()));
            }
            let values: Vec<String> =
                axes.iter().map(|axis| format!("{{{}}}", axis.name)).collect();
            let input = args.input.clone().unwrap_or_else(|| values.join("\n") + "\n");
            check_template(&input, &values)?;
            check_template(&args.output, &["{winner}", "{outcome}", "{value}"])?;
            let set = &args.game.set;
            let open = |more: &[String]| {
                let all = set.iter().chain(more).cloned().collect();
                source.with(all).open().map_err(|error| error.to_string())
            };
            test(&OwnProblem { axes, input, output: args.output.clone(), open: &open })?
        }
        _ => {
            let what = format!(
                "{} has no contest format: give a file of it, and what to vary",
                args.game.game
            );
            return Err(Failure::Usage(what));
        }
    };
    drop(work);
    let mut out = work::output();
    if args.json {
        writeln!(out, "{}", json!({ "schema": "perfectplay/stress/1", "result": told }))?;
    } else {
        text(&mut out, &told)?;
    }
    out.flush()?;
    match told.failure {
        Some(_) => Err(Failure::WrongProgram),
        None => stopped(told.stopped),
    }
}

/// Refuses names in braces that stand for nothing.
fn check_template(template: &str, known: &[impl AsRef<str>]) -> Result<(), Failure> {
    let mut rest = template.to_owned();
    for name in known {
        rest = rest.replace(name.as_ref(), "");
    }
    if !rest.contains(['{', '}']) {
        return Ok(());
    }
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    Err(Failure::Usage(format!(
        "the template {template:?} has braces that stand for nothing; known are {}",
        known.join(", ")
    )))
}

pub(crate) fn program(args: &ProgramArgs) -> Result<Program, Failure> {
    let limits = ProgramLimits { time: args.time, memory: Some(args.run_memory) };
    Program::parse(&args.program, limits).map_err(|error| Failure::Usage(error.to_string()))
}

/// The axes of all `--vary`, each parameter once and not set besides.
pub(crate) fn parse_axes(vary: &[String], set: &[String]) -> Result<Vec<Axis>, Failure> {
    let mut axes: Vec<Axis> = Vec::new();
    for text in vary {
        let axis = parse_axis(text)?;
        let is_set = |text: &String| text.split('=').next().map(str::trim) == Some(&axis.name);
        if axes.iter().any(|other| other.name == axis.name) || set.iter().any(is_set) {
            let what = format!("--vary {text:?}: {} is varied or set already", axis.name);
            return Err(Failure::Usage(what));
        }
        axes.push(axis);
    }
    Ok(axes)
}

/// `name=least..most`, ends included.
fn parse_axis(text: &str) -> Result<Axis, Failure> {
    let wrong = || Failure::Usage(format!("--vary {text:?}: wanted NAME=LEAST..MOST, as n=1..20"));
    let (name, range) = text.split_once('=').ok_or_else(wrong)?;
    let (least, most) = range.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
    let (least, most) = (number(least)?, number(most.trim_start_matches('='))?);
    if name.trim().is_empty() || least > most {
        return Err(wrong());
    }
    Ok(Axis { name: name.trim().to_owned(), least, most })
}

fn text(out: &mut dyn Write, told: &Stressed) -> std::io::Result<()> {
    let Some(failure) = &told.failure else {
        return writeln!(
            out,
            "right on {} ({})",
            match told.passed {
                1 => "the 1 instance".to_owned(),
                passed => format!("all {passed} instances"),
            },
            counted(told.runs, "runs of the program")
        );
    };
    let Failing { case, input, expected, got, found_with } = failure;
    writeln!(out, "WRONG on instance {case} ({} right before it)", told.passed)?;
    let mut block = |title: &str, text: &str| {
        writeln!(out, "\n{title}")?;
        crate::text::plain(text).lines().try_for_each(|line| writeln!(out, "  {line}"))
    };
    block("input", input)?;
    block("expected", expected)?;
    match got {
        Got::Output(output) => block("got", output)?,
        Got::Failed { status, errors } => {
            block("got", &format!("no answer: {status}\n{errors}"))?;
        }
        Got::TimedOut => block("got", "no answer in time")?,
        Got::TooMuch => block("got", "more output than any answer is long")?,
    }
    if found_with.is_some() {
        let runs = counted(told.runs, "runs of the program");
        writeln!(out, "\nshrunk from a larger instance ({runs})")?;
    }
    Ok(())
}
