//! Values that grow: arithmetic periodicity.
//!
//! **Theorem.** Take finite rules without conditions, whose moves take at most
//! k stones and leave at most h heaps. Let e >= 1, p >= 1, s >= 1 be such that
//! g(n + p) = g(n) + s for e <= n < N - p, where N > h (e + p) + k. Let 2^c be the
//! largest power of two that divides s, and write g(n) = 2^c q(n) + r(n) with
//! r(n) < 2^c. A *class* is one heap below e, or all heaps e + j + i p for one
//! j < p; r is the same for all heaps of a class, and q grows by s / 2^c with
//! each i.
//!
//! (1) For all classes of two to h heaps that a move which takes t may leave,
//! not all below e, take the least heap of each and n = t + their sum, and let
//! the XOR of their r be r(n). Then d = q(n) - (sum of their q) is odd or
//! greater than 0.
//!
//! (2) Let m be *free* if for all n > m some move from n leaves one heap n - m
//! and heaps of XOR 0. For the last p heaps n < N every value below g(n) is 0 and
//! met by two equal heaps, or the value of some heap n - m with m free; and each
//! value up to s + the largest one below e is so for all n >= N - p.
//!
//! Then g(n + p) = g(n) + s for all n >= e.
//!
//! *Proof*, by induction: let n >= N and let it hold below; g(n - p) + s is to
//! be the least value that n does not meet. *It is not met*: heaps that a move
//! leaves are not all below e, since n >= h e + k. One heap n - t has another
//! value since g(n - p) is not that of n - p - t. More heaps have classes as in
//! (1); with each i the sum of their q and the q of n both grow by s / 2^c, so
//! d is that of the least heaps. If d > 0, the q of the heaps do not reach q(n)
//! even as a sum, and an XOR is no larger; if d is odd, XOR and sum, which are
//! of one parity, are not q(n). *All below is met*: values up to s + the largest
//! one below e by (2). A larger one, v, has v - s < g(n - p), met by n - p by way
//! of some heap c = n - p - m with m free. v - s is larger than all values below
//! e, so c >= e, and heap c + p = n - m has value v. So what (2) says of the last
//! p heaps goes on.
//!
//! Value 0 met by two equal heaps is met so from 2 + t stones on at every other
//! heap, and is among the values up to s + the largest one below e.

use perfectplay_game::{Condition, Meter, Stop};

use super::rules::Sorted;
use super::{List, Period};

/// Combinations of classes that are looked at, at most.
const MOST_CLASSES: u128 = 1 << 33;

pub(super) fn check(
    rules: &Sorted,
    of_all: &Period,
    values: &List,
    meter: &mut Meter,
) -> Result<Result<(), String>, Stop> {
    let no = |what: &str| Ok(Err(what.to_owned()));
    let heaps = rules.most_heaps;
    let first = of_all.preperiod.max(1);
    let classes = u128::from(first) + u128::from(of_all.period);
    let all = (0..heaps).try_fold(1, |all: u128, _| all.checked_mul(classes));
    let few = all.is_some_and(|all| all <= MOST_CLASSES);
    if of_all.saltus == 0 || !few || rules.has(|condition| condition != Condition::Any) {
        return no("the theorem of arithmetic periods is not for this");
    }
    let needed = classes * u128::from(heaps) + u128::from(rules.most_taken) + 1;
    if (values.len() as u128) < needed {
        return no("there are too few values for the theorem of arithmetic periods");
    }
    let grows = Grows { rules, values, first, period: of_all.period, saltus: of_all.saltus };
    for heaps in 2..=heaps {
        if !grows.never_meets(heaps, meter)? {
            return no("heaps left might have the value that is to be");
        }
    }
    if !grows.meets_all_below(meter)? {
        return no("not every value below is met as the theorem asks");
    }
    Ok(Ok(()))
}

struct Grows<'v> {
    rules: &'v Sorted,
    values: &'v List,
    /// e.
    first: u64,
    period: u64,
    saltus: u64,
}

impl Grows<'_> {
    /// The value of a heap, by the period where it is not worked out.
    fn value(&self, heap: u64) -> u128 {
        if let Some(known) = self.values.get(heap as usize) {
            return known.into();
        }
        let beyond = heap - self.first;
        let least = self.values.get((self.first + beyond % self.period) as usize);
        u128::from(least.unwrap_or_default())
            + u128::from(beyond / self.period) * u128::from(self.saltus)
    }

    fn taken(&self, heaps: u64) -> impl Iterator<Item = i64> {
        let of_heaps = self.rules.moves.iter().filter(move |&&(_, count, _)| count == heaps);
        of_heaps.map(|&(taken, _, _)| taken)
    }

    /// (1), for so many heaps.
    fn never_meets(&self, heaps: u64, meter: &mut Meter) -> Result<bool, Stop> {
        let taken: Vec<i64> = self.taken(heaps).collect();
        let bits = self.saltus.trailing_zeros();
        let low = (1u128 << bits) - 1;
        let mut sizes = vec![1u64; heaps as usize];
        while !taken.is_empty() {
            meter.spend(heaps + taken.len() as u64)?;
            if sizes.iter().any(|&size| size >= self.first) {
                let mut sum = (0, 0, 0);
                for &size in &sizes {
                    let value = self.value(size);
                    sum = (sum.0 + size, sum.1 ^ value, sum.2 + (value >> bits));
                }
                let (stones, xor, quotients) = sum;
                for heap in taken.iter().filter_map(|&taken| stones.checked_add_signed(taken)) {
                    let value = self.value(heap);
                    let quotient = value >> bits;
                    let fits = (value ^ xor) & low == 0;
                    if fits && quotient <= quotients && (quotients - quotient).is_multiple_of(2) {
                        return Ok(false);
                    }
                }
            }
            // The next sizes that do not fall, each below e + p.
            let grows = sizes.iter().rposition(|&size| size + 1 < self.first + self.period);
            let Some(grows) = grows else { break };
            let size = sizes[grows] + 1;
            sizes[grows..].fill(size);
        }
        Ok(true)
    }

    /// (2).
    fn meets_all_below(&self, meter: &mut Meter) -> Result<bool, Stop> {
        let count = self.values.len() as u64;
        let begin = count - self.period;
        // Free by a heap beside: nothing, one of value 0, or two equal ones.
        let mut free = vec![false; count as usize];
        let zeros: Vec<u64> =
            (1..count).filter(|&heap| self.values.get(heap as usize) == Some(0)).collect();
        let beside: [&[u64]; 3] =
            [&[0], &zeros, &(1..count).map(|one| 2 * one).collect::<Vec<_>>()];
        for (heaps, beside) in (1..).zip(beside) {
            for taken in self.taken(heaps) {
                meter.spend(beside.len() as u64)?;
                for moved in beside.iter().filter_map(|&stones| stones.checked_add_signed(taken)) {
                    if let Some(free) = free.get_mut(moved as usize) {
                        *free = moved > 0;
                    }
                }
            }
        }
        // Is 0 met by two equal heaps alone?
        let halves = |heap: u64| {
            self.taken(2).any(|taken| {
                heap.checked_add_signed(taken.saturating_neg())
                    .is_some_and(|left| left >= 2 && left.is_multiple_of(2))
            })
        };
        let values = |end: u64| (0u64..).zip(self.values.iter()).take(end as usize).skip(1);
        for heap in begin..count {
            meter.spend(heap)?;
            let value = self.value(heap) as usize;
            let mut met = vec![false; value];
            for (part, of_part) in values(heap).filter(|&(part, _)| free[(heap - part) as usize]) {
                let _ = part;
                if let Some(met) = met.get_mut(of_part as usize) {
                    *met = true;
                }
            }
            let rest = met.iter().skip(usize::from(halves(heap))).all(|&met| met);
            if !rest {
                return Ok(false);
            }
        }
        // The values that may be those of heaps below e are met by all heaps of a
        // parity from some heap on: by a heap beside two equal ones.
        let below_first = values(self.first).map(|(_, value)| value).max().unwrap_or(0);
        let few = (below_first + self.saltus + 1) as usize;
        let mut met = vec![[false; 2]; few];
        for (part, value) in values(begin) {
            let Some(met) = met.get_mut(value as usize) else { continue };
            for taken in self.taken(3) {
                // From part + t + 2 on.
                let least = (part + 2).checked_add_signed(taken).unwrap_or(0);
                met[(part + taken.unsigned_abs()) as usize % 2] |= least <= begin;
            }
        }
        for parity in [begin, begin + 1] {
            met[0][parity as usize % 2] |= halves(parity);
        }
        Ok(met.iter().all(|of_value| *of_value == [true; 2]))
    }
}
