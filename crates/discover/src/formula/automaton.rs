//! Finite automata that read the digits of several numbers side by side.

use crate::numbers;

/// How numbers are written as digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Digits {
    Binary,
    Ternary,
    /// Zeckendorf digits: weights 1, 2, 3, 5, 8, ..., never two ones in a row.
    Fibonacci,
}

impl Digits {
    pub(crate) const ALL: [Digits; 3] = [Digits::Binary, Digits::Fibonacci, Digits::Ternary];

    /// The number of different digits.
    pub(crate) fn base(self) -> usize {
        match self {
            Digits::Ternary => 3,
            _ => 2,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Digits::Binary => "binary",
            Digits::Ternary => "ternary",
            Digits::Fibonacci => "fibonacci",
        }
    }

    /// The digits of n >= 0, most significant first; none for 0.
    pub(crate) fn of(self, n: i64) -> Option<Vec<u8>> {
        if self == Digits::Fibonacci {
            return numbers::zeckendorf(n);
        }
        let mut rest = u64::try_from(n).ok()?;
        let base = self.base() as u64;
        let mut digits = Vec::new();
        while rest > 0 {
            digits.push((rest % base) as u8);
            rest /= base;
        }
        digits.reverse();
        Some(digits)
    }
}

/// Which digit is read first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Reading {
    /// The most significant.
    Msd,
    /// The least significant.
    Lsd,
}

impl Reading {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reading::Msd => "msd",
            Reading::Lsd => "lsd",
        }
    }
}

/// A finite automaton with an output at each state. It starts in state 0 and
/// reads letters: the digits of one place of all numbers, padded with zeros to
/// the length of the longest. Digits d1 .. dk make the letter whose digits in
/// the base are d1 .. dk, d1 the most significant.
///
/// ```text
/// Fibonacci, msd    12 = 1 0 1 0 1
///                    4 =     1 0 1
/// letters               2 0 3 0 3
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Automaton {
    pub(crate) digits: Digits,
    pub(crate) reading: Reading,
    /// `next[state][letter]`, all states in range.
    pub(crate) next: Vec<Vec<usize>>,
    /// `outputs[state]`.
    pub(crate) outputs: Vec<i64>,
}

/// The letters that spell `values`, in the order in which they are read.
pub(crate) fn letters(digits: Digits, reading: Reading, values: &[i64]) -> Option<Vec<u16>> {
    let spelled = values.iter().map(|value| digits.of(*value)).collect::<Option<Vec<Vec<u8>>>>()?;
    let length = spelled.iter().map(Vec::len).max()?;
    let mut letters = vec![0u16; length];
    for number in &spelled {
        let padding = length - number.len();
        for (place, letter) in letters.iter_mut().enumerate() {
            let digit = place.checked_sub(padding).and_then(|at| number.get(at)).copied();
            *letter = *letter * digits.base() as u16 + u16::from(digit.unwrap_or(0));
        }
    }
    if reading == Reading::Lsd {
        letters.reverse();
    }
    Some(letters)
}

impl Automaton {
    /// The output at the state reached by the digits of `values`; `None` for
    /// negative numbers.
    pub(crate) fn output(&self, values: &[i64]) -> Option<i64> {
        let mut state = 0usize;
        for letter in letters(self.digits, self.reading, values)? {
            state = *self.next.get(state)?.get(usize::from(letter))?;
        }
        self.outputs.get(state).copied()
    }
}
