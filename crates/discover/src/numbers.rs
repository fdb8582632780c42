//! The integer functions that formulas are made of. `None` where a function
//! is not defined or its result leaves 64 bits.

/// The largest argument of [`golden_multiple`]: five times its square fits
/// 128 bits.
const GOLDEN_REACH: u64 = 1 << 62;

/// floor(phi * n), phi = (1 + sqrt 5) / 2: exact, since
/// floor((n + sqrt(5 n^2)) / 2) = floor((n + floor(sqrt(5 n^2))) / 2).
pub(crate) fn golden_multiple(n: i64) -> Option<i64> {
    let size = n.unsigned_abs();
    if size > GOLDEN_REACH {
        return None;
    }
    let size = u128::from(size);
    let multiple = i64::try_from((size + (5 * size * size).isqrt()) / 2).ok()?;
    // phi * n is no integer unless n = 0, so below zero the floor is one less.
    if n < 0 { Some(-multiple - 1) } else { Some(multiple) }
}

/// floor(a / b), for b > 0.
pub(crate) fn floor_div(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.div_euclid(b))
}

/// a - b * floor(a / b), for b > 0.
pub(crate) fn modulo(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.rem_euclid(b))
}

/// The greatest common divisor, never negative; gcd(0, 0) = 0.
pub(crate) fn gcd(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).ok()
}

/// The exponent of the largest power of two that divides n > 0; 0 for n = 0.
pub(crate) fn trailing_zeros(n: i64) -> Option<i64> {
    match n {
        0 => Some(0),
        _ => Some(i64::from(n.trailing_zeros())),
    }
}

/// The largest power of two that divides n > 0; 0 for n = 0.
pub(crate) fn lowest_bit(n: i64) -> Option<i64> {
    (n >= 0).then_some(n & n.wrapping_neg())
}

/// The largest power of two that is at most n > 0; 0 for n = 0.
pub(crate) fn highest_bit(n: i64) -> Option<i64> {
    match n {
        0 => Some(0),
        1.. => Some(1 << n.ilog2()),
        _ => None,
    }
}

/// The number of binary digits of n > 0; 0 for n = 0.
pub(crate) fn bit_length(n: i64) -> Option<i64> {
    match n {
        0 => Some(0),
        1.. => Some(i64::from(n.ilog2()) + 1),
        _ => None,
    }
}

/// The number of ones among the binary digits of n >= 0.
pub(crate) fn digit_sum(n: i64) -> Option<i64> {
    (n >= 0).then(|| i64::from(n.count_ones()))
}

/// floor(sqrt n), n >= 0.
pub(crate) fn floor_sqrt(n: i64) -> Option<i64> {
    (n >= 0).then(|| n.isqrt())
}

/// The Zeckendorf digits of n >= 0, most significant first, weights
/// ..., 8, 5, 3, 2, 1, never two ones in a row; none for n = 0.
pub(crate) fn zeckendorf(n: i64) -> Option<Vec<u8>> {
    if n < 0 {
        return None;
    }
    let mut weights = vec![1i64, 2];
    while let [.., a, b] = weights[..] {
        match a.checked_add(b) {
            Some(next) if next <= n => weights.push(next),
            _ => break,
        }
    }
    let mut rest = n;
    let mut digits = Vec::with_capacity(weights.len());
    for &weight in weights.iter().rev() {
        let digit = u8::from(weight <= rest);
        if digit == 1 {
            rest -= weight;
        }
        if digit == 1 || !digits.is_empty() {
            digits.push(digit);
        }
    }
    Some(digits)
}

/// How many zeros end the Zeckendorf digits of n > 0; 0 for n = 0.
pub(crate) fn zeckendorf_zeros(n: i64) -> Option<i64> {
    let digits = zeckendorf(n)?;
    let zeros = digits.iter().rev().take_while(|&&digit| digit == 0).count();
    i64::try_from(zeros).ok()
}

/// Whether n is 1, 2, 4, 8, ...
pub(crate) fn is_power_of_two(n: i64) -> bool {
    n > 0 && n & (n - 1) == 0
}

/// Whether n is 1, 2, 3, 5, 8, ...
pub(crate) fn is_fibonacci(n: i64) -> bool {
    let (mut a, mut b) = (1i64, 2i64);
    while a < n {
        match a.checked_add(b) {
            Some(next) => (a, b) = (b, next),
            None => return b == n,
        }
    }
    a == n
}

/// Whether n is 0, 1, 4, 9, ...
pub(crate) fn is_square(n: i64) -> bool {
    n >= 0 && n.isqrt().pow(2) == n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_golden_multiples_are_shifted_zeckendorf_digits() {
        let shifted = |n: i64| {
            let digits = zeckendorf(n - 1).expect("n > 0");
            let (mut a, mut b, mut sum) = (2i64, 3i64, 0i64);
            for digit in digits.iter().rev() {
                sum += i64::from(*digit) * a;
                (a, b) = (b, a + b);
            }
            sum + 1
        };
        for n in (1..3000).chain([1 << 40, (1 << 50) + 7]) {
            assert_eq!(golden_multiple(n), Some(shifted(n)), "{n}");
            assert_eq!(golden_multiple(-n), Some(-shifted(n) - 1));
        }
        assert_eq!(golden_multiple(0), Some(0));
        assert_eq!(golden_multiple(i64::MIN), None);
        assert_eq!(golden_multiple(i64::MAX), None);
    }

    #[test]
    fn law_zeckendorf_digits_add_up_and_have_no_two_ones_in_a_row() {
        for n in 0..2000 {
            let digits = zeckendorf(n).expect("n >= 0");
            assert!(digits.windows(2).all(|pair| pair != [1, 1]));
            let (mut a, mut b, mut sum) = (1, 2, 0);
            for digit in digits.iter().rev() {
                sum += i64::from(*digit) * a;
                (a, b) = (b, a + b);
            }
            assert_eq!(sum, n);
            assert_eq!(is_fibonacci(n), n > 0 && digits.iter().filter(|d| **d == 1).count() == 1);
        }
        for n in [i64::MAX, i64::MAX - 1] {
            assert!(zeckendorf(n).is_some() && !is_fibonacci(n) && !is_power_of_two(n));
            assert!(!is_square(n));
        }
        assert!(is_fibonacci(7_540_113_804_746_346_429));
    }

    #[test]
    fn law_no_function_panics_at_the_ends_of_the_range() {
        for n in [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX] {
            for function in [
                golden_multiple,
                trailing_zeros,
                lowest_bit,
                highest_bit,
                bit_length,
                digit_sum,
                floor_sqrt,
                zeckendorf_zeros,
            ] {
                let _ = function(n);
            }
            for m in [i64::MIN, -1, 0, 1, i64::MAX] {
                let _ = (floor_div(n, m), modulo(n, m), gcd(n, m));
            }
            let _ = (is_power_of_two(n), is_fibonacci(n), is_square(n));
        }
    }
}
