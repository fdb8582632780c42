use perfectplay_game::{Game, Options, Outcome, Player};

/// Dodgem on a board of n rows of n: each player has n - 1 cars. First's start
/// in the left column, above the corner, and move right, up or down; Second's
/// start in the bottom row, right of the corner, and move up, left or right.
/// A car leaves the board over the edge that it drives to: First's over the
/// right one, Second's over the top. Who has brought all own cars off wins; who
/// leaves the opponent without a move loses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dodgem {
    pub(crate) size: u32,
}

/// The mover, and the cells of First's and of Second's cars as bits: row 0 is
/// the top, and column 0 is left.
pub(crate) type Cars = (Player, [u64; 2]);

impl Dodgem {
    fn cell(&self, row: u32, column: u32) -> u64 {
        1 << (row * self.size + column)
    }
}

impl Game for Dodgem {
    type Position = Cars;
    type Move = (u32, u32, Option<(u32, u32)>);

    fn start(&self) -> Cars {
        let last = self.size - 1;
        let first = (0..last).fold(0, |cars, row| cars | self.cell(row, 0));
        let second = (1..self.size).fold(0, |cars, column| cars | self.cell(last, column));
        (Player::First, [first, second])
    }

    fn mover(&self, cars: &Cars) -> Player {
        cars.0
    }

    fn options(&self, &(mover, cars): &Cars, into: &mut Options<Self>) {
        if cars.contains(&0) {
            return;
        }
        let (own, steps) = match mover {
            Player::First => (0, [(0, 1), (-1, 0), (1, 0)]),
            Player::Second => (1, [(-1, 0), (0, -1), (0, 1)]),
        };
        let on_board =
            |at: u32, step: i32| at.checked_add_signed(step).filter(|at| *at < self.size);
        for (row, column) in
            (0..self.size).flat_map(|row| (0..self.size).map(move |column| (row, column)))
        {
            let here = self.cell(row, column);
            if cars[own] & here == 0 {
                continue;
            }
            for (which, (down, right)) in steps.into_iter().enumerate() {
                let mut to = cars;
                to[own] &= !here;
                let target = on_board(row, down).zip(on_board(column, right));
                match target {
                    Some((row, column)) if (cars[0] | cars[1]) & self.cell(row, column) == 0 => {
                        to[own] |= self.cell(row, column);
                    }
                    // The first step is the one ahead, and leads off the board.
                    None if which == 0 => {}
                    _ => continue,
                }
                into.push(((row, column, target), (mover.other(), to)));
            }
        }
    }

    fn ending(&self, (_, cars): &Cars) -> Outcome {
        // Either the opponent is off the board, or has blocked the mover.
        if cars.contains(&0) { Outcome::Loss } else { Outcome::Win }
    }
}
