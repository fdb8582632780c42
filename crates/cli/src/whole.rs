//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// What may be written over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replace {
    /// Nothing but empty files.
    Nothing,
    /// Certificates, which we wrote.
    Certificates,
    /// Whatever stands there, for we made the folder.
    All,
}

/// A file that is written beside its place, under a name that nothing has, and
/// moved there at the end. If it is dropped before, nothing is left of it. What is
/// no plain file (a pipe, a device) is written to as it is.
#[derive(Debug)]
pub(crate) struct Whole {
    path: PathBuf,
    /// Where links lead to.
    place: PathBuf,
    replace: Replace,
    partial: Option<PathBuf>,
    out: BufWriter<File>,
}

impl Whole {
    /// Begins a file, or says why none can be written there.
    pub(crate) fn begin(path: &Path, replace: Replace) -> Result<Whole, Failure> {
        let unwritable = |error: io::Error| Failure::Usage(format!("{}: {error}", path.display()));
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if place.is_dir() {
            return Err(unwritable(io::ErrorKind::IsADirectory.into()));
        }
        if place.is_symlink() {
            return Err(unwritable(io::Error::other("it is a link that leads nowhere")));
        }
        let (file, partial) = if place.exists() && !place.is_file() {
            (OpenOptions::new().write(true).open(&place).map_err(unwritable)?, None)
        } else {
            replace.allows(&place).map_err(unwritable)?;
            let mut name = OsString::from(".");
            name.push(place.file_name().unwrap_or_default());
            name.push(format!(".{}.partial", std::process::id()));
            let partial = place.with_file_name(name);
            let mut options = OpenOptions::new();
            let file = options.write(true).create_new(true).open(&partial).map_err(unwritable)?;
            (file, Some(partial))
        };
        Ok(Whole { path: path.to_owned(), place, replace, partial, out: BufWriter::new(file) })
    }

    /// Where its bytes go.
    pub(crate) fn out(&mut self) -> &mut BufWriter<File> {
        &mut self.out
    }

    /// Moves it to its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let done = self.out.flush().and_then(|()| match &self.partial {
            // Something may have come there meanwhile.
            Some(partial) => {
                self.replace.allows(&self.place).and_then(|()| fs::rename(partial, &self.place))
            }
            None => Ok(()),
        });
        done.map_err(|error| Failure::Usage(format!("{}: {error}", self.path.display())))?;
        self.partial = None;
        Ok(())
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            // It may be gone already; what failed before is what matters.
            let _ = fs::remove_file(partial);
        }
    }
}

impl Replace {
    /// Refuses a place where something stands that is to be kept: a file of somebody's
    /// own, the game's least of all.
    fn allows(self, place: &Path) -> io::Result<()> {
        const HEAD: &[u8] = b"perfectplay certificate";
        let mut head = Vec::new();
        match File::open(place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file?.take(HEAD.len() as u64).read_to_end(&mut head)?,
        };
        let what = match self {
            _ if head.is_empty() => return Ok(()),
            Replace::Certificates if head == HEAD => return Ok(()),
            Replace::All => return Ok(()),
            Replace::Certificates => "a file that is no certificate stands there",
            Replace::Nothing => "a file stands there",
        };
        Err(io::Error::other(format!("{what}: remove it or name another")))
    }
}
