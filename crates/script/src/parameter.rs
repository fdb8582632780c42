use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::error::Mismatch;
use crate::literal::{self, Plain};

/// A parameter that a rules file declares: `n = parameter("n", 7, "stones")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What values it takes, in words.
    pub takes: String,
    /// Its value where none is given, as a literal.
    pub default: String,
    /// Its value, as a literal.
    pub value: String,
    /// What it means; perhaps empty.
    pub meaning: String,
}

/// The parameters of a file that is being read, and the values given for them.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    declared: RefCell<Vec<Parameter>>,
    given: BTreeMap<String, String>,
}

/// What a parameter takes.
#[derive(Debug)]
pub(crate) struct Takes<'p> {
    pub(crate) default: &'p Plain,
    pub(crate) least: Option<i64>,
    pub(crate) most: Option<i64>,
}

impl Takes<'_> {
    fn words(&self) -> String {
        let kind = self.default.kind();
        match (self.least, self.most) {
            (None, None) => kind.to_owned(),
            (Some(least), None) => format!("{kind} of at least {least}"),
            (None, Some(most)) => format!("{kind} of at most {most}"),
            (Some(least), Some(most)) => format!("{kind} from {least} to {most}"),
        }
    }

    fn takes(&self, value: &Plain) -> bool {
        let within = match value {
            Plain::Int(value) => {
                self.least.is_none_or(|least| least <= *value)
                    && self.most.is_none_or(|most| *value <= most)
            }
            _ => true,
        };
        within && std::mem::discriminant(value) == std::mem::discriminant(self.default)
    }

    /// A value from its text, for a default of the same kind.
    fn read(&self, name: &str, text: &str) -> Result<Plain, Mismatch> {
        let mismatch = |why: String| Mismatch {
            found: format!("{name} = {}{why}", shortened(text)),
            wanted: format!("{name} = {}", self.words()),
        };
        let is_quoted = text.trim_start().starts_with(['"', '\'']);
        let value = match self.default {
            Plain::Text(_) if !is_quoted => Plain::Text(text.to_owned()),
            _ => literal::parse(text, 0).map_err(|error| {
                mismatch(format!(
                    " (column {}: {} instead of {})",
                    error.column, error.found, error.wanted
                ))
            })?,
        };
        if self.takes(&value) { Ok(value) } else { Err(mismatch(String::new())) }
    }
}

/// A text for an error, shortened if it is long.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((cut, _)) => format!("{} …", &text[..cut]),
    }
}

fn text_of(value: &Plain) -> String {
    let mut bytes = Vec::new();
    value.pack(&mut bytes);
    literal::text_of(&crate::packed::Packed::of(&bytes))
}

impl Parameters {
    /// With the values that are given, each as its name and a literal; the
    /// last one counts where a name is given again.
    pub(crate) fn new(given: &[(String, String)]) -> Self {
        Parameters { given: given.iter().cloned().collect(), ..Parameters::default() }
    }

    /// Declares a parameter; gives its value.
    pub(crate) fn declare(
        &self,
        name: &str,
        takes: &Takes<'_>,
        meaning: &str,
    ) -> Result<Plain, Mismatch> {
        let mismatch =
            |found: String, wanted: &str| Err(Mismatch { found, wanted: wanted.to_owned() });
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if name.is_empty() || name.contains(|c: char| !is_name(c)) {
            let found = format!("a parameter named {:?}", shortened(name));
            return mismatch(found, "a name of letters, digits, - and _");
        }
        if *takes.default == Plain::None {
            let found = "a default of None".to_owned();
            return mismatch(found, "an int, a bool, a string, a list or a tuple");
        }
        if (takes.least.is_some() || takes.most.is_some())
            && !matches!(takes.default, Plain::Int(_))
        {
            let found = format!("bounds of a parameter that is {}", takes.default.kind());
            return mismatch(found, "bounds of an int");
        }
        if !takes.takes(takes.default) {
            let found = format!("a default of {}", shortened(&text_of(takes.default)));
            return mismatch(found, &takes.words());
        }
        let mut declared = self.declared.borrow_mut();
        if declared.iter().any(|parameter| parameter.name == name) {
            return mismatch(format!("{name} declared again"), "one parameter of that name");
        }
        let value = match self.given.get(name) {
            None => takes.default.clone(),
            Some(text) => takes.read(name, text)?,
        };
        declared.push(Parameter {
            name: name.to_owned(),
            takes: takes.words(),
            default: text_of(takes.default),
            value: text_of(&value),
            meaning: meaning.to_owned(),
        });
        Ok(value)
    }

    /// All that were declared, in order; or a name that was given and that is
    /// none of them, with the list of those there are.
    pub(crate) fn finish(self) -> Result<Vec<Parameter>, Mismatch> {
        let declared = self.declared.into_inner();
        let is_declared = |name: &str| declared.iter().any(|parameter| parameter.name == name);
        let Some(unknown) = self.given.keys().find(|name| !is_declared(name)) else {
            return Ok(declared);
        };
        let names: Vec<&str> = declared.iter().map(|parameter| &parameter.name[..]).collect();
        let wanted = match (crate::source::likely(unknown, &names), declared.is_empty()) {
            (_, true) => "none: the file declares no parameters".to_owned(),
            (likely, false) => {
                let hint = likely.map_or(String::new(), |name| format!("{name}, perhaps: "));
                let rows: Vec<String> = declared
                    .iter()
                    .map(|Parameter { name, takes, default, meaning, .. }| {
                        let default = shortened(default);
                        let meaning =
                            if meaning.is_empty() { String::new() } else { format!(": {meaning}") };
                        format!("\n  {name} = {default} ({takes}){meaning}")
                    })
                    .collect();
                format!("{hint}one of{}", rows.concat())
            }
        };
        Err(Mismatch { found: format!("a parameter named {:?}", shortened(unknown)), wanted })
    }
}
