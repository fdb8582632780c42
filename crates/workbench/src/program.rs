use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
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
        match shlex::split(line) {
            Some(words) if !words.is_empty() => Ok(Program { words, limits }),
            _ => Err(ProgramError::Words(line.to_owned())),
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
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
            .spawn()
            .map_err(|error| ProgramError::Start { program: self.words[0].clone(), error })
    }

    /// Runs it on an input, to its end or to a limit.
    ///
    /// # Errors
    ///
    /// It could not be started.
    pub fn run(&self, input: &str) -> Result<Ran, ProgramError> {
        let mut child = self.start()?;
        let failed = |error| ProgramError::Start { program: self.words[0].clone(), error };
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (status, output, errors) = std::thread::scope(|scope| {
            scope.spawn(move || {
                if let Some(mut stdin) = stdin {
                    // A program may end without reading all.
                    let _ = stdin.write_all(input.as_bytes());
                }
            });
            let output = scope.spawn(move || read(stdout));
            let errors = scope.spawn(move || read(stderr));
            let status = child.wait_timeout(self.limits.time);
            if !matches!(status, Ok(Some(_))) {
                // Ends the pipes too, and so the readers.
                let _ = child.kill();
                let _ = child.wait();
            }
            let text = |reader: std::thread::ScopedJoinHandle<'_, Vec<u8>>| {
                reader.join().unwrap_or_default()
            };
            (status, text(output), text(errors))
        });
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

/// All that comes, or a little more than is believed.
fn read(from: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        // What came before an error is what there is.
        let _ = from.take(MOST + 1).read_to_end(&mut bytes);
    }
    bytes
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
