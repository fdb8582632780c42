use perfectplay_analysis::{Analysis, Face};

use super::contest::run;
use super::rules::{ABOUT, mistake};
use super::sample::sample;
use super::{CombinationLock, CombinationLockSolver, MAX_DISCS, Pattern, PatternError};
use crate::{BadInput, Contest, Description, Field, Param, Ruleset};

/// Combination Lock in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "turn one disc, never show a pattern again; who cannot move loses",
    params: &[
        Param {
            name: "alice",
            takes: "a text of 1 to 60 digits",
            default: Some("none; alice and bob, or start, have to be given"),
            meaning: "the digits of the first player's lock",
        },
        Param {
            name: "bob",
            takes: "a text of as many digits",
            default: Some("none"),
            meaning: "the digits of the second player's lock",
        },
        Param {
            name: "start",
            takes: "a text of 1 to 60 signs = and .",
            default: Some("none"),
            meaning: "what the locks show at first, in place of digits",
        },
        Param {
            name: "forbidden",
            takes: "a list of different patterns, as long as the start and not the start",
            default: Some("[]"),
            meaning: "the patterns that must never be shown",
        },
    ],
    load,
    contest: Some(Contest { source: "CERC 2022, Combination Locks", run, sample }),
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let (start, at) = start(description)?;
    let mut rules = CombinationLock::open(start).map_err(|_| at.error("at least one disc"))?;
    if let Some(field) = description.field("forbidden") {
        for (index, item) in field.list()?.enumerate() {
            let text = item.text()?;
            let pattern = Pattern::parse(text.as_bytes(), start.discs)
                .map_err(|_| item.error(format!("{} signs = and .", start.discs)))?;
            rules.forbid(pattern, index).map_err(|error| {
                let (found, wanted) = mistake(error, text);
                item.differs(found, wanted)
            })?;
        }
    }
    Ok(Box::new(Face(CombinationLockSolver::new(rules))))
}

/// What the locks show at first, and the parameter that says so.
fn start(description: &Description) -> Result<(Pattern, Field<'_>), BadInput> {
    const DISCS: usize = MAX_DISCS as usize;
    if let Some(field) = description.field("start") {
        if let Some(digits) = description.field("alice").or(description.field("bob")) {
            return Err(digits.differs("digits and a start", "digits of both locks, or a start"));
        }
        let text = field.text()?;
        let wanted = format!("a text of 1 to {DISCS} signs = and .");
        let discs = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let pattern = Pattern::parse(text.as_bytes(), discs);
        let pattern = pattern.map_err(|_| field.error(&wanted))?;
        return if discs == 0 { Err(field.error(&wanted)) } else { Ok((pattern, field)) };
    }
    let wanted = "alice = \"digits\" and bob = \"digits\", or start = \"pattern\"";
    let alice = description.required("alice", wanted)?;
    let bob = description.required("bob", wanted)?;
    let digits = alice.text()?;
    if !(1..=DISCS).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(alice.error(format!("a text of 1 to {DISCS} digits")));
    }
    match Pattern::of_digits(digits.as_bytes(), bob.text()?.as_bytes()) {
        Ok(pattern) => Ok((pattern, bob)),
        Err(PatternError::Byte(_) | PatternError::Length) => {
            Err(bob.error(format!("a text of {} digits, as for alice", digits.len())))
        }
    }
}
