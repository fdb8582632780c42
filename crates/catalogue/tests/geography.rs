//! Geography against exhaustive play, on graphs given in every way.

mod common;

use std::fs;
use std::ops::ControlFlow;

use common::load_error;
use perfectplay_analysis::{Analysis, Solver, audit, audit_certificates};
use perfectplay_catalogue::Description;
use perfectplay_catalogue::geography::{
    Board, Family, Geography, GeographySolver, GridError, MisereGeography, MisereGeographySolver,
    Steps,
};
use perfectplay_game::{Known, Meter, Notation, Outcome, Player};
use proptest::prelude::*;

fn audited(board: Board, start: u32) -> usize {
    let start = start % board.vertices();
    let rules = Geography::new(board, start).expect("the start is a vertex");
    audit(&mut GeographySolver::new(rules), &mut Meter::default())
        .expect("agreement with exhaustive play")
}

fn load(text: &str) -> Box<dyn Analysis> {
    let text = format!("game = \"geography\"\n{text}");
    Description::parse("game.toml", &text)
        .and_then(|description| description.load())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The names of the lost starts, in the order of the labels.
fn lost(analysis: &mut dyn Analysis) -> Vec<String> {
    let mut lost = Vec::new();
    let start = analysis.start();
    let labelled = analysis
        .label_all(&start, &mut Meter::default(), &mut |label| {
            if label.evaluation.outcome == Known::Exact(Outcome::Loss) {
                lost.push(label.what.clone());
            }
            ControlFlow::Continue(())
        })
        .expect("a position");
    assert_eq!(labelled.stopped, None);
    lost
}

fn edges() -> impl Strategy<Value = Vec<(String, String)>> {
    let name = || prop::sample::select(vec!["a", "b", "c", "d", "e", "f", "g"]);
    let edge = (name(), name()).prop_map(|(v, w)| (v.to_owned(), w.to_owned()));
    prop::collection::vec(edge, 1..14).prop_map(|mut edges| {
        edges.retain(|(v, w)| v != w);
        edges.push(("a".to_owned(), "b".to_owned()));
        edges
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn oracle_every_position_on_random_graphs(edges in edges(), start: u32) {
        audited(Board::of_edges(&edges).expect("no self loop"), start);
    }

    #[test]
    fn oracle_every_position_on_grids(
        rows in 1..=4usize, columns in 1..=4usize, holes: u16, start: u32,
    ) {
        let cell = |at: usize| if holes >> at & 1 == 1 { '#' } else { '.' };
        let row = |row: usize| (0..columns).map(|at| cell(row * 4 + at)).collect::<String>();
        let picture: Vec<String> = (0..rows).map(row).collect();
        match Board::of_grid(&picture.join("\n")) {
            Ok(board) => {
                // A full 4 x 4 has too many walks for thousands of runs.
                if board.vertices() <= 11 {
                    audited(board, start);
                }
            }
            Err(error) => prop_assert_eq!(error, GridError::Empty),
        }
    }

    #[test]
    fn law_no_text_makes_the_parsers_panic(text in "[.#\n ]{0,20}|\\PC{0,30}|[abc ]{0,9}") {
        let _ = Board::of_grid(&text);
        let board = Board::of_edges(&[("a", "b"), ("b", "c")]).expect("no self loop");
        let _ = Geography::new(board, 0).expect("vertex 0").parse_position(&text);
        let grid = Board::of_grid("..\n.#").expect("a grid");
        let _ = Geography::new(grid, 0).expect("vertex 0").parse_position(&text);
    }
}

#[test]
fn oracle_every_position_on_families() {
    for (family, sizes) in [
        (Family::Petersen, 10..=10),
        (Family::Path, 1..=9),
        (Family::Cycle, 3..=9),
        (Family::Complete, 1..=6),
        (Family::Hypercube, 1..=3),
    ] {
        for size in sizes {
            let board = Board::of_family(family, size).expect("a size that it has");
            for start in [0, board.vertices() / 2, board.vertices() - 1] {
                audited(board.clone(), start);
            }
        }
    }
}

#[test]
fn oracle_every_position_by_other_steps_and_on_random_graphs() {
    for (rows, columns, steps) in
        [(3, 3, Steps::Knight), (3, 4, Steps::Knight), (2, 4, Steps::King), (3, 3, Steps::Sides)]
    {
        audited(Board::of_cells(rows, columns, steps).expect("cells"), 1);
    }
    audited(Board::of_steps("...\n.#.\n...", Steps::King).expect("cells"), 0);
    for seed in 0..40 {
        let (vertices, edges) = (2 + seed as u32 % 6, seed % 9);
        let most = u64::from(vertices * (vertices - 1) / 2);
        audited(Board::of_random(vertices, edges.min(most), seed).expect("edges"), 0);
    }
    audited(Board::of_words("cat cot dot dog cog cart cast").expect("words"), 0);
}

#[test]
fn oracle_every_position_on_hypercubes_with_holes() {
    for holes in [0u32, 0b1, 0b1000_0001, 0b0110_1000, 0b0101_1010, 0b1110_1111] {
        let names: Vec<String> =
            (0..8).filter(|v| holes >> v & 1 == 1).map(|v| format!("\"{v:03b}\"")).collect();
        let text = format!("graph = \"hypercube\"\nsize = 3\nholes = [{}]", names.join(", "));
        let mut loaded = load(&text);
        // The same on a list of the edges that are left.
        let there = |v: u32| holes >> v & 1 == 0;
        let pairs = (0..8u32).flat_map(|v| (0..3).map(move |bit| (v, v ^ 1 << bit)));
        let edges: Vec<String> = pairs
            .filter(|&(v, w)| there(v) && there(w))
            .map(|(v, w)| format!("{v:03b} {w:03b}\n"))
            .chain((0..8).filter(|&v| there(v)).map(|v| format!("v{v:03b} {v:03b}\n").split_off(5)))
            .collect();
        let folder = std::env::temp_dir().join(format!("holes-{}-{holes}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("g.toml"), "game='geography'\nedges-file='list.txt'").unwrap();
        fs::write(folder.join("list.txt"), edges.concat()).unwrap();
        let mut listed = Description::read(&folder.join("g.toml")).unwrap().load().unwrap();
        let (mut one, mut other) = (lost(loaded.as_mut()), lost(listed.as_mut()));
        one.sort();
        other.sort();
        assert_eq!(one, other);
        fs::remove_dir_all(&folder).expect("the folder");
    }
}

#[test]
fn oracle_misere_play_at_every_position() {
    let boards = [
        Board::of_family(Family::Path, 6).unwrap(),
        Board::of_family(Family::Cycle, 7).unwrap(),
        Board::of_family(Family::Complete, 5).unwrap(),
        Board::of_family(Family::Hypercube, 3).unwrap(),
        Board::of_grid("...\n.#.\n...").unwrap(),
        Board::of_random(8, 12, 1).unwrap(),
    ];
    for board in boards {
        let rules = || MisereGeography::new(Geography::new(board.clone(), 0).unwrap());
        let meter = &mut Meter::default();
        audit(&mut MisereGeographySolver::new(rules()), meter).expect("agreement");
        audit_certificates(MisereGeographySolver::new(rules()), meter).expect("certificates");
    }
    // Two vertices and an edge: First has to move, and Second cannot.
    let mut loaded = load("graph = \"path\"\nsize = 2\nplay = \"misere\"");
    assert_eq!(lost(loaded.as_mut()), ["0", "1"]);
}

#[test]
fn published_families_have_known_lost_starts() {
    assert_eq!(lost(load("graph = \"petersen\"").as_mut()), [""; 0]);
    assert_eq!(lost(load("graph = \"path\"\nsize = 5").as_mut()), ["0", "2", "4"]);
    assert_eq!(lost(load("graph = \"cycle\"\nsize = 5").as_mut()), ["0", "1", "2", "3", "4"]);
    assert_eq!(lost(load("graph = \"complete\"\nsize = 3").as_mut()), ["0", "1", "2"]);
    assert_eq!(lost(load("graph = \"hypercube\"\nsize = 7").as_mut()), [""; 0]);
}

#[test]
fn law_one_graph_given_in_every_way_gives_one_answer() {
    let folder = std::env::temp_dir().join(format!("geography-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    // A path of three cells round a corner, and a cell alone.
    let ways = [
        ("grid = \"\"\"\n..#\n.#.\n\"\"\"", ["1,2", "2,1", "2,3"]),
        (
            "edges = [[\"1,1\", \"1,2\"], [\"2,1\", \"1,1\"], [\"2,1\", \"1,1\"]]",
            ["1,2", "2,1", ""],
        ),
        ("edges-file = \"named.txt\"", ["one", "three", "alone"]),
        ("edges-file = \"numbered.txt\"", ["1", "5", "90"]),
        ("edges-file = \"far.txt\"", ["1", "999999999999999999", "90"]),
    ];
    fs::write(folder.join("named.txt"), "# a remark\r\ntwo one\r\n\r\n\tthree  two\r\nalone")
        .unwrap();
    fs::write(folder.join("numbered.txt"), "\u{feff}5 0\n1 0\n90\n0 5\n").unwrap();
    fs::write(folder.join("far.txt"), "999999999999999999 0\r1 0\r90").unwrap();
    for (text, wanted) in ways {
        let path = folder.join("game.toml");
        fs::write(&path, format!("game = \"geography\"\n{text}")).unwrap();
        let description = Description::read(&path).expect("a file");
        let mut analysis = description.load().unwrap_or_else(|error| panic!("{error}"));
        let mut found = lost(analysis.as_mut());
        found.sort_unstable();
        let mut wanted: Vec<&str> = wanted.into_iter().filter(|name| !name.is_empty()).collect();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{text}");
    }
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn law_a_random_list_of_edges_reads_like_the_same_edges_in_code() {
    let folder = std::env::temp_dir().join(format!("geography-list-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut number = 7u64;
    let mut next = |below: u64| {
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (number >> 33) % below
    };
    for prefix in ["", "v"] {
        let edges: Vec<(String, String)> = (0..400)
            .map(|_| (next(300), next(300)))
            .filter(|(v, w)| v != w)
            .map(|(v, w)| (format!("{prefix}{v}"), format!("{prefix}{w}")))
            .collect();
        let list: String = edges.iter().map(|(v, w)| format!("{v}\t{w}\n")).collect();
        fs::write(folder.join("list.txt"), list).unwrap();
        fs::write(folder.join("g.toml"), "game='geography'\nedges-file='list.txt'").unwrap();
        let mut read = Description::read(&folder.join("g.toml")).unwrap().load().unwrap();
        let mut from_file = lost(read.as_mut());
        let rules = Geography::new(Board::of_edges(&edges).unwrap(), 0).unwrap();
        let mut in_code = lost(&mut perfectplay_analysis::Face(GeographySolver::new(rules)));
        assert!(from_file.len() > 20);
        from_file.sort_unstable();
        in_code.sort_unstable();
        assert_eq!(from_file, in_code);
    }
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn law_starting_from_the_last_matching_changes_no_answer() {
    let board = Board::of_family(Family::Hypercube, 6).unwrap();
    let rules = Geography::new(board, 5).unwrap();
    let mut kept = GeographySolver::new(rules.clone());
    let mut at = rules.parse_position("000101").unwrap();
    for ply in 0..40 {
        let judged = kept.judge(&at, &mut Meter::default()).unwrap();
        let fresh = GeographySolver::new(rules.clone()).judge(&at, &mut Meter::default()).unwrap();
        assert_eq!(judged, fresh);
        let Some(choice) = judged.choices.get(ply % 3).or(judged.choices.first()) else { break };
        at = at.to(choice.chosen);
    }
}

#[test]
fn law_the_deciding_fact_is_told() {
    let mut path = load("graph = \"path\"\nsize = 3\nstart = 1");
    let report = path.evaluate("1", &mut Meter::default()).unwrap();
    assert_eq!(report.winner, Some(Player::First));
    assert_eq!(
        report.because,
        "every maximum matching covers the start 1: matching 1 with it, 0 without; 0 is matched \
         with it in one of them"
    );
    let report = path.evaluate("0", &mut Meter::default()).unwrap();
    assert_eq!(report.winner, Some(Player::Second));
    assert_eq!(
        report.because,
        "some maximum matching misses the start 0: matching 1 with it, 1 without; wherever First \
         moves, Second has the matching's edge to go along"
    );
    assert_eq!(report.effort.unit, "edges looked at");
}

#[test]
fn law_positions_are_drawn() {
    let grid = load("grid = \"\"\"\n..#\n...\n#..\"\"\"\nstart = \"1,1\"");
    assert_eq!(grid.draw("1,1 1,2 2,2").unwrap(), "xx#\n.T.\n#..");
    let cube = load("graph = \"hypercube\"\nsize = 3");
    assert_eq!(cube.start(), "000");
    assert_eq!(
        cube.draw("000 001").unwrap(),
        "token on: 001\ncan go to: 011 101\nwas before on (last first): 000"
    );
    let single = load("graph = \"path\"\nsize = 1");
    assert_eq!(
        single.draw("0").unwrap(),
        "token on: 0\ncan go to: none\nwas before on (last first): none"
    );
}

#[test]
fn bad_game_files_name_the_place() {
    for (text, error) in [
        ("", "game.toml:2:1: found no parameter \"graph\", wanted one of graph, grid, edges, "),
        (
            "graph = \"petersen\"\nedges = []",
            "game.toml:3:9: found both graph and edges, wanted one",
        ),
        ("graph = \"star\"", "game.toml:2:9: found \"star\", wanted one of petersen, path, cycle"),
        ("graph = \"path\"", "found no parameter \"size\", wanted size = an integer from 1 to"),
        ("graph = \"cycle\"\nsize = 2", "game.toml:3:8: found 2, wanted an integer from 3 to"),
        (
            "graph = \"complete\"\nsize = 4000000000",
            "found 4000000000, wanted an integer from 1 to 3000",
        ),
        ("graph = \"hypercube\"\nsize = 29", "found 29, wanted an integer from 1 to 28"),
        (
            "graph = \"hypercube\"\nsize = 3\nholes = [\"010\", \"010\"]",
            "game.toml:4:17: found \"010\", wanted 3 bits, of each vertex once",
        ),
        (
            "graph = \"path\"\nsize = 3\nholes = [1]",
            "game.toml:4:9: found holes in another graph, wanted holes beside graph = \"hypercube\"",
        ),
        (
            "graph = \"hypercube\"\nsize = 1\nholes = [\"0\", \"1\"]",
            "found no vertex, wanted a graph with a vertex",
        ),
        ("graph = \"random\"\nsize = 4", "wanted edge-count = an integer from 0 to 6"),
        ("graph = \"random\"\nsize = 4\nedge-count = 7", "wanted an integer from 0 to 6"),
        ("graph = \"petersen\"\nseed = 7", "found seed beside another graph, wanted seed beside"),
        ("grid = \".\"\nseed = 7", "found seed beside grid, wanted seed beside graph only"),
        ("grid = \".\"\nsteps = \"rook\"", "found \"rook\", wanted one of sides, king, knight"),
        ("edges = [[1, 2]]\nsteps = \"king\"", "found steps beside edges"),
        ("grid = \"3000x3000\"", "found too many cells, wanted fewer cells"),
        ("grid = \"0x3\"", "found no free cell"),
        ("words-file = \"no such file\"", "found a file that cannot be read"),
        ("grid = \".\"\nplay = \"reverse\"", "found \"reverse\", wanted one of normal, misere"),
        (
            "grid = \".\"\nburns = \"edges\"",
            "game.toml:3:9: found edge geography, wanted vertices; for edges that burn, game = \"edge-",
        ),
        ("grid = \".\"\ndirected = true", "game.toml:3:12: found a directed graph, wanted false"),
        ("grid = \".\"\nboards = 2", "game.toml:3:10: found a sum of boards, wanted 1"),
        ("graph = \"petersen\"\nsize = 11", "found 11, wanted an integer from 10 to 10"),
        ("grid = \".\"\nsize = 1", "game.toml:3:8: found size beside grid"),
        ("grid = \"\"", "found no free cell, wanted at least one free cell"),
        ("grid = \"##\"", "found no free cell"),
        ("grid = \"..\\n.\"", "found line 2 with 1 cells, after lines of 2, wanted lines of the"),
        ("grid = \"..\\n.x\"", "found 'x' in line 2, wanted . for a free cell or # for a hole"),
        ("edges = []", "game.toml:2:9: found a list of 0, wanted at least one edge"),
        ("edges = [[\"a\"]]", "game.toml:2:10: found a list of 1, wanted a pair of names"),
        ("edges = [[1, 1.5]]", "game.toml:2:14: found a number with a point, wanted a text"),
        ("edges = [[1, 2], [3, 3]]", "game.toml:2:18: found an edge from \"3\" to itself"),
        (
            "edges = [[\"a b\", \"c\"]]",
            "game.toml:2:11: found \"a b\", wanted a name without white",
        ),
        (
            "edges = [[\"\", \"c\"]]",
            "game.toml:2:11: found \"\", wanted a name without white space",
        ),
        ("edges = [[1, -2]]", "game.toml:2:14: found -2, wanted a text in quotes"),
        ("edges-file = \"no such file\"", "found a file that cannot be read"),
        (
            "graph = \"petersen\"\nstart = 10",
            "game.toml:3:9: found 10, wanted the name of a vertex, such",
        ),
        (
            "grid = \".#\"\nstart = \"1,2\"",
            "found \"1,2\", wanted the name of a vertex, such as \"1,1\"",
        ),
    ] {
        let found = load_error(&format!("game = \"geography\"\n{text}"));
        assert!(found.contains(error), "{text:?} gives {found}");
    }
}

#[test]
fn bad_lists_of_edges_name_the_line() {
    let folder = std::env::temp_dir().join(format!("geography-bad-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("g.toml"), "game='geography'\nedges-file='list.txt'").unwrap();
    for (list, error) in [
        ("", "list.txt:1:1: found no vertex, wanted at least one line"),
        ("# only a remark\n\n", "found no vertex"),
        ("1 2\n2 3 4\n", "list.txt:2:5: found \"4\", wanted the end of the line after two names"),
        ("a b\r\n\r\nb  b", "list.txt:3:1: found an edge from \"b\" to itself, wanted two"),
        ("a b\u{a0}c\n", "list.txt:1:3: found \"b\\u{a0}c\", wanted a name without white space"),
    ] {
        fs::write(folder.join("list.txt"), list).unwrap();
        let found = match Description::read(&folder.join("g.toml")).unwrap().load() {
            Ok(_) => panic!("this loads: {list:?}"),
            Err(error) => error.to_string(),
        };
        assert!(found.contains(error), "{list:?} gives {found}");
    }
    fs::write(folder.join("list.txt"), [b'a', 0xff]).unwrap();
    assert!(Description::read(&folder.join("g.toml")).unwrap().load().is_err());
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn bad_positions_name_the_column() {
    let board = Board::of_grid("...\n.#.").unwrap();
    let rules = Geography::new(board, 0).unwrap();
    for (text, column, why) in [
        ("", 1, "found nothing, wanted the vertices visited"),
        ("1,1 2,2", 5, "found \"2,2\", wanted the name of a vertex, such as 1,1"),
        ("1,1 1,3", 5, "found 1,3, wanted a neighbour of 1,1"),
        ("1,1 1,2 1,1", 9, "found 1,1 again, wanted a vertex not visited yet"),
        ("1,1 01,2", 5, "found \"01,2\""),
    ] {
        let error = rules.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text:?}: {error}");
        assert!(error.to_string().contains(why), "{text:?}: {error}");
    }
    let position = rules.parse_position(" 2,3  1,3\t1,2 ").unwrap();
    assert_eq!(rules.write_position(&position), "2,3 1,3 1,2");
}

#[test]
fn law_effort_repeats_and_limits_stop() {
    use perfectplay_game::{Limits, StopReason};
    let run = |limits| {
        let board = Board::of_family(Family::Cycle, 1001).unwrap();
        let mut solver = GeographySolver::new(Geography::new(board, 0).unwrap());
        let start = solver.rules().parse_position("0").unwrap();
        let mut meter = Meter::new(limits);
        solver.judge(&start, &mut meter).map(|_| meter.spent())
    };
    let spent = run(Limits::default()).unwrap();
    assert_eq!(run(Limits { effort: spent, ..Limits::default() }), Ok(spent));
    let stop = run(Limits { effort: spent - 1, ..Limits::default() }).unwrap_err();
    assert_eq!(stop.reason, StopReason::Effort { limit: spent - 1 });
    let stop = run(Limits { memory: 1000, ..Limits::default() }).unwrap_err();
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
}
