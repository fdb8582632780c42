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
/// H is the hindered side and O his opponent. All laws but the last are about
/// every core with every resource, whether play comes there or not: a proof is
/// made with less than what is present, and told of more. The last is about
/// play from the position that is asked for.
///
/// 1. *Positions.* At the beginning of a turn a position is its core, its
///    resource and its mover, and nothing else: `join` makes it again of what
///    `split` gives. No two cores have one number. *Reason:* proofs know
///    positions by these alone.
/// 2. *Forbidding.* H's options leave the resource as it is. One that is legal
///    with some of it is legal with less of it, and leads to the same core.
///    *Reason:* whatever H does with more present, he does with less, so that
///    his win where some elements are absent is one wherever they are absent,
///    and O's where some are present is one wherever they are present.
/// 3. *Adding.* O's options are to add one element each; which elements he may
///    add depends on the core alone, apart from those present. Where he adds
///    several in a turn, he does so one after the other, and all that are left
///    where they are fewer. *Reason:* H's win has to answer what O may add, and
///    is told of resources at which he was never asked.
/// 4. *Ends.* Who has no option loses, be it H or O; nothing else ends play.
///    Where O has no option with nothing present, he has none with anything
///    present: H has won, and by the core alone. *Reason:* O's turn without an
///    option is how H's win is known. A core that ended play there in O's win
///    or in a tie would be taken for H's win (let O add an element, and H be
///    without an option after it); and a win only with an element present
///    would let that element help H.
/// 5. *Elements left.* Wherever play comes, whatever both do, O has an element
///    to add in his turn, unless H has won. *Reason:* O loses when he runs out,
///    by no move of H's. Proofs let O pass, since adding an element does for
///    him all that a pass does, and a set of positions that passes come back to
///    is O's win; both are false where he has nothing to add. It is enough that
///    each option of H's needs an element absent that O may add after it.
///
/// It follows that more of the resource never helps H (every win with more
/// is a win with less), that a pass would never help O, and that play ends: it
/// is never a tie or a draw.
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
