//! Grundy values: all ways to work them out against play itself and each other.

use perfectplay_game::{Game, HeapPlay, Limits, Meter, Options, Player, StopReason, exhaustive};
use perfectplay_theories::heap_games::{Code, Condition, Digit, Means, Values};
use proptest::prelude::*;

/// One heap, by the plainest reading of a code.
struct OneHeap<'c> {
    code: &'c Code,
    heap: u64,
}

/// Heaps that are left; a move is made on one of them.
type Heaps = Vec<u64>;

/// Every multiset of `heaps` sizes of at least `least` that comes to `total`.
fn ways(total: u64, heaps: u64, least: u64) -> Vec<Heaps> {
    if heaps == 0 {
        return if total == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let firsts = least..=total;
    let rests = |first: u64| ways(total - first, heaps - 1, first).into_iter();
    firsts.flat_map(|first| rests(first).map(move |rest| [vec![first], rest].concat())).collect()
}

fn allows(digit: &Digit, way: &[u64]) -> bool {
    let mut sizes = way.to_vec();
    sizes.dedup();
    match digit.condition(way.len() as u64) {
        None => false,
        Some(Condition::Any) => true,
        Some(Condition::SomeUnequal) => way.len() < 2 || sizes.len() > 1,
        Some(Condition::Distinct) => sizes.len() == way.len(),
        Some(Condition::Equal) => way.len() < 2 || sizes.len() == 1,
    }
}

impl Game for OneHeap<'_> {
    type Position = (Heaps, Player);
    type Move = (u64, i64, Heaps);

    fn start(&self) -> Self::Position {
        (vec![self.heap], Player::First)
    }

    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }

    fn options(&self, (heaps, mover): &Self::Position, into: &mut Options<Self>) {
        for (at, &heap) in heaps.iter().enumerate() {
            if heaps[..at].contains(&heap) {
                continue;
            }
            for taken in -3..=heap as i64 {
                let left = heap.checked_add_signed(-taken).expect("not more than there are");
                for count in 0..=left {
                    for way in ways(left, count, 1) {
                        if allows(self.code.digit(taken), &way) {
                            let mut to = heaps.clone();
                            to.remove(at);
                            to.extend(&way);
                            to.sort_unstable();
                            into.push(((heap, taken, way), (to, mover.other())));
                        }
                    }
                }
            }
        }
    }
}

/// Values by playing every sum of heaps out.
fn played(code: &Code, heaps: u64) -> Vec<u64> {
    (0..heaps)
        .map(|heap| {
            let game = OneHeap { code, heap };
            let start = game.start();
            let values = exhaustive::grundy_values(&game, &start, &mut Meter::default());
            values.expect("play ends")[&start]
        })
        .collect()
}

/// The same by the rules as the code states them for all who play.
fn played_by_rules(code: &Code, heaps: u64) -> Vec<u64> {
    (0..heaps)
        .map(|heap| {
            let game = HeapPlay { rules: code, heaps: vec![heap], misere: false };
            let start = game.start();
            let values = exhaustive::grundy_values(&game, &start, &mut Meter::default());
            values.expect("play ends")[&start]
        })
        .collect()
}

/// The ways that a code can be worked out in.
fn all_means() -> Vec<Means> {
    let means = Means::default();
    let mut all = vec![Means { all_parts: true, ..means }];
    for wide in [false, true] {
        all.push(Means { wide, sparse: false, ..means });
        all.push(Means { wide, first: 64, ..means });
        all.push(Means { wide, first: 300, ..means });
    }
    all
}

fn first(code: &Code, count: usize, means: Means) -> Vec<u64> {
    let mut values = Values::by(code, means);
    values.extend(count, &mut Meter::default()).expect("no limit is near");
    values.iter().take(count).collect()
}

/// With a second thread all is the same: values, effort, and what the method goes
/// by. The heaps are enough for the parts of walks to be chosen, and all values are
/// those of the naive way.
#[test]
fn differential_threads() {
    for (text, count) in [("0.6", 60_000), ("grundys-game", 70_000), ("0.04", 30_000)] {
        let of = |threads: usize| {
            let mut values = Values::by(&code(text), Means { threads, ..Means::default() });
            let mut meter = Meter::default();
            // In pieces, as callers ask for them.
            for part in [1, 2, 3] {
                values.extend(count * part / 3 + part, &mut meter).expect("no limit is near");
            }
            let list: Vec<u64> = values.iter().collect();
            (list, meter.spent(), values.sparse())
        };
        let one = of(1);
        assert!(one == of(2), "{text}");
        assert!(one.2.is_some(), "{text}: all pairs are looked at");
        let naive = first(&code(text), count, Means { sparse: false, ..Means::default() });
        assert_eq!(differ(&one.0[..count], &naive), None, "{text}");
    }
}

/// Values that go on from some that were kept.
#[test]
fn differential_adopted() {
    for text in [
        "nim",
        "subtract 1,3,4",
        "all-but 2,3",
        "0.3[03]",
        "0.[3]",
        "0.1[2]",
        "0.77",
        "0.156",
        "0.3F",
        "kenyons-game",
    ] {
        let mut meter = Meter::default();
        let mut whole = Values::new(&code(text));
        whole.extend(900, &mut meter).expect("no limit is near");
        let list: Vec<u64> = whole.iter().take(900).collect();
        for kept in [0, 1, 2, 7, 100, 555, 900] {
            let mut values = Values::new(&code(text));
            values.adopt(&list[..kept], &mut meter).expect("no limit is near");
            values.extend(900, &mut meter).expect("no limit is near");
            assert!(values.iter().take(900).eq(list.iter().copied()), "{text} from {kept}");
        }
        // What no heaps have is not taken over.
        let mut values = Values::new(&code(text));
        let wrong = [0, u64::MAX, u64::from(u32::MAX), 70_000];
        values.adopt(&wrong, &mut meter).expect("no limit is near");
        assert_eq!(values.len(), 1);
    }
}

/// The first heap whose values differ.
fn differ(one: &[u64], other: &[u64]) -> Option<usize> {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).position(|(one, other)| one != other)
}

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn octal() -> impl Strategy<Value = String> {
    let before = prop_oneof![6 => Just("0"), 1 => Just("4"), 1 => Just("4!")];
    let mark = prop_oneof![12 => Just(""), 1 => Just("!"), 1 => Just("=")];
    let digits = prop::collection::vec((0u8..8, mark), 1..5);
    (before, digits).prop_map(|(before, digits)| {
        let digits: String = digits.iter().map(|(digit, mark)| format!("{digit}{mark}")).collect();
        format!("{before}.{digits}")
    })
}

fn any_code() -> impl Strategy<Value = String> {
    let mark = prop_oneof![4 => Just(""), 1 => Just("!"), 1 => Just("?"), 1 => Just("=")];
    let digit = (0u32..32, mark).prop_map(|(bits, mark)| {
        format!("{}{mark}", std::char::from_digit(bits, 32).unwrap_or('0'))
    });
    let digit = prop_oneof![
        6 => digit,
        1 => prop::sample::select(vec![
            "*", "*!", "*?", "*=", "{2+}", "{3?+}", "{2=,3!+}", "{0,2+}?", "{1,3+}", "{2+}!", "{0,1,4+}",
        ]).prop_map(str::to_owned),
    ];
    let before =
        prop::sample::select(vec!["0", "0", "4", "8!", "C?", "{2+}=", "{2+}", "8C", "{4+}80"]);
    let repeats = prop_oneof![
        3 => Just(String::new()),
        1 => prop::collection::vec(digit.clone(), 1..4).prop_map(|d| format!("[{}]", d.concat())),
    ];
    (before, prop::collection::vec(digit, 1..4), repeats)
        .prop_map(|(before, digits, repeats)| format!("{before}.{}{repeats}", digits.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn oracle_any_code(text in any_code()) {
        let code = code(&text);
        let want = played(&code, 9);
        prop_assert_eq!(&played_by_rules(&code, 9), &want, "{}", text);
        for means in all_means() {
            prop_assert_eq!(first(&code, 9, means), want.as_slice(), "{} {:?}", text, means);
        }
    }

    #[test]
    fn oracle_octal(text in octal()) {
        let code = code(&text);
        let want = played(&code, 15);
        for means in all_means() {
            prop_assert_eq!(first(&code, 15, means), want.as_slice(), "{} {:?}", text, means);
        }
    }

    #[test]
    fn differential_any_code(text in any_code()) {
        let code = code(&text);
        // Distinct parts are gone through one by one.
        let count = if text.contains('!') { 40 } else { 150 };
        let want = first(&code, count, Means { all_parts: true, ..Means::default() });
        prop_assert_eq!(differ(&first(&code, count, Means::default()), &want), None, "{}", text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn differential_sparse(text in octal(), start in 64usize..400, step in 1usize..2000) {
        let code = code(&text);
        let means = Means { sparse: false, wide: false, ..Means::default() };
        let want = first(&code, 4000, means);
        for wide in [false, true] {
            let means = Means { wide, first: start, ..Means::default() };
            // Step by step: chances to choose the mask and the parts anew.
            let mut values = Values::by(&code, means);
            for count in (0..4000).step_by(step).chain([4000]) {
                values.extend(count, &mut Meter::default()).expect("no limit is near");
            }
            let found: Vec<u64> = values.iter().take(4000).collect();
            prop_assert_eq!(differ(&found, &want), None, "{} from {}", text, start);
        }
        let parts = first(&code, 300, Means { all_parts: true, ..Means::default() });
        prop_assert_eq!(differ(&parts, &want[..300]), None, "{}", text);
    }

    #[test]
    fn differential_one_heap_left(
        digits in prop::collection::vec(0u8..4, 1..12),
        cycle in prop::collection::vec(0u8..4, 0..4),
    ) {
        let text = |digits: &[u8]| digits.iter().map(u8::to_string).collect::<String>();
        let brackets = if cycle.is_empty() { String::new() } else { format!("[{}]", text(&cycle)) };
        let code = code(&format!("0.{}{brackets}", text(&digits)));
        let want = first(&code, 200, Means { all_parts: true, ..Means::default() });
        prop_assert_eq!(differ(&first(&code, 200, Means::default()), &want), None);
    }
}

/// Games whose sparse space is known: its mask, rare heaps and the last one
/// (heap 0 not counted), and more values than the first mask was chosen from.
#[test]
fn differential_known_sparse_spaces() {
    for (text, mask, domain, rare, last_rare) in [
        ("0.16", 0x1e, false, 52, 13935),
        // Heap 22778 is the first of value 64; the mask is 0x5b from there on.
        ("0.56", 0x1b, false, 45, 1795),
        ("0.644", 0x7e, false, 30, 511),
        ("0.156", 0x1b, false, 14, 357),
        ("0.356", 0x1b, false, 6, 43),
        ("0.104", 0x17, true, 20, 284),
    ] {
        let code = code(text);
        let naive = first(&code, 20_000, Means { sparse: false, ..Means::default() });
        let mut values = Values::new(&code);
        values.extend(20_000, &mut Meter::default()).expect("no limit is near");
        assert!(values.iter().take(20_000).eq(naive), "{text}");
        let report = values.sparse().expect("a sparse space");
        let found = (report.mask, report.domain, report.rare, report.last_rare);
        assert_eq!(found, (mask, domain, rare, last_rare), "{text}");
    }
}

/// A part that helped under one mask was taken for common under the next.
#[test]
fn regression_parts_are_common_under_the_mask_of_now() {
    let code = code("0.127");
    let want = first(&code, 12_000, Means { sparse: false, ..Means::default() });
    let mut values = Values::new(&code);
    for count in (0..=12_000).step_by(100) {
        values.extend(count, &mut Meter::default()).expect("no limit is near");
    }
    let found: Vec<u64> = values.iter().take(12_000).collect();
    assert_eq!(differ(&found, &want), None);
}

/// Games with values above 256, whose rare heaps keep coming.
#[test]
fn differential_large_values() {
    for text in ["0.6", "4!.0", "0.04", "0.06", "0.14"] {
        let code = code(text);
        let naive = first(&code, 16_000, Means { sparse: false, ..Means::default() });
        for wide in [false, true] {
            let sparse = first(&code, 16_000, Means { wide, first: 100, ..Means::default() });
            assert_eq!(differ(&sparse, &naive), None, "{text}");
        }
    }
}

#[test]
fn published_values() {
    for (text, want) in [
        ("0.77", &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1][..]),
        ("0.07", &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
        ("4!.0", &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]),
        ("subtract 2,3,7", &[0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0]),
        ("all-but 2,3,7", &[0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10]),
        ("0.3F", &[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]),
        // Lasker's Nim: 4k + 3 and 4k + 4 change places.
        ("lasker-nim", &[0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]),
    ] {
        assert_eq!(first(&code(text), want.len(), Means::default()), want, "{text}");
    }
}

/// Guy and Smith took them for equal; they are not.
#[test]
fn published_games_that_are_and_are_not_equal() {
    let codes_differ = |one: &str, other: &str, count: usize| {
        let values = |text| first(&code(text), count, Means::default());
        differ(&values(one), &values(other))
    };
    assert_eq!(codes_differ("0.161", "0.36", 2000), Some(519));
    assert_eq!(codes_differ("0.27", "0.26", 5000), None);
}

#[test]
fn stops_at_limits_and_goes_on() {
    let code = code("0.6");
    let want = first(&code, 6000, Means::default());
    let mut values = Values::new(&code);
    for limit in [1, 1000, 100_000, 3_000_000] {
        let mut meter = Meter::new(Limits { effort: limit, ..Limits::default() });
        let stop = values.extend(6000, &mut meter).expect_err("a low limit");
        assert!(matches!(stop.reason, StopReason::Effort { .. }));
    }
    let mut meter = Meter::new(Limits { memory: 4000, ..Limits::default() });
    let stop = values.extend(1 << 20, &mut meter).expect_err("a low limit");
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
    values.extend(6000, &mut Meter::default()).expect("no limit is near");
    assert!(values.iter().take(6000).eq(want));
}
