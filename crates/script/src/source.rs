//! The text of a rules file, and what stands in it before it runs.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use starlark::ErrorKind;
use starlark::errors::Frame;
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark_syntax::codemap::{CodeMap, FileSpan};
use starlark_syntax::lexer::{Lexer, Token};

use crate::error::{Call, Failure, Mismatch, Place, ScriptError};
use crate::globals::{ASKING, CHECKED, OPERATORS};

/// The largest rules file.
pub(crate) const MOST_SOURCE: usize = 1 << 20;

/// How deep a syntax tree may be, about: the parser calls itself.
const MOST_DEPTH: usize = 2000;

/// A rules file as text.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) file: String,
    pub(crate) text: Arc<str>,
    /// Where the text that runs comes from: from this byte of it on, from that
    /// byte of the file, up to the next pair.
    pieces: Vec<(usize, usize)>,
    /// Names that the top level defines: where, and whether by `def`.
    defined: HashMap<String, Defined>,
    /// How often each name stands in the file.
    uses: HashMap<String, usize>,
}

/// A name that the top level defines.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    /// Where the name stands.
    pub(crate) span: Range<usize>,
    /// A function?
    pub(crate) is_def: bool,
}

fn dialect() -> Dialect {
    Dialect {
        enable_load: false,
        enable_load_reexport: false,
        enable_keyword_only_arguments: true,
        enable_types: DialectTypes::ParseOnly,
        enable_top_level_stmt: true,
        enable_f_strings: true,
        ..Dialect::Standard
    }
}

impl Source {
    /// A text of which nothing is known.
    pub(crate) fn empty(file: &str, text: &str) -> Self {
        Source {
            file: file.to_owned(),
            text: text.into(),
            pieces: Vec::new(),
            defined: HashMap::new(),
            uses: HashMap::new(),
        }
    }

    /// Reads the text; the tree is what the interpreter runs.
    pub(crate) fn parse(file: &str, text: &str) -> Result<(Self, AstModule), ScriptError> {
        let mut source = Source::empty(file, text);
        if text.len() > MOST_SOURCE {
            let found = format!("a file of {} bytes", text.len());
            return Err(source.error(None, found, format!("at most {MOST_SOURCE}")));
        }
        let runs = source.scan()?;
        let mut tree =
            AstModule::parse(file, runs, &dialect()).map_err(|error| source.failed(&error))?;
        // Operators that can make a large value out of a small one are asked
        // first how large.
        let checked = OPERATORS.map(|name| (name.to_owned(), name.to_owned()));
        tree.replace_binary_operators(&HashMap::from(checked));
        Ok((source, tree))
    }

    /// Notes what is defined and used, and gives the text that runs: the same
    /// but for assignments such as `x += y`, where y goes through a check, and
    /// `x *= y`, written out.
    fn scan(&mut self) -> Result<String, ScriptError> {
        let text = self.text.clone();
        let map = CodeMap::new(self.file.clone(), text.to_string());
        let mut scan = Scan { tokens_in_levels: vec![0], ..Scan::default() };
        for token in Lexer::new(&text, &dialect(), map) {
            // What cannot be read is the parser's to report.
            let Ok((start, token, end)) = token else { break };
            if matches!(token, Token::Comment(_)) {
                continue;
            }
            scan.token(self, &text, start..end, token);
            if scan.depth() > MOST_DEPTH {
                let found = "code nested deeper than any that is meant";
                return Err(self.error(Some(start..end), found, "a simpler line"));
            }
        }
        scan.close(&text);
        scan.copy_to(text.len(), &text);
        self.pieces = scan.pieces;
        Ok(scan.runs)
    }

    /// A place in the text that runs, as one in the file.
    fn original(&self, at: usize) -> usize {
        let after = self.pieces.partition_point(|&(runs, _)| runs <= at);
        let Some(&(runs, from)) = after.checked_sub(1).and_then(|last| self.pieces.get(last))
        else {
            return at;
        };
        let end = self.pieces.get(after).map_or(self.text.len(), |&(_, next)| next);
        let mut at = (from + (at - runs)).min(end.max(from)).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn span(&self, span: &FileSpan) -> Range<usize> {
        let (begin, end) = (span.span.begin().get() as usize, span.span.end().get() as usize);
        self.original(begin)..self.original(end)
    }

    /// Where a name is defined.
    pub(crate) fn defined(&self, name: &str) -> Option<&Defined> {
        self.defined.get(name)
    }

    /// Names that the top level defines, and that nothing in the file uses, in
    /// the order in which they stand.
    pub(crate) fn unused(&self) -> Vec<(&str, &Defined)> {
        let used_once = |name: &str| self.uses.get(name) == Some(&1);
        let mut unused: Vec<(&str, &Defined)> = self
            .defined
            .iter()
            .map(|(name, defined)| (&name[..], defined))
            .filter(|(name, _)| used_once(name))
            .collect();
        unused.sort_by_key(|(_, defined)| defined.span.start);
        unused
    }

    /// The name of the top level that is likest to `name`, if one is like it.
    pub(crate) fn like(&self, name: &str) -> Option<(&str, &Defined)> {
        let mut alike: Vec<(usize, &str, &Defined)> = self
            .defined
            .iter()
            .map(|(other, defined)| (distance(name, other), &other[..], defined))
            .filter(|(distance, other, _)| is_alike(*distance, name, other))
            .collect();
        alike.sort_by_key(|(distance, other, _)| (*distance, *other));
        alike.first().map(|&(_, other, defined)| (other, defined))
    }

    /// An error at a span of the file.
    pub(crate) fn error(
        &self,
        span: Option<Range<usize>>,
        found: impl Into<String>,
        wanted: impl Into<String>,
    ) -> ScriptError {
        Failure {
            file: self.file.clone(),
            place: span.map(|span| Place::new(&self.text, span)),
            found: found.into(),
            wanted: wanted.into(),
            asked: None,
            calls: Vec::new(),
        }
        .into()
    }

    /// An error of the interpreter.
    pub(crate) fn failed(&self, error: &starlark::Error) -> ScriptError {
        let mismatch = match error.kind() {
            ErrorKind::Native(inner) => inner.downcast_ref::<Mismatch>(),
            _ => None,
        };
        match mismatch {
            Some(Mismatch { found, wanted }) => self.stopped(error, found, wanted),
            None => self.stopped(error, error.without_diagnostic().to_string(), ""),
        }
    }

    /// An error where the interpreter stopped, with another text than its own.
    pub(crate) fn stopped(
        &self,
        error: &starlark::Error,
        found: impl Into<String>,
        wanted: &str,
    ) -> ScriptError {
        // What was asked from outside is named elsewhere.
        let is_asked = |frame: &&Frame| frame.location.is_none();
        let is_ours = |frame: &&Frame| ASKING.contains(&&frame.name[..]);
        let frames = error.call_stack().frames.iter();
        let frames = frames.skip_while(is_asked).filter(|frame| !is_ours(frame));
        let calls = frames.map(|frame| Call {
            function: frame.name.strip_prefix("script.").unwrap_or(&frame.name).to_owned(),
            line: frame
                .location
                .as_ref()
                .map(|location| Place::new(&self.text, self.span(location)).line),
        });
        Failure {
            file: self.file.clone(),
            place: error.span().map(|span| Place::new(&self.text, self.span(span))),
            found: found.into(),
            wanted: wanted.to_owned(),
            asked: None,
            calls: calls.collect(),
        }
        .into()
    }
}

/// The work of [`Source::scan`].
#[derive(Default)]
struct Scan {
    runs: String,
    pieces: Vec<(usize, usize)>,
    /// The file is copied up to here.
    copied: usize,
    /// Since the last comma on each level of brackets: no node of the tree is
    /// deeper than their sum and the indentation.
    tokens_in_levels: Vec<usize>,
    indentation: usize,
    elifs: usize,
    /// The tokens of this statement until now, at most 3; the last one's end.
    statement: Vec<(Range<usize>, Token)>,
    end: usize,
    /// Brackets to close when the statement ends.
    closing: &'static str,
}

impl Scan {
    fn depth(&self) -> usize {
        self.tokens_in_levels.iter().sum::<usize>() + self.indentation + self.elifs
    }

    fn copy_to(&mut self, end: usize, text: &str) {
        self.pieces.push((self.runs.len(), self.copied));
        self.runs.push_str(text.get(self.copied..end).unwrap_or_default());
        self.copied = end;
    }

    fn insert(&mut self, inserted: &str) {
        self.pieces.push((self.runs.len(), self.copied));
        self.runs.push_str(inserted);
    }

    fn end_statement(&mut self) {
        self.statement.clear();
        if let Some(level) = self.tokens_in_levels.last_mut() {
            *level = 0;
        }
    }

    /// Closes what the statement opened, right after its last token.
    fn close(&mut self, text: &str) {
        if !self.closing.is_empty() {
            self.copy_to(self.end, text);
            self.insert(self.closing);
            self.closing = "";
        }
        self.end_statement();
    }

    fn token(&mut self, source: &mut Source, text: &str, span: Range<usize>, token: Token) {
        let outside = self.tokens_in_levels.len() == 1;
        match &token {
            Token::Newline | Token::Indent | Token::Dedent | Token::Semicolon if outside => {
                self.close(text);
                match token {
                    Token::Indent => self.indentation += 1,
                    Token::Dedent => self.indentation = self.indentation.saturating_sub(1),
                    _ => {}
                }
                return;
            }
            Token::OpeningRound
            | Token::OpeningSquare
            | Token::OpeningCurly
            | Token::FStringExprStart => self.tokens_in_levels.push(0),
            Token::ClosingRound
            | Token::ClosingSquare
            | Token::ClosingCurly
            | Token::FStringExprEnd
                if !outside =>
            {
                self.tokens_in_levels.pop();
            }
            Token::Elif => self.elifs += 1,
            Token::Identifier(name) => {
                *source.uses.entry(name.clone()).or_default() += 1;
            }
            _ => {}
        }
        if let Some(level) = self.tokens_in_levels.last_mut() {
            *level = if token == Token::Comma { 0 } else { *level + 1 };
        }
        self.note_definition(source, &span, &token);
        if outside {
            self.write_out(text, &span, &token);
        }
        self.end = span.end;
        // A block on the same line is a statement of its own.
        if outside && token == Token::Colon {
            self.statement.clear();
        } else if self.statement.len() < 3 {
            self.statement.push((span, token));
        }
    }

    /// Notes `def name` and `name =` at the top level.
    fn note_definition(&mut self, source: &mut Source, span: &Range<usize>, token: &Token) {
        if self.indentation > 0 {
            return;
        }
        let (name, span, is_def) = match (&self.statement[..], token) {
            ([(_, Token::Def)], Token::Identifier(name)) => (name, span.clone(), true),
            ([(span, Token::Identifier(name))], Token::Equal) => (name, span.clone(), false),
            _ => return,
        };
        source.defined.entry(name.clone()).or_insert(Defined { span, is_def });
    }

    /// Puts a check into `x += y`, and writes `x *= y` out.
    fn write_out(&mut self, text: &str, span: &Range<usize>, token: &Token) {
        let operator = match token {
            Token::PlusEqual => "+",
            Token::StarEqual => "*",
            Token::PercentEqual => "%",
            Token::LessLessEqual => "<<",
            _ => return,
        };
        match (operator, &self.statement[..]) {
            ("+", _) => {
                self.copy_to(span.end, text);
                self.insert(&format!(" {CHECKED}(("));
                self.closing = "))";
            }
            (_, [(_, Token::Identifier(name))]) => {
                let name = name.clone();
                self.copy_to(span.start, text);
                self.insert(&format!("= {name} {operator} ("));
                self.copied = span.end;
                self.closing = ")";
            }
            _ => {}
        }
    }
}

/// How many letters have to be put in, taken out, changed or swapped with the
/// next one to make one name of another. Names are short.
fn distance(one: &str, two: &str) -> usize {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    if one.len().abs_diff(two.len()) > 3 {
        return usize::MAX;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=two.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=two.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != two[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == two[j - 2] && one[i - 2] == two[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][two.len()]
}

/// Is a name likely meant to be the other one?
fn is_alike(distance: usize, one: &str, two: &str) -> bool {
    distance <= 2 && 2 * distance < one.len().min(two.len())
}

/// The name among `names` that `name` is likely meant to be.
pub(crate) fn likely<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    names
        .iter()
        .map(|other| (distance(name, other), *other))
        .filter(|(distance, other)| is_alike(*distance, name, other))
        .min()
        .map(|(_, other)| other)
}
