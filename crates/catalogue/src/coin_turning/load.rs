use perfectplay_analysis::Analysis;
use perfectplay_game::{Notation, Player};

use super::coins::Coins;
use super::rules::{CoinTurning, Kind};
use crate::{BadInput, Description, Param, Ruleset, closed_form, heaps};

const HEADS: Param = Param {
    name: "heads",
    takes: "places of coins as a text, with - for runs: \"1 4 9-12\"",
    default: Some("none"),
    meaning: "the coins that show heads at the start",
};

/// Mock Turtles in the catalogue.
pub const MOCK_TURTLES: Ruleset = Ruleset {
    about: Kind::MockTurtles.about(),
    summary: "turn one to three coins, the rightmost from heads to tails",
    params: &[HEADS, heaps::PLAY, closed_form::BY],
    load: |description| load(Kind::MockTurtles, description),
    contest: None,
    theorem: None,
};

/// Ruler in the catalogue.
pub const RULER: Ruleset = Ruleset {
    about: Kind::Ruler.about(),
    summary: "turn neighbouring coins, the rightmost from heads to tails",
    params: &[HEADS, heaps::PLAY, closed_form::BY],
    load: |description| load(Kind::Ruler, description),
    contest: None,
    theorem: None,
};

fn load(kind: Kind, description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let misere = heaps::misere(description)?;
    let none = CoinTurning::new(kind, Coins::tails(Player::First), misere);
    let rules = match description.field("heads") {
        None => none,
        // An empty text names no place.
        Some(field) if field.text()?.trim().is_empty() => none,
        Some(field) => {
            let coins = none.parse_position(field.text()?).map_err(|error| {
                let found = format!("{} (column {} of the text)", error.found, error.column);
                field.differs(found, error.wanted)
            })?;
            CoinTurning::new(kind, coins, misere)
        }
    };
    closed_form::solved(rules, description)
}
