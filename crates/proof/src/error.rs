use std::io;

use perfectplay_game::{RulesError, Stop};

/// Why a certificate was not confirmed.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It is no certificate, or not a whole one.
    #[error("record {record}: unreadable: {what}")]
    Unreadable {
        /// Which record, counted from 1; the claim is the first.
        record: u64,
        /// What is wrong with it.
        what: String,
    },
    /// It can be read, and does not prove its claim.
    #[error("record {record}: refused: {what}")]
    Refused {
        /// The first record that fails.
        record: u64,
        /// Which check failed.
        what: String,
    },
    /// A limit was reached before the end.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The rules themselves failed.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The system would not let us read it.
    #[error(transparent)]
    Io(#[from] io::Error),
}
