//! Proof search of Superglue, by both methods, on packed positions, against exhaustive
//! play and the closed form; and how many positions it expands.

use perfectplay_catalogue::superglue::{
    Cell, Moves, PackedSuperglue, Superglue, Variant, closed_form,
};
use perfectplay_game::{Game, Meter, Outcome, Player, exhaustive};
use perfectplay_theories::proof_search::proof_numbers::{
    Hints, Method, NoHints, ProofNumbers, Settings,
};
use proptest::prelude::*;

fn at(row: u32, column: u32) -> Cell {
    Cell { row, column }
}

fn cells(rows: u32, columns: u32) -> Vec<Cell> {
    (1..=rows).flat_map(|row| (1..=columns).map(move |column| at(row, column))).collect()
}

/// Small boards of every variant with much glue.
fn boards() -> impl Strategy<Value = Superglue> {
    let sizes = (1u32..=4, 2u32..=5).prop_filter("few cells", |(r, c)| r * c >= 4 && r * c <= 12);
    (sizes, any::<[bool; 2]>(), 1u32..=2)
        .prop_flat_map(|((rows, columns), [king, torus], glues)| {
            let all = cells(rows, columns);
            let least = all.len().saturating_sub(7);
            let moves = if king { Moves::King } else { Moves::Rook };
            (
                Just((rows, columns)),
                Just(Variant { moves, glues, torus, walls: Vec::new() }),
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
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn differential_packed_rules_are_the_rules(rules in boards()) {
        let packed = PackedSuperglue::<u32>::new(&rules).expect("it fits");
        let truth = exhaustive::outcomes(&rules, &rules.start(), &mut Meter::default()).unwrap();
        for (position, outcome) in &truth {
            let small = packed.pack(position).expect("it fits");
            prop_assert_eq!(&packed.unpack(&small), position);
            let (mut options, mut of_small) = (Vec::new(), Vec::new());
            rules.options(position, &mut options);
            packed.options(&small, &mut of_small);
            let mut unpacked: Vec<_> =
                of_small.iter().map(|(chosen, to)| (*chosen, packed.unpack(to))).collect();
            // A torus lists cells in another order.
            for (chosen, to) in options.drain(..) {
                let place = unpacked.iter().position(|other| *other == (chosen, to.clone()));
                prop_assert!(place.is_some());
                unpacked.remove(place.unwrap_or_default());
            }
            prop_assert!(unpacked.is_empty());
            prop_assert_eq!(packed.first_move(&small).is_none(), of_small.is_empty());
            // Symmetry keeps the outcome, where the image can be reached.
            let image = packed.canonical(small);
            prop_assert_eq!(packed.canonical(image), image);
            if let Some(of_image) = truth.get(&packed.unpack(&image)) {
                prop_assert_eq!(of_image, outcome);
            }
        }
    }

    #[test]
    fn oracle_search_is_exhaustive_play(
        rules in boards(),
        tiny: bool,
        pass: bool,
        deepens: bool,
    ) {
        let method = if deepens { Method::Deepening } else { Method::ProofNumbers };
        let packed = PackedSuperglue::<u64>::new(&rules).expect("it fits");
        let packed = if pass { packed.with_pass() } else { packed };
        let table = if tiny { 1 << 11 } else { 1 << 20 };
        let settings = Settings { table, threads: 1 + usize::from(tiny && pass) };
        let mut meter = Meter::default();
        let search = ProofNumbers::new(&packed, &packed, settings, &mut meter).unwrap();
        let mut search = search.by(method, &mut meter).unwrap();
        let plain = ProofNumbers::new(&rules, &NoHints, settings, &mut meter).unwrap();
        let mut plain = plain.by(method, &mut meter).unwrap();
        let truth = exhaustive::outcomes(&rules, &rules.start(), &mut meter).unwrap();
        for (position, outcome) in truth {
            let first_moves = rules.mover(&position) == Player::First;
            let wins = (outcome == Outcome::Win) == first_moves;
            let small = packed.pack(&position).expect("it fits");
            prop_assert_eq!(search.wins(&small, Player::First, &mut meter), Ok(wins));
            prop_assert_eq!(plain.wins(&position, Player::First, &mut meter), Ok(wins));
        }
    }
}

/// Nodes on one thread from the middle of a board, in a table of 4 MiB.
fn nodes([rows, columns, down, right]: [u32; 4], method: Method, pass: bool) -> u64 {
    let (row, column) = ((rows - down).div_ceil(2).max(1), (columns - right).div_ceil(2).max(1));
    let chips = [at(row, column), at(row + down, column + right)];
    let rules = Superglue::new(rows, columns, chips, &[]).expect("a board");
    let packed = PackedSuperglue::<u32>::new(&rules).expect("it fits");
    let packed = if pass { packed.with_pass() } else { packed };
    let mut meter = Meter::default();
    let settings = Settings { table: 4 << 20, threads: 1 };
    let search = ProofNumbers::new(&packed, &packed, settings, &mut meter).unwrap();
    let mut search = search.by(method, &mut meter).unwrap();
    let won = search.wins(&packed.start(), Player::First, &mut meter).unwrap();
    assert_eq!(won, closed_form(chips[0], chips[1]));
    search.nodes()
}

/// The rows of the table in docs/proof-search.md that start with a board.
#[test]
fn regression_node_counts_are_those_of_the_docs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proof-search.md");
    let docs = std::fs::read_to_string(path).expect("the docs");
    let (mut told, mut differ) = (0, Vec::new());
    for line in docs.lines() {
        let items: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", board, apart, _, deepening, numbers, pass, ""] = items[..] else { continue };
        let pair = |text: &str, by: &str| -> Option<(u32, u32)> {
            let (one, other) = text.trim_matches(['(', ')']).split_once(by)?;
            Some((one.trim().parse().ok()?, other.trim().parse().ok()?))
        };
        let (Some((rows, columns)), Some((down, right))) = (pair(board, "x"), pair(apart, ","))
        else {
            continue;
        };
        let ways = [
            (Method::Deepening, false),
            (Method::ProofNumbers, false),
            (Method::ProofNumbers, true),
        ];
        for ((method, pass), count) in ways.into_iter().zip([deepening, numbers, pass]) {
            // Some take long.
            if count == "-" {
                continue;
            }
            let found = nodes([rows, columns, down, right], method, pass);
            if count.replace(',', "").parse() != Ok(found) {
                differ.push(format!("{line} {method:?} found {found}"));
            }
        }
        told += 1;
    }
    assert!(differ.is_empty(), "{differ:#?}");
    assert!(told >= 6, "the table is gone");
}
