use std::hash::Hash;

use crate::{Game, Player};

/// A game with a resource that only grows and never helps one side.
///
/// A position is a *core* and a resource, a set of at most 128 elements. The
/// *hindered* side moves in the core; his opponent then adds elements, one
/// unless [`MonotoneResource::additions`] says otherwise.
///
/// # Laws
///
/// For the hindered side, with positions of one core:
///
/// - An option that is legal with some of the resource is legal with less of
///   it, and leads to the same core.
/// - His opponent's options are to add one element each; which elements he may
///   add depends on the core alone, apart from those present. Where he adds
///   several in a turn, he does so one after the other, and all that are left
///   where they are fewer.
/// - While play goes on, his opponent has an element to add. Where play is
///   over with the hindered side's win, it is so by the core alone.
/// - He loses when he has no option.
///
/// It follows that more of the resource never helps him (every win with more
/// is a win with less), and that a pass would never help his opponent.
pub trait MonotoneResource: Game {
    /// All of a position but the resource and whose move it is.
    type Core: Clone + Eq + Hash;

    /// The side that the resource never helps.
    fn hindered(&self) -> Player;

    /// All elements, as bits; at most 128.
    fn elements(&self) -> u128;

    /// How many elements the opponent adds in a turn, 1 at least. Default: 1.
    fn additions(&self) -> u32 {
        1
    }

    /// How many elements the opponent has still to add in this turn. Default:
    /// all of a turn's where he is to move.
    fn still_to_add(&self, position: &Self::Position) -> u32 {
        if self.mover(position) == self.hindered() { 0 } else { self.additions() }
    }

    /// The core and the resource; `None` for a position that is not covered.
    fn split(&self, position: &Self::Position) -> Option<(Self::Core, u128)>;

    /// The position with this core, resource and mover, who has his whole turn
    /// before him.
    fn join(&self, core: &Self::Core, resource: u128, mover: Player) -> Self::Position;

    /// A core as one number, for certificates.
    fn core_number(&self, core: &Self::Core) -> u64;

    /// The core of a number, if it is one.
    fn core_of(&self, number: u64) -> Option<Self::Core>;
}
