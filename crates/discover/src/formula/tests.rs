//! Random formulas: their text, evaluated on its own, and their programs do
//! what they do.

use std::process::Command;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::*;
use crate::{Text, Value};

const NAMES: [&str; 3] = ["a", "lambda", "n_2"];
const WORDS: [&str; 3] = ["loss", "a", "long win"];

fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (0..NAMES.len()).prop_map(Term::Parameter),
        (-9..20i64).prop_map(Term::Constant),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let function = (0..Function::ALL.len()).prop_map(|index| Function::ALL[index]);
        let operation = prop_oneof![
            Just(Operation::Plus),
            Just(Operation::Minus),
            Just(Operation::Times),
            Just(Operation::Xor),
            Just(Operation::BitAnd),
            Just(Operation::Minimum),
            Just(Operation::Maximum),
            Just(Operation::Gcd),
        ];
        let division = prop_oneof![Just(Operation::Over), Just(Operation::Modulo)];
        prop_oneof![
            4 => (operation, inner.clone(), inner.clone()).prop_map(|(o, a, b)| a.combine(o, b)),
            2 => (division, inner.clone(), 1..9i64)
                .prop_map(|(o, a, b)| a.combine(o, Term::Constant(b))),
            3 => (function, inner.clone()).prop_map(|(f, a)| a.apply(f)),
            1 => (prop::collection::vec(inner.clone(), 1..4), 0..4usize)
                .prop_map(|(terms, index)| Term::Rank(index % terms.len(), terms)),
            1 => (prop::collection::vec(-5..30i64, 1..6), inner.clone()).prop_map(
                |(list, index)| {
                    let period = Term::Constant(list.len() as i64);
                    Term::Lookup(list, Box::new(index.combine(Operation::Modulo, period)))
                }
            ),
            1 => (
                prop::collection::btree_map(-3..20i64, -9..9i64, 1..4),
                inner.clone(),
                inner.clone()
            )
                .prop_map(|(pairs, key, base)| {
                    Term::Except(pairs.into_iter().collect(), Box::new(key), Box::new(base))
                }),
            1 => (automaton(), inner.clone(), inner)
                .prop_map(|(automaton, a, b)| Term::Run(Box::new(automaton), vec![a, b])),
        ]
    })
}

/// An automaton that reads two numbers.
fn automaton() -> impl Strategy<Value = Automaton> {
    let digits = prop_oneof![Just(Digits::Binary), Just(Digits::Ternary), Just(Digits::Fibonacci)];
    let reading = prop_oneof![Just(Reading::Msd), Just(Reading::Lsd)];
    (digits, reading, 1..5usize).prop_flat_map(|(digits, reading, states)| {
        let letters = digits.base().pow(2);
        let row = prop::collection::vec(0..states, letters);
        let rows = prop::collection::vec(row, states);
        let outputs = prop::collection::vec(-2..5i64, states);
        (rows, outputs).prop_map(move |(next, outputs)| Automaton {
            digits,
            reading,
            next,
            outputs,
        })
    })
}

fn condition() -> impl Strategy<Value = Condition> {
    let comparison = prop_oneof![
        Just(Comparison::Equal),
        Just(Comparison::NotEqual),
        Just(Comparison::Less),
        Just(Comparison::AtMost),
        Just(Comparison::Greater),
        Just(Comparison::AtLeast),
    ];
    let special = (0..Special::ALL.len()).prop_map(|index| Special::ALL[index]);
    let intervals = prop::collection::btree_set(-20..40i64, 2..8).prop_map(|ends| {
        let ends: Vec<i64> = ends.into_iter().collect();
        let pairs = ends.chunks(2).map(|pair| match pair {
            [low, high] => (*low, *high),
            [low] => (*low, i64::MAX),
            _ => (0, 0),
        });
        pairs.collect::<Vec<Interval>>()
    });
    let leaf = prop_oneof![
        (comparison, term(), term()).prop_map(|(how, a, b)| Condition::Compare(how, a, b)),
        (term(), intervals).prop_map(|(term, intervals)| Condition::In(term, intervals)),
        (special, term()).prop_map(|(special, term)| Condition::Is(special, term)),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::all),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::any),
            inner.prop_map(|inner| Condition::Not(Box::new(inner))),
        ]
    })
}

fn formula() -> impl Strategy<Value = Formula> {
    let words = prop::collection::vec((condition(), 0..WORDS.len()), 0..3);
    let words = (words, 0..WORDS.len()).prop_map(|(cases, last)| {
        let cases = cases.into_iter().map(|(when, word)| (when, Leaf::Word(word))).collect();
        (true, Rule { cases, otherwise: Leaf::Word(last) })
    });
    let integers = prop::collection::vec((condition(), term()), 0..3);
    let integers = (integers, term()).prop_map(|(cases, last)| {
        let cases = cases.into_iter().map(|(when, term)| (when, Leaf::Term(term))).collect();
        (false, Rule { cases, otherwise: Leaf::Term(last) })
    });
    prop_oneof![words, integers].prop_map(|(words, rule)| {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let words = if words { owned(&WORDS) } else { Vec::new() };
        Formula::new(owned(&NAMES), "value".to_owned(), words, rule)
    })
}

/// Rows on which formulas are compared.
fn rows() -> Vec<Vec<i64>> {
    let mut rows = Vec::new();
    for a in [-3, 0, 1, 2, 7, 12] {
        for b in [0, 1, 3, 8, 20] {
            for c in [-1, 0, 5, 34, 89] {
                rows.push(vec![a, b, c]);
            }
        }
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn differential_printed_text_says_what_the_formula_says(
        formula in formula(),
        far in prop::collection::vec(-1_000_000_000..1_000_000_000i64, 3),
    ) {
        let printed = formula.to_string();
        let text = Text::parse(&printed, formula.parameters());
        let text = text.unwrap_or_else(|error| panic!("{printed}\n{error}"));
        for row in rows().into_iter().chain([far]) {
            // Where 64 bits do not do, the wider evaluator may still know.
            if let Some(value) = formula.evaluate(&row) {
                prop_assert_eq!(text.evaluate(&row), Some(value), "{} at {:?}", printed, row);
            }
        }
    }

    #[test]
    fn law_no_text_makes_the_reader_panic(text in "[a-z0-9 (){},.<>=+*/\"\\[\\]-]{0,60}") {
        if let Ok(read) = Text::parse(&text, &["a".to_owned()]) {
            let _ = read.evaluate(&[5]);
        }
    }

    #[test]
    fn law_a_formula_costs_something_and_latex_is_balanced(formula in formula()) {
        prop_assert!(cost::rule(formula.rule(), 3, formula.words().len()) >= 3.0);
        let latex = formula.latex();
        let count = |part: &str| latex.matches(part).count();
        prop_assert_eq!(count("\\left"), count("\\right") + count("\\rightarrow"));
        prop_assert_eq!(count("\\begin{"), count("\\end{"));
        prop_assert_eq!(
            latex.replace("\\{", "").matches('{').count(),
            latex.replace("\\}", "").matches('}').count()
        );
    }
}

/// A formula, and its value at some rows.
type Expected = (Formula, Vec<(Vec<i64>, String)>);

/// Some formulas, with the rows on which they are defined and what they say,
/// numbers small enough for any machine's integers.
fn expectations(count: usize) -> Vec<Expected> {
    let mut runner = TestRunner::deterministic();
    let mut found = Vec::new();
    while found.len() < count {
        let formula = formula().new_tree(&mut runner).expect("a formula").current();
        // A condition that is not evaluated by one language may be by another,
        // so the formula must be defined on all of a row's parts.
        let mut said = Vec::new();
        for row in rows() {
            if let Some(value) = formula.evaluate(&row)
                && total(&formula, &row)
            {
                let value = match value {
                    Value::Int(integer) if integer.abs() > 1 << 50 => continue,
                    value => value.to_string(),
                };
                said.push((row, value));
            }
        }
        if said.len() > 10 {
            found.push((formula, said));
        }
    }
    found
}

/// Whether every part of a formula is defined, and small, at a row.
fn total(formula: &Formula, row: &[i64]) -> bool {
    fn term(inner: &Term, row: &[i64]) -> bool {
        let small = inner.value(row).is_some_and(|value| value.unsigned_abs() < 1 << 50);
        small
            && match inner {
                Term::Parameter(_) | Term::Constant(_) => true,
                Term::Apply(_, a) | Term::Lookup(_, a) => term(a, row),
                Term::Combine(_, a, b) | Term::Except(_, a, b) => term(a, row) && term(b, row),
                Term::Rank(_, terms) | Term::Run(_, terms) => terms.iter().all(|t| term(t, row)),
            }
    }
    fn condition(inner: &Condition, row: &[i64]) -> bool {
        match inner {
            Condition::Compare(_, a, b) => term(a, row) && term(b, row),
            Condition::In(a, _) | Condition::Is(_, a) => term(a, row),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().all(|part| condition(part, row))
            }
            Condition::Not(part) => condition(part, row),
        }
    }
    let leaf = |leaf: &Leaf| match leaf {
        Leaf::Word(_) => true,
        Leaf::Term(inner) => term(inner, row),
    };
    let rule = formula.rule();
    rule.cases.iter().all(|(when, then)| condition(when, row) && leaf(then))
        && leaf(&rule.otherwise)
}

fn arguments(row: &[i64]) -> String {
    row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Runs a command and gives what it prints; `None` if there is no such program.
fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn compare(formulas: &[Expected], printed: &str) {
    let mut lines = printed.lines();
    for (formula, said) in formulas {
        for (row, value) in said {
            assert_eq!(lines.next(), Some(&value[..]), "{formula} at {row:?}");
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn differential_python_functions_say_what_the_formulas_say() {
    let formulas = expectations(150);
    let mut program = String::new();
    for (formula, said) in &formulas {
        program += &formula.python();
        for (row, _) in said {
            program += &format!("print(value({}))\n", arguments(row));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("formulas.py");
    std::fs::write(&path, program).expect("a file");
    if let Some(printed) = printed(Command::new("python3").arg(&path)) {
        compare(&formulas, &printed);
    }
}

#[test]
fn differential_cpp_functions_say_what_the_formulas_say() {
    let formulas = expectations(60);
    let mut program = "#include <iostream>\n#include <vector>\n".to_owned();
    for (number, (formula, said)) in formulas.iter().enumerate() {
        let function = formula.cpp().replace("#include <vector>\n", "");
        program += &format!("namespace f{number} {{\n{function}\nvoid all() {{\n");
        for (row, _) in said {
            program += &format!("std::cout << value({}) << '\\n';\n", arguments(row));
        }
        program += "}\n}\n";
    }
    program += "int main() {\n";
    for number in 0..formulas.len() {
        program += &format!("f{number}::all();\n");
    }
    program += "}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let (path, binary) = (folder.path().join("formulas.cpp"), folder.path().join("formulas"));
    std::fs::write(&path, program).expect("a file");
    let mut compile = Command::new("g++");
    compile.args(["-std=c++11", "-O0", "-Wall", "-Wno-unused-function", "-Wno-unused-variable"]);
    if printed(compile.arg("-o").arg(&binary).arg(&path)).is_some()
        && let Some(printed) = printed(&mut Command::new(&binary))
    {
        compare(&formulas, &printed);
    }
}

#[test]
fn differential_rust_functions_say_what_the_formulas_say() {
    let formulas = expectations(60);
    let mut program = String::new();
    for (number, (formula, said)) in formulas.iter().enumerate() {
        program += &format!("mod f{number} {{\n{}\npub fn all() {{\n", formula.rust());
        for (row, _) in said {
            program += &format!("println!(\"{{}}\", value({}));\n", arguments(row));
        }
        program += "}\n}\n";
    }
    program += "fn main() {\n";
    for number in 0..formulas.len() {
        program += &format!("f{number}::all();\n");
    }
    program += "}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let (path, binary) = (folder.path().join("formulas.rs"), folder.path().join("formulas"));
    std::fs::write(&path, program).expect("a file");
    let mut compile = Command::new(std::env::var("RUSTC").unwrap_or("rustc".to_owned()));
    compile.args(["--edition", "2021", "-A", "dead_code"]);
    if printed(compile.arg("-o").arg(&binary).arg(&path)).is_some()
        && let Some(printed) = printed(&mut Command::new(&binary))
    {
        compare(&formulas, &printed);
    }
}
