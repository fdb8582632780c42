use std::fmt;

/// The most discs a lock may have.
pub const MAX_DISCS: u32 = 60;

/// What the discs of two locks show.
///
/// ```text
/// text   . = = .        disc 1 is written first
/// bit    0 1 2 3        set where the digits agree
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    pub(super) bits: u64,
    pub(super) discs: u32,
}

/// Why a text is no pattern, or digits make none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// The byte at this place is none that may stand there.
    Byte(usize),
    /// There are not as many discs as there should be.
    Length,
}

impl Pattern {
    /// Reads `=` and `.` for each of `discs` discs.
    ///
    /// # Errors
    ///
    /// See [`PatternError`]; a wrong byte is reported first.
    pub fn parse(text: &[u8], discs: u32) -> Result<Self, PatternError> {
        if let Some(at) = text.iter().position(|byte| !b"=.".contains(byte)) {
            return Err(PatternError::Byte(at));
        }
        if text.len() != discs as usize || discs > MAX_DISCS {
            return Err(PatternError::Length);
        }
        let bits = text.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(byte == b'='));
        Ok(Pattern { bits, discs })
    }

    /// What two locks with these digits show, of which both have to be right.
    ///
    /// # Errors
    ///
    /// See [`PatternError`]; the place is in the second lock.
    pub fn of_digits(one: &[u8], other: &[u8]) -> Result<Self, PatternError> {
        if let Some(at) = other.iter().position(|byte| !byte.is_ascii_digit()) {
            return Err(PatternError::Byte(at));
        }
        if one.len() != other.len() || one.len() > MAX_DISCS as usize {
            return Err(PatternError::Length);
        }
        let agree = one.iter().zip(other).map(|(a, b)| u64::from(a == b));
        Ok(Pattern {
            bits: agree.rev().fold(0, |bits, bit| bits << 1 | bit),
            discs: one.len() as u32,
        })
    }

    /// The number of discs.
    pub fn discs(self) -> u32 {
        self.discs
    }

    /// The patterns in which one disc shows something else, disc 1 first.
    pub fn neighbours(self) -> impl Iterator<Item = Pattern> {
        (0..self.discs).map(move |disc| Pattern { bits: self.bits ^ 1 << disc, ..self })
    }

    /// What disc `disc`, counted from 0, shows.
    pub(super) fn shows(self, disc: u32) -> char {
        if self.bits >> disc & 1 == 1 { '=' } else { '.' }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.discs).try_for_each(|disc| write!(f, "{}", self.shows(disc)))
    }
}
