//! The Grundy values of a heap game, periodic for ever.
//!
//! **Theorem** (octal periodicity; Guy and Smith, *The G-values of various
//! games*, 1956). In an octal game whose moves take at most k stones, let there
//! be e >= 1 and p >= 1 with g(n + p) = g(n) for all e <= n < 2e + p + k. Then it
//! holds for all n >= e. For take n >= 2e + p + k, and let it hold below n. A
//! move from n + p leaves heaps a and b with a + b >= n + p - k >= 2e + 2p, so
//! the larger is at least e + p, and with p stones less it has the same value,
//! is a heap still and is what a move from n leaves, and the other way round; so
//! n and n + p have options of the same values. (A move that leaves one heap has
//! b = 0. A heap of that size is never taken whole.) From heap 0 on nothing may
//! be concluded so soon: in 0.004 the values of heaps 0 to 4 are 0, but 5 - 3
//! parts in two heaps.
//!
//! **The certificate** lists g(0), ..., g(2e + 2p + k - 1), with e = 1 where the
//! preperiod is 0. The checker works each
//! of them out from those before it by the rules, compares it, and compares the
//! values a period apart. It also refuses a period or a preperiod that is not
//! the least one: the least period has no proper divisor p / q, q prime, that
//! repeats within one period, and g(e - 1) differs from g(e - 1 + p).
//!
//! ```text
//! claim's values: e, p
//! value:  g(0)  then  g(1)  ...        one record each
//! ```
//!
//! Time O(k n + d n^2) for n values and d digits that part heaps; memory two
//! bytes a value.

use std::io;

use perfectplay_game::{Meter, TakesAndBreaks};

use crate::{CheckError, Sink, Source};

/// How many values prove a period.
pub fn values_needed(rules: &impl TakesAndBreaks, preperiod: u64, period: u64) -> Option<u64> {
    let twice = preperiod.max(1).checked_add(period)?.checked_mul(2)?;
    twice.checked_add(rules.most_taken())
}

/// Writes what comes after the claim: the values from heap 0 on, as many as
/// [`values_needed`] says.
///
/// # Errors
///
/// It cannot be written.
pub fn write(values: &[u16], sink: &mut dyn Sink) -> io::Result<()> {
    for &value in values {
        sink.number(value.into())?;
        sink.end_record()?;
    }
    Ok(())
}

/// The value of the next heap, from the values of all smaller ones.
fn next(rules: &impl TakesAndBreaks, values: &[u16], seen: &mut [u64]) -> Option<u64> {
    let heap = values.len() as u64;
    // `seen[v]` is the heap that met value v last, plus one.
    let mark = heap + 1;
    for taken in 1..=rules.most_taken().min(heap) {
        let left = heap - taken;
        let leaves = rules.leaves(taken);
        if leaves & 1 != 0 && left == 0 {
            seen[0] = mark;
        }
        if leaves & 2 != 0 && left > 0 {
            seen[usize::from(values[left as usize])] = mark;
        }
        if leaves & 4 != 0 {
            for one in 1..=left / 2 {
                let other = left - one;
                let sum = values[one as usize] ^ values[other as usize];
                seen[usize::from(sum)] = mark;
            }
        }
    }
    seen.iter().position(|&last| last != mark).map(|value| value as u64)
}

/// Checks that the values have this least period after this least preperiod,
/// for every heap, and gives the number of facts checked.
///
/// # Errors
///
/// The first record that fails.
pub fn check(
    rules: &impl TakesAndBreaks,
    preperiod: u64,
    period: u64,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let needed = values_needed(rules, preperiod, period)
        .filter(|_| period > 0)
        .ok_or_else(|| source.refuse("no such period"))?;
    let mut seen = vec![0u64; usize::from(u16::MAX) + 1];
    let mut values: Vec<u16> = Vec::new();
    let mut facts = 0;
    for heap in 0..needed {
        // One step for each digit and for each two heaps that may be left.
        let most = rules.most_taken();
        let breaking = (1..=most.min(heap)).filter(|&taken| rules.leaves(taken) & 4 != 0);
        let steps = (breaking.count() as u64).saturating_mul(heap / 2);
        meter.spend(steps.saturating_add(most).saturating_add(1))?;
        if heap.is_multiple_of(1 << 16) {
            meter.hold(2 << 16)?;
        }
        let found = next(rules, &values, &mut seen);
        let claimed = source.number_to(u16::MAX.into(), "a Grundy value")?;
        source.end_record()?;
        facts += 1;
        if found != Some(claimed) {
            let found = found.map_or("none".to_owned(), |found| found.to_string());
            let what = format!("heap {heap} is listed with {claimed}, its options give {found}");
            return Err(source.refuse(what));
        }
        if let Some(before) = heap.checked_sub(period).filter(|&before| before >= preperiod) {
            facts += 1;
            if u64::from(values[before as usize]) != claimed {
                return Err(source.refuse(format!("heap {heap} has another value than {before}")));
            }
        }
        values.push(claimed as u16);
    }
    source.end()?;
    let at = |heap: u64| values[heap as usize];
    if preperiod.checked_sub(1).is_some_and(|last| at(last) == at(last + period)) {
        return Err(source.refuse("the preperiod is not the least one"));
    }
    let shorter = |&divisor: &u64| {
        let shorter = period / divisor;
        (preperiod..preperiod + period - shorter).all(|heap| at(heap) == at(heap + shorter))
    };
    if prime_divisors(period).iter().any(shorter) {
        return Err(source.refuse("the period is not the least one"));
    }
    Ok(facts)
}

fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut divisors = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            divisors.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        divisors.push(number);
    }
    divisors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, open, sink};

    /// An octal code by its digits after the point.
    struct Code(&'static [u8]);

    impl TakesAndBreaks for Code {
        fn most_taken(&self) -> u64 {
            self.0.len() as u64
        }

        fn leaves(&self, taken: u64) -> u8 {
            self.0[taken as usize - 1]
        }
    }

    fn values(code: &Code, count: u64) -> Vec<u16> {
        let mut values = Vec::new();
        let mut seen = vec![0; 1 << 16];
        while (values.len() as u64) < count {
            let value = next(code, &values, &mut seen).expect("a small value");
            values.push(value as u16);
        }
        values
    }

    fn verdict(code: &Code, preperiod: u64, period: u64, values: &[u16]) -> bool {
        let mut bytes = Vec::new();
        sink::<io::Error>(&mut bytes, Form::Binary, |sink| write(values, sink)).expect("written");
        let mut source = open(&bytes[..]).expect("a certificate");
        check(code, preperiod, period, source.as_mut(), &mut Meter::default()).is_ok()
    }

    fn proves(code: &Code, preperiod: u64, period: u64) -> bool {
        let needed = values_needed(code, preperiod, period).expect("a small number");
        verdict(code, preperiod, period, &values(code, needed))
    }

    #[test]
    fn published_periods_and_nothing_else() {
        let kayles = Code(&[7, 7]);
        assert!(proves(&kayles, 71, 12));
        assert!(!proves(&kayles, 70, 12), "70 is an exception");
        assert!(!proves(&kayles, 72, 12), "71 is the least preperiod");
        assert!(!proves(&kayles, 71, 24), "12 is the least period");
        assert!(!proves(&kayles, 71, 11));
        let dawson = Code(&[0, 7]);
        assert!(proves(&dawson, 53, 34));
        assert!(!proves(&dawson, 52, 34));
        // Taking one to three stones: 0 1 2 3 for ever.
        assert!(proves(&Code(&[3, 3, 3]), 0, 4));
        assert!(!proves(&Code(&[3, 3, 3]), 0, 2));
        assert!(!proves(&Code(&[3, 3, 3]), 0, 0));
    }

    /// A heap of no stones is none: what holds from heap 0 on is proved by what
    /// holds from heap 1 on.
    #[test]
    fn regression_no_period_from_heap_0_on_too_soon() {
        // Heaps 0 to 4 have value 0, heap 5 has 1.
        let code = Code(&[0, 0, 4]);
        assert!(!verdict(&code, 0, 1, &[0; 5]));
        assert!(!proves(&code, 0, 1));
        assert!(proves(&Code(&[0, 0, 3]), 0, 6));
    }

    #[test]
    fn law_any_other_value_is_refused() {
        let kayles = Code(&[7, 7]);
        let right = values(&kayles, values_needed(&kayles, 71, 12).expect("small"));
        for heap in 0..right.len() {
            for other in [right[heap] ^ 1, right[heap] + 1, 0, u16::MAX] {
                let mut wrong = right.clone();
                wrong[heap] = other;
                assert_eq!(verdict(&kayles, 71, 12, &wrong), wrong == right);
            }
        }
        assert!(!verdict(&kayles, 71, 12, &right[1..]));
        assert!(!verdict(&kayles, 71, 12, &[&right[..], &[1]].concat()));
    }
}
