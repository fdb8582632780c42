use perfectplay_game::ChipsOnBoard;

/// Row and column of a cell of the infinite plane.
pub(super) type CellAt = (i64, i64);

/// Two chips in the plane, and which cells are covered.
#[derive(Clone, Copy)]
pub(super) struct Plane<'c> {
    pub(super) chips: [CellAt; 2],
    pub(super) covered: &'c dyn Fn(CellAt) -> bool,
}

impl Plane<'_> {
    /// Nothing is covered.
    pub(super) fn bare(chips: [CellAt; 2]) -> Self {
        Plane { chips, covered: &|_| false }
    }

    pub(super) fn is_covered(&self, cell: CellAt) -> bool {
        (self.covered)(cell)
    }

    /// How many cells have still to be covered for all of these to be; `None`
    /// if one of them holds a chip and so cannot be.
    pub(super) fn missing(&self, cells: impl IntoIterator<Item = CellAt>) -> Option<u32> {
        let mut missing = 0;
        for cell in cells {
            if !self.is_covered(cell) {
                if self.chips.contains(&cell) {
                    return None;
                }
                missing += 1;
            }
        }
        Some(missing)
    }
}

/// The plane turned or mirrored, and moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    turn: u8,
    from: CellAt,
    to: CellAt,
}

impl Image {
    /// Where a cell goes.
    pub(super) fn of(self, (row, column): CellAt) -> CellAt {
        let (row, column) = turned(self.turn, (row - self.from.0, column - self.from.1));
        (self.to.0 + row, self.to.1 + column)
    }
}

/// One of the eight ways to turn or mirror the plane around (0, 0).
fn turned(turn: u8, (row, column): CellAt) -> CellAt {
    let row = if turn & 1 == 0 { row } else { -row };
    let column = if turn & 2 == 0 { column } else { -column };
    if turn & 4 == 0 { (row, column) } else { (column, row) }
}

/// The ways to lay one pair of chips onto another.
pub(super) fn images(from: [CellAt; 2], to: [CellAt; 2]) -> impl Iterator<Item = Image> {
    let ways = [(to[0], to[1]), (to[1], to[0])];
    let all = (0..8).flat_map(move |turn| ways.map(|way| (turn, way)));
    all.filter_map(move |(turn, (first, second))| {
        let image = Image { turn, from: from[0], to: first };
        (image.of(from[1]) == second).then_some(image)
    })
}

/// How chips step in the plane, as the rules have it.
#[derive(Clone, Debug)]
pub(super) struct Directions {
    directions: Vec<CellAt>,
    /// How many cells are covered in a turn.
    pub(super) additions: u32,
}

impl Directions {
    /// Asks the rules, on a board on which a chip has all its room.
    pub(super) fn of<G: ChipsOnBoard>(rules: &G) -> Result<Self, &'static str> {
        const SIDE: u32 = 5;
        const MIDDLE: u32 = 12;
        let board = rules.on_board(SIDE, SIDE).ok_or("the rules are bound to their own board")?;
        // The other chip stands in a corner, out of the way.
        let core = board.core_with([0, MIDDLE]).ok_or("there are no such chips")?;
        let mut directions = Vec::new();
        let mut options = Vec::new();
        board.options(&board.join(&core, 0, board.hindered()), &mut options);
        let cell = |element: u32| (i64::from(element / SIDE), i64::from(element % SIDE));
        for (_, to) in &options {
            let (core, _) = board.split(to).ok_or("an option leads off the board")?;
            let moved = match board.chips(&core) {
                [0, moved] | [moved, 0] if moved != MIDDLE => cell(moved),
                _ => continue,
            };
            directions.push((moved.0 - 2, moved.1 - 2));
        }
        let has = |direction: &CellAt| directions.contains(direction);
        let near = |&(row, column): &CellAt| row.abs() <= 1 && column.abs() <= 1;
        let alike = directions.iter().all(|&at| (0..8).all(|turn| has(&turned(turn, at))));
        if !alike || !directions.iter().all(near) {
            return Err("chips do not step alike in all directions");
        }
        // A covered chip stays where it is.
        options.clear();
        board.options(&board.join(&core, 1 << MIDDLE | 1, board.hindered()), &mut options);
        match options.is_empty() {
            true => Ok(Directions { directions, additions: board.additions() }),
            false => Err("a chip on a covered cell can move"),
        }
    }

    /// The cells that a chip may step to.
    pub(super) fn from(&self, (row, column): CellAt) -> impl Iterator<Item = CellAt> + '_ {
        self.directions.iter().map(move |&(down, right)| (row + down, column + right))
    }

    /// How many directions there are.
    pub(super) fn count(&self) -> u64 {
        self.directions.len() as u64
    }
}
