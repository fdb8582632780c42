//! Proof search, which knows nothing of a ruleset but its rules, against
//! exhaustive play on random small games of every ruleset: by both methods, on
//! one thread and on two, with a large table and with one of 64 entries, and
//! with strategies that the checker confirms.
//!
//! Final Stage ends level where the schedule runs out: a tie is no win for
//! either player, so that two questions decide a position there.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::BuildHasher;

use perfectplay_catalogue::coin_turning::{CoinTurning, Coins, Kind};
use perfectplay_catalogue::combination_lock::{CombinationLock, Pattern};
use perfectplay_catalogue::edge_geography::EdgeGeography;
use perfectplay_catalogue::euclid::Euclid;
use perfectplay_catalogue::fibonacci_nim::FibonacciNim;
use perfectplay_catalogue::final_stage::{FinalStage, Turn};
use perfectplay_catalogue::geography::{Board, Geography, MisereGeography};
use perfectplay_catalogue::heap_game::HeapGame;
use perfectplay_catalogue::interval_game_2::{Interval, IntervalGame};
use perfectplay_catalogue::nim::Nim;
use perfectplay_catalogue::rulesets;
use perfectplay_catalogue::smart_boy::{Scoring, SmartBoy};
use perfectplay_catalogue::superglue::{Cell, Moves, Superglue, Variant};
use perfectplay_catalogue::wythoff::Wythoff;
use perfectplay_game::{
    Game, Known, Meter, Notation, NotationError, Options, Outcome, Player, Tabular, exhaustive,
};
use perfectplay_proof::strategy::{self, Part};
use perfectplay_proof::{Claim, Form, open, sink};
use perfectplay_tabulate::searched::{Told, judge};
use perfectplay_theories::closed_form::euclid::End;
use perfectplay_theories::lexicographic::Preference;
use perfectplay_theories::proof_search::proof_numbers::{
    Hints, Method, NoHints, Proof, ProofNumbers, Settings,
};
use proptest::prelude::*;

/// Nothing but that play ends; and whether somebody wins.
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

/// The rules of a game for the checker, with nothing that they declare.
struct Rules<'g, G>(&'g G);

impl<G: Game> Game for Rules<'_, G> {
    type Position = G::Position;
    type Move = G::Move;
    fn start(&self) -> G::Position {
        self.0.start()
    }
    fn mover(&self, position: &G::Position) -> Player {
        self.0.mover(position)
    }
    fn options(&self, position: &G::Position, into: &mut Options<Self>) {
        self.0.options(position, into);
    }
    fn ending(&self, position: &G::Position) -> Outcome {
        self.0.ending(position)
    }
}

impl<G: Notation> Notation for Rules<'_, G> {
    fn write_position(&self, position: &G::Position) -> String {
        self.0.write_position(position)
    }
    fn parse_position(&self, text: &str) -> Result<G::Position, NotationError> {
        self.0.parse_position(text)
    }
    fn write_move(&self, from: &G::Position, chosen: &G::Move) -> String {
        self.0.write_move(from, chosen)
    }
    fn rules(&self) -> String {
        self.0.rules()
    }
}

impl<G: Notation> Tabular for Rules<'_, G> {}

/// A way to search.
#[derive(Clone, Copy, Debug)]
struct Way {
    method: Method,
    full: bool,
    threads: usize,
}

const WAYS: [Way; 6] = [
    Way { method: Method::Deepening, full: false, threads: 1 },
    Way { method: Method::Deepening, full: true, threads: 1 },
    Way { method: Method::ProofNumbers, full: false, threads: 1 },
    Way { method: Method::ProofNumbers, full: true, threads: 1 },
    Way { method: Method::Deepening, full: true, threads: 2 },
    Way { method: Method::ProofNumbers, full: true, threads: 2 },
];

fn search<'g, G, H>(
    (game, hints): (&'g G, &'g H),
    way: Way,
    meter: &mut Meter,
) -> ProofNumbers<'g, G, H>
where
    G: Game + Sync,
    G::Position: Send,
    H: Hints<G> + Sync,
{
    let make = |table: u64, meter: &mut Meter| {
        let settings = Settings { table, threads: way.threads };
        let search = ProofNumbers::new(game, hints, settings, meter).expect("no limit");
        search.by(way.method, meter).expect("no limit")
    };
    if !way.full {
        return make(1 << 16, meter);
    }
    // The largest table of 64 entries at most.
    let entries = |bytes| make(bytes, &mut Meter::default()).capacity();
    let bytes = (1..).map(|n| n * 64).find(|&bytes| entries(bytes) > 64).expect("a size");
    let search = make(bytes - 64, meter);
    assert!(search.capacity() <= 64);
    search
}

/// The checker confirms what a search proved of a position.
fn confirms<G: Notation>(rules: &G, position: &G::Position, proof: &Proof<G::Position>) -> bool {
    let rules = Rules(rules);
    let parts: Vec<_> = (proof.parts.iter())
        .map(|part| Part { player: part.player, ranked: part.ends, positions: &part.positions })
        .collect();
    let mut bytes = Vec::new();
    sink(&mut bytes, Form::Text, |sink| {
        strategy::write(&rules, "game", position, proof.outcome, &parts, sink)
    })
    .expect("it can be written");
    let mut source = open(&bytes[..]).expect("a certificate");
    let claim = Claim::read(source.as_mut()).expect("a claim");
    claim.outcome == Some(proof.outcome)
        && strategy::check(&rules, &claim, source.as_mut(), &mut Meter::default()).is_ok()
        && source.end().is_ok()
}

/// Every position that play can come to, in some ways to search. Gives how many
/// there were; none if that would take long.
fn agrees<G>(rules: &G, ways: &[Way]) -> usize
where
    G: Tabular + Sync + Debug,
    G::Position: Send + Sync + Debug,
{
    let truth = exhaustive::outcomes(rules, &rules.start(), &mut Meter::default()).expect("small");
    if truth.len() > 3000 {
        return 0;
    }
    let level = truth.values().any(|outcome| *outcome == Outcome::Tie);
    let hints = Ends { two_outcomes: !level };
    for &way in ways {
        let mut meter = Meter::default();
        let mut one = search((rules, &hints), way, &mut meter);
        for (position, outcome) in &truth {
            let found = one.outcome(position, &mut meter);
            assert_eq!(found.outcome, Known::Exact(*outcome), "{way:?} {position:?} {rules:?}");
        }
        shows_what_keeps(rules, &truth, way, !level);
        let start = rules.start();
        let proof = search((rules, &hints), way, &mut meter).proof(&start, &mut meter);
        let proof = proof.expect("no limit");
        assert_eq!(proof.outcome, truth[&start], "{way:?} {rules:?}");
        assert!(confirms(rules, &start, &proof), "{way:?} {rules:?}");
        // A search that is not told that play ends.
        let wins =
            search((rules, &NoHints), way, &mut meter).wins(&start, Player::First, &mut meter);
        let first = rules.mover(&start) == Player::First;
        let lost = if first { Outcome::Win } else { Outcome::Loss };
        assert_eq!(wins, Ok(truth[&start] == lost), "{way:?} {rules:?}");
    }
    truth.len()
}

/// With the outcome alone asked for, of one position after the other as play
/// does: a position is worth what exhaustive play says, the option listed first
/// keeps that and is marked, and so is no option that does not.
fn shows_what_keeps<G, S>(
    rules: &G,
    truth: &HashMap<G::Position, Outcome, S>,
    way: Way,
    decisive: bool,
) where
    G: Tabular + Sync + Debug,
    G::Position: Send + Sync + Debug,
    S: BuildHasher,
{
    let hints = Told { ends: true, decisive }.hints(rules);
    let mut meter = Meter::default();
    let mut search = search((rules, &hints), way, &mut meter);
    for (position, outcome) in truth {
        let judged = judge(&mut search, position, false, "", &mut meter);
        let at = || format!("{way:?} {position:?} {rules:?}");
        assert_eq!(judged.stopped, None, "{}", at());
        assert_eq!(judged.evaluation.outcome, Known::Exact(*outcome), "{}", at());
        for (nth, choice) in judged.choices.iter().enumerate() {
            let to = rules.play(position, &choice.chosen).expect("a move");
            let same = rules.mover(&to) == rules.mover(position);
            let got = if same { truth[&to] } else { truth[&to].for_other() };
            assert!(
                agree(&choice.evaluation.outcome, got),
                "{nth} {:?} {}",
                choice.evaluation,
                at()
            );
            assert!(nth > 0 || choice.keeps, "{nth} {:?} {}", choice.evaluation, at());
            assert!(!choice.keeps || got == *outcome, "{nth} {:?} {}", choice.evaluation, at());
        }
    }
}

/// Does what is known hold for the truth?
fn agree(known: &Known<Outcome>, truth: Outcome) -> bool {
    match *known {
        Known::Exact(outcome) => outcome == truth,
        Known::Bounded { least, most } => (least..=most).contains(&truth),
        Known::Unknown => true,
    }
}

/// Threads take long to start: they are tried now and then.
fn ways(dice: u8) -> &'static [Way] {
    if dice < 8 { &WAYS } else { &WAYS[..4] }
}

fn edges() -> impl Strategy<Value = Vec<(String, String)>> {
    let edge = (0..7u32, 0..7u32);
    proptest::collection::vec(edge, 0..10).prop_map(|edges| {
        let kept = edges.into_iter().filter(|(v, w)| v != w);
        let mut named: Vec<_> = kept.map(|(v, w)| (v.to_string(), w.to_string())).collect();
        named.push(("0".to_owned(), "1".to_owned()));
        named
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn oracle_smart_boy(
        words in proptest::collection::vec(proptest::collection::vec(b'a'..=b'd', 1..7), 1..5),
        dice: u8,
    ) {
        let rules = SmartBoy::new(words, Scoring::default(), Preference::default());
        agrees(&rules.expect("letters"), ways(dice));
    }

    #[test]
    fn oracle_interval_game_2(
        pairs in proptest::collection::vec((0..10i64, 1..=4i64), 0..8), dice: u8,
    ) {
        let intervals = pairs.into_iter().filter_map(|(at, long)| Interval::new(at, at + long));
        agrees(&IntervalGame::new(intervals.collect()), ways(dice));
    }

    #[test]
    fn oracle_combination_lock(chosen: u16, start in 0..16u32, discs in 1..=4u32, dice: u8) {
        let start = start % (1 << discs);
        let pattern = |number: u32| {
            let sign = |disc| if number >> disc & 1 == 1 { b'=' } else { b'.' };
            let signs: Vec<u8> = (0..discs).map(sign).collect();
            Pattern::parse(&signs, discs).expect("as many signs")
        };
        // Of 16 patterns so many walks that some are left out.
        let kept = |number: &u32| u32::from(chosen) >> number & 1 == 1 && number % 5 != 4;
        let forbidden: Vec<Pattern> =
            (0..1 << discs).filter(|number| !kept(number) && *number != start).map(pattern).collect();
        agrees(&CombinationLock::new(pattern(start), &forbidden).expect("a game"), ways(dice));
    }

    #[test]
    fn oracle_geography(edges in edges(), start: u32, dice: u8) {
        let board = Board::of_edges(&edges).expect("no self loop");
        let start = start % board.vertices();
        let rules = Geography::new(board, start).expect("a vertex");
        agrees(&rules, ways(dice));
        agrees(&MisereGeography::new(rules), ways(dice));
    }

    #[test]
    fn oracle_edge_geography(edges in edges(), start: u32, dice: u8) {
        let board = Board::of_edges(&edges).expect("no self loop");
        let start = start % board.vertices();
        agrees(&EdgeGeography::new(board, start).expect("a vertex"), ways(dice));
    }

    #[test]
    fn oracle_final_stage(
        turns in proptest::collection::vec((any::<bool>(), 0..=4u64, 0..=3u64), 0..9),
        stones in 0..30u64,
        dice: u8,
    ) {
        let turn = |(second, least, slack): (bool, u64, u64)| {
            let mover = if second { Player::Second } else { Player::First };
            Turn::new(mover, least, least + slack)
        };
        agrees(&FinalStage::new(turns.into_iter().filter_map(turn).collect(), stones), ways(dice));
    }

    #[test]
    fn oracle_heap_game(
        code in proptest::sample::select(vec![
            "0.77", "0.07", "0.137", "4.007", "0.3F", "0.6", "4!.0", "subtract 1,3,4", "all-but 2",
            "0.{1,2!}", "0.45", "0.16",
        ]),
        heaps in proptest::collection::vec(0..7u128, 0..3),
        misere: bool,
        dice: u8,
    ) {
        let code = code.parse().expect("a code");
        let rules = if misere { HeapGame::misere(code, heaps) } else { HeapGame::new(code, heaps) };
        agrees(&rules, ways(dice));
    }

    #[test]
    fn oracle_superglue(
        (rows, columns) in (1..=3u32, 2..=4u32),
        [king, torus] in any::<[bool; 2]>(),
        glues in 1..=2u32,
        [chips, glue, walls] in any::<[u16; 3]>(),
        dice: u8,
    ) {
        let cells = rows * columns;
        let cell = |at: u32| Cell { row: at % cells / columns + 1, column: at % columns + 1 };
        let (one, other) = (u32::from(chips) % cells, u32::from(chips >> 8) % cells);
        let of = |set: u16| {
            let picked = move |at: &u32| u32::from(set) >> at & 1 == 1;
            (0..cells).filter(picked).map(cell).collect::<Vec<_>>()
        };
        let walls = of(walls & chips & glue);
        let moves = if king { Moves::King } else { Moves::Rook };
        let variant = Variant { moves, glues, torus, walls: walls.clone() };
        // Few cells are left, that there are not too many positions.
        let glue: Vec<Cell> = of(glue | 0x0a4a).into_iter().filter(|c| !walls.contains(c)).collect();
        let rules = Superglue::variant(rows, columns, variant, [cell(one), cell(other)], &glue);
        if let Some(rules) = rules {
            agrees(&rules, ways(dice));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn oracle_closed_forms(
        heaps in proptest::collection::vec(0..6u128, 0..4),
        pair in (1..12u128, 1..12u128),
        flags: [bool; 2],
        heads in proptest::collection::btree_set(1..7u128, 0..4),
        dice: u8,
    ) {
        let [misere, to_zero] = flags;
        let ways = ways(dice);
        agrees(&Nim::new(heaps, misere), ways);
        agrees(&Wythoff::new(pair, misere), ways);
        agrees(&FibonacciNim::new(pair.0 + pair.1, pair.1, misere), ways);
        let end = if to_zero { End::Zero } else { End::Equal };
        agrees(&Euclid::new(pair, end, misere), ways);
        let runs: Vec<(u128, u128)> = heads.iter().map(|&head| (head, head)).collect();
        for kind in [Kind::MockTurtles, Kind::Ruler] {
            if let Some(coins) = Coins::of_runs(&runs, Player::First) {
                agrees(&CoinTurning::new(kind, coins, misere), ways);
            }
        }
    }
}

/// Whoever adds a ruleset adds it here too.
#[test]
fn law_every_ruleset_is_above() {
    let above = [
        "combination-lock",
        "edge-geography",
        "euclid",
        "fibonacci-nim",
        "final-stage",
        "geography",
        "heap-game",
        "interval-game-2",
        "mock-turtles",
        "nim",
        "ruler",
        "smart-boy",
        "superglue",
        "wythoff",
    ];
    let mut all: Vec<&str> = rulesets().iter().map(|ruleset| ruleset.about.name).collect();
    all.sort_unstable();
    assert_eq!(all, above);
}
