use std::fmt;

use perfectplay_game::Condition;

/// The most heaps that a digit can name one by one.
pub const MOST_HEAPS: u32 = 63;

/// The mark of a condition behind a digit.
pub(super) fn mark(condition: Condition) -> &'static str {
    match condition {
        Condition::Any => "",
        Condition::SomeUnequal => "?",
        Condition::Distinct => "!",
        Condition::Equal => "=",
    }
}

/// The condition that a mark stands for.
pub(super) fn of_mark(mark: char) -> Option<Condition> {
    Some(match mark {
        '?' => Condition::SomeUnequal,
        '!' => Condition::Distinct,
        '=' => Condition::Equal,
        _ => return None,
    })
}

/// One digit of a [`Code`](super::Code): into how many heaps a move may leave
/// what it did not take, and under which condition.
///
/// Kept in normal form, so that equal digits are equal values: no condition
/// on fewer than two heaps, and the run of counts without an end begins as low
/// as it can.
///
/// ```text
/// conditions[h]  for h heaps: None (not allowed) or the condition
/// more           every count from conditions.len() on, under this condition
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Digit {
    conditions: Vec<Option<Condition>>,
    more: Option<Condition>,
}

impl Digit {
    /// The digit that allows nothing: 0.
    pub const NONE: Digit = Digit { conditions: Vec::new(), more: None };

    /// The heap counts whose bits are set, all under one condition.
    pub fn of_bits(bits: u64, condition: Condition) -> Digit {
        let counts = (0..64).map(|heaps| (bits >> heaps & 1 == 1).then_some(condition)).collect();
        Digit::new(counts, None)
    }

    /// The condition for each count, and the one for all counts beyond, if
    /// they are allowed.
    pub(super) fn new(mut conditions: Vec<Option<Condition>>, more: Option<Condition>) -> Digit {
        for of_few in conditions.iter_mut().take(2).flatten() {
            *of_few = Condition::Any;
        }
        match more {
            // 0 and 1 heaps fall under any condition.
            Some(more) => {
                while conditions.len() > 2 && conditions.last() == Some(&Some(more)) {
                    conditions.pop();
                }
                if conditions.len() <= 2 {
                    while conditions.last().is_some_and(Option::is_some) {
                        conditions.pop();
                    }
                }
            }
            None => {
                while conditions.last().is_some_and(Option::is_none) {
                    conditions.pop();
                }
            }
        }
        Digit { conditions, more }
    }

    /// Under which condition so many heaps may be left, or `None` if they may
    /// not.
    pub fn condition(&self, heaps: u64) -> Option<Condition> {
        match usize::try_from(heaps).ok().and_then(|heaps| self.conditions.get(heaps)) {
            Some(&condition) => condition,
            None if heaps < 2 => self.more.map(|_| Condition::Any),
            None => self.more,
        }
    }

    /// May nothing be left in any way?
    pub fn is_none(&self) -> bool {
        self.conditions.is_empty() && self.more.is_none()
    }

    /// The fewest heaps that may be left.
    pub fn fewest(&self) -> Option<u64> {
        let named = self.conditions.iter().position(Option::is_some);
        let beyond = self.more.map(|_| self.conditions.len());
        named.or(beyond).map(|heaps| heaps as u64)
    }

    /// The most heaps that may be left, or `None` where there is no end.
    pub fn most(&self) -> Option<u64> {
        self.more.is_none().then(|| self.conditions.len().saturating_sub(1) as u64)
    }

    /// The counts and conditions one by one: those below a count from which on
    /// all are allowed.
    pub fn named(&self) -> impl Iterator<Item = (u64, Condition)> {
        let numbered = self.conditions.iter().zip(0..);
        numbered.filter_map(|(condition, heaps)| condition.map(|condition| (heaps, condition)))
    }

    /// The count from which on any number of heaps may be left, and the
    /// condition.
    pub fn unbounded(&self) -> Option<(u64, Condition)> {
        self.more.map(|condition| (self.conditions.len() as u64, condition))
    }

    /// Bit h is set where h heaps may be left under no condition (of two heaps
    /// and more); `None` if the digit allows anything else.
    pub fn bits(&self) -> Option<u64> {
        let any = self.named().all(|(_, condition)| condition == Condition::Any);
        (any && self.more.is_none())
            .then(|| self.named().fold(0, |bits, (heaps, _)| bits | 1 << heaps))
    }
}

impl fmt::Display for Digit {
    /// As CGSuite writes its normal form: a letter or number for the bits
    /// where one condition holds throughout, else the counts in braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beyond = self.unbounded().into_iter();
        let mut of_many = self.named().chain(beyond).filter(|(heaps, _)| *heaps >= 2);
        // Where any count goes, the condition is that of the unbounded run.
        let first = of_many.next().map(|(_, condition)| condition).or(self.more);
        let common = first.unwrap_or(Condition::Any);
        if of_many.all(|(_, condition)| condition == common) {
            match self.unbounded() {
                None => {
                    let bits = self.named().fold(0u64, |bits, (heaps, _)| bits | 1 << heaps);
                    match char::from_digit(bits as u32, 32).filter(|_| bits < 32) {
                        Some(letter) => write!(f, "{}", letter.to_ascii_uppercase())?,
                        None => write!(f, "&{bits};")?,
                    }
                }
                Some((0, _)) => f.write_str("*")?,
                Some((from, _)) => {
                    f.write_str("{")?;
                    for (heaps, _) in self.named() {
                        write!(f, "{heaps},")?;
                    }
                    write!(f, "{from}+}}")?;
                }
            }
            return f.write_str(mark(common));
        }
        f.write_str("{")?;
        let mut comma = "";
        for (heaps, condition) in self.named() {
            write!(f, "{comma}{heaps}{}", mark(condition))?;
            comma = ",";
        }
        if let Some((from, condition)) = self.unbounded() {
            write!(f, "{comma}{from}{}+", mark(condition))?;
        }
        f.write_str("}")
    }
}
