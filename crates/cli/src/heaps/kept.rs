use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use perfectplay::proof::heaps::Digest;
use perfectplay::proof::heaps::record::{OF_RECORD, Record};
use perfectplay::proof::{Claim, open, sink};
use perfectplay::theories::heap_games::Code;
use perfectplay::{CheckError, Form, Meter};

use crate::failure::Failure;
use crate::whole::{Replace, Whole};

/// What a record run leaves in its folder.
///
/// ```text
/// code          the game, for people and against mistakes; locked by the run at work
/// certificate   of the values so far, or of the period: always a whole one
/// sums          one of these is the checksum of the certificate
/// ```
///
/// There are two sums while a certificate takes the place of another, so that a
/// kill at any moment leaves one that fits.
#[derive(Debug)]
pub(super) struct Kept {
    folder: PathBuf,
    code: Code,
    /// Locked as long as this lives.
    lock: Option<File>,
}

fn failed(path: &Path, error: io::Error) -> Failure {
    Failure::Usage(format!("{}: {error}", path.display()))
}

/// `None` where there is no such file.
fn text_of(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some).map_err(|error| failed(path, error)),
    }
}

impl Kept {
    /// Opens a folder, which has the same game or nothing in it.
    pub(super) fn open(folder: &Path, code: &Code) -> Result<Kept, Failure> {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        let mut kept = Kept { folder: folder.to_owned(), code: code.clone(), lock: None };
        let name = kept.name();
        match text_of(&name)? {
            Some(text) if text.trim().parse::<Code>().as_ref() == Ok(code) => {
                // Before the certificate is read: nobody is to write it after that.
                let file = OpenOptions::new().read(true).append(true).open(&name);
                kept.lock(file.map_err(|error| failed(&name, error))?)?;
            }
            Some(text) => {
                let other = text.trim().chars().take(80).collect::<String>();
                let what = format!("{}: it is about {other:?}, not {code}", folder.display());
                return Err(Failure::Usage(what));
            }
            None => {
                // Parts of files are what a kill left.
                let is_part = |entry: &fs::DirEntry| {
                    entry.path().extension().is_some_and(|ending| ending == "partial")
                };
                let files = fs::read_dir(folder).map_err(|error| failed(folder, error))?;
                if files.filter_map(Result::ok).any(|entry| !is_part(&entry)) {
                    let what = format!("{}: other things are in it", folder.display());
                    return Err(Failure::Usage(what));
                }
            }
        }
        Ok(kept)
    }

    fn name(&self) -> PathBuf {
        self.folder.join("code")
    }

    fn sums(&self) -> PathBuf {
        self.folder.join("sums")
    }

    pub(super) fn certificate(&self) -> PathBuf {
        self.folder.join("certificate")
    }

    fn busy(&self) -> Failure {
        let what = "another run is at work there: wait for it, or name another folder";
        Failure::Usage(format!("{}: {what}", self.folder.display()))
    }

    fn lock(&mut self, file: File) -> Result<(), Failure> {
        match file.try_lock() {
            Ok(()) => self.lock = Some(file),
            Err(TryLockError::WouldBlock) => return Err(self.busy()),
            Err(TryLockError::Error(error)) => return Err(failed(&self.name(), error)),
        }
        Ok(())
    }

    /// Takes a folder that is new: there is a run for the game, as has turned out.
    pub(super) fn claim(&mut self) -> Result<(), Failure> {
        if self.lock.is_some() {
            return Ok(());
        }
        let name = self.name();
        // Another run may have been quicker.
        let taken = |failure| if name.exists() { self.busy() } else { failure };
        let mut file = Whole::begin(&name, Replace::Nothing).map_err(taken)?;
        writeln!(file.out(), "{}", self.code)?;
        file.finish().map_err(taken)?;
        let file = OpenOptions::new().read(true).append(true).open(&name);
        self.lock(file.map_err(|error| failed(&name, error))?)
    }

    /// The certificate that is there.
    pub(super) fn read(&self, meter: &mut Meter) -> Result<Option<Record>, Failure> {
        let path = self.certificate();
        let bytes = match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            about => about.map_err(|error| failed(&path, error))?.len(),
        };
        let useless = |what: &str| {
            let mend = "no run goes on from it: take another folder, or remove this one";
            Failure::Usage(format!("{}: {what}; {mend}", path.display()))
        };
        meter.hold(bytes).map_err(Failure::Stopped)?;
        let content = fs::read(&path).map_err(|error| useless(&error.to_string()))?;
        // All of a record is believed when a run goes on from it.
        let sums = text_of(&self.sums())?.unwrap_or_default();
        let sum = checksum(&content);
        if !sums.lines().any(|line| line == sum) {
            return Err(useless("it is damaged, since none of the file `sums` is its checksum"));
        }
        let record = record_of(&content, meter);
        drop(content);
        meter.release(bytes);
        record.map(Some).map_err(|error| match error {
            CheckError::Stopped(stop) => Failure::Stopped(stop),
            error => useless(&error.to_string()),
        })
    }

    /// Puts a certificate in the place of the one that is there.
    pub(super) fn keep(&self, record: &Record) -> Result<(), Failure> {
        let mut content = Vec::new();
        fill(record, Form::Binary, &mut content)?;
        let new = checksum(&content);
        let old = text_of(&self.sums())?.unwrap_or_default();
        let write = |path: &Path, content: &[u8]| {
            let mut file = Whole::begin(path, Replace::All)?;
            file.out().write_all(content)?;
            file.finish()
        };
        write(&self.sums(), format!("{new}\n{old}").as_bytes())?;
        write(&self.certificate(), &content)?;
        write(&self.sums(), format!("{new}\n").as_bytes())
    }
}

/// Writes the certificate of a record.
pub(super) fn fill(record: &Record, form: Form, out: &mut dyn Write) -> Result<(), Failure> {
    sink::<io::Error>(out, form, |sink| {
        record.claim("heap-game").write(sink)?;
        record.write(sink)
    })
    .map_err(Failure::from)
}

fn record_of(content: &[u8], meter: &mut Meter) -> Result<Record, CheckError> {
    let mut source = open(content)?;
    let claim = Claim::read(source.as_mut())?;
    claim.expect_kind(OF_RECORD, source.as_ref())?;
    let record = Record::read(source.as_mut(), meter)?;
    source.end()?;
    Ok(record)
}

/// The checksum of a file, in hexadecimal digits: any one byte that changes makes it
/// another.
fn checksum(content: &[u8]) -> String {
    let mut digest = Digest::default();
    content.iter().for_each(|&byte| digest.add(byte.into()));
    format!("{:016x}", digest.sum())
}
