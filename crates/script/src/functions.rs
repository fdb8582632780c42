//! What a rules file defines: the functions and values that mean something.

use std::ops::Range;

use perfectplay_game::Score;
use starlark::environment::FrozenModule;
use starlark::values::{OwnedFrozenValue, Value};

use crate::bridge;
use crate::error::ScriptError;
use crate::source::{Source, likely};

/// A function of the file.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) value: OwnedFrozenValue,
    /// Is it told who moves?
    pub(crate) takes_player: bool,
    /// Where its name stands.
    pub(crate) span: Option<Range<usize>>,
}

/// The functions of the file that mean something.
pub(crate) struct Functions {
    pub(crate) start: Function,
    pub(crate) play: Play,
    pub(crate) draw: Option<Function>,
}

/// How play goes on.
pub(crate) enum Play {
    /// By options.
    Options(Box<Rulebook>),
    /// A token burns its trail on a graph.
    Neighbours(Function),
}

/// The functions of a game by options.
pub(crate) struct Rulebook {
    pub(crate) options: Function,
    pub(crate) ending: Option<Function>,
    pub(crate) mover: Option<Function>,
    pub(crate) parts: Option<Function>,
    pub(crate) canonical: Option<Function>,
}

/// The values of the file that mean something.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub(crate) title: Option<String>,
    pub(crate) about: Option<String>,
    pub(crate) misere: bool,
    pub(crate) score: Option<Score>,
}

const FUNCTIONS: [&str; 8] =
    ["start", "options", "neighbours", "ending", "mover", "parts", "canonical", "draw"];
const VALUES: [&str; 4] = ["title", "about", "misere", "score"];

/// A file's names, while they are looked up.
pub(crate) struct Names<'s> {
    pub(crate) source: &'s Source,
    pub(crate) module: &'s FrozenModule,
}

impl Names<'_> {
    fn get(&self, name: &str) -> Option<OwnedFrozenValue> {
        self.module.get_option(name).ok().flatten()
    }

    fn span(&self, name: &str) -> Option<Range<usize>> {
        self.source.defined(name).map(|defined| defined.span.clone())
    }

    /// Names that mean nothing and that nothing uses are likely misspelt.
    pub(crate) fn refuse_misspelt(&self) -> Result<(), ScriptError> {
        let missing: Vec<&str> =
            FUNCTIONS.into_iter().chain(VALUES).filter(|name| self.get(name).is_none()).collect();
        for (name, defined) in self.source.unused() {
            if name.starts_with('_') || FUNCTIONS.contains(&name) || VALUES.contains(&name) {
                continue;
            }
            if let Some(meant) = likely(name, &missing) {
                let what = if defined.is_def { "def " } else { "" };
                return Err(self.source.error(
                    Some(defined.span.clone()),
                    format!("{what}{name}, which nothing uses"),
                    format!("{what}{meant}, perhaps (a name that begins with _ is left alone)"),
                ));
            }
        }
        Ok(())
    }

    fn missing(&self, name: &str, wanted: &str) -> ScriptError {
        match self.source.like(name) {
            Some((other, defined)) => {
                let found = format!("{other} and no {name}");
                let wanted = format!("{wanted}: is {other} misspelt?");
                self.source.error(Some(defined.span.clone()), found, wanted)
            }
            None => self.source.error(None, format!("no {name}"), wanted),
        }
    }

    /// A function that takes `arguments`, and perhaps the player beside.
    fn function(
        &self,
        name: &'static str,
        arguments: usize,
        wanted: &str,
    ) -> Result<Option<Function>, ScriptError> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let span = self.span(name);
        let error = |found: String| self.source.error(span.clone(), found, wanted);
        let Some(parameters) = value.value().parameters_spec() else {
            return Err(error(format!("{name}, {}", bridge::shown(value.value()))));
        };
        let takes = |count: usize| parameters.can_fill_with_args(count, &[]);
        let may_take_player = matches!(name, "options" | "ending");
        let takes_player = may_take_player && !takes(arguments) && takes(arguments + 1);
        if !takes(arguments) && !takes_player {
            let count = parameters.len();
            return Err(error(format!("def {name} with {count} parameters")));
        }
        Ok(Some(Function { name, value, takes_player, span }))
    }

    /// All functions, put together as they may be.
    pub(crate) fn functions(&self) -> Result<Functions, ScriptError> {
        let start = self
            .function("start", 0, "def start(): the position where play starts")?
            .ok_or_else(|| self.missing("start", "def start(): the position where play starts"))?;
        let wanted = "def options(p) or def options(p, player): a list of (move, position)";
        let options = self.function("options", 1, wanted)?;
        let neighbours =
            self.function("neighbours", 1, "def neighbours(v): a list of the vertices beside v")?;
        let ending = self.function("ending", 1, "def ending(p) or def ending(p, player)")?;
        let mover = self.function("mover", 1, "def mover(p)")?;
        let parts = self.function("parts", 1, "def parts(p): a list of positions")?;
        let canonical = self.function("canonical", 1, "def canonical(p): a position")?;
        let draw = self.function("draw", 1, "def draw(p): a string")?;
        let play = match (options, neighbours) {
            (Some(options), None) => {
                Play::Options(Box::new(Rulebook { options, ending, mover, parts, canonical }))
            }
            (None, Some(neighbours)) => {
                let others = [&ending, &mover, &parts, &canonical];
                if let Some(other) = others.into_iter().flatten().next() {
                    let found = format!("{} beside neighbours", other.name);
                    let wanted = "start and draw alone: a token burns its trail, turns alternate, \
                                  who cannot move loses";
                    return Err(self.source.error(other.span.clone(), found, wanted));
                }
                Play::Neighbours(neighbours)
            }
            (Some(_), Some(neighbours)) => {
                let found = "both options and neighbours";
                return Err(self.source.error(neighbours.span, found, "one of them"));
            }
            (None, None) => {
                let wanted = format!("{wanted} (or def neighbours(v))");
                return Err(self.missing("options", &wanted));
            }
        };
        Ok(Functions { start, play, draw })
    }

    /// All values that mean something.
    pub(crate) fn words(&self, functions: &Functions) -> Result<Words, ScriptError> {
        let misere = match self.get("misere") {
            None => false,
            Some(value) => value.unpack_bool().ok_or_else(|| {
                self.wrong("misere", value.value(), "misere = True: who cannot move wins")
            })?,
        };
        let score = match self.get("score") {
            None => None,
            Some(value) => match value.unpack_str() {
                Some("win-then-points") => Some(Score::WinThenPoints),
                Some("difference") => Some(Score::Difference),
                _ => {
                    let wanted = "score = \"win-then-points\" or score = \"difference\"";
                    return Err(self.wrong("score", value.value(), wanted));
                }
            },
        };
        let words = Words { title: self.text("title")?, about: self.text("about")?, misere, score };
        if let Play::Options(rulebook) = &functions.play {
            self.refuse_contradictions(rulebook, &words)?;
        } else if misere || score.is_some() {
            let name = if misere { "misere" } else { "score" };
            let found = format!("{name} beside neighbours");
            let wanted = "a token that burns its trail, where who cannot move loses";
            return Err(self.source.error(self.span(name), found, wanted));
        }
        Ok(words)
    }

    fn text(&self, name: &str) -> Result<Option<String>, ScriptError> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => match value.unpack_str() {
                Some(text) => Ok(Some(text.to_owned())),
                None => Err(self.wrong(name, value.value(), "a string")),
            },
        }
    }

    fn wrong(&self, name: &str, value: Value<'_>, wanted: &str) -> ScriptError {
        let found = format!("{name} = {}", bridge::shown(value));
        self.source.error(self.span(name), found, wanted)
    }

    /// Parts make sense only in a sum of games that both players play alike.
    fn refuse_contradictions(&self, rulebook: &Rulebook, words: &Words) -> Result<(), ScriptError> {
        let Some(parts) = &rulebook.parts else {
            return Ok(());
        };
        let beside = match rulebook {
            _ if words.misere => "misere",
            _ if words.score.is_some() => "score",
            Rulebook { mover: Some(_), .. } => "mover",
            Rulebook { ending: Some(_), .. } => "ending",
            Rulebook { options: Function { takes_player: true, .. }, .. } => {
                "options that differ between the players"
            }
            _ => return Ok(()),
        };
        Err(self.source.error(
            parts.span.clone(),
            format!("parts beside {beside}"),
            "parts of a game in which both players have the same moves and who cannot move loses",
        ))
    }
}
