//! The two forms of a certificate.
//!
//! ```text
//! binary:  "perfectplay certificate 1\n"        26 bytes
//!          a zstd frame of:  number   LEB128: 7 bits a byte, least first,
//!                                     the top bit set on all but the last
//!                            text     its length as a number, then UTF-8
//!          records have no mark of their own: their kind says what they hold
//!
//! text:    "perfectplay certificate 1 text\n"
//!          a line a record; items parted by single spaces: numbers in
//!          decimal, texts in double quotes, with \" and \\ inside
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::{CheckError, Sink, Source};

const BINARY: &str = "perfectplay certificate 1\n";
const TEXT: &str = "perfectplay certificate 1 text\n";

/// Level of compression: higher ones cost more time than they save bytes.
const LEVEL: i32 = 3;

/// The longest text taken in: the longest notation of a position.
const LONGEST_TEXT: usize = 1 << 24;

/// How a certificate is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Compressed, for machines.
    Binary,
    /// Lines of text, for people.
    Text,
}

/// Writes a certificate into `out`: `fill` writes the records.
///
/// # Errors
///
/// `fill` fails, or it cannot be written.
pub fn sink<E: From<io::Error>>(
    out: &mut dyn Write,
    form: Form,
    fill: impl FnOnce(&mut dyn Sink) -> Result<(), E>,
) -> Result<(), E> {
    match form {
        Form::Binary => {
            out.write_all(BINARY.as_bytes())?;
            let mut packed = zstd::stream::write::Encoder::new(out, LEVEL)?;
            let mut binary = BinarySink { out: &mut packed };
            fill(&mut binary)?;
            packed.finish()?.flush()?;
        }
        Form::Text => {
            out.write_all(TEXT.as_bytes())?;
            fill(&mut TextSink { out, inside: false })?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Opens a certificate in either form.
///
/// # Errors
///
/// It cannot be read, or is no certificate of this version.
pub fn open<'r>(reader: impl Read + 'r) -> Result<Box<dyn Source + 'r>, CheckError> {
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    let mut head = Vec::new();
    reader.by_ref().take(TEXT.len() as u64).read_until(b'\n', &mut head)?;
    if head == BINARY.as_bytes() {
        let unpacked = zstd::stream::read::Decoder::with_buffer(reader)?;
        let input = BufReader::with_capacity(1 << 16, unpacked);
        Ok(Box::new(BinarySource { input, record: 1, fresh: true }))
    } else if head == TEXT.as_bytes() {
        Ok(Box::new(TextSource { input: reader, line: Vec::new(), at: 0, record: 0, open: false }))
    } else {
        let what = "it does not begin as a certificate of version 1 does".to_owned();
        Err(CheckError::Unreadable { record: 0, what })
    }
}

struct BinarySink<W> {
    out: W,
}

impl<W: Write> Sink for BinarySink<W> {
    fn number(&mut self, mut number: u128) -> io::Result<()> {
        let mut bytes = [0; 19];
        let mut length = 0;
        loop {
            bytes[length] = (number & 0x7f) as u8;
            number >>= 7;
            if number == 0 {
                break;
            }
            bytes[length] |= 0x80;
            length += 1;
        }
        self.out.write_all(&bytes[..=length])
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.number(text.len() as u128)?;
        self.out.write_all(text.as_bytes())
    }

    fn end_record(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct BinarySource<R> {
    input: R,
    record: u64,
    /// Nothing of this record was read yet.
    fresh: bool,
}

impl<R: BufRead> BinarySource<R> {
    fn unreadable(&self, what: impl Into<String>) -> CheckError {
        CheckError::Unreadable { record: self.record, what: what.into() }
    }

    /// Damage to the compressed frame shows as an error of reading.
    fn damaged(&self, error: io::Error) -> CheckError {
        self.unreadable(format!("it ends early or is damaged ({error})"))
    }

    #[inline]
    fn byte(&mut self) -> Result<u8, CheckError> {
        let next = match self.input.fill_buf() {
            Ok(bytes) => bytes.first().copied(),
            Err(error) => return Err(self.damaged(error)),
        };
        let byte = next.ok_or_else(|| self.unreadable("it ends early"))?;
        self.input.consume(1);
        Ok(byte)
    }
}

impl<R: BufRead> BinarySource<R> {
    /// A number, byte by byte.
    fn long_number(&mut self) -> Result<u128, CheckError> {
        let mut number = 0u128;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            let bits = u128::from(byte & 0x7f);
            if shift > 126 || bits << shift >> shift != bits {
                return Err(self.unreadable("a number of more than 128 bits"));
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                // Each number has one spelling.
                if byte == 0 && shift > 0 {
                    return Err(self.unreadable("a number with needless bytes"));
                }
                break;
            }
        }
        Ok(number)
    }
}

impl<R: BufRead> Source for BinarySource<R> {
    fn number(&mut self) -> Result<u128, CheckError> {
        self.fresh = false;
        // Nearly all are of few bytes, and those in the buffer: most of the
        // time of many checks goes by here.
        let mut number = 0u64;
        for (at, &byte) in self.input.fill_buf().unwrap_or_default().iter().take(9).enumerate() {
            number |= u64::from(byte & 0x7f) << (7 * at);
            if byte & 0x80 == 0 && (byte != 0 || at == 0) {
                self.input.consume(at + 1);
                return Ok(number.into());
            }
        }
        self.long_number()
    }

    fn text(&mut self) -> Result<String, CheckError> {
        let length = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if length > LONGEST_TEXT {
            return Err(self.unreadable("a text longer than any notation"));
        }
        let mut bytes = Vec::new();
        let got = self.input.by_ref().take(length as u64).read_to_end(&mut bytes);
        match got {
            Ok(got) if got == length => {
                String::from_utf8(bytes).map_err(|_| self.unreadable("a text that is not UTF-8"))
            }
            Ok(_) => Err(self.unreadable("it ends early")),
            Err(error) => Err(self.damaged(error)),
        }
    }

    fn end_record(&mut self) -> Result<(), CheckError> {
        self.record += 1;
        self.fresh = true;
        Ok(())
    }

    fn more(&mut self) -> Result<bool, CheckError> {
        match self.input.fill_buf() {
            Ok(bytes) => Ok(!bytes.is_empty()),
            Err(error) => Err(self.damaged(error)),
        }
    }

    fn record(&self) -> u64 {
        // Between two records the last one is meant.
        if self.fresh { (self.record - 1).max(1) } else { self.record }
    }
}

struct TextSink<'w> {
    out: &'w mut dyn Write,
    inside: bool,
}

impl TextSink<'_> {
    fn part(&mut self) -> io::Result<()> {
        if self.inside {
            self.out.write_all(b" ")?;
        }
        self.inside = true;
        Ok(())
    }
}

impl Sink for TextSink<'_> {
    fn number(&mut self, number: u128) -> io::Result<()> {
        self.part()?;
        write!(self.out, "{number}")
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.part()?;
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        write!(self.out, "\"{escaped}\"")
    }

    fn end_record(&mut self) -> io::Result<()> {
        self.inside = false;
        self.out.write_all(b"\n")
    }
}

struct TextSource<R> {
    input: R,
    line: Vec<u8>,
    at: usize,
    record: u64,
    /// A line was read and is not ended.
    open: bool,
}

impl<R: BufRead> TextSource<R> {
    fn unreadable(&self, what: impl Into<String>) -> CheckError {
        CheckError::Unreadable { record: self.record, what: what.into() }
    }

    /// Makes sure that a line is at hand, and that an item starts here.
    fn item(&mut self) -> Result<(), CheckError> {
        if !self.open {
            self.line.clear();
            self.at = 0;
            self.record += 1;
            let limit = 2 * LONGEST_TEXT as u64;
            self.input.by_ref().take(limit).read_until(b'\n', &mut self.line)?;
            if self.line.pop_if(|byte| *byte == b'\n').is_none() {
                return Err(self.unreadable(match self.line.len() as u64 == limit {
                    true => "a line is longer than any record",
                    false => "it ends early",
                }));
            }
            self.open = true;
            return Ok(());
        }
        if self.line.get(self.at) != Some(&b' ') {
            return Err(self.unreadable("the line ends early"));
        }
        self.at += 1;
        Ok(())
    }
}

impl<R: BufRead> Source for TextSource<R> {
    fn number(&mut self) -> Result<u128, CheckError> {
        self.item()?;
        let rest = &self.line[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = String::from_utf8_lossy(&rest[..digits]);
        let number = text.parse().map_err(|_| self.unreadable("no number of at most 128 bits"))?;
        if digits > 1 && rest[0] == b'0' {
            return Err(self.unreadable("a number with needless zeros"));
        }
        self.at += digits;
        Ok(number)
    }

    fn text(&mut self) -> Result<String, CheckError> {
        self.item()?;
        let mut bytes = Vec::new();
        let mut rest = self.line[self.at..].iter();
        if rest.next() != Some(&b'"') {
            return Err(self.unreadable("no text in quotes"));
        }
        self.at += 1;
        loop {
            let byte = *rest.next().ok_or_else(|| self.unreadable("a text without its end"))?;
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let next = rest.next().filter(|next| matches!(next, b'"' | b'\\'));
                    bytes.push(*next.ok_or_else(|| self.unreadable("a wrong escape"))?);
                    self.at += 1;
                }
                byte => bytes.push(byte),
            }
        }
        String::from_utf8(bytes).map_err(|_| self.unreadable("a text that is not UTF-8"))
    }

    fn end_record(&mut self) -> Result<(), CheckError> {
        if !self.open || self.at < self.line.len() {
            return Err(self.unreadable("the line goes on"));
        }
        self.open = false;
        Ok(())
    }

    fn more(&mut self) -> Result<bool, CheckError> {
        Ok(!self.input.fill_buf()?.is_empty())
    }

    fn record(&self) -> u64 {
        self.record.max(1)
    }
}
