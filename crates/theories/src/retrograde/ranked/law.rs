use perfectplay_game::{Meter, Options, Ranks};

use crate::retrograde::Error;

/// Ranks that are tried.
const SAMPLE: u64 = 1 << 12;

/// Neighbours of each that are tried.
const NEIGHBOURS: usize = 8;

/// Tries the laws of ranks on a sample: all of a small game, and of a large
/// one ranks that lie everywhere.
pub(super) fn sample<G: Ranks>(game: &G, positions: u32, meter: &mut Meter) -> Result<(), Error> {
    let positions = u64::from(positions);
    if positions <= SAMPLE {
        return (0..positions).try_for_each(|rank| at(game, rank, meter));
    }
    // Steps of the golden ratio spread over a circle: no period of a ranking
    // is missed by them.
    let spread = |nth: u64| {
        let place = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(place) * u128::from(positions)) >> 64) as u64
    };
    (0..SAMPLE).try_for_each(|nth| at(game, spread(nth), meter))
}

/// Tries the laws at one rank.
fn at<G: Ranks>(game: &G, rank: u64, meter: &mut Meter) -> Result<(), Error> {
    let broken = |what| Err(Error::Unlawful { rank, what });
    let Some(position) = game.unrank(rank) else { return Ok(()) };
    if game.rank(&position) != rank {
        return broken("it has another rank");
    }
    let options = options(game, &position);
    meter.spend(options.len() as u64 + 1)?;
    for to in options.iter().take(NEIGHBOURS) {
        if game.rank(to) >= game.size() || game.unrank(game.rank(to)).as_ref() != Some(to) {
            return broken("an option leads to a position that its rank does not give back");
        }
        let mut before = Vec::new();
        if game.before(to, &mut before) {
            meter.spend(before.len() as u64)?;
            if count(&before, &position) != count(&options, to) {
                return broken("an option is not among what is before the position it leads to");
            }
        }
    }
    let mut before = Vec::new();
    if game.before(&position, &mut before) {
        meter.spend(before.len() as u64)?;
        for from in before.iter().take(NEIGHBOURS) {
            if game.rank(from) >= game.size() || game.unrank(game.rank(from)).as_ref() != Some(from)
            {
                return broken("what is before it has a rank that does not give it back");
            }
            let options = self::options(game, from);
            meter.spend(options.len() as u64)?;
            if count(&options, &position) != count(&before, from) {
                return broken("what is before it has no such option");
            }
        }
    }
    Ok(())
}

fn options<G: Ranks>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut options: Options<G> = Vec::new();
    game.options(position, &mut options);
    options.into_iter().map(|(_, to)| to).collect()
}

fn count<P: Eq>(among: &[P], position: &P) -> usize {
    among.iter().filter(|one| *one == position).count()
}
