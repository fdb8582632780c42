//! Periods: found as the least ones, proved only where they hold.

use perfectplay_game::Meter;
use perfectplay_theories::heap_games::{
    Code, Means, Regularity, Sequence, Shape, Theorem, Values, shape_of,
};
use proptest::prelude::*;

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn values(code: &Code, count: usize, means: Means) -> Vec<u64> {
    let mut values = Values::by(code, means);
    values.extend(count, &mut Meter::default()).expect("no limit is near");
    values.iter().take(count).collect()
}

fn holds(values: &[u64], shape: Shape) -> bool {
    let (from, period) = (shape.preperiod as usize, shape.period as usize);
    (from..values.len().saturating_sub(period))
        .all(|at| values[at + period] == values[at] + shape.saltus)
}

/// Every shape that a list has to its end, for at least two periods.
fn all_shapes(values: &[u64]) -> Vec<Shape> {
    let length = values.len();
    let mut shapes = Vec::new();
    for period in 1..length {
        let last = length - 1;
        let Some(saltus) = values[last].checked_sub(values[last - period]) else { continue };
        for preperiod in 0..(length + 1).saturating_sub(2 * period) {
            let shape = Shape { preperiod: preperiod as u64, period: period as u64, saltus };
            if holds(values, shape) {
                shapes.push(shape);
            }
        }
    }
    shapes
}

/// Searches, and holds what is proved against many more values and against all
/// shapes that these have.
fn checked(text: &str, count: usize, more: usize, means: Means) -> Option<(Shape, Theorem)> {
    let code = code(text);
    let mut sequence = Sequence::by(&code, means);
    let found = sequence.search(count, &mut Meter::default()).expect("no limit is near");
    let Regularity::Proved(proved) = found else { return None };
    let shape = proved.shape();
    let plain = Means { sparse: false, ..Means::default() };
    let far = values(&code, more.max(2 * proved.heaps() as usize), plain);
    assert!(holds(&far, shape), "{text}: {shape} by {:?}", proved.by());
    for (heap, &value) in far.iter().enumerate() {
        assert_eq!(sequence.value(heap as u128), Some(value.into()), "{text}: heap {heap}");
    }
    let exceptions = (0..shape.preperiod).filter(|&heap| {
        let later = (shape.preperiod - heap).div_ceil(shape.period);
        let place = (heap + later * shape.period) as usize;
        far[place] != far[heap as usize] + later * shape.saltus
    });
    assert!(sequence.exceptions().eq(exceptions), "{text}");
    // The least: no earlier preperiod, no other shape with a shorter period.
    if let Some(before) = shape.preperiod.checked_sub(1) {
        assert!(!holds(&far, Shape { preperiod: before, ..shape }), "{text}: {shape}");
    }
    let last = far.len() - 1;
    for period in (1..shape.period).filter(|period| shape.period % period == 0) {
        if let Some(saltus) = far[last].checked_sub(far[last - period as usize]) {
            let shorter = Shape { preperiod: shape.preperiod, period, saltus };
            assert!(!holds(&far, shorter), "{text}: {shape}, not {shorter}");
        }
    }
    Some((shape, proved.by()))
}

fn octal() -> impl Strategy<Value = String> {
    let before = prop_oneof![6 => Just("0"), 1 => Just("4"), 1 => Just("4!")];
    let mark = prop_oneof![12 => Just(""), 1 => Just("!"), 1 => Just("=")];
    let digits = prop::collection::vec((0u8..8, mark), 1..4);
    (before, digits).prop_map(|(before, digits)| {
        let digits: String = digits.iter().map(|(digit, mark)| format!("{digit}{mark}")).collect();
        format!("{before}.{digits}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn oracle_shape_of(
        start in prop::collection::vec(0u64..3, 0..8),
        cycle in prop::collection::vec(0u64..3, 1..6),
        saltus in 0u64..3,
        length in 0usize..40,
    ) {
        let mut list = start.clone();
        for at in 0..length.saturating_sub(start.len()) {
            list.push(cycle[at % cycle.len()] + saltus * (at / cycle.len()) as u64);
        }
        let best = all_shapes(&list)
            .into_iter()
            .min_by_key(|shape| (shape.preperiod + shape.period, shape.period));
        prop_assert_eq!(shape_of(&list), best);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// The octal theorem and the window theorem say the same.
    #[test]
    fn law_octal_periods(text in octal(), first in 64usize..300) {
        let naive = Means { sparse: false, ..Means::default() };
        let sparse = Means { first, ..Means::default() };
        let one = checked(&text, 1500, 5000, naive);
        let other = checked(&text, 1500, 5000, sparse);
        if let (Some((one, _)), Some((other, _))) = (one, other) {
            prop_assert_eq!(one, other, "{}", text);
        }
    }

    #[test]
    fn law_periods_of_sets(
        numbers in prop::collection::btree_set(1u64..20, 1..6),
        all_but in any::<bool>(),
    ) {
        let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let kind = if all_but { "all-but" } else { "subtract" };
        let text = format!("{kind} {}", list.join(","));
        let found = checked(&text, 40_000, 2000, Means::default());
        // Both kinds always have a period, and a short one.
        prop_assert!(found.is_some(), "{}", text);
        prop_assert_eq!(found.is_some_and(|(shape, _)| shape.saltus > 0), all_but);
    }

    #[test]
    fn law_periods_of_digits_that_repeat(
        digits in prop::collection::vec(0u8..4, 0..6),
        cycle in prop::collection::vec(0u8..4, 1..4),
    ) {
        let text = |digits: &[u8]| digits.iter().map(u8::to_string).collect::<String>();
        checked(&format!("0.{}[{}]", text(&digits), text(&cycle)), 3000, 4000, Means::default());
    }

    #[test]
    fn law_periods_with_three_heaps(
        before in prop::sample::select(vec!["0", "4", "8", "C"]),
        digits in prop::collection::vec(0u32..16, 1..4),
    ) {
        let digits = digits.into_iter().filter_map(|digit| std::char::from_digit(digit, 16));
        let text = format!("{before}.{}", digits.collect::<String>());
        checked(&text, 250, 700, Means::default());
    }
}

#[test]
fn published_periods() {
    for (text, period, preperiod) in [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.45", 20, 498),
        ("0.156", 349, 3479),
        ("0.356", 142, 7315),
        ("0.644", 442, 3256),
        ("0.165", 1550, 5181),
        ("0.051", 48, 48),
        ("0.127", 4, 46578),
    ] {
        let mut sequence = Sequence::new(&code(text));
        let found = sequence.search(200_000, &mut Meter::default()).expect("no limit is near");
        let Regularity::Proved(proved) = found else { panic!("{text}: {found:?}") };
        let want = Shape { preperiod, period, saltus: 0 };
        assert_eq!(proved.shape(), want, "{text}, by {:?}", proved.by());
    }
}

#[test]
fn published_arithmetic_periods() {
    // Kenyon's game; Nim; two sets; Lasker's Nim repeats digits that part heaps,
    // for which no theorem is at hand.
    for (text, preperiod, period, saltus) in
        [("0.3F", 0, 6, 3), ("nim", 0, 1, 1), ("all-but 2,3,7", 0, 4, 2), ("all-but 1", 0, 2, 1)]
    {
        let mut sequence = Sequence::new(&code(text));
        let found = sequence.search(2000, &mut Meter::default()).expect("no limit is near");
        let Regularity::Proved(proved) = found else { panic!("{text}: {found:?}") };
        assert_eq!(proved.shape(), Shape { preperiod, period, saltus }, "{text}");
    }
    let mut lasker = Sequence::new(&code("lasker-nim"));
    let found = lasker.search(300, &mut Meter::default()).expect("no limit is near");
    let shape = Shape { preperiod: 1, period: 4, saltus: 4 };
    assert_eq!(found, Regularity::Seen { shape, heaps: 300 });
}

#[test]
fn any_heap_is_answered_from_a_proved_period() {
    let huge = 10u128.pow(30);
    for (text, want) in [
        // 10^30 = 4 mod 12, and heap 76 has value 2 (heap 71 + 5).
        ("0.77", 1),
        ("nim", huge),
        ("subtract 1-3", huge % 4),
        // 10^30 = 6 q + 4, and heap 4 has value 1.
        ("0.3F", (huge - 4) / 6 * 3 + 1),
    ] {
        let mut sequence = Sequence::new(&code(text));
        sequence.search(2000, &mut Meter::default()).expect("no limit is near");
        assert_eq!(sequence.value(huge), Some(want), "{text}");
    }
    let mut nim = Sequence::new(&code("nim"));
    assert_eq!(nim.value(5), None, "nothing is worked out or proved yet");
    nim.search(100, &mut Meter::default()).expect("no limit is near");
    assert_eq!(nim.value(u128::MAX), Some(u128::MAX));
}

#[test]
fn seen_is_not_proved() {
    // Grundy's game has no known period.
    let mut grundy = Sequence::new(&code("grundys-game"));
    let found = grundy.search(3000, &mut Meter::default()).expect("no limit is near");
    assert!(!matches!(found, Regularity::Proved(_)));
    assert_eq!(grundy.value(10_000), None);
    // Kayles before enough is known.
    let mut kayles = Sequence::new(&code("kayles"));
    let found = kayles.search(120, &mut Meter::default()).expect("no limit is near");
    assert!(matches!(found, Regularity::Seen { heaps: 120, .. }), "{found:?}");
    let found = kayles.search(1000, &mut Meter::default()).expect("no limit is near");
    assert!(matches!(found, Regularity::Proved(_)));
}
