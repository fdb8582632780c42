use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use wait_timeout::ChildExt;

/// A program under test: words of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    words: Vec<String>,
    limits: ProgramLimits,
}

/// What one run of a program may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgramLimits {
    /// Time that passes.
    pub time: Duration,
    /// Bytes of address space; none where the system cannot limit it.
    pub memory: Option<u64>,
}

impl Eq for ProgramLimits {}

impl Default for ProgramLimits {
    /// Two seconds, and 1 GiB.
    fn default() -> Self {
        ProgramLimits { time: Duration::from_secs(2), memory: Some(1 << 30) }
    }
}

/// How a run of a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// With exit status 0, and this output.
    Output(String),
    /// With another status or by a signal; what it wrote on standard error.
    Failed {
        /// The status, in words.
        status: String,
        /// The end of what it wrote on standard error.
        errors: String,
    },
    /// It did not end in time.
    TimedOut,
    /// It wrote more than any answer is long.
    TooMuch,
}

/// Why a program could not be run at all.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The command line has no words, or an open quote.
    #[error("the program's command line {0:?} cannot be split into words")]
    Words(String),
    /// There is no such program.
    #[error(
        "there is no program {0:?} (the command line is split into words, and run by no shell)"
    )]
    Missing(String),
    /// The system would not start it.
    #[error("{program}: {error}")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        error: io::Error,
    },
}

/// Bytes of output that are read.
const MOST: u64 = 1 << 24;
/// Bytes of its standard error that are kept.
const ERRORS: usize = 2000;

impl Program {
    /// A program by its command line, with quotes as a shell reads them.
    ///
    /// # Errors
    ///
    /// The command line cannot be split.
    pub fn parse(line: &str, limits: ProgramLimits) -> Result<Self, ProgramError> {
        let words = shlex::split(line).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ProgramError::Words(line.to_owned()))?;
        match is_there(&words[0]) {
            true => Ok(Program { words, limits }),
            false => Err(ProgramError::Missing(words[0].clone())),
        }
    }

    /// The limits of one run.
    pub fn limits(&self) -> ProgramLimits {
        self.limits
    }

    /// Starts it with pipes.
    ///
    /// # Errors
    ///
    /// The system would not start it.
    pub(crate) fn start(&self) -> Result<Child, ProgramError> {
        let mut command = match self.limits.memory {
            // A shell can limit the memory of what it becomes; a library
            // would need code that runs between fork and exec.
            Some(bytes) if cfg!(unix) => {
                let mut command = Command::new("sh");
                let script = format!("ulimit -v {} && exec \"$@\"", bytes.div_ceil(1024));
                command.arg("-c").arg(script).arg("sh").args(&self.words);
                command
            }
            _ => {
                let mut command = Command::new(&self.words[0]);
                command.args(&self.words[1..]);
                command
            }
        };
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
            .spawn()
            .map_err(|error| ProgramError::Start { program: self.words[0].clone(), error })
    }

    /// Runs it on an input, to its end or to a limit.
    ///
    /// What it leaves running behind it is ended with it.
    ///
    /// # Errors
    ///
    /// It could not be started.
    pub fn run(&self, input: &str) -> Result<Ran, ProgramError> {
        let mut child = self.start()?;
        let failed = |error| ProgramError::Start { program: self.words[0].clone(), error };
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let input = input.to_owned();
        // Threads of their own: something that left the group may hold the
        // pipes open for ever, and is not waited for.
        std::thread::spawn(move || {
            if let Some(mut stdin) = stdin {
                // A program may end without reading all.
                let _ = stdin.write_all(input.as_bytes());
            }
        });
        let (output, errors) = (Piped::read(stdout), Piped::read(stderr));
        let status = child.wait_timeout(self.limits.time);
        end_group(&mut child, matches!(status, Ok(Some(_))));
        let (output, errors) = (output.take(), errors.take());
        Ok(match status.map_err(failed)? {
            None => Ran::TimedOut,
            Some(_) if output.len() as u64 > MOST => Ran::TooMuch,
            Some(status) if status.success() => {
                Ran::Output(String::from_utf8_lossy(&output).into_owned())
            }
            Some(status) => Ran::Failed { status: in_words(status), errors: tail(&errors) },
        })
    }
}

/// Ends a program and all that it started in its group.
pub(crate) fn end_group(child: &mut Child, ended: bool) {
    if cfg!(unix) {
        // The group has the number of its first process.
        let group = format!("-{}", child.id());
        let mut kill = Command::new("kill");
        kill.args(["-KILL", "--", &group]).stdout(Stdio::null()).stderr(Stdio::null());
        // Nothing is left of most groups.
        let _ = kill.status();
    }
    if !ended {
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// What comes out of a pipe, read by a thread of its own.
struct Piped {
    bytes: Arc<Mutex<Vec<u8>>>,
    done: Receiver<()>,
}

/// How long the rest of a pipe is waited for when the program has ended.
const REST: Duration = Duration::from_secs(1);

impl Piped {
    fn read(from: Option<impl Read + Send + 'static>) -> Self {
        let bytes: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (sender, done) = channel();
        let into = bytes.clone();
        std::thread::spawn(move || {
            let mut chunk = vec![0; 1 << 16];
            let Some(mut from) = from else { return };
            // What came before an error is what there is.
            while let Ok(many @ 1..) = from.read(&mut chunk) {
                let Ok(mut bytes) = into.lock() else { break };
                if bytes.len() as u64 <= MOST {
                    bytes.extend_from_slice(&chunk[..many]);
                }
            }
            let _ = sender.send(());
        });
        Piped { bytes, done }
    }

    fn take(self) -> Vec<u8> {
        // Done, or gone, or held open by somebody else.
        let _ = self.done.recv_timeout(REST);
        self.bytes.lock().map(|mut bytes| std::mem::take(&mut *bytes)).unwrap_or_default()
    }
}

/// Is there a program of that name, by its path or among those that are found
/// by their names?
fn is_there(name: &str) -> bool {
    if name.contains('/') {
        return Path::new(name).is_file();
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(name).is_file())
}

pub(crate) fn tail(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let from = text.ceil_char_boundary(text.len().saturating_sub(ERRORS));
    text[from..].trim_end().to_owned()
}

fn in_words(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => format!("{status}"),
    }
}
