use rustc_hash::FxHashMap;

use perfectplay_game::Meter;

use super::search::{Answered, Found};
use super::table::How;
use super::{Pursuit, Search};

/// A win of the attacker's as a strategy has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinEntry<C> {
    /// Where it is.
    pub core: C,
    /// It holds where these elements are absent.
    pub zone: u128,
    /// What the attacker's step leads to.
    pub to: C,
    /// Earlier entries that all answers run into; none after a step that wins
    /// at once.
    pub then: Vec<u64>,
}

/// A loss of the attacker's as a strategy has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossEntry<C> {
    /// Where it is.
    pub core: C,
    /// It holds where these elements are present.
    pub base: u128,
    /// What each step that the base allows leads to, with the entry that
    /// answers it.
    pub answers: Vec<(C, u64)>,
}

/// A strategy that proves one position: the attacker's wins, or the set of
/// his losses that is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy<C> {
    /// Wins, each after those it uses; the position's own is last where the
    /// attacker moves.
    pub wins: Vec<WinEntry<C>>,
    /// Losses; the position's own is first where the attacker moves.
    pub losses: Vec<LossEntry<C>>,
    /// Where the defender moves: the wins that all his answers run into, or
    /// the one loss that he moves into.
    pub root: Vec<u64>,
}

impl<C: Copy> Strategy<C> {
    /// Each win that the position itself needs, with those that it uses: the
    /// position's own, or one for each entry of the root.
    pub fn each_win(&self) -> Vec<Strategy<C>> {
        let last = self.wins.len().checked_sub(1).map(|last| last as u64);
        let roots = if self.root.is_empty() { last.as_slice() } else { &self.root };
        roots.iter().map(|&root| self.win(root as usize)).collect()
    }

    /// One entry with those that it uses, and with no others.
    fn win(&self, root: usize) -> Strategy<C> {
        let mut used = vec![false; root + 1];
        used[root] = true;
        for id in (0..=root).rev() {
            if used[id] {
                self.wins[id].then.iter().for_each(|&then| used[then as usize] = true);
            }
        }
        let mut number = vec![0; root + 1];
        let mut wins = Vec::new();
        for (id, win) in self.wins[..=root].iter().enumerate().filter(|(id, _)| used[*id]) {
            number[id] = wins.len() as u64;
            let then = win.then.iter().map(|&then| number[then as usize]).collect();
            wins.push(WinEntry { core: win.core, zone: win.zone, to: win.to, then });
        }
        Strategy { wins, losses: Vec::new(), root: Vec::new() }
    }
}

impl<P: Pursuit> Search<P> {
    /// The strategy that proves a position, decided before or not; the
    /// defender is to move with so many elements to add, or, with none, the
    /// attacker.
    ///
    /// # Errors
    ///
    /// See [`Search`].
    pub fn strategy(
        &mut self,
        core: P::Core,
        resource: u128,
        to_add: u32,
        meter: &mut Meter,
    ) -> Result<Strategy<P::Core>, P::Error> {
        if to_add == 0 {
            return match self.decide_held(core, resource, meter)? {
                Found::Win(id) => Ok(self.wins_of(&[id], false)),
                Found::Not { .. } => self.losses_of(core, resource, false, meter),
            };
        }
        match self.answered_held(core, resource, to_add, meter)? {
            (Answered::Wins { then, .. }, _) => Ok(self.wins_of(&then, true)),
            (Answered::Not { .. }, with) => self.losses_of(core, with, true, meter),
        }
    }

    /// All wins that the given ones use, and they themselves.
    fn wins_of(&self, roots: &[u32], with_root: bool) -> Strategy<P::Core> {
        let proved = &self.table.wins;
        let mut used = vec![false; proved.len()];
        let mut pending = roots.to_vec();
        while let Some(id) = pending.pop() {
            if !std::mem::replace(&mut used[id as usize], true) {
                pending.extend(&proved[id as usize].then);
            }
        }
        // A win uses earlier ones alone, so the order of the table will do.
        let mut number = vec![0u64; proved.len()];
        let mut wins = Vec::new();
        for (id, win) in proved.iter().enumerate().filter(|(id, _)| used[*id]) {
            number[id] = wins.len() as u64;
            let then = win.then.iter().map(|&id| number[id as usize]).collect();
            wins.push(WinEntry { core: win.core, zone: win.zone, to: win.to, then });
        }
        let root = roots.iter().map(|&id| number[id as usize]).filter(|_| with_root).collect();
        Strategy { wins, losses: Vec::new(), root }
    }

    /// The closed set around a loss that is in the table.
    fn losses_of(
        &self,
        core: P::Core,
        resource: u128,
        with_root: bool,
        meter: &mut Meter,
    ) -> Result<Strategy<P::Core>, P::Error> {
        let mut set = ClosedSet { search: self, number: FxHashMap::default(), pairs: Vec::new() };
        // `decide` gave a loss, so there is one.
        if let Some(id) = self.table.loss(core, resource) {
            set.enter_loss(id);
        }
        let mut losses = Vec::new();
        while let Some(&(core, base, id)) = set.pairs.get(losses.len()) {
            meter.spend(1)?;
            meter.hold(128)?;
            losses.push(LossEntry { core, base, answers: set.answers(core, base, id) });
        }
        let root = if with_root { vec![0] } else { Vec::new() };
        Ok(Strategy { wins: Vec::new(), losses, root })
    }
}

/// The pairs of a closed set, numbered as they are met.
struct ClosedSet<'s, P: Pursuit> {
    search: &'s Search<P>,
    number: FxHashMap<(P::Core, u128), u64>,
    /// Core, base, and the loss in the table; none for what a hopeless
    /// position leads to.
    pairs: Vec<(P::Core, u128, Option<u32>)>,
}

impl<P: Pursuit> ClosedSet<'_, P> {
    fn enter(&mut self, core: P::Core, base: u128, id: Option<u32>) -> u64 {
        let next = self.pairs.len() as u64;
        let number = *self.number.entry((core, base)).or_insert(next);
        if number == next {
            self.pairs.push((core, base, id));
        }
        number
    }

    fn enter_loss(&mut self, mut id: u32) -> u64 {
        let losses = &self.search.table.losses;
        while let How::By(other) = losses[id as usize].how {
            id = other;
        }
        let loss = &losses[id as usize];
        let known = matches!(loss.how, How::Answers(_)).then_some(id);
        self.enter(loss.core, loss.base, known)
    }

    fn answers(&mut self, core: P::Core, base: u128, id: Option<u32>) -> Vec<(P::Core, u64)> {
        let losses = &self.search.table.losses;
        if let Some(How::Answers(answers)) = id.map(|id| &losses[id as usize].how) {
            return answers.iter().map(|&(to, id)| (to, self.enter_loss(id))).collect();
        }
        // What was hopeless stays so, whatever the attacker does.
        let (steps, _) = self.search.legal(core, base);
        steps.iter().map(|step| (step.to, self.enter(step.to, base, None))).collect()
    }
}
