use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use perfectplay_analysis::Analysis;
use perfectplay_theories::heap_games::Code;
use toml::de::{DeTable, DeValue};

use crate::bad_input::quoted;
use crate::{BadInput, LoadError, Param, Ruleset, heap_game, ruleset, rulesets};

/// A game described by its parameters, not yet known to make sense: a game
/// file, with what the command line sets on top.
///
/// # Examples
///
/// ```
/// use perfectplay_catalogue::Description;
/// let text = "game = \"smart-boy\"\nwords = [\"aba\", \"abac\"]";
/// let mut analysis = Description::parse("my-game.toml", text)?.load()?;
/// let report = analysis.evaluate("ab", &mut Default::default())?;
/// assert_eq!(report.winner, Some(perfectplay_game::Player::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Description {
    origin: Arc<Origin>,
    fields: BTreeMap<String, Node>,
    /// Where relative file names start.
    folder: PathBuf,
}

/// Where a text came from.
#[derive(Debug)]
struct Origin {
    name: String,
    text: Arc<str>,
}

/// A value with its place.
#[derive(Clone, Debug)]
struct Node {
    origin: Arc<Origin>,
    span: Range<usize>,
    plain: Plain,
}

#[derive(Clone, Debug)]
enum Plain {
    Text(String),
    Integer(i128),
    Flag(bool),
    List(Vec<Node>),
    /// Anything that no ruleset takes, by its name.
    Other(&'static str),
}

impl Node {
    fn new(origin: &Arc<Origin>, span: Range<usize>, value: &DeValue<'_>) -> Self {
        let plain = match value {
            DeValue::String(text) => Plain::Text(text.clone().into_owned()),
            DeValue::Integer(digits) => {
                match i128::from_str_radix(digits.as_str(), digits.radix()) {
                    Ok(value) => Plain::Integer(value),
                    Err(_) => Plain::Other(
                        "an integer beyond 2^127 - 1, the largest that a game file takes",
                    ),
                }
            }
            DeValue::Array(items) => Plain::List(
                items.iter().map(|item| Node::new(origin, item.span(), item.get_ref())).collect(),
            ),
            DeValue::Float(_) => Plain::Other("a number with a point"),
            DeValue::Boolean(flag) => Plain::Flag(*flag),
            DeValue::Datetime(_) => Plain::Other("a date or time"),
            DeValue::Table(_) => Plain::Other("a table"),
        };
        Node { origin: origin.clone(), span, plain }
    }
}

fn parse_fields(origin: &Arc<Origin>) -> Result<BTreeMap<String, Node>, BadInput> {
    let table = DeTable::parse(&origin.text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        let here = origin.text.get(span.clone()).unwrap_or_default();
        let found = if here.is_empty() { "nothing".to_owned() } else { quoted(here) };
        let wanted = format!("TOML ({})", error.message());
        BadInput::in_text(&origin.name, &origin.text, span, found, wanted)
    })?;
    let fields = table.get_ref().iter().map(|(name, value)| {
        (name.get_ref().clone().into_owned(), Node::new(origin, value.span(), value.get_ref()))
    });
    Ok(fields.collect())
}

/// The largest file taken in; a device that never ends is not read for ever.
const LARGEST_FILE: u64 = 1 << 30;

/// A whole file, unless it is larger than any that is meant.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST_FILE {
        true => Err(io::Error::other("it is larger than 1 GiB")),
        false => Ok(bytes),
    }
}

impl Description {
    /// Reads a game file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not TOML.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        let unreadable = |error| LoadError::Read { path: path.to_owned(), error };
        let bytes = read_bytes(path).map_err(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let text: Arc<str> = String::from_utf8_lossy(error.as_bytes()).into();
            let span = valid..valid + 1;
            let wanted = "text in UTF-8";
            BadInput::in_text(&path.display().to_string(), &text, span, "other bytes", wanted)
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Ok(Description::parse(&path.display().to_string(), &text)?.beside(folder))
    }

    /// The same, with the folder where relative file names start.
    pub fn beside(self, folder: &Path) -> Self {
        Description { folder: folder.to_owned(), ..self }
    }

    /// Reads the text of a game file; `name` stands for it in errors.
    ///
    /// # Errors
    ///
    /// The text is not TOML.
    pub fn parse(name: &str, text: &str) -> Result<Self, BadInput> {
        let origin = Arc::new(Origin { name: name.to_owned(), text: text.into() });
        let fields = parse_fields(&origin)?;
        Ok(Description { origin, fields, folder: PathBuf::new() })
    }

    /// A ruleset with none of its parameters given yet.
    pub fn of(ruleset: &Ruleset) -> Self {
        let text = format!("game = {:?}", ruleset.about.name);
        Description::parse("command line", &text).unwrap_or_else(|_| Description {
            origin: Arc::new(Origin { name: String::new(), text: "".into() }),
            fields: BTreeMap::new(),
            folder: PathBuf::new(),
        })
    }

    /// The description of a heap game by its code (`0.77`, `subtract 1,3`) or
    /// its name (`kayles`); `None` where the text looks like neither.
    pub fn of_code(text: &str) -> Option<Self> {
        let begins = |c: char| c.is_ascii_digit() || ".{[".contains(c);
        let phrases = ["subtract ", "all-but ", "take ", "add ", "from "];
        let text = text.trim();
        let looks = text.starts_with(begins) || phrases.iter().any(|word| text.starts_with(word));
        if !looks && text.parse::<Code>().is_err() {
            return None;
        }
        let file = format!("game = {:?}\ncode = {text:?}\n", heap_game::RULESET.about.name);
        Description::parse("command line", &file).ok()
    }

    /// Sets parameters as a command line does: `name=value`, the value as in a
    /// game file; a value that is no TOML stands for itself as text.
    ///
    /// # Errors
    ///
    /// There is no `=`, or no name before it.
    pub fn set(&mut self, assignment: &str) -> Result<(), BadInput> {
        let origin =
            |text: String| Arc::new(Origin { name: "--set".to_owned(), text: text.into() });
        let given = origin(assignment.to_owned());
        let Some((name, value)) = assignment.split_once('=').filter(|(name, _)| !name.is_empty())
        else {
            let wanted = "NAME=VALUE";
            let span = 0..assignment.len();
            return Err(BadInput::in_text("--set", &given.text, span, quoted(assignment), wanted));
        };
        // No parameter is a number with a point: codes such as 0.77 are texts.
        let plain = parse_fields(&given).and_then(|fields| {
            let point = |node: &Node| matches!(node.plain, Plain::Other("a number with a point"));
            match fields.values().find(|node| point(node)) {
                Some(node) => Err(Field { node }.error("a text in quotes")),
                None => Ok(fields),
            }
        });
        let fields = plain.or_else(|error| {
            let bare = |c: char| c.is_alphanumeric() || "-_./".contains(c);
            if !value.is_empty() && value.chars().all(bare) {
                parse_fields(&origin(format!("{}={value:?}", name.trim())))
            } else {
                Err(error)
            }
        })?;
        self.fields.extend(fields);
        Ok(())
    }

    /// The same with what a statement about all games of the ruleset does not
    /// depend on filled in, where it is not given; itself where none is known.
    ///
    /// # Errors
    ///
    /// There is no such ruleset.
    pub fn for_theorem(&self) -> Result<Self, BadInput> {
        let mut filled = self.clone();
        filled.fields.clear();
        for assignment in self.ruleset()?.theorem.unwrap_or_default() {
            filled.set(assignment)?;
        }
        filled.fields.extend(self.fields.clone());
        Ok(filled)
    }

    /// The ruleset named by `game`.
    ///
    /// # Errors
    ///
    /// It is missing, or names none.
    pub fn ruleset(&self) -> Result<&'static Ruleset, BadInput> {
        let names: Vec<&str> = rulesets().iter().map(|ruleset| ruleset.about.name).collect();
        let wanted = format!("the name of a ruleset: {}", names.join(", "));
        let field = self.required("game", &format!("game = {wanted}"))?;
        ruleset(field.text()?).ok_or_else(|| field.error(wanted))
    }

    /// Fills in the ruleset's parameters.
    ///
    /// # Errors
    ///
    /// A parameter is missing, unknown, or not what it should be.
    pub fn load(&self) -> Result<Box<dyn Analysis>, BadInput> {
        let ruleset = self.ruleset()?;
        self.check_names(ruleset.params)?;
        (ruleset.load)(self)
    }

    fn check_names(&self, params: &[Param]) -> Result<(), BadInput> {
        let known = |name: &str| name == "game" || params.iter().any(|param| param.name == name);
        match self.fields.iter().find(|(name, _)| !known(name)) {
            None => Ok(()),
            Some((name, node)) => {
                let names: Vec<&str> = params.iter().map(|param| param.name).collect();
                let found = format!("the unknown parameter {}", quoted(name));
                let wanted = format!("one of game, {}", names.join(", "));
                Err(Field { node }.differs(found, wanted))
            }
        }
    }

    /// A parameter, if it is given.
    pub fn field(&self, name: &str) -> Option<Field<'_>> {
        self.fields.get(name).map(|node| Field { node })
    }

    /// A parameter that has to be given.
    ///
    /// # Errors
    ///
    /// It is not given: the error says that `wanted` is.
    pub fn required(&self, name: &str, wanted: &str) -> Result<Field<'_>, BadInput> {
        self.field(name).ok_or_else(|| {
            let Origin { name: file, text } = &*self.origin;
            let found = format!("no parameter {name:?}");
            BadInput::in_text(file, text, text.len()..text.len(), found, wanted)
        })
    }

    /// An error about the description as a whole.
    pub fn error(&self, found: impl Into<String>, wanted: impl Into<String>) -> BadInput {
        let Origin { name: file, text } = &*self.origin;
        BadInput::in_text(file, text, 0..text.len().min(1), found, wanted)
    }

    /// Reads the file that a field names, relative to the game file.
    ///
    /// # Errors
    ///
    /// The field is no text, or the file cannot be read as UTF-8.
    pub fn read_named(&self, field: &Field<'_>) -> Result<(String, Arc<str>), BadInput> {
        let path = self.folder.join(field.text()?);
        let text = read_bytes(&path)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
            .map_err(|error| {
                field.differs(
                    format!("a file that cannot be read ({error})"),
                    "a readable text file",
                )
            })?;
        Ok((path.display().to_string(), text.into()))
    }
}

/// A value of a description, with its place for errors.
#[derive(Clone, Copy, Debug)]
pub struct Field<'d> {
    node: &'d Node,
}

impl<'d> Field<'d> {
    /// An error at this value, which says what stands there.
    pub fn error(&self, wanted: impl Into<String>) -> BadInput {
        let found = match &self.node.plain {
            Plain::Text(text) => quoted(text),
            Plain::Integer(value) => value.to_string(),
            Plain::Flag(flag) => flag.to_string(),
            Plain::List(items) => format!("a list of {}", items.len()),
            Plain::Other(what) => (*what).to_owned(),
        };
        self.differs(found, wanted)
    }

    /// An error at this value, in words of the caller's.
    pub fn differs(&self, found: impl Into<String>, wanted: impl Into<String>) -> BadInput {
        let Origin { name, text } = &*self.node.origin;
        BadInput::in_text(name, text, self.node.span.clone(), found, wanted)
    }

    /// The text.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn text(&self) -> Result<&'d str, BadInput> {
        match &self.node.plain {
            Plain::Text(text) => Ok(text),
            _ => Err(self.error("a text in quotes")),
        }
    }

    /// The integer, which must lie in `range` (both ends included).
    ///
    /// # Errors
    ///
    /// It is something else, or lies elsewhere.
    pub fn integer<T>(&self, range: std::ops::RangeInclusive<T>) -> Result<T, BadInput>
    where
        T: TryFrom<i128> + PartialOrd + std::fmt::Display,
    {
        let value = match &self.node.plain {
            Plain::Integer(value) => T::try_from(*value).ok(),
            _ => None,
        };
        value.filter(|value| range.contains(value)).ok_or_else(|| {
            self.error(format!("an integer from {} to {}", range.start(), range.end()))
        })
    }

    /// True or false.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn flag(&self) -> Result<bool, BadInput> {
        match &self.node.plain {
            Plain::Flag(flag) => Ok(*flag),
            _ => Err(self.error("true or false")),
        }
    }

    /// The items of a list.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn list(&self) -> Result<impl ExactSizeIterator<Item = Field<'d>> + use<'d>, BadInput> {
        match &self.node.plain {
            Plain::List(items) => Ok(items.iter().map(|node| Field { node })),
            _ => Err(self.error("a list in [ ]")),
        }
    }

    /// One of the texts of `choices`.
    ///
    /// # Errors
    ///
    /// It is something else.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, BadInput> {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let found = match &self.node.plain {
            Plain::Text(text) => choices.iter().find(|(name, _)| name == text),
            _ => None,
        };
        found
            .map(|(_, choice)| *choice)
            .ok_or_else(|| self.error(format!("one of {}", names.join(", "))))
    }
}
