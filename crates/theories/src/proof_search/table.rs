use rustc_hash::FxHashMap;

use perfectplay_game::{Meter, Stop};

use super::Pursuit;

/// What is proved: every win and loss with its proof, and by core which of
/// them to look at.
pub(super) struct Table<C> {
    entries: FxHashMap<C, Entry>,
    /// Wins, each after those it uses.
    pub(super) wins: Vec<Win<C>>,
    pub(super) losses: Vec<Loss<C>>,
}

/// Bytes announced for one proof, with its share of the lists and the map.
const PROOF_BYTES: u64 = 128;

/// A proved win: it holds where `zone` is missed.
pub(super) struct Win<C> {
    pub(super) core: C,
    pub(super) zone: u128,
    /// What the step leads to.
    pub(super) to: C,
    /// The wins that all answers to it run into; none for a step that wins at
    /// once.
    pub(super) then: Box<[u32]>,
}

/// A proved loss: it holds where `base` is contained.
pub(super) struct Loss<C> {
    pub(super) core: C,
    pub(super) base: u128,
    pub(super) how: How<C>,
}

/// How a loss is known.
pub(super) enum How<C> {
    /// By the game's own quick proof.
    Hopeless,
    /// By another loss of the same core, with a base inside this one.
    By(u32),
    /// By an answer to every legal step, into another loss.
    Answers(Vec<(C, u32)>),
}

struct Entry {
    /// Zones with the win they belong to.
    wins: Vec<(u128, u32)>,
    /// Bases with the loss they belong to.
    losses: Vec<(u128, u32)>,
    /// Bases with a depth: where one is contained, the attacker has no win
    /// within so many steps.
    failures: Vec<(u128, u32)>,
}

impl Entry {
    fn empty() -> Self {
        Entry { wins: Vec::new(), losses: Vec::new(), failures: Vec::new() }
    }
}

fn contains(set: u128, part: u128) -> bool {
    part & !set == 0
}

/// Can these missing elements be added in one turn of k?
pub(super) fn within_reach(missing: u128, addable: u128, k: u32) -> bool {
    missing == 0 || missing.count_ones() <= k && contains(addable, missing)
}

impl<C: Copy + Eq + std::hash::Hash> Table<C> {
    pub(super) fn new() -> Self {
        Table { entries: FxHashMap::default(), wins: Vec::new(), losses: Vec::new() }
    }

    /// A win that holds here.
    pub(super) fn win(&self, core: C, resource: u128) -> Option<u32> {
        let entry = self.entries.get(&core)?;
        entry.wins.iter().find(|(zone, _)| zone & resource == 0).map(|(_, id)| *id)
    }

    /// A loss that holds here.
    pub(super) fn loss(&self, core: C, resource: u128) -> Option<u32> {
        let entry = self.entries.get(&core)?;
        entry.losses.iter().find(|(base, _)| contains(resource, *base)).map(|(_, id)| *id)
    }

    /// A loss that holds here once k more elements of `addable` are present,
    /// or fewer.
    pub(super) fn loss_after(&self, core: C, resource: u128, addable: u128, k: u32) -> Option<u32> {
        let entry = self.entries.get(&core)?;
        let near = |(base, _): &&(u128, u32)| within_reach(base & !resource, addable, k);
        entry.losses.iter().find(near).map(|(_, id)| *id)
    }

    /// The base of a failure, at this depth or deeper, that holds here.
    pub(super) fn failure(&self, core: C, resource: u128, depth: u32) -> Option<u128> {
        let entry = self.entries.get(&core)?;
        let holds = |&&(base, to): &&(u128, u32)| to >= depth && contains(resource, base);
        entry.failures.iter().find(holds).map(|(base, _)| *base)
    }

    fn entry(&mut self, core: C) -> &mut Entry {
        self.entries.entry(core).or_insert_with(Entry::empty)
    }

    pub(super) fn keep_win(&mut self, win: Win<C>, meter: &mut Meter) -> Result<u32, Stop> {
        meter.hold(PROOF_BYTES + 4 * win.then.len() as u64)?;
        let id = self.wins.len() as u32;
        let (core, zone) = (win.core, win.zone);
        self.wins.push(win);
        let wins = &mut self.entry(core).wins;
        wins.retain(|&(old, _)| !contains(old, zone));
        wins.push((zone, id));
        Ok(id)
    }

    pub(super) fn keep_loss(&mut self, loss: Loss<C>, meter: &mut Meter) -> Result<u32, Stop> {
        meter.hold(PROOF_BYTES)?;
        let id = self.losses.len() as u32;
        let (core, base) = (loss.core, loss.base);
        self.losses.push(loss);
        let losses = &mut self.entry(core).losses;
        if !losses.iter().any(|&(old, _)| contains(base, old)) {
            losses.retain(|&(old, _)| !contains(old, base));
            losses.push((base, id));
        }
        Ok(id)
    }

    pub(super) fn keep_failure(
        &mut self,
        core: C,
        base: u128,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        meter.hold(PROOF_BYTES / 2)?;
        let failures = &mut self.entry(core).failures;
        failures.retain(|&(old, to)| to > depth || !contains(old, base));
        failures.push((base, depth));
        Ok(())
    }
}

/// The table of a game.
pub(super) type TableOf<P> = Table<<P as Pursuit>::Core>;
