use std::fmt;

/// An eventually (arithmetic) periodic list of values: g(n + period) =
/// g(n) + saltus for all n from the preperiod on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The first heap from which on it holds.
    pub preperiod: u64,
    /// At least 1.
    pub period: u64,
    /// What a value grows by in each period; 0 where values only repeat.
    pub saltus: u64,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "period {} after {}", self.period, self.preperiod)?;
        if self.saltus > 0 {
            write!(f, ", saltus {}", self.saltus)?;
        }
        Ok(())
    }
}

impl Shape {
    /// Where the value of a heap stands among the first `preperiod + period`
    /// ones, and how many periods lie between; `None` between if it is one of
    /// those before the preperiod.
    pub(super) fn place(&self, heap: u128) -> (u64, u128) {
        let (preperiod, period) = (u128::from(self.preperiod), u128::from(self.period));
        match heap.checked_sub(preperiod) {
            None => (heap as u64, 0),
            Some(beyond) => ((preperiod + beyond % period) as u64, beyond / period),
        }
    }
}

/// From which heap on a list has a period and a saltus, as far as it goes: at
/// most `length - period`, where nothing is left to be compared.
///
/// `holds_from` is a heap from which on it is known.
pub(super) fn preperiod<V: Copy + Into<u64>>(
    values: &[V],
    period: usize,
    saltus: u64,
    holds_from: usize,
) -> usize {
    let repeats = |heap: &usize| {
        let value: u64 = values[*heap].into();
        Some(values[heap + period].into()) == value.checked_add(saltus)
    };
    let first = holds_from.min(values.len().saturating_sub(period));
    first - (0..first).rev().take_while(repeats).count()
}

/// The shape with the least period of a list that has this one for ever, and
/// from as early on as that period holds. One period of it is there.
pub(super) fn least<V: Copy + Into<u64>>(values: &[V], shape: Shape) -> Shape {
    let Shape { preperiod: from, mut period, mut saltus } = shape;
    let from = from as usize;
    // Every period of a periodic list that divides one is found prime by prime.
    for prime in prime_divisors(period) {
        while period.is_multiple_of(prime) && saltus.is_multiple_of(prime) {
            let (shorter, part) = ((period / prime) as usize, saltus / prime);
            let one_period = values.get(from..from + period as usize).unwrap_or_default();
            let (head, tail) = one_period.split_at(shorter.min(one_period.len()));
            let rises = |one: V, next: V, by: u64| {
                let one: u64 = one.into();
                one.checked_add(by) == Some(next.into())
            };
            // The last part of the period goes on with the first of the next.
            let within = one_period.iter().zip(tail).all(|(&one, &next)| rises(one, next, part));
            let last = &one_period[one_period.len() - shorter.min(one_period.len())..];
            let across = head.iter().zip(last).all(|(&one, &last)| rises(one, last, saltus - part));
            if tail.is_empty() || !within || !across {
                break;
            }
            (period, saltus) = (shorter as u64, part);
        }
    }
    let preperiod = preperiod(values, period as usize, saltus, from) as u64;
    Shape { preperiod, period, saltus }
}

pub(super) fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut divisors = Vec::new();
    let mut divisor = 2;
    while divisor <= number / divisor {
        if number.is_multiple_of(divisor) {
            divisors.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        divisors.push(number);
    }
    divisors
}

/// The shape of a list that explains the most: the one with the least
/// preperiod + period (then the least period) among those that hold to the end
/// of the list and for two periods at least. `None` if there is none.
///
/// All periods at once: the differences of neighbouring values, read from the
/// end, agree with themselves moved by p for as long as the period p holds; the
/// lengths for all p are the Z-function of that list. O(n) time and memory.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::heap_games::shape_of;
/// let shape = shape_of(&[7u32, 0, 1, 2, 3, 2, 3, 2, 3]).expect("it repeats");
/// assert_eq!((shape.preperiod, shape.period, shape.saltus), (3, 2, 0));
/// let shape = shape_of(&[5u32, 0, 1, 3, 4, 6, 7]).expect("it repeats");
/// assert_eq!((shape.preperiod, shape.period, shape.saltus), (1, 2, 3));
/// // No shape falls.
/// assert_eq!(shape_of(&[3u32, 2, 1]), None);
/// ```
pub fn shape_of<V: Copy + Into<u64>>(values: &[V]) -> Option<Shape> {
    // differences[i] is that to the value i + 1 places from the end.
    let wide = |&value: &V| -> u64 { value.into() };
    let falls = |two: &[V]| wide(&two[1]).wrapping_sub(wide(&two[0]));
    let differences: Vec<u64> = values.windows(2).rev().map(falls).collect();
    let length = differences.len();
    let mut best: Option<Shape> = None;
    // The Z-function: z is how far the list agrees with itself moved by p.
    let mut lengths = vec![0usize; length + 1];
    let (mut left, mut right) = (0, 0);
    for period in 1..=length {
        let mut z = if period < right { lengths[period - left].min(right - period) } else { 0 };
        while period + z < length && differences[z] == differences[period + z] {
            z += 1;
        }
        lengths[period] = z;
        if period + z > right {
            (left, right) = (period, period + z);
        }
        // Of z + 1 values each has the one a period before.
        let preperiod = values.len() - period - z - 1;
        let last = wide(&values[values.len() - 1]);
        let saltus = last.checked_sub(wide(&values[values.len() - 1 - period]));
        if z + 1 >= period
            && let Some(saltus) = saltus
            && best.is_none_or(|best| ((preperiod + period) as u64) < best.preperiod + best.period)
        {
            best = Some(Shape { preperiod: preperiod as u64, period: period as u64, saltus });
        }
    }
    best
}
