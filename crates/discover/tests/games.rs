//! The known closed forms of games, found from tables that small programs of
//! their own make from the rules.

mod common;

use common::{Solver, Superglue, best, beyond, outcome, sequence};
use perfectplay_discover::{
    Bounds, Discovery, Family, Period, Standing, Table, Text, Value, discover,
};

/// The best formula, after checks that every answer has to pass: it holds on
/// all cases, tested ones and fresh ones among them, and its text, read by the
/// other evaluator, gives every value of the table and further ones.
fn closed_form(
    table: &Table,
    discovery: &Discovery,
    mut more: impl FnMut(&[i64]) -> Option<Value>,
    further: &[Vec<i64>],
) -> String {
    let found = best(discovery);
    assert_eq!(found.standing, Standing::HoldsOnAllTried, "{discovery}");
    assert_eq!(found.tried.fitted + found.tried.tested, table.len());
    assert!(found.tried.tested > 0 && found.tried.fresh > 0, "{discovery}");
    let printed = found.formula.to_string();
    let text = Text::parse(&printed, table.parameters()).unwrap();
    for (row, value) in table.rows() {
        assert_eq!(text.evaluate(row), Some(value), "{printed} at {row:?}");
    }
    assert!(!further.is_empty());
    for row in further {
        assert_eq!(text.evaluate(row), more(row), "{printed} at {row:?}");
    }
    assert!(found.bits < 0.7 * discovery.table_bits);
    printed
}

/// A grid of pairs beyond the tables.
fn pairs(from: i64, to: i64) -> Vec<Vec<i64>> {
    (from..=to).flat_map(|a| (from..=to).map(move |b| vec![a, b])).collect()
}

fn heaps(last: i64) -> Vec<Vec<i64>> {
    (0..=last).map(|n| vec![n]).collect()
}

#[test]
fn published_nim_with_two_heaps() {
    let mut nim = Solver::new(common::nim);
    let mut value = |row: &[i64]| Some(outcome(nim.loses(row)));
    let table = Table::tabulate(&[("a", 0..=15), ("b", 0..=15)], "outcome", &mut value).unwrap();
    let discovery = discover(&table, &Bounds::default(), &mut value);
    let printed = closed_form(&table, &discovery, value, &pairs(16, 40));
    assert_eq!(printed, "if a = b then loss else win");
}

#[test]
fn published_nim_with_three_heaps_is_a_nim_sum() {
    let mut nim = Solver::new(common::nim);
    let mut value = |row: &[i64]| Some(outcome(nim.loses(row)));
    let ranges = [("a", 0..=9), ("b", 0..=9), ("c", 0..=9)];
    let table = Table::tabulate(&ranges, "outcome", &mut value).unwrap();
    let discovery = discover(&table, &Bounds::default(), &mut value);
    let further: Vec<Vec<i64>> = pairs(0, 18).into_iter().map(|p| vec![p[0], 15, p[1]]).collect();
    let printed = closed_form(&table, &discovery, value, &further);
    assert!(printed.contains("xor"), "{printed}");
    let texts: Vec<String> = discovery.findings.iter().map(|f| f.formula.to_string()).collect();
    assert!(texts.contains(&"if a xor b xor c = 0 then loss else win".to_owned()), "{texts:?}");
}

#[test]
fn published_nim_sums_are_grundy_values() {
    let values = |row: &[i64]| Some(Value::Int(row[0] ^ row[1] ^ row[2]));
    let ranges = [("a", 0..=7), ("b", 0..=7), ("c", 0..=7)];
    let table = Table::tabulate(&ranges, "grundy", values).unwrap();
    let discovery = discover(&table, &Bounds::default(), values);
    let further: Vec<Vec<i64>> = pairs(9, 20).into_iter().map(|p| vec![p[0], 4, p[1]]).collect();
    let printed = closed_form(&table, &discovery, values, &further);
    assert_eq!(printed, "a xor b xor c");
}

#[test]
fn published_wythoff_is_a_beatty_sequence() {
    let mut wythoff = Solver::new(common::wythoff);
    let mut value = |row: &[i64]| Some(outcome(wythoff.loses(row)));
    let table = Table::tabulate(&[("a", 0..=40), ("b", 0..=40)], "outcome", &mut value).unwrap();
    let discovery = discover(&table, &Bounds::default(), &mut value);
    let printed = closed_form(&table, &discovery, value, &pairs(41, 75));
    assert_eq!(printed, "if min(a, b) = floor(phi * abs(a - b)) then loss else win");
}

#[test]
fn published_wythoff_is_read_off_fibonacci_digits() {
    let mut wythoff = Solver::new(common::wythoff);
    let mut value = |row: &[i64]| Some(outcome(wythoff.loses(row)));
    let table = Table::tabulate(&[("a", 0..=40), ("b", 0..=40)], "outcome", &mut value).unwrap();
    let bounds = Bounds::only(&[Family::Automaton]);
    let discovery = discover(&table, &bounds, &mut value);
    let printed = closed_form(&table, &discovery, value, &pairs(41, 75));
    assert!(printed.contains("automaton(fibonacci, lsd, [a, b]"), "{printed}");
    let msd = |f: &&perfectplay_discover::Finding| f.formula.to_string().contains("fibonacci, msd");
    assert!(discovery.findings.iter().find(msd).is_some(), "{discovery:?}");
}

#[test]
fn published_kayles_has_period_12_after_14_exceptions() {
    let values = common::kayles(700);
    let table = sequence(&values, 250);
    let discovery = discover(&table, &Bounds::default(), beyond(&values));
    let printed = closed_form(&table, &discovery, beyond(&values), &heaps(700));
    assert!(printed.contains("[4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n mod 12]"), "{printed}");
    // Winning Ways, chapter 4: the exceptions, 0 among them.
    let exceptions = "{0: 0, 3: 3, 6: 3, 9: 4, 11: 6, 15: 7, 18: 3, 21: 4, 22: 6, 28: 5, \
                      34: 6, 39: 3, 57: 4, 70: 6}";
    assert!(printed.contains(exceptions), "{printed}");
    assert_eq!(best(&discovery).period, Some(Period { length: 12, saltus: 0, start: 71 }));
}

#[test]
fn published_dawsons_kayles_has_period_34() {
    let values = common::dawson(900);
    let table = sequence(&values, 300);
    let discovery = discover(&table, &Bounds::default(), beyond(&values));
    closed_form(&table, &discovery, beyond(&values), &heaps(900));
    let period = best(&discovery).period.unwrap();
    assert_eq!((period.length, period.start), (34, 53));
}

#[test]
fn published_outcomes_of_dawsons_kayles_are_periodic_too() {
    let values = common::dawson(700);
    let lost = |n: i64| values.get(n as usize).map(|value| outcome(*value == 0));
    let table = Table::tabulate(&[("n", 0..=300)], "outcome", |row| lost(row[0])).unwrap();
    let discovery = discover(&table, &Bounds::default(), |row| lost(row[0]));
    let printed = closed_form(&table, &discovery, |row| lost(row[0]), &heaps(700));
    assert!(printed.contains("n mod 34"), "{printed}");
}

#[test]
fn oracle_subtraction_games_have_their_periods() {
    for (set, length) in [
        (&[1usize, 2, 3][..], 4),
        (&[1, 3, 4], 7),
        (&[2, 5, 7], 22),
        (&[1, 4, 9], 0),
        (&[2, 3], 5),
        (&[3, 5, 8], 0),
        (&[1, 2, 8], 0),
    ] {
        let values = common::subtraction(400, set);
        let table = sequence(&values, 150);
        let discovery = discover(&table, &Bounds::default(), beyond(&values));
        closed_form(&table, &discovery, beyond(&values), &heaps(400));
        let period = best(&discovery).period.unwrap();
        assert!(period.saltus == 0 && (length == 0 || period.length == length), "{discovery}");
        // The smallest period, counted naively.
        let start = period.start as usize;
        let naive = (1..100).find(|p| (start..400 - p).all(|n| values[n] == values[n + p]));
        assert_eq!(naive, Some(period.length as usize), "{set:?}");
    }
}

#[test]
fn published_one_to_k_leaves_a_remainder() {
    let values = common::subtraction(200, &[1, 2, 3, 4, 5]);
    let table = sequence(&values, 80);
    let discovery = discover(&table, &Bounds::default(), beyond(&values));
    assert_eq!(closed_form(&table, &discovery, beyond(&values), &heaps(200)), "n mod 6");
    // The outcomes alone.
    let lost = |row: &[i64]| values.get(row[0] as usize).map(|value| outcome(*value == 0));
    let table = Table::tabulate(&[("n", 0..=80)], "outcome", lost).unwrap();
    let discovery = discover(&table, &Bounds::default(), lost);
    let printed = closed_form(&table, &discovery, lost, &heaps(200));
    assert_eq!(printed, "if n mod 6 = 0 then loss else win");
}

#[test]
fn published_laskers_nim_is_arithmetic_periodic() {
    // Winning Ways, chapter 4: a heap is reduced or split.
    let values = common::grundy(400, |heap| {
        let mut options: Vec<(usize, usize)> = (0..heap).map(|left| (left, 0)).collect();
        options.extend((1..=heap / 2).map(|a| (a, heap - a)));
        options
    });
    let table = sequence(&values, 100);
    let discovery = discover(&table, &Bounds::default(), beyond(&values));
    closed_form(&table, &discovery, beyond(&values), &heaps(400));
    let period = best(&discovery).period.unwrap();
    assert_eq!((period.length, period.saltus), (4, 4));
}

#[test]
fn published_euclid_is_a_ratio_below_the_golden_mean() {
    let mut euclid = Solver::new(common::euclid);
    let mut value = |row: &[i64]| Some(outcome(euclid.loses(row)));
    let table = Table::tabulate(&[("a", 1..=40), ("b", 1..=40)], "outcome", &mut value).unwrap();
    let discovery = discover(&table, &Bounds::default(), &mut value);
    let printed = closed_form(&table, &discovery, value, &pairs(41, 90));
    let expected = "if a != b and max(a, b) <= floor(phi * min(a, b)) then loss else win";
    assert_eq!(printed, expected);
}

#[test]
fn published_take_at_most_half_is_lost_one_below_powers_of_two() {
    let mut half = Solver::new(common::half);
    let mut value = |row: &[i64]| Some(outcome(half.loses(row)));
    let table = Table::tabulate(&[("n", 1..=200)], "outcome", &mut value).unwrap();
    let discovery = discover(&table, &Bounds::default(), &mut value);
    let further: Vec<Vec<i64>> = (201..1100).map(|n| vec![n]).collect();
    let printed = closed_form(&table, &discovery, value, &further);
    assert_eq!(printed, "if is_power_of_two(n + 1) then loss else win");
}

#[test]
fn published_chomp_with_two_rows_is_lost_when_one_is_one_shorter() {
    let mut chomp = Solver::new(common::chomp);
    let mut value = |row: &[i64]| {
        (row[0] >= row[1] && row[0] > 0 && row[1] >= 0).then(|| outcome(chomp.loses(row)))
    };
    let ranges = [("upper", 1..=14), ("lower", 0..=14)];
    let table = Table::tabulate(&ranges, "outcome", &mut value).unwrap();
    let discovery = discover(&table, &Bounds::default(), &mut value);
    let further: Vec<Vec<i64>> = pairs(10, 30).into_iter().filter(|p| p[0] >= p[1]).collect();
    let printed = closed_form(&table, &discovery, value, &further);
    assert_eq!(printed, "if upper - lower = 1 then loss else win");
}

#[test]
fn published_fibonacci_nim_is_lost_at_fibonacci_numbers() {
    let mut nim = Solver::new(common::fibonacci_nim);
    let mut value = |row: &[i64]| Some(outcome(nim.loses(&[row[0], row[0] - 1])));
    let table = Table::tabulate(&[("n", 2..=150)], "outcome", &mut value).unwrap();
    let discovery = discover(&table, &Bounds::default(), &mut value);
    let further: Vec<Vec<i64>> = (151..300).map(|n| vec![n]).collect();
    let printed = closed_form(&table, &discovery, value, &further);
    assert_eq!(printed, "if is_fibonacci(n) then loss else win");
}

#[test]
fn published_superglue_is_won_near_and_not_too_far_along_both_axes() {
    let mut superglue = Superglue::new();
    let mut value = |row: &[i64]| {
        let winner = |loses| Value::from(if loses { "Second" } else { "First" });
        (row[0] + row[1] > 0).then(|| winner(superglue.loses(row[0], row[1])))
    };
    for last in [8, 10, 12] {
        let ranges = [("dx", 0..=last), ("dy", 0..=last)];
        let table = Table::tabulate(&ranges, "winner", &mut value).unwrap();
        let discovery = discover(&table, &Bounds::default(), &mut value);
        let printed = closed_form(&table, &discovery, &mut value, &pairs(1, 30));
        let expected = "if max(dx, dy) <= 4 and dx + dy <= 6 then First else Second";
        assert_eq!(printed, expected);
    }
}

#[test]
fn published_the_ruler_game_has_the_lowest_bit() {
    // Winning Ways, chapter 14: a coin is turned, and as many next to it as
    // one likes.
    let mut ruler = vec![0i64];
    for n in 1..=200usize {
        // From n: the nim-sum of any run that ends just below it.
        let mut reached = vec![0i64];
        let mut sum = 0;
        for below in (1..n).rev() {
            sum ^= ruler[below];
            reached.push(sum);
        }
        ruler.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    let table =
        Table::tabulate(&[("n", 1..=80)], "grundy", |row| Some(Value::Int(ruler[row[0] as usize])))
            .unwrap();
    let discovery = discover(&table, &Bounds::default(), beyond(&ruler));
    let further: Vec<Vec<i64>> = (81..=200).map(|n| vec![n]).collect();
    let printed = closed_form(&table, &discovery, beyond(&ruler), &further);
    assert_eq!(printed, "lowest_bit(n)");
}

#[test]
fn published_no_pattern_is_known_for_grundys_game_and_007() {
    for values in [common::grundys_game(1200), common::treblecross(1200)] {
        for last in [60, 200, 1000] {
            let table = sequence(&values, last);
            for more in [true, false] {
                let discovery = discover(&table, &Bounds::default(), |row| {
                    if more { beyond(&values)(row) } else { None }
                });
                assert!(discovery.best().is_none() && discovery.stopped.is_none(), "{discovery}");
                assert!(discovery.to_string().starts_with("no simple pattern to these bounds"));
            }
        }
    }
}
