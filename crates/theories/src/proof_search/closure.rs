use rustc_hash::FxHashMap;

use perfectplay_game::{Meter, Stop};

use super::search::{Answered, Found};
use super::table::{How, Loss, within_reach};
use super::{Pursuit, Search};

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
    /// How it is lost, once all its steps are answered.
    how: Option<Lost<C>>,
    /// The attacker was found to win here after all.
    dead: bool,
}

/// How a node is lost, by other nodes and by losses proved before.
enum Lost<C> {
    By(u32),
    Answers(Vec<(C, Answer)>),
}

impl<C: Copy + Eq + std::hash::Hash> Set<C> {
    fn add(&mut self, core: C, resource: u128, meter: &mut Meter) -> Result<usize, Stop> {
        meter.hold(NODE_BYTES)?;
        let id = self.nodes.len();
        self.nodes.push(Node { core, resource, relying: Vec::new(), how: None, dead: false });
        self.by_core.entry(core).or_default().push(id);
        self.open.push(id);
        Ok(id)
    }

    /// A node of this core that lacks at most k elements, all of `addable`, to
    /// be contained in `resource`.
    fn answering(&self, core: C, resource: u128, addable: u128, k: u32) -> Option<usize> {
        let ids = self.by_core.get(&core)?;
        ids.iter().copied().find(|&id| {
            let node = &self.nodes[id];
            !node.dead && within_reach(node.resource & !resource, addable, k)
        })
    }

    fn kill(&mut self, id: usize) {
        self.nodes[id].dead = true;
        let relying = std::mem::take(&mut self.nodes[id].relying);
        self.open.extend(relying);
    }
}

/// How the defender answers a step.
#[derive(Clone, Copy)]
enum Answer {
    /// Into a loss that is proved already.
    Proved(u32),
    /// Into a node of the set.
    Into(usize),
}

/// An answer that may do, or the wins that all answers run into, with their
/// zone.
type Tried = Result<Answer, (Vec<u32>, u128)>;

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
    ) -> Result<Found, P::Error> {
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
    ) -> Result<Found, P::Error> {
        let root = set.add(core, resource, meter)?;
        while let Some(id) = set.open.pop() {
            let Node { core, resource, dead, .. } = set.nodes[id];
            if dead {
                continue;
            }
            if let Some(win) = self.expand(set, id, core, resource, meter)? {
                set.kill(id);
                if id == root {
                    return Ok(Found::Win(win));
                }
            }
        }
        self.keep_losses(set, meter)?;
        Ok(Found::Not { base: resource })
    }

    /// The set is closed: all its nodes are lost.
    fn keep_losses(&mut self, set: &mut Set<P::Core>, meter: &mut Meter) -> Result<(), P::Error> {
        let mut next = self.table.losses.len() as u32;
        let ids: Vec<u32> = set
            .nodes
            .iter()
            .map(|node| {
                let id = next;
                next += u32::from(!node.dead);
                id
            })
            .collect();
        for node in set.nodes.iter_mut().filter(|node| !node.dead) {
            let how = match node.how.take() {
                Some(Lost::By(id)) => How::By(id),
                Some(Lost::Answers(answers)) => How::Answers(
                    answers
                        .into_iter()
                        .map(|(to, answer)| match answer {
                            Answer::Proved(id) => (to, id),
                            Answer::Into(node) => (to, ids[node]),
                        })
                        .collect(),
                ),
                // Every node that lives was expanded.
                None => How::Answers(Vec::new()),
            };
            let loss = Loss { core: node.core, base: node.resource, how };
            self.table.keep_loss(loss, meter)?;
        }
        Ok(())
    }

    /// Answers every step of a node; a win if one has no answer.
    fn expand(
        &mut self,
        set: &mut Set<P::Core>,
        id: usize,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Option<u32>, P::Error> {
        let horizon = self.pursuit.horizon();
        if let Found::Win(win) = self.within(core, resource, horizon, meter)? {
            return Ok(Some(win));
        }
        if let Some(loss) = self.table.loss(core, resource) {
            set.nodes[id].how = Some(Lost::By(loss));
            return Ok(None);
        }
        let (steps, _) = self.legal(core, resource);
        let mut answers = Vec::with_capacity(steps.len());
        for step in steps {
            let to = step.to;
            let answer = match self.known_answer(set, to, resource) {
                Some(answer) => answer,
                None => match self.new_answer(set, to, resource, meter)? {
                    Ok(answer) => answer,
                    Err((then, zone)) => {
                        return Ok(Some(self.keep_win(core, step, then, zone, meter)?));
                    }
                },
            };
            if let Answer::Into(into) = answer {
                set.nodes[into].relying.push(id);
            }
            answers.push((to, answer));
        }
        set.nodes[id].how = Some(Lost::Answers(answers));
        Ok(None)
    }

    /// An answer into what is proved, or into what is in the set.
    fn known_answer(&self, set: &Set<P::Core>, core: P::Core, resource: u128) -> Option<Answer> {
        let addable = self.addable(core, resource);
        let k = self.pursuit.additions();
        let proved = self.table.loss_after(core, resource, addable, k).map(Answer::Proved);
        proved.or_else(|| set.answering(core, resource, addable, k).map(Answer::Into))
    }

    /// An answer that may do, put into the set: the pass first. If there is
    /// none, the wins that all answers run into, with their zone.
    fn new_answer(
        &mut self,
        set: &mut Set<P::Core>,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Tried, P::Error> {
        let horizon = self.pursuit.horizon();
        let mut with = resource;
        let mut relied = 0;
        let k = self.pursuit.additions();
        let answered = self.answered(core, resource, k, meter, |search, tried, meter| {
            let found = search.within(core, tried, horizon, meter)?;
            if let Found::Not { base } = found {
                (with, relied) = (tried, base);
            }
            Ok(found)
        })?;
        Ok(match answered {
            Answered::Wins { then, zone } => Err((then, zone)),
            Answered::Not { .. } => Ok(match self.table.loss(core, with) {
                Some(id) => Answer::Proved(id),
                None => Answer::Into(self.join(set, core, with, relied, meter)?),
            }),
        })
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
    ) -> Result<usize, P::Error> {
        let enough = self.table.win(core, base).is_none();
        Ok(set.add(core, if enough { base } else { resource }, meter)?)
    }
}
