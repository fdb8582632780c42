//! Timed pile against dynamic programming over (turns left, stones), and
//! against exhaustive play of the rules.

use perfectplay_game::Player::{First, Second};
use perfectplay_game::{Game, Limits, Meter, Options, Outcome, Player, exhaustive};
use perfectplay_theories::timed_pile::{Error, Outcomes, Run, Taking, TimedPile, Turn};
use proptest::prelude::*;

type Winner = Option<Player>;

/// Who wins, by (turns left, stones), straight from the rules.
fn by_rules(turns: &[Turn], most: usize) -> Vec<Vec<Winner>> {
    let mut rows: Vec<Vec<Winner>> = vec![vec![None; most + 1]];
    for turn in turns.iter().rev() {
        let (mover, then) = (turn.mover(), &rows[rows.len() - 1]);
        let row = (0..=most)
            .map(|stones| {
                if turn.least() > stones as u64 {
                    return Some(mover.other());
                }
                let options = turn.least() as usize..=stones.min(turn.most() as usize);
                let best = options.map(|taken| then[stones - taken]).max_by_key(|winner| {
                    winner.map_or(1, |winner| if winner == mover { 2 } else { 0 })
                });
                best.expect("at least one option")
            })
            .collect();
        rows.push(row);
    }
    rows
}

/// Neighbouring counts with one winner, put together; the last goes on.
fn as_runs(row: &[Winner]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (stones, &winner) in row.iter().enumerate() {
        if runs.last().is_none_or(|run| run.winner != winner) {
            if let Some(last) = runs.last_mut() {
                last.end = Some(stones as u128);
            }
            runs.push(Run { start: stones as u128, end: None, winner });
        }
    }
    runs
}

/// Schedules in which movers alternate, nearly do, or come in any order, with
/// ranges from narrow (many runs live on) to wide (many runs vanish).
fn any_schedule(most_turns: usize) -> impl Strategy<Value = Vec<Turn>> {
    let turns = move |out_of_order: u32, least: u64, slack: u64| {
        let turn = (0u32..100, 0..=least, 0..=slack, any::<bool>());
        prop::collection::vec(turn, 0..=most_turns).prop_map(move |turns| {
            let turn = |(nth, (dice, least, slack, wide)): (usize, (u32, u64, u64, bool))| {
                let mover = Player::alternating(nth);
                let mover = if dice < out_of_order { mover.other() } else { mover };
                Turn::new(mover, least, least + if wide { slack } else { slack.min(1) })
            };
            turns.into_iter().enumerate().filter_map(turn).collect()
        })
    };
    (prop_oneof![Just(0u32), Just(10), Just(50)], 0..=8u64, 0..=5u64)
        .prop_flat_map(move |(out_of_order, least, slack)| turns(out_of_order, least, slack))
}

fn most_taken(turns: &[Turn]) -> usize {
    turns.iter().map(|turn| turn.most() as usize).sum()
}

/// The same schedule with every bound times `factor`.
fn stretched(turns: &[Turn], factor: u64) -> Vec<Turn> {
    let turn = |t: &Turn| Turn::new(t.mover(), t.least() * factor, t.most() * factor);
    turns.iter().filter_map(turn).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Runs before every turn, built in one go and turn by turn.
    #[test]
    fn differential_runs_at_every_turn(turns in any_schedule(24)) {
        let rows = by_rules(&turns, most_taken(&turns) + 1);
        let mut meter = Meter::default();
        let mut grown = TimedPile::default();
        prop_assert_eq!(grown.runs().collect::<Vec<_>>(), as_runs(&rows[0]));
        for (turn, row) in turns.iter().rev().zip(&rows[1..]) {
            grown.push_front(*turn, &mut meter).unwrap();
            prop_assert_eq!(grown.runs().collect::<Vec<_>>(), as_runs(row));
        }
        let pile = TimedPile::new(&turns, &mut meter).unwrap();
        let want = as_runs(&rows[turns.len()]);
        prop_assert_eq!(pile.runs().collect::<Vec<_>>(), want.clone());
        let outcomes = pile.outcomes(&mut meter).unwrap();
        prop_assert_eq!(outcomes.runs().collect::<Vec<_>>(), want.clone());
        let backward = turns.iter().rev().copied();
        let alone = Outcomes::of_turns(backward, &mut meter).unwrap();
        prop_assert_eq!(alone.runs().collect::<Vec<_>>(), want);
        for (stones, &winner) in rows[turns.len()].iter().enumerate() {
            prop_assert_eq!(outcomes.winner(stones as u128), winner);
            let run = outcomes.run(stones as u128);
            prop_assert!(run.contains(stones as u128) && run.winner == winner);
        }
        prop_assert_eq!(outcomes.winner(u128::MAX), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Every position of the schedule, with its options.
    #[test]
    fn differential_history_and_options(turns in any_schedule(16)) {
        let most = most_taken(&turns) + 1;
        let rows = by_rules(&turns, most);
        let mut meter = Meter::default();
        let pile = TimedPile::new(&turns, &mut meter).unwrap();
        let history = pile.into_history(&mut meter).unwrap();
        prop_assert_eq!(history.turns(), turns.len());
        for (left, row) in rows.iter().enumerate() {
            prop_assert_eq!(history.runs(left).collect::<Vec<_>>(), as_runs(row));
            let turn = left.checked_sub(1).map(|_| turns[turns.len() - left]);
            prop_assert_eq!(history.turn(left), turn);
            for (stones, &winner) in row.iter().enumerate() {
                prop_assert_eq!(history.run(left, stones as u128).winner, winner);
                let ranges: Vec<Taking> = history.options(left, stones as u128).collect();
                let mut single = Vec::new();
                for range in &ranges {
                    prop_assert!(range.fewest <= range.most);
                    prop_assert_eq!(range.winner, range.into.winner);
                    for taken in range.fewest..=range.most {
                        prop_assert!(range.into.contains(stones as u128 - u128::from(taken)));
                        single.push((taken, range.winner));
                    }
                }
                let want: Vec<(u64, Winner)> = turn.map_or(Vec::new(), |turn| {
                    (turn.least()..=turn.most().min(stones as u64))
                        .map(|taken| (taken, rows[left - 1][stones - taken as usize]))
                        .collect()
                });
                prop_assert_eq!(&single, &want);
                // Maximal: neighbours differ.
                prop_assert!(ranges.windows(2).all(|pair| pair[0].winner != pair[1].winner));
                match history.best(left, stones as u128) {
                    Some(best) => {
                        prop_assert_eq!(best.winner, winner);
                        prop_assert!(ranges.contains(&best));
                    }
                    None => prop_assert!(want.is_empty()),
                }
            }
        }
    }

    /// A history that grows from any number of turns on is the one of the whole
    /// schedule, at every step, in narrow numbers and across to wide ones.
    #[test]
    fn law_growing_a_history_and_solving_anew(
        turns in any_schedule(20),
        given in 0usize..20,
        bits in prop_oneof![Just(0u32), 55u32..61],
    ) {
        let turns = stretched(&turns, 1 << bits);
        let given = given.min(turns.len());
        let mut meter = Meter::default();
        let rest = turns.len() - given;
        let pile = TimedPile::new(&turns[rest..], &mut meter).unwrap();
        let mut grown = pile.into_history(&mut meter).unwrap();
        for from in (0..rest).rev() {
            grown.push_front(turns[from], &mut meter).unwrap();
            let anew = TimedPile::new(&turns[from..], &mut meter).unwrap();
            let anew = anew.into_history(&mut meter).unwrap();
            prop_assert_eq!(grown.turns(), anew.turns());
            prop_assert_eq!(grown.vanished(), anew.vanished());
            for left in 0..=anew.turns() {
                prop_assert_eq!(grown.turn(left), anew.turn(left));
                let runs: Vec<Run> = anew.runs(left).collect();
                prop_assert_eq!(grown.runs(left).collect::<Vec<_>>(), runs.clone());
                for run in runs {
                    let options: Vec<Taking> = anew.options(left, run.start).collect();
                    prop_assert_eq!(grown.options(left, run.start).collect::<Vec<_>>(), options);
                }
            }
        }
    }

    /// Bounds and counts times a factor: the same runs times the factor,
    /// though the sums pass 2^63.
    #[test]
    fn law_stretching(turns in any_schedule(20), bits in 55u32..61) {
        // A count just below the multiple of the factor behaves as the
        // multiple before it: where `least` is a multiple too.
        let factor = (1u64 << bits) - 1;
        let mut meter = Meter::default();
        let small = TimedPile::new(&turns, &mut meter).unwrap();
        let wide_turns = stretched(&turns, factor);
        let wide = TimedPile::new(&wide_turns, &mut meter).unwrap();
        let stretch = |run: Run| Run {
            start: run.start * u128::from(factor),
            end: run.end.map(|end| end * u128::from(factor)),
            winner: run.winner,
        };
        let want: Vec<Run> = small.runs().map(stretch).collect();
        prop_assert_eq!(wide.runs().collect::<Vec<_>>(), want.clone());
        let outcomes = wide.outcomes(&mut meter).unwrap();
        for run in &want {
            prop_assert_eq!(outcomes.run(run.start), *run);
            prop_assert_eq!(outcomes.run(run.end.map_or(u128::MAX, |end| end - 1)), *run);
        }
        // Turn by turn the width changes on the way.
        let mut grown = TimedPile::default();
        for &turn in wide_turns.iter().rev() {
            grown.push_front(turn, &mut meter).unwrap();
        }
        prop_assert_eq!(grown.runs().collect::<Vec<_>>(), want);
        let (grown, small) =
            (grown.into_history(&mut meter).unwrap(), small.into_history(&mut meter).unwrap());
        for left in 0..=turns.len() {
            let want: Vec<Run> = small.runs(left).map(stretch).collect();
            prop_assert_eq!(grown.runs(left).collect::<Vec<_>>(), want);
            prop_assert_eq!(grown.turn(left), left.checked_sub(1).map(|_| wide_turns[turns.len() - left]));
        }
    }
}

/// The rules of the pile, for exhaustive play.
struct Pile<'a> {
    turns: &'a [Turn],
    stones: u64,
}

impl Game for Pile<'_> {
    type Position = (usize, u64);
    type Move = u64;

    fn start(&self) -> (usize, u64) {
        (0, self.stones)
    }

    fn mover(&self, &(played, _): &(usize, u64)) -> Player {
        self.turns.get(played).map_or(First, Turn::mover)
    }

    fn options(&self, &(played, stones): &(usize, u64), into: &mut Options<Self>) {
        if let Some(turn) = self.turns.get(played) {
            for taken in turn.least()..=turn.most().min(stones) {
                into.push((taken, (played + 1, stones - taken)));
            }
        }
    }

    fn ending(&self, &(played, _): &(usize, u64)) -> Outcome {
        if played < self.turns.len() { Outcome::Loss } else { Outcome::Tie }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn oracle_every_reachable_position(turns in any_schedule(8), stones in 0u64..40) {
        let game = Pile { turns: &turns, stones };
        let mut meter = Meter::default();
        let truth = exhaustive::outcomes(&game, &game.start(), &mut meter).unwrap();
        let pile = TimedPile::new(&turns, &mut meter).unwrap();
        let history = pile.into_history(&mut meter).unwrap();
        for (position, &outcome) in &truth {
            let winner = history.run(turns.len() - position.0, position.1.into()).winner;
            let found = winner.map_or(Outcome::Tie, |winner| {
                if winner == game.mover(position) { Outcome::Win } else { Outcome::Loss }
            });
            prop_assert_eq!(found, outcome);
        }
    }
}

fn turns(bounds: &[(Player, u64, u64)]) -> Vec<Turn> {
    bounds.iter().filter_map(|&(mover, least, most)| Turn::new(mover, least, most)).collect()
}

fn winners(bounds: &[(Player, u64, u64)], stones: std::ops::Range<u128>) -> Vec<Winner> {
    let mut meter = Meter::default();
    let pile = TimedPile::new(&turns(bounds), &mut meter).unwrap();
    let outcomes = pile.outcomes(&mut meter).unwrap();
    stones.map(|stones| outcomes.winner(stones)).collect()
}

#[test]
fn published_sample_of_arc_174_f() {
    let bounds = [(First, 1, 3), (Second, 1, 2), (First, 3, 4), (Second, 1, 2)];
    let (a, b) = (Some(First), Some(Second));
    let want = [b, a, a, a, b, b, a, a, a, None, None, None];
    assert_eq!(winners(&bounds, 0..12), want);
}

#[test]
fn law_turns_of_one_player_in_a_row_leave_the_rival_one_run() {
    // First must take 2 and then 3: too few below 5, else a tie.
    let bounds = [(First, 2, 9), (First, 3, 3)];
    assert_eq!(winners(&bounds, 0..7), [vec![Some(Second); 5], vec![None; 2]].concat());
}

#[test]
fn law_passes_never_decide() {
    let bounds = [(First, 0, 5), (Second, 0, 0), (First, 0, 2)];
    assert_eq!(winners(&bounds, 0..9), vec![None; 9]);
}

#[test]
fn law_vanishing_last_run_keeps_its_start() {
    // Before First's turn Second wins with 1 stone only, the last run before
    // the drawn one. It vanishes: what is drawn starts where First's run ends,
    // at 0 + 1 + 9 and not at 2 + 1.
    let bounds = [(First, 1, 9), (Second, 1, 1), (First, 1, 1)];
    let want = [vec![Some(Second)], vec![Some(First); 9], vec![None; 3]].concat();
    assert_eq!(winners(&bounds, 0..13), want);
}

#[test]
fn law_limits_stop_the_work_and_spare_the_pile() {
    let schedule = turns(&[(First, 1, 3); 100]);
    let mut tight = Meter::new(Limits { memory: 1000, ..Limits::default() });
    assert!(matches!(TimedPile::new(&schedule, &mut tight), Err(Error::Stopped(_))));
    let mut short = Meter::new(Limits { effort: 50, ..Limits::default() });
    assert!(matches!(TimedPile::new(&schedule, &mut short), Err(Error::Stopped(_))));

    let mut pile = TimedPile::default();
    let mut short = Meter::new(Limits { effort: 3, ..Limits::default() });
    for &turn in &schedule {
        let before = pile.turns();
        if pile.push_front(turn, &mut short).is_err() {
            assert_eq!(pile.turns(), before);
        }
    }
    assert_eq!(pile.turns(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Thousands of boundaries: growing, all at once, and looking back agree,
    /// and options cover what may be taken, run by run.
    #[test]
    fn differential_long_schedules(
        bounds in prop::collection::vec((1u64..1000, 0u64..8, 0u32..20), 1000..3000),
        look in prop::collection::vec((any::<prop::sample::Index>(), 0u64..2_000_000), 1..20),
    ) {
        let turn = |(nth, &(least, slack, dice)): (usize, &(u64, u64, u32))| {
            let mover = Player::alternating(nth + usize::from(dice == 0));
            Turn::new(mover, least, least + slack)
        };
        let turns: Vec<Turn> = bounds.iter().enumerate().filter_map(turn).collect();
        let mut meter = Meter::default();
        let all = TimedPile::new(&turns, &mut meter).unwrap();
        let history = all.clone().into_history(&mut meter).unwrap();
        let mut grown = TimedPile::default();
        let mut at: Vec<usize> = look.iter().map(|(at, _)| at.index(turns.len())).collect();
        at.sort_unstable();
        for &left in &at {
            for &turn in turns[turns.len() - left..turns.len() - grown.turns()].iter().rev() {
                grown.push_front(turn, &mut meter).unwrap();
            }
            prop_assert!(grown.runs().eq(history.runs(left)));
        }
        prop_assert!(all.runs().eq(history.runs(turns.len())));
        for (index, stones) in look {
            let left = index.index(turns.len()) + 1;
            let ranges: Vec<Taking> = history.options(left, stones.into()).collect();
            let turn = turns[turns.len() - left];
            if turn.least() > stones {
                prop_assert!(ranges.is_empty());
                continue;
            }
            prop_assert_eq!(ranges[0].fewest, turn.least());
            prop_assert_eq!(ranges[ranges.len() - 1].most, turn.most().min(stones));
            prop_assert!(ranges.windows(2).all(|pair| pair[0].most + 1 == pair[1].fewest));
            for range in &ranges {
                for taken in [range.fewest, range.most] {
                    prop_assert_eq!(history.run(left - 1, (stones - taken).into()), range.into);
                }
            }
            let best = history.best(left, stones.into()).unwrap();
            prop_assert_eq!(best.winner, history.run(left, stones.into()).winner);
        }
    }
}
