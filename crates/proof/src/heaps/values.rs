//! Grundy values by the rules, one heap after the other.
//!
//! # Sparse spaces
//!
//! For rules whose moves leave two heaps at most, most pairs need no look. Let
//! `mask` be any number but 0. A heap n of value v is *common* if v & mask has an
//! odd number of bits, else *rare*; in the *domain* variant the parity of n + t
//! counts as one bit more, for rules in which all t of moves that leave two heaps
//! have one parity. Let heap n be left as {a, b} with n = t + a + b, and ask of
//! the XOR of their values whether it would make n common.
//!
//! **Lemma.** It would if one of a and b is common and the other rare, and not
//! otherwise: the bits of an XOR are, modulo 2, those of both values together,
//! and a + t + b + t is n + t modulo 2.
//!
//! So the XORs that would make n common come from pairs with a rare part: those
//! are looked at, with heaps left alone and two equal heaps that must be equal.
//! They give the least number c that n does not meet among those that would make
//! it common. All that would make it rare and is smaller than c is then looked
//! for among all pairs, from the least part on, until all has been met. If
//! all has, c is the value of n; else the least that was not.
//!
//! That holds whatever the mask is; a good one makes rare heaps few, and walks
//! short.

use std::ops::ControlFlow;

use perfectplay_game::{Condition, Meter, Stop, TakesAndBreaks, heaps::options};

use super::rules::Sorted;
use crate::{CheckError, Source};

/// What makes a heap rare or common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// A heap is common if its value has an odd number of these bits.
    pub mask: u16,
    /// Does the parity of heap and stones taken count as one bit more?
    pub domain: bool,
}

/// A list of values from heap 0 on.
#[derive(Clone, Debug)]
pub enum List {
    /// All below 65536.
    Narrow(Vec<u16>),
    /// Any others.
    Wide(Vec<u32>),
}

impl List {
    /// The value of a heap, if it is there.
    #[inline]
    pub fn get(&self, heap: usize) -> Option<u64> {
        match self {
            List::Narrow(values) => values.get(heap).map(|&value| value.into()),
            List::Wide(values) => values.get(heap).map(|&value| value.into()),
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            List::Narrow(values) => values.len(),
            List::Wide(values) => values.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All values, from heap 0 on.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(|heap| self.get(heap).unwrap_or_default())
    }
}

/// Values, and what was met on the way.
#[derive(Clone, Debug)]
pub(super) struct Worked {
    pub(super) values: List,
    /// By a sparse space only.
    pub(super) walk: Option<Walk>,
}

/// What the window theorem asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walk {
    pub(super) last_rare: u64,
    /// The largest part at which a walk ended, from the watched heap on.
    pub(super) farthest: u64,
}

/// Values announced at a time.
const ROOM: u64 = 1 << 16;

fn hold(heap: u64, bytes: u64, meter: &mut Meter) -> Result<(), Stop> {
    if heap.is_multiple_of(ROOM) { meter.hold(bytes * ROOM) } else { Ok(()) }
}

/// By looking at every option.
pub(super) fn by_options(
    rules: &(impl TakesAndBreaks + ?Sized),
    count: u64,
    source: &dyn Source,
    meter: &mut Meter,
) -> Result<Worked, CheckError> {
    let mut values: Vec<u32> = Vec::new();
    // The heap that met the value last, plus one.
    let mut marks: Vec<u64> = Vec::new();
    // All at once, so that a number in a file that asks for more than there
    // may be costs no work.
    meter.hold(count.saturating_mul(12))?;
    for heap in 0..count {
        let mut failed = false;
        options(rules, heap, meter, &mut |_, left| {
            let xor = left
                .iter()
                .try_fold(0, |xor, &part| Some(xor ^ values.get(usize::try_from(part).ok()?)?));
            let Some(xor) = xor else {
                failed = true;
                return ControlFlow::Break(());
            };
            let xor = xor as usize;
            if xor >= marks.len() {
                marks.resize(2 * xor + 64, 0);
            }
            marks[xor] = heap + 1;
            ControlFlow::Continue(())
        })?;
        if failed {
            return Err(source.refuse(format!("a move from heap {heap} leaves no smaller heap")));
        }
        let value = marks.iter().position(|&last| last != heap + 1).unwrap_or(marks.len());
        values.push(value as u32);
    }
    Ok(Worked { values: List::Wide(values), walk: None })
}

/// Rules that leave two heaps at most, and a space.
#[derive(Clone)]
pub(super) struct Sparse {
    space: Space,
    /// The parity of stones taken, in the domain variant.
    odd: u64,
    wholes: Vec<u64>,
    singles: Vec<u64>,
    /// Stones taken, and must the two differ?
    splits: Vec<(u64, bool)>,
    halves: Vec<u64>,
    /// The heap that met a value last.
    marks: Vec<u64>,
}

impl Sparse {
    pub(super) fn new(
        rules: &(impl TakesAndBreaks + ?Sized),
        space: Space,
        source: &dyn Source,
    ) -> Result<Self, CheckError> {
        let refuse = |what: &str| Err(source.refuse(what));
        let Some(sorted) = Sorted::new(rules).filter(|sorted| sorted.most_heaps <= 2) else {
            return refuse("a sparse space is for finite rules that leave two heaps at most");
        };
        let (mut wholes, mut singles) = (Vec::new(), Vec::new());
        let (mut splits, mut halves) = (Vec::new(), Vec::new());
        for (taken, heaps, condition) in sorted.moves {
            let Ok(taken) = u64::try_from(taken) else {
                return refuse("two heaps are left and stones added");
            };
            match (heaps, condition) {
                (0, _) => wholes.push(taken),
                (1, _) => singles.push(taken),
                (_, Condition::Equal) => halves.push(taken),
                (_, condition) => splits.push((taken, condition != Condition::Any)),
            }
        }
        let odd = splits.first().map_or(0, |&(taken, _)| taken % 2);
        if space.domain && splits.iter().any(|&(taken, _)| taken % 2 != odd) {
            return refuse("places count only where all numbers of stones taken are alike");
        }
        if space.mask == 0 {
            return refuse("the mask is 0");
        }
        let marks = vec![0; 1 << 16];
        Ok(Sparse { space, odd, wholes, singles, splits, halves, marks })
    }

    #[inline]
    pub(super) fn is_common(&self, value: u64, heap: u64) -> bool {
        let place = if self.space.domain { heap + self.odd } else { 0 };
        ((value & u64::from(self.space.mask)).count_ones() as u64 + place) % 2 == 1
    }

    /// The value of a heap n >= 1, and the part at which the walk ended (0:
    /// none was needed; n: it found that the heap is rare); `None` if it does not
    /// fit in 16 bits. `of` gives the values of smaller heaps, and `None` for one
    /// that is not at hand.
    #[inline]
    pub(super) fn value(
        &mut self,
        heap: u64,
        rare: &[(u64, u16)],
        of: impl Fn(u64) -> Option<u16>,
        steps: &mut u64,
    ) -> Option<(u16, u64)> {
        let mark = |marks: &mut Vec<u64>, value: u16| marks[usize::from(value)] = heap;
        if self.wholes.contains(&heap) {
            mark(&mut self.marks, 0);
        }
        for &taken in self.singles.iter().filter(|&&taken| taken < heap) {
            mark(&mut self.marks, of(heap - taken)?);
        }
        let even = |taken: u64| taken < heap && (heap - taken).is_multiple_of(2);
        if self.halves.iter().any(|&taken| even(taken)) {
            mark(&mut self.marks, 0);
        }
        for &(taken, unequal) in &self.splits {
            for &(part, value) in rare {
                let Some(other) = heap.checked_sub(taken + part).filter(|&other| other > 0) else {
                    break;
                };
                if !(unequal && other == part) {
                    mark(&mut self.marks, value ^ of(other)?);
                }
            }
        }
        *steps += (self.splits.len() * rare.len() + self.singles.len() + 1) as u64;
        // The least common number not met, and how many rare ones below.
        let mut missing = 0u64;
        let mut least = 0u64;
        loop {
            let met = *self.marks.get(usize::try_from(least).ok()?)? == heap;
            if !met {
                if self.is_common(least, heap) {
                    break;
                }
                missing += 1;
            }
            least += 1;
        }
        let mut part = 0;
        while missing > 0 {
            part += 1;
            let mut pairs = false;
            for &(taken, unequal) in &self.splits {
                let Some(other) = heap.checked_sub(taken + part).filter(|&other| other >= part)
                else {
                    break;
                };
                pairs = true;
                if unequal && other == part {
                    continue;
                }
                let xor = of(part)? ^ of(other)?;
                let last = &mut self.marks[usize::from(xor)];
                if *last != heap {
                    *last = heap;
                    missing -= u64::from(u64::from(xor) < least);
                }
            }
            if !pairs {
                let rare = self.marks.iter().position(|&last| last != heap)?;
                *steps += part;
                return Some((u16::try_from(rare).ok()?, heap));
            }
        }
        *steps += part;
        Some((u16::try_from(least).ok()?, part))
    }
}

/// By pairs with a rare part, and others only as far as they are needed.
pub(super) fn by_sparse_space(
    rules: &(impl TakesAndBreaks + ?Sized),
    space: Space,
    count: u64,
    watched: u64,
    source: &dyn Source,
    meter: &mut Meter,
) -> Result<Worked, CheckError> {
    let mut sparse = Sparse::new(rules, space, source)?;
    let mut values: Vec<u16> = Vec::new();
    let mut rare: Vec<(u64, u16)> = Vec::new();
    let mut walk = Walk::default();
    for heap in 0..count {
        hold(heap, 2, meter)?;
        if heap == 0 {
            values.push(0);
            continue;
        }
        let mut steps = 0;
        let of = |heap: u64| values.get(heap as usize).copied();
        let found = sparse.value(heap, &rare, of, &mut steps);
        meter.spend(steps)?;
        let Some((value, part)) = found else {
            return Err(source.refuse(format!("the value of heap {heap} is too large")));
        };
        values.push(value);
        if !sparse.is_common(value.into(), heap) {
            rare.push((heap, value));
            walk.last_rare = heap;
        } else if heap >= watched {
            walk.farthest = walk.farthest.max(part);
        }
    }
    Ok(Worked { values: List::Narrow(values), walk: Some(walk) })
}
