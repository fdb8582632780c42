use crate::instance::{Instance, Rng, lower, small};

/// A board and two chips.
#[derive(Clone, Debug)]
struct Board {
    rows: i64,
    columns: i64,
    chips: [(i64, i64); 2],
}

pub(super) fn sample(dice: &mut Rng, size: u32) -> Box<dyn Instance> {
    // What matters is how far apart the chips are, and that changes within 6.
    let most = (6 + i64::from(size)).min(100);
    loop {
        let apart = |dice: &mut Rng| {
            let reach = if dice.u8(0..8) == 0 { most - 1 } else { 5 };
            dice.i64(0..=reach)
        };
        let (down, right) = (apart(dice), apart(dice));
        if (down, right) == (0, 0) {
            continue;
        }
        let side = |dice: &mut Rng, apart: i64| small(dice, apart + 1, most);
        let (rows, columns) = (side(dice, down), side(dice, right));
        let row = dice.i64(1..=rows - down);
        let column = dice.i64(1..=columns - right);
        let mut chips = [(row, column), (row + down, column + right)];
        if dice.bool() {
            chips = [(row + down, column), (row, column + right)];
        }
        if dice.bool() {
            chips.swap(0, 1);
        }
        return Box::new(Board { rows, columns, chips });
    }
}

impl Board {
    fn is_legal(&self) -> bool {
        let [one, other] = self.chips;
        let inside = |chip: (i64, i64)| {
            (1..=self.rows).contains(&chip.0) && (1..=self.columns).contains(&chip.1)
        };
        one != other && inside(one) && inside(other)
    }
}

impl Instance for Board {
    fn input(&self) -> String {
        let [one, other] = self.chips;
        format!("{} {} {} {} {} {}\n", self.rows, self.columns, one.0, one.1, other.0, other.1)
    }

    fn smaller(&self) -> Vec<Box<dyn Instance>> {
        let mut all = Vec::new();
        for rows in lower(self.rows, 1) {
            all.push(Board { rows, ..self.clone() });
        }
        for columns in lower(self.columns, 1) {
            all.push(Board { columns, ..self.clone() });
        }
        // Both chips nearer to the corner, then each of them.
        let [one, other] = self.chips;
        for (down, right) in [(1, 0), (0, 1)] {
            let moved = |chip: (i64, i64)| (chip.0 - down, chip.1 - right);
            for chips in [[moved(one), moved(other)], [moved(one), other], [one, moved(other)]] {
                all.push(Board { chips, ..self.clone() });
            }
        }
        all.retain(Board::is_legal);
        all.into_iter().map(|board| Box::new(board) as Box<dyn Instance>).collect()
    }

    fn again(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }
}
