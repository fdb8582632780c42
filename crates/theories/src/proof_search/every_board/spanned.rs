use super::super::{Pursuit, Step};
use super::CellAt;
use perfectplay_game::Stop;

/// A board of at most 128 cells on which two chips step in given directions.
///
/// ```text
/// element of a cell = row * columns + column
/// ```
#[derive(Clone, Debug)]
pub(super) struct Spanned {
    rows: i32,
    columns: i32,
    directions: Vec<CellAt>,
    k: u32,
    /// The least number of steps to bring chips together that are so many rows
    /// and columns apart; by rows, then columns.
    least: Vec<u32>,
}

impl Spanned {
    /// `None` for more than 128 cells, or fewer than two.
    pub(super) fn new(rows: u32, columns: u32, directions: &[CellAt], k: u32) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        if !(2..=128).contains(&cells) {
            return None;
        }
        let (rows, columns) = (rows as i32, columns as i32);
        // Each step changes how far the chips are apart by one direction;
        // breadth first from distance 0.
        let mut least = vec![u32::MAX; cells as usize];
        let mut reached = vec![(0, 0)];
        least[0] = 0;
        let mut next = 0;
        while let Some(&(down, right)) = reached.get(next) {
            next += 1;
            let steps = least[(down * columns + right) as usize] + 1;
            for &(by_down, by_right) in directions {
                let to = ((down + by_down).abs(), (right + by_right).abs());
                if to.0 < rows && to.1 < columns {
                    let entry = &mut least[(to.0 * columns + to.1) as usize];
                    if *entry == u32::MAX {
                        *entry = steps;
                        reached.push(to);
                    }
                }
            }
        }
        Some(Spanned { rows, columns, directions: directions.to_vec(), k, least })
    }

    pub(super) fn element(&self, (row, column): CellAt) -> Option<u8> {
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        inside.then_some((row * self.columns + column) as u8)
    }

    pub(super) fn cell(&self, element: u8) -> CellAt {
        (i32::from(element) / self.columns, i32::from(element) % self.columns)
    }

    /// The cell opposite to the first one.
    pub(super) fn last(&self) -> u8 {
        (self.rows * self.columns - 1) as u8
    }
}

impl Pursuit for Spanned {
    /// The chips, the lesser first.
    type Core = (u8, u8);
    type Error = Stop;

    fn elements(&self) -> u128 {
        u128::MAX >> (127 - self.last())
    }

    fn additions(&self) -> u32 {
        self.k
    }

    fn closed(&self, (one, other): (u8, u8)) -> u128 {
        1 << one | 1 << other
    }

    fn steps(&self, core: (u8, u8), into: &mut Vec<Step<(u8, u8)>>) {
        for (chip, other) in [core, (core.1, core.0)] {
            let (row, column) = self.cell(chip);
            for (down, right) in &self.directions {
                if let Some(to) = self.element((row + down, column + right)) {
                    let wins = to == other;
                    let to = (to.min(other), to.max(other));
                    into.push(Step { to, needs: 1 << chip, wins });
                }
            }
        }
        // Steps that bring the chips together first.
        into.sort_by_key(|step| self.least_steps(step.to));
    }

    fn least_steps(&self, (one, other): (u8, u8)) -> u32 {
        let (one, other) = (self.cell(one), self.cell(other));
        let (down, right) = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
        self.least[(down * self.columns + right) as usize]
    }

    fn horizon(&self) -> u32 {
        6
    }
}
