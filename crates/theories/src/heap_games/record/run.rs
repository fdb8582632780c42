use perfectplay_game::{Meter, Stop, StopReason};
use perfectplay_proof::heaps::Digest;
use perfectplay_proof::heaps::record::Checkpoint;

use super::anchors::{self, Anchors};
use crate::heap_games::pairs::{Beyond, PairRules, Pairs, Sliding};
use crate::heap_games::{Code, Means};

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
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::heap_games::{Code, record::Run};
/// let code: Code = "0.156".parse()?;
/// let mut meter = Meter::default();
/// let mut run = Run::with_reach(&code, 500, &mut meter)?;
/// run.advance(2500, &mut meter)?;
/// // All that it takes to go on.
/// let mut run = Run::resume(&code, run.record(), &mut meter)?;
/// while run.found().is_none() {
///     run.advance(1000, &mut meter)?;
/// }
/// let (shape, record) = run.prove(&mut meter)?.expect("the window came back");
/// assert_eq!(shape.to_string(), "period 349 after 3479");
/// assert_eq!(record.heaps(), run.heaps());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) code: Code,
    pub(super) start: Start,
    sliding: Sliding,
    /// The heap that comes next.
    next: u64,
    /// The largest part walked to before `sliding` was made.
    pub(super) farthest: u64,
    digest: Digest,
    /// A hash of the last values, for looking anchors up.
    hash: u64,
    pub(super) anchors: Anchors,
    /// The anchor whose window came back.
    pub(super) found: Option<usize>,
}

/// The rules and all that no later heap changes.
#[derive(Clone, Debug)]
pub(super) struct Start {
    rules: PairRules,
    /// No part is looked at that has more stones.
    pub(super) reach: usize,
    /// Values of a window.
    pub(super) window: usize,
    /// Values of the first heaps.
    pub(super) head: Vec<u16>,
    /// The mask of the sparse space, and whether places count.
    pub(super) space: (u16, bool),
    pub(super) last_rare: usize,
}

/// Parts up to this size may be looked at, where nothing else is asked for.
const REACH: usize = 1 << 15;

/// Heaps between two looks at limits, at most.
const STRIDE: u64 = 1 << 12;

pub(super) fn stop_of(beyond: Beyond, meter: &Meter) -> Stop {
    stop(
        match beyond {
            Beyond::Walk => {
                "runs whose walks stay within their reach (--reach): begin anew with a larger one"
            }
            Beyond::Value => "Grundy values below 32768",
        },
        meter,
    )
}

fn stop(within: &'static str, meter: &Meter) -> Stop {
    Stop { reason: StopReason::Reach { within }, spent: meter.spent() }
}

impl Start {
    /// Works the first values out, 4 (`reach` + k) of them.
    pub(super) fn new(code: &Code, reach: usize, meter: &mut Meter) -> Result<Start, Stop> {
        let rules = PairRules::new(code);
        let rules = rules.filter(|rules| !rules.splits.is_empty() && rules.halves.is_empty());
        let Some(rules) = rules else {
            let within = "codes that part heaps in two at most, and not only in equal ones";
            return Err(stop(within, meter));
        };
        if !(64..=1 << 24).contains(&reach) || rules.most > 1 << 24 {
            return Err(stop("reaches from 64 to 2^24", meter));
        }
        let window = reach + rules.most as usize;
        let count = 4 * window;
        let mut pairs = Pairs::new(rules.clone(), Means::default());
        pairs.extend(count, meter)?;
        let space = pairs.mask().unwrap_or((1, false));
        let head = pairs.values().get(..count).unwrap_or_default().to_vec();
        let last_rare = Sliding::last_rare(&rules, space, &head);
        if last_rare > reach {
            return Err(stop("games without rare heaps beyond the reach (--reach)", meter));
        }
        Ok(Start { rules, reach, window, head, space, last_rare })
    }

    /// Values from a heap on.
    pub(super) fn values(&self, next: u64, window: &[u16], meter: &Meter) -> Result<Sliding, Stop> {
        let (rules, reach) = (&self.rules, self.reach);
        Sliding::new(rules, self.space, reach, &self.head, next, window)
            .ok_or_else(|| stop_of(Beyond::Value, meter))
    }
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
        let start = Start::new(code, reach, meter)?;
        let mut digest = Digest::default();
        start.head.iter().for_each(|&value| digest.add(value.into()));
        let window = start.head[start.head.len() - start.window..].to_vec();
        let first = Checkpoint { heap: start.head.len() as u64, digest: digest.sum(), window };
        let anchors = Anchors::new(first.clone());
        Run::at(code, start, anchors, &first, meter)
    }

    /// With the values after `now` next.
    pub(super) fn at(
        code: &Code,
        start: Start,
        anchors: Anchors,
        now: &Checkpoint,
        meter: &Meter,
    ) -> Result<Run, Stop> {
        Ok(Run {
            code: code.clone(),
            sliding: start.values(now.heap, &now.window, meter)?,
            start,
            next: now.heap,
            farthest: 0,
            digest: Digest::from_sum(now.digest),
            hash: anchors::hash_of(&now.window),
            anchors,
            found: None,
        })
    }

    /// The rules.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// No part is looked at that has more stones.
    pub fn reach(&self) -> usize {
        self.start.reach
    }

    /// How many values are done, from heap 0 on.
    pub fn heaps(&self) -> u64 {
        self.next
    }

    /// R and W: the last rare heap, and a size of parts that no walk went beyond.
    pub fn locality(&self) -> (u64, u64) {
        (self.start.last_rare as u64, self.farthest.max(self.sliding.farthest()))
    }

    /// The mask of the sparse space, and whether places count.
    pub fn space(&self) -> (u16, bool) {
        self.start.space
    }

    /// Windows kept, in order.
    pub fn anchors(&self) -> &[Checkpoint] {
        self.anchors.list()
    }

    /// The digest of all values so far.
    pub fn digest(&self) -> u64 {
        self.digest.sum()
    }

    /// The window that came back, if one did: the period is proved then.
    pub fn found(&self) -> Option<Found> {
        let anchor = self.anchors.list().get(self.found?)?;
        Some(Found { first: anchor.heap, period: self.next - anchor.heap })
    }

    /// The last values, and where they end.
    pub(super) fn now(&self) -> Checkpoint {
        let window = self.sliding.window().to_vec();
        Checkpoint { heap: self.next, digest: self.digest(), window }
    }

    /// Works out so many values more, or fewer if a window comes back.
    ///
    /// # Errors
    ///
    /// A limit was reached, or a walk went beyond the reach. What was done is
    /// kept.
    pub fn advance(&mut self, count: u64, meter: &mut Meter) -> Result<(), Stop> {
        let until = self.next.saturating_add(count);
        while self.next < until && self.found.is_none() {
            let due = self.anchors.next();
            let stride = STRIDE.min(until - self.next).min(due - self.next);
            let values =
                self.sliding.next(stride as usize).map_err(|beyond| stop_of(beyond, meter))?;
            let (mut hash, mut digest) = (self.hash, self.digest);
            let mut done = 0;
            let mut known = false;
            for &value in values {
                hash = anchors::add(hash, value);
                digest.add(value.into());
                done += 1;
                if self.anchors.may_have(hash) {
                    known = true;
                    break;
                }
            }
            (self.hash, self.digest) = (hash, digest);
            self.sliding.take(done);
            self.next += done as u64;
            if known {
                self.found = self.anchors.place_of(hash, self.sliding.window());
            }
            if self.next == due && self.found.is_none() {
                let now = self.now();
                self.anchors.push(now);
            }
            let steps = done as u64 * (self.sliding.steps() + 1) + self.sliding.walked();
            meter.spend(steps)?;
        }
        Ok(())
    }
}
