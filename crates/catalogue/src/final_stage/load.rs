use perfectplay_analysis::{Analysis, Face};
use perfectplay_game::Player;
use perfectplay_theories::timed_pile::TimedPile;

use super::contest::run;
use super::rules::ABOUT;
use super::sample::sample;
use super::{FinalStage, FinalStageSolver, Turn};
use crate::{BadInput, Contest, Description, Field, Param, Ruleset};

/// Final Stage in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "take stones from one pile within the bounds of a schedule of turns",
    params: &[
        Param {
            name: "turns",
            takes: "a list of pairs [least, most] of whole numbers below 2^64 with least <= most; \
                    least 0 allows a pass",
            default: None,
            meaning: "how few and how many stones may be taken in each turn, in order",
        },
        Param {
            name: "stones",
            takes: "a whole number below 2^64",
            default: None,
            meaning: "the stones in the pile at the start",
        },
        Param {
            name: "movers",
            takes: "a text with a letter for each turn: A or F for First, B or S for Second",
            default: Some("the players take turns, First begins"),
            meaning: "who moves in each turn",
        },
    ],
    load,
    contest: Some(Contest { source: "AtCoder ARC174 F", run, sample }),
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let field = description.required("turns", "turns = [[least, most], ...]")?;
    let stones = description.required("stones", "stones = a whole number")?;
    let stones = stones.integer(0..=u64::MAX)?;
    let bounds = field.list()?;
    if bounds.len() > TimedPile::MOST_TURNS {
        return Err(field.error(format!("at most {} turns", TimedPile::MOST_TURNS)));
    }
    let movers = match description.field("movers") {
        Some(field) => Some(movers(&field, bounds.len())?),
        None => None,
    };
    let mut turns = Vec::new();
    for (nth, item) in bounds.enumerate() {
        let bounds: Vec<u64> =
            item.list()?.map(|bound| bound.integer(0..=u64::MAX)).collect::<Result<_, _>>()?;
        let &[least, most] = bounds.as_slice() else {
            return Err(item.error("a pair [least, most]"));
        };
        let mover = match &movers {
            Some(movers) => movers[nth],
            None => Player::alternating(nth),
        };
        let turn = Turn::new(mover, least, most).ok_or_else(|| {
            item.differs(format!("[{least}, {most}]"), "a pair [least, most] with least <= most")
        })?;
        turns.push(turn);
    }
    Ok(Box::new(Face(FinalStageSolver::new(FinalStage::new(turns, stones)))))
}

fn movers(field: &Field<'_>, turns: usize) -> Result<Vec<Player>, BadInput> {
    let text = field.text()?;
    let mut movers = Vec::new();
    for letter in text.chars() {
        movers.push(match letter {
            'A' | 'F' => Player::First,
            'B' | 'S' => Player::Second,
            other => {
                let nth = movers.len() + 1;
                let wanted = "A or F for First, B or S for Second";
                return Err(field.differs(format!("{other:?} as letter {nth}"), wanted));
            }
        });
    }
    if movers.len() == turns {
        return Ok(movers);
    }
    let wanted = format!("a letter for each of the {turns} turns");
    Err(field.differs(format!("{} letters", movers.len()), wanted))
}
