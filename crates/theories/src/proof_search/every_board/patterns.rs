use std::collections::BTreeSet;

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;

use super::super::{Pursuit, Search};
use super::barrier::{State, parts};
use super::spanned::Spanned;
use super::{CellAt, WINDOW};

/// Chips and covered cells from which the attacker does not win, wherever they
/// lie in the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Where the chips stand.
    pub chips: [CellAt; 2],
    /// Cells that are covered, sorted.
    pub base: Vec<CellAt>,
    /// The answer to each direction of the first chip and then of the second,
    /// unless it stands on a covered cell.
    pub answers: Vec<Answer>,
}

/// What the defender answers a step with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A barrier.
    Barrier,
    /// The pattern of this number.
    Into(usize),
}

/// Bytes announced for a pattern.
const PATTERN_BYTES: u64 = 512;

/// Patterns that are to become closed, all that were ever tried.
pub(super) struct Patterns {
    pub(super) directions: Vec<CellAt>,
    /// How many cells the defender covers in a turn.
    pub(super) k: u32,
    pub(super) states: Vec<State>,
    /// Finds wins of the attacker that an answer has to prevent.
    search: Search<Spanned>,
    nodes: Vec<Node>,
    /// Nodes by how far their chips are apart, the lesser distance first.
    by_apart: FxHashMap<CellAt, Vec<usize>>,
    /// Nodes whose steps are to be answered (again).
    open: Vec<usize>,
}

struct Node {
    laid: Laid,
    answers: Vec<Answer>,
    /// Nodes with a step that is answered into this one.
    relying: Vec<usize>,
    /// The attacker was found to win here, as far as can be told.
    dead: bool,
}

/// Chips, and cells that are covered, sorted.
struct Laid {
    chips: [CellAt; 2],
    base: Vec<CellAt>,
}

/// One of the eight ways to turn or mirror the plane around (0, 0).
fn turned(turn: u8, (row, column): CellAt) -> CellAt {
    let row = if turn & 1 == 0 { row } else { -row };
    let column = if turn & 2 == 0 { column } else { -column };
    if turn & 4 == 0 { (row, column) } else { (column, row) }
}

/// Chips and base laid so that the first chip is at (0, 0) and the second at
/// (a, b), 0 <= a <= b, the same for all that are alike.
fn normal(chips: [CellAt; 2], base: &[CellAt]) -> Laid {
    let mut all = BTreeSet::new();
    for turn in 0..8 {
        for (from, to) in [(chips[0], chips[1]), (chips[1], chips[0])] {
            let lay = |cell: CellAt| turned(turn, (cell.0 - from.0, cell.1 - from.1));
            let (a, b) = lay(to);
            if 0 <= a && a <= b {
                let mut base: Vec<CellAt> = base.iter().map(|&cell| lay(cell)).collect();
                base.sort_unstable();
                all.insert((base, (a, b)));
            }
        }
    }
    // One of the eight ways always does.
    let (base, to) = all.pop_first().unwrap_or((base.to_vec(), chips[1]));
    Laid { chips: [(0, 0), to], base }
}

impl Laid {
    /// How many cells are still to be covered for this to be there, in the best
    /// of the ways in which its chips can be laid onto others.
    fn missing(&self, chips: [CellAt; 2], base: &[CellAt]) -> Option<u32> {
        let ways = (0..8).flat_map(|turn| [(turn, chips[0], chips[1]), (turn, chips[1], chips[0])]);
        ways.filter_map(|(turn, first, second)| {
            let lay = |cell: CellAt| {
                let (row, column) =
                    turned(turn, (cell.0 - self.chips[0].0, cell.1 - self.chips[0].1));
                (first.0 + row, first.1 + column)
            };
            if lay(self.chips[1]) != second {
                return None;
            }
            let mut missing = 0;
            for cell in self.base.iter().map(|&cell| lay(cell)) {
                if !base.contains(&cell) {
                    if chips.contains(&cell) {
                        return None;
                    }
                    missing += 1;
                }
            }
            Some(missing)
        })
        .min()
    }
}

/// How far chips are apart, the lesser distance first.
fn apart([one, other]: [CellAt; 2]) -> CellAt {
    let (a, b) = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
    (a.min(b), a.max(b))
}

impl Patterns {
    pub(super) fn new(
        directions: Vec<CellAt>,
        k: u32,
        states: Vec<State>,
        window: Spanned,
    ) -> Self {
        let search = Search::new(window);
        let (nodes, by_apart, open) = (Vec::new(), FxHashMap::default(), Vec::new());
        Patterns { directions, k, states, search, nodes, by_apart, open }
    }

    /// A node that proves that the attacker does not win once at most k more
    /// cells are covered, if one is found.
    pub(super) fn prove(
        &mut self,
        chips: [CellAt; 2],
        base: &[CellAt],
        k: u32,
        meter: &mut Meter,
    ) -> Result<Option<usize>, Stop> {
        loop {
            let root = match self.existing(chips, base, k) {
                Some(root) => root,
                None => match self.new_answer(chips, base, k, meter)? {
                    Some(Laid { chips, base }) => self.add(chips, base, meter)?,
                    None => return Ok(None),
                },
            };
            self.close(meter)?;
            // What is dead is not tried again.
            if !self.nodes[root].dead {
                return Ok(Some(root));
            }
        }
    }

    /// Is a node still believed to be lost for the attacker?
    pub(super) fn lives(&self, id: usize) -> bool {
        !self.nodes[id].dead
    }

    /// Answers every step of every living node.
    fn close(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        while let Some(id) = self.open.pop() {
            meter.spend(1)?;
            if self.nodes[id].dead {
                continue;
            }
            match self.answers(id, meter)? {
                Some(answers) => self.nodes[id].answers = answers,
                None => {
                    self.nodes[id].dead = true;
                    let relying = std::mem::take(&mut self.nodes[id].relying);
                    self.open.extend(relying);
                }
            }
        }
        Ok(())
    }

    /// A node that is there once k more cells are covered.
    fn existing(&self, chips: [CellAt; 2], base: &[CellAt], k: u32) -> Option<usize> {
        let fits = |&id: &usize| {
            let missing = self.nodes[id].laid.missing(chips, base);
            !self.nodes[id].dead && missing.is_some_and(|missing| missing <= k)
        };
        self.by_apart.get(&apart(chips))?.iter().copied().find(fits)
    }

    fn add(
        &mut self,
        chips: [CellAt; 2],
        base: Vec<CellAt>,
        meter: &mut Meter,
    ) -> Result<usize, Stop> {
        meter.hold(PATTERN_BYTES)?;
        let id = self.nodes.len();
        let (answers, relying) = (Vec::new(), Vec::new());
        self.by_apart.entry(apart(chips)).or_default().push(id);
        self.nodes.push(Node { laid: Laid { chips, base }, answers, relying, dead: false });
        self.open.push(id);
        Ok(id)
    }

    /// An answer to every step of a node; `None` if one has no answer.
    fn answers(&mut self, id: usize, meter: &mut Meter) -> Result<Option<Vec<Answer>>, Stop> {
        let Laid { chips, ref base } = self.nodes[id].laid;
        let base = base.clone();
        let (directions, k) = (self.directions.clone(), self.k);
        let mut answers = Vec::new();
        for (chip, other) in [(chips[0], chips[1]), (chips[1], chips[0])] {
            if base.contains(&chip) {
                continue;
            }
            for (down, right) in &directions {
                let to = (chip.0 + down, chip.1 + right);
                if to == other {
                    return Ok(None);
                }
                let answer = if parts(&self.states, [to, other], &base, k) {
                    Answer::Barrier
                } else if let Some(into) = self.existing([to, other], &base, k) {
                    Answer::Into(into)
                } else {
                    match self.new_answer([to, other], &base, k, meter)? {
                        Some(Laid { chips, base }) => Answer::Into(self.add(chips, base, meter)?),
                        None => return Ok(None),
                    }
                };
                if let Answer::Into(into) = answer {
                    self.nodes[into].relying.push(id);
                }
                answers.push(answer);
            }
        }
        Ok(Some(answers))
    }

    /// The smallest pattern that an answer of at most k cells leads to and from
    /// which no win is found.
    fn new_answer(
        &mut self,
        chips: [CellAt; 2],
        base: &[CellAt],
        k: u32,
        meter: &mut Meter,
    ) -> Result<Option<Laid>, Stop> {
        let Laid { chips, base } = normal(chips, base);
        let Some(mut tried) = Tried::new(&mut self.search, chips, &base) else {
            return Ok(None);
        };
        let dead = |base: &[CellAt]| {
            let tried = Laid { chips, base: base.to_vec() };
            let covers = |dead: &Laid| tried.missing(dead.chips, &dead.base) == Some(0);
            let alike = self.by_apart.get(&apart(chips)).map_or(&[][..], Vec::as_slice);
            alike.iter().map(|&id| &self.nodes[id]).any(|node| node.dead && covers(&node.laid))
        };
        let mut best: Option<Vec<CellAt>> = None;
        for with in tried.answers(k, meter)? {
            let least = tried.least(with, &dead, meter)?;
            let Some(least) = least else { continue };
            let better = |best: &Vec<CellAt>| (least.len(), &least) < (best.len(), best);
            if best.as_ref().is_none_or(better) {
                best = Some(least);
            }
        }
        Ok(best.map(|base| normal(chips, &base)))
    }

    /// These nodes and those that they need, numbered anew.
    pub(super) fn needed(&self, roots: &[usize]) -> Vec<Pattern> {
        let mut number = vec![usize::MAX; self.nodes.len()];
        let mut order = Vec::new();
        let mut pending: Vec<usize> = roots.iter().rev().copied().collect();
        while let Some(id) = pending.pop() {
            if number[id] == usize::MAX {
                number[id] = order.len();
                order.push(id);
                let into = self.nodes[id].answers.iter().filter_map(|answer| match answer {
                    Answer::Into(into) => Some(*into),
                    Answer::Barrier => None,
                });
                pending.extend(into);
            }
        }
        let renumbered = |answer: &Answer| match answer {
            Answer::Into(into) => Answer::Into(number[*into]),
            Answer::Barrier => Answer::Barrier,
        };
        let pattern = |id: usize| {
            let node = &self.nodes[id];
            let answers = node.answers.iter().map(renumbered).collect();
            Pattern { chips: node.laid.chips, base: node.laid.base.clone(), answers }
        };
        order.into_iter().map(pattern).collect()
    }
}

/// One position on the board where answers are tried out; what is covered
/// outside of it is left away, which only helps the attacker.
struct Tried<'s> {
    search: &'s mut Search<Spanned>,
    core: (u8, u8),
    base: u128,
    /// What was added to rows and columns.
    shift: CellAt,
    depth: u32,
}

impl<'s> Tried<'s> {
    fn new(search: &'s mut Search<Spanned>, chips: [CellAt; 2], base: &[CellAt]) -> Option<Self> {
        let board = search.pursuit();
        let centre = |apart: i32| (WINDOW as i32 - 1 - apart) / 2;
        let shift = (centre(chips[1].0), centre(chips[1].1));
        let element = |cell: CellAt| board.element((cell.0 + shift.0, cell.1 + shift.1));
        let (one, other) = (element(chips[0])?, element(chips[1])?);
        let core = (one.min(other), one.max(other));
        let base = base.iter().filter_map(|&cell| element(cell));
        let base = base.fold(0, |set, element| set | 1 << element);
        let depth = board.least_steps(core);
        Some(Tried { search, core, base, shift, depth })
    }

    /// Sets with at most k more elements from which no win is found: all of
    /// them for k = 1, else one.
    fn answers(&mut self, k: u32, meter: &mut Meter) -> Result<Vec<u128>, Stop> {
        self.search.answers_within(self.core, self.base, k, self.depth, meter)
    }

    /// As little of a set as is enough.
    fn least(
        &mut self,
        with: u128,
        dead: &dyn Fn(&[CellAt]) -> bool,
        meter: &mut Meter,
    ) -> Result<Option<Vec<CellAt>>, Stop> {
        if dead(&self.cells(with)) {
            return Ok(None);
        }
        let mut least = with;
        // What is far from the chips at once, the farthest first; then cell by
        // cell.
        for margin in (1..WINDOW as i32 / 2).rev() {
            let fewer = with & self.around(margin);
            let won = self.search.wins_within(self.core, fewer, self.depth, meter)?;
            if won.is_some() || dead(&self.cells(fewer)) {
                break;
            }
            least = fewer;
        }
        for element in (0..128).filter(|element| with >> element & 1 == 1) {
            if least >> element & 1 == 0 {
                continue;
            }
            let fewer = least & !(1 << element);
            let won = self.search.wins_within(self.core, fewer, self.depth, meter)?;
            if won.is_none() && !dead(&self.cells(fewer)) {
                least = fewer;
            }
        }
        Ok(Some(self.cells(least)))
    }

    /// The cells at most `margin` away from the rectangle that the chips span.
    fn around(&self, margin: i32) -> u128 {
        let board = self.search.pursuit();
        let [one, other] = [self.core.0, self.core.1].map(|chip| board.cell(chip));
        let near = |at: i32, one: i32, other: i32| {
            (one.min(other) - margin..=one.max(other) + margin).contains(&at)
        };
        (0..=board.last())
            .filter(|&element| {
                let (row, column) = board.cell(element);
                near(row, one.0, other.0) && near(column, one.1, other.1)
            })
            .fold(0, |set, element| set | 1 << element)
    }

    fn cells(&self, set: u128) -> Vec<CellAt> {
        let board = self.search.pursuit();
        (0..128)
            .filter(|element| set >> element & 1 == 1)
            .map(|element| board.cell(element))
            .map(|(row, column)| (row - self.shift.0, column - self.shift.1))
            .collect()
    }
}
