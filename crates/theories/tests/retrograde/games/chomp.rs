use perfectplay_game::{Game, Options, Outcome, Player};

/// Chomp: a move chooses a square of a bar and eats it with all that is not
/// left of it or above it. Who eats the last square, the poisoned one, loses.
///
/// Which player moves makes no difference to what follows, so it is told by
/// nothing: the mover is always called First, and each move passes the turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chomp {
    pub(crate) rows: usize,
    pub(crate) columns: u8,
}

/// Whose move it is, and how many squares each row has: never more than the
/// row above it.
pub(crate) type Bar = (Player, [u8; 8]);

impl Game for Chomp {
    type Position = Bar;
    type Move = (usize, u8);

    fn start(&self) -> Bar {
        let mut rows = [0; 8];
        rows[..self.rows].fill(self.columns);
        (Player::First, rows)
    }

    fn mover(&self, bar: &Bar) -> Player {
        bar.0
    }

    fn options(&self, (mover, rows): &Bar, into: &mut Options<Self>) {
        for row in 0..rows.len() {
            for column in 0..rows[row] {
                let mut to = *rows;
                to[row..].iter_mut().for_each(|length| *length = column.min(*length));
                into.push(((row, column), (mover.other(), to)));
            }
        }
    }

    fn ending(&self, _: &Bar) -> Outcome {
        // The opponent has eaten the poisoned square.
        Outcome::Win
    }
}
