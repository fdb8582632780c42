use perfectplay_game::{Meter, Stop};
use perfectplay_proof::heaps::Digest;
use rustc_hash::FxHashMap;

use super::engine::Engine;
use crate::heap_games::{Code, Shape, Values};

/// A window that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The heap after the window.
    pub heap: u64,
    /// The digest of all values below that heap.
    pub digest: u64,
    /// The last values below it.
    pub window: Vec<u16>,
}

/// A window that came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The heap after the window the first time.
    pub first: u64,
    /// So many heaps later it came back: the least period.
    pub period: u64,
}

/// Works out values of one game in constant memory until a period is proved.
///
/// Everything it has done is in [`Run::state`], from which [`Run::resume`] goes
/// on to the same values.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::heap_games::{Code, record::Run};
/// let code: Code = "0.156".parse()?;
/// let mut meter = Meter::default();
/// let mut run = Run::with_reach(&code, 500, &mut meter)?;
/// run.advance(2500, &mut meter)?;
/// let mut run = Run::resume(&run.state(), &mut meter)?;
/// while run.found().is_none() {
///     run.advance(1000, &mut meter)?;
/// }
/// let shape = run.prove(&mut meter)?.expect("the window came back");
/// assert_eq!(shape.to_string(), "period 349 after 3479");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) engine: Engine,
    /// The heap that comes next.
    pub(super) next: u64,
    /// The last values, a window at least.
    pub(super) last: Vec<u16>,
    /// The largest part walked to.
    pub(super) farthest: usize,
    pub(super) digest: Digest,
    /// A hash of the last values, for looking anchors up.
    hash: u64,
    pub(super) anchors: Vec<Anchor>,
    /// By that hash, places in `anchors`.
    by_hash: FxHashMap<u64, Vec<usize>>,
    /// Bit `hash >> 52` is set for all hashes there.
    filter: Vec<u64>,
    anchor_at: u64,
    pub(super) found: Option<Found>,
}

/// Parts up to this size may be looked at, where nothing else is asked for.
const REACH: usize = 1 << 15;

/// Values that the hash of the last ones goes by: 3 bits leave at each.
const HASHED: usize = 22;
const FACTOR: u64 = 8 * 0x1e37_79b9_7f4a_7c15;

fn hash_of(window: &[u16]) -> u64 {
    let last = &window[window.len().saturating_sub(HASHED)..];
    last.iter().fold(0, |hash, &value| add(hash, value))
}

#[inline]
fn add(hash: u64, value: u16) -> u64 {
    hash.wrapping_mul(FACTOR).wrapping_add(u64::from(value) + 1)
}

impl Run {
    /// At the first heaps, with a reach that serves octal games of three digits.
    ///
    /// # Errors
    ///
    /// A limit was reached, or the code is none whose moves leave two heaps at
    /// most and whose rare heaps end.
    pub fn new(code: &Code, meter: &mut Meter) -> Result<Run, Stop> {
        Run::with_reach(code, REACH, meter)
    }

    /// Keeps windows of a little more than `reach` values: neither rare heaps nor
    /// walks may go beyond that.
    ///
    /// # Errors
    ///
    /// As for [`Run::new`].
    pub fn with_reach(code: &Code, reach: usize, meter: &mut Meter) -> Result<Run, Stop> {
        let engine = Engine::new(code, reach, meter)?;
        let mut digest = Digest::default();
        engine.head.iter().for_each(|&value| digest.add(value.into()));
        let last = engine.head[engine.head.len() - engine.window..].to_vec();
        let next = engine.head.len() as u64;
        let mut run = Run::at(engine, next, last, digest);
        run.keep_anchor();
        Ok(run)
    }

    pub(super) fn at(engine: Engine, next: u64, last: Vec<u16>, digest: Digest) -> Run {
        Run {
            hash: hash_of(&last),
            engine,
            next,
            last,
            farthest: 0,
            digest,
            anchors: Vec::new(),
            by_hash: FxHashMap::default(),
            filter: vec![0; 1 << 6],
            anchor_at: u64::MAX,
            found: None,
        }
    }

    /// The rules.
    pub fn code(&self) -> &Code {
        &self.engine.code
    }

    /// How many values are done, from heap 0 on.
    pub fn heaps(&self) -> u64 {
        self.next
    }

    /// R and W: the last rare heap, and the largest part that a walk looked at.
    pub fn locality(&self) -> (u64, u64) {
        (self.engine.last_rare() as u64, self.farthest as u64)
    }

    /// The mask of the sparse space, and whether places count.
    pub fn space(&self) -> (u16, bool) {
        self.engine.space()
    }

    /// Windows kept, in order.
    pub fn anchors(&self) -> &[Anchor] {
        &self.anchors
    }

    /// The digest of all values so far.
    pub fn digest(&self) -> u64 {
        self.digest.sum()
    }

    /// The window that came back, if one did: the period is proved then.
    pub fn found(&self) -> Option<Found> {
        self.found
    }

    fn window(&self) -> &[u16] {
        &self.last[self.last.len() - self.engine.window..]
    }

    /// Takes an anchor into the table that later windows are looked up in.
    pub(super) fn add_anchor(&mut self, anchor: Anchor) {
        let hash = hash_of(&anchor.window);
        self.by_hash.entry(hash).or_default().push(self.anchors.len());
        self.filter[(hash >> 52) as usize / 64] |= 1 << ((hash >> 52) % 64);
        // About a fifteenth more each time: the preperiod is known as well.
        self.anchor_at = anchor.heap + anchor.heap / 16 + 1;
        self.anchors.push(anchor);
    }

    fn keep_anchor(&mut self) {
        let (heap, digest, window) = (self.next, self.digest(), self.window().to_vec());
        self.add_anchor(Anchor { heap, digest, window });
    }

    /// Works out so many values more, or fewer if a window comes back.
    ///
    /// # Errors
    ///
    /// A limit was reached, or a walk went beyond the reach. What was done is
    /// kept.
    pub fn advance(&mut self, count: u64, meter: &mut Meter) -> Result<(), Stop> {
        const STRIDE: u64 = 1 << 12;
        let until = self.next.saturating_add(count);
        while self.next < until && self.found.is_none() {
            let stride = STRIDE.min(until - self.next);
            let mut walked = 0;
            for _ in 0..stride {
                let value = self.step(&mut walked).map_err(|beyond| beyond.stop(meter))?;
                self.hash = add(self.hash, value);
                let bit = self.hash >> 52;
                if self.filter[bit as usize / 64] >> (bit % 64) & 1 == 1 && self.look_up() {
                    break;
                }
                if self.next >= self.anchor_at {
                    self.keep_anchor();
                }
            }
            meter.spend(walked + stride * self.engine.steps())?;
        }
        Ok(())
    }

    /// The next value, and no look at anchors.
    #[inline]
    fn step(&mut self, walked: &mut u64) -> Result<u16, super::engine::Beyond> {
        let (value, part) = self.engine.next(self.next, &self.last)?;
        self.farthest = self.farthest.max(part);
        *walked += part as u64;
        if self.last.len() >= 4 * self.engine.window {
            let gone = self.last.len() - self.engine.window;
            self.last.drain(..gone);
        }
        self.last.push(value);
        self.digest.add(value.into());
        self.next += 1;
        Ok(value)
    }

    /// Is the window that of an anchor?
    #[cold]
    fn look_up(&mut self) -> bool {
        let places = self.by_hash.get(&self.hash).map_or(&[][..], Vec::as_slice);
        let anchors = places.iter().filter_map(|&place| self.anchors.get(place));
        let same = anchors.filter(|anchor| anchor.heap < self.next);
        let mut same = same;
        let same = same.find(|anchor| anchor.window == self.window());
        self.found =
            same.map(|anchor| Found { first: anchor.heap, period: self.next - anchor.heap });
        self.found.is_some()
    }

    /// Once a window came back: the least period and preperiod, for ever. `None`
    /// if none came back yet.
    ///
    /// The window theorem gives the period from `first` less a window on: all
    /// heaps since are common, all walks stay within the reach. It is the least,
    /// since no window in between is the same. The least preperiod is found by
    /// going through the values from the anchor before, or from heap 0, beside
    /// those a period later: up to a sixteenth of the heaps twice.
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub fn prove(&self, meter: &mut Meter) -> Result<Option<Shape>, Stop> {
        let Some(Found { first, period }) = self.found else { return Ok(None) };
        let place = self.anchors.iter().position(|anchor| anchor.heap == first);
        let before = place.and_then(|place| place.checked_sub(1));
        let before = before.and_then(|place| self.anchors.get(place));
        let start = before.map_or(0, |anchor| anchor.heap);
        // The values from `start` on: from the head, or by a run of its own.
        let mut one = before.map(|anchor| self.from(anchor));
        let mut later = match self.anchors.iter().rfind(|anchor| anchor.heap <= start + period) {
            Some(anchor) => {
                let mut run = self.from(anchor);
                run.skip(start + period - anchor.heap, meter)?;
                Some(run)
            }
            None => None,
        };
        let mut short = Values::new(self.code());
        if later.is_none() {
            short.extend((first + period) as usize, meter)?;
        }
        let mut preperiod = match before {
            // What lies before the anchor's heap is in both windows.
            Some(anchor) => later.as_ref().map_or(start, |later| {
                let pairs = anchor.window.iter().zip(later.window()).rev();
                start - pairs.take_while(|(one, later)| one == later).count() as u64
            }),
            None => 0,
        };
        let mut walked = 0;
        for heap in start..first {
            let value = match &mut one {
                Some(run) => run.step(&mut walked).map_err(|beyond| beyond.stop(meter))?,
                None => self.engine.head.get(heap as usize).copied().unwrap_or_default(),
            };
            let same = match &mut later {
                Some(run) => run.step(&mut walked).map_err(|beyond| beyond.stop(meter))? == value,
                None => short.get((heap + period) as usize) == Some(value.into()),
            };
            if !same {
                preperiod = heap + 1;
            }
            if heap % 4096 == 0 {
                meter.spend(std::mem::take(&mut walked) + 8192 * self.engine.steps())?;
            }
        }
        Ok(Some(Shape { preperiod, period, saltus: 0 }))
    }

    /// A run of its own from an anchor on.
    pub fn from(&self, anchor: &Anchor) -> Run {
        let digest = Digest::from_sum(anchor.digest);
        let mut engine = self.engine.clone();
        // Heaps that come again must not find their own marks.
        engine.forget_marks();
        Run::at(engine, anchor.heap, anchor.window.clone(), digest)
    }

    /// Works out so many values without a look at anchors.
    fn skip(&mut self, count: u64, meter: &mut Meter) -> Result<(), Stop> {
        let mut walked = 0;
        for done in 0..count {
            self.step(&mut walked).map_err(|beyond| beyond.stop(meter))?;
            if done % 4096 == 0 {
                meter.spend(std::mem::take(&mut walked) + 4096 * self.engine.steps())?;
            }
        }
        Ok(())
    }
}
