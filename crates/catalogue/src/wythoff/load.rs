use perfectplay_analysis::Analysis;

use super::rules::{ABOUT, Wythoff};
use crate::pair::Pair;
use crate::{BadInput, Description, Param, Ruleset, closed_form, heaps};

/// Wythoff's game in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "take any number of stones from one of two heaps, or the same number from both",
    params: &[
        Param {
            name: "heaps",
            takes: "a list of two numbers of stones",
            default: Some("[0, 0]"),
            meaning: "the heaps at the start",
        },
        heaps::PLAY,
        closed_form::BY,
    ],
    load,
    contest: None,
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let start = Pair::start(description, "heaps", 0)?;
    closed_form::solved(Wythoff::new(start, heaps::misere(description)?), description)
}
