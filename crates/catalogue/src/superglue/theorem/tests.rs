//! What pieces tell, on boards small enough for exhaustive play: a large board
//! is never played out, so the pieces are tried where the truth is known.

use perfectplay_game::{Game, Limits, Meter, Outcome, Player, exhaustive};
use perfectplay_theories::proof_search::Search;
use proptest::prelude::*;

use super::super::rules::{Moves, Variant};
use super::{Board, Cell, Finder, Notation, Pieces, Position, Superglue};

/// A board of up to 16 cells, most of them glued, chips anywhere.
fn boards() -> impl Strategy<Value = Superglue> {
    let sizes = (1u32..=5, 2u32..=7).prop_filter("few cells", |(r, c)| r * c >= 4 && r * c <= 16);
    (sizes, 1u32..=3, any::<bool>()).prop_flat_map(|((rows, columns), glues, king)| {
        let all: Vec<Cell> = (1..=rows)
            .flat_map(|row| (1..=columns).map(move |column| Cell { row, column }))
            .collect();
        let least = all.len().saturating_sub(8);
        (
            proptest::sample::subsequence(all.clone(), 2),
            proptest::sample::subsequence(all.clone(), least..=all.len() - 1),
        )
            .prop_filter_map("two chips", move |(chips, glue)| {
                let moves = if king { Moves::King } else { Moves::Rook };
                let variant = Variant { moves, glues, ..Variant::default() };
                Superglue::variant(rows, columns, variant, [chips[0], chips[1]], &glue)
            })
    })
}

/// The truth at every position that can be reached, as the winner.
fn winners(rules: &Superglue) -> Vec<(Position, Player)> {
    let truth = exhaustive::outcomes(rules, &rules.start(), &mut Meter::default());
    let winner = |(position, outcome): (Position, Outcome)| {
        let mover = position.mover;
        (position, if outcome == Outcome::Win { mover } else { mover.other() })
    };
    truth.expect("a small game").into_iter().map(winner).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn oracle_losses_that_are_found_are_losses(rules in boards()) {
        let mut finder = Finder::new(&rules, &mut Meter::default()).expect("a barrier");
        // With king moves some positions take long: those are passed over, and
        // after too many of them the rest of the board is.
        let mut left = 300_000u64;
        for (position, winner) in winners(&rules) {
            if position.met() || left == 0 {
                continue;
            }
            let effort = left.min(20_000);
            let meter = &mut Meter::new(Limits { effort, ..Limits::default() });
            let found = Pieces::of_loss(&rules, &mut finder, &position, meter);
            left = left.saturating_sub(if found.is_err() { effort } else { 0 });
            if let Ok(Some(pieces)) = found {
                prop_assert_eq!(winner, Player::Second, "{}", rules.write_position(&position));
                let meter = &mut Meter::default();
                let told = pieces.winner(&rules, &position, meter).expect("no limit");
                prop_assert_eq!(told, Some(winner), "{}", rules.write_position(&position));
            }
        }
    }

    #[test]
    fn oracle_wins_on_a_part_are_wins(rules in boards()) {
        for (position, winner) in winners(&rules) {
            let meter = &mut Meter::default();
            let part = Board::around(&rules, position.chips).expect("a small board");
            let Some(core) = part.core(&position).filter(|_| !position.met()) else { continue };
            let strategy = Search::new(part.clone())
                .strategy(core, part.glue(&position), position.to_glue, meter)
                .expect("no limit");
            prop_assert_eq!(!strategy.wins.is_empty(), winner == Player::First);
            if winner == Player::First {
                let pieces = Pieces::of_wins(&rules, &part, strategy, meter).ok().expect("pieces");
                let told = pieces.winner(&rules, &position, meter).expect("no limit");
                prop_assert_eq!(told, Some(winner), "{}", rules.write_position(&position));
            }
        }
    }

    #[test]
    fn oracle_the_theorem_tells_the_truth(rules in boards()) {
        if rules.variant.moves == Moves::King {
            return Ok(());
        }
        let meter = &mut Meter::default();
        let pieces = Pieces::of_all(&rules, meter).ok().expect("the theorem");
        for (position, winner) in winners(&rules) {
            let told = pieces.winner(&rules, &position, meter).expect("no limit");
            prop_assert!(told.is_none_or(|told| told == winner), "{}", rules.write_position(&position));
        }
    }
}

#[test]
fn law_most_losses_are_found() {
    // On boards that are glued up there is little to find, so that the tests
    // above say little if nothing is found: here is how much it is.
    let cell = |row, column| Cell { row, column };
    let glue = [cell(1, 2), cell(1, 3), cell(2, 2), cell(3, 1), cell(2, 5), cell(3, 5)];
    let rules = Superglue::new(3, 5, [cell(1, 1), cell(3, 4)], &glue).expect("a board");
    let mut finder = Finder::new(&rules, &mut Meter::default()).expect("a barrier");
    let (mut found, mut lost) = (0, 0);
    for (position, winner) in winners(&rules) {
        if winner == Player::Second {
            lost += 1;
            let pieces = Pieces::of_loss(&rules, &mut finder, &position, &mut Meter::default());
            found += usize::from(pieces.ok().expect("no limit").is_some());
        }
    }
    assert!(lost > 500 && found * 10 > lost * 9, "{found} of {lost} losses found");
}
