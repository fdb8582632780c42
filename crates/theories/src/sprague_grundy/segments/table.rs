//! The values of all segments, in as few bytes each as the largest needs.

/// Row by left cut, column by right cut; made with values 0.
#[derive(Clone, Debug)]
pub(super) struct Table {
    columns: usize,
    cells: Cells,
}

#[derive(Clone, Debug)]
enum Cells {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl Table {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Table { columns, cells: Cells::One(vec![0; rows * columns]) }
    }

    #[inline]
    pub(super) fn get(&self, row: usize, column: usize) -> u32 {
        let at = row * self.columns + column;
        match &self.cells {
            Cells::One(cells) => cells[at].into(),
            Cells::Two(cells) => cells[at].into(),
            Cells::Four(cells) => cells[at],
        }
    }

    /// Sets a value of at most as many bits as there is room for.
    #[inline]
    pub(super) fn set(&mut self, row: usize, column: usize, value: u32) {
        let at = row * self.columns + column;
        match &mut self.cells {
            Cells::One(cells) => cells[at] = value as u8,
            Cells::Two(cells) => cells[at] = value as u16,
            Cells::Four(cells) => cells[at] = value,
        }
    }

    /// Bits of a value that there is room for.
    pub(super) fn bits(&self) -> usize {
        match self.cells {
            Cells::One(_) => 8,
            Cells::Two(_) => 16,
            Cells::Four(_) => 32,
        }
    }

    /// Bytes that the table takes.
    pub(super) fn bytes(&self) -> u64 {
        let cells = match &self.cells {
            Cells::One(cells) => cells.len(),
            Cells::Two(cells) => cells.len(),
            Cells::Four(cells) => cells.len(),
        };
        cells as u64 * self.bits() as u64 / 8
    }

    /// The same values with twice the room.
    pub(super) fn widen(&mut self) {
        self.cells = match &self.cells {
            Cells::One(cells) => Cells::Two(cells.iter().copied().map(u16::from).collect()),
            Cells::Two(cells) => Cells::Four(cells.iter().copied().map(u32::from).collect()),
            Cells::Four(cells) => Cells::Four(cells.clone()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_widening_keeps_values() {
        let mut table = Table::new(3, 4);
        table.set(2, 1, 255);
        assert_eq!((table.bits(), table.bytes()), (8, 12));
        table.widen();
        table.set(0, 3, 65_535);
        assert_eq!((table.bits(), table.bytes()), (16, 24));
        table.widen();
        table.set(1, 1, u32::MAX);
        assert_eq!((table.bits(), table.bytes()), (32, 48));
        let all: Vec<u32> = (0..3)
            .flat_map(|row| (0..4).map(move |c| (row, c)))
            .map(|(r, c)| table.get(r, c))
            .collect();
        assert_eq!(all, [0, 0, 0, 65_535, 0, u32::MAX, 0, 0, 0, 255, 0, 0]);
    }
}
