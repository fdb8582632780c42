//! Formulas as LaTeX.

use super::plain::{Bond, flattened, listed};
use super::{
    Automaton, Comparison, Condition, Digits, Formula, Function, Leaf, Operation, Special, Term,
};

pub(super) fn formula(formula: &Formula) -> String {
    let mut printer = Printer { formula, automata: Vec::new() };
    let rule = formula.rule();
    let otherwise = printer.leaf(&rule.otherwise);
    let mut text = match rule.cases[..] {
        [] => otherwise,
        _ => {
            let mut text = "\\begin{cases}".to_owned();
            for (condition, leaf) in &rule.cases {
                let (leaf, condition) = (printer.leaf(leaf), printer.condition(condition));
                text += &format!(" {leaf} & \\text{{if }} {condition} \\\\");
            }
            text + &format!(" {otherwise} & \\text{{otherwise}} \\end{{cases}}")
        }
    };
    for (number, automaton) in printer.automata.iter().enumerate() {
        text += &described(number, automaton);
    }
    text
}

/// The transitions and outputs of an automaton, as a remark.
fn described(number: usize, automaton: &Automaton) -> String {
    let rows = automaton
        .next
        .iter()
        .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & "));
    format!(
        " \\quad \\mathcal{{A}}_{{{number}}}: \\text{{{} digits, {} first}},\\ \
         \\delta = \\begin{{pmatrix}} {} \\end{{pmatrix}},\\ \\omega = ({})",
        match automaton.digits {
            Digits::Binary => "binary",
            Digits::Ternary => "ternary",
            Digits::Fibonacci => "Zeckendorf",
        },
        automaton.reading.name(),
        rows.collect::<Vec<_>>().join(" \\\\ "),
        listed(&automaton.outputs),
    )
}

struct Printer<'a> {
    formula: &'a Formula,
    automata: Vec<Automaton>,
}

/// A word in upright letters, its special characters escaped.
fn upright(word: &str) -> String {
    let mut text = String::new();
    for letter in word.chars() {
        match letter {
            '_' | '&' | '%' | '$' | '#' | '{' | '}' => text += &format!("\\{letter}"),
            '~' => text += "\\textasciitilde{}",
            '^' => text += "\\textasciicircum{}",
            _ => text.push(letter),
        }
    }
    format!("\\text{{{text}}}")
}

impl Printer<'_> {
    fn leaf(&mut self, leaf: &Leaf) -> String {
        match leaf {
            Leaf::Word(word) => upright(self.formula.words().get(*word).map_or("", String::as_str)),
            Leaf::Term(term) => self.term(term, Bond::Xor),
        }
    }

    fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(comparison, a, b) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::NotEqual => "\\ne",
                    Comparison::Less => "<",
                    Comparison::AtMost => "\\le",
                    Comparison::Greater => ">",
                    Comparison::AtLeast => "\\ge",
                };
                format!("{} {sign} {}", self.term(a, Bond::Xor), self.term(b, Bond::Xor))
            }
            Condition::In(term, intervals) => self.within(term, "\\in", intervals),
            Condition::Is(special, term) => {
                let set = match special {
                    Special::PowerOfTwo => "\\{2^k : k \\ge 0\\}",
                    Special::Fibonacci => "\\{F_k : k \\ge 2\\}",
                    Special::Square => "\\{k^2 : k \\ge 0\\}",
                };
                format!("{} \\in {set}", self.term(term, Bond::Xor))
            }
            Condition::All(parts) => self.joined(parts, " \\land "),
            Condition::Any(parts) => self.joined(parts, " \\lor "),
            Condition::Not(part) => match &**part {
                Condition::In(term, intervals) => self.within(term, "\\notin", intervals),
                _ => format!("\\lnot \\left( {} \\right)", self.condition(part)),
            },
        }
    }

    fn joined(&mut self, parts: &[Condition], sign: &str) -> String {
        let mut texts = Vec::new();
        for part in parts {
            let text = self.condition(part);
            texts.push(match part {
                Condition::All(_) | Condition::Any(_) => format!("\\left( {text} \\right)"),
                _ => text,
            });
        }
        texts.join(sign)
    }

    fn within(&mut self, term: &Term, sign: &str, intervals: &[(i64, i64)]) -> String {
        let intervals = intervals.iter().map(|&(low, high)| match high {
            i64::MAX => format!("{low}, {}, \\dots", low.saturating_add(1)),
            _ if low == high => low.to_string(),
            _ => format!("{low}, \\dots, {high}"),
        });
        let set = listed(intervals);
        format!("{} {sign} \\{{{set}\\}}", self.term(term, Bond::Xor))
    }

    fn term(&mut self, term: &Term, place: Bond) -> String {
        let (text, bond) = self.bonded(term);
        if bond < place { format!("\\left( {text} \\right)") } else { text }
    }

    fn parts(&mut self, terms: &[&Term]) -> String {
        let mut texts = Vec::new();
        for term in terms {
            texts.push(self.term(term, Bond::Xor));
        }
        texts.join(", ")
    }

    fn bonded(&mut self, term: &Term) -> (String, Bond) {
        match term {
            Term::Parameter(index) => {
                let name = self.formula.parameters().get(*index).map_or("", String::as_str);
                let text = match name.len() {
                    1 => name.to_owned(),
                    _ => format!("\\mathit{{{}}}", name.replace('_', "\\_")),
                };
                (text, Bond::Atom)
            }
            Term::Constant(constant) if *constant < 0 => (constant.to_string(), Bond::Sum),
            Term::Constant(constant) => (constant.to_string(), Bond::Atom),
            Term::Apply(function, inner) => (self.applied(*function, inner), Bond::Atom),
            Term::Combine(operation, a, b) => self.combined(*operation, a, b, term),
            Term::Rank(index, terms) => {
                let terms: Vec<&Term> = terms.iter().collect();
                let parts = self.parts(&terms);
                let place = index.saturating_add(1);
                (format!("\\operatorname{{sorted}}({parts})_{{{place}}}"), Bond::Atom)
            }
            Term::Lookup(list, index) => {
                let index = self.term(index, Bond::Xor);
                (format!("\\left({}\\right)_{{1 + ({index})}}", listed(list)), Bond::Atom)
            }
            Term::Except(exceptions, key, base) => {
                let (key, base) = (self.term(key, Bond::Xor), self.term(base, Bond::Xor));
                let mut text = "\\begin{cases}".to_owned();
                for (at, value) in exceptions {
                    text += &format!(" {value} & \\text{{if }} {key} = {at} \\\\");
                }
                (text + &format!(" {base} & \\text{{otherwise}} \\end{{cases}}"), Bond::Atom)
            }
            Term::Run(automaton, terms) => {
                let terms: Vec<&Term> = terms.iter().collect();
                let number = self.automata.len();
                self.automata.push((**automaton).clone());
                (format!("\\mathcal{{A}}_{{{number}}}({})", self.parts(&terms)), Bond::Atom)
            }
        }
    }

    fn applied(&mut self, function: Function, inner: &Term) -> String {
        let whole = self.term(inner, Bond::Xor);
        match function {
            Function::Absolute => format!("\\left| {whole} \\right|"),
            Function::GoldenMultiple => {
                let inner = self.term(inner, Bond::Atom);
                format!("\\left\\lfloor \\varphi {inner} \\right\\rfloor")
            }
            Function::TrailingZeros => format!("\\nu_2({whole})"),
            Function::LowestBit => format!("2^{{\\nu_2({whole})}}"),
            Function::HighestBit => format!("2^{{\\lfloor \\log_2({whole}) \\rfloor}}"),
            Function::BitLength => {
                let inner = self.term(inner, Bond::Product);
                format!("\\left\\lceil \\log_2 \\left({inner} + 1\\right) \\right\\rceil")
            }
            Function::DigitSum => format!("s_2({whole})"),
            Function::FloorSqrt => format!("\\left\\lfloor \\sqrt{{{whole}}} \\right\\rfloor"),
            Function::ZeckendorfZeros => format!("\\nu_F({whole})"),
        }
    }

    fn combined(
        &mut self,
        operation: Operation,
        a: &Term,
        b: &Term,
        whole: &Term,
    ) -> (String, Bond) {
        match operation {
            Operation::Plus => match b {
                Term::Constant(constant) if *constant < 0 => {
                    let size = constant.unsigned_abs();
                    (format!("{} - {size}", self.term(a, Bond::Sum)), Bond::Sum)
                }
                _ => (self.infix(a, "+", b, Bond::Sum, Bond::Product), Bond::Sum),
            },
            Operation::Minus => (self.infix(a, "-", b, Bond::Sum, Bond::Product), Bond::Sum),
            Operation::Times => (self.infix(a, "\\cdot", b, Bond::Atom, Bond::Atom), Bond::Product),
            Operation::Modulo => {
                (self.infix(a, "\\bmod", b, Bond::Atom, Bond::Atom), Bond::Product)
            }
            Operation::Over => {
                let (a, b) = (self.term(a, Bond::Xor), self.term(b, Bond::Xor));
                (format!("\\left\\lfloor \\frac{{{a}}}{{{b}}} \\right\\rfloor"), Bond::Atom)
            }
            Operation::Xor => {
                let mut parts = Vec::new();
                flattened(Operation::Xor, whole, &mut parts);
                let mut texts = Vec::new();
                for part in parts {
                    texts.push(self.term(part, Bond::Atom));
                }
                (texts.join(" \\oplus "), Bond::Xor)
            }
            Operation::BitAnd => {
                (self.infix(a, "\\mathbin{\\&}", b, Bond::Atom, Bond::Atom), Bond::Product)
            }
            Operation::Gcd => (format!("\\gcd({})", self.parts(&[a, b])), Bond::Atom),
            Operation::Minimum | Operation::Maximum => {
                let mut parts = Vec::new();
                flattened(operation, whole, &mut parts);
                let name = if operation == Operation::Minimum { "\\min" } else { "\\max" };
                (format!("{name}({})", self.parts(&parts)), Bond::Atom)
            }
        }
    }

    fn infix(&mut self, a: &Term, sign: &str, b: &Term, left: Bond, right: Bond) -> String {
        format!("{} {sign} {}", self.term(a, left), self.term(b, right))
    }
}
