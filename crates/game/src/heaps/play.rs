use std::ops::ControlFlow;

use super::{TakesAndBreaks, options};
use crate::{Game, Meter, Options, Outcome, Player};

/// Play with heaps by the rules of a heap game: a sum of heaps, each move on
/// one of them.
///
/// For small heaps, as [exhaustive play](crate::exhaustive) needs it: all
/// options of a position are listed at once.
///
/// # Examples
///
/// A move takes one stone or two from a heap and leaves one heap or none:
///
/// ```
/// use perfectplay_game::{Condition, Game, HeapPlay, Meter, Outcome, TakesAndBreaks, exhaustive};
///
/// struct OneOrTwo;
///
/// impl TakesAndBreaks for OneOrTwo {
///     fn condition(&self, taken: i64, heaps: u64) -> Option<Condition> {
///         ((1..=2).contains(&taken) && heaps <= 1).then_some(Condition::Any)
///     }
///     fn most_heaps(&self, _: i64) -> Option<u64> {
///         Some(1)
///     }
///     fn next_taken(&self, from: i64) -> Option<i64> {
///         Some(from.max(1)).filter(|&taken| taken <= 2)
///     }
///     fn repeats(&self) -> Option<(u64, u64)> {
///         None
///     }
/// }
///
/// let game = HeapPlay { rules: OneOrTwo, heaps: vec![4, 7], misere: false };
/// let outcome = exhaustive::outcome(&game, &game.start(), &mut Meter::default())?;
/// assert_eq!(outcome, Outcome::Loss);
/// # Ok::<(), exhaustive::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct HeapPlay<R> {
    /// The rules.
    pub rules: R,
    /// The heaps that play starts with, in any order.
    pub heaps: Vec<u64>,
    /// Does who cannot move win?
    pub misere: bool,
}

/// A move on one heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// The size of the heap.
    pub heap: u64,
    /// The stones taken, or less than 0 where some are added.
    pub taken: i64,
    /// The heaps left of it, in sizes that do not fall.
    pub left: Vec<u64>,
}

impl<R: TakesAndBreaks> Game for HeapPlay<R> {
    /// The heaps that have stones, in sizes that do not fall; who moves.
    type Position = (Vec<u64>, Player);
    type Move = HeapMove;

    fn start(&self) -> Self::Position {
        let mut heaps = self.heaps.clone();
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        (heaps, Player::First)
    }

    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }

    fn options(&self, (heaps, mover): &Self::Position, into: &mut Options<Self>) {
        for (at, &heap) in heaps.iter().enumerate() {
            // Equal heaps have the same moves.
            if at > 0 && heaps[at - 1] == heap {
                continue;
            }
            let mut show = |taken, left: &[u64]| {
                let mut to = heaps.clone();
                to.remove(at);
                to.extend(left);
                to.sort_unstable();
                let chosen = HeapMove { heap, taken, left: left.to_vec() };
                into.push((chosen, (to, mover.other())));
                ControlFlow::Continue(())
            };
            // A meter without limits does not stop.
            let _ = options(&self.rules, heap, &mut Meter::default(), &mut show);
        }
    }

    fn ending(&self, _position: &Self::Position) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }
}
