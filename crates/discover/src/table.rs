//! Tables: what formulas are sought for.

use std::ops::RangeInclusive;

use crate::text::{RESERVED, is_identifier};

/// The most parameters of a table.
pub const MAX_PARAMETERS: usize = 8;

/// The most different words of a table.
pub const MAX_WORDS: usize = 8;

/// One value of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(untagged)]
pub enum Value {
    /// An integer: a Grundy value, points, plies.
    Int(i64),
    /// A word: an outcome, a player.
    Word(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Int(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Value::Word(word.to_owned())
    }
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There are no parameters, or too many.
    #[error("a table has between 1 and {MAX_PARAMETERS} parameters, not {0}")]
    Parameters(usize),
    /// A parameter's name cannot stand in a formula.
    #[error(
        "{0:?} is no name for a parameter: a name is made of letters, digits and _, \
         does not begin with a digit, and is no word of formulas"
    )]
    Name(String),
    /// Two parameters have one name.
    #[error("two columns are named {0:?}")]
    RepeatedName(String),
    /// A row has too few or too many parameters.
    #[error("row {row} has {found} parameters instead of {expected}")]
    Width {
        /// The row, from 1.
        row: usize,
        /// How many it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// Two rows have the same parameters.
    #[error("rows {first} and {second} have the same parameters")]
    Duplicate {
        /// The earlier row, from 1.
        first: usize,
        /// The later row.
        second: usize,
    },
    /// A word among integers, or an integer among words.
    #[error("row {row} holds {found:?}, but the rows before hold {}", kind(*.words))]
    Mixed {
        /// The row, from 1.
        row: usize,
        /// Its value.
        found: String,
        /// Whether the rows before hold words.
        words: bool,
    },
    /// A word that formulas cannot hold.
    #[error("row {row}: {word:?} is no word for a value")]
    Word {
        /// The row, from 1.
        row: usize,
        /// The word.
        word: String,
    },
    /// More different words than a formula can tell apart.
    #[error("row {row} holds the word number {}, {word:?}; at most {MAX_WORDS} are allowed", MAX_WORDS + 1)]
    Words {
        /// The row, from 1.
        row: usize,
        /// The first word too many.
        word: String,
    },
}

fn kind(words: bool) -> &'static str {
    if words { "words" } else { "integers" }
}

impl TableError {
    /// The row that is wrong, from 1.
    pub(crate) fn row(&self) -> Option<usize> {
        match self {
            TableError::Width { row, .. }
            | TableError::Mixed { row, .. }
            | TableError::Word { row, .. }
            | TableError::Words { row, .. } => Some(*row),
            TableError::Duplicate { second, .. } => Some(*second),
            _ => None,
        }
    }
}

/// Whether a value's word can be printed in a formula.
pub(crate) fn is_word(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 64
        && !word.contains(['"', '\\', ','])
        && !word.chars().any(char::is_control)
        && word.trim() == word
        && word.parse::<i64>().is_err()
}

/// A table: integer parameters with names, and one value for each row of
/// them, all integers or all words. The rows are sorted and no two have the
/// same parameters.
///
/// # Examples
///
/// ```
/// use perfectplay_discover::{Table, Value};
/// let table = Table::tabulate(&[("a", 0..=2), ("b", 0..=2)], "outcome", |row| {
///     Some(Value::from(if row[0] == row[1] { "loss" } else { "win" }))
/// })?;
/// assert_eq!(table.len(), 9);
/// assert_eq!(table.value(&[2, 2]), Some(Value::from("loss")));
/// assert!(table.to_csv().starts_with("a,b,outcome\n0,0,loss\n0,1,win\n"));
/// # Ok::<(), perfectplay_discover::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    parameters: Vec<String>,
    value: String,
    words: Vec<String>,
    /// The parameters, row after row.
    rows: Vec<i64>,
    /// The integers, or the numbers of the words.
    targets: Vec<i64>,
    undecided: usize,
}

impl Table {
    /// A table of these rows, in any order.
    ///
    /// # Errors
    ///
    /// The names, or a row; rows are counted from 1 in the order given.
    pub fn new(
        parameters: &[&str],
        value: &str,
        rows: impl IntoIterator<Item = (Vec<i64>, Value)>,
    ) -> Result<Table, TableError> {
        let width = parameters.len();
        if !(1..=MAX_PARAMETERS).contains(&width) {
            return Err(TableError::Parameters(width));
        }
        for (index, name) in parameters.iter().enumerate() {
            if !is_identifier(name) || RESERVED.contains(name) || name.len() > 64 {
                return Err(TableError::Name((*name).to_owned()));
            }
            if parameters.iter().take(index).any(|before| before == name) {
                return Err(TableError::RepeatedName((*name).to_owned()));
            }
        }
        let mut words: Vec<String> = Vec::new();
        let mut found: Vec<(Vec<i64>, usize, i64)> = Vec::new();
        for (number, (row, value)) in rows.into_iter().enumerate() {
            let number = number + 1;
            if row.len() != width {
                return Err(TableError::Width { row: number, expected: width, found: row.len() });
            }
            if number > 1 && words.is_empty() == matches!(value, Value::Word(_)) {
                let words = !words.is_empty();
                return Err(TableError::Mixed { row: number, found: value.to_string(), words });
            }
            let target = match value {
                Value::Int(integer) => integer,
                Value::Word(word) => {
                    let known = words.iter().position(|known| *known == word);
                    let index = known.unwrap_or(words.len());
                    if !is_word(&word) {
                        return Err(TableError::Word { row: number, word });
                    }
                    if index == MAX_WORDS {
                        return Err(TableError::Words { row: number, word });
                    }
                    if known.is_none() {
                        words.push(word);
                    }
                    index as i64
                }
            };
            found.push((row, number, target));
        }
        found.sort_unstable();
        for pair in found.windows(2) {
            if let [(a, first, _), (b, second, _)] = pair
                && a == b
            {
                return Err(TableError::Duplicate { first: *first, second: *second });
            }
        }
        // Words are numbered in alphabetic order, whatever the order of rows.
        let mut sorted = words.clone();
        sorted.sort_unstable();
        let renumbered = |target: i64| {
            let word = usize::try_from(target).ok().and_then(|word| words.get(word));
            let place = word.and_then(|word| sorted.binary_search(word).ok());
            place.map_or(target, |place| place as i64)
        };
        let mut rows = Vec::with_capacity(found.len() * width);
        let mut targets = Vec::with_capacity(found.len());
        for (row, _, target) in found {
            rows.extend(row);
            targets.push(renumbered(target));
        }
        let parameters = parameters.iter().map(|name| (*name).to_owned()).collect();
        Ok(Table {
            parameters,
            value: value.to_owned(),
            words: sorted,
            rows,
            targets,
            undecided: 0,
        })
    }

    /// The table of `value` over all parameters in these ranges; rows for
    /// which it gives `None` are left out.
    ///
    /// # Errors
    ///
    /// As for [`Table::new`].
    pub fn tabulate(
        ranges: &[(&str, RangeInclusive<i64>)],
        value_name: &str,
        mut value: impl FnMut(&[i64]) -> Option<Value>,
    ) -> Result<Table, TableError> {
        let names: Vec<&str> = ranges.iter().map(|(name, _)| *name).collect();
        let mut rows = Vec::new();
        let mut row: Vec<i64> = ranges.iter().map(|(_, range)| *range.start()).collect();
        let mut more = !ranges.is_empty() && ranges.iter().all(|(_, range)| !range.is_empty());
        while more {
            if let Some(value) = value(&row) {
                rows.push((row.clone(), value));
            }
            // The last parameter runs fastest.
            more = false;
            for (place, (_, range)) in row.iter_mut().zip(ranges).rev() {
                if *place < *range.end() {
                    *place += 1;
                    more = true;
                    break;
                }
                *place = *range.start();
            }
        }
        Table::new(&names, value_name, rows)
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// The name of the value.
    pub fn value_name(&self) -> &str {
        &self.value
    }

    /// The different words, sorted; none if the values are integers.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The rows, sorted by their parameters.
    pub fn rows(&self) -> impl Iterator<Item = (&[i64], Value)> {
        self.rows
            .chunks_exact(self.parameters.len())
            .zip(&self.targets)
            .map(|(row, target)| (row, self.value_of(*target)))
    }

    /// How many rows were left out for having no value.
    pub fn undecided(&self) -> usize {
        self.undecided
    }

    pub(crate) fn set_undecided(&mut self, rows: usize) {
        self.undecided = rows;
    }

    /// The value for these parameters, by bisection.
    pub fn value(&self, parameters: &[i64]) -> Option<Value> {
        let width = self.parameters.len();
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.rows.get(middle * width..(middle + 1) * width)?.cmp(parameters) {
                std::cmp::Ordering::Equal => {
                    return self.targets.get(middle).map(|target| self.value_of(*target));
                }
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn value_of(&self, target: i64) -> Value {
        let word = usize::try_from(target).ok().and_then(|word| self.words.get(word));
        word.map_or(Value::Int(target), |word| Value::Word(word.clone()))
    }

    /// The parameters, row after row.
    pub(crate) fn flat_rows(&self) -> &[i64] {
        &self.rows
    }

    /// The integers, or the numbers of the words.
    pub(crate) fn targets(&self) -> &[i64] {
        &self.targets
    }
}
