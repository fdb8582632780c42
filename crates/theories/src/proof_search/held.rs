use rustc_hash::FxHashSet;

use perfectplay_game::Meter;

use super::table::How;
use super::{Pursuit, Search};

/// Bytes announced for one entry that is held.
const HELD_BYTES: u64 = 16;

/// Entries of the table that were held against the rules, with all that they
/// use.
pub(super) struct Held<C> {
    wins: FxHashSet<u32>,
    losses: FxHashSet<u32>,
    /// Cores and resources with the defender to move.
    turns: FxHashSet<(C, u128)>,
    /// Does some loss leave open whether the defender always has an element to
    /// add?
    doubtful: bool,
}

impl<C> Default for Held<C> {
    fn default() -> Self {
        let (wins, losses, turns) = Default::default();
        Held { wins, losses, turns, doubtful: false }
    }
}

/// What a proof relies on is little beside what the search went through: only
/// that is held against the rules, each entry once.
///
/// ```text
/// entry                         held at
/// win  (core, zone), step to c  core and c with all present but the zone
/// loss (core, base), steps to   core with the base alone, and each c where the
///                               answer adds an element
/// ```
///
/// By the laws, a step that is legal with all but the zone is legal wherever
/// the zone is missed, and no step is legal with the base that is not legal
/// with the base alone.
impl<P: Pursuit> Search<P> {
    /// Holds these wins and all that they use.
    pub(super) fn hold_wins(&mut self, roots: &[u32], meter: &mut Meter) -> Result<(), P::Error> {
        if !P::HELD {
            return Ok(());
        }
        self.pursuit.fault()?;
        let all = self.pursuit.elements();
        let mut pending = roots.to_vec();
        let mut seen = Vec::new();
        let mut met = FxHashSet::default();
        while let Some(id) = pending.pop() {
            if self.held.wins.contains(&id) || !met.insert(id) {
                continue;
            }
            meter.spend(1)?;
            meter.hold(HELD_BYTES)?;
            seen.push(id);
            let win = &self.table.wins[id as usize];
            self.pursuit.hold_attacker(win.core, all & !win.zone)?;
            self.pursuit.hold_defender(win.to, all & !win.zone)?;
            pending.extend(&win.then);
        }
        // Not before all that they use was held too.
        self.held.wins.extend(seen);
        Ok(())
    }

    /// Holds the loss at a position with the attacker to move, and all that it
    /// uses; `from` is the position asked for: a resource and how many
    /// elements the defender was to add to it.
    pub(super) fn hold_loss(
        &mut self,
        core: P::Core,
        resource: u128,
        from: (u128, u32),
        meter: &mut Meter,
    ) -> Result<(), P::Error> {
        if !P::HELD {
            return Ok(());
        }
        self.pursuit.fault()?;
        // A loss was found, so there is one.
        let Some(root) = self.table.loss(core, resource) else { return Ok(()) };
        let mut pending = vec![root];
        let mut seen = Vec::new();
        let mut met = FxHashSet::default();
        let mut doubtful = false;
        while let Some(id) = pending.pop() {
            if self.held.losses.contains(&id) || !met.insert(id) {
                continue;
            }
            meter.spend(1)?;
            meter.hold(HELD_BYTES)?;
            seen.push(id);
            let loss = &self.table.losses[id as usize];
            self.pursuit.hold_attacker(loss.core, loss.base)?;
            match &loss.how {
                How::Hopeless => {}
                How::By(other) => pending.push(*other),
                How::Answers(answers) => {
                    let (steps, _) = self.legal(loss.core, loss.base);
                    for (step, &(to, answer)) in steps.iter().zip(answers) {
                        let added = self.table.losses[answer as usize].base & !loss.base;
                        if added != 0 && !self.held.turns.contains(&(to, loss.base)) {
                            meter.hold(3 * HELD_BYTES)?;
                            self.pursuit.hold_defender(to, loss.base)?;
                            self.held.turns.insert((to, loss.base));
                        }
                        // An element that the step needs absent and that may be
                        // added after it is there to add, whatever is present.
                        doubtful |= step.needs & self.addable(to, 0) == 0;
                        pending.push(answer);
                    }
                }
            }
        }
        self.pursuit.fault()?;
        self.held.losses.extend(seen);
        self.held.doubtful |= doubtful;
        if self.held.doubtful {
            self.hold_elements_left(root, from, meter)?;
        }
        Ok(())
    }
}
