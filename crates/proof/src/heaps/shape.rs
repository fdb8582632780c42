use perfectplay_game::{Meter, Stop};

use super::{List, Period};
use crate::{CheckError, Source};

/// Checks that the values have the period from the preperiod on as far as they
/// go, and that neither can be less; gives the number of comparisons.
pub(super) fn check(
    values: &List,
    of_all: &Period,
    source: &dyn Source,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let Period { preperiod, period, saltus, .. } = *of_all;
    let count = values.len() as u64;
    // A theorem that compares no values has nothing to prove.
    let compared = preperiod.checked_add(period).and_then(|first| count.checked_sub(first));
    let compared = compared.filter(|&compared| period > 0 && compared > 0);
    let Some(compared) = compared else {
        return Err(source.refuse("no such period in so few values"));
    };
    // All are below `count`, which is a length.
    let at = |heap: u64| values.get(heap as usize).unwrap_or_default();
    let rises =
        |heap: u64, by: u64, saltus: u64| at(heap).checked_add(saltus) == Some(at(heap + by));
    if let Some(heap) = (preperiod..count - period).find(|&heap| !rises(heap, period, saltus)) {
        let what = format!("heap {} does not go on from heap {heap}", heap + period);
        return Err(source.refuse(what));
    }
    if preperiod.checked_sub(1).is_some_and(|last| rises(last, period, saltus)) {
        return Err(source.refuse("the preperiod is not the least one"));
    }
    // Any shorter period gives one that is a part of this one.
    for prime in prime_divisors(period, meter)? {
        let (shorter, part) = (period / prime, saltus / prime);
        let goes_on = |heap: u64| {
            let next = heap + shorter;
            match next.checked_sub(preperiod + period) {
                None => rises(heap, shorter, part),
                // The next one stands in the next period.
                Some(beyond) => {
                    let before = at(preperiod + beyond).checked_add(saltus);
                    before.is_some() && before == at(heap).checked_add(part)
                }
            }
        };
        if saltus.is_multiple_of(prime) && (preperiod..preperiod + period).all(goes_on) {
            return Err(source.refuse("the period is not the least one"));
        }
    }
    Ok(compared)
}

pub(super) fn prime_divisors(mut number: u64, meter: &mut Meter) -> Result<Vec<u64>, Stop> {
    let mut divisors = Vec::new();
    let mut divisor = 2;
    while divisor <= number / divisor {
        if number.is_multiple_of(divisor) {
            divisors.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
        // Few numbers take so long.
        if divisor.is_multiple_of(1 << 16) {
            meter.spend(1 << 16)?;
        }
    }
    if number > 1 {
        divisors.push(number);
    }
    Ok(divisors)
}
