use perfectplay_analysis::Analysis;

use super::rules::{ABOUT, Nim};
use crate::{BadInput, Description, Ruleset, closed_form, heaps};

/// Nim in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "take any number of stones from one heap",
    params: &[heaps::HEAPS, heaps::PLAY, closed_form::BY],
    load,
    contest: None,
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let start = heaps::heaps(description, u128::MAX)?;
    closed_form::solved(Nim::new(start, heaps::misere(description)?), description)
}
