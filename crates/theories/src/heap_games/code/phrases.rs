//! Codes in words: sets of numbers, and games by name.

use std::collections::BTreeMap;

use super::parse::Reader;
use super::{Code, CodeError, Condition, Digit, MOST_HEAPS, MOST_STONES};

/// Games that have a name, with their codes.
pub(in crate::heap_games) const NAMED: &[(&str, &str)] = &[
    ("nim", "0.[3]"),
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("dawsons-chess", "0.137"),
    ("treblecross", "0.007"),
    ("officers", "0.6"),
    ("grundys-game", "4!.0"),
    ("lasker-nim", "4.[3]"),
    ("kenyons-game", "0.3F"),
];

impl Reader<'_> {
    /// A name, `subtract 1,3`, `all-but 2`, or phrases `take 1-2 leave 0-2`
    /// with semicolons between them.
    pub(super) fn phrases(&mut self) -> Result<Code, CodeError> {
        let at = self.at;
        let word = self.peek_word().to_lowercase();
        if let Some((_, code)) = NAMED.iter().find(|(name, _)| *name == word.replace('\'', "")) {
            self.at += word.len();
            return code.parse();
        }
        let most_one = Digit::of_bits(3, Condition::Any);
        match word.as_str() {
            "subtract" => {
                self.at += word.len();
                let numbers = self.numbers()?;
                let digits = numbers.into_iter().map(|taken| (taken, most_one.clone()));
                Ok(Code::new(digits.collect(), None))
            }
            "all-but" => {
                self.at += word.len();
                let not = self.numbers()?;
                let from = not.last().map_or(1, |last| last + 1);
                let taken = (1..from).filter(|taken| not.binary_search(taken).is_err());
                let digits = taken.map(|taken| (taken, most_one.clone()));
                Ok(Code::new(digits.collect(), Some((from, vec![most_one.clone()]))))
            }
            "take" | "add" | "from" => self.clauses(),
            _ => {
                let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
                let wanted = format!(
                    "a code such as 0.77, subtract, all-but, take, or a name ({})",
                    names.join(", ")
                );
                let found = if word.is_empty() { return Err(self.error(&wanted)) } else { word };
                Err(self.error_at(at, found, &wanted))
            }
        }
    }

    /// `take T leave K [condition]; add T as D; from T repeat DDD`.
    fn clauses(&mut self) -> Result<Code, CodeError> {
        let mut digits: BTreeMap<i64, Digit> = BTreeMap::new();
        let mut repeats = None;
        loop {
            self.skip_space();
            let at = self.at;
            let word = self.peek_word();
            self.at += word.len();
            match word {
                "take" | "add" if repeats.is_none() => {
                    let numbers =
                        if word == "take" { self.stone_runs(0)? } else { self.stone_runs(1)? };
                    let digit = self.leaves()?;
                    for number in numbers {
                        let taken = if word == "take" { number } else { -number };
                        self.check_ends(at, &digit, taken)?;
                        if digits.insert(taken, digit.clone()).is_some() {
                            let found = format!("{number} again");
                            return Err(self.error_at(at, found, "each number of stones once"));
                        }
                    }
                }
                "from" if repeats.is_none() => {
                    self.skip_space();
                    let number_at = self.at;
                    let from = self.stones()?;
                    let above = digits.last_key_value().map_or(0, |(&taken, _)| taken.max(0));
                    if from <= above {
                        let wanted = "a number above those taken before";
                        return Err(self.error_at(number_at, from.to_string(), wanted));
                    }
                    self.skip_space();
                    self.word("repeat")?;
                    self.skip_space();
                    let mut cycle = vec![self.digit("a digit that repeats")?];
                    while self.peek().is_some_and(|c| !c.is_whitespace()) {
                        cycle.push(self.digit("a digit or the end")?);
                    }
                    repeats = Some((from, cycle));
                }
                _ => {
                    return Err(self.error_at(at, format!("{word:?}"), "take, add or (last) from"));
                }
            }
            self.skip_space();
            if !self.take(';') {
                return Ok(Code::new(digits.into_iter().collect(), repeats));
            }
        }
    }

    fn word(&mut self, wanted: &str) -> Result<(), CodeError> {
        let word = self.peek_word();
        if word != wanted {
            return Err(self.error(wanted));
        }
        self.at += word.len();
        Ok(())
    }

    /// `as D`, or `leave 0-2,5` and perhaps a condition in words.
    fn leaves(&mut self) -> Result<Digit, CodeError> {
        self.skip_space();
        let word = self.peek_word();
        if word == "as" {
            self.at += word.len();
            self.skip_space();
            return self.digit("a digit");
        }
        self.word("leave")?;
        self.skip_space();
        let mut counts = vec![None; MOST_HEAPS as usize + 1];
        let mut open;
        loop {
            let at = self.at;
            let wanted = "a number of heaps";
            let first = self.number(MOST_HEAPS.into(), wanted)? as usize;
            open = self.take('+');
            let last = if open {
                MOST_HEAPS as usize
            } else if self.take('-') {
                self.number(MOST_HEAPS.into(), wanted)? as usize
            } else {
                first
            };
            if first > last {
                return Err(self.error_at(at, format!("{first}-{last}"), "a range that rises"));
            }
            counts[first..=last].fill(Some(Condition::Any));
            if open || !self.take(',') {
                break;
            }
        }
        self.skip_space();
        let word = self.peek_word();
        let condition = match word {
            "unequal" => Condition::SomeUnequal,
            "distinct" => Condition::Distinct,
            "equal" => Condition::Equal,
            _ => Condition::Any,
        };
        if condition != Condition::Any {
            self.at += word.len();
        }
        for count in counts.iter_mut().flatten() {
            *count = condition;
        }
        Ok(Digit::new(counts, open.then_some(condition)))
    }

    /// Numbers and ranges of stones, at least 1, in rising order.
    fn numbers(&mut self) -> Result<Vec<i64>, CodeError> {
        self.stone_runs(1)
    }

    fn stone_runs(&mut self, least: i64) -> Result<Vec<i64>, CodeError> {
        self.skip_space();
        let mut numbers: Vec<i64> = Vec::new();
        loop {
            self.skip_space();
            let at = self.at;
            let first = self.stones()?;
            let last = if self.take('-') { self.stones()? } else { first };
            let above = numbers.last().map_or(least, |last| last + 1);
            if first < above || last < first {
                let wanted = format!("numbers in rising order, from {least} on");
                return Err(self.error_at(at, format!("{first}"), &wanted));
            }
            debug_assert!(last <= MOST_STONES);
            numbers.extend(first..=last);
            self.skip_space();
            if !self.take(',') {
                return Ok(numbers);
            }
        }
    }
}
