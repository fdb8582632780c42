//! From a table of a game's values to the simplest closed form that fits it.
//!
//! It knows no game and no solver: a [`Table`] of integer parameters and one
//! value a row goes in, a [`Discovery`] comes out: formulas, the shortest
//! first, each with what it was held against and how sure it is, or the words
//! *no simple pattern to these bounds*. See [`discover`].
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`table`](Table), `csv` | tables, in code and as comma-separated values |
//! | [`bounds`](Bounds) | how far the search goes, and its [families](Family) |
//! | [`discover`](discover()) | the search, and questions beyond the table |
//! | [`discovery`](Discovery) | the answer, and how sure it is |
//! | [`formula`](Formula) | formulas, their length, text, LaTeX |
//! | `program` | formulas as Rust, C++ and Python functions |
//! | [`text`](Text) | the text of formulas, read and evaluated on its own |

mod bounds;
mod csv;
mod discover;
mod discovery;
mod formula;
mod fresh;
mod numbers;
mod program;
mod search;
mod table;
mod text;

pub use bounds::{Bounds, Family};
pub use csv::CsvError;
pub use discover::{discover, discover_with};
pub use discovery::{Counterexample, Discovery, Finding, Period, Standing, Tried};
pub use formula::Formula;
pub use table::{MAX_PARAMETERS, MAX_WORDS, Table, TableError, Value};
pub use text::{Text, TextError};
