//! The known cases: the rows of the table, and what was asked beyond them.

use rustc_hash::FxHashMap;

use crate::table::{MAX_WORDS, Table, Value, is_word};

/// Cases with their values as integers; words are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    pub(crate) parameters: Vec<String>,
    pub(crate) value: String,
    pub(crate) words: Vec<String>,
    /// The parameters, case after case.
    rows: Vec<i64>,
    pub(crate) targets: Vec<i64>,
    /// How many of them are the table's, sorted; the others come after.
    pub(crate) from_table: usize,
    /// Cases of the table that were computed again and came out otherwise,
    /// with what the table says.
    pub(crate) corrected: Vec<(usize, i64)>,
}

impl Cases {
    pub(crate) fn of(table: &Table) -> Cases {
        Cases {
            parameters: table.parameters().to_vec(),
            value: table.value_name().to_owned(),
            words: table.words().to_vec(),
            rows: table.flat_rows().to_vec(),
            targets: table.targets().to_vec(),
            from_table: table.len(),
            corrected: Vec::new(),
        }
    }

    /// The number of parameters.
    pub(crate) fn width(&self) -> usize {
        self.parameters.len()
    }

    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    /// The parameters of a case.
    #[inline]
    pub(crate) fn row(&self, case: usize) -> &[i64] {
        let width = self.width();
        self.rows.get(case * width..(case + 1) * width).unwrap_or(&[])
    }

    pub(crate) fn target(&self, case: usize) -> i64 {
        self.targets.get(case).copied().unwrap_or(0)
    }

    /// A value in words.
    pub(crate) fn decoded(&self, target: i64) -> Value {
        let word = usize::try_from(target).ok().and_then(|word| self.words.get(word));
        word.map_or(Value::Int(target), |word| Value::Word(word.clone()))
    }

    /// The number of a value; a new word gets the next one. `None` for an
    /// integer among words, the other way round, or one word too many.
    pub(crate) fn encoded(&mut self, value: &Value) -> Option<i64> {
        match value {
            Value::Int(integer) => self.words.is_empty().then_some(*integer),
            Value::Word(_) if self.words.is_empty() => None,
            Value::Word(word) => {
                if let Some(known) = self.words.iter().position(|known| known == word) {
                    return Some(known as i64);
                }
                if self.words.len() == MAX_WORDS || !is_word(word) {
                    return None;
                }
                self.words.push(word.clone());
                Some(self.words.len() as i64 - 1)
            }
        }
    }

    /// The case of the table with these parameters, by bisection.
    pub(crate) fn find(&self, row: &[i64]) -> Option<usize> {
        let (mut low, mut high) = (0, self.from_table);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.row(middle).cmp(row) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Takes another value for a case of the table, and remembers the table's.
    pub(crate) fn correct(&mut self, case: usize, target: i64) {
        if let Some(known) = self.targets.get_mut(case) {
            self.corrected.push((case, *known));
            *known = target;
        }
    }

    /// What the table says of a case.
    pub(crate) fn said(&self, case: usize) -> i64 {
        let corrected = self.corrected.iter().find(|(corrected, _)| *corrected == case);
        corrected.map_or(self.target(case), |(_, said)| *said)
    }

    /// Adds a case beyond the table.
    pub(crate) fn push(&mut self, row: &[i64], target: i64) {
        self.rows.extend_from_slice(row);
        self.targets.push(target);
    }

    /// The least and the greatest value of each parameter among the first
    /// `count` cases.
    pub(crate) fn ranges(&self, count: usize) -> Vec<(i64, i64)> {
        let mut ranges = vec![(i64::MAX, i64::MIN); self.width()];
        for case in 0..count.min(self.len()) {
            for (range, value) in ranges.iter_mut().zip(self.row(case)) {
                *range = (range.0.min(*value), range.1.max(*value));
            }
        }
        ranges
    }

    /// How often each value occurs, the most frequent first.
    pub(crate) fn histogram(&self) -> Vec<(i64, usize)> {
        let mut counts: FxHashMap<i64, usize> = FxHashMap::default();
        for target in &self.targets {
            *counts.entry(*target).or_default() += 1;
        }
        let mut counts: Vec<(i64, usize)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|(value, count)| (std::cmp::Reverse(*count), *value));
        counts
    }

    /// The length of the values in bits without a formula: which values there
    /// are, how often each, and which arrangement of them it is.
    pub(crate) fn bits(&self) -> f64 {
        let histogram = self.histogram();
        let count = self.len();
        let mut factorials = Vec::with_capacity(count + 1);
        let mut sum = 0.0f64;
        factorials.push(0.0);
        for n in 1..=count {
            sum += (n as f64).log2();
            factorials.push(sum);
        }
        let factorial = |n: usize| factorials.get(n).copied().unwrap_or(0.0);
        let arrangement =
            factorial(count) - histogram.iter().map(|(_, n)| factorial(*n)).sum::<f64>();
        let counts = (histogram.len() as f64 - 1.0).max(0.0) * (count as f64 + 1.0).log2();
        let which = if self.words.is_empty() {
            // Of an increasing list, the gaps.
            let mut values: Vec<i64> = histogram.iter().map(|(value, _)| *value).collect();
            values.sort_unstable();
            let mut before = 0i64;
            let mut bits = 0.0;
            for value in values {
                bits += crate::formula::cost::integer(value.saturating_sub(before)) / 2.0;
                before = value;
            }
            bits
        } else {
            0.0
        };
        arrangement + counts + which
    }
}
