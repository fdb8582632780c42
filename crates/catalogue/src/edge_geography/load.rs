use perfectplay_analysis::{Analysis, Face};

use super::rules::ABOUT;
use super::{EdgeGeography, EdgeGeographySolver};
use crate::geography::{BOARD_PARAMS, board_and_start};
use crate::{BadInput, Description, Ruleset};

/// Edge Geography in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "walk a token over a graph, no edge twice; who cannot move loses",
    params: &BOARD_PARAMS,
    load,
    contest: None,
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let (board, start) = board_and_start(description)?;
    let rules = EdgeGeography::new(board, start)
        .ok_or_else(|| description.error("no vertex", "a graph with a vertex"))?;
    Ok(Box::new(Face(EdgeGeographySolver::new(rules))))
}
