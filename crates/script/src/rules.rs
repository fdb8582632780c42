use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use perfectplay_game::{
    Game, Notation, NotationError, Options, Outcome, PaysPoints, Player, RulesError, Score,
};
use rustc_hash::FxHashSet;

use crate::ask::{Asker, Item};
use crate::engine::Engine;
use crate::error::ScriptError;
use crate::functions::{Play, Rulebook, Words};
use crate::notation::{Style, Turn, move_text};
use crate::parameter::Parameter;
use crate::position::{Move, Position};

/// A ruleset that somebody wrote as a script: a game like any other.
///
/// A clone shares the script, and the fault that it may have.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Game, Meter, Notation, Outcome, exhaustive};
/// use perfectplay_script::Rules;
///
/// let text = r#"
/// n = parameter("n", 7, "the number of stones")
///
/// def start():
///     return n
///
/// def options(p):
///     return [(k, p - k) for k in [1, 2, 3] if k <= p]
/// "#;
/// let rules = Rules::parse("nim.star", text, &[("n".to_owned(), "8".to_owned())])?;
/// let outcome = exhaustive::outcome(&rules, &rules.start(), &mut Meter::default())?;
/// assert_eq!(outcome, Outcome::Loss);
/// assert_eq!(rules.write_position(&rules.start()), "8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Rules {
    pub(crate) engine: Arc<Engine>,
    pub(crate) facts: Arc<Facts>,
    fault: Arc<Mutex<Option<RulesError>>>,
}

/// What is known of the rules once they are loaded.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) name: String,
    pub(crate) words: Words,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) start: Position,
    pub(crate) style: Style,
    /// Do moves pay points?
    pub(crate) pays: bool,
    /// Do both players have the same options, and move in turn?
    pub(crate) impartial: bool,
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.facts).finish()
    }
}

impl Rules {
    /// Reads a rules file. Each pair in `set` is the name of a parameter and a
    /// literal for it (strings need no quotes).
    ///
    /// # Errors
    ///
    /// The file cannot be read, does not run, or does not define a game by
    /// options; or a parameter is not one that it has, or not what it takes.
    pub fn read(path: &Path, set: &[(String, String)]) -> Result<Self, ScriptError> {
        crate::Loader::default().read(path, set)?.rules()
    }

    /// The rules in a text; `name` is the file's name in errors, and without
    /// its extension the ruleset's.
    ///
    /// # Errors
    ///
    /// As those of [`Rules::read`].
    pub fn parse(name: &str, text: &str, set: &[(String, String)]) -> Result<Self, ScriptError> {
        crate::Loader::default().parse(name, text, set)?.rules()
    }

    pub(crate) fn new(engine: Arc<Engine>, facts: Facts) -> Self {
        Rules { engine, facts: Arc::new(facts), fault: Arc::default() }
    }

    /// The ruleset's name: the file's, without its extension.
    pub fn name(&self) -> &str {
        &self.facts.name
    }

    /// The ruleset's name for people.
    pub fn title(&self) -> &str {
        self.facts.words.title.as_deref().unwrap_or(&self.facts.name)
    }

    /// One sentence about the game, if the file has one.
    pub fn about(&self) -> Option<&str> {
        self.facts.words.about.as_deref()
    }

    /// The parameters that the file declares, with their values.
    pub fn parameters(&self) -> &[Parameter] {
        &self.facts.parameters
    }

    /// The functions; rules are made for games by options alone.
    pub(crate) fn book(&self) -> Option<&Rulebook> {
        match &self.engine.functions.play {
            Play::Options(rulebook) => Some(rulebook),
            Play::Neighbours(_) => None,
        }
    }

    /// Asks the script, in a session of its own.
    pub(crate) fn ask<R>(
        &self,
        work: impl for<'s, 'v, 'a> FnOnce(&mut Asker<'s, 'v, 'a>) -> Result<R, ScriptError>,
    ) -> Result<R, ScriptError> {
        self.engine.session(|session| {
            let Play::Options(rulebook) = &session.engine.functions.play else {
                return Err(session.engine.source.error(None, "neighbours", "options"));
            };
            work(&mut Asker::new(session, rulebook))
        })
    }

    /// Keeps the first failure for [`fault`](perfectplay_game::Tabular::fault).
    fn failed(&self, error: ScriptError) {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.get_or_insert_with(|| error.into());
    }

    pub(crate) fn take_fault(&self) -> Option<RulesError> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// What a position without options is worth, where the script says
    /// nothing else.
    pub(crate) fn default_ending(&self) -> Outcome {
        if self.facts.words.misere { Outcome::Win } else { Outcome::Loss }
    }

    /// All options of a position, or an error of the script.
    ///
    /// # Errors
    ///
    /// The script fails, or gives something else than options.
    pub fn try_options(&self, from: &Position) -> Result<Options<Self>, ScriptError> {
        let mover = from.mover();
        self.ask(|asker| {
            let at = asker.value(from);
            if asker.ending(at, mover)?.is_some() {
                return Ok(Vec::new());
            }
            let mut options = Vec::new();
            let mut texts = FxHashSet::default();
            for &item in asker.options(at, mover)? {
                let item = asker.item(at, item)?;
                let points = self.points_of(asker, at, &item)?;
                let value = asker.packed_move(at, item.chosen)?;
                let text = move_text(&value);
                if texts.contains(&text) {
                    return Err(asker.repeats(at, &text));
                }
                texts.insert(text);
                let next = asker.mover_at(item.to, mover.other())?;
                let to = asker.position(at, item.to, next)?;
                options.push((Move { value, points }, to));
            }
            Ok(options)
        })
    }

    /// The points of an option; an error where it should have some and has
    /// not, or has some and should not.
    #[inline]
    pub(crate) fn points_of<'v>(
        &self,
        asker: &Asker<'_, 'v, '_>,
        at: starlark::values::Value<'v>,
        item: &Item<'v>,
    ) -> Result<u64, ScriptError> {
        match (item.points, self.facts.pays) {
            (None, false) => Ok(0),
            (Some(points), true) => Ok(points),
            (_, pays) => Err(asker.pays_unlike(at, item, pays)),
        }
    }

    fn try_ending(&self, position: &Position) -> Result<Outcome, ScriptError> {
        let ending = self.ask(|asker| {
            let at = asker.value(position);
            asker.ending(at, position.mover())
        })?;
        Ok(ending.unwrap_or_else(|| self.default_ending()))
    }

    pub(crate) fn try_draw(&self, position: &Position) -> Result<String, ScriptError> {
        let Some(draw) = &self.engine.functions.draw else {
            return Ok(self.write_position(position));
        };
        crate::draw::draw(&self.engine, draw, position.value())
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.facts.start.clone()
    }

    fn mover(&self, position: &Position) -> Player {
        position.mover()
    }

    /// Appends nothing where the script fails: see
    /// [`fault`](perfectplay_game::Tabular::fault).
    fn options(&self, position: &Position, into: &mut Options<Self>) {
        match self.try_options(position) {
            Ok(mut options) => into.append(&mut options),
            Err(error) => self.failed(error),
        }
    }

    fn ending(&self, position: &Position) -> Outcome {
        self.try_ending(position).unwrap_or_else(|error| {
            self.failed(error);
            self.default_ending()
        })
    }
}

impl PaysPoints for Rules {
    /// Where several moves lead to the same position, the points of the best.
    fn points(&self, from: &Position, to: &Position) -> u64 {
        let mut options = Vec::new();
        self.options(from, &mut options);
        let there = options.iter().filter(|(_, other)| other == to);
        there.map(|(chosen, _)| chosen.points).max().unwrap_or(0)
    }
}

impl Notation for Rules {
    fn write_position(&self, position: &Position) -> String {
        self.facts.style.write(position)
    }

    /// A position is one that the script can be asked about: its options and
    /// its ending.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let (mover, value) = self.facts.style.parse(text)?;
        let mut bytes = vec![crate::position::byte_of(mover)];
        value.pack(&mut bytes);
        let position = Position::of(&bytes);
        let asked = self.ask(|asker| {
            let at = asker.value(&position);
            asker.mover_at(at, mover)
        });
        let position = asked.map(|mover| position.with_mover(mover));
        let position = position.and_then(|position| {
            self.try_options(&position)?;
            Ok(position)
        });
        position.map_err(|error| {
            let found = format!("a value that the rules cannot play ({})", error.found);
            NotationError::at(text, text.len() - text.trim_start().len(), found, "a position")
        })
    }

    fn write_move(&self, _from: &Position, chosen: &Move) -> String {
        move_text(&chosen.value)
    }

    fn rules(&self) -> String {
        let words = &self.facts.words;
        let mut lines = vec![match self.about() {
            Some(about) => format!("{}: {about}", self.title()),
            None => self.title().to_owned(),
        }];
        let same = match (self.facts.impartial, self.facts.style.turn) {
            (true, _) => "Both players have the same moves, in turn.",
            (_, Turn::InTheValue) => "Positions say whose turn it is.",
            _ => "The players move in turn; their moves may differ.",
        };
        let end = match (words.misere, self.book().is_some_and(|book| book.ending.is_some())) {
            (false, false) => "Who cannot move loses.",
            (true, false) => "Who cannot move wins.",
            (false, true) => "Some positions end play; elsewhere who cannot move loses.",
            (true, true) => "Some positions end play; elsewhere who cannot move wins.",
        };
        lines.push(format!("{same} {end}"));
        if self.facts.pays {
            lines.push(match self.score() {
                Score::WinThenPoints => "Moves pay points: players want to win, then to get as \
                                         many as they can, then to leave as few as they can."
                    .to_owned(),
                Score::Difference => "Moves pay points, and who gets more of them wins.".to_owned(),
            });
        }
        for Parameter { name, value, meaning, .. } in self.parameters() {
            let meaning = if meaning.is_empty() { String::new() } else { format!(": {meaning}") };
            lines.push(format!("{name} = {value}{meaning}"));
        }
        lines.join("\n")
    }

    fn draw(&self, position: &Position) -> String {
        self.try_draw(position).unwrap_or_else(|error| {
            self.failed(error);
            self.write_position(position)
        })
    }
}

impl Rules {
    pub(crate) fn score(&self) -> Score {
        self.facts.words.score.unwrap_or(Score::WinThenPoints)
    }
}
