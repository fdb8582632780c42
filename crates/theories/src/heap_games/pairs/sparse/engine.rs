use super::cover::{Chosen, Cover};
use super::hints::Hints;
use super::method::{Method, Part};
use super::places::Places;
use super::scan::Scan;
use super::space::Space;
use super::start::Start;
use super::tuning::Tuning;
use crate::heap_games::pairs::rules::{PairRules, Split};
use crate::heap_games::pairs::walks::Walks;

/// Why a run came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap_games::pairs) enum Event {
    /// The heaps asked for are done.
    Done,
    /// The engine must be made anew: a value would be too large for it.
    Outgrown,
    /// A walk would have to look at larger parts than it may.
    Beyond,
}

/// The loop over blocks, as what `pulp` compiles once for each kind of machine:
/// all that is inlined into it.
struct Run<'r, M, const B: usize> {
    engine: &'r mut Engine<M, B>,
    values: &'r mut Vec<u16>,
    until: usize,
    walks: &'r mut Walks,
}

impl<M: Method<B>, const B: usize> pulp::WithSimd for Run<'_, M, B> {
    type Output = Event;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Event {
        self.blocks()
    }
}

impl<M: Method<B>, const B: usize> Run<'_, M, B> {
    #[inline(always)]
    fn blocks(self) -> Event {
        let Run { engine, values, until, walks } = self;
        while values.len() < until {
            let due = values.len() >= engine.compile_at && engine.method.may_compile();
            if due && engine.late.len() > 8 + engine.far / 16 {
                engine.compile(values, walks);
            }
            engine.method.begin_block(values);
            for lane in 0..B {
                let Some(value) = engine.next(lane, values, walks) else {
                    return if engine.beyond { Event::Beyond } else { Event::Outgrown };
                };
                values.push(value);
                engine.method.push(values);
            }
        }
        Event::Done
    }
}

/// A pair with a rare part that the method does not go through.
#[derive(Clone, Copy, Debug)]
struct Pair {
    offset: usize,
    value: u16,
    /// The size that the other part must not have; 0 for any.
    not: usize,
}

/// Common parts among which some are chosen.
const CANDIDATES: usize = 2048;

/// Cycles that a choice takes, and half as many.
const CHOICE: f64 = 6e7;

/// Cycles that it takes to find a missing value, roughly.
const MISSING: f64 = 500.0;

/// Works values out by the sparse-space method, in blocks of `B` heaps.
///
/// Which pairs heap n takes from where, by the offset from n to the other part:
///
/// ```text
/// offset  1 ......... B ................................... n
///         singles, near | method: rare parts, walked parts | late
/// ```
///
/// *Late* are the pairs with rare parts found since the method was given its
/// own.
#[derive(Clone, Debug)]
pub(in crate::heap_games::pairs) struct Engine<M, const B: usize> {
    space: Space,
    /// Stones taken by moves that part heaps, in rising order.
    taken: Vec<usize>,
    singles: Vec<usize>,
    halves: Vec<usize>,
    splits: Vec<Split>,
    /// Rare heaps, in order.
    rare: Vec<u32>,
    method: M,
    /// Pairs with a rare part, at offsets below a block.
    near: Vec<Pair>,
    late: Vec<Pair>,
    /// From so many values on pairs that are late may be given to the method.
    compile_at: usize,
    /// Parts of each common value that every walk begins with, and parts that
    /// it begins with besides.
    walk_parts: usize,
    besides: Vec<u32>,
    /// Parts that were chosen to begin with in place of those of each value, once
    /// there are any; how many of them are taken; and when that was.
    chosen: Chosen,
    chosen_parts: usize,
    chosen_at: usize,
    /// Pairs that the method goes through, and those of two common parts.
    far: usize,
    walked: usize,
    places: Places,
    hints: Hints,
    tuning: Tuning,
    /// Rare values that a walk looks for.
    missing: Vec<u16>,
    /// Walks look at no larger parts.
    most_part: usize,
    threads: usize,
    /// One would have had to.
    beyond: bool,
}

impl<M: Method<B>, const B: usize> Engine<M, B> {
    /// From the values so far, all below [`Method::END`], of more than twice as many
    /// heaps as a move takes stones.
    pub(in crate::heap_games::pairs) fn new(
        rules: &PairRules,
        space: Space,
        start: Start,
        values: &[u16],
        walks: &mut Walks,
    ) -> Self {
        let taken: Vec<usize> = rules.splits.iter().map(|split| split.taken as usize).collect();
        let heaps = values.iter().enumerate().skip(1);
        let rare = heaps.filter(|&(heap, &value)| !space.is_common(value, heap));
        let mut engine = Engine {
            space,
            singles: rules.singles.iter().map(|&taken| taken as usize).collect(),
            halves: rules.halves.iter().map(|&taken| taken as usize).collect(),
            splits: rules.splits.clone(),
            rare: rare.map(|(heap, _)| heap as u32).collect(),
            method: M::new(space, &taken, start.threads),
            taken,
            near: Vec::new(),
            late: Vec::new(),
            compile_at: 0,
            walk_parts: start.walk_parts,
            besides: start.besides,
            chosen: Chosen::default(),
            chosen_parts: 0,
            chosen_at: 0,
            far: 0,
            walked: 0,
            places: Places::new(M::END),
            hints: Hints::new(M::END),
            tuning: Tuning::default(),
            missing: Vec::new(),
            most_part: start.most_part,
            threads: start.threads,
            beyond: false,
        };
        engine.compile(values, walks);
        engine
    }

    /// Values that fit are below this.
    pub(in crate::heap_games::pairs) fn end(&self) -> usize {
        M::END
    }

    pub(in crate::heap_games::pairs) fn start(&self) -> Start {
        let Engine { walk_parts, most_part, threads, .. } = *self;
        Start { walk_parts, besides: self.besides.clone(), most_part, threads }
    }

    /// Bytes that tables take which grow with the heaps.
    pub(in crate::heap_games::pairs) fn bytes(&self) -> u64 {
        self.method.bytes() + 12 * self.far as u64
    }

    pub(in crate::heap_games::pairs) fn space(&self) -> Space {
        self.space
    }

    /// The number of rare heaps, and the last one.
    pub(in crate::heap_games::pairs) fn rare(&self) -> (usize, u64) {
        (self.rare.len(), self.rare.last().map_or(0, |&heap| heap.into()))
    }

    /// Pairs of common parts that every walk begins with.
    pub(in crate::heap_games::pairs) fn walked(&self) -> usize {
        self.walked
    }

    /// Pairs looked at for every heap.
    pub(in crate::heap_games::pairs) fn steps(&self) -> u64 {
        (self.far + self.near.len() + self.late.len() + self.singles.len()) as u64
    }

    /// Steps that walks took beyond their first ones since this was last asked;
    /// now and then makes walks begin with other parts.
    pub(in crate::heap_games::pairs) fn tune(
        &mut self,
        heaps: u64,
        values: &[u16],
        walks: &mut Walks,
    ) -> u64 {
        let of_part = self.method.cost();
        let (steps, due) = self.tuning.add(heaps, self.far as f64 * of_part);
        if self.may_choose(values) {
            self.choose(values);
            self.compile(values, walks);
            return steps + self.chosen.tried;
        }
        if let Some(due) = due {
            // A part pays if the walks that it would have ended cost more than
            // it does.
            let helpful = self.hints.take_helpful(due.worth_while(of_part));
            let (parts, most) = match self.chosen.parts.len() {
                0 => (&mut self.walk_parts, usize::MAX),
                most => (&mut self.chosen_parts, most),
            };
            let before = std::mem::replace(parts, due.next_parts(*parts).min(most));
            if *parts != before || !helpful.is_empty() {
                self.besides.extend(helpful);
                self.compile(values, walks);
            }
        }
        steps
    }

    fn is_chosen(&self) -> bool {
        !self.chosen.parts.is_empty()
    }

    /// Does it pay to choose the parts that walks begin with, if as many heaps
    /// are to come as there are?
    fn may_choose(&self, values: &[u16]) -> bool {
        if values.len() < 4 * self.chosen_at {
            return false;
        }
        // The first choice halves them at least; later ones do not gain as much.
        let saved = self.walked as f64 / if self.is_chosen() { 8.0 } else { 2.0 };
        saved * self.method.cost() * values.len() as f64 > CHOICE
    }

    fn choose(&mut self, values: &[u16]) {
        let candidates = self.places.first_of_each(CANDIDATES);
        let most = candidates.iter().max().copied().unwrap_or(0) as usize;
        let index = |&size: &u32| (size, self.space.index(values[size as usize]));
        let candidates: Vec<(u32, u16)> = candidates.iter().map(index).collect();
        let cover = Cover::new(self.space, &self.taken, values, M::END, most);
        self.chosen = cover.choose(&candidates, self.method.cost(), MISSING);
        self.chosen_parts = self.chosen.worth_while;
        self.chosen_at = values.len();
        self.besides.clear();
        self.hints.forget_helpful();
        self.tuning = Tuning::default();
    }

    /// Gives the method its pairs: with all rare parts so far, and the common
    /// ones that walks begin with.
    fn compile(&mut self, values: &[u16], walks: &mut Walks) {
        let first = self.splits.first().map_or(0, |split| split.taken) as usize;
        let last = self.splits.last().map_or(0, |split| split.taken) as usize;
        // Parts from this one on have no offset below a block.
        let from = B.saturating_sub(first).max(1);
        let mut rare = Vec::new();
        self.near.clear();
        self.late.clear();
        for &size in &self.rare {
            let value = values[size as usize];
            if (from..values.len() - last).contains(&(size as usize)) {
                rare.push(Part { size, value });
                continue;
            }
            let small = (size as usize) < from;
            let pairs = if small { &mut self.near } else { &mut self.late };
            pairs.extend(self.splits.iter().map(|split| Pair {
                offset: split.taken as usize + size as usize,
                value,
                not: if split.unequal { size as usize } else { 0 },
            }));
        }
        // Both parts of a walked pair are heaps, and unequal ones.
        let to = (values.len() / 4).min(self.most_part.saturating_add(1));
        self.places.follow(self.space, values, from, to);
        let mut walked = Vec::new();
        if !self.is_chosen() {
            for (value, places) in self.places.of_values() {
                let parts = places.iter().take(self.walk_parts);
                walked.extend(parts.map(|&size| Part { size, value }));
            }
        }
        for &size in self.chosen.parts.iter().take(self.chosen_parts).chain(&self.besides) {
            let at = size as usize;
            // They may come from an engine with another space.
            if (from..to).contains(&at) && self.space.is_common(values[at], at) {
                walked.push(Part { size, value: values[at] });
            }
        }
        let walked_to = walked.iter().map(|part| u64::from(part.size)).max().unwrap_or(0);
        walks.begin(values.len() as u64, walked_to);
        self.walked = walked.len();
        self.far = rare.len() + walked.len();
        self.method.compile(&rare, &walked, values);
        // Those that are late now can all be taken in then.
        self.compile_at = values.len() + last + B;
    }

    /// Works out the values up to heap `until`, or as far as they fit, with the
    /// widest instructions of the machine or with those that every one has.
    pub(in crate::heap_games::pairs) fn run(
        &mut self,
        values: &mut Vec<u16>,
        until: usize,
        walks: &mut Walks,
        wide: bool,
    ) -> Event {
        let run = Run { engine: self, values, until, walks };
        if wide { pulp::Arch::new().dispatch(run) } else { run.blocks() }
    }

    /// The value of the next heap, the block's one at `lane`.
    #[inline(always)]
    fn next(&mut self, lane: usize, values: &[u16], walks: &mut Walks) -> Option<u16> {
        let heap = values.len();
        let turns = self.space.turns(heap);
        let mut met = self.method.met(lane);
        if self.equal_rare_parts(values) {
            self.method.forget(&mut met, 0);
        }
        if self.halves.iter().any(|taken| (heap - taken).is_multiple_of(2)) {
            self.method.mark(&mut met, 0, turns);
        }
        for pair in &self.near {
            self.method.mark(&mut met, pair.value ^ values[heap - pair.offset], turns);
        }
        for taken in &self.singles {
            self.method.mark(&mut met, values[heap - taken], turns);
        }
        for late in &self.late {
            let other = heap.saturating_sub(late.offset);
            if other > 0 && other != late.not {
                self.method.mark(&mut met, late.value ^ values[other], turns);
            }
        }
        let (value, all) = self.method.least(&met, turns)?;
        if all {
            return Some(value);
        }
        self.missing.clear();
        self.method.missing(&met, turns, value, &mut self.missing);
        let rare = self.walk(values, walks);
        if self.beyond {
            return None;
        }
        if let Some(rare) = rare {
            self.rare.push(heap as u32);
            for split in &self.splits {
                let not = if split.unequal { heap } else { 0 };
                self.late.push(Pair { offset: split.taken as usize + heap, value: rare, not });
            }
        }
        Some(rare.unwrap_or(value))
    }

    /// Might the method have met a 0 from two equal rare parts of the next heap
    /// that must not be equal?
    #[inline(always)]
    fn equal_rare_parts(&self, values: &[u16]) -> bool {
        self.splits.iter().any(|split| {
            let left = values.len() - split.taken as usize;
            split.unequal
                && left.is_multiple_of(2)
                && !self.space.is_common(values[left / 2], left / 2)
        })
    }

    /// Looks for pairs of the next heap that have the missing rare values, and
    /// gives the least that none has.
    #[cold]
    #[inline(never)]
    fn walk(&mut self, values: &[u16], walks: &mut Walks) -> Option<u16> {
        let mut missing = std::mem::take(&mut self.missing);
        let mut steps = 0;
        let mut farthest = self.walk_by_places(&mut missing, values, &mut steps);
        if !missing.is_empty() {
            farthest = farthest.max(self.walk_all(&mut missing, values, &mut steps));
        }
        self.tuning.walked(steps);
        if !self.beyond {
            walks.record(values.len() as u64, farthest as u64);
        }
        let least = missing.first().copied();
        self.missing = missing;
        least
    }

    /// The value of the other part, if a move can leave this one; the other one
    /// is to be larger.
    fn other(&self, split: Split, part: usize, values: &[u16]) -> Option<u16> {
        let other = values.len().checked_sub(split.taken as usize + part)?;
        values.get(other).filter(|_| other > part).copied()
    }

    /// Looks for each missing value on its own: at the parts that helped
    /// before, then, with a frequent value v as one part, among the few heaps
    /// whose value is the XOR of both. Gives the largest part looked at.
    fn walk_by_places(&mut self, missing: &mut Vec<u16>, values: &[u16], steps: &mut u64) -> usize {
        // Beyond this many steps to look at all pairs is no dearer, since many of
        // them are looked at together.
        let enough = (values.len() / 16).min(200);
        let mut farthest = 0;
        missing.retain(|&missing| {
            let gives = |&part: &u32| {
                let value = values[part as usize] ^ missing;
                let mut splits = self.splits.iter();
                splits.any(|&split| self.other(split, part as usize, values) == Some(value))
            };
            let hints = self.hints.of(missing);
            let mut found = hints.iter().copied().find(gives);
            let mut looked_at = hints.len();
            for &frequent in self.places.frequent() {
                if found.is_some() || looked_at > enough {
                    break;
                }
                let places = self.places.of(missing ^ frequent);
                looked_at += places.len();
                found = places.iter().copied().find(gives);
            }
            *steps += looked_at as u64;
            if let Some(part) = found {
                farthest = farthest.max(part as usize);
                self.hints.helped(missing, part);
            }
            found.is_none()
        });
        farthest
    }

    /// Looks at all pairs, by the smaller part, until no value is missing or no
    /// pairs are left. Gives the largest part looked at.
    fn walk_all(&mut self, missing: &mut Vec<u16>, values: &[u16], steps: &mut u64) -> usize {
        let heap = values.len();
        let mut farthest = 0;
        missing.retain(|&wanted| {
            for split in &self.splits {
                let Some(sum) = heap.checked_sub(split.taken as usize) else { continue };
                let all = sum.saturating_sub(usize::from(split.unequal)) / 2;
                let last = all.min(self.most_part);
                let Some(part) = Scan { values, sum, wanted, last }.find(steps) else {
                    self.beyond |= last < all;
                    continue;
                };
                farthest = farthest.max(part);
                if self.space.is_common(values[part], part) {
                    self.hints.helped(wanted, part as u32);
                }
                return false;
            }
            true
        });
        self.beyond &= !missing.is_empty();
        if missing.is_empty() { farthest } else { heap }
    }
}
