use rustc_hash::FxHashMap;

use perfectplay_game::{Meter, Stop};

use super::search::singles;
use super::{Pursuit, Search, Verdict};

/// Bytes announced for one position of a set.
const NODE_BYTES: u64 = 96;

/// A set of positions that is to become closed: from each, every attacker's
/// step has an answer back into the set.
struct Set<C> {
    nodes: Vec<Node<C>>,
    by_core: FxHashMap<C, Vec<usize>>,
    /// Nodes whose steps have to be answered (again).
    open: Vec<usize>,
}

struct Node<C> {
    core: C,
    resource: u128,
    /// Nodes with a step that is answered into this one.
    relying: Vec<usize>,
    /// The attacker was found to win here after all.
    dead: bool,
}

impl<C: Copy + Eq + std::hash::Hash> Set<C> {
    fn add(&mut self, core: C, resource: u128, meter: &mut Meter) -> Result<usize, Stop> {
        meter.hold(NODE_BYTES)?;
        let id = self.nodes.len();
        self.nodes.push(Node { core, resource, relying: Vec::new(), dead: false });
        self.by_core.entry(core).or_default().push(id);
        self.open.push(id);
        Ok(id)
    }

    /// A node of this core that lacks at most one element of `addable` to be
    /// contained in `resource`.
    fn answering(&self, core: C, resource: u128, addable: u128) -> Option<usize> {
        let ids = self.by_core.get(&core)?;
        ids.iter().copied().find(|&id| {
            let node = &self.nodes[id];
            let missing = node.resource & !resource;
            !node.dead && (missing == 0 || missing.is_power_of_two() && missing & !addable == 0)
        })
    }

    fn kill(&mut self, id: usize) {
        self.nodes[id].dead = true;
        let relying = std::mem::take(&mut self.nodes[id].relying);
        self.open.extend(relying);
    }
}

/// How the defender answers a step.
enum Answer {
    /// Into a loss that is proved already.
    Proved,
    /// Into a node of the set.
    Into(usize),
    /// Not at all: the attacker wins by it, where this zone is missed.
    None { zone: u128 },
}

impl<P: Pursuit> Search<P> {
    /// Decides a position with the attacker to move by growing a set around
    /// it until it is closed, or until the attacker is found to win.
    ///
    /// A position enters the set when no win is found within the horizon; if
    /// one of its steps then has no answer, it is a win, with its zone, and
    /// every node that relied on it is looked at again. Both ends are proofs.
    pub(super) fn close(
        &mut self,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Verdict, Stop> {
        let mut set = Set { nodes: Vec::new(), by_core: FxHashMap::default(), open: Vec::new() };
        let decided = self.grow(&mut set, core, resource, meter);
        meter.release(NODE_BYTES * set.nodes.len() as u64);
        decided
    }

    fn grow(
        &mut self,
        set: &mut Set<P::Core>,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Verdict, Stop> {
        let root = set.add(core, resource, meter)?;
        while let Some(id) = set.open.pop() {
            let Node { core, resource, dead, .. } = set.nodes[id];
            if dead {
                continue;
            }
            if let Some(zone) = self.expand(set, id, core, resource, meter)? {
                self.table.keep_win(core, zone, meter)?;
                set.kill(id);
                if id == root {
                    return Ok(Verdict::Wins { zone });
                }
            }
        }
        for node in set.nodes.iter().filter(|node| !node.dead) {
            self.table.keep_loss(node.core, node.resource, meter)?;
        }
        Ok(Verdict::Loses { base: resource })
    }

    /// Answers every step of a node; the zone of a win if one has no answer.
    fn expand(
        &mut self,
        set: &mut Set<P::Core>,
        id: usize,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Option<u128>, Stop> {
        if let Verdict::Wins { zone } =
            self.within(core, resource, self.pursuit.horizon(), meter)?
        {
            return Ok(Some(zone));
        }
        if self.table.loss(core, resource).is_some() {
            return Ok(None);
        }
        let (steps, _) = self.legal(core, resource);
        for step in steps {
            match self.answer(set, step.to, resource, meter)? {
                Answer::Proved => {}
                Answer::Into(into) => set.nodes[into].relying.push(id),
                Answer::None { zone } => return Ok(Some(zone | step.needs)),
            }
        }
        Ok(None)
    }

    /// An answer of the defender's at `core`: one that stays in the set if
    /// there is one, the pass if it may do, and else any that may do.
    fn answer(
        &mut self,
        set: &mut Set<P::Core>,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Answer, Stop> {
        let addable = self.addable(core, resource);
        if self.table.loss_after_one(core, resource, addable).is_some() {
            return Ok(Answer::Proved);
        }
        if let Some(id) = set.answering(core, resource, addable) {
            return Ok(Answer::Into(id));
        }
        let horizon = self.pursuit.horizon();
        let mut zone = match self.within(core, resource, horizon, meter)? {
            Verdict::Loses { base } => {
                return Ok(Answer::Into(self.join(set, core, resource, base, meter)?));
            }
            Verdict::Wins { zone } => zone,
        };
        let mut inside = zone;
        for added in singles(addable) {
            if added & inside == 0 {
                continue;
            }
            let with = resource | added;
            match self.within(core, with, horizon, meter)? {
                Verdict::Loses { base } => {
                    return Ok(match self.table.loss(core, with) {
                        Some(_) => Answer::Proved,
                        None => Answer::Into(self.join(set, core, with, base, meter)?),
                    });
                }
                Verdict::Wins { zone: another } => {
                    zone |= another;
                    inside &= another;
                }
            }
        }
        Ok(Answer::None { zone })
    }

    /// Adds a position to the set: with as little of the resource as the
    /// failure within the horizon relied on, since that one node then serves
    /// all positions with more; with all of it where less is a win.
    fn join(
        &mut self,
        set: &mut Set<P::Core>,
        core: P::Core,
        resource: u128,
        base: u128,
        meter: &mut Meter,
    ) -> Result<usize, Stop> {
        let enough = self.table.win(core, base).is_none();
        set.add(core, if enough { base } else { resource }, meter)
    }
}
