//! How sure the answers are: noise has no pattern, wrong cases are named, and
//! what is reported is what the text of a formula says.

mod common;

use common::{Solver, Superglue, best, beyond, outcome, sequence};
use perfectplay_discover::{
    Bounds, Discovery, Family, Standing, Table, Text, Value, discover, discover_with,
};
use perfectplay_game::{Limits, Meter, StopReason};
use proptest::prelude::*;

/// A number that looks random.
fn mixed(row: &[i64], seed: u64) -> u64 {
    row.iter().fold(seed.wrapping_add(0x9e37_79b9_7f4a_7c15), |hash, value| {
        let mut mixed = (hash ^ *value as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 27;
        mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}

/// The values of a table by their parameters.
type Rows<'a> = dyn Fn(&[i64]) -> Option<Value> + 'a;

#[test]
fn law_noise_has_no_pattern() {
    for seed in 0..3u64 {
        for (width, last) in [(1usize, 150i64), (2, 14), (3, 6)] {
            let names = ["a", "b", "c"];
            let ranges: Vec<_> = names[..width].iter().map(|name| (*name, 0..=last)).collect();
            let words = |row: &[i64]| Some(outcome(mixed(row, seed).is_multiple_of(2)));
            let rare = |row: &[i64]| Some(outcome(mixed(row, seed).is_multiple_of(12)));
            let three = |row: &[i64]| {
                Some(Value::from(["win", "draw", "loss"][(mixed(row, seed) % 3) as usize]))
            };
            let integers = |row: &[i64]| Some(Value::Int((mixed(row, seed) % 9) as i64));
            let bits = |row: &[i64]| Some(Value::Int((mixed(row, seed) % 2) as i64));
            let large = |row: &[i64]| Some(Value::Int(mixed(row, seed) as i64));
            let kinds: [&Rows; 6] = [&words, &rare, &three, &integers, &bits, &large];
            for (kind, value) in kinds.into_iter().enumerate() {
                // Each seed tries other kinds, all are tried.
                if !(kind as u64 + seed).is_multiple_of(3) {
                    continue;
                }
                let table = Table::tabulate(&ranges, "value", value).unwrap();
                let discovery =
                    discover(
                        &table,
                        &Bounds::default(),
                        |row| {
                            if kind < 3 { value(row) } else { None }
                        },
                    );
                assert!(discovery.best().is_none(), "kind {kind}, seed {seed}: {discovery}");
            }
        }
    }
}

/// The same table with another value in one row.
fn spoilt(table: &Table, row: &[i64]) -> (Table, Value) {
    let wrong = match table.value(row).expect("a row of the table") {
        Value::Int(integer) => Value::Int(integer + 1),
        Value::Word(word) => {
            Value::from(&table.words().iter().find(|other| **other != word).expect("two words")[..])
        }
    };
    let rows = table
        .rows()
        .map(|(known, value)| (known.to_vec(), if known == row { wrong.clone() } else { value }));
    let names: Vec<&str> = table.parameters().iter().map(String::as_str).collect();
    (Table::new(&names, table.value_name(), rows.collect::<Vec<_>>()).unwrap(), wrong)
}

/// A wrong case is named as the only counterexample of the right formula.
fn named(discovery: &Discovery, row: &[i64], wrong: &Value, printed: &str, again: Option<&Value>) {
    let found = best(discovery);
    assert_eq!(found.formula.to_string(), printed, "{discovery}");
    let [counterexample] = found.counterexamples() else { panic!("{discovery}") };
    assert_eq!(counterexample.parameters, row);
    assert_eq!(counterexample.actual, *wrong);
    assert_eq!(counterexample.again.as_ref(), again);
    assert_ne!(counterexample.predicted.as_ref(), Some(wrong));
    assert!(matches!(found.standing, Standing::BestGuess { .. }));
}

/// Spoils each of some rows in turn, with and without a caller who can compute
/// them again.
fn law_of_naming(
    table: &Table,
    mut value: impl FnMut(&[i64]) -> Option<Value>,
    rows: &[&[i64]],
    printed: &str,
) {
    for row in rows {
        let (spoilt, wrong) = spoilt(table, row);
        let right = table.value(row);
        let discovery = discover(&spoilt, &Bounds::default(), &mut value);
        named(&discovery, row, &wrong, printed, right.as_ref());
        assert!(discovery.to_string().contains("so the table is wrong there"), "{discovery}");
        let discovery = discover(&spoilt, &Bounds::default(), |_| None);
        named(&discovery, row, &wrong, printed, None);
    }
}

#[test]
fn law_a_wrong_case_of_wythoff_is_named() {
    let mut wythoff = Solver::new(common::wythoff);
    let mut value = |row: &[i64]| Some(outcome(wythoff.loses(row)));
    let table = Table::tabulate(&[("a", 0..=30), ("b", 0..=30)], "outcome", &mut value).unwrap();
    let printed = "if min(a, b) = floor(phi * abs(a - b)) then loss else win";
    law_of_naming(&table, value, &[&[3, 5], &[0, 1]], printed);
}

#[test]
fn law_a_wrong_case_of_euclid_is_named() {
    let mut euclid = Solver::new(common::euclid);
    let mut value = |row: &[i64]| Some(outcome(euclid.loses(row)));
    let table = Table::tabulate(&[("a", 1..=30), ("b", 1..=30)], "outcome", &mut value).unwrap();
    let printed = "if a != b and max(a, b) <= floor(phi * min(a, b)) then loss else win";
    law_of_naming(&table, value, &[&[3, 5], &[30, 30]], printed);
}

#[test]
fn law_a_wrong_case_of_superglue_is_named() {
    let mut superglue = Superglue::new();
    let mut value = |row: &[i64]| {
        let winner = |loses| Value::from(if loses { "Second" } else { "First" });
        (row[0] + row[1] > 0).then(|| winner(superglue.loses(row[0], row[1])))
    };
    let ranges = [("dx", 0..=12), ("dy", 0..=12)];
    let table = Table::tabulate(&ranges, "winner", &mut value).unwrap();
    let printed = "if max(dx, dy) <= 4 and dx + dy <= 6 then First else Second";
    law_of_naming(&table, &mut value, &[&[2, 3], &[9, 8]], printed);
    // A corner of the rule: without the caller's help other short formulas
    // fit as well, with it the table's mistake comes out.
    for row in [[3, 4], [4, 2], [4, 4]] {
        let (spoilt, wrong) = spoilt(&table, &row);
        let discovery = discover(&spoilt, &Bounds::default(), &mut value);
        named(&discovery, &row, &wrong, printed, table.value(&row).as_ref());
    }
}

#[test]
fn law_a_wrong_case_of_a_nim_sum_is_named() {
    let value = |row: &[i64]| Some(Value::Int(row[0] ^ row[1]));
    let table = Table::tabulate(&[("a", 0..=15), ("b", 0..=15)], "grundy", value).unwrap();
    law_of_naming(&table, value, &[&[0, 0], &[3, 9], &[15, 15]], "a xor b");
}

#[test]
fn law_a_wrong_case_of_a_periodic_sequence_is_named() {
    let values = common::kayles(500);
    let table = sequence(&values, 250);
    let clean = discover(&table, &Bounds::default(), beyond(&values));
    let printed = best(&clean).formula.to_string();
    law_of_naming(&table, beyond(&values), &[&[100], &[170], &[249], &[250]], &printed);
    // Among the exceptions a wrong one looks like a right one: only computing
    // it again can tell.
    for row in [[30], [57], [5]] {
        let (spoilt, wrong) = spoilt(&table, &row);
        let discovery = discover(&spoilt, &Bounds::default(), beyond(&values));
        named(&discovery, &row, &wrong, &printed, table.value(&row).as_ref());
    }
    let values = common::subtraction(300, &[1, 3, 4]);
    let table = sequence(&values, 120);
    let printed = "[0, 1, 0, 1, 2, 3, 2][n mod 7]";
    law_of_naming(&table, beyond(&values), &[&[30], &[64], &[119]], printed);
}

#[test]
fn law_a_wrong_case_of_a_constant_table_is_named() {
    let value = |_: &[i64]| Some(Value::from("draw"));
    let rows = (0..60).map(|n| (vec![n], Value::from(if n == 17 { "win" } else { "draw" })));
    let table = Table::new(&["n"], "outcome", rows).unwrap();
    let discovery = discover(&table, &Bounds::default(), value);
    named(&discovery, &[17], &Value::from("win"), "draw", Some(&Value::from("draw")));
}

#[test]
fn law_failing_beyond_the_table_is_not_smoothed_over() {
    // Even up to 60, then never again: the table alone says "n even".
    let value = |row: &[i64]| Some(outcome(row[0] % 2 == 0 && row[0] <= 60));
    let table = Table::tabulate(&[("n", 0..=60)], "outcome", value).unwrap();
    let alone = discover(&table, &Bounds::default(), |_| None);
    assert_eq!(best(&alone).formula.to_string(), "if n mod 2 = 0 then loss else win");
    assert_eq!(best(&alone).tried.fresh, 0);
    let asked = discover(&table, &Bounds::default(), value);
    if let Some(found) = asked.best() {
        for n in 0..120 {
            assert_eq!(found.formula.evaluate(&[n]), value(&[n]), "{asked}");
        }
    }
}

#[test]
fn law_proved_needs_the_callers_theorem_and_no_counterexample() {
    let values = common::kayles(400);
    let table = sequence(&values, 250);
    let mut discovery = discover(&table, &Bounds::default(), beyond(&values));
    let found = discovery.best_mut().unwrap();
    assert!(!found.prove("a theorem that does not apply", |_| false));
    assert_eq!(found.standing, Standing::HoldsOnAllTried);
    // The octal periodicity theorem for at most two taken.
    let applies = |found: &perfectplay_discover::Finding| {
        let period = found.period.unwrap();
        found.tried.ranges[0].1 >= 2 * period.start + 2 * period.length + 2
    };
    assert!(found.prove("the octal periodicity theorem", applies));
    assert!(found.to_string().contains("proved by the octal periodicity theorem"));
    let (spoilt, _) = spoilt(&table, &[100]);
    let mut discovery = discover(&spoilt, &Bounds::default(), |_| None);
    assert!(!discovery.best_mut().unwrap().prove("any theorem", |_| true));
}

#[test]
fn law_a_limit_on_effort_ends_the_search_with_a_reason() {
    let value = |row: &[i64]| Some(outcome(mixed(row, 5).is_multiple_of(3)));
    let table = Table::tabulate(&[("a", 0..=40), ("b", 0..=40)], "outcome", value).unwrap();
    let full = {
        let mut meter = Meter::new(Limits::default());
        let discovery = discover_with(&table, &Bounds::default(), value, &mut meter);
        assert!(discovery.stopped.is_none());
        assert_eq!(meter.held(), 0, "all memory is given back");
        meter.spent()
    };
    for effort in [0, 1, 1000, full / 100, full / 10, full / 2] {
        let bounds = Bounds { effort, ..Bounds::default() };
        let discovery = discover(&table, &bounds, value);
        let stopped = discovery.stopped.unwrap();
        assert_eq!(stopped.reason, StopReason::Effort { limit: effort });
        assert!(discovery.findings.is_empty());
    }
    let limits = Limits { memory: 10_000, ..Limits::default() };
    let discovery = discover_with(&table, &Bounds::default(), value, &mut Meter::new(limits));
    assert!(matches!(discovery.stopped.unwrap().reason, StopReason::Memory { .. }));
}

#[test]
fn law_answers_repeat_exactly() {
    let mut euclid = Solver::new(common::euclid);
    let mut value = |row: &[i64]| Some(outcome(euclid.loses(row)));
    let table = Table::tabulate(&[("a", 1..=20), ("b", 1..=20)], "outcome", &mut value).unwrap();
    let first = discover(&table, &Bounds::default(), &mut value);
    let second = discover(&table, &Bounds::default(), &mut value);
    assert_eq!(first, second);
}

/// Tables with little in them: any values, any parameters.
fn small_table() -> impl Strategy<Value = Table> {
    let parameter = prop_oneof![
        6 => -3..12i64,
        1 => any::<i64>(),
        1 => prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(0)],
    ];
    let value = prop_oneof![
        3 => (0..3i64).boxed(),
        1 => any::<i64>().boxed(),
    ];
    (1..4usize, any::<bool>()).prop_flat_map(move |(width, words)| {
        let row = prop::collection::vec(parameter.clone(), width);
        prop::collection::btree_map(row, value.clone(), 0..40).prop_map(move |rows| {
            let rows = rows.into_iter().map(|(row, value)| {
                let word = ["win", "loss", "tie"][value.rem_euclid(3) as usize];
                (row, if words { Value::from(word) } else { Value::Int(value) })
            });
            Table::new(&["a", "b", "c"][..width], "value", rows).expect("a table")
        })
    })
}

/// Bounds that keep a search short.
fn narrow() -> Bounds {
    Bounds { terms: 300, effort: 30_000_000, ..Bounds::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn law_any_table_gets_an_honest_answer(table in small_table(), answers in any::<u64>()) {
        let more = |row: &[i64]| {
            (answers % 3 > 0).then(|| table.rows().next().map(|(_, value)| value)).flatten()
                .filter(|_| mixed(row, answers).is_multiple_of(2))
        };
        let discovery = discover(&table, &narrow(), more);
        for found in &discovery.findings {
            honest(&table, found)?;
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn law_planted_conditions_are_found(
        (p, q, c) in (0..4i64, 0..4i64, 6..25i64),
        modulus in 2..5i64,
        kind in 0..4usize,
    ) {
        let holds = |row: &[i64]| match kind {
            0 => p * row[0] + (q + 1) * row[1] <= c,
            1 => (row[0] + q * row[1]) % modulus == p % modulus,
            2 => row[0].max(row[1]) <= c / 2 && row[0] % modulus == p % modulus,
            _ => (row[0] - row[1]).abs() <= p && (row[0] + row[1]) >= c,
        };
        let value = |row: &[i64]| Some(outcome(holds(row)));
        let table = Table::tabulate(&[("a", 0..=18), ("b", 0..=18)], "outcome", value).unwrap();
        let rare = table.rows().filter(|(_, value)| *value == outcome(true)).count();
        prop_assume!((15..table.len() - 15).contains(&rare));
        let discovery = discover(&table, &Bounds::default(), value);
        let found = discovery.best();
        prop_assert!(found.is_some(), "{p} {q} {c} {modulus} {kind}: {discovery}");
        for found in &discovery.findings {
            honest(&table, found)?;
        }
        let found = best(&discovery);
        // Weights above 2 may lie beyond the expressions tried: then the answer is
        // a best guess, whose counterexamples have been held against the table.
        let tried = kind != 0 || p.max(q + 1) <= 2;
        let exact = found.counterexamples().is_empty();
        prop_assert!(exact || !tried, "{p} {q} {c} {modulus} {kind}: {discovery}");
    }

    #[test]
    fn law_planted_sequences_are_found(
        pattern in prop::collection::vec(0..9i64, 1..9),
        saltus in 0..5i64,
        early in prop::collection::btree_map(0..15i64, 10..20i64, 0..4),
    ) {
        let length = pattern.len() as i64;
        let value = |row: &[i64]| {
            let n = row[0];
            let base = pattern[n.rem_euclid(length) as usize] + saltus * n.div_euclid(length);
            Some(Value::Int(early.get(&n).copied().unwrap_or(base)))
        };
        let table = Table::tabulate(&[("n", 0..=160)], "grundy", value).unwrap();
        let discovery = discover(&table, &Bounds::default(), value);
        // A table that is nearly constant is that, with counterexamples.
        prop_assume!(discovery.table_bits > 200.0);
        let found = discovery.best();
        prop_assert!(found.is_some(), "{discovery}");
        for found in &discovery.findings {
            honest(&table, found)?;
        }
        for n in 0..500 {
            prop_assert_eq!(best(&discovery).formula.evaluate(&[n]), value(&[n]), "{}", discovery);
        }
    }
}

/// What a finding says of the table is what its text says.
fn honest(
    table: &Table,
    found: &perfectplay_discover::Finding,
) -> Result<(), proptest::test_runner::TestCaseError> {
    let printed = found.formula.to_string();
    let text = Text::parse(&printed, table.parameters()).unwrap();
    let mut wrong = Vec::new();
    for (row, value) in table.rows() {
        if text.evaluate(row) != Some(value) {
            wrong.push(row.to_vec());
        }
    }
    let named: Vec<Vec<i64>> = found
        .counterexamples()
        .iter()
        .filter(|c| table.value(&c.parameters).as_ref() == Some(&c.actual))
        .map(|c| c.parameters.clone())
        .collect();
    prop_assert_eq!(wrong, named, "{}", printed);
    let holds = found.standing == Standing::HoldsOnAllTried;
    prop_assert_eq!(holds, found.counterexamples().is_empty());
    prop_assert_eq!(found.tried.fitted + found.tried.tested, table.len());
    prop_assert!(found.family == Family::Constant || found.total_bits >= found.bits);
    Ok(())
}
