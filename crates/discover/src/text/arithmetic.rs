//! The functions of formulas once more, in wider integers and by other
//! methods than the search uses.

use super::machine::{Call, Numerals};

/// Fibonacci numbers 1, 2, 3, 5, ... that are at most `n`.
fn fibonacci_up_to(n: i128) -> Vec<i128> {
    let (mut a, mut b) = (1i128, 2i128);
    let mut found = Vec::new();
    while a <= n {
        found.push(a);
        (a, b) = (b, a + b);
    }
    found
}

/// The indices (1 is the 0th) of the Fibonacci numbers that add up to n, none
/// next to another, largest first.
fn summands(n: i128) -> Vec<usize> {
    let mut rest = n;
    let mut found = Vec::new();
    for (index, number) in fibonacci_up_to(n).into_iter().enumerate().rev() {
        if number <= rest {
            rest -= number;
            found.push(index);
        }
    }
    found
}

/// floor(phi * n) for n > 0: one more than the Zeckendorf digits of n - 1
/// shifted by one place.
fn golden(n: i128) -> i128 {
    let numbers = fibonacci_up_to(3 * n + 3);
    summands(n - 1).into_iter().filter_map(|index| numbers.get(index + 1)).sum::<i128>() + 1
}

fn euclid(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

/// The largest r with r * r <= n, by bisection.
fn root(n: i128) -> i128 {
    let (mut low, mut high) = (0i128, 1i128 << 32);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle * middle <= n { low = middle } else { high = middle }
    }
    low
}

fn bits(n: i128) -> Vec<bool> {
    let mut rest = n;
    let mut found = Vec::new();
    while rest > 0 {
        found.push(rest % 2 == 1);
        rest /= 2;
    }
    found
}

pub(super) fn call(call: Call, arguments: &[i128]) -> Option<i128> {
    let first = *arguments.first()?;
    if i64::try_from(first).is_err() {
        return None;
    }
    let natural = || (first >= 0).then_some(first);
    let holds = |holds: bool| Some(i128::from(holds));
    match call {
        Call::Min => arguments.iter().copied().min(),
        Call::Max => arguments.iter().copied().max(),
        Call::Gcd => Some(arguments.iter().copied().fold(0, euclid)),
        Call::BitAnd => arguments.iter().copied().reduce(|a, b| a & b),
        Call::Abs => Some(first.abs()),
        Call::Golden => Some(match first {
            0 => 0,
            1.. => golden(first),
            _ => -golden(-first) - 1,
        }),
        Call::TrailingZeros => {
            let found = bits(first.abs()).iter().position(|bit| *bit);
            i128::try_from(found.unwrap_or(0)).ok()
        }
        Call::LowestBit => {
            let place = bits(natural()?).iter().position(|bit| *bit);
            Some(place.map_or(0, |place| 1 << place))
        }
        Call::HighestBit => {
            let length = bits(natural()?).len();
            Some(length.checked_sub(1).map_or(0, |place| 1 << place))
        }
        Call::BitLength => i128::try_from(bits(natural()?).len()).ok(),
        Call::DigitSum => {
            i128::try_from(bits(natural()?).into_iter().filter(|bit| *bit).count()).ok()
        }
        Call::FloorSqrt => Some(root(natural()?)),
        Call::ZeckendorfZeros => {
            i128::try_from(summands(natural()?).last().copied().unwrap_or(0)).ok()
        }
        Call::IsPowerOfTwo => {
            holds(first > 0 && bits(first).into_iter().filter(|bit| *bit).count() == 1)
        }
        Call::IsFibonacci => holds(first > 0 && fibonacci_up_to(first).last() == Some(&first)),
        Call::IsSquare => holds(first >= 0 && root(first) * root(first) == first),
    }
}

/// The digit of each place of `n`, the lowest place first.
pub(super) fn digits(numerals: Numerals, n: i128) -> Option<Vec<usize>> {
    if n < 0 || i64::try_from(n).is_err() {
        return None;
    }
    if numerals == Numerals::Fibonacci {
        let found = summands(n);
        let length = found.first().map_or(0, |highest| highest + 1);
        return Some((0..length).map(|place| usize::from(found.contains(&place))).collect());
    }
    let base = numerals.base();
    let mut rest = n;
    let mut found = Vec::new();
    while rest > 0 {
        found.push(usize::try_from(rest % base as i128).ok()?);
        rest /= base as i128;
    }
    Some(found)
}
