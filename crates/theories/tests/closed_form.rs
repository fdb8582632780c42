//! Formulas against exhaustive play of the rules they are about.

use perfectplay_game::{Game, Meter, Options, Outcome, Player, exhaustive};
use perfectplay_theories::closed_form::{
    euclid, euclid::End, fibonacci_nim, mock_turtles, nim::Nim, ruler, wythoff,
};
use proptest::prelude::*;

/// A game of numbers, by what a move can lead to.
struct Numbers<F> {
    start: Vec<u128>,
    misere: bool,
    moves: F,
}

impl<F: Fn(&[u128]) -> Vec<Vec<u128>>> Game for Numbers<F> {
    type Position = (Vec<u128>, Player);
    type Move = Vec<u128>;

    fn start(&self) -> Self::Position {
        (self.start.clone(), Player::First)
    }

    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }

    fn options(&self, (at, mover): &Self::Position, into: &mut Options<Self>) {
        let mut all = (self.moves)(at);
        all.sort();
        all.dedup();
        into.extend(all.into_iter().map(|to| (to.clone(), (to, mover.other()))));
    }

    fn ending(&self, _: &Self::Position) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }
}

/// Every position that play from `start` comes to: is it lost, and its options;
/// and its Grundy value, in normal play.
fn truth(
    start: &[u128],
    misere: bool,
    moves: impl Fn(&[u128]) -> Vec<Vec<u128>>,
    mut see: impl FnMut(&[u128], bool, &dyn Fn(&[u128]) -> bool, Option<u128>),
) {
    let game = Numbers { start: start.to_vec(), misere, moves };
    let outcomes = exhaustive::outcomes(&game, &game.start(), &mut Meter::default())
        .expect("play comes to an end");
    let grundy = exhaustive::grundy_values(&game, &game.start(), &mut Meter::default())
        .expect("play comes to an end");
    let lost = |at: &[u128], mover: Player| outcomes[&(at.to_vec(), mover)] == Outcome::Loss;
    for at in outcomes.keys() {
        let after = |to: &[u128]| lost(to, at.1.other());
        let value = (!misere).then(|| grundy[at].into());
        see(&at.0, lost(&at.0, at.1), &after, value);
    }
}

fn sorted(mut numbers: Vec<u128>) -> Vec<u128> {
    numbers.sort_unstable();
    numbers
}

fn nim_moves(at: &[u128]) -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    for heap in 0..at.len() {
        for left in 0..at[heap] {
            let mut to = at.to_vec();
            to[heap] = left;
            all.push(sorted(to));
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn oracle_nim(heaps in prop::collection::vec(0..6u128, 0..5), misere: bool) {
        truth(&sorted(heaps), misere, nim_moves, |at, lost, after, value| {
            let nim = Nim::of(at.iter().copied());
            assert_eq!(nim.is_lost(misere), lost, "{at:?}");
            assert!(value.is_none_or(|value| value == nim.xor()));
            for (place, &heap) in at.iter().enumerate() {
                let wins: Vec<u128> = (0..heap)
                    .filter(|&left| {
                        let mut to = at.to_vec();
                        to[place] = left;
                        after(&sorted(to))
                    })
                    .collect();
                let found: Vec<u128> = nim.winning_remainder(heap, misere).into_iter().collect();
                assert_eq!(found, wins, "{at:?}, heap {heap}, misere {misere}");
            }
        });
    }
}

#[test]
fn oracle_wythoff() {
    let moves = |at: &[u128]| {
        let mut all = nim_moves(at);
        all.extend((1..=at[0]).map(|taken| vec![at[0] - taken, at[1] - taken]));
        all
    };
    for misere in [false, true] {
        let mut seen = 0;
        truth(&[60, 60], misere, moves, |at, lost, _, _| {
            assert_eq!(wythoff::is_lost(at[0], at[1], misere), lost, "{at:?} {misere}");
            assert_eq!(wythoff::is_lost(at[1], at[0], misere), lost, "{at:?} {misere}");
            if lost {
                let pair = wythoff::with_difference(at[1] - at[0], misere);
                assert_eq!(pair, Some((at[0], at[1])));
                seen += 1;
            }
        });
        assert!(seen > 40);
    }
}

#[test]
fn oracle_fibonacci_nim() {
    let moves = |at: &[u128]| {
        let most = at[1].min(at[0]);
        (1..=most).map(|taken| vec![at[0] - taken, (2 * taken).min(at[0] - taken)]).collect()
    };
    for misere in [false, true] {
        for limit in 0..=90 {
            truth(&[90, limit], misere, moves, |at, lost, after, _| {
                assert_eq!(fibonacci_nim::is_lost(at[0], at[1], misere), lost, "{at:?} {misere}");
                let wins: Vec<u128> = (1..=at[1].min(at[0]))
                    .filter(|&taken| after(&[at[0] - taken, (2 * taken).min(at[0] - taken)]))
                    .collect();
                assert_eq!(
                    fibonacci_nim::winning_takes(at[0], at[1], misere),
                    wins,
                    "{at:?} {misere}"
                );
            });
        }
    }
}

fn euclid_moves(at: &[u128], end: End) -> Vec<Vec<u128>> {
    if at[0] == 0 {
        return Vec::new();
    }
    let least = u128::from(end == End::Equal);
    let times = 1..=at[1] / at[0];
    let left = times.map(|times| at[1] - times * at[0]).filter(|&left| left >= least);
    left.map(|left| sorted(vec![at[0], left])).collect()
}

#[test]
fn oracle_euclid() {
    for (end, misere) in
        [End::Equal, End::Zero].into_iter().flat_map(|end| [(end, false), (end, true)])
    {
        let moves = |at: &[u128]| euclid_moves(at, end);
        let standing = |one, other| euclid::standing(one, other, end, misere);
        for small in 1..=40 {
            for large in small..=110 {
                truth(&[small, large], misere, moves, |at, lost, after, value| {
                    let (found, plies) = standing(at[0], at[1]);
                    assert_eq!(found, lost, "{at:?} {end:?} {misere}");
                    let grundy = euclid::grundy(at[1], at[0], end);
                    assert!(value.is_none_or(|value| value == grundy), "{at:?} {end:?}");
                    let all = moves(at);
                    let left = |to: &Vec<u128>| if to[0] == at[0] { to[1] } else { to[0] };
                    let wins: Vec<u128> = all.iter().filter(|to| after(to)).map(left).collect();
                    let found = euclid::winning_remainders(at[0], at[1], end, misere);
                    assert_eq!(sorted(found.clone()), sorted(wins), "{at:?} {end:?} {misere}");
                    // The winner has a move to a nearer loss, the loser to no farther win.
                    match (lost, all.is_empty()) {
                        (_, true) => assert_eq!(plies, 0),
                        (false, _) => {
                            let next = found.iter().map(|&left| standing(at[0], left).1);
                            assert_eq!(next.min(), Some(plies - 1));
                        }
                        (true, _) => {
                            let next = all.iter().map(|to| standing(to[0], to[1]).1);
                            assert_eq!(next.max(), Some(plies - 1));
                        }
                    }
                });
            }
        }
    }
}

/// Heads at some places; a move turns coins at places of which the largest is
/// a head.
fn turned(at: &[u128], coins: &[u128]) -> Vec<u128> {
    let mut to = at.to_vec();
    for coin in coins {
        match to.iter().position(|head| head == coin) {
            Some(place) => {
                to.remove(place);
            }
            None => to.push(*coin),
        }
    }
    sorted(to)
}

#[test]
fn oracle_mock_turtles() {
    let moves = |at: &[u128]| {
        let mut all = Vec::new();
        for &head in at {
            all.push(turned(at, &[head]));
            for one in 0..head {
                all.push(turned(at, &[head, one]));
                all.extend((0..one).map(|other| turned(at, &[head, one, other])));
            }
        }
        all
    };
    let start: Vec<u128> = (0..10).collect();
    let mut seen = 0;
    truth(&start, false, moves, |at, lost, after, value| {
        seen += 1;
        let xor = at.iter().fold(0, |xor, &head| xor ^ mock_turtles::grundy(head));
        assert_eq!((xor == 0, Some(xor)), (lost, value), "{at:?}");
        for &head in at {
            let target = xor ^ mock_turtles::grundy(head);
            if let Some(mut coins) = mock_turtles::winning_turn(head, target) {
                assert!(
                    coins.iter().all(|&coin| coin < head)
                        && coins.windows(2).all(|two| two[0] < two[1])
                );
                coins.push(head);
                assert!(after(&turned(at, &coins)), "{at:?} {coins:?}");
            }
        }
    });
    assert!(seen >= 1 << 10, "{seen}");
}

#[test]
fn oracle_ruler() {
    let moves = |at: &[u128]| {
        let mut all = Vec::new();
        for &head in at {
            for from in 1..=head {
                all.push(turned(at, &(from..=head).collect::<Vec<_>>()));
            }
        }
        all
    };
    let start: Vec<u128> = (1..=11).collect();
    truth(&start, true, moves, |at, lost, _, _| {
        let xor = at.iter().fold(0, |xor, &head| xor ^ ruler::grundy(head));
        let even = at.iter().any(|head| head % 2 == 0);
        assert_eq!(ruler::is_lost_misere(xor, even), lost, "{at:?} in misère play");
    });
    let mut seen = 0;
    truth(&start, false, moves, |at, lost, after, value| {
        seen += 1;
        let xor = at.iter().fold(0, |xor, &head| xor ^ ruler::grundy(head));
        assert_eq!((xor == 0, Some(xor)), (lost, value), "{at:?}");
        let mut found = false;
        for &head in at {
            if let Some(from) = ruler::winning_turn(head, xor ^ ruler::grundy(head)) {
                assert!((1..=head).contains(&from));
                assert!(after(&turned(at, &(from..=head).collect::<Vec<_>>())), "{at:?} {from}");
                found = true;
            }
        }
        assert_eq!(found, !lost);
    });
    assert!(seen >= 1 << 10, "{seen}");
}

/// Values of runs, and the next place with a bit, against the values one by one.
fn runs_and_bits(
    least: u128,
    grundy: impl Fn(u128) -> u128,
    of_run: impl Fn(u128, u128) -> u128,
    next_with: impl Fn(u128, u32) -> Option<u128>,
) {
    for from in least..60 {
        let mut xor = 0;
        assert_eq!(of_run(from + 1, from), 0);
        for to in from..60 {
            xor ^= grundy(to);
            assert_eq!(of_run(from, to), xor, "{from}-{to}");
        }
        for bit in 0..8 {
            let first = (from..).find(|&place| (grundy(place) >> bit) & 1 == 1);
            assert_eq!(next_with(from, bit), first, "from {from}, bit {bit}");
        }
    }
}

#[test]
fn law_values_of_runs_and_the_next_place_with_a_bit() {
    let (grundy, of_run) = (mock_turtles::grundy, mock_turtles::grundy_of_run);
    runs_and_bits(0, grundy, of_run, mock_turtles::next_with);
    runs_and_bits(1, ruler::grundy, ruler::grundy_of_run, ruler::next_with);
    assert_eq!(ruler::next_with(u128::MAX, 5), None);
    assert_eq!(
        mock_turtles::next_with(mock_turtles::PLACES - 1, 1),
        Some(mock_turtles::PLACES - 1)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Nothing overflows, and what is said of large numbers fits together.
    #[test]
    fn law_numbers_of_any_size(one: u128, other: u128, shift in 0..128u32, misere: bool) {
        let (one, other) = (one >> shift, other.max(1));
        for number in [one, other, u128::MAX - one] {
            if let Some(partner) = wythoff::partner(number, misere) {
                prop_assert_eq!(wythoff::partner(partner, misere), Some(number));
                let pair = (number.min(partner), number.max(partner));
                prop_assert_eq!(wythoff::with_difference(pair.1 - pair.0, misere), Some(pair));
            }
            if let Some((lower, upper)) = wythoff::with_difference(number, misere) {
                prop_assert_eq!(upper - lower, number);
                prop_assert!(wythoff::is_lost(lower, upper, misere));
            }
        }
        let takes = fibonacci_nim::winning_takes(one, other, misere);
        prop_assert_eq!(takes.is_empty(), fibonacci_nim::is_lost(one, other, misere) || one == 0);
        for take in takes {
            prop_assert!(take <= other.min(one));
            prop_assert!(fibonacci_nim::is_lost(one - take, take.saturating_mul(2), misere));
        }
        for end in [End::Equal, End::Zero] {
            let (lost, plies) = euclid::standing(one, other, end, misere);
            prop_assert!(plies <= 2 * 186);
            prop_assert!(misere || lost == (euclid::grundy(one, other, end) == 0));
            let wins = euclid::winning_remainders(one, other, end, misere);
            let ended = one == 0 || end == End::Equal && one == other;
            prop_assert!(ended || lost == wins.is_empty());
            for left in wins {
                let small = one.min(other);
                prop_assert!(euclid::standing(small, left, end, misere).0);
            }
        }
    }

    #[test]
    fn law_coins_at_any_place(place in 1..mock_turtles::PLACES, target: u128, shift in 0..128u32) {
        let target = target >> shift;
        match mock_turtles::winning_turn(place, target) {
            Some(others) => {
                prop_assert!(others.iter().all(|&coin| coin < place));
                let left = others.iter().fold(0, |xor, &coin| xor ^ mock_turtles::grundy(coin));
                prop_assert_eq!(left, target);
            }
            None => prop_assert!(target >= mock_turtles::grundy(place)),
        }
        match ruler::winning_turn(place, target) {
            Some(from) => {
                prop_assert!((1..=place).contains(&from));
                prop_assert_eq!(ruler::grundy_of_run(from, place - 1), target);
            }
            None => prop_assert!(target >= ruler::grundy(place)),
        }
    }
}

#[test]
fn published_values() {
    // Wythoff 1907: the first pairs.
    let pairs = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)];
    for (difference, pair) in (0..).zip(pairs) {
        assert_eq!(wythoff::with_difference(difference, false), Some(pair));
    }
    // Whinihan 1963: who must not take all loses with a Fibonacci number alone.
    let lost: Vec<u128> =
        (2..100).filter(|&stones| fibonacci_nim::is_lost(stones, stones - 1, false)).collect();
    assert_eq!(lost, [2, 3, 5, 8, 13, 21, 34, 55, 89]);
    // Nivasch 2006: the whole part of b / a - a / b.
    for (a, b) in (1..80u128).flat_map(|a| (a..300).map(move |b| (a, b))) {
        assert_eq!(euclid::grundy(a, b, End::Equal), (b * b - a * a) / (a * b), "{a} {b}");
        // Cole and Davie 1969: between 1 and the golden ratio, b (b - a) < a^2.
        let lost = a < b && b * (b - a) < a * a;
        assert_eq!(euclid::standing(a, b, End::Zero, false).0, lost, "{a} {b}");
    }
    // Winning Ways, chapter 14.
    let mock: Vec<u128> = (0..8).map(mock_turtles::grundy).collect();
    assert_eq!(mock, [1, 2, 4, 7, 8, 11, 13, 14]);
    let ruler: Vec<u128> = (1..9).map(ruler::grundy).collect();
    assert_eq!(ruler, [1, 2, 1, 4, 1, 2, 1, 8]);
    // Bouton 1901 writes out 9, 5 and 12, a safe combination.
    assert!(Nim::of([9, 5, 12]).is_lost(false));
}
