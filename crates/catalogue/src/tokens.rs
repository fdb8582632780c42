use std::io::{self, Read};
use std::ops::RangeInclusive;

use crate::bad_input::{Mistake, quoted};
use crate::{BadInput, ContestError};

/// Bytes asked of the reader at once.
const CHUNK: usize = 1 << 18;

/// The longest token that is taken in: longer ones are no number and no word
/// that any contest format means.
const LONGEST: usize = 1 << 28;

/// Contest input, read token by token: any white space parts tokens, line
/// ends of every kind are known, and a missing last newline is fine.
///
/// Holds one chunk of the input at a time. Reading costs one look at each
/// byte, and one step of arithmetic for each digit.
///
/// # Examples
///
/// ```
/// use perfectplay_catalogue::Tokens;
/// let mut tokens = Tokens::new(&b"2\r\nab  c"[..]);
/// assert_eq!(tokens.integer(1..=30)?, 2);
/// assert_eq!(tokens.token("a word")?, b"ab");
/// assert_eq!(tokens.token("a word")?, b"c");
/// let error = tokens.token("a word").unwrap_err().to_string();
/// assert_eq!(
///     error,
///     "contest input, token 4 (line 2, column 6): found the end of the input, wanted a word"
/// );
/// # Ok::<(), perfectplay_catalogue::ContestError>(())
/// ```
pub struct Tokens<'r> {
    reader: Box<dyn Read + 'r>,
    /// ```text
    /// buffer: [ read already | unread ...... | free ]
    ///           ^0            ^next           ^end
    /// ```
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    at_end: bool,
    /// Bytes of the input that lie before the buffer.
    before: u64,
    token: u64,
    line: u64,
    line_start: u64,
    last_was_return: bool,
    /// Where the token read last starts in the buffer.
    start: usize,
}

impl<'r> Tokens<'r> {
    /// Reads from `reader`, which need not be buffered.
    pub fn new(reader: impl Read + 'r) -> Self {
        Tokens {
            reader: Box::new(reader),
            buffer: vec![0; CHUNK],
            next: 0,
            end: 0,
            at_end: false,
            before: 0,
            token: 0,
            line: 1,
            line_start: 0,
            last_was_return: false,
            start: 0,
        }
    }

    /// Makes room and reads more; what lies from `keep` on stays, moved to
    /// the front of the buffer.
    #[cold]
    fn refill(&mut self, keep: usize) -> io::Result<()> {
        self.buffer.copy_within(keep..self.end, 0);
        self.before += keep as u64;
        self.end -= keep;
        self.next -= keep;
        if self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let got = loop {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.end += got;
        self.at_end = got == 0;
        Ok(())
    }

    /// Skips white space; false at the end of the input.
    #[inline]
    fn skip_space(&mut self) -> io::Result<bool> {
        loop {
            while self.next < self.end {
                let byte = self.buffer[self.next];
                if !is_space(byte) {
                    self.last_was_return = false;
                    return Ok(true);
                }
                self.next += 1;
                // "\r\n" is one line end, "\r" and "\n" alone are too.
                if byte == b'\r' || byte == b'\n' && !self.last_was_return {
                    self.line += 1;
                }
                if byte == b'\r' || byte == b'\n' {
                    self.line_start = self.before + self.next as u64;
                }
                self.last_was_return = byte == b'\r';
            }
            if self.at_end {
                return Ok(false);
            }
            self.refill(self.next)?;
        }
    }

    /// The next token, if there is one.
    ///
    /// # Errors
    ///
    /// The input cannot be read.
    #[inline]
    pub fn next_token(&mut self) -> Result<Option<&[u8]>, ContestError> {
        self.token += 1;
        if !self.skip_space()? {
            self.start = self.next;
            return Ok(None);
        }
        self.start = self.next;
        loop {
            while self.next < self.end && !is_space(self.buffer[self.next]) {
                self.next += 1;
            }
            if self.next < self.end || self.at_end {
                return Ok(Some(&self.buffer[self.start..self.next]));
            }
            if self.next - self.start > LONGEST {
                return Err(self.error("a shorter token").into());
            }
            let keep = self.start;
            self.refill(keep)?;
            self.start = 0;
        }
    }

    /// The next token, which has to be there.
    ///
    /// # Errors
    ///
    /// The input has ended or cannot be read.
    pub fn token(&mut self, wanted: &str) -> Result<&[u8], ContestError> {
        if self.next_token()?.is_none() {
            return Err(self.error(wanted).into());
        }
        Ok(&self.buffer[self.start..self.next])
    }

    /// The next token as an integer in `range` (both ends included).
    ///
    /// # Errors
    ///
    /// It is something else, lies elsewhere, or the input has ended or cannot
    /// be read.
    #[inline]
    pub fn integer(&mut self, range: RangeInclusive<i64>) -> Result<i64, ContestError> {
        if let Some((value, digits, line_ends)) = self.usual_integer()
            && range.contains(&value)
        {
            self.token += 1;
            self.start = self.next + 1;
            self.next = self.start + digits;
            if line_ends {
                self.line += 1;
                self.line_start = self.before + self.start as u64;
            }
            return Ok(value);
        }
        self.next_token()?;
        match parse_integer(&self.buffer[self.start..self.next]) {
            Some(value) if range.contains(&value) => Ok(value),
            _ => Err(self.not_in(&range)),
        }
    }

    /// The next token where it is what it is nearly always: one space or line
    /// feed, 1 to 16 digits, white space. Its value, how many digits, and
    /// whether it stands on a line of its own.
    ///
    /// Sixteen bytes are looked at in two steps, however many are digits, so
    /// that the processor does not have to guess (3 million numbers of 9 to 16
    /// digits: 0.05 s digit by digit, 0.03 s so).
    #[inline]
    fn usual_integer(&self) -> Option<(i64, usize, bool)> {
        let bytes = self.buffer[self.next..self.end].first_chunk::<18>()?;
        let line_ends = match bytes[0] {
            b' ' => false,
            b'\n' if !self.last_was_return => true,
            _ => return None,
        };
        let (value, digits) = leading_digits(bytes[1..].first_chunk()?);
        if digits < 8 {
            return (digits > 0 && is_space(bytes[1 + digits])).then_some((
                value as i64,
                digits,
                line_ends,
            ));
        }
        let (low, more) = leading_digits(bytes[9..].first_chunk()?);
        let value = value * POWERS[more] + low;
        is_space(bytes[9 + more]).then_some((value as i64, 8 + more, line_ends))
    }

    #[cold]
    fn not_in(&self, range: &RangeInclusive<i64>) -> ContestError {
        let (least, most) = (range.start(), range.end());
        let wanted = match (*least, *most) {
            (i64::MIN, i64::MAX) => "a 64-bit integer".to_owned(),
            _ => format!("an integer from {least} to {most}"),
        };
        self.error(&wanted).into()
    }

    /// Makes sure that nothing but white space is left.
    ///
    /// # Errors
    ///
    /// Another token stands there.
    pub fn finish(&mut self) -> Result<(), ContestError> {
        match self.next_token()? {
            None => Ok(()),
            Some(_) => Err(self.error("the end of the input").into()),
        }
    }

    /// An error at the token read last.
    #[cold]
    pub fn error(&self, wanted: impl Into<String>) -> BadInput {
        let token = String::from_utf8_lossy(&self.buffer[self.start..self.next]);
        let found =
            if token.is_empty() { "the end of the input".to_owned() } else { quoted(&token) };
        Mistake {
            file: "contest input".to_owned(),
            line: self.line,
            column: self.before + self.start as u64 - self.line_start + 1,
            token: Some(self.token),
            found,
            wanted: wanted.into(),
            excerpt: None,
        }
        .into()
    }
}

/// 10^0 to 10^8.
const POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The number that up to eight leading digits make, and how many they are.
///
/// ```text
/// bytes   '1' '7' '\n' …        first byte lowest
/// moved    0   0   …   1   7    digits to the end, zeros before them
/// pairs, fours, eight: each step adds neighbours, the left one weighted
/// ```
#[inline]
fn leading_digits(bytes: &[u8; 8]) -> (u64, usize) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let digits = u64::from_le_bytes(*bytes) ^ (EACH * 0x30);
    // A byte's top bit: it is more than 9.
    let others = (digits.wrapping_add(EACH * 0x76) | digits) & (EACH * 0x80);
    let count = (others.trailing_zeros() / 8) as usize;
    if count == 0 {
        return (0, 0);
    }
    let eight = digits << (64 - 8 * count);
    let pairs = (eight.wrapping_mul(10) + (eight >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    let all = (fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff;
    (all, count)
}

/// Space, tab, line feed, vertical tab, form feed, carriage return. Other
/// control characters are no space: they show up in tokens, and in errors.
#[inline]
fn is_space(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(b'\t') < 5
}

/// A decimal integer with an optional sign; `None` for anything else and for
/// what does not fit.
#[inline]
fn parse_integer(token: &[u8]) -> Option<i64> {
    let (negative, digits) = match token {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value: i64 = 0;
    if digits.len() <= 18 {
        for byte in digits {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            value = value * 10 + i64::from(digit);
        }
        return Some(if negative { -value } else { value });
    }
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        // Downward, so that i64::MIN fits.
        value = value.checked_mul(10)?.checked_sub(i64::from(digit))?;
    }
    if negative { Some(value) } else { value.checked_neg() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Gives one byte at a time.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let n = self.0.len().min(into.len()).min(1);
            into[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    #[test]
    fn law_tokens_do_not_depend_on_how_bytes_arrive() {
        let text = b"  12\r-7\n\n abc\r\n+9223372036854775807 \t -9223372036854775808";
        for dripping in [false, true] {
            let mut tokens =
                if dripping { Tokens::new(Drip(text)) } else { Tokens::new(&text[..]) };
            assert_eq!(tokens.integer(0..=12).unwrap(), 12);
            assert_eq!(tokens.integer(-7..=12).unwrap(), -7);
            assert_eq!(tokens.token("a word").unwrap(), b"abc");
            assert_eq!(tokens.line, 4);
            assert_eq!(tokens.integer(0..=i64::MAX).unwrap(), i64::MAX);
            assert_eq!(tokens.integer(i64::MIN..=0).unwrap(), i64::MIN);
            assert!(tokens.finish().is_ok());
        }
    }

    proptest! {
        /// Whole chunks take the short way through integers, drops the long one.
        #[test]
        fn differential_integers_by_chunk_and_by_byte(
            text in prop::collection::vec(
                prop_oneof![
                    4 => (any::<i64>(), 0u32..64).prop_map(|(n, by)| (n >> by).to_string()),
                    4 => "[0-9]{1,20}",
                    1 => "[0-9+x/:-]{1,18}",
                    1 => "[0-9]{0,9}\\PC[0-9]{0,9}",
                ],
                0..30,
            ),
            spaces in prop::collection::vec("([ \n]|\r\n|[ \t\n\r\x0b\x0c]{1,3})", 31),
            least in any::<i64>(),
        ) {
            let text: String =
                text.iter().zip(&spaces).flat_map(|(word, space)| [space, word]).cloned().collect();
            let text = text + &spaces[30];
            let mut whole = Tokens::new(text.as_bytes());
            let mut drops = Tokens::new(Drip(text.as_bytes()));
            for nth in 0..32 {
                // Most numbers are in range.
                let range = if nth % 4 == 3 { least..=i64::MAX } else { i64::MIN..=i64::MAX };
                let (one, other) = (whole.integer(range.clone()), drops.integer(range));
                let text = |found: Result<i64, ContestError>| found.map_err(|e| e.to_string());
                prop_assert_eq!(text(one), text(other));
                prop_assert_eq!(whole.line, drops.line);
            }
        }
    }

    #[test]
    fn law_what_is_no_integer_in_range_is_an_error() {
        for text in
            ["", "-", "+", "1x", "0x1", "1.0", "9223372036854775808", "13", "٣", "1_0", "\0", "1\0"]
        {
            let error = Tokens::new(text.as_bytes()).integer(0..=12).unwrap_err();
            assert!(matches!(error, ContestError::Bad(_)), "{text}");
        }
    }

    #[test]
    fn regression_token_longer_than_the_buffer() {
        let text = "a".repeat(3 * CHUNK + 1);
        let mut tokens = Tokens::new(Drip(text.as_bytes()));
        assert_eq!(tokens.token("a word").unwrap().len(), text.len());
    }
}
