/// With how many parts of each value walks should begin: more make every heap
/// dearer, and walks that go beyond fewer. Found by trying: counted work, not
/// time, so that runs repeat exactly.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tuning {
    heaps: u64,
    walks: u64,
    steps: u64,
    steps_told: u64,
    /// The cost of a heap with the parts before.
    before: Option<f64>,
    fewer: bool,
    /// Turns since the cost last fell.
    turns: u32,
}

/// Heaps between two turns, at first.
const HEAPS: u64 = 1 << 12;

/// Cycles that a walk that goes beyond takes, and each step of it.
const WALK: f64 = 80.0;
const STEP: f64 = 3.0;

/// What the last heaps took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    /// Cycles of one walk that went beyond.
    of_walk: f64,
    heaps: f64,
    fewer: bool,
}

impl Tuning {
    /// A walk went beyond, by so many steps.
    pub(super) fn walked(&mut self, steps: u64) {
        self.walks += 1;
        self.steps += steps;
    }

    /// Takes in that so many heaps were done whose pairs cost so many cycles
    /// each. Gives the steps beyond since it was last asked, and whether there
    /// should be a turn.
    pub(super) fn add(&mut self, heaps: u64, cost: f64) -> (u64, Option<Due>) {
        self.heaps += heaps;
        let steps = self.steps - std::mem::replace(&mut self.steps_told, self.steps);
        // The longer nothing got better, the longer it is left alone.
        if self.heaps < HEAPS << self.turns.min(10) {
            return (steps, None);
        }
        let walks = WALK * self.walks as f64 + STEP * self.steps as f64;
        let cost = cost + walks / self.heaps as f64;
        let better = self.before.is_none_or(|before| cost < 0.99 * before);
        let fewer = self.fewer == better;
        let heaps = self.heaps as f64;
        let of_walk = walks / self.walks.max(1) as f64;
        let turns = if better { 0 } else { self.turns + 1 };
        *self = Tuning { before: Some(cost), fewer, turns, ..Tuning::default() };
        (steps, Some(Due { of_walk, heaps, fewer }))
    }
}

impl Due {
    /// How often a part that costs every heap so many cycles must have helped.
    pub(super) fn worth_while(self, cost: f64) -> f64 {
        (cost * self.heaps / self.of_walk).max(4.0)
    }

    pub(super) fn next_parts(self, parts: usize) -> usize {
        if self.fewer { (parts - parts.div_ceil(5)).max(1) } else { parts + parts.div_ceil(4) }
    }
}
