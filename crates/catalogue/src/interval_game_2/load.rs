use perfectplay_analysis::{Analysis, Face};

use super::contest::run;
use super::rules::ABOUT;
use super::sample::sample;
use super::{Interval, IntervalGame, IntervalGameSolver};
use crate::{BadInput, Contest, Description, Param, Ruleset};

/// Interval Game 2 in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "pick disjoint intervals in turn; who cannot move loses",
    params: &[Param {
        name: "intervals",
        takes: "a list of pairs [start, end] of 64-bit integers with start < end; may repeat",
        default: None,
        meaning: "the intervals that can be picked, each from its start up to and without its end",
    }],
    load,
    contest: Some(Contest { source: "AtCoder ABC206 F", run, sample }),
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let field = description.required("intervals", "intervals = [[start, end], ...]")?;
    let mut intervals = Vec::new();
    for item in field.list()? {
        let ends: Vec<i64> =
            item.list()?.map(|end| end.integer(i64::MIN..=i64::MAX)).collect::<Result<_, _>>()?;
        let &[start, end] = ends.as_slice() else {
            return Err(item.error("a pair [start, end]"));
        };
        let interval = Interval::new(start, end).ok_or_else(|| {
            item.differs(format!("[{start}, {end}]"), "a pair [start, end] with start < end")
        })?;
        intervals.push(interval);
    }
    Ok(Box::new(Face(IntervalGameSolver::new(IntervalGame::new(intervals)))))
}
