use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::StoreError;
use crate::table::unpack;

/// The file that marks a folder as ours, and is locked while one works there.
const MARK: &str = "perfectplay";
/// What stands in it: the version of the layout.
const LAYOUT: &[u8] = b"perfectplay store 1\n";

/// A folder that holds one solved game, held by one process at a time.
///
/// Files appear in it whole or not at all: each is written beside its place,
/// brought to the disk, and moved there. A kill at any moment leaves every
/// finished file as it was.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Locked as long as this lives.
    _mark: File,
}

impl Folder {
    /// Opens a folder, or makes it where there is none. A folder with other
    /// things in it is refused.
    ///
    /// # Errors
    ///
    /// See [`StoreError`].
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let mark = path.join(MARK);
        if !mark.is_file() {
            fs::create_dir_all(path).map_err(StoreError::io(path))?;
            let mut inside = fs::read_dir(path).map_err(StoreError::io(path))?;
            if inside.any(|entry| entry.is_ok_and(|entry| !is_partial(&entry.path()))) {
                return Err(StoreError::Other {
                    path: path.to_owned(),
                    what: "there are other files in this folder: name a new one".to_owned(),
                });
            }
            write_whole(&mark, |file| file.write_all(LAYOUT))?;
        }
        Folder::open(path)
    }

    /// Opens a folder that is there.
    ///
    /// # Errors
    ///
    /// See [`StoreError`].
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let mark = path.join(MARK);
        let file = OpenOptions::new().read(true).append(true).open(&mark);
        let file = match file {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let what = "no game has been kept here".to_owned();
                return Err(StoreError::Other { path: path.to_owned(), what });
            }
            file => file.map_err(StoreError::io(&mark))?,
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Busy { path: path.to_owned() });
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::io(&mark)(error)),
            Ok(()) => {}
        }
        let layout = fs::read(&mark).map_err(StoreError::io(&mark))?;
        if layout != LAYOUT {
            let what = "another version of the program wrote this folder".to_owned();
            return Err(StoreError::Other { path: path.to_owned(), what });
        }
        Ok(Folder { path: path.to_owned(), _mark: file })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The content of a small file; `None` where there is none.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.path.join(name);
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            content => unpack(&content.map_err(StoreError::io(&path))?, &path).map(Some),
        }
    }

    /// Writes a small file, whole or not at all, with a checksum.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), StoreError> {
        write_whole(&self.path.join(name), |file| {
            let mut packer = zstd::Encoder::new(file, 0)?;
            packer.include_checksum(true)?;
            packer.write_all(content)?;
            packer.finish()?;
            Ok(())
        })
    }

    /// Writes what the folder is about, or compares it with what stands there.
    ///
    /// # Errors
    ///
    /// The folder is about something else, or cannot be used.
    pub fn claim(&self, name: &str, content: &[u8]) -> Result<(), StoreError> {
        match self.read(name)? {
            None => self.write(name, content),
            Some(there) if there == content => Ok(()),
            Some(_) => Err(StoreError::Other {
                path: self.path.join(name),
                what: "the folder keeps another game, or other parameters: name a new one"
                    .to_owned(),
            }),
        }
    }
}

fn is_partial(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "partial")
}

/// Writes a file beside its place, brings it to the disk, and moves it there.
pub(crate) fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
) -> Result<(), StoreError> {
    let partial = path.with_extension("partial");
    let written = (|| {
        let mut out = io::BufWriter::with_capacity(1 << 16, File::create(&partial)?);
        fill(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        fs::rename(&partial, path)?;
        // The move itself must reach the disk; not every system can be asked.
        if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    })();
    written.map_err(StoreError::io(path))
}
