//! **Superglue**: two chips try to meet while the rival glues cells.
//!
//! First moves a chip, Second glues a cell, and so on. The rules are
//! [`Superglue`]. Before any glue lies, [`closed_form`] tells the winner; with
//! glue on the board a search with
//! [monotone resources](perfectplay_theories::proof_search) does. Of a board of
//! few cells a [`GlueTable`] has every position.

mod board;
mod certificate;
mod closed_form;
mod contest;
mod glue;
mod load;
mod notation;
mod packed;
mod packed_notation;
mod rules;
mod sample;
mod searched;
mod solver;
mod table;
mod theorem;

pub use closed_form::closed_form;
pub use load::RULESET;
pub use packed::{PackedPosition, PackedSuperglue, Word};
pub use rules::{Cell, Move, Moves, Position, Superglue, Variant};
pub use solver::{By, SuperglueSolver};
pub use table::GlueTable;
