use perfectplay_game::{Game, Options, Outcome, Player};

use super::tic_tac_toe::LINES;

/// Notakto on one board of three rows of three: both players mark cells alike,
/// and who completes a line loses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notakto;

impl Game for Notakto {
    type Position = u16;
    type Move = u16;

    fn start(&self) -> u16 {
        0
    }

    fn mover(&self, cells: &u16) -> Player {
        Player::alternating(cells.count_ones() as usize)
    }

    fn options(&self, cells: &u16, into: &mut Options<Self>) {
        if LINES.iter().any(|line| cells & line == *line) {
            return;
        }
        into.extend(
            (0..9)
                .map(|cell| 1 << cell)
                .filter(|cell| cells & cell == 0)
                .map(|cell| (cell, cells | cell)),
        );
    }

    fn ending(&self, _: &u16) -> Outcome {
        // The opponent has completed a line.
        Outcome::Win
    }
}
