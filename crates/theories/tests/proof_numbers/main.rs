//! Proof search, by both methods, against the truth on random games given as graphs, with
//! shared positions and with positions that come back; with large tables and
//! with ones of 64 entries; on one thread and on two; and their certificates.

mod certificates;
mod graphs;

use std::sync::atomic::{AtomicU64, Ordering};

use graphs::{Graph, graphs, won_by};
use perfectplay_game::{
    Game, Known, Limits, Meter, Options, Outcome, Player, StopReason, exhaustive,
};
use perfectplay_theories::proof_search::proof_numbers::{
    Hints, Method, NoHints, ProofNumbers, Settings, Strategy, StrategyError,
};
use proptest::prelude::*;

const PLAYERS: [Player; 2] = [Player::First, Player::Second];

const METHODS: [Method; 2] = [Method::ProofNumbers, Method::Deepening];

/// A search by a method.
fn search<'g, G, H>(
    (game, hints): (&'g G, &'g H),
    method: Method,
    settings: Settings,
    meter: &mut Meter,
) -> ProofNumbers<'g, G, H>
where
    G: Game + Sync,
    G::Position: Send,
    H: Hints<G> + Sync,
{
    let search = ProofNumbers::new(game, hints, settings, meter).expect("no limit");
    search.by(method, meter).expect("no limit")
}

/// Nothing comes back, and there are no ties.
struct Ends {
    two_outcomes: bool,
}

impl<G: Game> Hints<G> for Ends {
    fn comes_back(&self) -> bool {
        false
    }
    fn two_outcomes(&self) -> bool {
        self.two_outcomes
    }
}

fn settings(table: u64, threads: usize) -> Settings {
    Settings { table, threads }
}

/// The bytes of 64 entries for positions that are numbers.
fn tiny() -> u64 {
    let graph = Graph { movers: vec![], to: vec![], endings: vec![] };
    let entries = |bytes: u64| {
        let mut meter = Meter::default();
        let search = ProofNumbers::new(&graph, &NoHints, settings(bytes, 1), &mut meter);
        search.expect("no limit").capacity()
    };
    let bytes = (1..).map(|n| n * 64).find(|&bytes| entries(bytes) >= 64).expect("a size");
    assert_eq!(entries(bytes), 64);
    bytes
}

/// Every question at every vertex, in one search and its table.
fn agrees<H: Hints<Graph> + Sync>(graph: &Graph, hints: &H, settings: Settings) {
    for method in METHODS {
        let mut meter = Meter::default();
        let mut search = search((graph, hints), method, settings, &mut meter);
        for attacker in PLAYERS {
            let truth = won_by(graph, attacker);
            for (at, &truth) in truth.iter().enumerate() {
                let found = search.wins(&at, attacker, &mut meter).expect("no limit");
                assert_eq!(found, truth, "{method:?}: {attacker} from {at} of {graph:?}");
            }
        }
    }
}

/// Is it a strategy, by the definition?
fn holds(graph: &Graph, at: usize, strategy: &Strategy<usize>) -> bool {
    let rank_of =
        |at: usize| strategy.positions.iter().find(|(to, _)| *to == at).map(|(_, rank)| *rank);
    let good = |from: u32, to: usize| rank_of(to).is_some_and(|rank| !strategy.ends || rank < from);
    strategy.positions.first().is_some_and(|(first, _)| *first == at)
        && strategy.positions.iter().all(|&(at, rank)| {
            let to = &graph.to[at];
            let own = graph.movers[at] == strategy.player;
            match (to.is_empty(), own) {
                (true, _) => {
                    let ending = graph.endings[at];
                    let ending = if own { ending } else { ending.for_other() };
                    if strategy.wins { ending == Outcome::Win } else { ending != Outcome::Loss }
                }
                (false, true) => to.iter().any(|&to| good(rank, to)),
                (false, false) => to.iter().all(|&to| good(rank, to)),
            }
        })
}

fn strategies_hold<H: Hints<Graph> + Sync>(graph: &Graph, hints: &H, settings: Settings) {
    for (method, attacker) in METHODS.into_iter().flat_map(|m| PLAYERS.map(|p| (m, p))) {
        let truth = won_by(graph, attacker);
        let opponent = won_by(graph, attacker.other());
        for at in 0..graph.to.len() {
            let mut meter = Meter::default();
            let mut search = search((graph, hints), method, settings, &mut meter);
            let strategy = search.strategy(&at, attacker, &mut meter).expect("no limit");
            assert!(holds(graph, at, &strategy), "{method:?}: {strategy:?} from {at} of {graph:?}");
            assert_eq!(strategy.player == attacker, truth[at]);
            // A strategy that is kept to may allow an endless play though the
            // opponent wins by another; it never wins where he does not.
            assert!(!strategy.wins || truth[at] || opponent[at]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn oracle_graphs_with_cycles(graph in graphs(40, true, true)) {
        agrees(&graph, &NoHints, settings(1 << 20, 1));
        agrees(&graph, &NoHints, settings(tiny(), 1));
    }

    #[test]
    fn oracle_graphs_without_cycles(graph in graphs(60, false, true)) {
        agrees(&graph, &NoHints, settings(tiny(), 1));
        agrees(&graph, &Ends { two_outcomes: false }, settings(tiny(), 1));
        agrees(&graph, &Ends { two_outcomes: false }, settings(0, 1));
    }

    #[test]
    fn oracle_strategies(graph in graphs(30, true, true), ends in graphs(30, false, false)) {
        strategies_hold(&graph, &NoHints, settings(1 << 16, 1));
        strategies_hold(&graph, &NoHints, settings(tiny(), 1));
        strategies_hold(&ends, &Ends { two_outcomes: true }, settings(tiny(), 1));
    }

    #[test]
    fn oracle_outcomes(graph in graphs(40, false, true)) {
        let truth = exhaustive::outcomes(&graph, &0, &mut Meter::default()).expect("it ends");
        let ends = Ends { two_outcomes: false };
        for method in METHODS {
            let mut meter = Meter::default();
            let mut exact = search((&graph, &ends), method, settings(tiny(), 1), &mut meter);
            for (&at, &outcome) in &truth {
                prop_assert_eq!(exact.outcome(&at, &mut meter).outcome, Known::Exact(outcome));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn oracle_two_threads(graph in graphs(40, true, true), ends in graphs(60, false, true)) {
        agrees(&graph, &NoHints, settings(1 << 20, 2));
        agrees(&graph, &NoHints, settings(tiny(), 2));
        agrees(&ends, &Ends { two_outcomes: false }, settings(tiny(), 2));
        strategies_hold(&graph, &NoHints, settings(1 << 16, 2));
    }

    #[test]
    fn oracle_large_graphs_with_cycles(graph in graphs(400, true, true)) {
        agrees(&graph, &NoHints, settings(1 << 20, 1));
        agrees(&graph, &NoHints, settings(1 << 14, 1));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn oracle_what_is_known_without_a_search(
        graph in graphs(40, true, true), ends in graphs(40, false, true), asked: u8,
    ) {
        for method in METHODS {
            for (graph, hints) in [(&graph, None), (&ends, Some(Ends { two_outcomes: false }))] {
                let at = usize::from(asked) % graph.to.len();
                match hints {
                    None => remembers(graph, &NoHints, method, at),
                    Some(hints) => remembers(graph, &hints, method, at),
                }
            }
        }
    }
}

/// What a search kept of one question, taken over by another, is true.
fn remembers<H: Hints<Graph> + Sync>(graph: &Graph, hints: &H, method: Method, at: usize) {
    let mut meter = Meter::default();
    let mut first = search((graph, hints), method, settings(1 << 16, 1), &mut meter);
    let wins = first.wins(&at, Player::First, &mut meter).expect("no limit");
    let memory = first.into_memory();
    let mut second =
        ProofNumbers::with_memory(graph, hints, memory, 2, &mut meter).expect("no limit");
    assert_eq!(second.method(), method);
    assert_eq!(second.known(&at, Player::First), Some(wins), "{method:?}: {at} of {graph:?}");
    for attacker in PLAYERS {
        for (at, truth) in won_by(graph, attacker).into_iter().enumerate() {
            let known = second.known(&at, attacker);
            assert!(known.is_none_or(|won| won == truth), "{method:?}: {at} of {graph:?}");
        }
    }
    assert_eq!(second.wins(&at, Player::First, &mut meter), Ok(wins));
}

#[test]
fn law_a_table_that_forgets_does_not_make_the_work_double_with_each_move() {
    let count = 64;
    let graph = Graph {
        movers: (0..count).map(Player::alternating).collect(),
        to: (1..=count).map(|next| (next..count).take(1).collect()).collect(),
        endings: vec![Outcome::Loss; count],
    };
    for bytes in [0, tiny()] {
        let mut meter = Meter::new(Limits { effort: 20_000_000, ..Limits::default() });
        let hints = Ends { two_outcomes: true };
        let mut search =
            search((&graph, &hints), Method::Deepening, settings(bytes, 1), &mut meter);
        assert_eq!(search.wins(&0, Player::First, &mut meter), Ok(true));
        assert_eq!(search.wins(&0, Player::Second, &mut meter), Ok(false));
    }
}

#[test]
fn law_a_draw_and_a_tie_are_no_wins() {
    // 0 and 1 go round, and from 1 Second may leave for a tie.
    let graph = Graph {
        movers: vec![Player::First, Player::Second, Player::First],
        to: vec![vec![1], vec![0, 2], vec![]],
        endings: vec![Outcome::Loss, Outcome::Loss, Outcome::Tie],
    };
    let mut meter = Meter::default();
    let mut search = ProofNumbers::new(&graph, &NoHints, Settings::default(), &mut meter).unwrap();
    let neither = Known::Bounded { least: Outcome::Draw, most: Outcome::Tie };
    assert_eq!(search.outcome(&0, &mut meter).outcome, neither);
}

/// A game too large to decide in a moment: heaps, any number from one of them,
/// and who takes the last stone loses.
struct Heaps;

impl Game for Heaps {
    type Position = (Vec<u8>, Player);
    type Move = (usize, u8);
    fn start(&self) -> Self::Position {
        (vec![3, 5, 7, 9, 10, 12], Player::First)
    }
    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }
    fn options(&self, (heaps, mover): &Self::Position, into: &mut Options<Self>) {
        for (at, &heap) in heaps.iter().enumerate() {
            for left in 0..heap {
                let mut after = heaps.clone();
                after[at] = left;
                into.push(((at, left), (after, mover.other())));
            }
        }
    }
    fn ending(&self, _: &Self::Position) -> Outcome {
        Outcome::Win
    }
}

#[test]
fn law_limits_stop_the_search_and_tell_what_was_found() {
    let limits = Limits { effort: 5000, ..Limits::default() };
    for (threads, method) in [1, 2].into_iter().flat_map(|n| METHODS.map(|m| (n, m))) {
        let mut meter = Meter::new(limits);
        let settings = settings(1 << 20, threads);
        let mut search = search((&Heaps, &NoHints), method, settings, &mut meter);
        let found = search.outcome(&Heaps.start(), &mut meter);
        assert_eq!(found.outcome, Known::Unknown);
        let (stop, unfinished) = found.stopped.expect("a reason");
        assert_eq!(stop.reason, StopReason::Effort { limit: 5000 });
        let unfinished = unfinished.expect("numbers");
        assert!(unfinished.proof > 0 && unfinished.disproof > 0, "{unfinished:?}");
        assert!(meter.spent() >= 5000 && search.nodes() > 0);
    }
    let mut meter = Meter::new(Limits { memory: 1 << 20, ..Limits::default() });
    let large = ProofNumbers::new(&Heaps, &NoHints, settings(2 << 20, 1), &mut meter);
    assert!(matches!(large.err().expect("no room").reason, StopReason::Memory { .. }));
}

#[test]
fn regression_the_whole_table_is_announced_before_any_of_it_is_made() {
    let table = 1 << 40;
    for method in METHODS {
        let mut meter = Meter::new(Limits { memory: table / 2, ..Limits::default() });
        let rules = (&Heaps, &Ends { two_outcomes: true });
        let large = ProofNumbers::with_method(rules, method, settings(table, 3), &mut meter);
        let reason = large.err().expect("no room").reason;
        let StopReason::Memory { needed, .. } = reason else { panic!("{reason:?}") };
        // A table of whole buckets, and histories.
        assert!(needed > table - (1 << 12) && needed < table + (1 << 20), "{needed}");
    }
}

/// Heaps that count the options that they list.
struct Counted(AtomicU64);

impl Game for Counted {
    type Position = <Heaps as Game>::Position;
    type Move = <Heaps as Game>::Move;
    fn start(&self) -> Self::Position {
        (vec![150, 151, 152], Player::First)
    }
    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }
    fn options(&self, position: &Self::Position, into: &mut Options<Self>) {
        let before = into.len();
        Heaps.options(position, into);
        self.0.fetch_add((into.len() - before) as u64, Ordering::Relaxed);
    }
    fn ending(&self, position: &Self::Position) -> Outcome {
        Heaps.ending(position)
    }
    fn first_move(&self, position: &Self::Position) -> Option<Self::Move> {
        position.0.iter().position(|&heap| heap > 0).map(|at| (at, 0))
    }
}

#[test]
fn regression_every_option_that_is_listed_is_effort() {
    const WIDTH: u64 = 150 + 151 + 152;
    let limits = Limits { effort: 20_000, ..Limits::default() };
    for (threads, method) in [1, 2].into_iter().flat_map(|n| METHODS.map(|m| (n, m))) {
        let game = Counted(AtomicU64::new(0));
        let mut meter = Meter::new(limits);
        let settings = settings(1 << 20, threads);
        let rules = (&game, &Ends { two_outcomes: true });
        let mut search =
            ProofNumbers::with_method(rules, method, settings, &mut meter).expect("no limit");
        let found = search.outcome(&game.start(), &mut meter);
        assert!(found.stopped.is_some(), "{method:?}");
        // Each thread may be at one position, and the second tells late.
        let listed = game.0.load(Ordering::Relaxed);
        assert!(threads > 1 || listed <= 20_000 + WIDTH, "{method:?}: {listed}");
        assert!(listed <= meter.spent() + 2 * WIDTH, "{method:?}: {listed}");
        // Nor are more options of options looked at than is allowed.
        let mut options = Vec::new();
        game.options(&game.start(), &mut options);
        let (before, mut looks) = (game.0.load(Ordering::Relaxed), 1000);
        for (_, to) in &options {
            search.known_outcome(to, &mut looks);
        }
        let listed = game.0.load(Ordering::Relaxed) - before;
        assert!(looks == 0 && listed <= 1000 + 2 * WIDTH, "{method:?}: {listed}");
    }
}

#[test]
fn law_a_strategy_is_listed_within_the_limit_on_positions() {
    let start = (vec![2, 3, 5], Player::First);
    let limits = Limits { positions: 3, ..Limits::default() };
    let mut meter = Meter::new(limits);
    let mut search = ProofNumbers::new(&Heaps, &NoHints, Settings::default(), &mut meter).unwrap();
    let refused = search.strategy(&start, Player::First, &mut meter);
    let Err(StrategyError::Stopped(stop)) = refused else { panic!("{refused:?}") };
    assert_eq!(stop.reason, StopReason::Positions { limit: 3 });
}

#[test]
fn law_one_thread_repeats_exactly() {
    let start = (vec![2, 4, 5, 6], Player::First);
    let nodes = |method| {
        let mut meter = Meter::default();
        let mut search = search((&Heaps, &NoHints), method, settings(1 << 16, 1), &mut meter);
        let found = search.outcome(&start, &mut meter);
        (found.outcome, search.nodes(), meter.spent())
    };
    for method in METHODS {
        assert_eq!(nodes(method), nodes(method));
    }
}
