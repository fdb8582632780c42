use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use crate::folder::write_whole;
use crate::{Folder, StoreError};

/// Finished work in the order in which it was finished: numbered files, each
/// whole or not there.
///
/// ```text
/// log-0000000000   log-0000000001   log-0000000002   …
/// ```
///
/// Each is one compressed frame with a checksum. A file is counted only after
/// it has reached the disk, so what is read after a kill is what was appended
/// before, up to some piece.
#[derive(Debug)]
pub struct Log {
    folder: PathBuf,
    next: u64,
}

/// Level of compression: these files are written often and read seldom.
const LEVEL: i32 = 1;

impl Log {
    /// The log of a folder, after the pieces that are there.
    pub fn of(folder: &Folder) -> Self {
        let mut log = Log { folder: folder.path().to_owned(), next: 0 };
        while log.file(log.next).is_file() {
            log.next += 1;
        }
        log
    }

    fn file(&self, number: u64) -> PathBuf {
        self.folder.join(format!("log-{number:010}"))
    }

    /// How many pieces there are.
    pub fn len(&self) -> u64 {
        self.next
    }

    /// Is there no piece?
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// Appends a piece; it is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn append(&mut self, piece: &[u8]) -> Result<(), StoreError> {
        write_whole(&self.file(self.next), |file| {
            let mut packer = zstd::Encoder::new(file, LEVEL)?;
            packer.include_checksum(true)?;
            packer.write_all(piece)?;
            packer.finish()?;
            Ok(())
        })?;
        self.next += 1;
        Ok(())
    }

    /// Reads a piece of at most `most` bytes.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is not what was written.
    pub fn read(&self, number: u64, most: u64) -> Result<Vec<u8>, StoreError> {
        let path = self.file(number);
        let file = fs::File::open(&path).map_err(StoreError::io(&path))?;
        let mut piece = Vec::new();
        zstd::Decoder::new(file)
            .and_then(|unpacker| unpacker.take(most.saturating_add(1)).read_to_end(&mut piece))
            .map_err(|error: io::Error| StoreError::damaged(&path, error.to_string()))?;
        if piece.len() as u64 > most {
            return Err(StoreError::damaged(&path, "it is longer than any piece"));
        }
        Ok(piece)
    }

    /// Forgets a piece and all after it: they are not what was written, or no
    /// longer wanted.
    ///
    /// # Errors
    ///
    /// They cannot be removed.
    pub fn cut(&mut self, from: u64) -> Result<(), StoreError> {
        // The last one first: what is left is a log at every moment.
        while self.next > from {
            let path = self.file(self.next - 1);
            fs::remove_file(&path).map_err(StoreError::io(&path))?;
            self.next -= 1;
        }
        Ok(())
    }
}
