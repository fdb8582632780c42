use super::shape::Shape;
use crate::heap_games::{Code, Condition};

/// How many values, from heap 0 on, prove that they repeat for ever once they
/// have this preperiod and period as far as that; `None` if this does not
/// prove it for the code.
///
/// **Theorem** (R. K. Guy and C. A. B. Smith, *The G-values of various games*,
/// 1956, for h = 2). Let no move take more than k stones or leave more than h
/// heaps, without conditions on them, and let e >= 1, p >= 1 be such that
/// g(n + p) = g(n) for e <= n < h (e + p) - p + k. Then it holds for all n >= e.
///
/// *Proof.* Take n beyond and let it hold below. A move from n + p leaves heaps
/// with n + p - k >= h (e + p) stones together, so the largest is e + p at
/// least, and with p stones less it has the same value, is a heap still, and
/// is left by a move from n. In the same way a move from n leaves a heap of at
/// least e stones, and with p stones more a move from n + p leaves it. So n and
/// n + p have options of the same values. (No heap of n > k stones is taken
/// whole.)
///
/// *Two heaps that must differ:* only {a + p, a}, of value 0, becomes two equal
/// heaps; with n >= 2 (e + p) + k, {a - p, a + p} has value 0 too. *Two equal
/// heaps* have value 0 and are left where n - t is even: the same for n + p if p
/// is even; else 2 p is proved, and with it p.
pub(super) fn values_needed(code: &Code, shape: Shape) -> Option<u64> {
    if shape.saltus != 0 {
        return None;
    }
    let taken = code.most_taken()?;
    let heaps = code.most_heaps()?.max(1);
    let mut unequal = false;
    let mut equal = false;
    for (_, digit) in code.digits() {
        for (_, condition) in digit.named() {
            match condition {
                Condition::Any => {}
                Condition::Equal => equal = true,
                Condition::SomeUnequal | Condition::Distinct => unequal = true,
            }
        }
    }
    if heaps > 2 && (unequal || equal) {
        return None;
    }
    let doubled = equal && !shape.period.is_multiple_of(2);
    let period = shape.period.checked_mul(if doubled { 2 } else { 1 })?;
    let whole = shape.preperiod.max(1).checked_add(period)?.checked_mul(heaps)?;
    whole.checked_add(taken)?.checked_add(if unequal { period } else { 0 })
}
