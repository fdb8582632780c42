use perfectplay_game::{Game, Options, Outcome, Player};

/// The lines of a board of three rows of three, as bits of its cells.
pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Tic-tac-toe: three in a line win, or lose (misère play); a full board
/// without is a tie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TicTacToe {
    pub(crate) misere: bool,
}

/// The cells of First and of Second, as bits.
pub(crate) type Marks = [u16; 2];

fn has_line(cells: u16) -> bool {
    LINES.iter().any(|line| cells & line == *line)
}

impl Game for TicTacToe {
    type Position = Marks;
    type Move = u16;

    fn start(&self) -> Marks {
        [0, 0]
    }

    fn mover(&self, [first, second]: &Marks) -> Player {
        Player::alternating((first | second).count_ones() as usize)
    }

    fn options(&self, marks: &Marks, into: &mut Options<Self>) {
        if marks.iter().any(|cells| has_line(*cells)) {
            return;
        }
        let mover = self.mover(marks);
        for cell in (0..9).map(|cell| 1 << cell) {
            if (marks[0] | marks[1]) & cell == 0 {
                let mut to = *marks;
                to[usize::from(mover == Player::Second)] |= cell;
                into.push((cell, to));
            }
        }
    }

    fn ending(&self, marks: &Marks) -> Outcome {
        // A line was made by the player who moved last.
        match marks.iter().any(|cells| has_line(*cells)) {
            true if self.misere => Outcome::Win,
            true => Outcome::Loss,
            false => Outcome::Tie,
        }
    }
}

/// A game with positions that are alike put together: the least of the eight
/// turned and mirrored boards stands for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UpToSymmetry(pub(crate) TicTacToe);

fn turned(cells: u16) -> u16 {
    (0..9).filter(|cell| cells >> cell & 1 == 1).fold(0, |bits, cell| {
        let (row, column) = (cell / 3, cell % 3);
        bits | 1 << (column * 3 + 2 - row)
    })
}

fn mirrored(cells: u16) -> u16 {
    (cells & 0o111) << 2 | cells & 0o222 | (cells & 0o444) >> 2
}

fn least(marks: Marks) -> Marks {
    let quarter = |marks: &Marks| Some(marks.map(turned));
    let turns = |marks| std::iter::successors(Some(marks), quarter).take(4);
    turns(marks).chain(turns(marks.map(mirrored))).min().unwrap_or(marks)
}

impl Game for UpToSymmetry {
    type Position = Marks;
    type Move = u16;

    fn start(&self) -> Marks {
        self.0.start()
    }

    fn mover(&self, marks: &Marks) -> Player {
        self.0.mover(marks)
    }

    fn options(&self, marks: &Marks, into: &mut Options<Self>) {
        let mut options = Vec::new();
        self.0.options(marks, &mut options);
        into.extend(options.into_iter().map(|(chosen, to)| (chosen, least(to))));
    }

    fn ending(&self, marks: &Marks) -> Outcome {
        self.0.ending(marks)
    }
}
