//! Formulas as functions of other languages.
//!
//! One walk over the formula serves all languages: operations that they spell
//! alike stand in the expression, everything else is a call of a function that
//! is put in front of it. Arithmetic is in 64 bits (Python: unbounded).

mod cpp;
mod python;
mod rust;

use std::collections::BTreeSet;

use crate::formula::{
    Comparison, Condition, Digits, Formula, Function, Leaf, Operation, Reading, Term,
};

pub(crate) use cpp::cpp;
pub(crate) use python::python;
pub(crate) use rust::rust;

/// How a language spells what the languages spell differently.
struct Spelling {
    and: &'static str,
    or: &'static str,
    not: &'static str,
    /// Takes the number of the table and its entries.
    table: fn(usize, &str) -> String,
    /// Takes the number of the table and the index.
    lookup: fn(usize, &str) -> String,
    /// Takes expressions with commas between them.
    sequence: fn(&str) -> String,
    /// Takes a condition and an expression.
    case: fn(&str, &str) -> String,
    word: fn(&str) -> String,
    truth: fn(bool) -> &'static str,
    constant: fn(i64) -> String,
    keywords: &'static [&'static str],
    /// Functions with an empty line between them, each after those that it
    /// calls.
    helpers: &'static str,
}

/// What a function is put together from.
struct Pieces {
    /// The parameters under names that the language allows.
    names: Vec<String>,
    /// Tables and helpers, in front of the function.
    prologue: String,
    /// The cases, a line or more each.
    cases: Vec<String>,
    otherwise: String,
}

fn pieces(formula: &Formula, spelling: &Spelling) -> Pieces {
    let helpers: Vec<(&str, &str)> = spelling.helpers.split("\n\n").map(named).collect();
    let mut names: Vec<String> = Vec::new();
    for name in formula.parameters() {
        let mut allowed = name.clone();
        let taken = |allowed: &str, names: &[String]| {
            spelling.keywords.contains(&allowed)
                || helpers.iter().any(|helper| helper.0 == allowed)
                || allowed == "value"
                || allowed.starts_with("TABLE_")
                || names.iter().any(|name| name == allowed)
        };
        while taken(&allowed, &names) {
            allowed = if allowed.starts_with("TABLE_") {
                format!("p_{allowed}")
            } else {
                format!("{allowed}_")
            };
        }
        names.push(allowed);
    }
    let mut writer = Writer {
        spelling,
        names,
        words: formula.words(),
        tables: Vec::new(),
        calls: BTreeSet::new(),
    };
    let rule = formula.rule();
    let mut cases = Vec::new();
    for (condition, leaf) in &rule.cases {
        let (condition, leaf) = (writer.condition(condition), writer.leaf(leaf));
        cases.push((spelling.case)(&condition, &leaf));
    }
    let otherwise = writer.leaf(&rule.otherwise);
    let mut prologue = String::new();
    for (number, entries) in writer.tables.iter().enumerate() {
        prologue += &(spelling.table)(number, entries);
        prologue.push('\n');
    }
    let mut needed = writer.calls.clone();
    for (name, source) in helpers.iter().rev() {
        if needed.contains(name) {
            let calls = helpers.iter().filter(|(called, _)| source.contains(&format!("{called}(")));
            needed.extend(calls.map(|(called, _)| *called));
        }
    }
    for (_, source) in helpers.iter().filter(|(name, _)| needed.contains(name)) {
        prologue += source.trim();
        prologue += "\n\n";
    }
    Pieces { names: writer.names, prologue, cases, otherwise }
}

/// A helper under its name, the last word before its first parenthesis that
/// stands on a line of code.
fn named(source: &'static str) -> (&'static str, &'static str) {
    let code = source.lines().find(|line| !line.starts_with('/') && !line.is_empty());
    let head = code.and_then(|line| line.split('(').next()).unwrap_or_default();
    (head.rsplit(' ').next().unwrap_or_default(), source)
}

struct Writer<'a> {
    spelling: &'a Spelling,
    names: Vec<String>,
    words: &'a [String],
    tables: Vec<String>,
    calls: BTreeSet<&'static str>,
}

impl Writer<'_> {
    fn table(&mut self, entries: impl IntoIterator<Item = i64>) -> usize {
        let entries: Vec<String> =
            entries.into_iter().map(|entry| (self.spelling.constant)(entry)).collect();
        self.tables.push(entries.join(", "));
        self.tables.len() - 1
    }

    fn call(&mut self, name: &'static str, arguments: &[String]) -> String {
        self.calls.insert(name);
        format!("{name}({})", arguments.join(", "))
    }

    fn leaf(&mut self, leaf: &Leaf) -> String {
        match leaf {
            Leaf::Word(word) => {
                (self.spelling.word)(self.words.get(*word).map_or("", String::as_str))
            }
            Leaf::Term(term) => self.term(term),
        }
    }

    fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(comparison, a, b) => {
                let sign = match comparison {
                    Comparison::Equal => "==",
                    Comparison::NotEqual => "!=",
                    Comparison::Less => "<",
                    Comparison::AtMost => "<=",
                    Comparison::Greater => ">",
                    Comparison::AtLeast => ">=",
                };
                format!("({} {sign} {})", self.term(a), self.term(b))
            }
            Condition::In(term, intervals) => {
                let term = self.term(term);
                let table = self.table(intervals.iter().flat_map(|&(low, high)| [low, high]));
                self.call("within", &[term, format!("TABLE_{table}")])
            }
            Condition::Is(special, term) => {
                let term = self.term(term);
                self.call(special.name(), &[term])
            }
            Condition::All(parts) => self.joined(parts, self.spelling.and, true),
            Condition::Any(parts) => self.joined(parts, self.spelling.or, false),
            Condition::Not(part) => format!("{}({})", self.spelling.not, self.condition(part)),
        }
    }

    fn joined(&mut self, parts: &[Condition], sign: &str, empty: bool) -> String {
        if parts.is_empty() {
            return (self.spelling.truth)(empty).to_owned();
        }
        let mut texts = Vec::new();
        for part in parts {
            texts.push(self.condition(part));
        }
        format!("({})", texts.join(&format!(" {sign} ")))
    }

    fn terms(&mut self, terms: &[Term]) -> String {
        let mut texts = Vec::new();
        for term in terms {
            texts.push(self.term(term));
        }
        (self.spelling.sequence)(&texts.join(", "))
    }

    fn term(&mut self, term: &Term) -> String {
        match term {
            Term::Parameter(index) => self.names.get(*index).cloned().unwrap_or_default(),
            Term::Constant(constant) => (self.spelling.constant)(*constant),
            Term::Apply(function, inner) => {
                let inner = self.term(inner);
                let name = match function {
                    Function::Absolute => "absolute",
                    other => other.name(),
                };
                self.call(name, &[inner])
            }
            Term::Combine(operation, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                match operation {
                    Operation::Plus => format!("({a} + {b})"),
                    Operation::Minus => format!("({a} - {b})"),
                    Operation::Times => format!("({a} * {b})"),
                    Operation::Xor => format!("({a} ^ {b})"),
                    Operation::BitAnd => format!("({a} & {b})"),
                    Operation::Over => self.call("floor_div", &[a, b]),
                    Operation::Modulo => self.call("modulo", &[a, b]),
                    Operation::Minimum => self.call("smaller", &[a, b]),
                    Operation::Maximum => self.call("larger", &[a, b]),
                    Operation::Gcd => self.call("common_divisor", &[a, b]),
                }
            }
            Term::Rank(index, terms) => {
                let terms = self.terms(terms);
                self.call("ranked", &[terms, index.to_string()])
            }
            Term::Lookup(list, index) => {
                let table = self.table(list.iter().copied());
                (self.spelling.lookup)(table, &self.term(index))
            }
            Term::Except(exceptions, key, base) => {
                let table = self.table(exceptions.iter().flat_map(|&(at, value)| [at, value]));
                let (key, base) = (self.term(key), self.term(base));
                self.call("exception", &[key, format!("TABLE_{table}"), base])
            }
            Term::Run(automaton, terms) => {
                let next = automaton.next.iter().flatten();
                let next = self.table(next.map(|state| i64::try_from(*state).unwrap_or(0)));
                let outputs = self.table(automaton.outputs.iter().copied());
                // The base, or 0 for Zeckendorf digits.
                let base = match automaton.digits {
                    Digits::Fibonacci => 0,
                    other => other.base(),
                };
                let msd = (self.spelling.truth)(automaton.reading == Reading::Msd);
                let terms = self.terms(terms);
                self.call(
                    "automaton",
                    &[
                        base.to_string(),
                        msd.to_owned(),
                        format!("TABLE_{next}"),
                        format!("TABLE_{outputs}"),
                        terms,
                    ],
                )
            }
        }
    }
}
