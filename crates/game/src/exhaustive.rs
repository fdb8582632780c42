//! Exhaustive play: the definition of truth.
//!
//! Every reachable position is visited and valued from its options, with
//! nothing clever in between. It serves small games; every theory is tested
//! against it at every position.
//!
//! All functions take time and memory linear in the number of positions
//! reachable from the given one, plus their options.

use rustc_hash::FxHashMap;

use crate::{Game, Meter, Outcome, PaysPoints, Stop};

/// Why exhaustive play gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A limit was reached; nothing was proved.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A position can come back, so its value is not defined by the values of
    /// its options alone.
    #[error("a position can come back in this game: exhaustive play needs play to end")]
    ComesBack,
}

/// The value of every position reachable from `root`, itself included.
///
/// `value` is asked for each position once, with its options already valued,
/// in the order in which the game lists them.
///
/// # Errors
///
/// See [`Error`].
pub fn fold<G: Game, V: Clone>(
    game: &G,
    root: &G::Position,
    meter: &mut Meter,
    mut value: impl FnMut(&G::Position, &[(G::Move, G::Position)], &[V]) -> V,
) -> Result<FxHashMap<G::Position, V>, Error> {
    // A position on the path from the root is in `values` with None.
    let mut values: FxHashMap<G::Position, Option<V>> = FxHashMap::default();
    let open = |position: &G::Position| {
        let mut options = Vec::new();
        game.options(position, &mut options);
        (position.clone(), options, 0usize)
    };
    let mut path = vec![open(root)];
    values.insert(root.clone(), None);
    while let Some((position, options, next)) = path.last_mut() {
        if let Some((_, child)) = options.get(*next) {
            meter.spend(1)?;
            match values.get(child) {
                Some(Some(_)) => *next += 1,
                Some(None) => return Err(Error::ComesBack),
                None => {
                    values.insert(child.clone(), None);
                    let child = open(child);
                    path.push(child);
                }
            }
            continue;
        }
        let of_options: Vec<V> =
            options.iter().filter_map(|(_, child)| values[child].clone()).collect();
        let found = value(position, options, &of_options);
        values.insert(position.clone(), Some(found));
        path.pop();
    }
    Ok(values.into_iter().filter_map(|(position, v)| v.map(|v| (position, v))).collect())
}

/// The outcome, for its mover, of every position reachable from `root`.
///
/// # Errors
///
/// See [`Error`].
pub fn outcomes<G: Game>(
    game: &G,
    root: &G::Position,
    meter: &mut Meter,
) -> Result<FxHashMap<G::Position, Outcome>, Error> {
    fold(game, root, meter, |position, options, values| {
        options
            .iter()
            .zip(values)
            .map(|((_, to), value)| seen_from(game, position, to, *value))
            .max()
            .unwrap_or_else(|| game.ending(position))
    })
}

/// The outcome of one position, for its mover.
///
/// # Errors
///
/// See [`Error`].
pub fn outcome<G: Game>(
    game: &G,
    position: &G::Position,
    meter: &mut Meter,
) -> Result<Outcome, Error> {
    Ok(outcomes(game, position, meter)?[position])
}

/// An outcome for the mover of `to`, turned to the mover of `from`.
fn seen_from<G: Game>(game: &G, from: &G::Position, to: &G::Position, value: Outcome) -> Outcome {
    if game.mover(from) == game.mover(to) { value } else { value.for_other() }
}

/// The Grundy value of every position reachable from `root`: the least
/// nimber that no option has (normal play, both players having the same
/// options).
///
/// # Errors
///
/// See [`Error`].
pub fn grundy_values<G: Game>(
    game: &G,
    root: &G::Position,
    meter: &mut Meter,
) -> Result<FxHashMap<G::Position, u64>, Error> {
    fold(game, root, meter, |_, _, values| (0..).find(|n| !values.contains(n)).unwrap_or_default())
}

/// What lexicographic play gives the mover of a position from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Does the mover win?
    pub wins: bool,
    /// Points of the mover.
    pub own: u64,
    /// Points of the opponent.
    pub other: u64,
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let result = if self.wins { "a win" } else { "a loss" };
        write!(f, "{result} with {} points against {}", self.own, self.other)
    }
}

/// Win, points and points of the rival at every position reachable from
/// `root`, when both players take the option that `better` prefers (turns
/// alternate).
///
/// # Errors
///
/// See [`Error`].
pub fn points<G: PaysPoints>(
    game: &G,
    root: &G::Position,
    meter: &mut Meter,
    better: impl Fn(&Points, &Points) -> bool,
) -> Result<FxHashMap<G::Position, Points>, Error> {
    fold(game, root, meter, |position, options, values: &[Points]| {
        let mut best: Option<Points> = None;
        for ((_, to), value) in options.iter().zip(values) {
            let own = value.other + game.points(position, to);
            let found = Points { wins: !value.wins, own, other: value.own };
            if best.is_none_or(|best| better(&found, &best)) {
                best = Some(found);
            }
        }
        let wins = game.ending(position) == Outcome::Win;
        best.unwrap_or(Points { wins, own: 0, other: 0 })
    })
}
