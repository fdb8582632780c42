//! Questions about positions, as calls of the file's functions.

use perfectplay_game::{Outcome, Player};
use starlark::values::tuple::TupleRef;
use starlark::values::{UnpackValue, Value};

use crate::bridge::{self, items, shown};
use crate::engine::{Engine, Session};
use crate::error::{Mismatch, ScriptError};
use crate::functions::{Function, Rulebook};
use crate::literal;
use crate::packed::Packed;
use crate::position::{Position, byte_of};

/// Points of one move are below this, so that the sums of a game fit.
pub(crate) const MOST_POINTS: u64 = 1 << 40;

/// A session that asks about a game by options.
pub(crate) struct Asker<'s, 'v, 'a> {
    pub(crate) session: &'s mut Session<'v, 'a>,
    engine: &'a Engine,
    pub(crate) book: Book<'v, 'a>,
    players: [Value<'v>; 2],
    bytes: Vec<u8>,
}

/// The functions, within a session.
pub(crate) struct Book<'v, 'a> {
    options: Asked<'v, 'a>,
    ending: Option<Asked<'v, 'a>>,
    pub(crate) mover: Option<Asked<'v, 'a>>,
    pub(crate) parts: Option<Asked<'v, 'a>>,
    pub(crate) canonical: Option<Asked<'v, 'a>>,
}

/// A function, within a session.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'v, 'a> {
    function: &'a Function,
    value: Value<'v>,
}

/// An option, as the script gives it.
#[derive(Clone, Copy)]
pub(crate) struct Item<'v> {
    pub(crate) chosen: Value<'v>,
    pub(crate) to: Value<'v>,
    pub(crate) points: Option<u64>,
}

impl<'s, 'v, 'a> Asker<'s, 'v, 'a> {
    pub(crate) fn new(session: &'s mut Session<'v, 'a>, rulebook: &'a Rulebook) -> Self {
        let heap = session.module.heap();
        let asked = |function: &'a Function| Asked {
            function,
            value: heap.access_owned_frozen_value(&function.value),
        };
        let perhaps = |function: &'a Option<Function>| function.as_ref().map(asked);
        let book = Book {
            options: asked(&rulebook.options),
            ending: perhaps(&rulebook.ending),
            mover: perhaps(&rulebook.mover),
            parts: perhaps(&rulebook.parts),
            canonical: perhaps(&rulebook.canonical),
        };
        let players = ["first", "second"].map(|name| heap.alloc(name));
        Asker { engine: session.engine, session, book, players, bytes: Vec::new() }
    }

    /// A position's value, for the functions.
    #[inline]
    pub(crate) fn value(&self, position: &Position) -> Value<'v> {
        bridge::unpack_fixed(position.value(), self.session.module)
    }

    /// The same value, if it is one that functions cannot change.
    fn fixed(&mut self, asked: Asked<'v, 'a>, value: Value<'v>) -> Result<Value<'v>, ScriptError> {
        if items(value).is_none() {
            return Ok(value);
        }
        self.bytes.clear();
        bridge::pack(value, &mut self.bytes).map_err(|error| self.wrong(asked, value, error))?;
        Ok(bridge::unpack_fixed(&self.bytes, self.session.module))
    }

    #[inline]
    fn call(
        &mut self,
        asked: Asked<'v, 'a>,
        value: Value<'v>,
        mover: Player,
    ) -> Result<Value<'v>, ScriptError> {
        let player = self.players[usize::from(byte_of(mover))];
        let arguments = [value, player];
        let used = if asked.function.takes_player { 2 } else { 1 };
        self.session
            .call(asked.value, &arguments[..used])
            .map_err(|error| error.asked(|| question(asked.function, value, mover)))
    }

    /// A function gave what it should not give.
    #[cold]
    fn wrong(&self, asked: Asked<'v, 'a>, at: Value<'v>, mismatch: Mismatch) -> ScriptError {
        let Mismatch { found, wanted } = mismatch;
        let span = asked.function.span.clone();
        let error = self.engine.source.error(span, found, wanted);
        error.asked(|| question(asked.function, at, Player::First))
    }

    /// What the position is worth to its mover, if play has ended there.
    pub(crate) fn ending(
        &mut self,
        at: Value<'v>,
        mover: Player,
    ) -> Result<Option<Outcome>, ScriptError> {
        let Some(asked) = self.book.ending else {
            return Ok(None);
        };
        let given = self.call(asked, at, mover)?;
        match given.unpack_str() {
            None if given.is_none() => Ok(None),
            Some("win") => Ok(Some(Outcome::Win)),
            Some("loss") => Ok(Some(Outcome::Loss)),
            Some("tie") => Ok(Some(Outcome::Tie)),
            _ => {
                let wanted = "\"win\", \"loss\" or \"tie\" for the mover, or None to go on";
                Err(self.wrong(asked, at, mismatch(shown(given), wanted)))
            }
        }
    }

    /// The options of a position, unread.
    #[inline]
    pub(crate) fn options(
        &mut self,
        at: Value<'v>,
        mover: Player,
    ) -> Result<&'v [Value<'v>], ScriptError> {
        let asked = self.book.options;
        let given = self.call(asked, at, mover)?;
        items(given).ok_or_else(|| {
            self.wrong(asked, at, mismatch(shown(given), "a list of (move, position)"))
        })
    }

    /// Reads an option.
    #[inline]
    pub(crate) fn item(&self, at: Value<'v>, item: Value<'v>) -> Result<Item<'v>, ScriptError> {
        match TupleRef::from_value(item).map(TupleRef::content) {
            Some(&[chosen, to]) => Ok(Item { chosen, to, points: None }),
            Some(&[chosen, to, points]) => {
                let given = u64::unpack_value(points).ok().flatten();
                match given.filter(|points| *points <= MOST_POINTS) {
                    points @ Some(_) => Ok(Item { chosen, to, points }),
                    None => {
                        let found = format!("points that are {}", shown(points));
                        let wanted = format!("an int from 0 to {MOST_POINTS}");
                        Err(self.wrong(self.book.options, at, Mismatch { found, wanted }))
                    }
                }
            }
            _ => {
                let found = format!("an option that is {}", shown(item));
                let wanted = "(move, position) or (move, position, points)";
                Err(self.wrong(self.book.options, at, mismatch(found, wanted)))
            }
        }
    }

    /// Some options pay and others do not.
    #[cold]
    pub(crate) fn pays_unlike(&self, at: Value<'v>, item: &Item<'v>, pays: bool) -> ScriptError {
        let (one, other) = ("with points", "without points");
        let (found, wanted) = if pays { (other, one) } else { (one, other) };
        let found = format!("the move {} {found}", shown(item.chosen));
        let wanted = format!("one {wanted}, as the moves of the start are");
        self.wrong(self.book.options, at, Mismatch { found, wanted })
    }

    /// Two moves have one notation.
    #[cold]
    pub(crate) fn repeats(&self, at: Value<'v>, text: &str) -> ScriptError {
        let found = format!("the move {} twice", crate::parameter::shortened(text));
        self.wrong(self.book.options, at, mismatch(found, "moves that differ"))
    }

    /// A move, packed.
    pub(crate) fn packed_move(
        &mut self,
        at: Value<'v>,
        chosen: Value<'v>,
    ) -> Result<Packed, ScriptError> {
        self.bytes.clear();
        match bridge::pack(chosen, &mut self.bytes) {
            Ok(()) => Ok(Packed::of(&self.bytes)),
            Err(Mismatch { found, wanted }) => {
                let found = format!("a move that is {found}");
                Err(self.wrong(self.book.options, at, Mismatch { found, wanted }))
            }
        }
    }

    /// Who moves at a value: what the value says, or else `otherwise`.
    #[inline]
    pub(crate) fn mover_at(
        &mut self,
        value: Value<'v>,
        otherwise: Player,
    ) -> Result<Player, ScriptError> {
        let Some(asked) = self.book.mover else {
            return Ok(otherwise);
        };
        let value = self.fixed(asked, value)?;
        let given = self.call(asked, value, otherwise)?;
        match given.unpack_str() {
            Some("first") => Ok(Player::First),
            Some("second") => Ok(Player::Second),
            _ => {
                let wanted = "\"first\" or \"second\"";
                Err(self.wrong(asked, value, mismatch(shown(given), wanted)))
            }
        }
    }

    /// A position with that mover.
    #[inline]
    pub(crate) fn position(
        &mut self,
        at: Value<'v>,
        value: Value<'v>,
        mover: Player,
    ) -> Result<Position, ScriptError> {
        self.position_of(self.book.options, at, value, mover)
    }

    #[inline]
    fn position_of(
        &mut self,
        asked: Asked<'v, 'a>,
        at: Value<'v>,
        value: Value<'v>,
        mover: Player,
    ) -> Result<Position, ScriptError> {
        self.bytes.clear();
        self.bytes.push(byte_of(mover));
        match bridge::pack(value, &mut self.bytes) {
            Ok(()) => Ok(Position::of(&self.bytes)),
            Err(Mismatch { found, wanted }) => {
                let found = format!("a position that is {found}");
                Err(self.wrong(asked, at, Mismatch { found, wanted }))
            }
        }
    }

    /// The canonical form of a position, with its mover.
    pub(crate) fn canonical(
        &mut self,
        value: Value<'v>,
        mover: Player,
    ) -> Result<Position, ScriptError> {
        let Some(asked) = self.book.canonical else {
            return self.position(value, value, mover);
        };
        let value = self.fixed(asked, value)?;
        let form = self.call(asked, value, mover)?;
        let mover = self.mover_at(form, mover)?;
        self.position_of(asked, value, form, mover)
    }

    /// The parts of a position, unread.
    pub(crate) fn parts(&mut self, value: Value<'v>) -> Result<Vec<Value<'v>>, ScriptError> {
        let Some(asked) = self.book.parts else {
            return Ok(vec![value]);
        };
        let value = self.fixed(asked, value)?;
        let given = self.call(asked, value, Player::First)?;
        match items(given) {
            Some(parts) => Ok(parts.to_vec()),
            None => {
                let wanted = "a list of positions";
                Err(self.wrong(asked, value, mismatch(shown(given), wanted)))
            }
        }
    }
}

fn mismatch(found: String, wanted: &str) -> Mismatch {
    Mismatch { found, wanted: wanted.to_owned() }
}

/// A call as text, for an error.
fn question(function: &Function, at: Value<'_>, mover: Player) -> String {
    let mut bytes = Vec::new();
    let text = match bridge::pack(at, &mut bytes) {
        Ok(()) => literal::text_of(&Packed::of(&bytes)),
        Err(_) => shown(at),
    };
    let text = crate::parameter::shortened(&text);
    match function.takes_player {
        true => format!("{}({text}, \"{}\")", function.name, mover.to_string().to_lowercase()),
        false => format!("{}({text})", function.name),
    }
}
