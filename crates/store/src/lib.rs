//! Solved games on disk.
//!
//! A [`Folder`] holds one game: a few small files that name it, a [`Log`] of
//! finished work that survives a kill at any moment, and tables that answer at
//! once: [`table`] for positions by their notation, [`dense`] for positions by
//! their rank. Nothing here knows what a game is: keys, values and finished
//! work are bytes.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`folder`](Folder) | the folder, held by one process at a time |
//! | [`log`](Log) | finished work, in files that are whole or not there |
//! | [`table`] | sorted keys with values, in compressed blocks |
//! | [`dense`] | one byte or more a rank, in compressed blocks |
//! | [`bytes`] | numbers of any length as bytes |

pub mod bytes;
pub mod dense;
mod error;
mod folder;
mod log;
pub mod table;

pub use error::StoreError;
pub use folder::Folder;
pub use log::Log;
