//! All that later values depend on came back, where one heap is left at most.
//!
//! **Theorem.** Take rules whose moves leave one heap at most, and let taking
//! u + c stones allow what taking u does, for u >= f. For heap n, heap j >= 1 is
//! *far below* if n - j >= f, else, with j < n, *near*. The values from heap n on
//! depend on the *state* at n: the values of the near heaps, and for each residue
//! modulo c the set of values of the heaps far below. Let b be such that each
//! heap from n on meets all values below b among those that are far below n, or,
//! for 0, by being taken whole; then only what is b or more matters. So let m >= 1
//! be a multiple of p and of c such that the states at n and n + m agree once b
//! and b' are taken off and what lies below is forgotten, with b' = b + s. If
//! n >= f, and s = 0 or b > 0 or no u >= f may be taken whole, then
//! g(j + m) = g(j) + s for all j >= n.
//!
//! *Proof*, by induction on j: heaps j and j + m meet values of heaps that are far
//! below n and n + m with the same residues, of near ones, and of later ones, all
//! larger by s for j + m if they are b or more for j, and the others below b'. A
//! heap taken whole is so for both, since c divides m, and is 0, below b, or
//! s = 0. So the least number not met, which is at least b, is larger by s.
//!
//! If g(j + p) = g(j) + s p / m was seen wherever j >= e and j + p < n + m, with
//! e <= n, it holds for all j >= e: g(j + p) is larger by s than g(j + p - m), and
//! that is m / p - 1 times as much less as s p / m says than g(j).

use perfectplay_game::{Condition, Meter, Stop, TakesAndBreaks};

use super::{List, Period};

pub(super) fn check(
    rules: &(impl TakesAndBreaks + ?Sized),
    of_all: &Period,
    times: u64,
    values: &List,
    meter: &mut Meter,
) -> Result<Result<(), String>, Stop> {
    let count = values.len() as u64;
    let no = |what: &str| Ok(Err(what.to_owned()));
    let Some((from, cycle)) = rules.repeats().filter(|&(from, cycle)| from > 0 && cycle > 0) else {
        return no("the theorem is for rules that repeat");
    };
    let mut next = rules.next_taken(i64::MIN);
    // Up to the end of the first repetition.
    let last = from.saturating_add(cycle);
    while let Some(taken) = next.filter(|&taken| i128::from(taken) < last.into()) {
        if rules.most_heaps(taken).is_none_or(|heaps| heaps > 1) {
            return no("the theorem is for rules that leave one heap at most");
        }
        next = taken.checked_add(1).and_then(|from| rules.next_taken(from));
    }
    let moved = of_all.period.checked_mul(times).filter(|&moved| moved > 0);
    let Some(moved) = moved.filter(|moved| moved.is_multiple_of(cycle)) else {
        return no("the state comes back after a multiple of the rules' own period");
    };
    let saltus = of_all.saltus.checked_mul(times);
    let place = count.checked_sub(moved);
    let place = place.filter(|&place| place >= from && place >= of_all.preperiod);
    let (Some(place), Some(saltus)) = (place, saltus) else {
        return no("there are too few values for the theorem");
    };
    meter.spend(2 * count + 2 * cycle * cycle)?;
    meter.hold(8 * count)?;
    let (one, later) = (
        State::new(rules, values, place, from, cycle),
        State::new(rules, values, count, from, cycle),
    );
    meter.release(8 * count);
    let whole = (from..last).any(|taken| rules.condition(taken as i64, 0).is_some());
    if saltus > 0 && one.least == 0 && whole {
        return no("heaps taken whole still matter");
    }
    let agree = one.seen == later.seen && later.least.checked_sub(one.least) == Some(saltus);
    Ok(agree.then_some(()).ok_or_else(|| "the state does not come back".to_owned()))
}

struct State {
    /// b.
    least: u64,
    /// For each residue the values far below, in order; then the near ones.
    seen: Vec<Vec<u64>>,
}

impl State {
    fn new(
        rules: &(impl TakesAndBreaks + ?Sized),
        values: &List,
        heap: u64,
        from: u64,
        cycle: u64,
    ) -> State {
        let near = heap - from + 1;
        let mut seen = vec![Vec::new(); cycle as usize];
        for (at, value) in (0u64..).zip(values.iter()).take(near as usize).skip(1) {
            seen[(at % cycle) as usize].push(value);
        }
        for values in &mut seen {
            values.sort_unstable();
            values.dedup();
        }
        let of_heap = |later: u64| {
            let mut met: Vec<u64> = Vec::new();
            for taken in from..from + cycle {
                // `later` and each heap that such a number leaves of it.
                let residue = (later % cycle + cycle - taken % cycle) % cycle;
                if rules.condition(taken as i64, 1) == Some(Condition::Any) {
                    met.extend(&seen[residue as usize]);
                }
                if rules.condition(taken as i64, 0).is_some() && residue == 0 {
                    met.push(0);
                }
            }
            met.sort_unstable();
            met.dedup();
            (0..).zip(met).take_while(|(wanted, value)| wanted == value).count() as u64
        };
        let least = (heap..heap + cycle).map(of_heap).min().unwrap_or(0);
        for values in &mut seen {
            values.retain(|&value| value >= least);
            values.iter_mut().for_each(|value| *value -= least);
        }
        let near = values.iter().take(heap as usize).skip(near as usize);
        // What lies below is forgotten.
        seen.push(
            near.map(|value| value.checked_sub(least).map_or(0, |above| above + 1)).collect(),
        );
        State { least, seen }
    }
}
