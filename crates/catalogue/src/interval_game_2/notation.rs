use perfectplay_game::{Notation, NotationError, Tabular};

use super::rules::disjoint;
use super::{Interval, IntervalGame};

/// How the position with nothing picked is written.
pub(super) const NOTHING: &str = "-";

/// An interval as it is written in positions, moves and sentences.
pub(super) fn written(interval: Interval) -> String {
    format!("[{},{})", interval.start(), interval.end())
}

/// Reads intervals such as `[2,5) [7,9)` from one line, with the byte offset
/// of each; white space may stand anywhere but inside a number.
fn read_intervals(text: &str) -> Result<Vec<(usize, Interval)>, NotationError> {
    let mut reader = Reader { text, at: 0 };
    let mut found = Vec::new();
    while !reader.at_end() {
        let at = reader.at;
        reader.expect('[', "an interval such as [2,5)")?;
        let start = reader.integer()?;
        reader.expect(',', "a comma")?;
        let end = reader.integer()?;
        reader.expect(')', "the closing )")?;
        let interval = Interval::new(start, end).ok_or_else(|| {
            NotationError::at(
                text,
                at,
                format!("[{start},{end})"),
                "an interval whose start lies before its end",
            )
        })?;
        found.push((at, interval));
    }
    Ok(found)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.text.len()
    }

    fn error(&self, wanted: &str) -> NotationError {
        let found = match self.text[self.at..].chars().next() {
            Some(c) => format!("{c:?}"),
            None => "the end".to_owned(),
        };
        NotationError::at(self.text, self.at, found, wanted)
    }

    fn expect(&mut self, c: char, wanted: &str) -> Result<(), NotationError> {
        self.skip_space();
        if !self.text[self.at..].starts_with(c) {
            return Err(self.error(wanted));
        }
        self.at += c.len_utf8();
        Ok(())
    }

    fn integer(&mut self) -> Result<i64, NotationError> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let signed = usize::from(rest.starts_with(['-', '+']));
        let digits = rest[signed..].bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[..signed + digits];
        if digits == 0 {
            return Err(self.error("an integer"));
        }
        let value = number
            .parse()
            .map_err(|_| NotationError::at(self.text, self.at, number, "a 64-bit integer"))?;
        self.at += number.len();
        Ok(value)
    }
}

impl Notation for IntervalGame {
    fn write_position(&self, picked: &Vec<Interval>) -> String {
        if picked.is_empty() {
            return NOTHING.to_owned();
        }
        picked.iter().map(|&interval| written(interval)).collect::<Vec<_>>().join(" ")
    }

    fn parse_position(&self, text: &str) -> Result<Vec<Interval>, NotationError> {
        if text.trim() == NOTHING {
            return Ok(Vec::new());
        }
        let mut found = read_intervals(text)?;
        if found.is_empty() {
            let wanted = "picked intervals such as [2,5) [7,9), or - for none";
            return Err(NotationError::at(text, 0, "nothing", wanted));
        }
        if let Some(&(at, interval)) = found.iter().find(|(_, interval)| !self.has(*interval)) {
            let wanted = "one of the ruleset's intervals";
            return Err(NotationError::at(text, at, written(interval), wanted));
        }
        found.sort_by_key(|&(_, interval)| interval);
        if let Some(pair) = found.windows(2).find(|pair| !disjoint(pair[0].1, pair[1].1)) {
            let wanted = format!("an interval disjoint from {}", written(pair[0].1));
            return Err(NotationError::at(text, pair[1].0, written(pair[1].1), wanted));
        }
        Ok(found.into_iter().map(|(_, interval)| interval).collect())
    }

    fn write_move(&self, _from: &Vec<Interval>, &chosen: &Interval) -> String {
        written(chosen)
    }

    fn parse_move(&self, from: &Vec<Interval>, text: &str) -> Option<Interval> {
        let &[(_, chosen)] = read_intervals(text).ok()?.as_slice() else { return None };
        perfectplay_game::Game::play(self, from, &chosen).map(|_| chosen)
    }

    fn rules(&self) -> String {
        let count = match self.intervals().len() {
            1 => "is 1 interval".to_owned(),
            n => format!("are {n} intervals"),
        };
        format!(
            "There {count}: {}. An interval [a,b) holds the points from a up to and without b. A \
             move picks one that has no point in common with any picked before; ends may touch. \
             First begins, and who cannot move loses.",
            listed(self.intervals().iter().copied()),
        )
    }

    fn draw(&self, picked: &Vec<Interval>) -> String {
        super::drawing::draw(self, picked)
    }
}

/// Intervals for a person: the first ones, and a word that there are more.
pub(super) fn listed(mut intervals: impl Iterator<Item = Interval>) -> String {
    const SHOWN: usize = 12;
    let mut shown: Vec<String> = intervals.by_ref().take(SHOWN).map(written).collect();
    match intervals.count() {
        0 if shown.is_empty() => return "none".to_owned(),
        0 => {}
        more => shown.push(format!("and {more} more")),
    }
    shown.join(" ")
}

impl Tabular for IntervalGame {
    fn heap_bytes(&self, picked: &Vec<Interval>) -> usize {
        picked.len() * size_of::<Interval>()
    }
}
