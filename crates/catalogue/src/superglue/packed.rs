use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use perfectplay_game::{Game, Options, Player};
use perfectplay_theories::proof_search::proof_numbers::Hints;

use super::glue::Glue;
use super::rules::{Cell, Move, Position, Superglue};

/// A set of cells in one word.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many cells fit.
    const CELLS: u32;
    /// No cell.
    const NONE: Self;
    /// The first cell.
    const ONE: Self;
    /// The first of the cells in the set; [`Word::CELLS`] if there is none.
    fn first(self) -> u32;
    /// The lowest eight bits.
    fn byte(self) -> u8;
    /// The lowest bits of a word of 128.
    fn of(cells: u128) -> Self;
    /// As a word of 128.
    fn wide(self) -> u128;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const CELLS: u32 = <$word>::BITS;
            const NONE: Self = 0;
            const ONE: Self = 1;
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            fn byte(self) -> u8 {
                self as u8
            }
            fn of(cells: u128) -> Self {
                cells as $word
            }
            fn wide(self) -> u128 {
                self.into()
            }
        }
    )*};
}

word!(u32, u64, u128);

/// A position of Superglue in few bytes, for tables.
///
/// ```text
/// bit of a cell = (row - 1) * columns + (column - 1)
/// chips           bits of the two, the lesser first; alike where they met
/// to_glue         cells that Second has still to glue; 0: First is to move
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition<W> {
    glue: W,
    chips: [u8; 2],
    to_glue: u8,
}

/// The rules of [`Superglue`] on packed positions: legal moves and the board's
/// symmetries, and nothing else that is known of the game.
///
/// As [`Hints`] it declares the symmetries, that nothing comes back since glue
/// only grows, and that somebody wins; with [`PackedSuperglue::with_pass`]
/// also that a pass would never help Second.
#[derive(Clone, Debug)]
pub struct PackedSuperglue<W> {
    rules: Superglue,
    columns: u32,
    all: W,
    glues: u8,
    pass: bool,
    /// Where a chip may step from each cell.
    around: Vec<W>,
    symmetries: Vec<Symmetry<W>>,
    start: PackedPosition<W>,
}

/// A symmetry of the board.
#[derive(Clone, Debug)]
struct Symmetry<W> {
    /// Where a cell goes.
    cell: Vec<u8>,
    /// Where eight cells go at once: 256 entries for each byte of a set.
    bytes: Vec<W>,
}

impl<W: Word> Symmetry<W> {
    fn new(cell: Vec<u8>) -> Self {
        let mut bytes = Vec::new();
        for low in (0..cell.len()).step_by(8) {
            for set in 0..256u32 {
                let cells = (0..8).filter(|bit| set >> bit & 1 == 1);
                let images = cells.filter_map(|bit| cell.get(low + bit));
                bytes.push(images.fold(W::NONE, |all, &to| all | W::ONE << u32::from(to)));
            }
        }
        Symmetry { cell, bytes }
    }

    fn of_set(&self, mut set: W) -> W {
        let mut all = W::NONE;
        for eight in self.bytes.chunks_exact(256) {
            all = all | eight[usize::from(set.byte())];
            set = if W::CELLS > 8 { set >> 8 } else { W::NONE };
        }
        all
    }

    fn of_chips(&self, chips: [u8; 2]) -> [u8; 2] {
        let [a, b] = chips.map(|chip| self.cell[usize::from(chip)]);
        if a <= b { [a, b] } else { [b, a] }
    }
}

impl<W: Word> PackedSuperglue<W> {
    /// The same game on packed positions; `None` if the board does not fit.
    pub fn new(rules: &Superglue) -> Option<Self> {
        let (rows, columns) = (rules.rows, rules.columns);
        if u64::from(rows) * u64::from(columns) > u64::from(W::CELLS) {
            return None;
        }
        let cells: Vec<Cell> = (1..=rows)
            .flat_map(|row| (1..=columns).map(move |column| Cell { row, column }))
            .collect();
        let number = |cell: Cell| (cell.row - 1) * columns + cell.column - 1;
        let bit = |cell: Cell| W::ONE << number(cell);
        let set = |cells: &[Cell]| cells.iter().fold(W::NONE, |set, &cell| set | bit(cell));
        let around = |&cell: &Cell| {
            let (cells, count) = rules.around(cell);
            set(&cells[..count])
        };
        let free: Vec<Cell> = cells.iter().copied().filter(|&cell| !rules.is_wall(cell)).collect();
        let mut game = PackedSuperglue {
            rules: rules.clone(),
            columns,
            all: set(&free),
            glues: u8::try_from(rules.variant.glues).ok()?,
            pass: false,
            around: cells.iter().map(around).collect(),
            symmetries: Vec::new(),
            start: PackedPosition { glue: W::NONE, chips: [0; 2], to_glue: 0 },
        };
        for map in maps(rows, columns, rules.variant.torus) {
            let symmetry =
                Symmetry::new(cells.iter().map(|&cell| number(map(cell)) as u8).collect());
            if game.keeps(&symmetry) {
                game.symmetries.push(symmetry);
            }
        }
        game.start = game.pack(&rules.start)?;
        Some(game)
    }

    /// The rules that were packed.
    pub(super) fn unpacked(&self) -> &Superglue {
        &self.rules
    }

    /// The same, and the search is told that a pass would never help Second.
    pub fn with_pass(self) -> Self {
        PackedSuperglue { pass: true, ..self }
    }

    /// Does a map keep walls and steps?
    fn keeps(&self, symmetry: &Symmetry<W>) -> bool {
        symmetry.of_set(self.all) == self.all
            && (self.around.iter().zip(&symmetry.cell))
                .all(|(around, &to)| symmetry.of_set(*around) == self.around[usize::from(to)])
    }

    /// A position of the rules; `None` for one of another board.
    pub fn pack(&self, position: &Position) -> Option<PackedPosition<W>> {
        let Glue::Bits { cells, columns } = position.glue else { return None };
        let chips = position.chips.map(|cell| (cell.row - 1) * columns + cell.column - 1);
        let fits = columns == self.columns
            && chips.iter().all(|&chip| (chip as usize) < self.around.len())
            && cells & !self.all.wide() == 0;
        let chips = chips.map(|chip| chip as u8);
        let to_glue = u8::try_from(position.to_glue).ok()?;
        fits.then_some(PackedPosition { glue: W::of(cells), chips, to_glue })
    }

    /// The position of the rules.
    pub fn unpack(&self, position: &PackedPosition<W>) -> Position {
        Position {
            chips: position.chips.map(|chip| self.cell(u32::from(chip))),
            glue: Glue::Bits { cells: position.glue.wide(), columns: self.columns },
            mover: self.mover(position),
            to_glue: u32::from(position.to_glue),
        }
    }

    fn cell(&self, number: u32) -> Cell {
        Cell { row: number / self.columns + 1, column: number % self.columns + 1 }
    }

    /// The cells that Second may glue.
    fn free(&self, position: &PackedPosition<W>) -> W {
        let chips = position.chips.map(|chip| W::ONE << u32::from(chip));
        self.all & !(position.glue | chips[0] | chips[1])
    }

    fn each(mut set: W, mut then: impl FnMut(u32)) {
        loop {
            let cell = set.first();
            if cell >= W::CELLS {
                return;
            }
            set = set & !(W::ONE << cell);
            then(cell);
        }
    }

    /// Where a chip may step.
    fn steps(&self, position: &PackedPosition<W>, chip: u8) -> W {
        let glued = position.glue & W::ONE << u32::from(chip) != W::NONE;
        if glued { W::NONE } else { self.around[usize::from(chip)] }
    }
}

/// A map of the board's cells.
type Map = Box<dyn Fn(Cell) -> Cell>;

/// Turns and reflections, and shifts of a torus, each once; not all of them
/// need keep the walls.
fn maps(rows: u32, columns: u32, torus: bool) -> Vec<Map> {
    let mut all: Vec<Map> = Vec::new();
    let shifts = if torus { (rows, columns) } else { (1, 1) };
    for turned in [false, true] {
        if turned && rows != columns {
            continue;
        }
        for kind in 0..4u32 {
            for down in 0..shifts.0 {
                for right in 0..shifts.1 {
                    all.push(Box::new(move |cell: Cell| {
                        let (mut row, mut column) = (cell.row - 1, cell.column - 1);
                        if turned {
                            (row, column) = (column, row);
                        }
                        if kind & 1 == 1 {
                            row = rows - 1 - row;
                        }
                        if kind & 2 == 2 {
                            column = columns - 1 - column;
                        }
                        let (row, column) = ((row + down) % rows, (column + right) % columns);
                        Cell { row: row + 1, column: column + 1 }
                    }));
                }
            }
        }
    }
    all
}

impl<W: Word> Game for PackedSuperglue<W> {
    type Position = PackedPosition<W>;
    type Move = Move;

    fn start(&self) -> PackedPosition<W> {
        self.start
    }

    fn mover(&self, position: &PackedPosition<W>) -> Player {
        let second = position.to_glue > 0 || position.chips[0] == position.chips[1];
        if second { Player::Second } else { Player::First }
    }

    fn options(&self, position: &PackedPosition<W>, into: &mut Options<Self>) {
        let [a, b] = position.chips;
        if self.mover(position) == Player::First {
            for (chip, other) in [(a, b), (b, a)] {
                let from = self.cell(u32::from(chip));
                Self::each(self.steps(position, chip), |to| {
                    let step = Move::Step { from, to: self.cell(to) };
                    let to = to as u8;
                    let chips = [to.min(other), to.max(other)];
                    let to_glue = self.glues;
                    into.push((step, PackedPosition { glue: position.glue, chips, to_glue }));
                });
            }
        } else if a != b {
            let free = self.free(position);
            Self::each(free, |cell| {
                let glue = position.glue | W::ONE << cell;
                // A turn ends early where nothing is left to glue.
                let left = free & !(W::ONE << cell) != W::NONE;
                let to_glue = if left { position.to_glue.saturating_sub(1) } else { 0 };
                into.push((
                    Move::Glue(self.cell(cell)),
                    PackedPosition { glue, to_glue, ..*position },
                ));
            });
        }
    }

    fn first_move(&self, position: &PackedPosition<W>) -> Option<Move> {
        let [a, b] = position.chips;
        if self.mover(position) == Player::First {
            [a, b].into_iter().find_map(|chip| {
                let to = self.steps(position, chip).first();
                let from = self.cell(u32::from(chip));
                (to < W::CELLS).then(|| Move::Step { from, to: self.cell(to) })
            })
        } else {
            let cell = self.free(position).first();
            (a != b && cell < W::CELLS).then(|| Move::Glue(self.cell(cell)))
        }
    }
}

impl<W: Word> Hints<PackedSuperglue<W>> for PackedSuperglue<W> {
    /// The least of the images; that of the chips is looked at first, so that
    /// few sets of glue have to be turned.
    fn canonical(&self, position: PackedPosition<W>) -> PackedPosition<W> {
        let mut best = position;
        for symmetry in &self.symmetries {
            let chips = symmetry.of_chips(position.chips);
            if chips > best.chips {
                continue;
            }
            let glue = symmetry.of_set(position.glue);
            if (chips, glue) < (best.chips, best.glue) {
                (best.chips, best.glue) = (chips, glue);
            }
        }
        best
    }

    fn passed(&self, position: &PackedPosition<W>, attacker: Player) -> Option<PackedPosition<W>> {
        let asked = self.pass && attacker == Player::First && position.to_glue > 0;
        let going_on = position.chips[0] != position.chips[1];
        (asked && going_on).then_some(PackedPosition { to_glue: 0, ..*position })
    }

    /// The step, or the cell that is glued.
    fn kind(&self, chosen: &Move) -> u32 {
        let number = |cell: Cell| (cell.row - 1) * self.columns + cell.column - 1;
        match *chosen {
            Move::Step { from, to } => number(from) * self.around.len() as u32 + number(to),
            Move::Glue(cell) => number(cell),
        }
    }

    /// Glue only grows; a pass adds none.
    fn comes_back(&self) -> bool {
        self.pass
    }

    fn two_outcomes(&self) -> bool {
        true
    }
}
