use crate::instance::{Instance, Rng, small, without_some};

/// The locks of one case and its forbidden patterns.
#[derive(Clone, Debug)]
struct Case {
    alice: Vec<u8>,
    bob: Vec<u8>,
    forbidden: Vec<Vec<u8>>,
}

pub(super) fn sample(dice: &mut Rng, size: u32) -> Box<dyn Instance> {
    let discs = small(dice, 1, (1 + i64::from(size) / 2).min(8)) as usize;
    let digits = |dice: &mut Rng| (0..discs).map(|_| b'0' + dice.u8(0..2)).collect::<Vec<u8>>();
    let (alice, bob) = (digits(dice), digits(dice));
    // All patterns but the start, each forbidden by the same chance.
    let rate = dice.f64();
    let forbidden = (0..1u32 << discs).filter(|_| dice.f64() < rate).map(|bits| {
        (0..discs).map(|at| if bits >> at & 1 == 1 { b'=' } else { b'.' }).collect::<Vec<u8>>()
    });
    let mut case = Case { forbidden: forbidden.collect(), alice, bob };
    case.settle();
    Box::new(case)
}

impl Case {
    fn start(&self) -> Vec<u8> {
        let sign = |(a, b): (&u8, &u8)| if a == b { b'=' } else { b'.' };
        self.alice.iter().zip(&self.bob).map(sign).collect()
    }

    /// Leaves no pattern twice, and not the start.
    fn settle(&mut self) {
        let start = self.start();
        self.forbidden.sort_unstable();
        self.forbidden.dedup();
        self.forbidden.retain(|pattern| *pattern != start);
    }

    fn without_disc(&self, at: usize) -> Case {
        let cut = |text: &Vec<u8>| {
            let mut text = text.clone();
            text.remove(at);
            text
        };
        let forbidden = self.forbidden.iter().map(cut).collect();
        let mut case = Case { alice: cut(&self.alice), bob: cut(&self.bob), forbidden };
        case.settle();
        case
    }
}

impl Instance for Case {
    fn input(&self) -> String {
        format!("1\n{}", self.case().unwrap_or_default())
    }

    fn case(&self) -> Option<String> {
        let text = |bytes: &Vec<u8>| format!("{}\n", String::from_utf8_lossy(bytes));
        let forbidden: String = self.forbidden.iter().map(text).collect();
        Some(format!(
            "{} {}\n{}{}{forbidden}",
            self.alice.len(),
            self.forbidden.len(),
            text(&self.alice),
            text(&self.bob)
        ))
    }

    fn smaller(&self) -> Vec<Box<dyn Instance>> {
        let mut all: Vec<Case> = Vec::new();
        if self.alice.len() > 1 {
            all.extend((0..self.alice.len()).map(|at| self.without_disc(at)));
        }
        for forbidden in without_some(&self.forbidden) {
            all.push(Case { forbidden, ..self.clone() });
        }
        // Digits as low as the pattern allows.
        if self.alice.iter().any(|&digit| digit != b'0') {
            let start = self.start();
            let bob = start.iter().map(|&sign| if sign == b'=' { b'0' } else { b'1' });
            let (alice, bob) = (vec![b'0'; self.alice.len()], bob.collect());
            all.push(Case { alice, bob, forbidden: self.forbidden.clone() });
        }
        all.into_iter().map(|case| Box::new(case) as Box<dyn Instance>).collect()
    }

    fn again(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }
}
