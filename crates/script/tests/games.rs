//! The rules files in games/: known facts, and laws that hold for all of them.

mod common;

use std::fs;
use std::path::Path;

use common::{counts, game, listed, listed_from, outcomes};
use perfectplay_game::{Expansion, Game, Meter, Notation, Outcome, Tabular, exhaustive};
use perfectplay_script::{Loaded, Loader, Position, Rules};

fn files() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let names = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".star")).collect();
    names.sort();
    names
}

fn by_options() -> Vec<Rules> {
    let names = files();
    assert!(names.len() >= 14);
    names.iter().filter(|name| *name != "knight.star").map(|name| game(name, &[])).collect()
}

/// Some positions of a game, from the start on.
fn some(rules: &Rules, most: usize) -> Vec<Position> {
    let mut found = vec![rules.start()];
    let mut seen = std::collections::HashSet::from([rules.start()]);
    let mut at = 0;
    while at < found.len() && found.len() < most {
        let options = rules.try_options(&found[at]).expect("rules that run");
        for (_, to) in options {
            if seen.insert(to.clone()) {
                found.push(to);
            }
        }
        at += 1;
    }
    found
}

#[test]
fn law_notations_come_back() {
    for rules in by_options() {
        for position in some(&rules, 600) {
            let text = rules.write_position(&position);
            assert_eq!(rules.parse_position(&text), Ok(position.clone()), "{text}");
            assert!(!text.contains('\n'));
            let mut options = Vec::new();
            rules.options(&position, &mut options);
            for (chosen, to) in options {
                let text = rules.write_move(&position, &chosen);
                assert_eq!(rules.parse_move(&position, &text), Some(chosen.clone()), "{text}");
                assert_eq!(rules.play(&position, &chosen), Some(to));
            }
            assert!(!rules.draw(&position).is_empty());
        }
        assert_eq!(rules.fault(), None);
        assert!(rules.rules().contains(rules.title()));
        assert!(rules.about().is_some());
    }
}

#[test]
fn law_batches_agree_with_single_questions() {
    for rules in by_options() {
        let positions = some(&rules, 1500);
        let mut batch = Expansion::default();
        rules.expand(&positions, &mut batch).expect("rules that run");
        assert_eq!(batch.len(), positions.len());
        let declared = rules.declared();
        for (at, from) in positions.iter().enumerate() {
            let options = rules.try_options(from).expect("rules that run");
            assert_eq!(batch.options(at).len(), options.len());
            for (option, (chosen, to)) in batch.options(at).zip(&options) {
                assert_eq!(option.keeps_turn, rules.mover(from) == rules.mover(to));
                let points = if declared.score.is_some() { chosen.points() } else { 0 };
                assert_eq!(option.points, points);
                let parts = match declared.splits {
                    true => rules.parts(to).expect("rules that run"),
                    false => vec![to.clone()],
                };
                let parts: Vec<_> = parts
                    .iter()
                    .map(|part| rules.canonical(part).expect("rules that run"))
                    .collect();
                assert_eq!(option.parts, parts);
            }
            let ending = if options.is_empty() { rules.ending(from) } else { Outcome::Loss };
            assert_eq!(batch.ending(at), Some(ending));
        }
    }
}

#[test]
fn law_canonical_forms_keep_the_outcome() {
    let avoid = [("avoid", "True")];
    for (name, set) in
        [("tic-tac-toe.star", &[][..]), ("tic-tac-toe.star", &avoid), ("wythoff.star", &[])]
    {
        let rules = game(name, set);
        assert!(rules.declared().symmetric);
        let all = outcomes(&rules);
        for (position, outcome) in &all {
            let form = rules.canonical(position).expect("rules that run");
            assert_eq!(rules.canonical(&form), Ok(form.clone()));
            let truth = all.get(&form).copied().unwrap_or_else(|| {
                exhaustive::outcome(&rules, &form, &mut Meter::default()).expect("a small game")
            });
            assert_eq!(truth, *outcome, "{}", rules.write_position(position));
        }
    }
}

#[test]
fn oracle_parts_add_up() {
    for name in ["kayles-on-a-graph.star", "interval-game-2.star"] {
        let rules = game(name, &[]);
        assert!(rules.declared().splits);
        let grundy = exhaustive::grundy_values(&rules, &rules.start(), &mut Meter::default());
        for (position, value) in grundy.expect("a small game") {
            let parts = rules.parts(&position).expect("rules that run");
            let sum = parts.iter().fold(0, |sum, part| {
                let values = exhaustive::grundy_values(&rules, part, &mut Meter::default());
                sum ^ values.expect("a small game")[part]
            });
            assert_eq!(sum, value, "{}", rules.write_position(&position));
        }
    }
}

#[test]
fn published_tic_tac_toe() {
    let rules = game("tic-tac-toe.star", &[]);
    let all = outcomes(&rules);
    assert_eq!(all.len(), 5478);
    assert_eq!(all[&rules.start()], Outcome::Tie);
    assert_eq!(listed(&rules).positions.len(), 765);
    let avoiding = game("tic-tac-toe.star", &[("avoid", "True")]);
    assert_eq!(outcomes(&avoiding)[&avoiding.start()], Outcome::Tie);
}

#[test]
fn published_connect_four() {
    let rules = game("connect-four.star", &[]);
    let listed = listed(&rules);
    assert_eq!(listed.positions.len(), 161_029);
    let found = listed.solve();
    assert_eq!(counts(found.iter().map(|&(outcome, _)| outcome)), [38_675, 32_234, 90_120, 0]);
    assert_eq!(found[0].0, Outcome::Tie);
}

#[test]
fn published_dodgem() {
    let rules = game("dodgem.star", &[]);
    let listed = listed(&rules);
    assert_eq!(listed.positions.len(), 1963);
    let found = listed.solve();
    assert_eq!(counts(found.iter().map(|&(outcome, _)| outcome)), [1123, 840, 0, 0]);
    assert_eq!(found[0], (Outcome::Win, 19));
}

#[test]
fn published_chomp() {
    let rules = game("chomp.star", &[("rows", "8"), ("columns", "8")]);
    let listed = listed(&rules);
    assert_eq!(listed.positions.len(), 12_870);
    let found = listed.solve();
    assert_eq!(counts(found.iter().map(|&(outcome, _)| outcome))[1], 322);
    assert_eq!(found[0].0, Outcome::Win);
}

#[test]
fn published_toads_and_frogs() {
    // With either player to begin.
    let rules = game("toads-and-frogs.star", &[]);
    let turned = rules.turned(&rules.start()).expect("turns alternate");
    assert_eq!(listed_from(&rules, &[rules.start(), turned]).positions.len(), 1638);
}

#[test]
fn published_wythoff() {
    // Lost are (a, a + k), with a the least number in no such pair before.
    let mut lost = vec![(0, 0)];
    for k in 1..=25 {
        let used = |n: i32| lost.iter().any(|&(a, b)| a == n || b == n);
        let a = (0..).find(|&n| !used(n)).expect("a number");
        lost.push((a, a + k));
    }
    let rules = game("wythoff.star", &[("a", "25"), ("b", "25")]);
    let all = outcomes(&rules);
    assert!(all.len() > 1300);
    for (position, outcome) in all {
        let text = rules.write_position(&position);
        let heaps = text.trim_start_matches("second: ").trim_matches(['(', ')']);
        let (a, b) = heaps.split_once(", ").expect("a pair");
        let [a, b]: [i32; 2] = [a, b].map(|heap| heap.parse().expect("a number"));
        let is_lost = lost.contains(&(a.min(b), a.max(b)));
        assert_eq!(outcome == Outcome::Loss, is_lost, "{text}");
    }
}

#[test]
fn published_kayles() {
    // Kayles is played on a path.
    let path: Vec<String> = (1..12).map(|v| format!("({v}, {})", v + 1)).collect();
    let rules = game("kayles-on-a-graph.star", &[("edges", &format!("[{}]", path.join(", ")))]);
    let values =
        exhaustive::grundy_values(&rules, &rules.start(), &mut Meter::default()).expect("small");
    let expected = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4];
    let mut seen = 0;
    for (length, value) in expected.into_iter().enumerate() {
        let pins: Vec<String> = (1..=length).map(|v| v.to_string()).collect();
        for second in ["", "second: "] {
            let text = format!("{second}[{}]", pins.join(", "));
            let position = rules.parse_position(&text).expect("a position");
            if let Some(&found) = values.get(&position) {
                assert_eq!(found, value, "{text}");
                seen += 1;
            }
        }
    }
    assert!(seen > 12);
    assert_eq!(values[&rules.start()], expected[12]);
}

#[test]
fn law_a_pass_helps_only_once() {
    // Without the pass it is Nim; the pass turns an even sum into another game.
    let rules = game("nim-with-a-pass.star", &[]);
    for (position, outcome) in outcomes(&rules) {
        let text = rules.write_position(&position);
        if let Some(heaps) = text.trim_start_matches("second: ").strip_suffix(", False)") {
            let numbers = heaps.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
            let sum = numbers.fold(0, |sum, n| sum ^ n.parse::<u32>().expect("a number"));
            assert_eq!(outcome == Outcome::Loss, sum == 0, "{text}");
        }
    }
}

#[test]
fn oracle_coins() {
    // Minimax over the ends, by hand.
    fn difference(coins: &[i64]) -> i64 {
        match coins {
            [] => 0,
            [only] => *only,
            [first, .., last] => {
                let (left, right) = (&coins[1..], &coins[..coins.len() - 1]);
                (first - difference(left)).max(last - difference(right))
            }
        }
    }
    let coins = [4, 7, 2, 9, 5, 1];
    let rules = game("coins.star", &[]);
    let better = |one: &exhaustive::Points, two: &exhaustive::Points| {
        one.own as i64 - one.other as i64 > two.own as i64 - two.other as i64
    };
    let points = exhaustive::points(&rules, &rules.start(), &mut Meter::default(), better);
    for (position, points) in points.expect("a small game") {
        let text = rules.write_position(&position);
        let ends = text.trim_start_matches("second: ").trim_matches(['(', ')']);
        let (left, right) = ends.split_once(", ").expect("a pair");
        let left = &coins[left.parse().expect("a number")..right.parse().expect("a number")];
        assert_eq!(points.own as i64 - points.other as i64, difference(left), "{text}");
    }
}

#[test]
fn law_a_chase_has_every_outcome() {
    let listed = listed(&game("chase.star", &[]));
    let [wins, losses, ties, draws] =
        counts(listed.solve().into_iter().map(|(outcome, _)| outcome));
    assert!(wins > 0 && losses > 0 && ties == 0 && draws > 0, "{wins} {losses} {draws}");
}

#[test]
fn law_the_knight_walks_on_a_graph() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/knight.star");
    let loaded = Loader::default().read(&path, &[]).expect("rules that run");
    let Loaded::Trails(trails) = &loaded else { panic!("a graph") };
    assert_eq!((trails.name(), trails.title()), ("knight", "Knight"));
    let graph = trails.graph(&mut Meter::default()).expect("a graph");
    // A board of n x n has 4 (n - 1) (n - 2) leaps.
    assert_eq!((graph.names.len(), graph.edges.len()), (25, 4 * 4 * 3));
    assert!(loaded.rules().is_err());
}
