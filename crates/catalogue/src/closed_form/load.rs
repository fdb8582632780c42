use perfectplay_analysis::{Analysis, Face};
use perfectplay_tabulate::Tabulated;

use super::{ClosedForm, Formula};
use crate::{BadInput, Description, Param};

/// By which means positions are solved.
pub(crate) const BY: Param = Param {
    name: "by",
    takes: "\"formula\" or \"table\"",
    default: Some("\"formula\""),
    meaning: "whether a formula answers where there is one, or all positions are listed",
};

/// The game solved as [`BY`] says.
pub(crate) fn solved<R>(rules: R, description: &Description) -> Result<Box<dyn Analysis>, BadInput>
where
    R: Formula + Sync + Send + 'static,
    R::Position: Send + Sync,
{
    let table = match description.field("by") {
        Some(field) => field.choice(&[("formula", false), ("table", true)])?,
        None => false,
    };
    Ok(match table {
        false => Box::new(Face(ClosedForm::new(rules))),
        true => {
            let about = rules.about();
            Box::new(Face(Tabulated::new(about.name, rules).titled(about.title)))
        }
    })
}
