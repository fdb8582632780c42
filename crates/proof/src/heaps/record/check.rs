use perfectplay_game::{Condition, Meter, Stop, TakesAndBreaks};

use super::last::{Head, Last};
use super::{Checkpoint, OF_RECORD, Record, Repeats};
use crate::heaps::rules::Sorted;
use crate::heaps::shape::prime_divisors;
use crate::heaps::values::{Sparse, by_sparse_space};
use crate::heaps::{Digest, List};
use crate::{CheckError, Claim, Confirmed, Source};

/// What was confirmed of a certificate of which some stretches were worked out:
/// not its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partly {
    /// The claim in words. Nobody has proved it.
    pub claim: String,
    /// The stretches that were worked out and hold, from 1 on.
    pub stretches: Vec<u64>,
    /// How many stretches there are.
    pub of: u64,
    /// The values worked out.
    pub facts: u64,
}

/// Checks all that comes after the claim, and confirms it.
///
/// O(h + N) values are worked out for a head of h and N heaps, and those of two
/// or three stretches once more for the preperiod. Memory: the windows.
///
/// # Errors
///
/// What fails first.
pub fn confirm(
    rules: &(impl TakesAndBreaks + ?Sized),
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    let record = read(claim, source, meter)?;
    let mut check = Check::new(rules, &record, source, meter)?;
    for stretch in 1..=record.stretches() {
        check.stretch(stretch, source, meter)?;
    }
    if let Some(repeats) = record.repeats {
        check.preperiod(repeats, source, meter)?;
    }
    Ok(Confirmed { claim: in_words(&record), facts: check.facts })
}

/// Checks the head and some stretches: this confirms no claim. `which` gives
/// their numbers, from 1 to the number of all.
///
/// # Errors
///
/// What fails first; a number that no stretch has is refused.
pub fn confirm_stretches(
    rules: &(impl TakesAndBreaks + ?Sized),
    claim: &Claim,
    which: impl FnOnce(u64) -> Vec<u64>,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Partly, CheckError> {
    let record = read(claim, source, meter)?;
    let of = record.stretches();
    let mut stretches = which(of);
    stretches.sort_unstable();
    stretches.dedup();
    if let Some(wrong) = stretches.iter().find(|&&stretch| stretch == 0 || stretch > of) {
        return Err(source.refuse(format!("there is no stretch {wrong}: there are {of}")));
    }
    let mut check = Check::new(rules, &record, source, meter)?;
    for &stretch in &stretches {
        check.stretch(stretch, source, meter)?;
    }
    Ok(Partly { claim: in_words(&record), stretches, of, facts: check.facts })
}

fn read(claim: &Claim, source: &mut dyn Source, meter: &mut Meter) -> Result<Record, CheckError> {
    claim.expect_kind(OF_RECORD, source)?;
    let record = Record::read(source, meter)?;
    source.end()?;
    let said = record.claim(&claim.ruleset);
    if *claim != said {
        return Err(source.refuse("the claim says something else than the record"));
    }
    Ok(record)
}

fn in_words(record: &Record) -> String {
    match record.repeats {
        Some(Repeats { preperiod, period, .. }) => {
            format!("g(n + {period}) = g(n) for all n >= {preperiod}, and no less will do")
        }
        None => {
            let digest = record.checkpoints.last().map_or(0, |last| last.digest);
            let heaps = record.heaps();
            format!("the Grundy values of the first {heaps} heaps have the digest {digest:016x}")
        }
    }
}

/// A record whose head and statement were checked, and what its stretches go by.
struct Check<'r> {
    record: &'r Record,
    sparse: Sparse,
    head: Head,
    /// Heaps before which the window must not be that of the checkpoint that
    /// came back, in rising order.
    others: Vec<u64>,
    facts: u64,
}

impl<'r> Check<'r> {
    fn new(
        rules: &(impl TakesAndBreaks + ?Sized),
        record: &'r Record,
        source: &dyn Source,
        meter: &mut Meter,
    ) -> Result<Check<'r>, CheckError> {
        let refuse = |what: &str| Err(source.refuse(what));
        let Some(sorted) = Sorted::new(rules) else {
            return refuse("stretches are for finite rules");
        };
        if sorted.has(|condition| condition == Condition::Equal) {
            return refuse("stretches are not for moves that leave two equal heaps");
        }
        let sparse = Sparse::new(rules, record.space, source)?;
        let (Some(first), Some(last)) = (record.checkpoints.first(), record.checkpoints.last())
        else {
            return refuse("there is no checkpoint");
        };
        let far = record.last_rare.max(record.farthest);
        let length = first.window.len() as u64;
        let needed = far.checked_add(sorted.most_taken);
        if needed.is_none_or(|needed| length < needed) {
            return refuse("the windows are too short for such walks or rare heaps");
        }
        // Longer than a window with all parts that are looked at.
        if length.checked_add(far).is_none_or(|least| first.heap <= least) {
            return refuse("the head is too short");
        }
        let worked = by_sparse_space(rules, record.space, first.heap, u64::MAX, source, meter)?;
        if worked.walk.map(|walk| walk.last_rare) != Some(record.last_rare) {
            return refuse("the last rare heap of the head is another one");
        }
        let mut digest = Digest::default();
        worked.values.iter().for_each(|value| digest.add(value));
        let List::Narrow(values) = worked.values else {
            return refuse("the values of the head are too large");
        };
        let begin = values.len() - first.window.len();
        if digest.sum() != first.digest || values[begin..] != first.window[..] {
            return refuse("the head does not end in the first checkpoint");
        }
        let heaps = (0u64..).zip(values.iter().copied()).skip(1);
        let rare = heaps.filter(|&(heap, value)| !sparse.is_common(value.into(), heap));
        let head = Head { rare: rare.collect(), values, far };
        let mut others = Vec::new();
        if let Some(Repeats { first, period, .. }) = record.repeats {
            let Some(first) = record.checkpoints.get(first) else {
                return refuse("there is no such checkpoint");
            };
            if period == 0 || first.heap.checked_add(period) != Some(last.heap) {
                return refuse("the period is not what lies between the two checkpoints");
            }
            if first.window != last.window {
                return refuse("the last window is another one");
            }
            others.extend(prime_divisors(period, meter)?.iter().map(|q| first.heap + period / q));
            others.sort_unstable();
        }
        Ok(Check { record, sparse, facts: first.heap, head, others })
    }

    /// Works out what lies between two checkpoints.
    fn stretch(
        &mut self,
        number: u64,
        source: &dyn Source,
        meter: &mut Meter,
    ) -> Result<(), CheckError> {
        let checkpoints = &self.record.checkpoints;
        let refuse = |what: String| source.refuse(format!("stretch {number}: {what}"));
        let [from, to] = [number - 1, number].map(|at| checkpoints.get(at as usize));
        let (Some(from), Some(to)) = (from, to) else {
            return Err(refuse("there is none".to_owned()));
        };
        let first = self.record.repeats.and_then(|repeats| checkpoints.get(repeats.first));
        let mut others = self.others.iter().copied().filter(|&other| other > from.heap);
        let mut other = others.next();
        let mut last = Last::new(from.heap, &from.window);
        let mut digest = Digest::from_sum(from.digest);
        let mut steps = 0;
        for heap in from.heap..to.heap {
            let Some(next) = last.next(&mut self.sparse, &self.head) else {
                return Err(refuse(format!("heap {heap} depends on values beyond the window")));
            };
            if next.part > self.record.farthest || !self.sparse.is_common(next.value.into(), heap) {
                return Err(refuse(format!("heap {heap} is rare, or its walk goes too far")));
            }
            digest.add(next.value.into());
            if other == Some(heap + 1) {
                if first.is_some_and(|first| first.window == last.window()) {
                    let what = format!("the window is back at heap {} already", heap + 1);
                    return Err(refuse(what));
                }
                other = others.next();
            }
            steps += next.steps;
            if heap % 1024 == 0 {
                meter.spend(std::mem::take(&mut steps))?;
                meter.progress(self.facts + heap - from.heap, self.record.heaps());
            }
        }
        if last.window() != &to.window[..] {
            return Err(refuse("its values do not end in the next window".to_owned()));
        }
        if digest.sum() != to.digest {
            return Err(refuse("its values have another digest".to_owned()));
        }
        self.facts += to.heap - from.heap;
        Ok(meter.spend(steps)?)
    }

    /// From the preperiod on values come back, and not sooner.
    fn preperiod(
        &mut self,
        repeats: Repeats,
        source: &dyn Source,
        meter: &mut Meter,
    ) -> Result<(), CheckError> {
        let checkpoints = &self.record.checkpoints;
        let Repeats { first, preperiod, period } = repeats;
        let Some(end) = checkpoints.get(first) else {
            return Err(source.refuse("there is no such checkpoint"));
        };
        let before = first.checked_sub(1).and_then(|before| checkpoints.get(before));
        let length = end.window.len() as u64;
        // The values from here on, and those a period later.
        let from = before.map_or(0, |before| before.heap - length);
        if from > 0 && preperiod <= from || preperiod > end.heap {
            return Err(source.refuse("the preperiod does not lie where values are compared"));
        }
        let beyond = || source.refuse("a value depends on others beyond the window");
        let mut values = |heap| {
            let values = Values::from(heap, self.record, &self.head, &self.sparse, meter)?;
            values.ok_or_else(beyond)
        };
        let (mut one, mut later) = (values(from)?, values(from + period)?);
        let mut steps = 0;
        for heap in from..end.heap {
            let one = one.next(&mut steps).ok_or_else(beyond)?;
            let later = later.next(&mut steps).ok_or_else(beyond)?;
            self.facts += 1;
            if heap >= preperiod && one != later {
                let what = format!("heap {} does not go on from heap {heap}", heap + period);
                return Err(source.refuse(what));
            }
            if heap + 1 == preperiod && one == later {
                return Err(source.refuse("the preperiod is not the least one"));
            }
            if heap % 1024 == 0 {
                meter.spend(std::mem::take(&mut steps))?;
            }
        }
        Ok(meter.spend(steps)?)
    }
}

/// Values from some heap on, wherever it lies: as noted, then worked out.
struct Values<'v> {
    sparse: Sparse,
    head: &'v Head,
    noted: std::slice::Iter<'v, u16>,
    last: Last,
}

impl<'v> Values<'v> {
    /// From the checkpoint before `heap` on; `None` if that depends on values
    /// beyond its window.
    fn from(
        heap: u64,
        record: &'v Record,
        head: &'v Head,
        sparse: &Sparse,
        meter: &mut Meter,
    ) -> Result<Option<Values<'v>>, Stop> {
        let begins = |at: &Checkpoint| at.heap - at.window.len() as u64 <= heap;
        let place = record.checkpoints.partition_point(begins).saturating_sub(1);
        let at = &record.checkpoints[place];
        let noted = match usize::try_from(heap).ok().and_then(|heap| head.values.get(heap..)) {
            Some(noted) if place == 0 => noted,
            _ => {
                let begin = heap - (at.heap - at.window.len() as u64);
                usize::try_from(begin).ok().and_then(|begin| at.window.get(begin..)).unwrap_or(&[])
            }
        };
        let mut values = Values {
            sparse: sparse.clone(),
            head,
            noted: noted.iter(),
            last: Last::new(at.heap, &at.window),
        };
        let mut steps = 0;
        for skipped in at.heap..heap {
            if values.next(&mut steps).is_none() {
                return Ok(None);
            }
            if skipped % 1024 == 0 {
                meter.spend(std::mem::take(&mut steps))?;
            }
        }
        Ok(Some(values))
    }

    fn next(&mut self, steps: &mut u64) -> Option<u16> {
        if let Some(noted) = self.noted.next() {
            return Some(*noted);
        }
        let next = self.last.next(&mut self.sparse, self.head)?;
        *steps += next.steps;
        Some(next.value)
    }
}
