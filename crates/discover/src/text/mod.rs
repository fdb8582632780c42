//! A reader and evaluator of the text of formulas that shares nothing with the
//! search and the printers: what was found is tested as it will be read.
//!
//! ```text
//! rule        = "if" condition "then" value "else" rule | value
//! value       = word | '"' any '"' | number
//! condition   = conjunction { "or" conjunction }
//! conjunction = negation { "and" negation }
//! negation    = "not" negation | comparison
//! comparison  = number [ sign number | [ "not" ] "in" set ]
//! sign        = "=" | "!=" | "<" | "<=" | ">" | ">="
//! set         = "{" { low [ ".." [ high ] ] "," } "}"
//! number      = sum { "xor" sum }
//! sum         = product { ( "+" | "-" ) product }
//! product     = factor { ( "*" | "mod" ) factor }
//! factor      = "-" factor | integer | parameter | "(" condition ")"
//!             | "floor" "(" ( "phi" "*" factor | product "/" factor ) ")"
//!             | function "(" { number "," } ")"
//!             | "sorted" "(" { number "," } ")" "[" integer "]"
//!             | "[" { integer "," } "]" "[" number "]"
//!             | "except" "(" number "," "{" { integer ":" integer "," } "}" "," number ")"
//!             | "automaton" "(" digits "," reading "," "[" { number "," } "]" ","
//!                   "[" { row "," } "]" "," row ")"
//! row         = "[" { integer "," } "]"
//! digits      = "binary" | "ternary" | "fibonacci"
//! reading     = "msd" | "lsd"
//! ```
//!
//! Commas stand between items. `mod` and `floor( / )` need a divisor above 0.

mod arithmetic;
mod calls;
mod lexer;
mod machine;
mod parser;

use crate::Value;
use machine::Instruction;

/// Names that a parameter must not have.
pub(crate) const RESERVED: [&str; 29] = [
    "if",
    "then",
    "else",
    "and",
    "or",
    "not",
    "in",
    "mod",
    "xor",
    "floor",
    "phi",
    "min",
    "max",
    "gcd",
    "bitand",
    "sorted",
    "except",
    "automaton",
    "abs",
    "trailing_zeros",
    "lowest_bit",
    "highest_bit",
    "bit_length",
    "digit_sum",
    "floor_sqrt",
    "zeckendorf_zeros",
    "is_power_of_two",
    "is_fibonacci",
    "is_square",
];

/// A letter or `_`, then letters, digits and `_`.
pub(crate) fn is_identifier(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// A word that is printed without quotation marks.
pub(crate) fn is_plain_word(word: &str) -> bool {
    is_identifier(word) && !RESERVED.contains(&word)
}

/// A formula read from its text.
///
/// # Examples
///
/// ```
/// use perfectplay_discover::{Text, Value};
/// let names = ["a".to_owned(), "b".to_owned()];
/// let wythoff = "if min(a, b) = floor(phi * abs(a - b)) then loss else win";
/// let text = Text::parse(wythoff, &names)?;
/// assert_eq!(text.evaluate(&[3, 5]), Some(Value::Word("loss".to_owned())));
/// assert_eq!(text.evaluate(&[3, 6]), Some(Value::Word("win".to_owned())));
/// assert!(Text::parse("if a <> b then loss else win", &names).is_err());
/// # Ok::<(), perfectplay_discover::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Text {
    parameters: usize,
    words: Vec<String>,
    code: Vec<Instruction>,
}

/// A text that is no formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct TextError {
    /// The place, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

impl Text {
    /// Reads a formula over parameters of these names.
    ///
    /// # Errors
    ///
    /// The text does not follow the grammar, names something unknown, or nests
    /// deeper than 200.
    pub fn parse(text: &str, parameters: &[String]) -> Result<Text, TextError> {
        let (words, code) = parser::parse(text, parameters)?;
        Ok(Text { parameters: parameters.len(), words, code })
    }

    /// The value for these parameters, in time linear in the length of the
    /// text; `None` where the formula is not defined.
    pub fn evaluate(&self, row: &[i64]) -> Option<Value> {
        if row.len() != self.parameters {
            return None;
        }
        machine::run(&self.code, &self.words, row)
    }
}
