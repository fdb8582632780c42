use std::io;

use crate::CheckError;

/// Where a certificate is written: numbers and texts, in records.
pub trait Sink {
    /// One number of the record.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn number(&mut self, number: u128) -> io::Result<()>;

    /// One text of the record.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn text(&mut self, text: &str) -> io::Result<()>;

    /// The record is whole.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn end_record(&mut self) -> io::Result<()>;
}

/// Where a certificate is read from, in the order in which it was written.
///
/// Nothing is allocated for what a certificate claims to hold, only for what
/// it holds.
pub trait Source {
    /// The next number of the record.
    ///
    /// # Errors
    ///
    /// There is none.
    fn number(&mut self) -> Result<u128, CheckError>;

    /// The next text of the record.
    ///
    /// # Errors
    ///
    /// There is none.
    fn text(&mut self) -> Result<String, CheckError>;

    /// The record has to end here.
    ///
    /// # Errors
    ///
    /// It goes on.
    fn end_record(&mut self) -> Result<(), CheckError>;

    /// Does another record follow?
    ///
    /// # Errors
    ///
    /// The certificate cannot be read.
    fn more(&mut self) -> Result<bool, CheckError>;

    /// The record that is being read, or that was read last, counted from 1.
    fn record(&self) -> u64;
}

impl dyn Source + '_ {
    /// A refusal at this record.
    pub fn refuse(&self, what: impl Into<String>) -> CheckError {
        CheckError::Refused { record: self.record(), what: what.into() }
    }

    /// The next number, which has to be at most `most`.
    ///
    /// # Errors
    ///
    /// There is none, or it is larger.
    #[inline]
    pub fn number_to(&mut self, most: u64, of: &str) -> Result<u64, CheckError> {
        let number = self.number()?;
        match u64::try_from(number) {
            Ok(number) if number <= most => Ok(number),
            _ => Err(self.too_large(number, most, of)),
        }
    }

    #[cold]
    fn too_large(&self, number: u128, most: u64, of: &str) -> CheckError {
        self.refuse(format!("{of} is {number}, and {most} is the most it can be"))
    }

    /// Nothing may follow.
    ///
    /// # Errors
    ///
    /// Something does.
    pub fn end(&mut self) -> Result<(), CheckError> {
        if self.more()? {
            return Err(self.refuse("more follows after the proof is complete"));
        }
        Ok(())
    }
}
