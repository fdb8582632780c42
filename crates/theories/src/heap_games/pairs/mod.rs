//! Values of heap games whose moves leave two heaps at most.
//!
//! They are worked out [one by one](naive) from all pairs of smaller heaps,
//! until enough are there to see whether almost all pairs can be left out (the
//! [sparse-space method](sparse)); whenever the heaps have doubled, the way on
//! is chosen again.

mod naive;
mod rules;
mod sliding;
mod sparse;
mod walks;
mod xors;

use std::sync::OnceLock;

use perfectplay_game::{Meter, Stop, StopReason};

use naive::Naive;
pub(crate) use rules::PairRules;
pub(crate) use sliding::{Beyond, Sliding};
use sparse::{BitEngine, Event, MarkEngine, Space, Start};
use walks::Walks;
use xors::Lanes;

/// How values are to be worked out: for tests and measurements, since the
/// results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// The sparse-space method, where it looks quicker.
    pub sparse: bool,
    /// The widest instructions that the machine has.
    pub wide: bool,
    /// Heaps done one by one, before anything else is chosen.
    pub first: usize,
    /// All ways to leave heaps, as for codes that may leave many.
    pub all_parts: bool,
    /// Threads that may work at once, where it pays: two are made use of.
    pub threads: usize,
}

impl Default for Means {
    fn default() -> Self {
        // Asked once: some systems read files for it.
        static THREADS: OnceLock<usize> = OnceLock::new();
        let count = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = *THREADS.get_or_init(count);
        Means { sparse: true, wide: true, first: 2048, all_parts: false, threads }
    }
}

/// Values of heaps 0, 1, 2, ... as far as they were asked for.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    rules: PairRules,
    means: Means,
    values: Vec<u16>,
    naive: Naive,
    engine: Option<AnyEngine>,
    walks: Walks,
    /// With so many values the way on is chosen again.
    choose_at: usize,
    /// Engines are made for values below this at least.
    end: usize,
    held: u64,
    held_by_engine: u64,
}

/// An engine, by the number that values are below.
#[derive(Clone, Debug)]
enum AnyEngine {
    Below128(Box<BitEngine<1>>),
    Below256(Box<BitEngine<2>>),
    Below256ByMarks(Box<MarkEngine<256>>),
    Below512(Box<MarkEngine<512>>),
    Below1024(Box<MarkEngine<1024>>),
    Below4096(Box<MarkEngine<4096>>),
    Below32768(Box<MarkEngine<32768>>),
}

macro_rules! each {
    ($any:expr, $engine:ident => $does:expr) => {
        match $any {
            AnyEngine::Below128($engine) => $does,
            AnyEngine::Below256($engine) => $does,
            AnyEngine::Below256ByMarks($engine) => $does,
            AnyEngine::Below512($engine) => $does,
            AnyEngine::Below1024($engine) => $does,
            AnyEngine::Below4096($engine) => $does,
            AnyEngine::Below32768($engine) => $does,
        }
    };
}
use each;

impl AnyEngine {
    /// An engine for values below `end`, a power of two from 128 to 2^15.
    fn new(
        end: usize,
        rare: usize,
        rules: &PairRules,
        space: Space,
        start: Start,
        values: &[u16],
        walks: &mut Walks,
    ) -> AnyEngine {
        macro_rules! engine {
            ($kind:ident, $engine:ident) => {
                AnyEngine::$kind(Box::new($engine::new(rules, space, start, values, walks)))
            };
        }
        // A pair of a part costs the same by marks whatever the values are; bits
        // count pairs of one part once.
        let many = rules.splits.len() == 1 && rare >= MANY;
        match end {
            128 => engine!(Below128, BitEngine),
            256 if many => engine!(Below256ByMarks, MarkEngine),
            256 => engine!(Below256, BitEngine),
            512 => engine!(Below512, MarkEngine),
            1024 => engine!(Below1024, MarkEngine),
            2048 | 4096 => engine!(Below4096, MarkEngine),
            _ => engine!(Below32768, MarkEngine),
        }
    }
}

/// Rare heaps from which on marks are no slower than bits for values from 128 to
/// 255.
const MANY: usize = 800;

/// Heaps between two looks at limits, at most.
const STRIDE: usize = 1 << 12;

/// Heaps that may be done beyond those asked for.
const BLOCK: usize = 32;

impl Pairs {
    pub(crate) fn new(rules: PairRules, means: Means) -> Pairs {
        let choose_at = means.first.max(4 * (rules.most as usize + 1)).max(64);
        Pairs {
            rules,
            means,
            values: vec![0],
            naive: Naive::default(),
            engine: None,
            walks: Walks::default(),
            choose_at,
            end: 128,
            held: 0,
            held_by_engine: 0,
        }
    }

    /// Goes on from values that were worked out before, from heap 0 on.
    pub(crate) fn adopt(&mut self, values: Vec<u16>, meter: &mut Meter) -> Result<(), Stop> {
        meter.hold(2 * values.capacity() as u64)?;
        self.held += 2 * values.capacity() as u64;
        self.values = values;
        // Which way is the better one is seen at once.
        self.choose_at = self.choose_at.min(self.values.len());
        self.engine = None;
        self.walks.clear();
        Ok(())
    }

    pub(crate) fn values(&self) -> &[u16] {
        &self.values
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &PairRules {
        &self.rules
    }

    /// Works out values until there are `count` at least.
    ///
    /// # Errors
    ///
    /// A limit was reached; the values so far are kept.
    pub(crate) fn extend(&mut self, count: usize, meter: &mut Meter) -> Result<(), Stop> {
        while self.values.len() < count {
            // Few at a time while few are there and much may change.
            let until = count.min(self.values.len() + (self.values.len() / 8).clamp(64, STRIDE));
            self.make_room(until + BLOCK, meter)?;
            if self.means.sparse && self.values.len() >= self.choose_at {
                self.choose(meter)?;
            }
            if self.engine.is_some() {
                self.extend_sparse(until, meter)?;
            } else {
                self.extend_naive(until, meter)?;
            }
        }
        Ok(())
    }

    fn make_room(&mut self, count: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.values.capacity() < count {
            let capacity = count.max(self.values.capacity() / 2 * 3);
            meter.hold(2 * capacity as u64)?;
            self.values.reserve_exact(capacity - self.values.len());
            meter.release(std::mem::replace(&mut self.held, 2 * capacity as u64));
        }
        Ok(())
    }

    fn extend_naive(&mut self, until: usize, meter: &mut Meter) -> Result<(), Stop> {
        let lanes = if self.means.wide { Lanes::Many } else { Lanes::One };
        while self.values.len() < until {
            let pairs = self.rules.splits.len() * (self.values.len() / 2);
            meter.spend((pairs + self.rules.singles.len() + 1) as u64)?;
            let next = self.naive.next(&self.rules, &self.values, lanes);
            let Some(next) = next else {
                return Err(too_large(meter));
            };
            self.values.push(next);
        }
        Ok(())
    }

    fn extend_sparse(&mut self, until: usize, meter: &mut Meter) -> Result<(), Stop> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        let before = self.values.len();
        let (values, walks) = (&mut self.values, &mut self.walks);
        let wide = self.means.wide;
        let event = each!(engine, engine => engine.run(values, until, walks, wide));
        let done = (self.values.len() - before) as u64;
        let values = &self.values;
        each!(engine, engine => {
            let beyond = engine.tune(done, values, walks);
            meter.spend(beyond.saturating_add(done * engine.steps()))?;
            // Its sets grow with the last rare heap: by and by, if at all.
            let bytes = engine.bytes();
            meter.hold(bytes)?;
            meter.release(std::mem::replace(&mut self.held_by_engine, bytes));
        });
        if event == Event::Outgrown {
            self.choose_at = self.values.len();
            self.end = 2 * each!(engine, engine => engine.end());
        }
        Ok(())
    }

    /// Chooses between the two ways, and the mask.
    fn choose(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let heaps = self.values.len();
        self.choose_at = 2 * heaps;
        if self.rules.splits.is_empty() {
            return Ok(());
        }
        meter.spend(heaps as u64)?;
        let (space, rare) = Space::with_fewest_rare(&self.values, self.parity());
        let most = usize::from(self.values.iter().max().copied().unwrap_or(0)) + 1;
        // Some room for values to grow.
        let end = (most + most / 8).next_power_of_two().max(self.end);
        // In cycles of a processor, roughly; the shuffles of the naive way take
        // 32 parts at once while values are small.
        let naive = (heaps / 2) as f64 * if most <= 128 { most as f64 / 100.0 } else { 1.5 };
        let sparse = 2.0 * rare as f64 * if end <= 256 { 0.5 } else { 1.2 } + 100.0;
        if sparse > naive || end > 1 << 15 {
            self.engine = None;
            self.walks.clear();
            return Ok(());
        }
        if let Some(engine) = &self.engine {
            let (old, old_rare, fits) = each!(engine, engine => {
                (engine.space(), engine.rare().0, engine.end() >= end)
            });
            if fits && (old == space || rare * 5 > old_rare * 4) {
                return Ok(());
            }
        }
        if self.engine.as_ref().is_some_and(|old| each!(old, old => old.space()) != space) {
            // What was met without a walk under one mask may need one under
            // another.
            self.walks.clear();
        }
        let start =
            self.engine.as_ref().map_or(Start::default(), |old| each!(old, old => old.start()));
        let start = start.by(self.means.threads);
        let (rules, values, walks) = (&self.rules, &self.values, &mut self.walks);
        self.engine = Some(AnyEngine::new(end, rare, rules, space, start, values, walks));
        Ok(())
    }

    /// The last rare heap, and the farthest that a walk went for `heap` or any
    /// later one, if the sparse-space method works the values out now and did
    /// so from `heap` on.
    pub(crate) fn locality(&self, heap: u64) -> Option<(u64, u64)> {
        let engine = self.engine.as_ref()?;
        let (_, last_rare) = each!(engine, engine => engine.rare());
        Some((last_rare, self.walks.farthest_from(heap)?))
    }

    /// A mask with few rare heaps among the values so far, and whether places
    /// count; `None` where no move parts heaps.
    pub(crate) fn mask(&self) -> Option<(u16, bool)> {
        if let Some(report) = self.sparse() {
            return Some((report.mask, report.domain));
        }
        self.rules.splits.first()?;
        let (space, _) = Space::with_fewest_rare(&self.values, self.parity());
        Some((space.mask(), space.is_domain()))
    }

    /// The parity of stones taken by moves that part heaps, if it is one.
    fn parity(&self) -> Option<bool> {
        let odd = self.rules.splits.first()?.taken % 2;
        let one = self.rules.splits.iter().all(|split| split.taken % 2 == odd);
        one.then_some(odd == 1)
    }

    /// What the sparse-space method goes by, if it is at work.
    pub(crate) fn sparse(&self) -> Option<SparseReport> {
        let engine = self.engine.as_ref()?;
        Some(each!(engine, engine => {
            let (rare, last_rare) = engine.rare();
            SparseReport {
                mask: engine.space().mask(),
                domain: engine.space().is_domain(),
                rare: rare as u64,
                last_rare,
                walked: engine.walked() as u64,
            }
        }))
    }
}

/// What the sparse-space method goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseReport {
    /// A value is common if it has an odd number of the mask's bits.
    pub mask: u16,
    /// Does the parity of the heap count as one bit more?
    pub domain: bool,
    /// Rare heaps so far.
    pub rare: u64,
    /// The last of them.
    pub last_rare: u64,
    /// Pairs of common parts that are looked at for every heap.
    pub walked: u64,
}

fn too_large(meter: &Meter) -> Stop {
    let within = "Grundy values below 32768";
    Stop { reason: StopReason::Reach { within }, spent: meter.spent() }
}
