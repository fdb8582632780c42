//! Tables, in code and as comma-separated values.

use perfectplay_discover::{CsvError, MAX_WORDS, Table, TableError, Value};
use proptest::prelude::*;

fn error(text: &str) -> String {
    Table::from_csv(text).expect_err("no table").to_string()
}

#[test]
fn law_errors_name_line_and_column() {
    assert_eq!(error(""), "line 1: there is no line of names");
    assert_eq!(
        error("a,b,v\n1,2,win\n1,x,win\n"),
        "line 3, column 2 (b): \"x\" is no 64-bit integer"
    );
    assert_eq!(error("a,v\n\n1,2\n1\n"), "line 4: 1 fields instead of 2");
    assert_eq!(error("a,v\r\n1,2\r\n3,4\r\n1,5\r\n"), "line 4: the same parameters as in line 2");
    assert_eq!(error("a,v\n1,2\n2,win\n"), "line 3, column 2 (v): \"win\" stands among integers");
    assert_eq!(error("a,v\n1,win\n2,3\n"), "line 3, column 2 (v): \"3\" stands among words");
    let long = "w".repeat(65);
    assert_eq!(
        error(&format!("a,v\n1,{long}\n")),
        format!("line 2, column 2 (v): {long:?} is no word for a value")
    );
    assert_eq!(error("a,a,v\n"), "line 1, column 2 (a): two columns are named \"a\"");
    assert!(error("mod,v\n1,2\n").starts_with("line 1, column 1 (mod): \"mod\" is no name"));
    assert!(error("2n,v\n1,2\n").contains("line 1, column 1 (2n)"));
    assert_eq!(error("v\n1\n"), "line 1: a table has between 1 and 8 parameters, not 0");
    assert_eq!(
        error("a,v\n1,\"win\n"),
        "line 2, column 2: the quotation mark is not closed on its line"
    );
    assert_eq!(
        error("a,v\n\"1\"x,win\n"),
        "line 2, column 1: after a closing quotation mark a comma should follow"
    );
    assert_eq!(
        error("a,v\n99999999999999999999,win\n"),
        "line 2, column 1 (a): \"99999999999999999999\" is no 64-bit integer"
    );
    let many: String = (0..=MAX_WORDS).map(|n| format!("{n},w{n}\n")).collect();
    assert_eq!(
        error(&format!("a,v\n{many}")),
        format!("line {}, column 2 (v): \"w8\" is one word too many, 8 are allowed", MAX_WORDS + 2)
    );
}

#[test]
fn law_rows_are_sorted_and_found() {
    let table =
        Table::from_csv("\u{feff}b , a, \"who wins\"\n2,1,\"B\"\n\n1 , 9,A\r1,2,\"A\"").unwrap();
    assert_eq!(table.parameters(), ["b", "a"]);
    assert_eq!(table.value_name(), "who wins");
    assert_eq!(table.words(), ["A", "B"]);
    assert_eq!(table.to_csv(), "b,a,who wins\n1,2,A\n1,9,A\n2,1,B\n");
    assert_eq!(table.value(&[1, 9]), Some(Value::from("A")));
    assert_eq!(table.value(&[1, 3]), None);
    assert_eq!(table.value(&[1]), None);
}

#[test]
fn law_rows_without_a_value_are_left_out_and_counted() {
    let table = Table::from_csv("n,best-move\n0,\n1,take 1\n2,take 2\n3,\"\"\n").unwrap();
    assert_eq!((table.len(), table.undecided()), (2, 2));
    assert_eq!(table.value(&[0]), None);
    assert_eq!(table.value(&[2]), Some(Value::from("take 2")));
}

#[test]
fn law_wrong_rows_are_refused_in_code_too() {
    let new = |rows: &[(&[i64], Value)]| {
        Table::new(&["a", "b"], "v", rows.iter().map(|(row, value)| (row.to_vec(), value.clone())))
    };
    let one = Value::Int(1);
    assert_eq!(
        new(&[(&[1, 2], one.clone()), (&[0, 0], one.clone()), (&[1, 2], one.clone())]),
        Err(TableError::Duplicate { first: 1, second: 3 })
    );
    assert_eq!(
        new(&[(&[1], one.clone())]),
        Err(TableError::Width { row: 1, expected: 2, found: 1 })
    );
    assert!(matches!(
        new(&[(&[1, 1], Value::from("x")), (&[1, 2], one.clone())]),
        Err(TableError::Mixed { row: 2, .. })
    ));
    assert!(matches!(new(&[(&[1, 1], Value::from("a\"b"))]), Err(TableError::Word { row: 1, .. })));
    assert!(new(&[]).unwrap().is_empty());
    assert!(matches!(Table::new(&[], "v", []), Err(TableError::Parameters(0))));
    assert!(matches!(Table::new(&["if"], "v", []), Err(TableError::Name(_))));
}

proptest! {
    #[test]
    fn law_tables_survive_writing_and_reading(
        rows in prop::collection::btree_map(prop::collection::vec(any::<i64>(), 2), 0..4usize, 1..40),
        words in any::<bool>(),
    ) {
        let value = |index: usize| {
            if words { Value::from(["win", "long loss", "tie", "x-y"][index]) }
            else { Value::Int(index as i64 - 2) }
        };
        let rows: Vec<(Vec<i64>, Value)> = rows.into_iter().map(|(r, v)| (r, value(v))).collect();
        let table = Table::new(&["n", "m_1"], "value", rows.iter().rev().cloned()).unwrap();
        let read = Table::from_csv(&table.to_csv()).unwrap();
        prop_assert_eq!(&read, &table);
        let listed: Vec<(Vec<i64>, Value)> =
            read.rows().map(|(row, value)| (row.to_vec(), value)).collect();
        prop_assert_eq!(listed, rows);
    }

    #[test]
    fn law_no_text_makes_the_reader_panic(text in "[a-c0-9,\"\\r\\n -]{0,80}") {
        let _: Result<Table, CsvError> = Table::from_csv(&text);
    }
}
