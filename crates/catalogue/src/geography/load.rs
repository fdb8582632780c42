use perfectplay_analysis::{Analysis, Face};

use super::rules::ABOUT;
use super::source::{BOARD_PARAMS, COUNT, board_and_start};
use super::{Geography, GeographySolver, MisereGeography, MisereGeographySolver};
use crate::{BadInput, Description, Param, Ruleset};

/// Geography in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "walk a token over a graph, no vertex twice; who cannot move loses",
    params: &PARAMS,
    load,
    contest: None,
    theorem: None,
};

/// What gives the board, and what says how it is played on.
const PARAMS: [Param; COUNT + 4] = {
    let mut params = [Param {
        name: "play",
        takes: "normal or misere",
        default: Some("normal"),
        meaning: "who cannot move loses, or wins; misere play is searched, as no theory covers it",
    }; COUNT + 4];
    let mut at = 0;
    while at < COUNT {
        params[at] = BOARD_PARAMS[at];
        at += 1;
    }
    params[COUNT + 1] = Param {
        name: "burns",
        takes: "vertices",
        default: Some("vertices"),
        meaning: "what the token may not come to again; edges are the ruleset edge-geography",
    };
    params[COUNT + 2] = Param {
        name: "directed",
        takes: "false",
        default: Some("false"),
        meaning: "whether edges lead one way only, which is not played here",
    };
    params[COUNT + 3] = Param {
        name: "boards",
        takes: "1",
        default: Some("1"),
        meaning: "how many boards are played side by side, a move on one of them; one is played here",
    };
    params
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let misere = play(description)?;
    let (board, start) = board_and_start(description)?;
    let rules = Geography::new(board, start)
        .ok_or_else(|| description.error("no vertex", "a graph with a vertex"))?;
    Ok(match misere {
        false => Box::new(Face(GeographySolver::new(rules))),
        true => Box::new(Face(MisereGeographySolver::new(MisereGeography::new(rules)))),
    })
}

/// Is it misère play? What nothing here decides is refused by name.
fn play(description: &Description) -> Result<bool, BadInput> {
    if let Some(burns) = description.field("burns")
        && burns.choice(&[("vertices", false), ("edges", true)])?
    {
        let wanted = "vertices; for edges that burn, game = \"edge-geography\"";
        return Err(burns.differs("edge geography", wanted));
    }
    if let Some(directed) = description.field("directed")
        && directed.flag()?
    {
        let wanted = "false: on directed graphs geography is PSPACE-hard and no theory here \
                      covers it; small games can be searched as rules of your own";
        return Err(directed.differs("a directed graph", wanted));
    }
    if let Some(boards) = description.field("boards")
        && boards.integer(1..=u64::MAX)? > 1
    {
        let wanted = "1: matchings tell who wins on a board alone, not on a sum of boards; small \
                      sums can be searched as rules of your own";
        return Err(boards.differs("a sum of boards", wanted));
    }
    let plays = [("normal", false), ("misere", true)];
    description.field("play").map_or(Ok(false), |play| play.choice(&plays))
}
