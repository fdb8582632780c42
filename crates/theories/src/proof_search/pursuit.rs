use std::hash::Hash;

use perfectplay_game::Stop;

/// An attacker's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<C> {
    /// What it leads to.
    pub to: C,
    /// The move is legal where none of these elements is present.
    pub needs: u128,
    /// Does it win at once?
    pub wins: bool,
}

/// A game of an attacker against a defender whose resource grows.
///
/// A position is a *core* (all but the resource) and a resource, a set of at
/// most 128 elements. The attacker makes a step; unless it wins, the defender
/// adds elements that are absent and not closed to him at that core: one, or
/// [`Pursuit::additions`], or all that are left. The attacker loses when he
/// cannot move.
///
/// # Laws
///
/// - More of the resource never helps the attacker: elements only forbid
///   steps.
/// - After every step that does not win, in all play from the position that is
///   searched, the defender has some element to add: so an answer is never
///   worse for him than the pass that proofs are made of, and a play that goes
///   round in them comes to an end in the game.
/// - From a core, [`Pursuit::least_steps`] is no more than the number of steps
///   of any win.
pub trait Pursuit {
    /// All of a position but the resource.
    type Core: Copy + Eq + Hash + std::fmt::Debug;

    /// Why a search fails: [`Stop`] where the laws are known to hold, else
    /// that or a law that was found broken.
    type Error: From<Stop>;

    /// Is what a search proves held against the rules, by the methods named
    /// `hold_`, before it is told? Default: no, the laws are known to hold.
    const HELD: bool = false;

    /// All elements that can be added at some time.
    fn elements(&self) -> u128;

    /// How many elements the defender adds in a turn, 1 at least. Default: 1.
    fn additions(&self) -> u32 {
        1
    }

    /// Elements that the defender may not add while this is the core.
    fn closed(&self, core: Self::Core) -> u128;

    /// The attacker's steps, the promising first.
    fn steps(&self, core: Self::Core, into: &mut Vec<Step<Self::Core>>);

    /// A lower bound on the attacker's steps to a win. Default: 1.
    fn least_steps(&self, _core: Self::Core) -> u32 {
        1
    }

    /// A quick proof that the attacker never wins: a part of the resource that
    /// is enough for it. Default: none.
    fn hopeless(&self, _core: Self::Core, _resource: u128) -> Option<u128> {
        None
    }

    /// How many steps to look ahead before a loss is tried. It changes the
    /// effort, never an answer.
    fn horizon(&self) -> u32;

    /// A law found broken by anything asked before. Default: none.
    ///
    /// # Errors
    ///
    /// That law.
    fn fault(&self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Holds a position that is asked for against the rules, the defender to
    /// move with so many elements to add, or, with none, the attacker.
    ///
    /// # Errors
    ///
    /// A law is broken there, or there is nothing to search.
    fn hold_root(
        &self,
        _core: Self::Core,
        _resource: u128,
        _to_add: u32,
    ) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Holds a position with the attacker to move against the rules.
    ///
    /// # Errors
    ///
    /// A law is broken there.
    fn hold_attacker(&self, _core: Self::Core, _resource: u128) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Holds a position with the defender to move, and his whole turn before
    /// him, against the rules.
    ///
    /// # Errors
    ///
    /// A law is broken there.
    fn hold_defender(&self, _core: Self::Core, _resource: u128) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Play comes here, and the defender is to move: has he an element to add?
    ///
    /// # Errors
    ///
    /// He has none.
    fn hold_left(&self, _core: Self::Core, _resource: u128) -> Result<(), Self::Error> {
        Ok(())
    }
}
