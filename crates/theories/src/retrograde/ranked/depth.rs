//! Depth first, positions being numbered by the game.

use perfectplay_game::{Meter, Options, Outcome, Ranks};

use crate::retrograde::Error;
use crate::retrograde::graph::Step;
use crate::retrograde::memo::{List, Memo, Valued};
use crate::retrograde::standing::Word;

struct Ranking<'g, G: Ranks> {
    game: &'g G,
    positions: u32,
    options: Options<G>,
}

/// The words of a game in which no position comes back; `None` where one does,
/// or the path gets so long that it costs more than the words.
pub(super) fn solve<G: Ranks>(
    game: &G,
    positions: u32,
    meter: &mut Meter,
) -> Result<Option<Vec<Word>>, (Vec<Word>, Error)> {
    let mut ranking = Ranking { game, positions, options: Vec::new() };
    let mut memo = Memo::new((positions as usize / 64).max(1 << 16));
    let mut valued = Ok(Valued::Done);
    for rank in 0..positions {
        if memo.is_valued(rank) {
            continue;
        }
        if game.unrank(rank.into()).is_some() {
            valued = memo.value(&mut ranking, rank, meter);
        } else {
            // Left as one that was not valued, which is what a hole is.
            valued = meter.spend(1).map(|()| Valued::Done).map_err(Error::from);
        }
        if valued != Ok(Valued::Done) {
            break;
        }
    }
    let mut words = memo.into_words(meter);
    match valued {
        Ok(Valued::Done) => {
            words.resize(positions as usize, Word::NO_POSITION);
            let holes = words.iter_mut().filter(|word| word.is_undecided());
            holes.for_each(|word| *word = Word::NO_POSITION);
            Ok(Some(words))
        }
        Ok(_) => {
            meter.release(words.capacity() as u64 * 4);
            Ok(None)
        }
        Err(why) => Err((words, why)),
    }
}

impl<G: Ranks> List for Ranking<'_, G> {
    fn numbers(&self) -> u32 {
        self.positions
    }

    fn list(
        &mut self,
        number: u32,
        into: &mut Vec<Step>,
        meter: &mut Meter,
    ) -> Result<Option<Outcome>, Error> {
        let broken = |what| Error::Unlawful { rank: number.into(), what };
        let position = self.game.unrank(number.into());
        let position = position.ok_or(broken("an option leads here, and it has no position"))?;
        self.game.options(&position, &mut self.options);
        meter.spend(self.options.len() as u64 + 1)?;
        if self.options.is_empty() {
            return Ok(Some(self.game.ending(&position)));
        }
        let mover = self.game.mover(&position);
        for (_, to) in self.options.drain(..) {
            let keeps_turn = self.game.mover(&to) == mover;
            let to = u32::try_from(self.game.rank(&to)).ok().filter(|to| *to < self.positions);
            let to = to.ok_or(broken("an option leads to a rank that is none"))?;
            into.push(Step { to, keeps_turn });
        }
        Ok(None)
    }
}
