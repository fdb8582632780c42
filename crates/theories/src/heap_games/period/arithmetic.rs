//! Values that grow: arithmetic periodicity, proved.
//!
//! **Theorem.** Take a finite code without conditions, whose moves take at most
//! k stones and leave at most h heaps. Let e >= 1, p >= 1, s >= 1 be such that
//! g(n + p) = g(n) + s for e <= n < N - p, where N >= h (e + p) + k. Let 2^c be
//! the largest power of two that divides s, and write g(n) = 2^c q(n) + r(n)
//! with r(n) < 2^c. A *class* is one heap below e, or all heaps e + j + i p for
//! one j < p; r is the same for all heaps of a class, and q grows by s / 2^c
//! with each i.
//!
//! (1) For all classes of two to h heaps that a move which takes t may leave,
//! not all below e, take the least heap of each and n = t + their sum, and let
//! the XOR of their r be r(n). Then d = q(n) - (sum of their q) is odd or
//! greater than 0.
//!
//! (2) Let m be *free* if for all n > m some move from n leaves one heap n - m
//! and heaps of XOR 0. (Value 0 is also met where two equal heaps are left.) For e + p <= n < N every value below g(n) is the value
//! of some heap n - m with m free, at least for the last p of these n; and each
//! value up to s + the largest one below e is the value of such a heap for all
//! n >= N - p.
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
//! of some heap c = n - p - m with m free, or by (2). v - s is larger than all
//! values below e, so c >= e, and heap c + p = n - m has value v.
//!
//! The theorem is of the kind that R. Austin, and S. Howse and R. J. Nowakowski
//! (*Periodicity and arithmetic-periodicity in hexadecimal games*, 2004), use
//! for a saltus that is a power of two; this form also takes others, such as
//! Kenyon's game 0.3F with period 6 and saltus 3.

use perfectplay_game::{Meter, Stop};

use super::shape::Shape;
use crate::heap_games::Code;

/// Do the values, which have a shape as far as they go, have it for ever?
/// `None` if it takes more values to say, `Some(false)` if the theorem does not
/// apply.
///
/// O(d (e + p)^h) time for d digits, at most [`MOST_CLASSES`] of which are
/// looked at.
pub(super) fn prove(
    code: &Code,
    values: &[u32],
    shape: Shape,
    meter: &mut Meter,
) -> Result<Option<bool>, Stop> {
    let Some(rules) = Rules::new(code, shape) else { return Ok(Some(false)) };
    let count = values.len() as u64;
    let needed = (rules.first + rules.period).saturating_mul(rules.heaps) + rules.taken + 1;
    if count < needed {
        return Ok(None);
    }
    if !rules.never_meet(values, meter)? {
        return Ok(Some(false));
    }
    rules.meet_all_below(values, meter)
}

/// Combinations of classes that are looked at, at most.
const MOST_CLASSES: u128 = 1 << 31;

struct Rules {
    /// Stones taken and the bits of heap counts.
    digits: Vec<(i64, u64)>,
    heaps: u64,
    taken: u64,
    /// e, at least 1.
    first: u64,
    period: u64,
    saltus: u64,
    /// c.
    low_bits: u32,
}

impl Rules {
    fn new(code: &Code, shape: Shape) -> Option<Rules> {
        let heaps = code.most_heaps()?;
        let taken = code.most_taken()?;
        let digits = code.digits().map(|(taken, digit)| Some((taken, digit.bits()?)));
        let digits = digits.collect::<Option<Vec<_>>>()?;
        let first = shape.preperiod.max(1);
        let classes = u128::from(first + shape.period);
        let combinations =
            (0..heaps).try_fold(digits.len() as u128, |all, _| all.checked_mul(classes));
        let few = combinations.is_some_and(|combinations| combinations <= MOST_CLASSES);
        (few && shape.saltus > 0).then_some(Rules {
            digits,
            heaps,
            taken,
            first,
            period: shape.period,
            saltus: shape.saltus,
            low_bits: shape.saltus.trailing_zeros(),
        })
    }

    /// The value of a heap, by the shape where it is not worked out.
    fn value(&self, values: &[u32], heap: u64) -> u64 {
        match values.get(heap as usize) {
            Some(&value) => value.into(),
            None => {
                let beyond = heap - self.first;
                let least = (self.first + beyond % self.period) as usize;
                u64::from(values[least]) + beyond / self.period * self.saltus
            }
        }
    }

    /// (1): no move leaves heaps with the value that is to be.
    fn never_meet(&self, values: &[u32], meter: &mut Meter) -> Result<bool, Stop> {
        let classes = self.first + self.period;
        let low = (1u64 << self.low_bits) - 1;
        for heaps in 2..=self.heaps {
            let digits: Vec<i64> = self
                .digits
                .iter()
                .filter(|(_, bits)| bits >> heaps & 1 == 1)
                .map(|&(taken, _)| taken)
                .collect();
            if digits.is_empty() {
                continue;
            }
            // Sizes that do not fall, the last of a class that goes on.
            let mut sizes = vec![1u64; heaps as usize];
            loop {
                meter.spend(digits.len() as u64)?;
                if sizes[sizes.len() - 1] >= self.first {
                    let sum: u64 = sizes.iter().sum();
                    let parts = sizes.iter().map(|&size| u64::from(values[size as usize]));
                    let (xor, quotients) = parts.fold((0, 0), |(xor, quotients), value| {
                        (xor ^ value, quotients + (value >> self.low_bits))
                    });
                    for &taken in &digits {
                        let Some(heap) = sum.checked_add_signed(taken) else { continue };
                        let value = self.value(values, heap);
                        let difference = (value >> self.low_bits) as i64 - quotients as i64;
                        if (value ^ xor) & low == 0 && difference <= 0 && difference % 2 == 0 {
                            return Ok(false);
                        }
                    }
                }
                // The next sizes.
                let Some(grows) = sizes.iter().rposition(|&size| size + 1 < classes) else { break };
                let size = sizes[grows] + 1;
                sizes[grows..].fill(size);
            }
        }
        Ok(true)
    }

    /// Sums of heaps of XOR 0 besides one heap, with the stones taken: the free
    /// m below an end.
    fn free(&self, values: &[u32], end: usize, meter: &mut Meter) -> Result<Vec<bool>, Stop> {
        let mut free = vec![false; end];
        let mut set = |at: Option<u64>| {
            if let Some(free) = at.and_then(|at| free.get_mut(at as usize)) {
                *free = true;
            }
        };
        for &(taken, bits) in &self.digits {
            if bits >> 1 & 1 == 1 {
                set(0u64.checked_add_signed(taken));
            }
            if bits >> 2 & 1 == 1 {
                meter.spend(end as u64)?;
                for heap in (1..end as u64).filter(|&heap| values.get(heap as usize) == Some(&0)) {
                    set(heap.checked_add_signed(taken));
                }
            }
            if bits >> 3 & 1 == 1 {
                meter.spend(end as u64)?;
                for heap in 1..end as u64 / 2 + 1 {
                    set((2 * heap).checked_add_signed(taken));
                }
            }
        }
        Ok(free)
    }

    /// (2): every value below is met.
    fn meet_all_below(&self, values: &[u32], meter: &mut Meter) -> Result<Option<bool>, Stop> {
        // Two equal heaps beside one: all m of the parity of t are free.
        let three = self.digits.iter().filter(|(_, bits)| bits >> 3 & 1 == 1);
        let parities: Vec<i64> = three.clone().map(|(taken, _)| taken.rem_euclid(2)).collect();
        let most_three = three.map(|(taken, _)| (*taken).max(0) as u64).max();
        let Some(most_three) = most_three else { return Ok(Some(false)) };
        // Values that may be met by heaps that do not go on.
        let start = &values[..self.first as usize];
        let few = start.iter().max().map_or(0, |&value| u64::from(value)) + self.saltus;
        // Where each is first, among even and among odd heaps.
        let nowhere = vec![None; few as usize + 1];
        let mut first: [Vec<Option<u64>>; 2] = [nowhere.clone(), nowhere];
        for (heap, &value) in (0u64..).zip(values).skip(1) {
            if let Some(place) = first[heap as usize % 2].get_mut(value as usize) {
                place.get_or_insert(heap);
            }
        }
        // From which heap on the value is met by all heaps of a parity.
        let two = self.digits.iter().filter(|(_, bits)| bits >> 2 & 1 == 1);
        let met_from = |value: usize, parity: i64| {
            let by_one = parities.iter().filter_map(|taken| {
                first[(parity - taken).rem_euclid(2) as usize][value]
                    .map(|heap| heap + most_three + 2)
            });
            // Two equal heaps alone.
            let equal = two.clone().filter(|(taken, _)| value == 0 && (parity - taken) % 2 == 0);
            by_one.chain(equal.map(|(taken, _)| (*taken).max(0) as u64 + 2)).min()
        };
        let of_few = (0..=few as usize).flat_map(|value| [met_from(value, 0), met_from(value, 1)]);
        let Some(of_few) = of_few.collect::<Option<Vec<u64>>>() else { return Ok(None) };
        let last = of_few.into_iter().max().unwrap_or(0);
        let count = values.len() as u64;
        let begin = count - self.period;
        if begin < last || begin < self.first + self.period {
            return Ok(None);
        }
        let free = self.free(values, count as usize, meter)?;
        let mut met = vec![0u64; values.iter().max().map_or(0, |&value| value as usize) + 1];
        for heap in begin..count {
            meter.spend(heap)?;
            for (part, &value) in (0u64..).zip(&values[..heap as usize]).skip(1) {
                if free[(heap - part) as usize] {
                    met[value as usize] = heap;
                }
            }
            let mut two = two.clone().map(|(taken, _)| heap.saturating_add_signed(-taken));
            if two.any(|left| left >= 2 && left % 2 == 0) {
                met[0] = heap;
            }
            let value = values[heap as usize] as usize;
            if met[..value].iter().any(|&last| last != heap) {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }
}
