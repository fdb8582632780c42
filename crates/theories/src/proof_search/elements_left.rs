//! Has the defender always an element to add, when he plays by a proved loss
//! of the attacker's?
//!
//! Proofs are made of passes, and do not see that he runs out. So plays by
//! the proof are followed with what they add: first all at once, by what may
//! be present at most, then, where that leaves it open, one by one.

use rustc_hash::{FxHashMap, FxHashSet};

use perfectplay_game::Meter;

use super::table::How;
use super::{Pursuit, Search, Step};

/// Bytes announced for one position that plays come to.
const PLAYED_BYTES: u64 = 64;

/// What may be present at an entry, whatever play came there.
#[derive(Clone, Copy, PartialEq, Eq)]
struct May {
    present: u128,
    /// How many of them at most.
    most: u32,
}

impl May {
    fn new(present: u128, most: u32) -> Self {
        May { present, most: most.min(present.count_ones()) }
    }

    fn or(self, other: May) -> May {
        May::new(self.present | other.present, self.most.max(other.most))
    }
}

impl<P: Pursuit> Search<P> {
    /// Holds plays by a loss against the law that an element is left to add,
    /// from a resource to which the defender is to add so many before.
    ///
    /// # Complexity
    ///
    /// Entries used times 256 at most where sets of what may be present tell
    /// it; exponential at worst where they do not.
    pub(super) fn hold_elements_left(
        &self,
        root: u32,
        (resource, to_add): (u128, u32),
        meter: &mut Meter,
    ) -> Result<(), P::Error> {
        let root = self.entry_of(root);
        if self.surely_left(root, resource, to_add, meter)? {
            return Ok(());
        }
        let mut held = 0;
        let played = self.play_by(root, resource, to_add, &mut held, meter);
        meter.release(held);
        played
    }

    /// The entry that has the answers.
    fn entry_of(&self, mut id: u32) -> u32 {
        while let How::By(other) = self.table.losses[id as usize].how {
            id = other;
        }
        id
    }

    /// The steps of a loss, each with the entry it is answered into.
    fn answers_of(&self, id: u32) -> Vec<(Step<P::Core>, u32)> {
        let loss = &self.table.losses[id as usize];
        let How::Answers(answers) = &loss.how else { return Vec::new() };
        let (steps, _) = self.legal(loss.core, loss.base);
        steps.into_iter().zip(answers).map(|(step, &(_, to))| (step, self.entry_of(to))).collect()
    }

    /// Do sets of what may be present tell that an element is always left?
    fn surely_left(
        &self,
        root: u32,
        resource: u128,
        to_add: u32,
        meter: &mut Meter,
    ) -> Result<bool, P::Error> {
        let after = |before: u128, most: u32, core: P::Core, k: u32| match k {
            0 => May::new(before, most),
            _ => May::new(before | self.addable(core, 0), most.saturating_add(k)),
        };
        let core = self.table.losses[root as usize].core;
        let first = after(resource, resource.count_ones(), core, to_add);
        let mut may = FxHashMap::from_iter([(root, first)]);
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            let here = may[&id];
            for (step, answer) in self.answers_of(id) {
                meter.spend(1)?;
                let before = here.present & !step.needs;
                let open = self.addable(step.to, 0);
                if open & !before == 0 && open.count_ones() <= here.most {
                    return Ok(false);
                }
                let then = after(before, here.most, step.to, self.pursuit.additions());
                let known = may.get(&answer).copied();
                let grown = known.map_or(then, |known| known.or(then));
                if known != Some(grown) {
                    may.insert(answer, grown);
                    pending.push(answer);
                }
            }
        }
        Ok(true)
    }

    /// Follows every play: whatever the attacker does, and whatever the
    /// defender adds besides what the proof asks for.
    fn play_by(
        &self,
        root: u32,
        resource: u128,
        to_add: u32,
        held: &mut u64,
        meter: &mut Meter,
    ) -> Result<(), P::Error> {
        // An entry, what is present, and how many the defender is to add
        // before the attacker moves from there.
        let mut pending = vec![(root, resource, to_add)];
        let mut met = FxHashSet::default();
        while let Some(play) = pending.pop() {
            if !met.insert(play) {
                continue;
            }
            meter.spend(1)?;
            meter.hold(PLAYED_BYTES)?;
            *held += PLAYED_BYTES;
            let (id, resource, to_add) = play;
            if to_add == 0 {
                for (step, answer) in self.answers_of(id) {
                    if step.needs & resource == 0 {
                        self.pursuit.hold_left(step.to, resource)?;
                        pending.push((answer, resource, self.pursuit.additions()));
                    }
                }
                continue;
            }
            let loss = &self.table.losses[id as usize];
            let missing = loss.base & !resource;
            let left = self.addable(loss.core, resource);
            if left == 0 {
                pending.push((id, resource, 0));
            }
            // What the proof asks for comes first, in any order.
            let mut tried = if missing == 0 { left } else { missing & missing.wrapping_neg() };
            while tried != 0 {
                let element = tried & tried.wrapping_neg();
                tried ^= element;
                pending.push((id, resource | element, to_add - 1));
            }
        }
        Ok(())
    }
}
