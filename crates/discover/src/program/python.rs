//! Python.

use super::{Spelling, pieces};
use crate::formula::Formula;

const SPELLING: Spelling = Spelling {
    and: "and",
    or: "or",
    not: "not ",
    table: |number, entries| format!("TABLE_{number} = [{entries}]"),
    lookup: |table, index| format!("TABLE_{table}[{index}]"),
    sequence: |terms| format!("[{terms}]"),
    case: |condition, value| format!("    if {condition}:\n        return {value}\n"),
    word: |word| format!("\"{word}\""),
    truth: |truth| if truth { "True" } else { "False" },
    constant: |constant| constant.to_string(),
    keywords: &[
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
        "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global",
        "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return",
        "try", "while", "with", "yield",
    ],
    helpers: include_str!("python_helpers.txt"),
};

/// A Python function `value` of the parameters.
pub(crate) fn python(formula: &Formula) -> String {
    let pieces = pieces(formula, &SPELLING);
    let mut text = pieces.prologue;
    text += &format!("def value({}):\n", pieces.names.join(", "));
    text += &format!("    # {formula}\n");
    text += &pieces.cases.concat();
    text + &format!("    return {}\n", pieces.otherwise)
}
