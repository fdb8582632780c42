//! Formulas as one line of text. The grammar is in [`crate::text`], which
//! reads it.

use super::{Comparison, Condition, Formula, Function, Leaf, Operation, Rule, Term};
use crate::text::is_plain_word;

/// How tightly an expression holds together: an operand that holds less
/// tightly than its place asks for is put in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bond {
    Xor,
    Sum,
    Product,
    Atom,
}

pub(super) fn formula(formula: &Formula) -> String {
    Printer { names: &formula.parameters, words: &formula.words }.rule(&formula.rule)
}

struct Printer<'a> {
    names: &'a [String],
    words: &'a [String],
}

/// The operands of nested uses of one operation, left to right.
pub(super) fn flattened<'a>(operation: Operation, term: &'a Term, into: &mut Vec<&'a Term>) {
    match term {
        Term::Combine(inner, a, b) if *inner == operation => {
            flattened(operation, a, into);
            flattened(operation, b, into);
        }
        _ => into.push(term),
    }
}

pub(super) fn comparison(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::Greater => ">",
        Comparison::AtLeast => ">=",
    }
}

/// Numbers with commas between them.
pub(crate) fn listed(values: impl IntoIterator<Item = impl ToString>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(", ")
}

impl Printer<'_> {
    fn rule(&self, rule: &Rule) -> String {
        let mut text = String::new();
        for (condition, leaf) in &rule.cases {
            text += &format!("if {} then {} else ", self.condition(condition), self.leaf(leaf));
        }
        text + &self.leaf(&rule.otherwise)
    }

    fn leaf(&self, leaf: &Leaf) -> String {
        match leaf {
            Leaf::Word(word) => match self.words.get(*word) {
                Some(word) if is_plain_word(word) && !self.names.contains(word) => word.clone(),
                Some(word) => format!("\"{word}\""),
                None => "\"\"".to_owned(),
            },
            Leaf::Term(term) => self.term(term, Bond::Xor),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        let joined = |parts: &[Condition], word: &str| {
            let parts = parts.iter().map(|part| match part {
                Condition::All(_) | Condition::Any(_) => format!("({})", self.condition(part)),
                _ => self.condition(part),
            });
            parts.collect::<Vec<_>>().join(word)
        };
        match condition {
            Condition::Compare(how, a, b) => {
                let (a, b) = (self.term(a, Bond::Xor), self.term(b, Bond::Xor));
                format!("{a} {} {b}", comparison(*how))
            }
            Condition::In(term, intervals) => self.within(term, "in", intervals),
            Condition::Is(special, term) => {
                format!("{}({})", special.name(), self.term(term, Bond::Xor))
            }
            Condition::All(parts) => joined(parts, " and "),
            Condition::Any(parts) => joined(parts, " or "),
            Condition::Not(part) => match &**part {
                Condition::In(term, intervals) => self.within(term, "not in", intervals),
                Condition::Is(..) => format!("not {}", self.condition(part)),
                _ => format!("not ({})", self.condition(part)),
            },
        }
    }

    fn within(&self, term: &Term, how: &str, intervals: &[(i64, i64)]) -> String {
        let intervals = intervals.iter().map(|&(low, high)| match high {
            i64::MAX => format!("{low}.."),
            _ if low == high => low.to_string(),
            _ => format!("{low}..{high}"),
        });
        format!("{} {how} {{{}}}", self.term(term, Bond::Xor), listed(intervals))
    }

    fn call(&self, name: &str, terms: &[&Term]) -> String {
        format!("{name}({})", listed(terms.iter().map(|term| self.term(term, Bond::Xor))))
    }

    fn term(&self, term: &Term, place: Bond) -> String {
        let (text, bond) = self.bonded(term);
        if bond < place { format!("({text})") } else { text }
    }

    fn bonded(&self, term: &Term) -> (String, Bond) {
        match term {
            Term::Parameter(index) => {
                (self.names.get(*index).cloned().unwrap_or_default(), Bond::Atom)
            }
            Term::Constant(constant) if *constant < 0 => (constant.to_string(), Bond::Sum),
            Term::Constant(constant) => (constant.to_string(), Bond::Atom),
            Term::Apply(Function::GoldenMultiple, inner) => {
                (format!("floor(phi * {})", self.term(inner, Bond::Atom)), Bond::Atom)
            }
            Term::Apply(function, inner) => (self.call(function.name(), &[inner]), Bond::Atom),
            Term::Combine(operation, a, b) => self.combined(*operation, a, b, term),
            Term::Rank(index, terms) => {
                let terms: Vec<&Term> = terms.iter().collect();
                (format!("{}[{index}]", self.call("sorted", &terms)), Bond::Atom)
            }
            Term::Lookup(list, index) => {
                (format!("[{}][{}]", listed(list), self.term(index, Bond::Xor)), Bond::Atom)
            }
            Term::Except(exceptions, key, base) => {
                let pairs = exceptions.iter().map(|(key, value)| format!("{key}: {value}"));
                let (key, base) = (self.term(key, Bond::Xor), self.term(base, Bond::Xor));
                (format!("except({key}, {{{}}}, {base})", listed(pairs)), Bond::Atom)
            }
            Term::Run(automaton, terms) => {
                let rows = automaton.next.iter().map(|row| format!("[{}]", listed(row)));
                let text = format!(
                    "automaton({}, {}, [{}], [{}], [{}])",
                    automaton.digits.name(),
                    automaton.reading.name(),
                    listed(terms.iter().map(|term| self.term(term, Bond::Xor))),
                    listed(rows),
                    listed(&automaton.outputs),
                );
                (text, Bond::Atom)
            }
        }
    }

    fn combined(&self, operation: Operation, a: &Term, b: &Term, whole: &Term) -> (String, Bond) {
        let infix =
            |left, sign, right| format!("{} {sign} {}", self.term(a, left), self.term(b, right));
        match operation {
            Operation::Plus => match b {
                Term::Constant(constant) if *constant < 0 => {
                    let size = constant.unsigned_abs();
                    (format!("{} - {size}", self.term(a, Bond::Sum)), Bond::Sum)
                }
                _ => (infix(Bond::Sum, "+", Bond::Product), Bond::Sum),
            },
            Operation::Minus => (infix(Bond::Sum, "-", Bond::Product), Bond::Sum),
            Operation::Times => (infix(Bond::Atom, "*", Bond::Atom), Bond::Product),
            Operation::Modulo => (infix(Bond::Atom, "mod", Bond::Atom), Bond::Product),
            Operation::Over => {
                let (a, b) = (self.term(a, Bond::Atom), self.term(b, Bond::Atom));
                (format!("floor({a} / {b})"), Bond::Atom)
            }
            Operation::Xor => {
                let mut parts = Vec::new();
                flattened(Operation::Xor, whole, &mut parts);
                let parts: Vec<String> =
                    parts.iter().map(|part| self.term(part, Bond::Atom)).collect();
                (parts.join(" xor "), Bond::Xor)
            }
            Operation::BitAnd => (self.call("bitand", &[a, b]), Bond::Atom),
            Operation::Gcd => (self.call("gcd", &[a, b]), Bond::Atom),
            Operation::Minimum | Operation::Maximum => {
                let mut parts = Vec::new();
                flattened(operation, whole, &mut parts);
                let name = if operation == Operation::Minimum { "min" } else { "max" };
                (self.call(name, &parts), Bond::Atom)
            }
        }
    }
}
