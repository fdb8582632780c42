//! The table of Superglue with every set of glue, against exhaustive play,
//! published counts, and the search with monotone resources.

use perfectplay_analysis::Solver;
use perfectplay_catalogue::superglue::{
    By, Cell, GlueTable, Moves, Superglue, SuperglueSolver, Variant,
};
use perfectplay_game::{Game, Known, Limits, Meter, Outcome, Player, StopReason, exhaustive};
use proptest::prelude::*;

fn at(row: u32, column: u32) -> Cell {
    Cell { row, column }
}

fn cells(rows: u32, columns: u32) -> Vec<Cell> {
    (1..=rows).flat_map(|row| (1..=columns).map(move |column| at(row, column))).collect()
}

fn table(rules: &Superglue) -> GlueTable {
    GlueTable::new(rules, &mut Meter::default()).expect("no limit").expect("a table")
}

/// Every position that play from the start can come to.
fn agrees(rules: &Superglue, table: &GlueTable) -> usize {
    let truth =
        exhaustive::outcomes(rules, &rules.start(), &mut Meter::default()).expect("it ends");
    for (position, outcome) in &truth {
        let wins = (*outcome == Outcome::Win) == (rules.mover(position) == Player::First);
        assert_eq!(table.first_wins(position), Some(wins), "{position:?} of {rules:?}");
    }
    truth.len()
}

#[test]
fn oracle_every_position_of_every_board_up_to_3_by_4() {
    let mut told = 0;
    for (rows, columns) in (1..=3u32).flat_map(|r| (r..=12 / r).map(move |c| (r, c))) {
        let all = cells(rows, columns);
        if all.len() < 2 {
            continue;
        }
        let mut filled = None;
        for (index, &one) in all.iter().enumerate() {
            for &other in &all[index + 1..] {
                // Of the largest boards some placements: each comes to nearly
                // all others.
                if all.len() > 9 && (index, other) != (0, all[all.len() - 1]) {
                    continue;
                }
                let rules = Superglue::new(rows, columns, [one, other], &[]).expect("a board");
                told += agrees(&rules, filled.get_or_insert_with(|| table(&rules)));
            }
        }
    }
    assert!(told > 500_000, "{told}");
}

/// Boards of every variant with much glue.
fn boards(most_free: usize) -> impl Strategy<Value = Superglue> {
    let sizes = (1u32..=4, 2u32..=7).prop_filter("few cells", |(r, c)| r * c >= 3 && r * c <= 14);
    (sizes, any::<[bool; 2]>())
        .prop_flat_map(move |((rows, columns), [king, torus])| {
            let all = cells(rows, columns);
            let least = all.len().saturating_sub(most_free);
            let moves = if king { Moves::King } else { Moves::Rook };
            (
                Just((rows, columns)),
                Just(Variant { moves, glues: 1, torus, walls: Vec::new() }),
                proptest::sample::subsequence(all.clone(), 2),
                proptest::sample::subsequence(all.clone(), least..all.len()),
                proptest::sample::subsequence(all, 0..=2),
            )
        })
        .prop_filter_map("a board", |((rows, columns), variant, chips, mut glue, walls)| {
            glue.retain(|cell| !walls.contains(cell));
            let variant = Variant { walls, ..variant };
            Superglue::variant(rows, columns, variant, [chips[0], chips[1]], &glue)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn oracle_every_variant_with_glue(rules in boards(7)) {
        agrees(&rules, &table(&rules));
    }
}

/// Positions with glue of boards that no exhaustive play decides.
#[test]
fn differential_table_and_search() {
    for (rows, columns) in [(4, 4), (3, 6), (2, 9)] {
        let all = cells(rows, columns);
        let board = |chips, glue: &[Cell]| Superglue::new(rows, columns, chips, glue);
        let filled = table(&board([all[0], all[1]], &[]).expect("a board"));
        let mut dice = 1u64;
        let mut throw = |below: usize| {
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((dice >> 33) % below as u64) as usize
        };
        let mut counts = [0, 0];
        while counts[0] + counts[1] < 400 {
            let chips = [all[throw(all.len())], all[throw(all.len())]];
            let glue: Vec<Cell> =
                (0..throw(all.len() / 2)).map(|_| all[throw(all.len())]).collect();
            let Some(rules) = board(chips, &glue) else { continue };
            let mut solver = SuperglueSolver::new(rules.clone(), By::Search);
            let found = solver.judge(&rules.start(), &mut Meter::default()).expect("no limit");
            let wins = filled.first_wins(&rules.start()).expect("the same board");
            let told = if wins { Outcome::Win } else { Outcome::Loss };
            assert_eq!(found.evaluation.outcome, Known::Exact(told), "{:?}", rules.start());
            counts[usize::from(wins)] += 1;
        }
        assert!(counts[0] > 40 && counts[1] > 40, "{counts:?}");
    }
}

#[test]
fn published_counts_of_won_pairs_with_glue() {
    for (rows, columns, won) in [(2, 6, 109_216), (3, 5, 1_402_160), (4, 4, 3_205_276)] {
        let rules = Superglue::new(rows, columns, [at(1, 1), at(1, 2)], &[]).expect("a board");
        assert_eq!(table(&rules).won(), won, "{rows} x {columns}");
    }
}

#[test]
fn law_limits_and_what_has_no_table() {
    let board = |rows, columns, glues| {
        let variant = Variant { glues, ..Variant::default() };
        Superglue::variant(rows, columns, variant, [at(1, 1), at(1, 2)], &[]).expect("a board")
    };
    let reason = |rules: &Superglue, limits: Limits| {
        let stop = GlueTable::new(rules, &mut Meter::new(limits)).err().expect("a limit");
        stop.reason
    };
    // 5 x 5 takes 300 pairs of 2^25 bits.
    let memory = reason(&board(5, 5, 1), Limits { memory: 1 << 30, ..Limits::default() });
    assert_eq!(memory, StopReason::Memory { needed: 300 << 22, limit: 1 << 30 });
    let memory = reason(&board(6, 7, 1), Limits::default());
    assert!(matches!(memory, StopReason::Memory { .. }));
    let effort = reason(&board(4, 4, 1), Limits { effort: 1000, ..Limits::default() });
    assert_eq!(effort, StopReason::Effort { limit: 1000 });
    for none in [board(3, 3, 2), board(100, 100, 1), board(u32::MAX, u32::MAX, 1)] {
        assert!(GlueTable::new(&none, &mut Meter::default()).expect("no limit").is_none());
    }
    let small = table(&board(3, 3, 1));
    assert_eq!(small.first_wins(&board(4, 4, 1).start()), Some(true));
    let far = Superglue::new(4, 4, [at(1, 1), at(4, 4)], &[]).expect("a board");
    assert_eq!(small.first_wins(&far.start()), None);
}
