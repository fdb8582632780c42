use perfectplay_analysis::{Analysis, Face};
use perfectplay_tabulate::{Tabulated, searched::Told};
use perfectplay_theories::heap_games::Code;

use super::rules::{ABOUT, HeapGame, MOST_HEAP};
use super::solver::HeapGameSolver;
use crate::{BadInput, Description, Param, Ruleset};

/// Heap games in the catalogue.
pub const RULESET: Ruleset = Ruleset {
    about: ABOUT,
    summary: "take stones from a heap and perhaps part what is left; octal codes and more",
    params: &[
        Param {
            name: "code",
            takes: "a code such as \"0.77\", \"subtract 1,3,4\", \"take 1-2 leave 0-2\", or a name \
                    such as \"kayles\"",
            default: None,
            meaning: "what a move may take from a heap and leave of it",
        },
        crate::heaps::HEAPS,
        crate::heaps::PLAY,
    ],
    load,
    contest: None,
    theorem: None,
};

fn load(description: &Description) -> Result<Box<dyn Analysis>, BadInput> {
    let field = description.required("code", "code = \"...\", as \"0.77\" or \"kayles\"")?;
    let code: Code =
        field.text()?.parse().map_err(|error: perfectplay_theories::heap_games::CodeError| {
            let found = format!("{} (column {} of the code)", error.found, error.column);
            field.differs(found, error.wanted)
        })?;
    let start = crate::heaps::heaps(description, MOST_HEAP)?;
    Ok(match crate::heaps::misere(description)? {
        false => Box::new(Face(HeapGameSolver::new(HeapGame::new(code, start)))),
        true => {
            let rules = HeapGame::misere(code, start);
            let table = Tabulated::new(ABOUT.name, rules).titled(ABOUT.title);
            Box::new(Face(table.told(Told::DECISIVE)))
        }
    })
}
