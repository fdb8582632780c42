use perfectplay_game::{Meter, Stop};

use super::table::Table;
use super::{Pursuit, Step};

/// The outcome of a position with the attacker to move, with what its proof
/// relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins, wherever none of these elements is present.
    Wins {
        /// The zone.
        zone: u128,
    },
    /// The attacker does not win, wherever all these elements are present.
    Loses {
        /// The base.
        base: u128,
    },
}

/// A search that keeps what it has proved.
///
/// # Complexity
///
/// Exponential at worst. Effort counts positions with the attacker to move.
pub struct Search<P: Pursuit> {
    pub(super) pursuit: P,
    pub(super) table: Table<P>,
}

/// The elements of a set, one at a time.
pub(super) fn singles(mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl<P: Pursuit> Search<P> {
    /// A search that has proved nothing yet.
    pub fn new(pursuit: P) -> Self {
        Search { pursuit, table: Table::default() }
    }

    /// The game searched.
    pub fn pursuit(&self) -> &P {
        &self.pursuit
    }

    /// Who wins with the attacker to move.
    ///
    /// # Errors
    ///
    /// A limit was reached. What was proved is kept for the next call.
    pub fn attacker_moves(
        &mut self,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Verdict, Stop> {
        if let Some(base) = self.table.loss(core, resource) {
            return Ok(Verdict::Loses { base });
        }
        for depth in 1..=self.pursuit.horizon() {
            if let Verdict::Wins { zone } = self.within(core, resource, depth, meter)? {
                return Ok(Verdict::Wins { zone });
            }
        }
        self.close(core, resource, meter)
    }

    /// Who wins with the defender to move, by all his answers.
    ///
    /// # Errors
    ///
    /// A limit was reached. What was proved is kept for the next call.
    pub fn defender_moves(
        &mut self,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Verdict, Stop> {
        self.answered(core, resource, meter, |search, resource, meter| {
            search.attacker_moves(core, resource, meter)
        })
    }

    /// Elements that the defender may add here.
    pub(super) fn addable(&self, core: P::Core, resource: u128) -> u128 {
        self.pursuit.elements() & !resource & !self.pursuit.closed(core)
    }

    /// The steps from a core; those that the resource forbids are left out,
    /// and an element that forbids each goes into the second part.
    pub(super) fn legal(&self, core: P::Core, resource: u128) -> (Vec<Step<P::Core>>, u128) {
        let mut steps = Vec::with_capacity(8);
        self.pursuit.steps(core, &mut steps);
        let mut forbidding = 0;
        steps.retain(|step| {
            let present = step.needs & resource;
            forbidding |= present & present.wrapping_neg();
            present == 0
        });
        (steps, forbidding)
    }

    /// Does the attacker win within so many steps? `Loses` means only that he
    /// does not within them.
    pub(super) fn within(
        &mut self,
        core: P::Core,
        resource: u128,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Verdict, Stop> {
        meter.spend(1)?;
        if let Some(zone) = self.table.win(core, resource) {
            return Ok(Verdict::Wins { zone });
        }
        if depth < self.pursuit.least_steps(core) {
            return Ok(Verdict::Loses { base: 0 });
        }
        let known = self.table.loss(core, resource);
        if let Some(base) = known.or_else(|| self.table.failure(core, resource, depth)) {
            return Ok(Verdict::Loses { base });
        }
        if let Some(base) = self.pursuit.hopeless(core, resource) {
            self.table.keep_loss(core, base, meter)?;
            return Ok(Verdict::Loses { base });
        }
        let (steps, mut base) = self.legal(core, resource);
        if let Some(step) = steps.iter().find(|step| step.wins) {
            self.table.keep_win(core, step.needs, meter)?;
            return Ok(Verdict::Wins { zone: step.needs });
        }
        if depth > 1 {
            for step in steps {
                let after =
                    self.answered(step.to, resource, meter, |search, resource, meter| {
                        search.within(step.to, resource, depth - 1, meter)
                    })?;
                match after {
                    Verdict::Wins { zone } => {
                        let zone = zone | step.needs;
                        self.table.keep_win(core, zone, meter)?;
                        return Ok(Verdict::Wins { zone });
                    }
                    Verdict::Loses { base: relied } => base |= relied,
                }
            }
        }
        self.table.keep_failure(core, base, depth, meter)?;
        Ok(Verdict::Loses { base })
    }

    /// The verdict with the defender to move, from the verdicts after his
    /// answers: his pass first, then answers inside every zone found.
    pub(super) fn answered(
        &mut self,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
        mut attacker: impl FnMut(&mut Self, u128, &mut Meter) -> Result<Verdict, Stop>,
    ) -> Result<Verdict, Stop> {
        let mut zone = match attacker(self, resource, meter)? {
            Verdict::Wins { zone } => zone,
            loses => return Ok(loses),
        };
        let mut untried = self.addable(core, resource) & zone;
        while untried != 0 {
            let added = untried & untried.wrapping_neg();
            match attacker(self, resource | added, meter)? {
                Verdict::Wins { zone: another } => {
                    zone |= another;
                    // Answers outside of this zone are lost by it, and so is
                    // the one just tried, which the zone misses.
                    untried &= another & !added;
                }
                Verdict::Loses { base } => return Ok(Verdict::Loses { base: base & !added }),
            }
        }
        Ok(Verdict::Wins { zone })
    }
}
