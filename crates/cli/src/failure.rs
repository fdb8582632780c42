use std::io::{self, Write};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use perfectplay::{
    AskError, BadInput, CertifyError, CheckError, ContestError, KeepError, LoadError,
    NotationError, OpenError, PlayError, RulesError, Stop,
};

/// Why a command ended without its full answer, by who can act on it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The user's text is not what it should be.
    #[error("{0}")]
    Input(BadInput),
    /// The user's position is not legal.
    #[error("{1}")]
    Position(String, NotationError),
    /// The user's rules fail.
    #[error("{0}")]
    Rules(RulesError),
    /// The user asked for something that is not there.
    #[error("{0}")]
    Usage(String),
    /// A limit was reached: what was proved has been printed.
    #[error("{0}")]
    Stopped(Stop),
    /// A certificate was looked at in part: what holds has been printed.
    #[error("the certificate was looked at in part")]
    Partly,
    /// A certificate does not prove its claim, or cannot be read.
    #[error("{0}")]
    Certificate(CheckError),
    /// A program under test is wrong: what it did has been printed.
    #[error("the program is wrong")]
    WrongProgram,
    /// The system would not let us read or write.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Bad(bad) => Failure::Input(bad),
            unreadable => Failure::Usage(unreadable.to_string()),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Load(error) => error.into(),
            OpenError::Rules(error) => Failure::Rules(error),
            OpenError::Keep(error) => Failure::unkept("", error),
            missing @ OpenError::NoScripts { .. } => Failure::Usage(missing.to_string()),
        }
    }
}

impl From<BadInput> for Failure {
    fn from(error: BadInput) -> Self {
        Failure::Input(error)
    }
}

impl From<ContestError> for Failure {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Bad(bad) => Failure::Input(bad),
            ContestError::Stopped(stop) => Failure::Stopped(stop),
            ContestError::Io(error) => Failure::Io(error),
            // The witness's own failure is told in its place.
            ended @ ContestError::Witness => Failure::Usage(ended.to_string()),
        }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Stopped(stop) => Failure::Stopped(stop),
            CheckError::Rules(error) => Failure::Rules(error),
            CheckError::Io(error) => Failure::Io(error),
            wrong => Failure::Certificate(wrong),
        }
    }
}

impl Failure {
    /// A question about this position that has no answer.
    pub(crate) fn unanswered(position: &str, error: AskError) -> Self {
        match error {
            AskError::Position(error) => Failure::Position(position.to_owned(), error),
            AskError::Rules(error) => Failure::Rules(error),
        }
    }

    /// A game that was not kept, from this position.
    pub(crate) fn unkept(position: &str, error: KeepError) -> Self {
        match error {
            KeepError::Position(error) => Failure::Position(position.to_owned(), error),
            KeepError::Rules(error) => Failure::Rules(error),
            KeepError::Stopped(stop) => Failure::Stopped(stop),
            refused @ (KeepError::NotOffered(_) | KeepError::Store(_)) => {
                Failure::Usage(refused.to_string())
            }
        }
    }

    /// A move from this position that cannot be played.
    pub(crate) fn unplayed(position: &str, error: PlayError) -> Self {
        match error {
            PlayError::Position(error) => Failure::Position(position.to_owned(), error),
            PlayError::Rules(error) => Failure::Rules(error),
            illegal @ PlayError::Illegal { .. } => Failure::Usage(illegal.to_string()),
        }
    }

    /// A certificate that was not written, about this position.
    pub(crate) fn uncertified(position: &str, error: CertifyError) -> Self {
        match error {
            CertifyError::Position(error) => Failure::Position(position.to_owned(), error),
            CertifyError::Rules(error) => Failure::Rules(error),
            CertifyError::Stopped(stop) => Failure::Stopped(stop),
            CertifyError::Io(error) => Failure::Io(error),
            refused @ CertifyError::NotOffered(_) => Failure::Usage(refused.to_string()),
        }
    }

    /// Says on standard error what went wrong, and gives the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let (text, status) = match &self {
            // The reader had enough: that is no failure of ours.
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failure::Io(error) => (format!("error: {error}"), 1),
            Failure::Input(bad) => (drawn(bad), 2),
            Failure::Position(text, error) => {
                (format!("error: {error}\n{}", pointed_at(text, error.column)), 2)
            }
            Failure::Rules(error) => (format!("error: {error}"), 2),
            Failure::Usage(what) => (format!("error: {what}"), 2),
            Failure::Stopped(stop) => (stop.to_string(), 3),
            Failure::Partly => return ExitCode::from(3),
            Failure::WrongProgram => return ExitCode::from(4),
            Failure::Certificate(error @ CheckError::Refused { .. }) => {
                (format!("REFUSED: {error}"), 4)
            }
            Failure::Certificate(error) => (format!("error: certificate, {error}"), 2),
        };
        // Nobody is left to tell if this fails.
        let _ = writeln!(io::stderr(), "{text}");
        ExitCode::from(status)
    }
}

/// A limit that was reached, as the end of a command.
pub(crate) fn stopped(stop: Option<Stop>) -> Result<(), Failure> {
    stop.map_or(Ok(()), |stop| Err(Failure::Stopped(stop)))
}

/// A position's text with a mark under one column: a stretch around it, with
/// what does not print as a dot.
fn pointed_at(text: &str, column: usize) -> String {
    const AROUND: usize = 40;
    let at = column.saturating_sub(1);
    let from = at.saturating_sub(AROUND);
    let plain = |c: char| if c.is_ascii_graphic() || c.is_alphanumeric() { c } else { '.' };
    let shown = text.chars().skip(from).take(2 * AROUND);
    let shown: String = shown.map(|c| if c == ' ' { c } else { plain(c) }).collect();
    format!("  | {shown}\n  | {}^", " ".repeat(at - from))
}

/// Longest line that is drawn around a mistake.
const DRAWN: usize = 2000;

/// The error, with the line that it is about where that is at hand.
fn drawn(bad: &BadInput) -> String {
    let headline = format!("error: {bad}");
    let Some(excerpt) = &bad.excerpt else { return headline };
    let text = &excerpt.text;
    let clamp = |at: usize| text.floor_char_boundary(at.min(text.len()));
    let (start, end) = (clamp(excerpt.span.start), clamp(excerpt.span.end));
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    if line_end == line_start || line_end - line_start > DRAWN {
        return headline;
    }
    let title = format!("found {}, wanted {}", bad.found, bad.wanted);
    let snippet = Snippet::source(&text[line_start..line_end])
        .path(bad.file.as_str())
        .line_start(usize::try_from(bad.line).unwrap_or(1))
        .annotation(
            AnnotationKind::Primary
                .span(start - line_start..end.clamp(start, line_end) - line_start)
                .label("here"),
        );
    let report = &[Level::ERROR.primary_title(title).element(snippet)];
    Renderer::plain().render(report)
}
