use perfectplay_analysis::Analysis;

use super::rules::{ABOUT, Euclid};
use crate::pair::Pair;
use crate::{BadInput, Description, Param, Ruleset, closed_form, heaps};

/// Euclid in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "take a multiple of the smaller of two numbers from the larger; both stay positive",
    params: &[
        Param {
            name: "numbers",
            takes: "a list of two positive numbers",
            default: Some("[1, 1]"),
            meaning: "the numbers at the start",
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
    closed_form::solved(Euclid::new(start, heaps::misere(description)?), description)
}
