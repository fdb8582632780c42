//! Formulas: what they say, how long they are, and their printed forms.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `term` | integer expressions |
//! | `condition` | conditions on the parameters |
//! | `rule` | which value where |
//! | `automaton` | automata over the digits of several numbers |
//! | `cost` | the length of a formula in bits |
//! | `plain`, `latex` | printing |

mod automaton;
mod condition;
pub(crate) mod cost;
mod latex;
mod plain;
mod rule;
mod term;
#[cfg(test)]
mod tests;

pub(crate) use automaton::{Automaton, Digits, Reading, letters};
pub(crate) use condition::{Comparison, Condition, Interval, Special};
pub(crate) use rule::{Leaf, Rule};
pub(crate) use term::{Function, Operation, Term};

use crate::Value;
use crate::program;

/// A closed form over the parameters of a table.
///
/// [`Display`](std::fmt::Display) prints it as one line of text, which
/// [`Text`](crate::Text) reads and evaluates on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    parameters: Vec<String>,
    value: String,
    words: Vec<String>,
    rule: Rule,
}

impl Formula {
    pub(crate) fn new(
        parameters: Vec<String>,
        value: String,
        words: Vec<String>,
        rule: Rule,
    ) -> Self {
        Formula { parameters, value, words, rule }
    }

    /// The parameters, in the order in which [`Formula::evaluate`] takes them.
    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// The name of what it computes.
    pub fn value_name(&self) -> &str {
        &self.value
    }

    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    pub(crate) fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The value for these parameters; `None` where the formula is not defined
    /// (a wrong number of parameters, a negative number where digits are read,
    /// a division by zero) or leaves 64 bits.
    pub fn evaluate(&self, row: &[i64]) -> Option<Value> {
        if row.len() != self.parameters.len() {
            return None;
        }
        let value = self.rule.value(row)?;
        if self.words.is_empty() {
            return Some(Value::Int(value));
        }
        self.words.get(usize::try_from(value).ok()?).cloned().map(Value::Word)
    }

    /// A LaTeX formula, without the signs that begin and end mathematics.
    pub fn latex(&self) -> String {
        latex::formula(self)
    }

    /// A Rust function `value`, with the functions that it calls.
    pub fn rust(&self) -> String {
        program::rust(self)
    }

    /// A C++ function `value`, with the functions that it calls.
    pub fn cpp(&self) -> String {
        program::cpp(self)
    }

    /// A Python function `value`, with the functions that it calls.
    pub fn python(&self) -> String {
        program::python(self)
    }
}

impl std::fmt::Display for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&plain::formula(self))
    }
}

impl serde::Serialize for Formula {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Formula", 5)?;
        fields.serialize_field("text", &self.to_string())?;
        fields.serialize_field("latex", &self.latex())?;
        fields.serialize_field("rust", &self.rust())?;
        fields.serialize_field("cpp", &self.cpp())?;
        fields.serialize_field("python", &self.python())?;
        fields.end()
    }
}
