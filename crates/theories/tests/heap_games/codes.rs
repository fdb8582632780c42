//! Codes: what they mean, how they are written, where they are wrong.

use std::ops::ControlFlow;

use perfectplay_game::Meter;
use perfectplay_theories::heap_games::{Code, Condition, Partitions, options};
use proptest::prelude::*;

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `8  1,7`: the options of a heap, by what they leave.
fn listed(text: &str, heap: u64) -> String {
    let mut found = Vec::new();
    options(&code(text), heap, &mut Meter::default(), &mut |_, heaps| {
        let sizes: Vec<String> = heaps.iter().map(u64::to_string).collect();
        found.push(if sizes.is_empty() { "-".to_owned() } else { sizes.join(",") });
        ControlFlow::Continue(())
    })
    .expect("no limit is near");
    found.join("  ")
}

/// The normal forms that CGSuite's own tests list, but for one: digits before
/// a bracket that fit the cycle join it here, so `4.00[30]` is `4.0[03]`.
#[test]
fn published_normal_forms() {
    for (written, normal) in [
        ("04.30", "4.3"),
        ("04.00[30]", "4.0[03]"),
        ("04.00[00]", "4.0"),
        ("00.00[00]", "0.0"),
        ("0.{1,2!}", "0.6!"),
        ("0.{0!,2!,3!}", "0.D!"),
        ("0.{0!,2!,3}", "0.{0,2!,3}"),
        ("0.{0!,2!,3!+}", "0.{0,2+}!"),
        ("0.{0!,2,3!+}", "0.{0,2,3!+}"),
        ("0.{0!,3+}", "0.{0,3+}"),
        ("0.{0,2!,4!+}", "0.{0,2,4+}!"),
        ("0.{0!,2!,4+}", "0.{0,2!,4+}"),
        ("0.{0!,2!,4?+}", "0.{0,2!,4?+}"),
        ("0.{0!,2?,4?+}", "0.{0,2,4+}?"),
        ("0.{0!,2=,4?+}", "0.{0,2=,4?+}"),
        ("0.{0!,2=,3?,4?+}", "0.{0,2=,3?+}"),
        ("0.{0!,2?,3?,4?+}", "0.{0,2+}?"),
        ("0.{0,1!,2,3,4+}", "0.*"),
        ("0.{0,1,2!,3!,4!+}", "0.*!"),
    ] {
        assert_eq!(code(written).to_string(), normal, "{written}");
        assert_eq!(code(normal), code(written), "{written}");
    }
}

/// The options that CGSuite's own tests list, in their order.
#[test]
fn published_options() {
    for (text, heap, want) in [
        ("0.3", 9, "8"),
        ("0.7", 9, "8  1,7  2,6  3,5  4,4"),
        ("0.77", 9, "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4"),
        ("4.0", 8, "1,7  2,6  3,5  4,4"),
        ("4!.0", 8, "1,7  2,6  3,5"),
        ("0.3F", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3"),
        ("0.3F?", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3"),
        ("0.3F!", 9, "8  7  1,6  2,5  3,4  1,2,4"),
        ("0.3f?", 11, "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4"),
        ("0.3f!", 11, "10  9  1,8  2,7  3,6  4,5  1,2,6  1,3,5  2,3,4"),
        (
            "0.*3",
            7,
            "6  1,5  2,4  3,3  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1  5",
        ),
        ("0.*?3", 7, "6  1,5  2,4  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2  5"),
        ("0.*!3", 7, "6  1,5  2,4  1,2,3  5"),
        ("0.[3]", 7, "6  5  4  3  2  1  -"),
        ("0.[2]", 7, "6  5  4  3  2  1"),
        ("0.3[1]", 7, "6  -"),
        ("0.7[03]", 7, "6  1,5  2,4  3,3  4  2  -"),
        ("80.0", 7, "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3"),
        ("0.*=", 11, "10  5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1"),
        ("{2+}=.0", 10, "5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1"),
        ("0.{0,1,3+}", 1, "-"),
        ("0.{0,1,3+}", 2, "1"),
        ("0.{0,1,3+}", 7, "6  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1"),
        ("0.{1,3+}", 1, ""),
        ("0.{2,3?+}", 7, "1,5  2,4  3,3  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2"),
    ] {
        assert_eq!(listed(text, heap), want, "{text} from {heap}");
    }
}

#[test]
fn one_game_written_in_many_ways() {
    for (one, other) in [
        (".77", "0.77"),
        ("kayles", "0.77"),
        ("take 1,2 leave 0-2", "0.77"),
        ("take 1 as 7; take 2 as 7", "0.77"),
        ("Dawson's-Chess", "0.137"),
        ("grundys-game", "4!.0"),
        ("take 0 leave 2 unequal", "4?.0"),
        ("take 0 leave 2 distinct", "4!.0"),
        ("subtract 1,3-4", "0.3033"),
        ("subtract 2, 3, 7", "0.0330003"),
        ("all-but 2,3,7", "0.3003330[3]"),
        ("all-but 2", "0.30[3]"),
        ("take 1 leave 0+", "0.*"),
        ("take 1 leave 1,3+", "0.{1,3+}"),
        ("add 1 leave 3", "80.0"),
        ("from 1 repeat 3", "nim"),
        ("0.33[3]", "nim"),
        ("0.[33]", "nim"),
    ] {
        assert_eq!(code(one), code(other), "{one}");
    }
    let far = code("subtract 1,3-5,40000");
    assert_eq!(far.to_string(), "take 1,3-5,40000 as 3");
    assert_eq!(far.most_taken(), Some(40000));
}

#[test]
fn errors_name_the_column() {
    for (text, column) in [
        ("", 1),
        (".", 2),
        ("77", 3),
        ("0.7z7", 4),
        ("0.77 7", 6),
        ("0.{1,1}", 6),
        ("0.{1,64}", 6),
        ("0.{}", 4),
        ("0.{1,2!}?", 9),
        ("0.&9", 5),
        ("0.&99999999999999999999;", 4),
        ("0.[", 4),
        ("0.[]", 4),
        ("3.0", 1),
        ("40.0", 1),
        ("0{1+}.7", 2),
        ("kayle", 1),
        ("subtract", 9),
        ("subtract 3,2", 12),
        ("subtract 0", 10),
        ("subtract 70000", 10),
        ("take 1 leave 2-1", 14),
        ("take 1 give 2", 8),
        ("take 0 leave 1", 1),
        ("take 1 as 7; take 1 as 3", 14),
        ("take 3 as 7; from 3 repeat 3", 19),
    ] {
        let error = text.parse::<Code>().expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
    }
}

/// Every multiset of sizes, by the plainest recursion.
fn all_ways(total: u64, heaps: u64, least: u64) -> Vec<Vec<u64>> {
    if heaps == 0 {
        return if total == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    (least..=total)
        .flat_map(|first| {
            let rests = all_ways(total - first, heaps - 1, first);
            rests.into_iter().map(move |rest| [vec![first], rest].concat())
        })
        .collect()
}

#[test]
fn oracle_partitions() {
    for total in 0..=14 {
        for heaps in 0..=6 {
            for condition in
                [Condition::Any, Condition::SomeUnequal, Condition::Distinct, Condition::Equal]
            {
                let mut found = Vec::new();
                let mut ways = Partitions::new(total, heaps, condition);
                while let Some(way) = ways.next_way() {
                    found.push(way.to_vec());
                }
                let mut want = all_ways(total, heaps, 1);
                want.retain(|way| {
                    let mut sizes = way.clone();
                    sizes.dedup();
                    match condition {
                        Condition::Any => true,
                        Condition::SomeUnequal => heaps < 2 || sizes.len() > 1,
                        Condition::Distinct => sizes.len() == way.len(),
                        Condition::Equal => heaps < 2 || sizes.len() == 1,
                    }
                });
                assert_eq!(found, want, "{total} in {heaps}, {condition:?}");
            }
        }
    }
}

fn any_digit() -> impl Strategy<Value = String> {
    let mark = prop_oneof![4 => Just(""), 1 => Just("!"), 1 => Just("?"), 1 => Just("=")];
    let braces = prop::collection::btree_map(0u32..8, 0usize..4, 1..4).prop_flat_map(|counts| {
        any::<bool>().prop_map(move |open| {
            let mut inside: Vec<String> = counts
                .iter()
                .map(|(heaps, mark)| format!("{heaps}{}", ["", "!", "?", "="][*mark]))
                .collect();
            if open {
                inside.push(inside.last().map(|last| format!("{last}+")).unwrap_or_default());
                inside.remove(inside.len() - 2);
            }
            format!("{{{}}}", inside.join(","))
        })
    });
    prop_oneof![
        8 => (0u32..32, mark.clone()).prop_map(|(bits, mark)| {
            format!("{}{mark}", std::char::from_digit(bits, 32).unwrap_or('0'))
        }),
        1 => (any::<u64>(), mark.clone()).prop_map(|(bits, mark)| format!("&{bits};{mark}")),
        1 => mark.prop_map(|mark| format!("*{mark}")),
        2 => braces,
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    let before = prop_oneof![4 => Just("0"), 1 => Just("4"), 1 => Just("4!"), 1 => Just("80"), 1 => Just("")];
    let repeats = prop_oneof![
        3 => Just(String::new()),
        1 => prop::collection::vec(any_digit(), 1..4).prop_map(|d| format!("[{}]", d.concat())),
    ];
    (before, prop::collection::vec(any_digit(), 0..5), repeats)
        .prop_map(|(before, digits, repeats)| format!("{before}.{}{repeats}", digits.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    /// A code is what it is written as; equal codes are written alike.
    #[test]
    fn law_written_and_read_back(text in any_text()) {
        if let Ok(code) = text.parse::<Code>() {
            let written = code.to_string();
            let again = written.parse::<Code>();
            prop_assert_eq!(again.as_ref(), Ok(&code), "{}", written);
            for taken in -3..12 {
                let heaps: Vec<_> = (0..70).map(|h| code.digit(taken).condition(h)).collect();
                let again: Vec<_> = (0..70)
                    .map(|h| written.parse::<Code>().expect("a code").digit(taken).condition(h))
                    .collect();
                prop_assert_eq!(heaps, again);
            }
        } else {
            prop_assert!(text.ends_with('.'), "{}", text);
        }
    }

    /// What a code says digit by digit is what its text says digit by digit.
    #[test]
    fn law_digits_stand_where_they_are_written(
        digits in prop::collection::vec(0u64..8, 1..6),
        cycle in prop::collection::vec(0u64..8, 0..4),
    ) {
        let text = |digits: &[u64]| digits.iter().map(u64::to_string).collect::<String>();
        let brackets = if cycle.is_empty() { String::new() } else { format!("[{}]", text(&cycle)) };
        let code = code(&format!("0.{}{brackets}", text(&digits)));
        for taken in 1..40usize {
            let want = digits.get(taken - 1).copied().unwrap_or_else(|| {
                cycle.get((taken - 1 - digits.len()) % cycle.len().max(1)).copied().unwrap_or(0)
            });
            prop_assert_eq!(code.digit(taken as i64).bits(), Some(want));
        }
        prop_assert_eq!(code.is_finite(), cycle.iter().all(|&digit| digit == 0));
    }

    /// Phrases that list digits say the same as the digits.
    #[test]
    fn law_phrases_read_back(numbers in prop::collection::btree_map(1i64..900, 0usize..4, 1..12)) {
        let kinds = ["3", "7!", "F", "{0,2!,3+}"];
        let phrases: Vec<String> = numbers.iter().map(|(n, kind)| format!("take {n} as {}", kinds[*kind])).collect();
        let one = code(&phrases.join(";"));
        prop_assert_eq!(code(&one.to_string()), one);
    }

    /// No text makes the reader panic.
    #[test]
    fn law_any_text_is_read_or_refused(text in "[0-9a-zA-Z!?=*&;{},+.\\[\\] -]{0,24}|\\PC{0,8}") {
        if let Err(error) = text.parse::<Code>() {
            prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
        }
    }
}
