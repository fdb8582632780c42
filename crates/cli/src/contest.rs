use std::io::{self, Write};

use perfectplay::{Meter, Tokens, ruleset, rulesets};

use crate::args::ContestArgs;
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
    let mut meter = Meter::new(args.limits.limits());
    let done = (contest.run)(&mut Tokens::new(io::stdin().lock()), &mut out, &mut meter);
    // Answers that were found before a mistake or a limit are right.
    let flushed = out.flush();
    done?;
    Ok(flushed?)
}
