use rustc_hash::FxHashMap;

use perfectplay_game::{Meter, Stop};

use super::Pursuit;

/// What is proved, by core.
pub(super) struct Table<P: Pursuit> {
    entries: FxHashMap<P::Core, Entry>,
}

/// Bytes announced for one proof: two words of 128 bits with their share of
/// the lists and the map.
const PROOF_BYTES: u64 = 64;

#[derive(Default)]
struct Entry {
    /// Zones: the attacker wins where one of them is missed.
    wins: Vec<u128>,
    /// Bases: the attacker loses where one of them is contained.
    losses: Vec<u128>,
    /// Bases with a depth: where one is contained, the attacker has no win
    /// within so many steps.
    failures: Vec<(u128, u32)>,
}

fn contains(set: u128, part: u128) -> bool {
    part & !set == 0
}

impl<P: Pursuit> Default for Table<P> {
    fn default() -> Self {
        Table { entries: FxHashMap::default() }
    }
}

impl<P: Pursuit> Table<P> {
    /// The zone of a win that holds here.
    pub(super) fn win(&self, core: P::Core, resource: u128) -> Option<u128> {
        let entry = self.entries.get(&core)?;
        entry.wins.iter().copied().find(|zone| zone & resource == 0)
    }

    /// The base of a loss that holds here.
    pub(super) fn loss(&self, core: P::Core, resource: u128) -> Option<u128> {
        let entry = self.entries.get(&core)?;
        entry.losses.iter().copied().find(|&base| contains(resource, base))
    }

    /// The base of a loss that holds here once `spare` more element is added,
    /// and that element; 0 where none is needed.
    pub(super) fn loss_after_one(
        &self,
        core: P::Core,
        resource: u128,
        addable: u128,
    ) -> Option<u128> {
        let entry = self.entries.get(&core)?;
        entry.losses.iter().map(|base| base & !resource).find(|&missing| {
            missing == 0 || missing.is_power_of_two() && contains(addable, missing)
        })
    }

    /// The base of a failure, at this depth or deeper, that holds here.
    pub(super) fn failure(&self, core: P::Core, resource: u128, depth: u32) -> Option<u128> {
        let entry = self.entries.get(&core)?;
        let holds = |&&(base, to): &&(u128, u32)| to >= depth && contains(resource, base);
        entry.failures.iter().find(holds).map(|(base, _)| *base)
    }

    pub(super) fn keep_win(
        &mut self,
        core: P::Core,
        zone: u128,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        meter.hold(PROOF_BYTES)?;
        let wins = &mut self.entries.entry(core).or_default().wins;
        wins.retain(|&old| !contains(old, zone));
        wins.push(zone);
        Ok(())
    }

    pub(super) fn keep_loss(
        &mut self,
        core: P::Core,
        base: u128,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        meter.hold(PROOF_BYTES)?;
        let entry = self.entries.entry(core).or_default();
        if !entry.losses.iter().any(|&old| contains(base, old)) {
            entry.losses.retain(|&old| !contains(old, base));
            entry.losses.push(base);
        }
        Ok(())
    }

    pub(super) fn keep_failure(
        &mut self,
        core: P::Core,
        base: u128,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        meter.hold(PROOF_BYTES)?;
        let failures = &mut self.entries.entry(core).or_default().failures;
        failures.retain(|&(old, to)| to > depth || !contains(old, base));
        failures.push((base, depth));
        Ok(())
    }
}
