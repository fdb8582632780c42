use std::ops::{Deref, Range};
use std::sync::Arc;

/// Input that is not what it should be: where, what was found, what was
/// wanted. Boxed, so that a result which is nearly always good stays small.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: found {}, wanted {}", self.0.place(), self.0.found, self.0.wanted)]
pub struct BadInput(Box<Mistake>);

/// What a [`BadInput`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file's name, or a word for where the text came from.
    pub file: String,
    /// Counted from 1.
    pub line: u64,
    /// Counted in characters from 1; in contest input, in bytes.
    pub column: u64,
    /// Which token of contest input, counted from 1.
    pub token: Option<u64>,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub wanted: String,
    /// The text around, where it is at hand.
    pub excerpt: Option<Excerpt>,
}

impl From<Mistake> for BadInput {
    fn from(mistake: Mistake) -> Self {
        BadInput(Box::new(mistake))
    }
}

impl Deref for BadInput {
    type Target = Mistake;

    fn deref(&self) -> &Mistake {
        &self.0
    }
}

/// A text and the part of it that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The whole text.
    pub text: Arc<str>,
    /// The bytes that are meant.
    pub span: Range<usize>,
}

impl BadInput {
    /// An error at a span of a text that is at hand.
    pub fn in_text(
        file: &str,
        text: &Arc<str>,
        span: Range<usize>,
        found: impl Into<String>,
        wanted: impl Into<String>,
    ) -> Self {
        let before = text.get(..span.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Mistake {
            file: file.to_owned(),
            line: before.matches('\n').count() as u64 + 1,
            column: before[line_start..].chars().count() as u64 + 1,
            token: None,
            found: found.into(),
            wanted: wanted.into(),
            excerpt: Some(Excerpt { text: text.clone(), span }),
        }
        .into()
    }
}

impl Mistake {
    fn place(&self) -> String {
        match self.token {
            Some(token) => {
                format!("{}, token {token} (line {}, column {})", self.file, self.line, self.column)
            }
            None => format!("{}:{}:{}", self.file, self.line, self.column),
        }
    }
}

/// At most this many characters of a bad text are repeated in an error.
const SHOWN: usize = 40;

/// A text quoted for an error, shortened if it is long.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{:?} and more", &text[..cut]),
        None => format!("{text:?}"),
    }
}
