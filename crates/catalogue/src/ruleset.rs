use std::io::{self, Write};
use std::path::PathBuf;

use perfectplay_analysis::{About, Analysis};
use perfectplay_game::{Meter, Stop};

use crate::instance::Sampler;
use crate::{BadInput, Description, Tokens};

/// A parameter of a ruleset: one row of the table that game files, the
/// command line and the docs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The key in a game file.
    pub name: &'static str,
    /// What values it takes, in words.
    pub takes: &'static str,
    /// What holds when it is left out; `None` if it has to be given.
    pub default: Option<&'static str>,
    /// What it means.
    pub meaning: &'static str,
}

/// A ruleset of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Ruleset {
    /// What it is.
    pub about: About<'static>,
    /// One sentence for a list.
    pub summary: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// Fills in the parameters.
    pub load: fn(&Description) -> Result<Box<dyn Analysis>, BadInput>,
    /// The contest problem it comes from.
    pub contest: Option<Contest>,
    /// Where a statement about all its games at once can be proved: parameters
    /// that the statement does not depend on, as [`Description::set`] takes
    /// them. They are filled in where they are not given.
    ///
    /// [`Description::set`]: crate::Description::set
    pub theorem: Option<&'static [&'static str]>,
}

/// A contest problem in its original format.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// Where it was set.
    pub source: &'static str,
    /// Reads the input to its end and writes the output.
    pub run: ContestRun,
    /// Draws random small inputs, for testing programs.
    pub sample: Sampler,
}

/// Answers a contest problem: reads the input to its end, shows each answer to
/// the witness before writing it, and writes the output.
pub type ContestRun =
    fn(&mut Tokens<'_>, &mut dyn Write, &mut Meter, &mut dyn Witness) -> Result<(), ContestError>;

/// Somebody who wants to see which game and position each answer of a contest
/// run is about: to certify it, or to check it before it is written.
pub trait Witness {
    /// Does anybody look? Games are spelled out only then.
    fn looks(&self) -> bool;

    /// The next answers are about this game, given as the text of a game file.
    ///
    /// # Errors
    ///
    /// The run shall end.
    fn game(&mut self, file: &str) -> Result<(), ContestError>;

    /// The next answer is about this position of it; `None` for its start.
    ///
    /// # Errors
    ///
    /// The run shall end.
    fn answer(&mut self, position: Option<&str>) -> Result<(), ContestError>;
}

/// A witness that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWitness;

impl Witness for NoWitness {
    fn looks(&self) -> bool {
        false
    }

    fn game(&mut self, _file: &str) -> Result<(), ContestError> {
        Ok(())
    }

    fn answer(&mut self, _position: Option<&str>) -> Result<(), ContestError> {
        Ok(())
    }
}

/// Why a contest run ended early.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// The input is not in the format.
    #[error(transparent)]
    Bad(#[from] BadInput),
    /// A limit was reached; the output until there is right.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The witness wants no more; it knows why.
    #[error("the witness ended the run")]
    Witness,
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Why a game could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// What it says is not what it should be.
    #[error(transparent)]
    Bad(#[from] BadInput),
}
