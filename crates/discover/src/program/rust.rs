//! Rust.

use super::{Spelling, pieces};
use crate::formula::Formula;

const SPELLING: Spelling = Spelling {
    and: "&&",
    or: "||",
    not: "!",
    table: |number, entries| format!("const TABLE_{number}: &[i64] = &[{entries}];\n"),
    lookup: |table, index| format!("TABLE_{table}[{index} as usize]"),
    sequence: |terms| format!("vec![{terms}]"),
    case: |condition, value| format!("    if {condition} {{\n        return {value};\n    }}\n"),
    word: |word| format!("\"{word}\""),
    truth: |truth| if truth { "true" } else { "false" },
    constant: |constant| match constant {
        0.. => constant.to_string(),
        _ => format!("({constant})"),
    },
    keywords: &[
        "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
        "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
        "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
        "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try",
        "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
    ],
    helpers: include_str!("rust_helpers.txt"),
};

/// A Rust function `value` of the parameters.
pub(crate) fn rust(formula: &Formula) -> String {
    let pieces = pieces(formula, &SPELLING);
    let names: Vec<String> = pieces.names.iter().map(|name| format!("{name}: i64")).collect();
    let kind = if formula.words().is_empty() { "i64" } else { "&'static str" };
    let mut text = pieces.prologue;
    text += &format!("/// {formula}\n#[allow(unused_parens, unused_variables, non_snake_case)]\n");
    text += &format!("pub fn value({}) -> {kind} {{\n", names.join(", "));
    text += &pieces.cases.concat();
    text + &format!("    {}\n}}\n", pieces.otherwise)
}
