use perfectplay_game::{Meter, Stop, StopReason};

use super::super::Code;
use super::super::pairs::{PairRules, Pairs};
use crate::heap_games::Means;

/// Values are below this.
const END: usize = 1 << 11;

/// The rules and all that no later heap changes.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub(super) code: Code,
    singles: Vec<usize>,
    splits: Vec<usize>,
    mask: u16,
    domain: bool,
    odd: u64,
    /// Rare heaps and their values.
    rare: Vec<(usize, u16)>,
    /// Values of the heaps 0, 1, ... below `begin`.
    pub(super) head: Vec<u16>,
    /// No part is looked at that has more stones.
    pub(super) reach: usize,
    /// Values of a window.
    pub(super) window: usize,
    /// By value: 1 for an odd number of the mask's bits.
    odd_bits: Vec<u8>,
    marks: Vec<u64>,
}

/// What stopped a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    Walk,
    Value,
}

impl Beyond {
    pub(super) fn stop(self, meter: &Meter) -> Stop {
        let within = match self {
            Beyond::Walk => "runs whose walks stay within the reach: begin with a larger one",
            Beyond::Value => "Grundy values below 2048",
        };
        Stop { reason: StopReason::Reach { within }, spent: meter.spent() }
    }
}

impl Engine {
    /// Works the first values out, 4 (`reach` + k) of them.
    pub(super) fn new(code: &Code, reach: usize, meter: &mut Meter) -> Result<Engine, Stop> {
        let stop = |within, meter: &Meter| {
            Err(Stop { reason: StopReason::Reach { within }, spent: meter.spent() })
        };
        let rules = PairRules::new(code);
        let rules = rules.filter(|rules| !rules.splits.is_empty() && rules.halves.is_empty());
        let Some(rules) = rules else {
            return stop("codes that part heaps in two at most, and not only in equal ones", meter);
        };
        if !(64..=1 << 24).contains(&reach) {
            return stop("reaches from 64 to 2^24", meter);
        }
        let window = reach + rules.most as usize;
        let begin = 4 * window;
        let mut pairs = Pairs::new(rules.clone(), Means::default());
        pairs.extend(begin, meter)?;
        let (mask, domain) = pairs.mask().unwrap_or((1, false));
        let head = pairs.values().get(..begin).unwrap_or_default().to_vec();
        if head.iter().any(|&value| usize::from(value) >= END) {
            return Err(Beyond::Value.stop(meter));
        }
        let odd_bits = (0..END as u16).map(|value| ((value & mask).count_ones() % 2) as u8);
        let sizes = |taken: &[u64]| taken.iter().map(|&taken| taken as usize).collect();
        let mut engine = Engine {
            code: code.clone(),
            singles: sizes(&rules.singles),
            splits: rules.splits.iter().map(|split| split.taken as usize).collect(),
            mask,
            domain,
            odd: rules.splits[0].taken % 2,
            rare: Vec::new(),
            head,
            reach,
            window,
            odd_bits: odd_bits.collect(),
            marks: vec![0; END],
        };
        let heaps = engine.head.iter().enumerate().skip(1);
        let rare = heaps.filter(|&(heap, &value)| !engine.is_common(value, heap as u64));
        engine.rare = rare.map(|(heap, &value)| (heap, value)).collect();
        if engine.last_rare() > reach {
            return stop("games with no rare heap beyond the reach", meter);
        }
        Ok(engine)
    }

    pub(super) fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |&(heap, _)| heap)
    }

    /// Steps for a heap, without walks.
    pub(super) fn steps(&self) -> u64 {
        (self.singles.len() + self.splits.len() * self.rare.len() + 1) as u64
    }

    /// Before heaps are worked out that come before the last one.
    pub(super) fn forget_marks(&mut self) {
        self.marks.fill(0);
    }

    /// Mask, and whether places count.
    pub(super) fn space(&self) -> (u16, bool) {
        (self.mask, self.domain)
    }

    fn turns(&self, heap: u64) -> u8 {
        if self.domain { ((heap ^ self.odd) & 1) as u8 } else { 0 }
    }

    fn is_common(&self, value: u16, heap: u64) -> bool {
        self.odd_bits[usize::from(value) % END] ^ self.turns(heap) == 1
    }

    /// The value of `heap`, which lies beyond the head's end or at it, from the
    /// last values before it (a window at least), and the largest part walked to.
    #[inline]
    pub(super) fn next(&mut self, heap: u64, last: &[u16]) -> Result<(u16, usize), Beyond> {
        let turns = self.turns(heap);
        let marks = &mut self.marks[..END];
        let at = |offset: usize| usize::from(last[last.len() - offset]);
        for &taken in &self.singles {
            marks[at(taken) % END] = heap;
        }
        for &taken in &self.splits {
            for &(part, value) in &self.rare {
                marks[(usize::from(value) ^ at(taken + part)) % END] = heap;
            }
        }
        // The least common value not met, and how many rare ones below.
        let mut missing = 0;
        let mut least = 0;
        loop {
            let Some(&mark) = marks.get(least) else { return Err(Beyond::Value) };
            if mark != heap {
                if self.odd_bits[least] ^ turns == 1 {
                    break;
                }
                missing += 1;
            }
            least += 1;
        }
        let mut part = 0;
        while missing > 0 {
            part += 1;
            if part > self.reach {
                return Err(Beyond::Walk);
            }
            for &taken in &self.splits {
                let xor = (usize::from(self.head[part]) ^ at(taken + part)) % END;
                if marks[xor] != heap {
                    marks[xor] = heap;
                    missing -= usize::from(xor < least);
                }
            }
        }
        Ok((least as u16, part))
    }
}
