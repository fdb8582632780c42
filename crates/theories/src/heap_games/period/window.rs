use super::shape::Shape;
use crate::heap_games::pairs::Pairs;

/// Why a window that came back proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The heap n after the window.
    pub end: u64,
    /// Values in the window: the most stones taken, and the larger of the two
    /// numbers below.
    pub length: u64,
    /// The last rare heap.
    pub last_rare: u64,
    /// The largest smaller part of a pair that was needed.
    pub farthest: u64,
}

/// Do the values, which have a shape as far as they go, prove it by a window?
///
/// **Theorem.** Let the [sparse-space method](crate::heap_games) have a mask
/// under which the last rare heap is R, and let every heap from n1 to below
/// n1 + p have met all rare values below its own in pairs with a part of at
/// most W stones (or one heap, or two equal ones). With moves that take at most
/// k stones let L = k + max(R, W), n1 - L > max(R, W) and g(j + p) = g(j) for
/// n1 - L <= j < n1. Then this holds for all j >= n1 - L. (If moves leave two
/// equal heaps, p is to be even.)
///
/// *Proof*, by induction on n >= n1, that g(n + p) = g(n) and that n + p is
/// common and meets the rare values below in pairs with parts of at most W. The
/// options of n + p with common values are those with a rare part r <= R, whose
/// other part is n + p - t - r >= n + p - L, so common and larger than R: it has
/// the value of n - t - r, the part that n has. One heap left, n + p - t, is in
/// the window as well. So the least common value that n + p does not meet is
/// that of n, which is g(n). Each rare value below is met by n in a pair {a, b}
/// with a <= W, so b >= n - L, and by n + p in {a, b + p}, since g(b + p) =
/// g(b). So g(n + p) = g(n).
///
/// So e + L + p values are enough, where the octal theorem needs 2 e + 2 p + k.
pub(super) fn prove(pairs: &Pairs, shape: Shape) -> Option<Window> {
    let rules = pairs.rules();
    if shape.saltus != 0 || !rules.halves.is_empty() && !shape.period.is_multiple_of(2) {
        return None;
    }
    let end = (pairs.values().len() as u64).checked_sub(shape.period)?;
    let (last_rare, farthest) = pairs.locality(end)?;
    let far = last_rare.max(farthest);
    let length = rules.most + far;
    let begin = end.checked_sub(length)?;
    let proves = begin > far && begin >= shape.preperiod;
    proves.then_some(Window { end, length, last_rare, farthest })
}
