use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use perfectplay_catalogue::{BadInput, Excerpt, Mistake};
use perfectplay_game::RulesError;

/// A rules file that is not what it should be, or that failed while it was
/// asked: where, what was found, what was wanted, and which calls led there.
///
/// It shows itself over several lines, with the line of the file that is
/// meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScriptError(Box<Failure>);

/// What a [`ScriptError`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The file's name.
    pub file: String,
    /// The place in the file, if there is one.
    pub place: Option<Place>,
    /// What was found: a value, or what the interpreter says.
    pub found: String,
    /// What was wanted; empty where `found` says it all.
    pub wanted: String,
    /// The question that was asked, such as `options(7)`, if play had begun.
    pub asked: Option<String>,
    /// The calls on the way to the place, outermost first.
    pub calls: Vec<Call>,
}

/// A place in a rules file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Counted from 1.
    pub line: u64,
    /// Counted in characters from 1.
    pub column: u64,
    /// The text of the file, and the bytes that are meant.
    pub excerpt: Excerpt,
}

/// A function that was called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its name.
    pub function: String,
    /// The line that calls it, if the file does.
    pub line: Option<u64>,
}

impl From<Failure> for ScriptError {
    fn from(failure: Failure) -> Self {
        ScriptError(Box::new(failure))
    }
}

impl Deref for ScriptError {
    type Target = Failure;

    fn deref(&self) -> &Failure {
        &self.0
    }
}

impl From<ScriptError> for RulesError {
    fn from(error: ScriptError) -> Self {
        RulesError::new(error.to_string())
    }
}

impl From<ScriptError> for BadInput {
    fn from(error: ScriptError) -> Self {
        let asked = error.asked.as_ref().map(|asked| format!(" in {asked}")).unwrap_or_default();
        let (line, column) = error.place.as_ref().map_or((1, 1), |at| (at.line, at.column));
        Mistake {
            file: error.file.clone(),
            line,
            column,
            token: None,
            found: format!("{}{asked}", error.found),
            wanted: if error.wanted.is_empty() { RUNS.to_owned() } else { error.wanted.clone() },
            excerpt: error.0.place.map(|place| place.excerpt),
        }
        .into()
    }
}

/// What is wanted where the interpreter stops.
const RUNS: &str = "rules that run to their end";

/// A value that a function of ours cannot take, as the interpreter carries it.
#[derive(Debug, thiserror::Error)]
#[error("found {found}, wanted {wanted}")]
pub(crate) struct Mismatch {
    pub(crate) found: String,
    pub(crate) wanted: String,
}

impl ScriptError {
    /// The same failure, of that question.
    pub(crate) fn asked(mut self, asked: impl FnOnce() -> String) -> Self {
        self.0.asked.get_or_insert_with(asked);
        self
    }
}

/// At most this many calls are shown: those at either end.
const CALLS_SHOWN: usize = 10;

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(place) = &self.place {
            write!(f, ":{}:{}", place.line, place.column)?;
        }
        match self.wanted.is_empty() {
            true => write!(f, ": {}", self.found)?,
            false => write!(f, ": found {}, wanted {}", self.found, self.wanted)?,
        }
        if let Some(place) = &self.place {
            place.draw(f)?;
        }
        if let Some(asked) = &self.asked {
            write!(f, "\nin {asked}")?;
        }
        let skipped = self.calls.len().saturating_sub(CALLS_SHOWN);
        for (at, call) in self.calls.iter().enumerate() {
            if skipped > 0 && at == CALLS_SHOWN / 2 {
                write!(f, "\n… {skipped} more calls …")?;
            }
            if (CALLS_SHOWN / 2..CALLS_SHOWN / 2 + skipped).contains(&at) {
                continue;
            }
            write!(f, "\nin {}", call.function)?;
            if let Some(line) = call.line {
                write!(f, ", called in line {line}")?;
            }
        }
        Ok(())
    }
}

/// At most this many characters of a line are shown.
const SHOWN: usize = 100;

impl Place {
    pub(crate) fn new(text: &Arc<str>, span: std::ops::Range<usize>) -> Self {
        let start = span.start.min(text.len());
        let before = text.get(..start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Place {
            line: before.matches('\n').count() as u64 + 1,
            column: before[line_start..].chars().count() as u64 + 1,
            excerpt: Excerpt { text: text.clone(), span: start..span.end.max(start) },
        }
    }

    /// ```text
    ///    |
    /// 12 |     return [(1, p - "x")]
    ///    |                 ^^^^^^^
    /// ```
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Excerpt { text, span } = &self.excerpt;
        let line = text.lines().nth(self.line as usize - 1).unwrap_or_default();
        let column = self.column as usize - 1;
        // Long lines are cut around the place.
        let skipped = column.saturating_sub(SHOWN * 3 / 4);
        let shown: String = line.chars().skip(skipped).take(SHOWN).collect();
        let indent: String = shown
            .chars()
            .take(column - skipped)
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let meant = text.get(span.clone()).and_then(|meant| meant.lines().next());
        let marked = meant.map_or(0, |meant| meant.chars().count());
        let room = shown.chars().count().saturating_sub(column - skipped);
        let marks = "^".repeat(marked.min(room).max(1));
        let number = self.line.to_string();
        let blank = " ".repeat(number.len());
        write!(f, "\n{blank} |\n{number} | {shown}\n{blank} | {indent}{marks}")
    }
}
