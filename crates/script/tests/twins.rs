//! Scripts against the rulesets of the catalogue: the same moves and endings
//! everywhere, and the same outcomes by exhaustive play.

mod common;

use common::{game, pairs, twins};
use perfectplay_catalogue::combination_lock::{CombinationLock, Pattern};
use perfectplay_catalogue::final_stage::{FinalStage, Turn};
use perfectplay_catalogue::geography::{Board, Geography};
use perfectplay_catalogue::interval_game_2::{Interval, IntervalGame};
use perfectplay_catalogue::smart_boy::{Scoring, SmartBoy};
use perfectplay_catalogue::superglue::{Cell, Superglue};
use perfectplay_game::{Game, Meter, Notation, PaysPoints, Player, Tabular, exhaustive};
use perfectplay_script::{Loaded, Loader, Rules};
use proptest::prelude::*;

/// By win, then own points, then the rival's.
fn better(one: &exhaustive::Points, two: &exhaustive::Points) -> bool {
    let key = |points: &exhaustive::Points| (points.wins, points.own, u64::MAX - points.other);
    key(one) > key(two)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn differential_smart_boy(words in prop::collection::vec("[abz]{1,5}", 1..5)) {
        let listed: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
        let script = game("smart-boy.star", &[("words", &format!("[{}]", listed.join(", ")))]);
        let bytes = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        let built_in = SmartBoy::new(bytes, Scoring::default(), Default::default()).expect("letters");
        twins(&script, &built_in);
        let mut meter = Meter::default();
        let ours = exhaustive::points(&script, &script.start(), &mut meter, better).expect("small");
        let theirs =
            exhaustive::points(&built_in, &built_in.start(), &mut meter, better).expect("small");
        for (position, points) in ours {
            let text = script.write_position(&position);
            let text = text.trim_start_matches("second: ");
            let text = if text == "\"\"" { "-" } else { text };
            prop_assert_eq!(points, theirs[&built_in.parse_position(text).expect("a word")]);
            let mut options = Vec::new();
            script.options(&position, &mut options);
            for (chosen, to) in options {
                let points = Tabular::points(&script, &position, &chosen, &to);
                prop_assert_eq!(points, chosen.points());
                prop_assert!(points <= PaysPoints::points(&script, &position, &to));
            }
        }
    }

    #[test]
    fn differential_interval_game_2(
        ends in prop::collection::vec((0i64..9, 1i64..5), 0..8),
    ) {
        let ends: Vec<(i64, i64)> = ends.into_iter().map(|(l, length)| (l, l + length)).collect();
        let script = game("interval-game-2.star", &[("intervals", &format!("{ends:?}"))]);
        let intervals = ends.iter().filter_map(|&(l, r)| Interval::new(l, r)).collect();
        twins(&script, &IntervalGame::new(intervals));
    }

    #[test]
    fn differential_superglue(
        (rows, columns) in prop::sample::select(vec![(1u32, 4u32), (2, 2), (2, 3), (3, 2), (1, 6), (5, 1)]),
        places in any::<[prop::sample::Index; 2]>(),
        glued in any::<u8>(),
    ) {
        let cells: Vec<Cell> = (1..=rows)
            .flat_map(|row| (1..=columns).map(move |column| Cell { row, column }))
            .collect();
        let chips = places.map(|place| cells[place.index(cells.len())]);
        prop_assume!(chips[0] != chips[1]);
        let glue: Vec<Cell> =
            cells.iter().enumerate().filter(|(at, _)| glued >> at & 1 == 1).map(|(_, &cell)| cell).collect();
        let text = |cells: &[Cell]| {
            let cells: Vec<String> =
                cells.iter().map(|cell| format!("({}, {})", cell.row, cell.column)).collect();
            format!("[{}]", cells.join(", "))
        };
        let script = game(
            "superglue.star",
            &[
                ("rows", &rows.to_string()),
                ("columns", &columns.to_string()),
                ("chips", &text(&chips)),
                ("glue", &text(&glue)),
            ],
        );
        twins(&script, &Superglue::new(rows, columns, chips, &glue).expect("a board"));
    }

    #[test]
    fn differential_final_stage(
        turns in prop::collection::vec((any::<bool>(), 0u64..4, 0u64..3), 0..6),
        stones in 0u64..14,
    ) {
        let listed: Vec<String> = turns
            .iter()
            .map(|(first, least, more)| {
                format!("({}, {least}, {})", if *first { "True" } else { "False" }, least + more)
            })
            .collect();
        let set = [("turns", format!("[{}]", listed.join(", "))), ("stones", stones.to_string())];
        let set = set.map(|(name, value)| (name.to_owned(), value));
        let script = Rules::parse("final-stage.star", FINAL_STAGE, &set).expect("rules that run");
        let turns = turns.iter().filter_map(|&(first, least, more)| {
            let mover = if first { Player::First } else { Player::Second };
            Turn::new(mover, least, least + more)
        });
        twins(&script, &FinalStage::new(turns.collect(), stones));
    }

    #[test]
    fn differential_trails_on_graphs(
        edges in prop::collection::vec((0u32..7, 0u32..7), 0..12),
        start in 0u32..7,
    ) {
        let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
        let set = [("edges", format!("{edges:?}")), ("first", start.to_string())];
        let set = set.map(|(name, value)| (name.to_owned(), value));
        // What the catalogue says of the whole graph.
        let names: Vec<String> = (0..7).map(|v| v.to_string()).collect();
        let board = Board::of_vertices(&names, &edges).expect("a graph");
        let built_in = Geography::new(board, start).expect("a vertex");
        // As a graph that is explored.
        let loaded = Loader::default().parse("trail.star", NEIGHBOURS, &set).expect("rules");
        let Loaded::Trails(trails) = loaded else { panic!("a graph") };
        let explored = trails.geography(&mut Meter::default()).expect("a graph");
        twins(&explored, &built_in);
        // As a game of options, whose positions are trails.
        let script = Rules::parse("trail.star", TRAIL, &set).expect("rules that run");
        twins(&script, &built_in);
    }

    #[test]
    fn differential_combination_lock(discs in 1u32..=3, forbidden in any::<u8>()) {
        let patterns: Vec<String> = (0..1 << discs)
            .map(|bits: u32| {
                (0..discs).map(|disc| if bits >> disc & 1 == 1 { '=' } else { '.' }).collect()
            })
            .collect();
        let start = &patterns[0];
        let forbidden: Vec<&String> =
            (1..patterns.len()).filter(|at| forbidden >> at & 1 == 1).map(|at| &patterns[at]).collect();
        let pattern = |text: &str| Pattern::parse(text.as_bytes(), discs).expect("a pattern");
        let forbids: Vec<Pattern> = forbidden.iter().map(|text| pattern(text)).collect();
        let built_in = CombinationLock::new(pattern(start), &forbids).expect("a lock");
        let set = pairs(&[("shown", start), ("forbidden", &format!("{forbidden:?}"))]);
        let loaded = Loader::default().parse("lock.star", LOCK, &set).expect("rules that run");
        let Loaded::Trails(trails) = loaded else { panic!("a graph") };
        twins(&trails.geography(&mut Meter::default()).expect("a graph"), &built_in);
    }
}

const FINAL_STAGE: &str = r#"
turns = parameter("turns", [(True, 1, 2)], "is it First's turn, and the bounds")
stones = parameter("stones", 4, "the pile", least = 0)

def start():
    return (0, stones)

def mover(p):
    if p[0] < len(turns):
        return "first" if turns[p[0]][0] else "second"
    if not turns:
        return "first"
    return "second" if turns[-1][0] else "first"

def ending(p):
    return "tie" if p[0] == len(turns) else None

def options(p):
    played, stones = p
    _, least, most = turns[played]
    return [("take %d" % k, (played + 1, stones - k)) for k in range(least, min(most, stones) + 1)]
"#;

const NEIGHBOURS: &str = r#"
edges = parameter("edges", [], "pairs")
first = parameter("first", 0, "the start")

def start():
    return first

def neighbours(v):
    return [b for a, b in edges if a == v] + [a for a, b in edges if b == v]
"#;

const TRAIL: &str = r#"
edges = parameter("edges", [], "pairs")
first = parameter("first", 0, "the start")

def start():
    return (first, [first])

def options(p):
    v, visited = p
    beside = [b for a, b in edges if a == v] + [a for a, b in edges if b == v]
    beside = sorted(list(set([w for w in beside if w not in visited])))
    return [(w, (w, sorted(visited + [w]))) for w in beside]
"#;

const LOCK: &str = r#"
shown = parameter("shown", "..", "what the locks show first")
forbidden = parameter("forbidden", [], "patterns")

def start():
    return shown

def neighbours(v):
    flipped = [v[:i] + ("=" if v[i] == "." else ".") + v[i + 1:] for i in range(len(v))]
    return [w for w in flipped if w not in forbidden]
"#;
