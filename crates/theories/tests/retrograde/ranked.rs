//! Rules with a numbering of their positions.

use perfectplay_game::{
    Game, Limits, Meter, Options, Outcome, Player, Ranks, Standing, StopReason,
};
use perfectplay_theories::retrograde::graph::{GraphBuilder, Step, solve};
use perfectplay_theories::retrograde::ranked::{self, Solved, Unfinished};
use perfectplay_theories::retrograde::{Error, hashed};
use proptest::prelude::*;

use crate::games::{Heaps, Pursuit};
use crate::nodes::{Walk, any_nodes, large};
use crate::reference::{self, Node};

type At = (u32, Player);

/// A walk with ranks: every third one, so that there are holes.
#[derive(Clone, Debug)]
struct Numbered {
    walk: Walk,
    /// For each position the steps that lead to it.
    leading: Option<Vec<Vec<Step>>>,
    fault: Option<Fault>,
}

/// A law that is broken, at position 0 or about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    OtherRank,
    NoPosition,
    BeforeMisses,
    BeforeAdds,
    RankTooLarge,
    BeforeIsHole,
}

const FAULTS: [Fault; 6] = [
    Fault::OtherRank,
    Fault::NoPosition,
    Fault::BeforeMisses,
    Fault::BeforeAdds,
    Fault::RankTooLarge,
    Fault::BeforeIsHole,
];

impl Numbered {
    fn new(nodes: Vec<Node>, tells: bool) -> Self {
        let mut leading = vec![Vec::new(); nodes.len()];
        for (from, (steps, _)) in nodes.iter().enumerate() {
            for step in steps {
                leading[step.to as usize].push(Step { to: from as u32, ..*step });
            }
        }
        Numbered { walk: Walk(nodes), leading: tells.then_some(leading), fault: None }
    }

    fn is_at_fault(&self, at: &At, fault: Fault) -> bool {
        self.fault == Some(fault) && at.0 == 0
    }
}

impl Game for Numbered {
    type Position = At;
    type Move = usize;

    fn start(&self) -> At {
        self.walk.start()
    }

    fn mover(&self, at: &At) -> Player {
        at.1
    }

    fn options(&self, at: &At, into: &mut Options<Self>) {
        let mut options = Vec::new();
        self.walk.options(at, &mut options);
        into.extend(options);
    }

    fn ending(&self, at: &At) -> Outcome {
        self.walk.ending(at)
    }
}

impl Ranks for Numbered {
    fn size(&self) -> u64 {
        self.walk.0.len() as u64 * 6
    }

    fn rank(&self, at: &At) -> u64 {
        if self.is_at_fault(at, Fault::RankTooLarge) {
            return u64::MAX;
        }
        let shift = u64::from(self.is_at_fault(at, Fault::OtherRank));
        (u64::from(at.0) * 2 + u64::from(at.1 == Player::Second)) * 3 + 1 + shift
    }

    fn unrank(&self, rank: u64) -> Option<At> {
        let at = ((rank / 6) as u32, Player::alternating(rank as usize / 3));
        (rank % 3 == 1 && !self.is_at_fault(&at, Fault::NoPosition)).then_some(at)
    }

    fn before(&self, to: &At, into: &mut Vec<At>) -> bool {
        let Some(leading) = &self.leading else { return false };
        let from = |step: &Step| (step.to, if step.keeps_turn { to.1 } else { to.1.other() });
        into.extend(leading[to.0 as usize].iter().map(from));
        if self.is_at_fault(to, Fault::BeforeMisses) {
            into.pop();
        }
        if self.is_at_fault(to, Fault::BeforeAdds) {
            into.push((0, to.1));
        }
        if self.is_at_fault(to, Fault::BeforeIsHole) {
            into.push((self.walk.0.len() as u32, to.1));
        }
        true
    }
}

fn every(nodes: usize) -> impl Iterator<Item = At> {
    (0..nodes as u32).flat_map(|at| [(at, Player::First), (at, Player::Second)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn oracle_every_position_that_has_a_rank(nodes in any_nodes(30), tells in any::<bool>()) {
        let truth = reference::standings(&nodes);
        let game = Numbered::new(nodes, tells);
        for threads in [1, 2, 3] {
            let meter = &mut Meter::default();
            let found = ranked::solve_shared(&game, threads, meter).expect("no limit is near");
            prop_assert_eq!(meter.held(), found.bytes());
            prop_assert_eq!(found.size(), game.size());
            for at in every(truth.len()) {
                prop_assert_eq!(found.standing(&game, &at), Some(truth[at.0 as usize]));
            }
            for rank in (0..game.size() + 9).filter(|rank| rank % 3 != 1 || *rank >= game.size()) {
                prop_assert_eq!(found.get(rank), None);
            }
            prop_assert_eq!(found.counts().total(), truth.len() as u64 * 2);
            let is_true = |(rank, standing): (u64, Standing)| {
                game.unrank(rank).is_some_and(|at| truth[at.0 as usize] == standing)
            };
            prop_assert!(found.iter().all(is_true));
        }
    }

    #[test]
    fn law_what_is_proved_at_a_limit_is_true(
        nodes in any_nodes(30),
        tells in any::<bool>(),
        effort in 0u64..2000,
        threads in 1usize..3,
    ) {
        let truth = reference::standings(&nodes);
        let game = Numbered::new(nodes, tells);
        let mut meter = Meter::new(Limits { effort, ..Limits::default() });
        let found = match ranked::solve_shared(&game, threads, &mut meter) {
            Ok(found) => {
                prop_assert_eq!(found.counts().total(), truth.len() as u64 * 2);
                found
            }
            Err(Unfinished { why: Error::Stopped(stop), found }) => {
                prop_assert_eq!(stop.reason, StopReason::Effort { limit: effort });
                prop_assert!(found.iter().all(|(_, standing)| standing != Standing::DRAW));
                found
            }
            Err(other) => panic!("{other}"),
        };
        prop_assert_eq!(meter.held(), found.bytes());
        for (rank, standing) in found.iter() {
            let at = game.unrank(rank).expect("it was decided");
            prop_assert_eq!(standing, truth[at.0 as usize]);
        }
    }

    #[test]
    fn law_broken_laws_are_refused(nodes in any_nodes(30), which in 0usize..6, threads in 1usize..3) {
        let fault = FAULTS[which];
        let mut game = Numbered::new(nodes, true);
        game.fault = Some(fault);
        let to_first = |(steps, _): &Node| steps.iter().filter(|step| step.to == 0).count();
        let leading: usize = game.walk.0.iter().map(to_first).sum();
        let from_others: usize = game.walk.0.iter().skip(1).map(to_first).sum();
        let seen = match fault {
            Fault::OtherRank | Fault::RankTooLarge => true,
            Fault::NoPosition => from_others > 0,
            Fault::BeforeMisses => leading > 0,
            // The first eight are looked at.
            Fault::BeforeAdds | Fault::BeforeIsHole => leading < 8,
        };
        let meter = &mut Meter::default();
        match ranked::solve_shared(&game, threads, meter) {
            Err(Unfinished { why: Error::Unlawful { .. }, .. }) => {}
            Err(other) => panic!("{other}"),
            Ok(_) => prop_assert!(!seen, "{fault:?} was not seen"),
        }
    }
}

fn assert_is(game: &Numbered, found: &Solved) {
    let meter = &mut Meter::default();
    let mut builder = GraphBuilder::new();
    for (steps, ending) in &game.walk.0 {
        builder.push(steps.iter().copied(), *ending, meter).expect("no limit is near");
    }
    let graph = builder.finish(meter).expect("it is one");
    let truth = solve(&graph, meter, 1).expect("no limit is near");
    for at in every(game.walk.0.len()) {
        assert_eq!(found.standing(game, &at), truth.get(at.0), "{at:?}");
    }
}

#[test]
fn differential_large_graphs_and_any_number_of_threads() {
    for tells in [false, true] {
        let game = Numbered::new(large(60_000, 11), tells);
        for threads in [1, 2, 3] {
            let meter = &mut Meter::default();
            let found = ranked::solve_shared(&game, threads, meter).expect("no limit is near");
            assert_is(&game, &found);
        }
    }
}

/// A row of positions, each with an option to the next, and others that have
/// ended.
fn row(length: u32, ended: u32) -> Vec<Node> {
    let next = |at: u32| vec![Step::passing(at + 1)];
    let steps = (0..length).map(next).chain((0..=ended).map(|_| Vec::new()));
    steps.map(|steps| (steps, Outcome::Loss)).collect()
}

#[test]
fn law_ends_far_away_are_told_exactly() {
    // Few beyond 255 plies, many, and a row too long for the path.
    for (length, ended) in [(300, 5000), (254, 10), (255, 10), (256, 0), (400, 0), (120_000, 0)] {
        for tells in [false, true] {
            let game = Numbered::new(row(length, ended), tells);
            let meter = &mut Meter::default();
            let found = ranked::solve(&game, meter).expect("no limit is near");
            for at in 0..=length {
                let outcome =
                    if (length - at).is_multiple_of(2) { Outcome::Loss } else { Outcome::Win };
                let truth = Standing::decided(outcome, length - at);
                assert_eq!(found.standing(&game, &(at, Player::First)), Some(truth));
            }
            assert_eq!(meter.held(), found.bytes());
        }
    }
}

#[test]
fn law_games_that_are_none_are_refused() {
    let mut nodes = row(3, 0);
    nodes[3].1 = Outcome::Draw;
    for (tells, threads) in [(false, 1), (true, 1), (false, 2), (true, 2)] {
        let game = Numbered::new(nodes.clone(), tells);
        let found = ranked::solve_shared(&game, threads, &mut Meter::default());
        assert_eq!(found.unwrap_err().why, Error::EndsInDraw);
    }

    #[derive(Clone, Debug)]
    struct Endless;
    impl Game for Endless {
        type Position = u64;
        type Move = u64;
        fn start(&self) -> u64 {
            0
        }
        fn mover(&self, at: &u64) -> Player {
            Player::alternating(*at as usize)
        }
        fn options(&self, at: &u64, into: &mut Options<Self>) {
            into.push((0, at + 1));
        }
    }
    impl Ranks for Endless {
        fn size(&self) -> u64 {
            u64::MAX
        }
        fn rank(&self, at: &u64) -> u64 {
            *at
        }
        fn unrank(&self, rank: u64) -> Option<u64> {
            Some(rank)
        }
    }
    let found = ranked::solve(&Endless, &mut Meter::default());
    assert!(matches!(found.unwrap_err().why, Error::TooLarge { .. }));
}

#[test]
fn law_memory_is_announced_and_bounded() {
    let game = Pursuit { columns: 6, rows: 5, alone: false };
    let ranks = game.size();
    let meter = &mut Meter::new(Limits { memory: ranks * 6, ..Limits::default() });
    let found = ranked::solve(&game, meter).expect("6 bytes a rank do");
    assert_eq!(meter.held(), found.bytes());
    assert!(found.bytes() < ranks * 3 / 2);
    let meter = &mut Meter::new(Limits { memory: ranks * 3, ..Limits::default() });
    let Unfinished { why: Error::Stopped(stop), found } = ranked::solve(&game, meter).unwrap_err()
    else {
        panic!("3 bytes a rank do not do")
    };
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
    assert_eq!(meter.held(), found.bytes());
}

/// Moves that the cops need, if they choose their cells first and the robber
/// then his.
fn capture_time(columns: u32, rows: u32) -> u32 {
    let game = Pursuit { columns, rows, alone: false };
    let found = ranked::solve(&game, &mut Meter::default()).expect("no limit is near");
    let cells = columns * rows;
    let moves = |cops: (u32, u32)| {
        let plies = (0..cells).map(|robber| {
            let standing = found.standing(&game, &(Player::First, [cops.0, cops.1, robber]));
            let Some(Standing { outcome: Outcome::Win, remoteness: Some(plies) }) = standing else {
                panic!("two cops catch him on any grid")
            };
            plies
        });
        plies.max().unwrap_or(0).div_ceil(2)
    };
    let cops = (0..cells).flat_map(|one| (0..cells).map(move |other| (one, other)));
    cops.map(moves).min().unwrap_or(0)
}

/// Mehrabian, *The capture time of grids*, Discrete Mathematics 311 (2011):
/// two cops need floor((m + n) / 2) - 1 moves.
#[test]
fn published_capture_time_of_grids() {
    for (columns, rows) in [(2, 2), (3, 2), (3, 3), (4, 3), (5, 4), (6, 3), (5, 5)] {
        assert_eq!(capture_time(columns, rows), (columns + rows) / 2 - 1, "{columns} x {rows}");
    }
}

/// A grid with a cycle has cop number two: one cop catches nobody who is not
/// beside him.
#[test]
fn published_one_cop_is_not_enough() {
    let game = Pursuit { columns: 4, rows: 3, alone: true };
    let found = ranked::solve(&game, &mut Meter::default()).expect("no limit is near");
    let start = found.standing(&game, &game.start());
    assert_eq!(start, Some(Standing::DRAW));
    let counts = found.counts();
    assert_eq!((counts.total(), counts.ties), (2 * 12 * 12, 0));
    let roots = (0..game.size()).filter_map(|rank| game.unrank(rank));
    let hashed = hashed::solve(&game, roots, &mut Meter::default()).expect("no limit is near");
    assert_eq!(hashed.counts(), counts);
    assert!(hashed.iter().all(|(chase, standing)| found.standing(&game, chase) == Some(standing)));
}

/// Taking up to three of a heap has the Grundy value of its stones modulo four
/// (Berlekamp, Conway and Guy, *Winning Ways*, chapter 4).
#[test]
fn published_heaps_of_a_subtraction_game() {
    let game = Heaps { size: 20 };
    let found = ranked::solve(&game, &mut Meter::default()).expect("no limit is near");
    for rank in 0..game.size() {
        let (_, [one, two, three]) = game.unrank(rank).expect("every rank has a position");
        let lost = (one ^ two ^ three) % 4 == 0;
        let outcome = found.get(rank).expect("it is decided").outcome;
        assert_eq!(outcome == Outcome::Loss, lost);
        assert!(matches!(outcome, Outcome::Loss | Outcome::Win));
    }
}
