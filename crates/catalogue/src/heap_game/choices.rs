//! The options of a sum of heaps with their values: all of them where they are
//! few, else some that win.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use perfectplay_game::{Limits, Meter, Stop};
use perfectplay_theories::heap_games::{Condition, Sequence, Shape, options};

use super::rules::Split;
use crate::heaps::Heaps;

/// So many options are all listed.
const LISTED: usize = 20_000;

/// Where there are more, so many that win (or, where none does, that lose).
const SHOWN: usize = 100;

/// Steps that looking for them may take.
const STEPS: u64 = 1 << 26;

/// Options of a position, each with the Grundy value of the sum that it leaves.
pub(super) struct Listing {
    pub(super) options: Vec<(Split, u128)>,
    pub(super) unlisted: Option<String>,
}

/// The options of a position whose heaps' values XOR to `sum`. The values of
/// all heaps up to the largest are known to `values`.
pub(super) fn list(
    values: &Sequence,
    position: &Heaps,
    sum: u128,
    meter: &mut Meter,
) -> Result<Listing, Stop> {
    let mut found = Vec::new();
    if each(values, position, sum, meter, LISTED, &mut found)? {
        return Ok(Listing { options: found, unlisted: None });
    }
    if sum == 0 {
        found.truncate(SHOWN);
        if found.is_empty() {
            found = some(values, position, sum);
        }
        let unlisted = "there are too many options to list them all; all of them lose".to_owned();
        return Ok(Listing { options: found, unlisted: Some(unlisted) });
    }
    let mut search = Search { values, left: STEPS, found: BTreeSet::new() };
    for heap in position.sizes() {
        let target = sum ^ values.value(heap).unwrap_or_default();
        search.heap(heap, target, meter)?;
    }
    let options: Vec<(Split, u128)> = search
        .found
        .into_iter()
        .map(|(heap, left)| (Split { heap, left }, 0))
        .take(SHOWN)
        .collect();
    let unlisted = match options.is_empty() {
        true => "there are too many options to look at them all, and one that wins was not found",
        false => "there are too many options to look at them all: others may win as well",
    };
    Ok(Listing { options, unlisted: Some(unlisted.to_owned()) })
}

/// All options, if they are at most `most`; else the first ones, and `false`.
fn each(
    values: &Sequence,
    position: &Heaps,
    sum: u128,
    meter: &mut Meter,
    most: usize,
    found: &mut Vec<(Split, u128)>,
) -> Result<bool, Stop> {
    let value = |heap: u128| values.value(heap).unwrap_or_default();
    let code = values.values().code();
    let lines = code.is_finite() && code.most_heaps().is_some_and(|heaps| heaps <= 1);
    for heap in position.sizes() {
        let rest = sum ^ value(heap);
        if lines {
            // One option for each digit, however large the heap.
            for (taken, digit) in code.digits() {
                meter.spend(1)?;
                let Some(left) = heap.checked_add_signed(-i128::from(taken)) else { break };
                if digit.condition((left > 0).into()).is_some() {
                    let heaps = if left > 0 { vec![left] } else { Vec::new() };
                    found.push((Split { heap, left: heaps }, rest ^ value(left)));
                }
            }
            continue;
        }
        let Ok(size) = u64::try_from(heap) else { return Ok(false) };
        let before = found.len() as u64;
        let mut show = |_: i64, left: &[u64]| {
            if found.len() == most {
                return ControlFlow::Break(());
            }
            let left: Vec<u128> = left.iter().map(|&heap| heap.into()).collect();
            let after = left.iter().fold(rest, |after, &heap| after ^ value(heap));
            found.push((Split { heap, left }, after));
            ControlFlow::Continue(())
        };
        let effort = 4 * LISTED as u64 + (1 << 16);
        let mut steps = Meter::new(Limits { effort, ..Limits::default() });
        let shown = options(code, size, &mut steps, &mut show);
        meter.spend(found.len() as u64 - before)?;
        if shown.is_err() || found.len() == most {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A few options of heaps of any size: all heaps left but the largest are as
/// small as can be.
fn some(values: &Sequence, position: &Heaps, sum: u128) -> Vec<(Split, u128)> {
    let value = |heap: u128| values.value(heap).unwrap_or_default();
    let code = values.values().code();
    let mut found = Vec::new();
    for heap in position.sizes() {
        let repeated = code.repeated().into_iter().flat_map(|(from, cycle)| (from..).zip(cycle));
        for (taken, digit) in code.digits().chain(repeated).take(SHOWN) {
            let Some(rest) = heap.checked_add_signed(-i128::from(taken)) else { break };
            for (heaps, condition) in digit.named().take(SHOWN) {
                let small: u128 = (1..u128::from(heaps)).sum();
                if heaps == 0 || condition == Condition::Equal || rest <= small + u128::from(heaps)
                {
                    continue;
                }
                let mut left: Vec<u128> = (1..heaps.into()).collect();
                left.push(rest - small);
                let after = left.iter().fold(sum ^ value(heap), |after, &part| after ^ value(part));
                found.push((Split { heap, left }, after));
            }
        }
    }
    found.truncate(SHOWN);
    found
}

/// A search for moves that leave a given value.
struct Search<'v> {
    values: &'v Sequence,
    left: u64,
    /// Heaps, and what is left of them.
    found: BTreeSet<(u128, Vec<u128>)>,
}

impl Search<'_> {
    fn value(&self, heap: u128) -> Option<u128> {
        self.values.value(heap)
    }

    /// Is there no need, or no leave, to go on?
    fn over(&mut self, steps: u64, meter: &mut Meter) -> Result<bool, Stop> {
        meter.spend(steps)?;
        self.left = self.left.saturating_sub(steps);
        Ok(self.left == 0 || self.found.len() >= SHOWN)
    }

    /// Moves on one heap that leave heaps whose values XOR to `target`.
    fn heap(&mut self, heap: u128, target: u128, meter: &mut Meter) -> Result<(), Stop> {
        let code = self.values.values().code().clone();
        for (taken, digit) in code.digits() {
            let Some(rest) = heap.checked_add_signed(-i128::from(taken)) else { break };
            let beyond = digit.unbounded().into_iter();
            let beyond = beyond.flat_map(|(from, condition)| {
                (from..from + 4).map(move |heaps| (heaps, condition))
            });
            for (heaps, condition) in digit.named().chain(beyond) {
                if self.parts(heap, rest, heaps, condition, target, meter)? {
                    return Ok(());
                }
            }
        }
        if code.repeated().is_some() {
            self.one_left(heap, target, meter)?;
        }
        Ok(())
    }

    /// Moves that take any number of stones and leave one heap: it has one of
    /// the places of the first period.
    fn one_left(&mut self, heap: u128, target: u128, meter: &mut Meter) -> Result<(), Stop> {
        let code = self.values.values().code().clone();
        let Some((from, cycle)) = code.repeated() else { return Ok(()) };
        let shape = self.values.proved().map(|proved| proved.shape());
        let places = shape.map_or(u64::MAX, |shape| shape.preperiod + shape.period);
        for place in 0..u128::from(places).min(heap) {
            let Some(value) = self.value(place) else { break };
            if self.over(1, meter)? {
                break;
            }
            let again = shape.filter(|shape| place >= shape.preperiod.into());
            let candidates: Vec<u128> = match again {
                // The same value comes back: some few of them will do.
                Some(shape) if shape.saltus == 0 && value == target => (0..cycle.len() as u128)
                    .map(|times| place + times * u128::from(shape.period))
                    .collect(),
                Some(shape) if shape.saltus > 0 && target >= value => {
                    let (rise, saltus) = (target - value, u128::from(shape.saltus));
                    let place = (rise / saltus)
                        .checked_mul(shape.period.into())
                        .and_then(|far| far.checked_add(place));
                    place.filter(|_| rise.is_multiple_of(saltus)).into_iter().collect()
                }
                None if value == target => vec![place],
                _ => Vec::new(),
            };
            for left in candidates.into_iter().filter(|&left| left < heap) {
                let taken = heap - left;
                let Some(beyond) = taken.checked_add_signed(-i128::from(from)) else { continue };
                let digit = &cycle[(beyond % cycle.len() as u128) as usize];
                let heaps = u64::from(left > 0);
                if digit.condition(heaps).is_some() {
                    self.found.insert((heap, if left > 0 { vec![left] } else { Vec::new() }));
                }
            }
        }
        Ok(())
    }

    /// Ways to leave `rest` stones in so many heaps with the values' XOR
    /// `target`; `true` if the search is over.
    ///
    /// All heaps but the largest are taken from the first ones: where values
    /// repeat, any way has an equal one in which they lie below preperiod and
    /// two periods, since stones can be moved to the largest.
    fn parts(
        &mut self,
        heap: u128,
        rest: u128,
        heaps: u64,
        condition: Condition,
        target: u128,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if rest < heaps.into() || (heaps == 0 && rest > 0) {
            return Ok(false);
        }
        if heaps == 0 || (condition == Condition::Equal && heaps > 1) {
            let even = heaps == 0 || rest.is_multiple_of(heaps.into());
            let each = if heaps == 0 { 0 } else { rest / u128::from(heaps) };
            let value = if heaps.is_multiple_of(2) { Some(0) } else { self.value(each) };
            if even && value == Some(target) {
                self.found.insert((heap, vec![each; heaps as usize]));
            }
            return self.over(1, meter);
        }
        let shape = self.values.proved().map(|proved| proved.shape());
        let most = shape
            .map_or(u128::MAX, |shape| u128::from(shape.preperiod) + 2 * u128::from(shape.period));
        if let Some(shape) = shape.filter(|shape| shape.saltus > 0 && (2..4).contains(&heaps)) {
            // Values that grow: both heaps may have to be large.
            let firsts =
                if heaps == 2 { 0..1 } else { 1..u128::from(shape.preperiod + shape.period) };
            for first in firsts {
                let Some((beyond, value)) = rest.checked_sub(first).zip(self.value(first)) else {
                    break;
                };
                self.in_step(heap, first, beyond, condition, target ^ value, shape, meter)?;
            }
        }
        // The heaps but the largest, in sizes that do not fall.
        let mut small = vec![1u128; heaps as usize - 1];
        loop {
            if self.over(1 + heaps, meter)? {
                return Ok(true);
            }
            let sum: u128 = small.iter().sum();
            let last = rest.checked_sub(sum);
            let fits = last.filter(|&last| small.last().is_none_or(|&before| before <= last));
            let mut advance = small.len();
            if let Some(last) = fits {
                let mut value = self.value(last);
                for &part in &small {
                    value = value.zip(self.value(part)).map(|(one, other)| one ^ other);
                }
                let mut left = small.clone();
                left.push(last);
                if value == Some(target) && condition.holds(&left) {
                    self.found.insert((heap, left));
                }
            } else {
                // Too large: an earlier one must grow.
                advance = advance.saturating_sub(1);
            }
            let grown = (0..advance).rev().find(|&at| small[at] < most);
            let Some(at) = grown else { return Ok(false) };
            let size = small[at] + 1;
            small[at..].fill(size);
        }
    }

    /// Ways to leave `rest` stones in two heaps (beside one of `first` stones,
    /// if that is not 0) whose values XOR to `target`, where values grow by s
    /// in each period p.
    ///
    /// For heaps in places with values v and w their values are x = i s + v and
    /// y = j s + w, and i + j is known; so is x + y = S. From x + y = S and
    /// x XOR y = T follows that x AND y = (S - T) / 2 = c, so that x = c + u and
    /// y = c + (T - u) for some bits u of T: those that make x of the form i s +
    /// v, found bit by bit by what c + u leaves by s.
    #[allow(clippy::too_many_arguments)]
    fn in_step(
        &mut self,
        heap: u128,
        first: u128,
        rest: u128,
        condition: Condition,
        target: u128,
        shape: Shape,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (start, period) = (u128::from(shape.preperiod), u128::from(shape.period));
        let saltus = u128::from(shape.saltus);
        for one in start..start + period {
            if self.over(1 + shape.saltus, meter)? {
                return Ok(());
            }
            // The place of the other follows from the sum.
            let Some(beyond) = rest.checked_sub(one + start) else { continue };
            let other = start + beyond % period;
            let periods = beyond / period;
            let (Some(v), Some(w)) = (self.value(one), self.value(other)) else { continue };
            let sum = periods.checked_mul(saltus).and_then(|sum| sum.checked_add(v + w));
            let twice = sum.and_then(|sum| sum.checked_sub(target));
            let Some(common) = twice.filter(|twice| twice.is_multiple_of(2)).map(|twice| twice / 2)
            else {
                continue;
            };
            if common & target != 0 {
                continue;
            }
            let Some(bits) = subset(target, saltus, (v + saltus - common % saltus) % saltus) else {
                continue;
            };
            let Some(times) = (common + bits).checked_sub(v).map(|rise| rise / saltus) else {
                continue;
            };
            if times > periods {
                continue;
            }
            let mut left = vec![one + times * period, other + (periods - times) * period];
            left.extend(Some(first).filter(|&first| first > 0));
            left.sort_unstable();
            let value = left.iter().try_fold(0, |sum, &part| Some(sum ^ self.value(part)?));
            let wanted = self.value(first).map(|value| value ^ target);
            if value == wanted && condition.holds(&left) && left.iter().all(|&part| part > 0) {
                self.found.insert((heap, left));
            }
        }
        Ok(())
    }
}

/// Some of the bits of `of` whose sum leaves `rest` by `modulus`, if there are
/// such and the modulus is not large.
fn subset(of: u128, modulus: u128, rest: u128) -> Option<u128> {
    const LARGEST: u128 = 1 << 12;
    if modulus > LARGEST {
        return None;
    }
    // What bits that were looked at can leave, and which do.
    let mut reached: Vec<Option<u128>> = vec![None; modulus as usize];
    reached[0] = Some(0);
    for bit in (0..128).map(|bit| 1u128 << bit).filter(|bit| of & bit != 0) {
        let before = reached.clone();
        for (at, bits) in before.iter().enumerate() {
            let Some(bits) = bits else { continue };
            let to = ((at as u128 + bit % modulus) % modulus) as usize;
            if let Some(place) = reached.get_mut(to) {
                place.get_or_insert(bits | bit);
            }
        }
    }
    reached.get(rest as usize).copied().flatten()
}
