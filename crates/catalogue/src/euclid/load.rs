use perfectplay_analysis::Analysis;
use perfectplay_theories::closed_form::euclid::End;

use super::rules::{ABOUT, Euclid};
use crate::pair::Pair;
use crate::{BadInput, Description, Param, Ruleset, closed_form, heaps};

/// Euclid in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "take a multiple of the smaller of two numbers from the larger",
    params: &[
        Param {
            name: "numbers",
            takes: "a list of two positive numbers",
            default: Some("[1, 1]"),
            meaning: "the numbers at the start",
        },
        Param {
            name: "until",
            takes: "\"equal\" or \"zero\"",
            default: Some("\"equal\""),
            meaning: "whether both numbers stay positive, or play goes on until one of them is 0",
        },
        heaps::PLAY,
        closed_form::BY,
    ],
    load,
    contest: None,
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let start = Pair::start(description, "numbers", 1)?;
    let end = match description.field("until") {
        Some(field) => field.choice(&[("equal", End::Equal), ("zero", End::Zero)])?,
        None => End::Equal,
    };
    closed_form::solved(Euclid::new(start, end, heaps::misere(description)?), description)
}
