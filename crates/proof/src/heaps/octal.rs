//! The octal periodicity theorem.
//!
//! **Theorem** (R. K. Guy and C. A. B. Smith, *The G-values of various games*,
//! 1956, for h = 2). Let no move take more than k stones or leave more than h
//! heaps, without conditions on them, and let e >= 1, p >= 1 be such that
//! g(n + p) = g(n) for all n with e <= n and n + p < h (e + p) + k. Then it holds
//! for all n >= e.
//!
//! *Proof.* Take n with n + p beyond, and let it hold below. A move from n + p
//! leaves heaps with n + p - k >= h (e + p) stones together, so the largest is
//! e + p at least; with p stones less it has the same value, is a heap still,
//! and is left by a move from n. In the same way a move from n leaves a heap of
//! at least e stones (its heaps have h e + (h - 1) p at least together), and
//! with p stones more a move from n + p leaves it. So n and n + p have options
//! of the same values. (No heap of n > k stones is taken whole.)
//!
//! From heap 0 on nothing may be concluded so soon, so e = 1 is taken there: in
//! 0.004 the values of heaps 0 to 4 are 0, but 5 - 3 parts in two heaps.
//!
//! *Two heaps that must differ* (h = 2): only {a + p, a}, of value 0, becomes two
//! equal heaps; with p more values, so that n >= 2 e + p + k + ..., {a - p, a + p}
//! has value 0 too. *Two equal heaps* (h = 2) have value 0 and are left where
//! n - t is even: the same for n + p if p is even; else 2 p is proved so, and
//! with it p, which the values show for one period of 2 p.

use perfectplay_game::Condition;

use super::Period;
use super::rules::Sorted;

/// How many values, from heap 0 on, prove the period; `None` if none do.
fn values_needed(rules: &Sorted, of_all: &Period) -> Option<u64> {
    let unequal = rules.has(|of| matches!(of, Condition::SomeUnequal | Condition::Distinct));
    let equal = rules.has(|of| of == Condition::Equal);
    let heaps = rules.most_heaps.max(1);
    if of_all.saltus != 0 || heaps > 2 && (unequal || equal) {
        return None;
    }
    let doubled = equal && !of_all.period.is_multiple_of(2);
    let period = of_all.period.checked_mul(if doubled { 2 } else { 1 })?;
    let all = of_all.preperiod.max(1).checked_add(period)?.checked_mul(heaps)?;
    all.checked_add(rules.most_taken)?.checked_add(if unequal { period } else { 0 })
}

pub(super) fn check(rules: &Sorted, of_all: &Period, count: u64) -> Result<(), String> {
    match values_needed(rules, of_all) {
        Some(needed) if needed <= count => Ok(()),
        Some(needed) => Err(format!("the octal theorem asks for {needed} values")),
        None => Err("the octal theorem is not for such rules".to_owned()),
    }
}
