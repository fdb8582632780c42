use perfectplay_game::{Meter, Stop};

use super::CellAt;

/// A state in which the defender holds a chip at a line (a row or a column).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// How far the chip is from the line; 0 on it.
    pub distance: u32,
    /// Or farther?
    pub or_more: bool,
    /// Cells of the line that are covered: bit i for offset i - 5 from the
    /// chip's column.
    pub covered: u16,
}

/// Offsets that are looked at, and the bit of offset 0.
const BITS: u32 = 11;
const MIDDLE: u32 = 5;
const SETS: usize = 1 << BITS;

/// Distances that are tried for "or farther".
const FARTHEST: u32 = 8;

/// For each distance below `far` and each set of covered cells: is a chip
/// held? The greatest fixed point of "after every step and at most k more
/// cells it is held again", where nothing is asked from `far` on.
struct Held {
    far: u32,
    by_distance: Vec<Vec<bool>>,
}

/// The set as seen from a column one direction on.
fn seen_from(covered: usize, right: i32) -> usize {
    match right {
        1 => covered >> 1,
        -1 => covered << 1 & (SETS - 1),
        _ => covered,
    }
}

/// Sets that are held once at most k more cells are covered; on the line not
/// the chip's own.
fn answered(held: &[bool], on_line: bool, k: u32) -> Vec<bool> {
    let mut now = held.to_vec();
    for _ in 0..k.min(BITS) {
        let before = now.clone();
        for (set, now) in now.iter_mut().enumerate() {
            let addable = (0..BITS).filter(|&bit| !(on_line && bit == MIDDLE));
            *now = *now || addable.into_iter().any(|bit| before[set | 1 << bit]);
        }
    }
    now
}

impl Held {
    fn compute(
        directions: &[CellAt],
        k: u32,
        far: u32,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let mut held = Held { far, by_distance: vec![vec![true; SETS]; far as usize] };
        loop {
            meter.spend(u64::from(far) * SETS as u64)?;
            let after: Vec<Vec<bool>> = held
                .by_distance
                .iter()
                .enumerate()
                .map(|(distance, held)| answered(held, distance == 0, k))
                .collect();
            let good = |distance: u32, set: usize| {
                directions.iter().all(|&(down, right)| {
                    let to = i64::from(distance) - i64::from(down);
                    let to_set = seen_from(set, right);
                    to >= i64::from(far) || usize::try_from(to).is_ok_and(|to| after[to][to_set])
                })
            };
            let mut changed = false;
            for distance in 0..far {
                for set in 0..SETS {
                    let stuck = distance == 0 && set >> MIDDLE & 1 == 1;
                    let entry = &mut held.by_distance[distance as usize][set];
                    if *entry && !stuck && !good(distance, set) {
                        *entry = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(good(far, 0).then_some(held));
            }
        }
    }

    /// The states with the least sets, and the one for all that is far.
    fn states(&self) -> Vec<State> {
        let mut states = Vec::new();
        for (distance, held) in (0..).zip(&self.by_distance) {
            let least = |set: usize| {
                held[set] && (0..BITS).all(|bit| set >> bit & 1 == 0 || !held[set & !(1 << bit)])
            };
            let least = (0..SETS).filter(|&set| least(set));
            states.extend(least.map(|set| State { distance, or_more: false, covered: set as u16 }));
        }
        states.push(State { distance: self.far, or_more: true, covered: 0 });
        states
    }
}

/// A closed set of states, the last of which needs nothing covered; as near to
/// the line as can be.
pub(super) fn find(
    directions: &[CellAt],
    k: u32,
    meter: &mut Meter,
) -> Result<Option<Vec<State>>, Stop> {
    for far in 1..=FARTHEST {
        if let Some(held) = Held::compute(directions, k, far, meter)? {
            return Ok(Some(held.states()));
        }
    }
    Ok(None)
}

/// The least number of cells to cover for a chip at `distance` and `column` to
/// be held at a line whose cells are covered as `covered` says; `chip` is where
/// it stands, which cannot be covered.
fn least(
    states: &[State],
    distance: i32,
    column: i32,
    covered: impl Fn(i32) -> bool,
) -> Option<u32> {
    let fits = |state: &&State| {
        let at = state.distance as i32;
        distance == at || state.or_more && distance > at
    };
    let missing = |state: &State| {
        let cells = (0..BITS as i32).filter(|bit| state.covered >> bit & 1 == 1);
        let mut missing = 0;
        for bit in cells {
            let cell = column + bit - MIDDLE as i32;
            if !covered(cell) {
                // Not the cell under the chip.
                if distance == 0 && cell == column {
                    return None;
                }
                missing += 1;
            }
        }
        Some(missing)
    };
    states.iter().filter(fits).filter_map(missing).min()
}

/// Does a barrier part the chips once k more cells are covered?
pub(super) fn parts(states: &[State], chips: [CellAt; 2], base: &[CellAt], k: u32) -> bool {
    [false, true].into_iter().any(|turned| {
        let cell = |along: i32, across: i32| if turned { (across, along) } else { (along, across) };
        let mut chips = chips.map(|(row, column)| cell(row, column));
        chips.sort_unstable();
        let [(near, near_column), (far, far_column)] = chips;
        (near..far).any(|line| {
            let covered = |line| move |column| base.contains(&cell(line, column));
            let first = least(states, line - near, near_column, covered(line));
            let second = least(states, far - line - 1, far_column, covered(line + 1));
            first.zip(second).is_some_and(|(first, second)| first + second <= k)
        })
    })
}
