//! Points of games, by playing every position out.

use perfectplay_game::{Game, Meter, Outcome, Player, Score, Tabular, exhaustive};

use crate::common::Wheel;

/// What a position is worth to its mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truth {
    pub(crate) outcome: Outcome,
    pub(crate) own: u64,
    pub(crate) other: u64,
}

/// Every position played out, for its mover.
pub(crate) fn scores(wheel: &Wheel) -> Vec<((usize, Player), Truth)> {
    let better = |a: &Truth, b: &Truth| match wheel.score {
        Some(Score::Difference) => a.own as i64 - a.other as i64 > b.own as i64 - b.other as i64,
        _ => {
            (a.outcome, a.own, std::cmp::Reverse(a.other))
                > (b.outcome, b.own, std::cmp::Reverse(b.other))
        }
    };
    let by_points = |own: u64, other: u64| match own.cmp(&other) {
        std::cmp::Ordering::Less => Outcome::Loss,
        std::cmp::Ordering::Equal => Outcome::Tie,
        std::cmp::Ordering::Greater => Outcome::Win,
    };
    let greedy = wheel.score == Some(Score::Difference);
    let values = exhaustive::fold(
        wheel,
        &wheel.start(),
        &mut Meter::default(),
        |from, options, values: &[Truth]| {
            let mut best: Option<Truth> = None;
            for ((chosen, to), value) in options.iter().zip(values) {
                let paid = wheel.points(from, chosen, to);
                let (outcome, own, other) = match to.1 == from.1 {
                    true => (value.outcome, value.own + paid, value.other),
                    false => (value.outcome.for_other(), value.other + paid, value.own),
                };
                let outcome = if greedy { by_points(own, other) } else { outcome };
                let found = Truth { outcome, own, other };
                if best.as_ref().is_none_or(|best| better(&found, best)) {
                    best = Some(found);
                }
            }
            let outcome = if greedy { Outcome::Tie } else { wheel.ending(from) };
            best.unwrap_or(Truth { outcome, own: 0, other: 0 })
        },
    );
    values.expect("play ends").into_iter().collect()
}
