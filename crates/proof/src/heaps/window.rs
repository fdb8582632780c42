//! A window of values that came back.
//!
//! **Theorem.** Take finite rules whose moves take at most k stones and leave two
//! heaps at most, and a [sparse space](super::values). Let no heap below n1 + p
//! and above R be rare, and let every heap from n1 to below n1 + p meet each rare
//! value below its own by leaving one heap, two equal ones (where they must be
//! equal), or two of which one has at most W stones. With L = k + max(R, W) let
//! n1 - L > max(R, W), and g(j + p) = g(j) for n1 - L <= j < n1. Then this holds
//! for all j >= n1 - L. (If moves leave two heaps that must be equal, p is to be
//! even; else 2 p is proved so, and with it p, which the values show so far.)
//!
//! *Proof*, by induction on n >= n1, that g(n + p) = g(n), and that n + p is
//! common and meets the rare values below as the heaps before do. The pairs that
//! n + p leaves and whose XOR is common have a rare part r <= R, and the other is
//! n + p - t - r >= n + p - L: so it is larger than R, common, and has the value
//! of n - t - r, which is what n leaves beside r. One heap left, n + p - t, is in
//! the window as well; n and n + p are larger than k, so are not taken whole; and
//! two rare parts come to less than n1 - k stones. So the least common value that
//! n + p does not meet is that of n, which is g(n). Each rare value below is met
//! by n with one heap, equal heaps, or a pair {a, b} with a <= W, so b >= n - L;
//! and by n + p with {a, b + p}, since g(b + p) = g(b), and b + p differs from a.
//! So g(n + p) = g(n), a common value.
//!
//! The checker walks through pairs from the least part on, so the part where it
//! ends is the least that W can be for the heap.

use perfectplay_game::Condition;

use super::Period;
use super::rules::Sorted;
use super::values::Worked;

/// `numbers` are R, W and n1.
pub(super) fn check(
    rules: &Sorted,
    of_all: &Period,
    worked: &Worked,
    numbers: [u64; 3],
) -> Result<(), String> {
    let [last_rare, farthest, end] = numbers;
    let Some(walk) = worked.walk else {
        return Err("the window theorem goes by a sparse space".to_owned());
    };
    if of_all.saltus != 0 {
        return Err("the window theorem is not for values that grow".to_owned());
    }
    let doubled = rules.has(|of| of == Condition::Equal) && !of_all.period.is_multiple_of(2);
    let moved = of_all.period.checked_mul(if doubled { 2 } else { 1 });
    if moved.and_then(|moved| end.checked_add(moved)) != Some(worked.values.len() as u64) {
        return Err("the window has to end a period before the values do".to_owned());
    }
    if walk.last_rare != last_rare {
        return Err(format!("the last rare heap is {}, not {last_rare}", walk.last_rare));
    }
    if walk.farthest > farthest {
        let found = walk.farthest;
        return Err(format!("a walk goes to parts of {found} stones, not {farthest} at most"));
    }
    let far = last_rare.max(farthest);
    let length = rules.most_taken.checked_add(far);
    match length.and_then(|length| end.checked_sub(length)) {
        Some(begin) if begin > far && begin >= of_all.preperiod => Ok(()),
        _ => Err(format!("a window before heap {end} would not lie within the period")),
    }
}
