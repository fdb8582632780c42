use perfectplay_game::{Game, Options, Outcome, Player, Ranks};

/// Cops and robber on a grid: in turn both cops, and the robber, may each stay
/// or go to a neighbouring cell. The cops (First) win when one of them is on
/// the robber's cell; the robber wins never, but play need not end.
///
/// The rank of a position is the number with the digits mover, cop, cop,
/// robber, in base `columns * rows`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pursuit {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// One cop, standing twice; two else.
    pub(crate) alone: bool,
}

/// The mover and the cells of the cops and of the robber.
pub(crate) type Chase = (Player, [u32; 3]);

impl Pursuit {
    fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    /// The cell itself and its neighbours.
    fn reach(&self, cell: u32) -> impl Iterator<Item = u32> + Clone {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let up = (row > 0).then(|| cell - self.columns);
        let down = (row + 1 < self.rows).then(|| cell + self.columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < self.columns).then(|| cell + 1);
        [Some(cell), up, down, left, right].into_iter().flatten()
    }

    /// All that the player whose turn it is makes of the cells: as going there
    /// and back is the same, also all that it was made of.
    fn moved(&self, who: Player, [one, other, robber]: [u32; 3], mut each: impl FnMut([u32; 3])) {
        match who {
            Player::First if self.alone => self.reach(one).for_each(|to| each([to, to, robber])),
            Player::First => {
                let others = self.reach(other);
                self.reach(one)
                    .for_each(|one| others.clone().for_each(|other| each([one, other, robber])));
            }
            Player::Second => self.reach(robber).for_each(|to| each([one, other, to])),
        }
    }

    fn caught([one, other, robber]: [u32; 3]) -> bool {
        robber == one || robber == other
    }
}

impl Game for Pursuit {
    type Position = Chase;
    type Move = [u32; 3];

    fn start(&self) -> Chase {
        (Player::First, [0, 0, self.cells() - 1])
    }

    fn mover(&self, chase: &Chase) -> Player {
        chase.0
    }

    fn options(&self, &(mover, cells): &Chase, into: &mut Options<Self>) {
        if !Self::caught(cells) {
            self.moved(mover, cells, |to| into.push((to, (mover.other(), to))));
        }
    }

    fn ending(&self, chase: &Chase) -> Outcome {
        if chase.0 == Player::First { Outcome::Win } else { Outcome::Loss }
    }
}

impl Ranks for Pursuit {
    fn size(&self) -> u64 {
        2 * u64::from(self.cells()).pow(3)
    }

    fn rank(&self, &(mover, cells): &Chase) -> u64 {
        let mover = u64::from(mover == Player::Second);
        cells.iter().fold(mover, |rank, cell| rank * u64::from(self.cells()) + u64::from(*cell))
    }

    fn unrank(&self, rank: u64) -> Option<Chase> {
        let base = u64::from(self.cells());
        let digit = |place: u32| (rank / base.pow(place) % base) as u32;
        let mover = Player::alternating((rank / base.pow(3)) as usize);
        let cells = [digit(2), digit(1), digit(0)];
        (!self.alone || cells[0] == cells[1]).then_some((mover, cells))
    }

    fn before(&self, &(mover, cells): &Chase, into: &mut Vec<Chase>) -> bool {
        let who = mover.other();
        self.moved(who, cells, |from| {
            if !Self::caught(from) {
                into.push((who, from));
            }
        });
        true
    }
}
