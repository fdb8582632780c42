use perfectplay_game::{Game, Options, Player};

/// Hexapawn on any board: a row of pawns each on the first and the last row.
/// A pawn moves one step ahead to an empty cell, or takes one step aslant
/// ahead. Who brings a pawn to the far row wins; who cannot move loses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hexapawn {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
}

/// The mover, and the cells of First's and of Second's pawns as bits, row by
/// row; First moves to larger rows.
pub(crate) type Pawns = (Player, [u64; 2]);

impl Hexapawn {
    fn cell(&self, row: i32, column: i32) -> Option<u64> {
        let on_board = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        on_board.then(|| 1 << (row * self.columns + column))
    }

    fn row(&self, row: i32) -> u64 {
        ((1 << self.columns) - 1) << (row * self.columns)
    }
}

impl Game for Hexapawn {
    type Position = Pawns;
    type Move = (u64, u64);

    fn start(&self) -> Pawns {
        (Player::First, [self.row(0), self.row(self.rows - 1)])
    }

    fn mover(&self, pawns: &Pawns) -> Player {
        pawns.0
    }

    fn options(&self, &(mover, pawns): &Pawns, into: &mut Options<Self>) {
        if pawns[0] & self.row(self.rows - 1) != 0 || pawns[1] & self.row(0) != 0 {
            return;
        }
        let (own, ahead) = match mover {
            Player::First => (0, 1),
            Player::Second => (1, -1),
        };
        for row in 0..self.rows {
            for column in 0..self.columns {
                let from = self.cell(row, column).unwrap_or(0);
                for aslant in [-1, 0, 1] {
                    let Some(to) = self.cell(row + ahead, column + aslant) else { continue };
                    let (mine, theirs) = (pawns[own], pawns[1 - own]);
                    let legal =
                        if aslant == 0 { (mine | theirs) & to == 0 } else { theirs & to != 0 };
                    if mine & from != 0 && legal {
                        let mut next = pawns;
                        next[own] = mine & !from | to;
                        next[1 - own] = theirs & !to;
                        into.push(((from, to), (mover.other(), next)));
                    }
                }
            }
        }
    }
}
