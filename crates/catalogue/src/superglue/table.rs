use perfectplay_game::{Meter, Player, Stop};

use super::rules::{Cell, Position, Superglue};

/// Cells whose glue is told apart inside a word.
const LOW: usize = 6;

/// The lanes of a word in which the cell of a low bit is glued.
const GLUED: [u64; LOW] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Who wins, for every set of glued cells and every pair of cells that the
/// chips may stand on, First to move.
///
/// One bit a position. The cells are numbered in the order of the board, walls
/// left out, and a set of glue is a number with the bits of its cells:
///
/// ```text
/// glue        high bits: cells 6, 7, ...      low 6 bits: cells 0 to 5
/// words       [high bits][pair of chips]      bit = low bits: a lane
/// ```
///
/// Glue only grows, so the words are worked out from the largest high bits
/// down. What Second may make of a set by a cell of the high bits is then
/// known, 64 sets at a time; inside a word the sets with more glue come first,
/// in 7 rounds over all its lanes.
///
/// Time is about n * p * 2^n / 64 word operations and memory p * 2^n / 8
/// bytes, for n cells and p = n * (n - 1) / 2 pairs: 1.2 GiB for 5 x 5.
///
/// # Examples
///
/// ```
/// use perfectplay_catalogue::superglue::{Cell, GlueTable, Superglue};
/// use perfectplay_game::{Game, Meter};
///
/// let chips = [Cell { row: 1, column: 1 }, Cell { row: 2, column: 6 }];
/// let rules = Superglue::new(2, 6, chips, &[]).expect("a board");
/// let table = GlueTable::new(&rules, &mut Meter::default())?.expect("a small board");
/// assert_eq!(table.won(), 109_216);
/// assert_eq!(table.first_wins(&rules.start()), Some(false));
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
pub struct GlueTable {
    cells: Vec<Cell>,
    pairs: Vec<(usize, usize)>,
    words: Vec<u64>,
    won: u64,
}

/// What is the same for all high bits.
struct Layout {
    cells: usize,
    pairs: Vec<(usize, usize)>,
    /// The number of the pair of two cells, for both orders.
    number: Vec<usize>,
    around: Vec<Vec<usize>>,
    /// For each cell a word for each pair: all ones where a chip of the pair
    /// stands there, so that it cannot be glued.
    taken: Vec<Vec<u64>>,
}

impl Layout {
    fn new(rules: &Superglue, cells: &[Cell]) -> Self {
        let count = cells.len();
        let place = |cell: &Cell| cells.binary_search(cell).ok();
        let steps = |&cell: &Cell| {
            let (around, most) = rules.around(cell);
            around[..most].iter().filter_map(place).collect()
        };
        let mut pairs = Vec::new();
        let mut number = vec![0; count * count];
        for a in 0..count {
            for b in a + 1..count {
                number[a * count + b] = pairs.len();
                number[b * count + a] = pairs.len();
                pairs.push((a, b));
            }
        }
        let taken = (0..count).map(|cell| {
            let here = |&(a, b): &(usize, usize)| if a == cell || b == cell { u64::MAX } else { 0 };
            pairs.iter().map(here).collect()
        });
        let taken = taken.collect();
        Layout { cells: count, number, around: cells.iter().map(steps).collect(), taken, pairs }
    }

    /// The words of one choice of high bits. `above` gives those of more of
    /// them, `bound` and `answered` are room to work in.
    fn work_out<'w>(
        &self,
        high: usize,
        above: impl Fn(usize) -> &'w [u64],
        into: &mut [u64],
        (bound, answered): (&mut [u64], &mut [u64]),
    ) {
        bound.fill(u64::MAX);
        for cell in LOW..self.cells {
            let bit = 1 << (cell - LOW);
            if high & bit == 0 {
                let more = above(high | bit).iter().zip(&self.taken[cell]);
                for (bound, (more, taken)) in bound.iter_mut().zip(more) {
                    *bound &= more | taken;
                }
            }
        }
        let free = |cell: usize| match cell.checked_sub(LOW) {
            None => !GLUED[cell],
            Some(bit) if high >> bit & 1 == 0 => u64::MAX,
            Some(_) => 0,
        };
        let low = LOW.min(self.cells);
        // A round gets the lanes right whose supersets are.
        for _ in 0..=low {
            answered.copy_from_slice(bound);
            for (cell, &glued) in GLUED.iter().enumerate().take(low) {
                let won = into.iter().zip(&self.taken[cell]);
                for (answered, (won, taken)) in answered.iter_mut().zip(won) {
                    *answered &= won >> (1 << cell) | glued | taken;
                }
            }
            for (won, &(a, b)) in into.iter_mut().zip(&self.pairs) {
                let step = |from: usize, other: usize| {
                    let after = self.around[from].iter().map(|&to| match to == other {
                        true => u64::MAX,
                        false => answered[self.number[to * self.cells + other]],
                    });
                    after.fold(0, |all, after| all | after) & free(from)
                };
                *won = step(a, b) | step(b, a);
            }
        }
    }
}

impl GlueTable {
    /// Fills the table of a board; `None` where Second glues more than one cell
    /// in a turn, or where no number of bytes is enough. Effort is counted in words of 64 sets.
    ///
    /// # Errors
    ///
    /// A limit: above all, the table may not fit the limit on memory.
    pub fn new(rules: &Superglue, meter: &mut Meter) -> Result<Option<Self>, Stop> {
        if rules.variant.glues != 1 {
            return Ok(None);
        }
        let area = u64::from(rules.rows) * u64::from(rules.columns);
        // Sets of that many cells fit no memory.
        let count = area.saturating_sub(rules.variant.walls.len() as u64);
        let sets = 1u64.checked_shl(u32::try_from(count.max(6) - 6).unwrap_or(u32::MAX));
        let words = sets.and_then(|sets| sets.checked_mul(count * count.saturating_sub(1) / 2));
        let Some(bytes) = words.and_then(|words| words.checked_mul(8)) else { return Ok(None) };
        meter.hold(bytes)?;
        let cells = (1..=rules.rows)
            .flat_map(|row| (1..=rules.columns).map(move |column| Cell { row, column }));
        let cells: Vec<Cell> = cells.filter(|&cell| !rules.is_wall(cell)).collect();
        let layout = Layout::new(rules, &cells);
        let block = layout.pairs.len();
        let blocks = 1usize << (cells.len().max(LOW) - LOW);
        let mut words = vec![0; blocks * block];
        let (mut bound, mut answered) = (vec![0; block], vec![0; block]);
        // Lanes beyond the sets of a very small board repeat others.
        let lanes = if cells.len() < LOW { (1 << (1 << cells.len())) - 1 } else { u64::MAX };
        let mut won = 0;
        for high in (0..blocks).rev() {
            if let Err(stop) = meter.spend(block as u64) {
                meter.release(bytes);
                return Err(stop);
            }
            let (below, above) = words.split_at_mut((high + 1) * block);
            let more = |other: usize| &above[(other - high - 1) * block..][..block];
            let into = &mut below[high * block..];
            layout.work_out(high, more, into, (&mut bound, &mut answered));
            won += into.iter().map(|word| u64::from((word & lanes).count_ones())).sum::<u64>();
        }
        Ok(Some(GlueTable { cells, pairs: layout.pairs, words, won }))
    }

    /// In how many positions, of an unordered pair of cells and a set of glue,
    /// First to move wins.
    pub fn won(&self) -> u64 {
        self.won
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// Does First win? `None` for a position of another board.
    pub fn first_wins(&self, position: &Position) -> Option<bool> {
        if position.met() {
            return Some(true);
        }
        let place = |cell: &Cell| self.cells.binary_search(cell).ok();
        let [a, b] = position.chips();
        let pair = (place(&a)?, place(&b)?);
        let mut glue = 0usize;
        for cell in position.glue() {
            glue |= 1 << place(&cell)?;
        }
        if position.mover == Player::First {
            return Some(self.look(pair, glue));
        }
        let free = (0..self.cells.len()).filter(|&cell| cell != pair.0 && cell != pair.1);
        let mut free = free.filter(|&cell| glue >> cell & 1 == 0);
        Some(free.all(|cell| self.look(pair, glue | 1 << cell)))
    }

    /// First to move.
    fn look(&self, (a, b): (usize, usize), glue: usize) -> bool {
        let cells = self.cells.len();
        // Pairs of a smaller first cell come before.
        let number = a * (2 * cells - a - 1) / 2 + b - a - 1;
        let word = self.words[(glue >> LOW) * self.pairs.len() + number];
        word >> (glue & ((1 << LOW) - 1)) & 1 == 1
    }
}
