//! Rules alone.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_game::{Game, Limits, Meter, Options, Outcome, Player, StopReason};
use perfectplay_theories::retrograde::Error;
use perfectplay_theories::retrograde::graph::{GraphBuilder, Step, solve};
use perfectplay_theories::retrograde::hashed::{self, Solved, Unfinished};
use perfectplay_theories::retrograde::store::PositionStore;
use proptest::prelude::*;

use crate::games::{ConnectFour, MuTorere};
use crate::nodes::{Walk, any_nodes, large};
use crate::reference::{self, Node};

type At = (u32, Player);

/// The positions that play can come to.
fn reachable<G: Game>(game: &G, roots: &[G::Position]) -> HashSet<G::Position> {
    let mut met: HashSet<_> = roots.iter().cloned().collect();
    let mut open = roots.to_vec();
    while let Some(from) = open.pop() {
        let mut options = Vec::new();
        game.options(&from, &mut options);
        open.extend(options.into_iter().map(|(_, to)| to).filter(|to| met.insert(to.clone())));
    }
    met
}

/// Where play starts: at a few of the first positions, some of them twice.
fn roots(nodes: &[Node], count: usize) -> Vec<At> {
    let root = |at: usize| ((at % nodes.len().min(4)) as u32, Player::alternating(at / 3));
    (0..count).map(root).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn oracle_every_position_that_play_comes_to(nodes in any_nodes(30), count in 0usize..7) {
        let game = Walk(nodes);
        let roots = roots(&game.0, count);
        let truth = reference::standings(&game.0);
        let met = reachable(&game, &roots);
        for threads in [1, 2, 3] {
            let meter = &mut Meter::default();
            let found = hashed::solve_shared(&game, roots.clone(), threads, meter);
            let found = found.expect("no limit is near");
            prop_assert_eq!(meter.held(), found.bytes());
            prop_assert_eq!(found.positions(), met.len() as u64);
            for at in (0..game.0.len() as u32).flat_map(|at| [(at, Player::First), (at, Player::Second)]) {
                let here = met.contains(&at).then(|| truth[at.0 as usize]);
                prop_assert_eq!(found.standing(&at), here);
            }
            let listed: HashMap<_, _> = found.iter().map(|(at, standing)| (*at, standing)).collect();
            prop_assert_eq!(listed.len(), met.len());
            prop_assert!(listed.iter().all(|(at, standing)| truth[at.0 as usize] == *standing));
            prop_assert_eq!(found.counts().total(), met.len() as u64);
        }
    }

    #[test]
    fn law_what_is_proved_at_a_limit_is_true(
        nodes in any_nodes(30),
        effort in 0u64..150,
        most in 0u64..40,
        threads in 1usize..3,
    ) {
        let game = Walk(nodes);
        let roots = roots(&game.0, 4);
        let truth = reference::standings(&game.0);
        let limits = Limits { effort, positions: most, ..Limits::default() };
        let mut meter = Meter::new(limits);
        let found = hashed::solve_shared(&game, roots.clone(), threads, &mut meter);
        let met = reachable(&game, &roots).len() as u64;
        let found = match found {
            Ok(found) => {
                prop_assert_eq!(found.counts().total(), met);
                found
            }
            Err(Unfinished { why, found }) => {
                let Error::Stopped(stop) = why else { panic!("{why}") };
                if stop.reason == (StopReason::Positions { limit: most }) {
                    prop_assert!(met > most);
                } else {
                    prop_assert_eq!(stop.reason, StopReason::Effort { limit: effort });
                }
                found
            }
        };
        prop_assert_eq!(meter.held(), found.bytes());
        for (at, standing) in found.iter() {
            prop_assert_eq!(standing, truth[at.0 as usize]);
            prop_assert_eq!(found.standing(at), Some(standing));
        }
    }

    #[test]
    fn differential_a_store_and_a_map(items in prop::collection::vec(0u16..600, 0..2000)) {
        let mut store = PositionStore::new();
        let mut map: HashMap<u16, u32> = HashMap::new();
        let meter = &mut Meter::default();
        for item in &items {
            let next = map.len() as u32;
            let number = *map.entry(*item).or_insert(next);
            prop_assert_eq!(store.insert(*item, meter), Ok((number, number == next)));
        }
        prop_assert_eq!(store.len() as usize, map.len());
        prop_assert_eq!(meter.held(), store.bytes());
        for item in 0..600 {
            prop_assert_eq!(store.number(&item), map.get(&item).copied());
        }
        for (number, item) in store.iter().enumerate() {
            prop_assert_eq!(store.position(number as u32), Some(item));
            prop_assert_eq!(map[item] as usize, number);
        }
        prop_assert_eq!(store.position(store.len()), None);
    }
}

/// Positions that all have one hash.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Alike(u32);

impl Hash for Alike {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

#[test]
fn law_a_store_is_right_whatever_the_hashes() {
    let mut store = PositionStore::new();
    let meter = &mut Meter::default();
    for number in 0..2000 {
        assert_eq!(store.insert(Alike(number), meter), Ok((number, true)));
        assert_eq!(store.insert(Alike(number / 2), meter), Ok((number / 2, false)));
    }
    assert_eq!(store.number(&Alike(2000)), None);
}

fn assert_same<P: Eq + Hash + std::fmt::Debug>(one: &Solved<P>, other: &Solved<P>) {
    assert_eq!(one.positions(), other.positions());
    for (position, standing) in one.iter() {
        assert_eq!(other.standing(position), Some(standing), "{position:?}");
    }
}

fn with_threads<G: Game + Sync>(game: &G, threads: usize) -> Solved<G::Position>
where
    G::Position: Send + Sync,
{
    let meter = &mut Meter::default();
    hashed::solve_shared(game, [game.start()], threads, meter).expect("no limit is near")
}

#[test]
fn differential_any_number_of_threads() {
    let connect_four = ConnectFour::new(4, 4);
    let mu_torere = MuTorere { centre_rule: true };
    let walk = Walk(large(60_000, 3));
    let (one, two, three) =
        (with_threads(&connect_four, 1), with_threads(&mu_torere, 1), with_threads(&walk, 1));
    for threads in [0, 2, 3, 9] {
        assert_same(&one, &with_threads(&connect_four, threads));
        assert_same(&two, &with_threads(&mu_torere, threads));
        assert_same(&three, &with_threads(&walk, threads));
    }
}

#[test]
fn differential_rules_and_their_graph() {
    let walk = Walk(large(100_000, 5));
    let roots = (0..walk.0.len() as u32).map(|at| (at, Player::First));
    let meter = &mut Meter::default();
    let found = hashed::solve(&walk, roots, meter).expect("no limit is near");
    let mut builder = GraphBuilder::new();
    for (steps, ending) in &walk.0 {
        builder.push(steps.iter().copied(), *ending, meter).expect("no limit is near");
    }
    let graph = builder.finish(meter).expect("it is one");
    let standings = solve(&graph, meter, 1).expect("no limit is near");
    for (at, standing) in standings.iter().enumerate() {
        assert_eq!(found.standing(&(at as u32, Player::First)), Some(standing));
    }
}

#[test]
fn law_a_draw_is_no_end() {
    let ends = Walk(vec![(vec![Step::passing(1)], Outcome::Loss), (vec![], Outcome::Draw)]);
    let comes_back = Walk(vec![
        (vec![Step::passing(0), Step::passing(1)], Outcome::Loss),
        (vec![], Outcome::Draw),
    ]);
    for game in [ends, comes_back] {
        for threads in [1, 2] {
            let meter = &mut Meter::default();
            let found = hashed::solve_shared(&game, [game.start()], threads, meter);
            assert_eq!(found.unwrap_err().why, Error::EndsInDraw);
        }
    }
}

/// Rules that break their law: what they list depends on how often they were
/// asked.
struct Fickle {
    asked: AtomicU32,
    comes_back: bool,
}

impl Game for Fickle {
    type Position = (u32, Player);
    type Move = u32;

    fn start(&self) -> At {
        (0, Player::First)
    }

    fn mover(&self, at: &At) -> Player {
        at.1
    }

    fn options(&self, &(at, mover): &At, into: &mut Options<Self>) {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        if at < 200 {
            let back = if self.comes_back { at / 2 } else { at + 1 };
            for (chosen, to) in [back, at + 1 + (asked * 7 + at) % 3].into_iter().enumerate() {
                into.push((chosen as u32, (to, mover.other())));
            }
        }
    }
}

#[test]
fn law_fickle_rules_are_told_or_solved_and_never_panic() {
    let mut told = 0;
    for (comes_back, threads) in [(false, 1), (false, 2), (true, 1), (true, 2)] {
        for asked in 0..20 {
            let game = Fickle { asked: AtomicU32::new(asked), comes_back };
            let meter = &mut Meter::default();
            match hashed::solve_shared(&game, [game.start()], threads, meter) {
                Ok(found) => assert_eq!(found.counts().total(), found.positions()),
                Err(unfinished) => {
                    assert_eq!(unfinished.why, Error::Unsteady);
                    told += 1;
                }
            }
        }
    }
    assert!(told > 0);
}

#[test]
fn law_memory_is_announced_and_bounded() {
    let game = ConnectFour::new(4, 4);
    let positions = 161_029;
    for threads in [1, 2] {
        let mut meter = Meter::new(Limits { memory: positions * 20, ..Limits::default() });
        let found = hashed::solve_shared(&game, [game.start()], threads, &mut meter);
        assert_eq!(meter.held(), found.expect("20 bytes a position do").bytes());
        let mut meter = Meter::new(Limits { memory: positions * 10, ..Limits::default() });
        let found = hashed::solve_shared(&game, [game.start()], threads, &mut meter);
        let Unfinished { why, found } = found.unwrap_err();
        assert!(
            matches!(why, Error::Stopped(stop) if matches!(stop.reason, StopReason::Memory { .. }))
        );
        assert_eq!(meter.held(), found.bytes());
        assert!(found.positions() > 50_000);
        let whole = with_threads(&game, 1);
        assert!(found.iter().all(|(at, standing)| whole.standing(at) == Some(standing)));
    }
}
