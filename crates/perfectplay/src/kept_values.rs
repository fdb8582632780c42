use std::path::Path;

use perfectplay_game::{Meter, Stop};
use perfectplay_store::{Folder, Log, StoreError, bytes};
use perfectplay_theories::heap_games::{Code, Values};

/// The Grundy values of a heap game kept in a folder, so that a run that was
/// stopped or killed goes on where it was.
///
/// ```text
/// game   the code, in normal form
/// log    pieces of values, from heap 0 on, each value as LEB128
/// ```
#[derive(Debug)]
pub struct KeptValues {
    log: Log,
    /// Values in the log.
    kept: usize,
    /// Locked as long as this lives.
    _folder: Folder,
}

/// Why values are not kept.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// The folder cannot be used, or is another game's.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The most bytes of a piece.
const PIECE: u64 = 1 << 28;

impl KeptValues {
    /// Opens or begins a folder for the values of a game, and gives what it
    /// holds, for [`Sequence::adopt`](perfectplay_theories::heap_games::Sequence::adopt).
    ///
    /// # Errors
    ///
    /// See [`KeptError`].
    pub fn open(
        path: &Path,
        code: &Code,
        meter: &mut Meter,
    ) -> Result<(Self, Vec<u64>), KeptError> {
        let folder = Folder::create(path)?;
        folder.claim("game", format!("values of the heap game {code}").as_bytes())?;
        let log = Log::of(&folder);
        let mut all = Vec::new();
        for number in 0..log.len() {
            let piece = log.read(number, PIECE)?;
            meter.spend(piece.len() as u64)?;
            meter.hold((size_of::<u64>() * piece.len()) as u64)?;
            let mut rest = &piece[..];
            while !rest.is_empty() {
                all.push(bytes::take(&mut rest).ok_or_else(|| StoreError::Damaged {
                    path: path.to_owned(),
                    what: "a piece ends within a value".to_owned(),
                })?);
            }
        }
        Ok((KeptValues { log, kept: all.len(), _folder: folder }, all))
    }

    /// How many values the folder holds.
    pub fn len(&self) -> usize {
        self.kept
    }

    /// Does it hold none?
    pub fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// Keeps the values that are not in the folder yet; they are on the disk
    /// when this returns.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn keep(&mut self, values: &Values) -> Result<(), KeptError> {
        const AT_ONCE: usize = 1 << 24;
        while self.kept < values.len() {
            let until = values.len().min(self.kept + AT_ONCE);
            let mut piece = Vec::new();
            for heap in self.kept..until {
                bytes::put(&mut piece, values.get(heap).unwrap_or_default());
            }
            self.log.append(&piece)?;
            self.kept = until;
        }
        Ok(())
    }
}
