//! Segments against exhaustive play of picking intervals, and against
//! published nim-sequences.

use perfectplay_game::{Game, Limits, Meter, Options, Player, StopReason, exhaustive};
use perfectplay_theories::sprague_grundy::segments::{Interval, Segment, Segments};
use perfectplay_theories::sprague_grundy::{mex, nim_sum};
use proptest::prelude::*;

/// Picking disjoint intervals, as the rules say it: no word of segments.
struct Picking(Vec<Interval>);

impl Game for Picking {
    /// The picked intervals, sorted.
    type Position = Vec<Interval>;
    type Move = Interval;

    fn start(&self) -> Vec<Interval> {
        Vec::new()
    }

    fn mover(&self, picked: &Vec<Interval>) -> Player {
        Player::alternating(picked.len())
    }

    fn options(&self, picked: &Vec<Interval>, into: &mut Options<Self>) {
        for &interval in &self.0 {
            let disjoint = |other: &Interval| {
                other.end() <= interval.start() || interval.end() <= other.start()
            };
            if picked.iter().all(disjoint) {
                let mut then = picked.clone();
                then.push(interval);
                then.sort_unstable();
                into.push((interval, then));
            }
        }
    }
}

fn intervals(most: usize, width: i64, base: i64) -> impl Strategy<Value = Vec<Interval>> {
    prop::collection::vec((0..width, 0..width), 0..=most).prop_map(move |pairs| {
        let interval = |(a, b): (i64, i64)| Interval::new(base + a.min(b), base + a.max(b) + 1);
        pairs.into_iter().filter_map(interval).collect()
    })
}

/// Values by plain recursion on the points between two places.
fn by_recursion(intervals: &[Interval], from: i64, to: i64) -> Vec<Vec<u64>> {
    let width = (to - from) as usize + 1;
    let mut values = vec![vec![0; width]; width];
    for length in 1..width {
        for left in 0..width - length {
            let right = left + length;
            let inside =
                intervals.iter().map(|i| [(i.start() - from) as usize, (i.end() - from) as usize]);
            let options: Vec<u64> = inside
                .filter(|&[a, b]| left <= a && b <= right)
                .map(|[a, b]| values[left][a] ^ values[b][right])
                .collect();
            values[left][right] = mex(&options);
        }
    }
    values
}

fn check_all(intervals: &[Interval], from: i64, to: i64) -> Result<(), TestCaseError> {
    let truth = by_recursion(intervals, from, to);
    let segments = Segments::new(intervals, &mut Meter::default()).unwrap();
    for (segment, value) in segments.all() {
        let left = segment.left.map_or(0, |at| (at - from) as usize);
        let right = segment.right.map_or((to - from) as usize, |at| (at - from) as usize);
        prop_assert_eq!(value, truth[left][right]);
        prop_assert_eq!(segments.value(segment), Some(value));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Every reachable position: its value, and that of every option.
    #[test]
    fn oracle_every_reachable_position(
        list in prop_oneof![
            intervals(8, 12, 0),
            intervals(10, 6, -3),
            intervals(7, 9, i64::MAX - 9),
            intervals(7, 9, i64::MIN),
        ],
    ) {
        let game = Picking(list.clone());
        let truth = exhaustive::grundy_values(&game, &Vec::new(), &mut Meter::default()).unwrap();
        let segments = Segments::new(&list, &mut Meter::default()).unwrap();
        for (picked, &value) in &truth {
            let left = Segment::between(picked).unwrap();
            prop_assert_eq!(segments.sum(&left), Some(value));
            let mut options = Vec::new();
            game.options(picked, &mut options);
            // Equal intervals are one option here.
            let mut want: Vec<(Interval, u64)> =
                options.iter().map(|(interval, to)| (*interval, truth[to])).collect();
            want.sort_unstable();
            want.dedup();
            let mut found = Vec::new();
            for choice in segments.options(&left) {
                prop_assert!(left[choice.segment].holds(choice.interval));
                found.push((choice.interval, choice.leaves));
            }
            prop_assert_eq!(found, want);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// More intervals than a block of planes holds.
    #[test]
    fn differential_recursion_on_many_intervals(
        list in prop_oneof![intervals(400, 40, 0), intervals(60, 60, 0), intervals(300, 25, 0)],
    ) {
        check_all(&list, 0, 61)?;
    }

    #[test]
    fn law_equal_intervals_change_no_value(list in intervals(20, 15, 0), extra in 0usize..20) {
        let once = Segments::new(&list, &mut Meter::default()).unwrap();
        let mut more = list.clone();
        more.extend(list.get(extra));
        let twice = Segments::new(&more, &mut Meter::default()).unwrap();
        prop_assert!(once.all().eq(twice.all()));
    }

    #[test]
    fn law_places_do_not_matter_only_their_order(list in intervals(20, 15, 0)) {
        let far = |at: i64| (at - 7) * 1_000_000_000_000_000_000;
        let moved: Vec<Interval> =
            list.iter().filter_map(|i| Interval::new(far(i.start()), far(i.end()))).collect();
        let near = Segments::new(&list, &mut Meter::default()).unwrap();
        let wide = Segments::new(&moved, &mut Meter::default()).unwrap();
        prop_assert!(near.all().map(|(_, value)| value).eq(wide.all().map(|(_, value)| value)));
    }

    #[test]
    fn differential_mex_and_nim_sum(values in prop::collection::vec(0u64..90, 0..90)) {
        let least = (0..).find(|n| !values.contains(n));
        prop_assert_eq!(Some(mex(&values)), least);
        let parity = |bit: u32| values.iter().filter(|v| *v >> bit & 1 == 1).count() as u64 % 2;
        prop_assert_eq!(nim_sum(values.iter().copied()), (0..7).map(|bit| parity(bit) << bit).sum::<u64>());
    }
}

/// Intervals of the given lengths at every place of a line of `n` points.
fn at_every_place(n: i64, lengths: &[i64]) -> Vec<Interval> {
    let places =
        lengths.iter().flat_map(|&length| (0..=n - length).map(move |at| (at, at + length)));
    places.filter_map(|(start, end)| Interval::new(start, end)).collect()
}

/// The values of lines of 0, 1, …, n points.
fn nim_sequence(n: i64, lengths: &[i64]) -> Vec<u64> {
    let list = at_every_place(n, lengths);
    let segments = Segments::new(&list, &mut Meter::default()).unwrap();
    // A segment from 0 on: bounded on the right by each start.
    let value = |right: i64| segments.value(Segment { left: None, right: Some(right) });
    let mut values: Vec<u64> = (0..n).map_while(value).collect();
    values.extend(segments.value(Segment::ALL));
    values
}

#[test]
fn published_dawsons_kayles_has_period_34() {
    // Length 2 at every place: remove two adjacent pins, perhaps splitting
    // the row: 0.07. Winning Ways, chapter 4.
    let values = nim_sequence(300, &[2]);
    let first = [
        0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0,
        4, 5, 2, 7,
    ];
    assert_eq!(values[..34], first);
    assert_eq!(values.len(), 300);
    // The last exception to the period is at 52 points.
    assert!((53..values.len() - 34).all(|n| values[n] == values[n + 34]));
    assert_ne!(values[52], values[52 + 34]);
    assert_eq!(values, dawson(300));
}

#[test]
fn published_kayles_has_period_12() {
    // Lengths 1 and 2: 0.77, periodic from 71 on (Guy and Smith 1956).
    let values = nim_sequence(200, &[1, 2]);
    let period = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert_eq!(values.len(), 201);
    assert!((71..values.len()).all(|n| values[n] == period[n % 12]));
    assert_ne!(values[70], period[70 % 12]);
}

/// Dawson's Kayles by its own recurrence.
fn dawson(points: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..points {
        let options: Vec<u64> =
            (0..n.saturating_sub(1)).map(|left| values[left] ^ values[n - 2 - left]).collect();
        values.push(mex(&options));
    }
    values
}

/// Every interval of a line of n points: taking any stretch of a row and
/// perhaps splitting it has value n, as a heap of nim has. So values pass
/// every power of two, and any table of 128 of them.
#[test]
fn published_all_intervals_are_a_heap_of_nim() {
    for n in [1, 2, 7, 8, 9, 31, 32, 33, 130, 260] {
        let list = at_every_place(n, &Vec::from_iter(1..=n));
        let segments = Segments::new(&list, &mut Meter::default()).unwrap();
        for (segment, value) in segments.all() {
            let length = segment.right.unwrap_or(n) - segment.left.unwrap_or(0);
            assert_eq!(value, length as u64);
        }
    }
}

#[test]
fn law_no_intervals() {
    let segments = Segments::new(&[], &mut Meter::default()).unwrap();
    assert_eq!(segments.value(Segment::ALL), Some(0));
    assert_eq!(segments.all().collect::<Vec<_>>(), [(Segment::ALL, 0)]);
    assert_eq!(segments.options(&[Segment::ALL]).count(), 0);
}

#[test]
fn law_places_without_a_cut_have_no_value() {
    let list: Vec<Interval> = Interval::new(2, 5).into_iter().collect();
    let segments = Segments::new(&list, &mut Meter::default()).unwrap();
    assert_eq!(segments.value(Segment { left: Some(3), right: None }), None);
    let picked: Vec<_> =
        [(0, 4), (3, 5)].into_iter().filter_map(|(a, b)| Interval::new(a, b)).collect();
    assert_eq!(Segment::between(&picked), None);
}

#[test]
fn law_limits_stop_the_work() {
    let list = at_every_place(200, &[1, 2, 3]);
    let mut short = Meter::new(Limits { effort: 1000, ..Limits::default() });
    let stop = Segments::new(&list, &mut short).expect_err("a limit");
    assert_eq!(stop.reason, StopReason::Effort { limit: 1000 });
    let mut tight = Meter::new(Limits { memory: 10_000, ..Limits::default() });
    let stop = Segments::new(&list, &mut tight).expect_err("a limit");
    assert!(matches!(stop.reason, StopReason::Memory { limit: 10_000, .. }));
}
