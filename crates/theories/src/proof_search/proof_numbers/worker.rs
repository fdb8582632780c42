use perfectplay_game::{Game, Player};
use rustc_hash::FxHashMap;

use super::deepening::Deepening;
use super::driver::Driver;
use super::effort::{Effort, Halt, Turn};
use super::hints::Hints;
use super::levels::{LAST, Levels, Verdict, after};
use super::numbers::Numbers;
use super::order::Order;
use super::table::Memo;

/// Positions that are known to be won, or all known not to be.
pub(super) type Facts<'s, P> = (&'s FxHashMap<P, usize>, bool);

/// Numbers, and options that are decided.
pub(super) type Standing<P> = (Numbers, Vec<(P, bool)>);

/// The search of one question on one thread, by either method or by both in
/// turns.
pub(super) struct Worker<'s, G: Game, H, M, L> {
    numbers: Driver<'s, G, H, M>,
    deepening: Deepening<'s, G, H, L>,
    deepens: bool,
    comes_back: bool,
    /// An option that decides the position asked about.
    pub(super) choice: Option<G::Position>,
}

impl<'s, G: Game, H, M, L> Worker<'s, G, H, M, L>
where
    H: Hints<G>,
    M: Memo<G::Position, Numbers>,
    L: Memo<G::Position, Levels>,
{
    /// Proof-number search, that keeps so much pending at most and breaks ties
    /// by a salt.
    pub(super) fn new(
        (game, hints): (&'s G, &'s H),
        attacker: Player,
        (numbers, levels): (M, L),
        order: &'s mut Order,
        (pending, salt): (usize, u64),
    ) -> Self {
        Worker {
            numbers: Driver::new((game, hints), attacker, numbers, pending, salt),
            deepening: Deepening::new((game, hints), attacker, levels, order),
            deepens: false,
            comes_back: hints.comes_back(),
            choice: None,
        }
    }

    /// Deepening instead.
    pub(super) fn deepens(&mut self) -> &mut Self {
        self.deepens = true;
        self
    }

    /// Relies on facts, if there are any.
    pub(super) fn relies_on(&mut self, facts: Option<Facts<'s, G::Position>>) {
        self.numbers.facts = facts;
    }

    /// What either method found of a position, without a search; `looks` is at
    /// how many options it may look yet.
    pub(super) fn found(&mut self, position: G::Position, looks: &mut u64) -> Option<bool> {
        let told = self.numbers.known(position.clone());
        told.or_else(|| self.deepening.known(&position, looks))
    }

    /// What proof numbers know of a position without a search.
    pub(super) fn known(&mut self, position: G::Position) -> Option<bool> {
        if self.deepens && !self.comes_back { None } else { self.numbers.known(position) }
    }

    /// Positions expanded so far.
    pub(super) fn expanded(&self) -> u64 {
        self.numbers.expanded + self.deepening.expanded
    }

    /// Where a search was stopped.
    pub(super) fn standing(&self) -> Standing<G::Position> {
        let begun = Numbers::open((1, 1));
        match self.deepens {
            true => (begun, self.deepening.decided()),
            // Other threads may have come to a limit before this one began.
            false => self.numbers.standing().unwrap_or((begun, Vec::new())),
        }
    }

    /// Does the attacker win from a position in canonical form? `afresh` looks
    /// at its options even if it is known.
    pub(super) fn solve(
        &mut self,
        root: G::Position,
        afresh: bool,
        effort: &mut impl Effort,
    ) -> Result<bool, Halt> {
        if self.deepens {
            self.deepen(root, afresh, effort)
        } else {
            self.count(root, afresh, effort)
        }
    }

    fn count(
        &mut self,
        root: G::Position,
        afresh: bool,
        effort: &mut impl Effort,
    ) -> Result<bool, Halt> {
        let found = self.numbers.solve(root, afresh, effort);
        self.choice = self.numbers.choice.take();
        found
    }

    fn deepen(
        &mut self,
        root: G::Position,
        afresh: bool,
        effort: &mut impl Effort,
    ) -> Result<bool, Halt> {
        let mut limit = 1;
        loop {
            let before = self.deepening.expanded;
            let verdict = self.deepening.solve(root.clone(), limit, afresh, effort)?;
            self.choice = self.deepening.choice.take();
            match verdict {
                Verdict::Won => return Ok(true),
                Verdict::Lost => return Ok(false),
                // No play has an end in reach.
                Verdict::Cut if limit == LAST => return self.count(root, afresh, effort),
                Verdict::Cut if self.comes_back => {
                    // As long as this level took, about, for a cycle has no
                    // level: proof numbers look at all options of a position
                    // before they go on.
                    let left = (self.deepening.expanded - before) / 8 + 64;
                    match self.count(root.clone(), afresh, &mut Turn { effort: &mut *effort, left })
                    {
                        Err(Halt::Paused) => {}
                        found => return found,
                    }
                }
                Verdict::Cut => {}
            }
            limit = after(limit);
        }
    }
}
