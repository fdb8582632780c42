//! Scripted games in tables: options are asked for in batches.

use perfectplay_game::{Declared, Expansion, Outcome, Player, RulesError, Tabular};
use starlark::values::Value;

use crate::ask::Asker;
use crate::error::ScriptError;
use crate::notation::{Turn, move_text};
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Positions of one session, at most.
const BATCH: usize = 1000;

impl Tabular for Rules {
    fn declared(&self) -> Declared {
        let book = self.book();
        Declared {
            impartial: self.facts.impartial,
            score: self.facts.pays.then(|| self.score()),
            splits: book.is_some_and(|book| book.parts.is_some()),
            symmetric: book.is_some_and(|book| book.canonical.is_some()),
        }
    }

    fn canonical(&self, position: &Position) -> Result<Position, RulesError> {
        if !self.declared().symmetric {
            return Ok(match self.facts.impartial {
                true => position.with_mover(Player::First),
                false => position.clone(),
            });
        }
        let form = self.ask(|asker| {
            let value = asker.value(position);
            let mover = self.canonical_mover(position.mover());
            asker.canonical(value, mover)
        });
        Ok(form?)
    }

    fn parts(&self, position: &Position) -> Result<Vec<Position>, RulesError> {
        let mover = position.mover();
        let parts = self.ask(|asker| {
            let value = asker.value(position);
            let parts = asker.parts(value)?;
            parts.into_iter().map(|part| asker.position(value, part, mover)).collect()
        });
        Ok(parts?)
    }

    fn points(&self, _from: &Position, chosen: &Move, _to: &Position) -> u64 {
        chosen.points
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        let turned = position.with_mover(position.mover().other());
        (self.facts.style.turn != Turn::InTheValue).then_some(turned)
    }

    /// One session serves up to a thousand positions. No notation is made;
    /// that moves differ is looked at where it costs little, and on a sample
    /// elsewhere.
    fn expand(
        &self,
        positions: &[Position],
        into: &mut Expansion<Position>,
    ) -> Result<(), RulesError> {
        let mut done = 0;
        while done < positions.len() {
            done += self.ask(|asker| self.expand_some(asker, &positions[done..], into))?;
        }
        Ok(())
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        position.0.heap_bytes()
    }

    fn fault(&self) -> Option<RulesError> {
        self.take_fault()
    }
}

/// So few moves are compared pair by pair.
const FEW: usize = 8;
/// Of positions with more moves, one in so many is looked at.
const SAMPLE: usize = 32;

impl Rules {
    fn canonical_mover(&self, mover: Player) -> Player {
        if self.facts.impartial { Player::First } else { mover }
    }

    /// Expands positions until the session has served enough; gives how many.
    fn expand_some(
        &self,
        asker: &mut Asker<'_, '_, '_>,
        positions: &[Position],
        into: &mut Expansion<Position>,
    ) -> Result<usize, ScriptError> {
        let mut done = 0;
        for from in positions.iter().take(BATCH) {
            self.expand_one(asker, from, done % SAMPLE == 0, into)?;
            done += 1;
            if asker.session.is_full() {
                break;
            }
        }
        Ok(done)
    }

    #[inline]
    fn expand_one(
        &self,
        asker: &mut Asker<'_, '_, '_>,
        from: &Position,
        sampled: bool,
        into: &mut Expansion<Position>,
    ) -> Result<(), ScriptError> {
        let mover = from.mover();
        let at = asker.value(from);
        if let Some(outcome) = asker.ending(at, mover)? {
            into.end_position(outcome);
            return Ok(());
        }
        let options = asker.options(at, mover)?;
        let plain = asker.book.canonical.is_none();
        for (index, &item) in options.iter().enumerate() {
            let item = asker.item(at, item)?;
            let points = self.points_of(asker, at, &item)?;
            if item.chosen.unpack_i32().is_none() && item.chosen.unpack_str().is_none() {
                asker.packed_move(at, item.chosen)?;
            }
            if index < FEW {
                for &other in &options[..index] {
                    if same(item.chosen, asker.item(at, other)?.chosen) {
                        let value = asker.packed_move(at, item.chosen)?;
                        return Err(asker.repeats(at, &move_text(&value)));
                    }
                }
            }
            let next = asker.mover_at(item.to, mover.other())?;
            if asker.book.parts.is_some() {
                for part in asker.parts(item.to)? {
                    into.part(asker.canonical(part, self.canonical_mover(next))?);
                }
            } else if plain {
                into.part(asker.position(at, item.to, self.canonical_mover(next))?);
            } else {
                into.part(asker.canonical(item.to, self.canonical_mover(next))?);
            }
            into.end_option(next == mover, points);
        }
        if sampled && options.len() > FEW {
            self.all_differ(asker, at, options)?;
        }
        into.end_position(match options.is_empty() {
            true => self.default_ending(),
            false => Outcome::Loss,
        });
        Ok(())
    }

    fn all_differ<'v>(
        &self,
        asker: &mut Asker<'_, 'v, '_>,
        at: Value<'v>,
        options: &[Value<'v>],
    ) -> Result<(), ScriptError> {
        let mut texts = rustc_hash::FxHashSet::default();
        for &item in options {
            let chosen = asker.item(at, item)?.chosen;
            let text = move_text(&asker.packed_move(at, chosen)?);
            if texts.contains(&text) {
                return Err(asker.repeats(at, &text));
            }
            texts.insert(text);
        }
        Ok(())
    }
}

/// Are two moves seen to be the same, without a look inside?
#[inline]
fn same(one: Value<'_>, two: Value<'_>) -> bool {
    match (one.unpack_i32(), two.unpack_i32()) {
        (Some(one), Some(two)) => one == two,
        (None, None) => {
            one.ptr_eq(two)
                || matches!((one.unpack_str(), two.unpack_str()), (Some(one), Some(two)) if one == two)
        }
        _ => false,
    }
}
