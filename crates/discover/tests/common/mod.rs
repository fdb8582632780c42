//! Games solved by small programs of their own, from their rules: the tables
//! that patterns are sought in.

#![allow(dead_code, unreachable_pub)]

use std::collections::{HashMap, HashSet};

use perfectplay_discover::{Discovery, Finding, Table, Value};

/// Whether the mover loses, as a word.
pub fn outcome(loses: bool) -> Value {
    Value::from(if loses { "loss" } else { "win" })
}

/// A game solved as its positions are asked for; `options` lists the moves.
pub struct Solver<F> {
    lost: HashMap<Vec<i64>, bool>,
    options: F,
}

impl<F: Fn(&[i64]) -> Vec<Vec<i64>>> Solver<F> {
    pub fn new(options: F) -> Self {
        Solver { lost: HashMap::new(), options }
    }

    /// Whether who is to move loses: every option is won by the other.
    pub fn loses(&mut self, position: &[i64]) -> bool {
        let mut stack = vec![position.to_vec()];
        while let Some(top) = stack.last().cloned() {
            if self.lost.contains_key(&top) {
                stack.pop();
                continue;
            }
            let options = (self.options)(&top);
            let unknown: Vec<Vec<i64>> =
                options.iter().filter(|o| !self.lost.contains_key(*o)).cloned().collect();
            if unknown.is_empty() {
                let lost = options.iter().all(|option| !self.lost[option]);
                self.lost.insert(top, lost);
                stack.pop();
            } else {
                stack.extend(unknown);
            }
        }
        self.lost[position]
    }
}

/// Heaps, any number taken from one of them.
pub fn nim(heaps: &[i64]) -> Vec<Vec<i64>> {
    let mut options = Vec::new();
    for (place, heap) in heaps.iter().enumerate() {
        for left in 0..*heap {
            let mut option = heaps.to_vec();
            option[place] = left;
            options.push(option);
        }
    }
    options
}

/// Two heaps, any number from one or the same number from both.
pub fn wythoff(heaps: &[i64]) -> Vec<Vec<i64>> {
    let mut options = nim(heaps);
    for taken in 1..=heaps[0].min(heaps[1]) {
        options.push(vec![heaps[0] - taken, heaps[1] - taken]);
    }
    options
}

/// A positive multiple of the smaller number is taken from the larger; who
/// makes a zero wins.
pub fn euclid(numbers: &[i64]) -> Vec<Vec<i64>> {
    let (small, large) = (numbers[0].min(numbers[1]), numbers[0].max(numbers[1]));
    if small == 0 {
        return Vec::new();
    }
    (1..=large / small).map(|times| vec![small, large - times * small]).collect()
}

/// At most half of the heap is taken.
pub fn half(heap: &[i64]) -> Vec<Vec<i64>> {
    (1..=heap[0] / 2).map(|taken| vec![heap[0] - taken]).collect()
}

/// Chomp with two rows, the upper one at least as long: a bite takes a square
/// and all to the right of it and below. The last square is poison; with
/// nothing left the other has eaten it.
pub fn chomp(rows: &[i64]) -> Vec<Vec<i64>> {
    let (upper, lower) = (rows[0], rows[1]);
    let mut options = Vec::new();
    // One square left: it has to be eaten, to the position won by its mover.
    for length in 1..upper {
        options.push(vec![length, lower.min(length)]);
    }
    for length in 0..lower {
        options.push(vec![upper, length]);
    }
    options
}

/// A heap and the most that may be taken: then at most twice what was taken.
pub fn fibonacci_nim(position: &[i64]) -> Vec<Vec<i64>> {
    (1..=position[0].min(position[1])).map(|taken| vec![position[0] - taken, 2 * taken]).collect()
}

/// Grundy values of heaps up to `last`, by their options: pairs of heaps.
pub fn grundy(last: usize, options: impl Fn(usize) -> Vec<(usize, usize)>) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    for heap in 0..=last {
        let reached: HashSet<i64> =
            options(heap).into_iter().map(|(a, b)| values[a] ^ values[b]).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap_or(0));
    }
    values
}

/// The options of a game that takes some numbers from a heap and may leave
/// two heaps.
pub fn taking(numbers: &[usize], heap: usize) -> Vec<(usize, usize)> {
    let mut options = Vec::new();
    for taken in numbers {
        if let Some(left) = heap.checked_sub(*taken) {
            options.extend((0..=left / 2).map(|a| (a, left - a)));
        }
    }
    options
}

/// Kayles: one or two.
pub fn kayles(last: usize) -> Vec<i64> {
    grundy(last, |heap| taking(&[1, 2], heap))
}

/// Dawson's Kayles: two, that stood side by side.
pub fn dawson(last: usize) -> Vec<i64> {
    grundy(last, |heap| taking(&[2], heap))
}

/// 0.007: three.
pub fn treblecross(last: usize) -> Vec<i64> {
    grundy(last, |heap| taking(&[3], heap))
}

/// Grundy's game: a heap is split in two different ones.
pub fn grundys_game(last: usize) -> Vec<i64> {
    grundy(last, |heap| (1..heap.div_ceil(2)).map(|a| (a, heap - a)).collect())
}

/// Numbers of a set are taken from a heap.
pub fn subtraction(last: usize, set: &[usize]) -> Vec<i64> {
    grundy(last, |heap| {
        set.iter().filter_map(|taken| heap.checked_sub(*taken)).map(|left| (left, 0)).collect()
    })
}

/// A sequence as a table from n = 0 to `last`.
pub fn sequence(values: &[i64], last: i64) -> Table {
    Table::tabulate(&[("n", 0..=last)], "grundy", |row| Some(Value::Int(values[row[0] as usize])))
        .unwrap()
}

/// The value of a sequence, where it is known.
pub fn beyond(values: &[i64]) -> impl Fn(&[i64]) -> Option<Value> {
    |row| usize::try_from(row[0]).ok().and_then(|n| values.get(n)).map(|v| Value::Int(*v))
}

/// Superglue on a board that is large enough, from its rules: First steps a
/// chip, Second glues a cell. Only steps that bring the chips nearer are
/// played: First needs no others (the tables of the full game on all boards
/// to 27 cells say so), so only cells between the chips matter.
pub struct Superglue {
    lost: HashMap<(i64, i64), bool>,
}

type Cell = (i64, i64);

impl Superglue {
    pub fn new() -> Self {
        Superglue { lost: HashMap::new() }
    }

    /// Whether First, to move, loses with chips this far apart.
    pub fn loses(&mut self, a: i64, b: i64) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        if (a, b) == (0, 0) {
            return false;
        }
        if let Some(known) = self.lost.get(&(a, b)) {
            return *known;
        }
        // Every step leads to a smaller distance, now with a cell glued: if
        // all of those are lost without glue, this one is.
        let mut hopeless = self.loses(a, b - 1);
        if a > 0 {
            hopeless &= self.loses(a - 1, b);
        }
        let near = (a, b) == (0, 1);
        let lost = !near && (hopeless || !first_wins(a, b));
        self.lost.insert((a, b), lost);
        lost
    }
}

/// Plays it out: chips at opposite corners of a rectangle.
fn first_wins(a: i64, b: i64) -> bool {
    let cell = |(x, y): Cell| 1u64 << (x * (b + 1) + y);
    let mut memo: HashMap<(Cell, Cell, u64), bool> = HashMap::new();
    fn wins(
        (p, q): (Cell, Cell),
        glue: u64,
        cells: &[Cell],
        cell: &dyn Fn(Cell) -> u64,
        memo: &mut HashMap<(Cell, Cell, u64), bool>,
    ) -> bool {
        if let Some(known) = memo.get(&(p, q, glue)) {
            return *known;
        }
        let mut won = false;
        for (moved, still) in [(p, q), (q, p)] {
            if glue & cell(moved) != 0 {
                continue;
            }
            let steps = [((still.0 - moved.0).signum(), 0), (0, (still.1 - moved.1).signum())];
            for step in steps.into_iter().filter(|step| *step != (0, 0)) {
                let to = (moved.0 + step.0, moved.1 + step.1);
                if to == still {
                    won = true;
                    break;
                }
                let free: Vec<Cell> = cells
                    .iter()
                    .copied()
                    .filter(|c| *c != to && *c != still && glue & cell(*c) == 0)
                    .filter(|c| between(*c, to, still))
                    .collect();
                // Gluing elsewhere is a pass, which is never better than
                // gluing between the chips.
                let answered = free.iter().all(|c| {
                    wins((to.min(still), to.max(still)), glue | cell(*c), cells, cell, memo)
                });
                let passed = !free.is_empty()
                    || wins((to.min(still), to.max(still)), glue, cells, cell, memo);
                if answered && passed {
                    won = true;
                    break;
                }
            }
            if won {
                break;
            }
        }
        memo.insert((p, q, glue), won);
        won
    }
    let cells: Vec<Cell> = (0..=a).flat_map(|x| (0..=b).map(move |y| (x, y))).collect();
    wins(((0, 0), (a, b)), 0, &cells, &cell, &mut memo)
}

fn between(c: Cell, p: Cell, q: Cell) -> bool {
    let inside = |c: i64, p: i64, q: i64| (p.min(q)..=p.max(q)).contains(&c);
    inside(c.0, p.0, q.0) && inside(c.1, p.1, q.1)
}

/// The best finding, printed when a test fails.
pub fn best(discovery: &Discovery) -> &Finding {
    discovery.best().unwrap_or_else(|| panic!("{discovery}"))
}
