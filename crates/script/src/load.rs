//! From a rules file to a game.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use perfectplay_game::Player;
use starlark::values::Value;

use crate::ask::Asker;
use crate::bridge;
use crate::engine::{Engine, Ran, run};
use crate::error::{Mismatch, ScriptError};
use crate::functions::{Function, Names, Play, Words};
use crate::notation::{Style, Turn};
use crate::packed::{Head, Packed, Reader};
use crate::parameter::Parameter;
use crate::position::Position;
use crate::rules::{Facts, Rules};
use crate::source::{MOST_SOURCE, Source};
use crate::trail::Trails;

/// Reads rules files.
///
/// # Examples
///
/// ```
/// use perfectplay_script::{Loaded, Loader};
/// let text = "def start(): return 0\ndef neighbours(v): return [1 - v]";
/// let loaded = Loader::default().parse("edge.star", text, &[])?;
/// assert!(matches!(loaded, Loaded::Trails(_)));
/// # Ok::<(), perfectplay_script::ScriptError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Loader {
    /// Does `print` in a file print, on stderr? Else it does nothing.
    pub print: bool,
}

/// A rules file, loaded.
#[derive(Clone, Debug)]
pub enum Loaded {
    /// A game by its options.
    Rules(Rules),
    /// A graph on which a token burns its trail.
    Trails(Trails),
}

impl Loaded {
    /// The rules of a game by its options.
    ///
    /// # Errors
    ///
    /// It is a graph.
    pub fn rules(self) -> Result<Rules, ScriptError> {
        match self {
            Loaded::Rules(rules) => Ok(rules),
            Loaded::Trails(trails) => Err(trails.not_by_options()),
        }
    }

    /// The ruleset's name: the file's, without its extension.
    pub fn name(&self) -> &str {
        match self {
            Loaded::Rules(rules) => rules.name(),
            Loaded::Trails(trails) => trails.name(),
        }
    }
}

impl Loader {
    /// Reads a rules file; see [`Rules::read`].
    ///
    /// # Errors
    ///
    /// The file cannot be read, does not run, or does not define a game; or a
    /// parameter is not one that it has, or not what it takes.
    pub fn read(&self, path: &Path, set: &[(String, String)]) -> Result<Loaded, ScriptError> {
        let file = path.display().to_string();
        let unreadable = |why: String| {
            Source::empty(&file, "").error(None, format!("it cannot be read: {why}"), "")
        };
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|open| open.take(MOST_SOURCE as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| unreadable(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            let source = Source::empty(&file, &text);
            source.error(Some(valid..valid + 1), "a byte that is no UTF-8", "a text in UTF-8")
        })?;
        self.parse(&file, &text, set)
    }

    /// The game in a text; see [`Rules::parse`].
    ///
    /// # Errors
    ///
    /// As those of [`Loader::read`].
    pub fn parse(
        &self,
        name: &str,
        text: &str,
        set: &[(String, String)],
    ) -> Result<Loaded, ScriptError> {
        let Ran { source, module, parameters } = run(name, text, set, self.print)?;
        let names = Names { source: &source, module: &module };
        let functions = names.functions()?;
        let words = names.words(&functions)?;
        names.refuse_misspelt()?;
        let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| name.to_owned());
        let engine = Engine::new(source, functions, module);
        match &engine.functions.play {
            Play::Options(_) => {
                let facts = facts(&engine, name, words, parameters)?;
                let rules = Rules::new(engine, facts);
                try_out(&rules)?;
                Ok(Loaded::Rules(rules))
            }
            Play::Neighbours(_) => {
                let start = start_value(&engine)?;
                Ok(Loaded::Trails(Trails::new(engine, name, words, parameters, start)))
            }
        }
    }
}

/// Asks where play starts.
fn start_value(engine: &Engine) -> Result<Packed, ScriptError> {
    let start = &engine.functions.start;
    engine.session(|session| {
        let function = session.module.heap().access_owned_frozen_value(&start.value);
        let asked = || "start()".to_owned();
        let value = session.call(function, &[]).map_err(|error| error.asked(asked))?;
        packed(engine, start, value).map_err(|error| error.asked(asked))
    })
}

fn packed(engine: &Engine, function: &Function, value: Value<'_>) -> Result<Packed, ScriptError> {
    let mut bytes = Vec::new();
    match bridge::pack(value, &mut bytes) {
        Ok(()) => Ok(Packed::of(&bytes)),
        Err(Mismatch { found, wanted }) => {
            let found = format!("a start that is {found}");
            Err(engine.source.error(function.span.clone(), found, wanted))
        }
    }
}

/// Asks what positions and options are like.
fn facts(
    engine: &Arc<Engine>,
    name: String,
    words: Words,
    parameters: Vec<Parameter>,
) -> Result<Facts, ScriptError> {
    let start = start_value(engine)?;
    let bare = matches!(Reader::new(start.bytes()).head(), Head::Text(_));
    let (start, pays, impartial, turn) = engine.session(|session| {
        let Play::Options(book) = &session.engine.functions.play else {
            return Err(session.engine.source.error(None, "neighbours", "options"));
        };
        let takes_player =
            |function: &Option<Function>| function.as_ref().is_some_and(|f| f.takes_player);
        let differ = book.options.takes_player || takes_player(&book.ending);
        let impartial = !differ && book.mover.is_none();
        let turn = match (&book.mover, impartial) {
            (Some(_), _) => Turn::InTheValue,
            (None, true) => Turn::WhereSecond,
            (None, false) => Turn::Always,
        };
        let asker = &mut Asker::new(session, book);
        let at = bridge::unpack_fixed(start.bytes(), asker.session.module);
        let mover = asker.mover_at(at, Player::First)?;
        let position = asker.position(at, at, mover)?;
        let pays = match asker.ending(at, mover)? {
            Some(_) => words.score.is_some(),
            None => match asker.options(at, mover)?.first() {
                Some(&item) => asker.item(at, item)?.points.is_some(),
                None => words.score.is_some(),
            },
        };
        Ok((position, pays, impartial, turn))
    })?;
    if words.score.is_some() && !pays {
        let span = engine.source.defined("score").map(|defined| defined.span.clone());
        let found = "a score of moves that pay no points";
        return Err(engine.source.error(span, found, "options as (move, position, points)"));
    }
    let style = Style { bare, turn };
    Ok(Facts { name, words, parameters, start, style, pays, impartial })
}

/// Asks every function about the start, so that a mistake shows early.
fn try_out(rules: &Rules) -> Result<(), ScriptError> {
    let start: &Position = &rules.facts.start;
    rules.try_options(start)?;
    rules.ask(|asker| {
        let value = asker.value(start);
        asker.canonical(value, start.mover())?;
        for part in asker.parts(value)? {
            asker.position(value, part, start.mover())?;
        }
        Ok(())
    })?;
    rules.try_draw(start)?;
    Ok(())
}
