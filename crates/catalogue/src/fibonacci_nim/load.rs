use perfectplay_analysis::Analysis;

use super::rules::{ABOUT, FibonacciNim};
use crate::{BadInput, Description, Param, Ruleset, closed_form, heaps};

/// Fibonacci Nim in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "take stones from one heap, at most twice as many as were taken before",
    params: &[
        Param {
            name: "stones",
            takes: "a number",
            default: Some("0"),
            meaning: "the stones at the start",
        },
        Param {
            name: "limit",
            takes: "a number",
            default: Some("one less than stones"),
            meaning: "the most that the first move may take",
        },
        heaps::PLAY,
        closed_form::BY,
    ],
    load,
    contest: None,
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let number = |name: &str| description.field(name).map(|field| field.integer(0..=u128::MAX));
    let stones: u128 = number("stones").transpose()?.unwrap_or(0);
    let limit = number("limit").transpose()?.unwrap_or(stones.saturating_sub(1));
    let rules = FibonacciNim::new(stones, limit, heaps::misere(description)?);
    closed_form::solved(rules, description)
}
