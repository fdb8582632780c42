use std::io;
use std::path::{Path, PathBuf};

/// Why a folder of a solved game could not be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system would not let us read or write.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Another process works in the folder.
    #[error("{}: another run works in this folder", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds another game, or something else.
    #[error("{}: {what}", path.display())]
    Other {
        /// The file or folder.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// A file is not what this program wrote.
    #[error("{}: damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl StoreError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| StoreError::Io { path: path.to_owned(), error }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        StoreError::Damaged { path: path.to_owned(), what: what.into() }
    }
}
