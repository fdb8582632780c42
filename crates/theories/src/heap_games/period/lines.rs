use super::shape::Shape;
use crate::heap_games::lines::Lines;

/// Do the values of a game whose moves leave one heap at most, which have a
/// shape as far as they go, have it for ever?
///
/// **Theorem.** All that the values from heap n on depend on is the *state* at
/// n: the values of the last m heaps, where m stones are the most that a move
/// takes (or the last ones before the digits that repeat with cycle c), and for
/// each place in the cycle the set of values of the heaps farther below. Let b
/// be such that every heap from n on meets all values below b among those far
/// below or by being taken whole; then only what is b or more matters, and a
/// state in which all that is larger by s gives values larger by s. So if the
/// states at n and n + p agree, less their b, and p is a multiple of c, then
/// g(j + p) = g(j) + s for all j >= n, with s the difference of the two b. (A heap
/// that is taken whole meets 0 both times; so if s > 0, b is to be 1 at least.)
///
/// For a finite code this says: m values that come back (*subtraction games*
/// repeat once as many consecutive values as the largest number do).
///
/// Gives the multiple of the period that it proves.
pub(super) fn prove(lines: &Lines, shape: Shape) -> Option<u64> {
    let (named, cycle) = lines.shape();
    let period = match cycle {
        0 => shape.period,
        _ => shape.period.checked_mul(cycle / gcd(shape.period, cycle))?,
    };
    let saltus = (period / shape.period).checked_mul(shape.saltus)?;
    let count = lines.values().len() as u64;
    // The state at the earlier heap must lie where the shape is known to hold,
    // and no heap after it be taken whole by a digit that is named.
    let end = count.checked_sub(period)?;
    let begin = end.checked_sub(named)?;
    if begin < shape.preperiod.max(1) {
        return None;
    }
    if cycle == 0 {
        return (shape.saltus == 0).then_some(period);
    }
    let (one, next) = (lines.state(end as usize)?, lines.state(count as usize)?);
    let agree = one.seen == next.seen && next.least.checked_sub(one.least) == Some(saltus);
    (agree && (saltus == 0 || one.least > 0)).then_some(period)
}

fn gcd(one: u64, other: u64) -> u64 {
    let (mut one, mut other) = (one, other);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}
