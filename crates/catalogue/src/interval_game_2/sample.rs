use crate::instance::{Instance, Rng, lower, small, without_some};

/// The intervals of one case.
#[derive(Clone, Debug)]
struct Case(Vec<(i64, i64)>);

pub(super) fn sample(dice: &mut Rng, size: u32) -> Box<dyn Instance> {
    let size = i64::from(size);
    let line = small(dice, 2, 3 + size).min(100);
    let intervals = (0..small(dice, 1, 1 + size).min(100)).map(|_| {
        let start = dice.i64(1..line);
        (start, small(dice, start + 1, line))
    });
    Box::new(Case(intervals.collect()))
}

impl Instance for Case {
    fn input(&self) -> String {
        format!("1\n{}", self.case().unwrap_or_default())
    }

    fn case(&self) -> Option<String> {
        let lines: String = self.0.iter().map(|(l, r)| format!("{l} {r}\n")).collect();
        Some(format!("{}\n{lines}", self.0.len()))
    }

    fn smaller(&self) -> Vec<Box<dyn Instance>> {
        let mut all: Vec<Case> =
            without_some(&self.0).into_iter().filter(|case| !case.is_empty()).map(Case).collect();
        // All moved to the front of the line.
        let first = self.0.iter().map(|interval| interval.0).min().unwrap_or(1);
        if first > 1 {
            all.push(Case(self.0.iter().map(|(l, r)| (l - first + 1, r - first + 1)).collect()));
        }
        for (at, &(start, end)) in self.0.iter().enumerate() {
            let ends = lower(end, start + 1).into_iter().map(|end| (start, end));
            let moved = lower(start, 1).into_iter().map(|to| (to, end - (start - to)));
            for interval in ends.chain(moved) {
                let mut intervals = self.0.clone();
                intervals[at] = interval;
                all.push(Case(intervals));
            }
        }
        all.into_iter().map(|case| Box::new(case) as Box<dyn Instance>).collect()
    }

    fn again(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }
}
