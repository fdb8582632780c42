use std::fs;
use std::path::{Path, PathBuf};

use perfectplay_analysis::{Analysis, KeepError, Place};
use perfectplay_catalogue::{BadInput, Description, LoadError};
use perfectplay_game::{Meter, RulesError};
use perfectplay_store::Folder;
use serde::{Deserialize, Serialize};

/// Why a game could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The game file cannot be read, or is none.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The rules file fails.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// This build cannot read rules files.
    #[error(
        "{}: this build reads no rules files: build it with `--features scripts`",
        path.display()
    )]
    NoScripts {
        /// The rules file.
        path: PathBuf,
    },
    /// The folder of a kept game cannot be used.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

impl From<BadInput> for OpenError {
    fn from(error: BadInput) -> Self {
        OpenError::Load(error.into())
    }
}

/// Is this the path of a rules file (`*.star`)?
pub fn is_rules_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "star")
}

/// What names a game: its file, and what was set besides. It can be kept in a
/// folder beside the game's values, and opened from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The file's name, without its folder.
    file: String,
    /// What it says.
    text: String,
    /// Parameters set besides, as `name=value`.
    set: Vec<String>,
    /// Where it was read.
    #[serde(skip)]
    folder: PathBuf,
}

impl Source {
    /// Reads a game file or a rules file.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn read(path: &Path, set: &[String]) -> Result<Self, OpenError> {
        let text = fs::read_to_string(path)
            .map_err(|error| LoadError::Read { path: path.to_owned(), error })?;
        // A mark of byte order is no text.
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Ok(Source {
            file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            text,
            set: set.to_vec(),
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
        })
    }

    /// The same file with these parameters set instead.
    pub fn with(&self, set: Vec<String>) -> Self {
        Source { set, ..self.clone() }
    }

    /// The name of the ruleset that a game file is about; `None` for a rules
    /// file and where none is named.
    pub fn ruleset(&self) -> Option<&'static perfectplay_catalogue::Ruleset> {
        if is_rules_file(Path::new(&self.file)) {
            return None;
        }
        Description::parse(&self.file, &self.text).ok()?.ruleset().ok()
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// See [`OpenError`].
    pub fn open(&self) -> Result<Box<dyn Analysis>, OpenError> {
        if is_rules_file(Path::new(&self.file)) {
            return self.script();
        }
        let mut description = Description::parse(&self.file, &self.text)?.beside(&self.folder);
        for assignment in &self.set {
            description.set(assignment)?;
        }
        Ok(description.load()?)
    }

    /// The game, answered from the values kept in a folder.
    ///
    /// # Errors
    ///
    /// See [`OpenError`].
    pub fn open_kept(folder: &Path) -> Result<Box<dyn Analysis>, OpenError> {
        let game = {
            // Not held: the values are opened by the solver.
            let opened = Folder::open(folder).and_then(|folder| folder.read("game"));
            opened.map_err(|error| KeepError::Store(error.to_string()))?
        };
        let unknown = || {
            KeepError::Store(format!("{}: it does not say which game it keeps", folder.display()))
        };
        let game = game.ok_or_else(unknown)?;
        let source: Source = serde_json::from_slice(&game).map_err(|_| unknown())?;
        let place = Place { folder, game: &game };
        source.kept_script(&place)
    }

    /// As bytes that name the game in a folder.
    pub fn bytes(&self) -> Vec<u8> {
        // Texts and lists of texts: there is nothing that JSON cannot say.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Solves a position of a game opened from this source, with everything
    /// that is finished kept in a folder.
    ///
    /// # Errors
    ///
    /// See [`KeepError`].
    pub fn keep(
        &self,
        analysis: &mut dyn Analysis,
        position: &str,
        folder: &Path,
        meter: &mut Meter,
    ) -> Result<(), KeepError> {
        analysis.keep(position, &Place { folder, game: &self.bytes() }, meter)
    }

    #[cfg(not(feature = "scripts"))]
    fn script(&self) -> Result<Box<dyn Analysis>, OpenError> {
        Err(OpenError::NoScripts { path: PathBuf::from(&self.file) })
    }

    #[cfg(not(feature = "scripts"))]
    fn kept_script(&self, _place: &Place<'_>) -> Result<Box<dyn Analysis>, OpenError> {
        self.script()
    }

    #[cfg(feature = "scripts")]
    fn script(&self) -> Result<Box<dyn Analysis>, OpenError> {
        crate::script::open(&self.file, &self.text, &self.set)
    }

    #[cfg(feature = "scripts")]
    fn kept_script(&self, place: &Place<'_>) -> Result<Box<dyn Analysis>, OpenError> {
        crate::script::open_kept(&self.file, &self.text, &self.set, place)
    }
}
