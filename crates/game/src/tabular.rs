use crate::{Notation, Outcome};

/// Rules that failed while they were asked: a fault of the rules themselves
/// (a script that raises an error, say), not of a position or of a theory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RulesError {
    /// Where, what was found, and what should be there: for the author of the
    /// rules, perhaps over several lines.
    pub message: String,
}

impl RulesError {
    /// An error with this text.
    pub fn new(message: impl Into<String>) -> Self {
        RulesError { message: message.into() }
    }
}

/// What players want of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// To win as the rules say, then as many points as possible, then as few
    /// as possible for the rival.
    WinThenPoints,
    /// To be ahead: the difference of points decides who wins, and each
    /// player makes it as large as possible. How play ends counts for nothing.
    Difference,
}

/// What the author of a game says of it, beyond its rules. All of it is held
/// against the rules on samples; what is found false is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Both players have the same options everywhere, and turns alternate:
    /// who is to move is no part of a canonical position.
    pub impartial: bool,
    /// Moves pay points to who makes them ([`Tabular::points`]), and this is
    /// what players make of them.
    pub score: Option<Score>,
    /// Positions may fall into parts that do not touch each other
    /// ([`Tabular::parts`]): a move changes one part alone.
    pub splits: bool,
    /// Positions have canonical forms with the same value
    /// ([`Tabular::canonical`]).
    pub symmetric: bool,
}

/// A game whose positions can be listed in tables: what a theory for games
/// that nobody has studied needs beyond the rules.
///
/// Everything is provided: `impl Tabular for MyGame {}` will do.
///
/// # Laws
///
/// - The canonical form of a position has its value, for the mover.
/// - With `splits`, a position is the disjunctive sum of its parts.
pub trait Tabular: Notation {
    /// What the author declares.
    fn declared(&self) -> Declared {
        Declared::default()
    }

    /// The position that stands for all that are alike by symmetry.
    ///
    /// # Errors
    ///
    /// The rules fail.
    fn canonical(&self, position: &Self::Position) -> Result<Self::Position, RulesError> {
        Ok(position.clone())
    }

    /// The canonical form with the same player to move: what stands for a
    /// position where a proof says whose turn it is. Where both players have
    /// the same options, [`Tabular::canonical`] may forget who moves.
    ///
    /// # Errors
    ///
    /// The rules fail.
    fn canonical_for_mover(&self, position: &Self::Position) -> Result<Self::Position, RulesError> {
        let form = self.canonical(position)?;
        let mover = self.mover(position);
        if self.mover(&form) == mover {
            return Ok(form);
        }
        let turned = self.turned(&form).filter(|turned| self.mover(turned) == mover);
        Ok(turned.unwrap_or_else(|| position.clone()))
    }

    /// The parts that a position falls into; none for the empty sum.
    ///
    /// # Errors
    ///
    /// The rules fail.
    fn parts(&self, position: &Self::Position) -> Result<Vec<Self::Position>, RulesError> {
        Ok(vec![position.clone()])
    }

    /// The points that the mover of `from` gets for a move.
    fn points(&self, _from: &Self::Position, _chosen: &Self::Move, _to: &Self::Position) -> u64 {
        0
    }

    /// The same position with the other player to move, where that makes
    /// sense: for outcome classes of games whose sides differ.
    fn turned(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Lists the options of each of `positions`, in canonical forms and split
    /// into parts, in one call: rules that are slow to ask are asked for many
    /// positions at once.
    ///
    /// # Errors
    ///
    /// The rules fail.
    fn expand(
        &self,
        positions: &[Self::Position],
        into: &mut Expansion<Self::Position>,
    ) -> Result<(), RulesError>
    where
        Self: Sized,
    {
        let declared = self.declared();
        let mut options = Vec::new();
        for from in positions {
            options.clear();
            self.options(from, &mut options);
            if let Some(fault) = self.fault() {
                return Err(fault);
            }
            for (chosen, to) in &options {
                let keeps_turn = self.mover(from) == self.mover(to);
                let points =
                    if declared.score.is_some() { self.points(from, chosen, to) } else { 0 };
                if declared.splits {
                    for part in self.parts(to)? {
                        into.part(self.canonical(&part)?);
                    }
                } else {
                    into.part(self.canonical(to)?);
                }
                into.end_option(keeps_turn, points);
            }
            into.end_position(if options.is_empty() { self.ending(from) } else { Outcome::Loss });
        }
        Ok(())
    }

    /// Bytes that a position holds beyond its own size, for limits on memory.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// The first failure of the rules in a call that cannot say so itself
    /// ([`Game::options`](crate::Game::options) and its like); taking it
    /// clears it.
    fn fault(&self) -> Option<RulesError> {
        None
    }
}

/// The options of many positions, one after another.
///
/// ```text
/// positions   | position 0          | position 1 | …
/// options     | option  | option    | option     | …
/// parts       | p | p q | (none)    | p          | …
/// ```
#[derive(Clone, Debug)]
pub struct Expansion<P> {
    parts: Vec<P>,
    options: Vec<OptionRow>,
    positions: Vec<PositionRow>,
}

#[derive(Clone, Copy, Debug)]
struct OptionRow {
    /// Where its parts end.
    end: usize,
    points: u64,
    keeps_turn: bool,
}

#[derive(Clone, Copy, Debug)]
struct PositionRow {
    /// Where its options end.
    end: usize,
    ending: Outcome,
}

/// One option in an [`Expansion`].
#[derive(Clone, Copy, Debug)]
pub struct Expanded<'e, P> {
    /// The parts that it leads to: one, unless the game declares that its
    /// positions split.
    pub parts: &'e [P],
    /// The points that it pays to who makes it.
    pub points: u64,
    /// The mover moves again.
    pub keeps_turn: bool,
}

impl<P> Default for Expansion<P> {
    fn default() -> Self {
        Expansion { parts: Vec::new(), options: Vec::new(), positions: Vec::new() }
    }
}

impl<P> Expansion<P> {
    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.options.clear();
        self.positions.clear();
    }

    /// Adds a part to the option that is being written.
    pub fn part(&mut self, part: P) {
        self.parts.push(part);
    }

    /// Ends an option: its parts are those added since the last end.
    pub fn end_option(&mut self, keeps_turn: bool, points: u64) {
        self.options.push(OptionRow { end: self.parts.len(), points, keeps_turn });
    }

    /// Ends a position: its options are those ended since the last one.
    /// `ending` is what it is worth to its mover, where it has none.
    pub fn end_position(&mut self, ending: Outcome) {
        self.positions.push(PositionRow { end: self.options.len(), ending });
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Does it hold no position?
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How many parts all options have together.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// What a position without options is worth to its mover.
    pub fn ending(&self, position: usize) -> Option<Outcome> {
        self.positions.get(position).map(|row| row.ending)
    }

    /// The options of a position, in the order in which the game lists them;
    /// none for one that is not there.
    pub fn options(&self, position: usize) -> impl ExactSizeIterator<Item = Expanded<'_, P>> {
        let before = |at: usize| at.checked_sub(1);
        let end = self.positions.get(position).map_or(0, |row| row.end);
        let start = before(position)
            .and_then(|before| self.positions.get(before))
            .map_or(0, |row| row.end)
            .min(end);
        self.options[start..end].iter().enumerate().map(move |(at, row)| {
            let from = before(start + at).map_or(0, |before| self.options[before].end);
            Expanded {
                parts: &self.parts[from..row.end],
                points: row.points,
                keeps_turn: row.keeps_turn,
            }
        })
    }
}
