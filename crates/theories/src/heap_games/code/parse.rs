use std::str::FromStr;

use super::{Code, Condition, Digit, MOST_HEAPS, MOST_STONES, digit};

/// A text that is no code, and where it stops being one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("code, column {column}: found {found}, wanted {wanted}")]
pub struct CodeError {
    /// Counted in characters from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub wanted: String,
}

impl FromStr for Code {
    type Err = CodeError;

    /// Reads any of the ways to write a code that the
    /// [module](super::super::code) lists.
    ///
    /// # Errors
    ///
    /// The text is none of them, names more than [`MOST_STONES`] stones or
    /// [`MOST_HEAPS`] heaps, or some move would leave a heap as large as the
    /// one it was made on.
    fn from_str(text: &str) -> Result<Code, CodeError> {
        let mut reader = Reader { text, at: 0 };
        reader.skip_space();
        let word = reader.peek_word();
        let code = if word.is_empty() || reader.digits_follow() {
            reader.digits()?
        } else {
            reader.phrases()?
        };
        reader.skip_space();
        if !reader.rest().is_empty() {
            return Err(reader.error("the end"));
        }
        Ok(code)
    }
}

/// Reads a text from left to right.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    /// The byte offset of what comes next.
    pub(super) at: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The letters and hyphens that come next.
    pub(super) fn peek_word(&self) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic() && c != '-' && c != '\'');
        &rest[..length.unwrap_or(rest.len())]
    }

    pub(super) fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes the character if it comes next.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    pub(super) fn error(&self, wanted: &str) -> CodeError {
        let found = self.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
        self.error_at(self.at, found, wanted)
    }

    pub(super) fn error_at(&self, at: usize, found: impl Into<String>, wanted: &str) -> CodeError {
        let column = self.text.char_indices().take_while(|(byte, _)| *byte < at).count() + 1;
        CodeError { column, found: found.into(), wanted: wanted.to_owned() }
    }

    /// A whole number up to `most`.
    pub(super) fn number(&mut self, most: u64, wanted: &str) -> Result<u64, CodeError> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Err(self.error(wanted));
        }
        let number = rest[..length].parse().ok().filter(|number| *number <= most);
        let number = number.ok_or_else(|| {
            self.error_at(self.at, &rest[..length], &format!("{wanted}, at most {most}"))
        })?;
        self.at += length;
        Ok(number)
    }

    /// Is this a code of digits, such as `0.77` or `V.0`, though it begins with
    /// a letter?
    fn digits_follow(&self) -> bool {
        let of_digits = |c: char| c.is_ascii_alphanumeric() || "!?=*&;{},+".contains(c);
        self.rest().trim_start_matches(of_digits).starts_with('.')
    }

    /// `4!.0[3]`: digits, a point, digits, and perhaps digits in brackets.
    fn digits(&mut self) -> Result<Code, CodeError> {
        let mut before: Vec<(usize, Digit)> = Vec::new();
        while !self.take('.') {
            let at = self.at;
            before.push((at, self.digit("a digit or the point")?));
        }
        let mut digits = Vec::new();
        for ((at, digit), added) in before.into_iter().rev().zip(0i64..) {
            self.check_ends(at, &digit, -added)?;
            digits.push((-added, digit));
        }
        let mut taken = 1;
        let mut repeats = None;
        while let Some(next) = self.peek().filter(|c| !c.is_whitespace()) {
            if next == '[' {
                self.at += 1;
                let mut cycle = Vec::new();
                while !self.take(']') {
                    cycle.push(self.digit("a digit or the closing ]")?);
                }
                if cycle.is_empty() {
                    return Err(self.error_at(self.at - 1, "']'", "a digit that repeats"));
                }
                repeats = Some((taken, cycle));
                break;
            }
            digits.push((taken, self.digit("a digit, [ or the end")?));
            taken += 1;
        }
        if digits.is_empty() && repeats.is_none() {
            return Err(self.error("a digit: 0.0 is the game without moves"));
        }
        Ok(Code::new(digits, repeats))
    }

    /// Refuses a digit whose moves could leave a heap that is not smaller.
    pub(super) fn check_ends(&self, at: usize, digit: &Digit, taken: i64) -> Result<(), CodeError> {
        if taken > 0 {
            return Ok(());
        }
        let fewest = (2 - taken) as u64;
        if digit.fewest().is_none_or(|heaps| heaps >= fewest) {
            return Ok(());
        }
        let what = match taken {
            0 => "takes nothing".to_owned(),
            _ => format!("adds {}", -taken),
        };
        let wanted = format!("{fewest} heaps at least from a move that {what}: play must end");
        Err(self.error_at(at, format!("the digit {digit}"), &wanted))
    }

    /// One digit, such as `7`, `F!`, `&37;`, `{1,2!}` or `*`.
    pub(super) fn digit(&mut self, wanted: &str) -> Result<Digit, CodeError> {
        let Some(next) = self.peek() else { return Err(self.error(wanted)) };
        if let Some(bits) = next.to_digit(32) {
            self.at += 1;
            let condition = self.condition();
            return Ok(Digit::of_bits(bits.into(), condition.unwrap_or(Condition::Any)));
        }
        match next {
            '*' => {
                self.at += 1;
                let condition = self.condition();
                Ok(Digit::new(Vec::new(), Some(condition.unwrap_or(Condition::Any))))
            }
            '&' => {
                self.at += 1;
                let bits = self.number(u64::MAX, "a number whose bits are heap counts")?;
                if !self.take(';') {
                    return Err(self.error("the ; behind the number"));
                }
                let condition = self.condition();
                Ok(Digit::of_bits(bits, condition.unwrap_or(Condition::Any)))
            }
            '{' => {
                self.at += 1;
                self.counts()
            }
            _ => Err(self.error(wanted)),
        }
    }

    fn condition(&mut self) -> Option<Condition> {
        let condition = self.peek().and_then(digit::of_mark);
        self.at += usize::from(condition.is_some());
        condition
    }

    /// What stands in braces: counts in rising order, each with a mark or all
    /// with the one behind the braces; the last one may be open above.
    fn counts(&mut self) -> Result<Digit, CodeError> {
        let mut counts: Vec<Option<Option<Condition>>> = Vec::new();
        let mut open = false;
        let mut marked = false;
        loop {
            let at = self.at;
            let heaps = self.number(MOST_HEAPS.into(), "a number of heaps")? as usize;
            if heaps < counts.len() {
                return Err(self.error_at(at, heaps.to_string(), "counts in rising order"));
            }
            counts.resize(heaps, None);
            let condition = self.condition();
            marked |= condition.is_some();
            counts.push(Some(condition));
            if self.take('+') {
                open = true;
            } else if self.take(',') {
                continue;
            }
            if self.take('}') {
                break;
            }
            return Err(self.error(if open {
                "the closing }"
            } else {
                "a comma, + or the closing }"
            }));
        }
        let at = self.at;
        let of_all = self.condition();
        if let Some(of_all) = of_all.filter(|_| marked) {
            let wanted = "a mark behind the braces or marks inside, not both";
            return Err(self.error_at(at, format!("{:?}", digit::mark(of_all)), wanted));
        }
        let of_all = of_all.unwrap_or(Condition::Any);
        let counts: Vec<Option<Condition>> =
            counts.into_iter().map(|count| count.map(|own| own.unwrap_or(of_all))).collect();
        let more = counts.last().copied().flatten().filter(|_| open);
        Ok(Digit::new(counts, more))
    }

    /// A number of stones that a move takes or adds.
    pub(super) fn stones(&mut self) -> Result<i64, CodeError> {
        Ok(self.number(MOST_STONES as u64, "a number of stones")? as i64)
    }
}
