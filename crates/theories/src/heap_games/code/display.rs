use std::fmt;

use rustc_hash::FxHashMap;

use super::{Code, Digit};

/// Digits written one by one, at most; longer codes are written as phrases.
const WRITTEN: i64 = 64;

impl fmt::Display for Code {
    /// The normal form, which parses back to the same code: digits around a
    /// point, or phrases where they would be very many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.digits.first().map_or(0, |&(taken, _)| taken.min(0));
        let explicit = self.digits.last().map_or(0, |&(taken, _)| taken.max(0));
        let last = self.repeats.as_ref().map_or(explicit, |repeats| repeats.from - 1);
        if last - first > WRITTEN {
            return self.fmt_phrases(f);
        }
        for taken in first..=0 {
            write!(f, "{}", self.digit(taken))?;
        }
        f.write_str(".")?;
        for taken in 1..=last {
            write!(f, "{}", self.digit(taken))?;
        }
        match &self.repeats {
            Some(repeats) => {
                f.write_str("[")?;
                for digit in &repeats.cycle {
                    write!(f, "{digit}")?;
                }
                f.write_str("]")
            }
            None if last == 0 => f.write_str("0"),
            None => Ok(()),
        }
    }
}

impl Code {
    /// `take 1-3,70 as 3; take 80 as 7`: numbers that have the same digit go
    /// together. After them the digits that repeat: `from 90 repeat 03`.
    fn fmt_phrases(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<(bool, &Digit, Vec<i64>)> = Vec::new();
        let mut place: FxHashMap<(bool, &Digit), usize> = FxHashMap::default();
        for (taken, digit) in &self.digits {
            let added = *taken < 0;
            let at = *place.entry((added, digit)).or_insert_with(|| {
                kinds.push((added, digit, Vec::new()));
                kinds.len() - 1
            });
            kinds[at].2.push(*taken);
        }
        let mut between = "";
        for (added, digit, mut numbers) in kinds {
            f.write_str(between)?;
            between = "; ";
            if added {
                numbers = numbers.into_iter().rev().map(|taken| -taken).collect();
            }
            f.write_str(if added { "add " } else { "take " })?;
            let mut comma = "";
            for run in numbers.chunk_by(|one, next| one + 1 == *next) {
                write!(f, "{comma}{}", run[0])?;
                comma = ",";
                if let [_, .., last] = run {
                    write!(f, "-{last}")?;
                }
            }
            write!(f, " as {digit}")?;
        }
        if let Some(repeats) = &self.repeats {
            write!(f, "{between}from {} repeat ", repeats.from)?;
            for digit in &repeats.cycle {
                write!(f, "{digit}")?;
            }
        }
        Ok(())
    }
}
