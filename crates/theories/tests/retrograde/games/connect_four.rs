use perfectplay_game::{Game, Options, Outcome, Player};

/// Connect Four on a board of any size.
///
/// The players drop a stone of theirs into a column that is not full, in turn.
/// Who has four in a row, a column or a diagonal wins at once; a full board
/// without is a tie.
///
/// A position is one number: of each column `rows + 1` bits, the lowest row
/// first; a bit is set for a stone of First's, and one above the highest stone.
///
/// ```text
/// row 3   .            0 0 0 1 0 | 1 0
/// row 2   .            ^ column 1, two stones: First's below Second's,
/// row 1   O .            read from the right: 1 0 1
/// row 0   X .
/// ```
#[derive(Clone, Debug)]
pub(crate) struct ConnectFour {
    columns: u32,
    rows: u32,
    /// The lowest bit of each column.
    bottom: u64,
}

impl ConnectFour {
    /// A board of at most 64 bits, a bit more than its rows a column.
    pub(crate) fn new(columns: u32, rows: u32) -> Self {
        assert!(columns * (rows + 1) <= 64 && rows < 16);
        let bottom = (0..columns).fold(0, |bits, column| bits | 1 << (column * (rows + 1)));
        ConnectFour { columns, rows, bottom }
    }

    /// All stones, as bits.
    fn stones(&self, position: u64) -> u64 {
        // The mark above the highest stone, spread down to the bottom of its
        // column: a shift by s brings s bits of the next column down, at the
        // top.
        let height = self.rows + 1;
        let mut spread = position;
        let mut shift = 1;
        while shift < height {
            let kept = self.bottom * ((1 << (height - shift)) - 1);
            spread |= (spread >> shift) & kept;
            shift *= 2;
        }
        let kept = self.bottom * ((1 << self.rows) - 1);
        (spread >> 1) & kept
    }

    fn four(&self, stones: u64) -> bool {
        let height = self.rows + 1;
        [1, height - 1, height, height + 1].into_iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    fn is_over(&self, position: u64, stones: u64) -> bool {
        let of_first = position & stones;
        let last = if stones.count_ones() % 2 == 1 { of_first } else { stones & !of_first };
        self.four(last)
    }
}

impl Game for ConnectFour {
    type Position = u64;
    type Move = u32;

    fn start(&self) -> u64 {
        self.bottom
    }

    fn mover(&self, position: &u64) -> Player {
        Player::alternating(self.stones(*position).count_ones() as usize)
    }

    fn options(&self, position: &u64, into: &mut Options<Self>) {
        let stones = self.stones(*position);
        if self.is_over(*position, stones) {
            return;
        }
        let colour = u64::from(stones.count_ones().is_multiple_of(2));
        let column = (1 << (self.rows + 1)) - 1;
        for chosen in 0..self.columns {
            let at = chosen * (self.rows + 1);
            let place = ((stones >> at & column) + 1) << at;
            if place >> at < 1 << self.rows {
                // The mark moves a row up, and the stone takes its place.
                into.push((chosen, ((position + place) & !place) | (colour * place)));
            }
        }
    }

    fn ending(&self, position: &u64) -> Outcome {
        match self.is_over(*position, self.stones(*position)) {
            true => Outcome::Loss,
            false => Outcome::Tie,
        }
    }
}
