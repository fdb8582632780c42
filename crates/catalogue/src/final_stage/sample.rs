use crate::instance::{Instance, Rng, lower, small, without_some};

/// Turns with their bounds, and stone counts asked for.
#[derive(Clone, Debug)]
struct Stage {
    turns: Vec<(i64, i64)>,
    counts: Vec<i64>,
}

pub(super) fn sample(dice: &mut Rng, size: u32) -> Box<dyn Instance> {
    let size = i64::from(size);
    let most = 1 + size;
    let turns: Vec<(i64, i64)> = (0..small(dice, 1, 1 + size))
        .map(|_| {
            let least = small(dice, 1, most);
            (least, small(dice, least, most))
        })
        .collect();
    let all = turns.iter().map(|turn| turn.1).sum();
    let counts = (0..small(dice, 1, 1 + size)).map(|_| dice.i64(1..=all)).collect();
    Box::new(Stage { turns, counts })
}

impl Instance for Stage {
    fn input(&self) -> String {
        let turns: String = self.turns.iter().map(|(l, r)| format!("{l} {r}\n")).collect();
        let counts: String = self.counts.iter().map(|count| format!("{count}\n")).collect();
        format!("{}\n{turns}{}\n{counts}", self.turns.len(), self.counts.len())
    }

    fn smaller(&self) -> Vec<Box<dyn Instance>> {
        let mut all: Vec<Stage> = Vec::new();
        for counts in without_some(&self.counts) {
            all.push(Stage { counts, ..self.clone() });
        }
        for turns in without_some(&self.turns) {
            all.push(Stage { turns, ..self.clone() });
        }
        for (at, &(least, most)) in self.turns.iter().enumerate() {
            let bounds = lower(least, 1).into_iter().map(|least| (least, most));
            for turn in bounds.chain(lower(most, least).into_iter().map(|most| (least, most))) {
                let mut turns = self.turns.clone();
                turns[at] = turn;
                all.push(Stage { turns, ..self.clone() });
            }
        }
        for (at, &count) in self.counts.iter().enumerate() {
            for count in lower(count, 1) {
                let mut counts = self.counts.clone();
                counts[at] = count;
                all.push(Stage { counts, ..self.clone() });
            }
        }
        // The problem asks for at least one turn and one question, and for no
        // more stones than the turns can take.
        all.retain(|stage| {
            let most: i64 = stage.turns.iter().map(|turn| turn.1).sum();
            !stage.turns.is_empty()
                && !stage.counts.is_empty()
                && stage.counts.iter().all(|&count| count <= most)
        });
        all.into_iter().map(|stage| Box::new(stage) as Box<dyn Instance>).collect()
    }

    fn again(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }
}
