use perfectplay_game::Meter;

use super::held::Held;
use super::table::{How, Loss, Table, TableOf, Win};
use super::zones::Zones;
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
/// Exponential at worst. Effort counts positions with the attacker to move, and
/// entries of proofs that are held against the rules (see [`Pursuit::HELD`]).
///
/// # Errors
///
/// All that is asked of a search fails where a limit was reached (what was
/// proved is kept for the next question), and where the pursuit is found to
/// break its laws.
pub struct Search<P: Pursuit> {
    pub(super) pursuit: P,
    pub(super) table: TableOf<P>,
    /// What was held against the rules already.
    pub(super) held: Held<P::Core>,
}

/// What a search within a depth found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// A win, by its number in the table.
    Win(u32),
    /// No win within the depth, wherever the base is contained.
    Not { base: u128 },
}

/// What the defender's answers come to.
pub(super) enum Answered {
    /// Each runs into one of these wins.
    Wins { then: Vec<u32>, zone: u128 },
    /// One does not, wherever the base is contained.
    Not { base: u128 },
}

impl<P: Pursuit> Search<P> {
    /// A search that has proved nothing yet.
    pub fn new(pursuit: P) -> Self {
        Search { pursuit, table: Table::new(), held: Held::default() }
    }

    /// The game searched.
    pub fn pursuit(&self) -> &P {
        &self.pursuit
    }

    /// Who wins with the attacker to move.
    ///
    /// # Errors
    ///
    /// See [`Search`].
    pub fn attacker_moves(
        &mut self,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Verdict, P::Error> {
        Ok(match self.decide_held(core, resource, meter)? {
            Found::Win(id) => Verdict::Wins { zone: self.table.wins[id as usize].zone },
            Found::Not { base } => Verdict::Loses { base },
        })
    }

    /// The same, by what is held against the rules where that is asked for.
    pub(super) fn decide_held(
        &mut self,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Found, P::Error> {
        self.pursuit.hold_root(core, resource, 0)?;
        let found = self.decide(core, resource, meter)?;
        match found {
            Found::Win(id) => self.hold_wins(&[id], meter)?,
            Found::Not { .. } => self.hold_loss(core, resource, (resource, 0), meter)?,
        }
        Ok(found)
    }

    /// The same, not held against anything, with `Not` for a loss that is in
    /// the table.
    pub(super) fn decide(
        &mut self,
        core: P::Core,
        resource: u128,
        meter: &mut Meter,
    ) -> Result<Found, P::Error> {
        if let Some(id) = self.table.loss(core, resource) {
            return Ok(Found::Not { base: self.table.losses[id as usize].base });
        }
        for depth in 1..=self.pursuit.horizon() {
            if let found @ Found::Win(_) = self.within(core, resource, depth, meter)? {
                return Ok(found);
            }
        }
        self.close(core, resource, meter)
    }

    /// Who wins with the defender to move and so many elements still to add in
    /// this turn, by all his answers.
    ///
    /// # Errors
    ///
    /// See [`Search`].
    pub fn defender_moves(
        &mut self,
        core: P::Core,
        resource: u128,
        to_add: u32,
        meter: &mut Meter,
    ) -> Result<Verdict, P::Error> {
        Ok(match self.answered_held(core, resource, to_add, meter)?.0 {
            Answered::Wins { zone, .. } => Verdict::Wins { zone },
            Answered::Not { base } => Verdict::Loses { base },
        })
    }

    /// What the defender's answers come to, with what the resource becomes by
    /// the one that was looked at last; held against the rules where that is
    /// asked for.
    pub(super) fn answered_held(
        &mut self,
        core: P::Core,
        resource: u128,
        to_add: u32,
        meter: &mut Meter,
    ) -> Result<(Answered, u128), P::Error> {
        self.pursuit.hold_root(core, resource, to_add)?;
        let mut with = resource;
        let answered = self.answered(core, resource, to_add, meter, |search, tried, meter| {
            with = tried;
            search.decide(core, tried, meter)
        })?;
        match &answered {
            Answered::Wins { then, .. } => self.hold_wins(then, meter)?,
            Answered::Not { .. } => self.hold_loss(core, with, (resource, to_add), meter)?,
        }
        Ok((answered, with))
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

    /// Does the attacker win within so many steps?
    pub(super) fn within(
        &mut self,
        core: P::Core,
        resource: u128,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Found, P::Error> {
        meter.spend(1)?;
        self.pursuit.fault()?;
        if let Some(id) = self.table.win(core, resource) {
            return Ok(Found::Win(id));
        }
        if depth < self.pursuit.least_steps(core) {
            return Ok(Found::Not { base: 0 });
        }
        let known = self.table.loss(core, resource);
        let known = known.map(|id| self.table.losses[id as usize].base);
        if let Some(base) = known.or_else(|| self.table.failure(core, resource, depth)) {
            return Ok(Found::Not { base });
        }
        if let Some(base) = self.pursuit.hopeless(core, resource) {
            self.table.keep_loss(Loss { core, base, how: How::Hopeless }, meter)?;
            return Ok(Found::Not { base });
        }
        let (steps, mut base) = self.legal(core, resource);
        if let Some(step) = steps.iter().find(|step| step.wins) {
            let win = Win { core, zone: step.needs, to: step.to, then: Box::default() };
            return Ok(Found::Win(self.table.keep_win(win, meter)?));
        }
        if depth > 1 {
            let k = self.pursuit.additions();
            for step in steps {
                let after =
                    self.answered(step.to, resource, k, meter, |search, resource, meter| {
                        search.within(step.to, resource, depth - 1, meter)
                    })?;
                match after {
                    Answered::Wins { then, zone } => {
                        return Ok(Found::Win(self.keep_win(core, step, then, zone, meter)?));
                    }
                    Answered::Not { base: relied } => base |= relied,
                }
            }
        }
        self.table.keep_failure(core, base, depth, meter)?;
        Ok(Found::Not { base })
    }

    /// Keeps a win by a step all answers to which run into wins.
    pub(super) fn keep_win(
        &mut self,
        core: P::Core,
        step: Step<P::Core>,
        then: Vec<u32>,
        zone: u128,
        meter: &mut Meter,
    ) -> Result<u32, P::Error> {
        let zone = zone | step.needs;
        Ok(self.table.keep_win(Win { core, zone, to: step.to, then: then.into() }, meter)?)
    }

    /// What the defender's answers of at most k elements come to, from what
    /// the attacker finds after each: the pass first, then answers that meet
    /// every zone found.
    pub(super) fn answered(
        &mut self,
        core: P::Core,
        resource: u128,
        k: u32,
        meter: &mut Meter,
        mut attacker: impl FnMut(&mut Self, u128, &mut Meter) -> Result<Found, P::Error>,
    ) -> Result<Answered, P::Error> {
        let mut then = Vec::new();
        let mut zones = Zones::new(self.addable(core, resource), k);
        let mut zone = 0;
        let mut added = 0;
        loop {
            match attacker(self, resource | added, meter)? {
                Found::Win(id) => {
                    let found = self.table.wins[id as usize].zone;
                    then.push(id);
                    zone |= found;
                    zones.push(found);
                }
                Found::Not { base } => return Ok(Answered::Not { base: base & !added }),
            }
            match zones.met(meter)? {
                Some(met) => added = met,
                None => return Ok(Answered::Wins { then, zone }),
            }
        }
    }

    /// The zone of a win within so many steps, if there is one.
    ///
    /// # Errors
    ///
    /// See [`Search`].
    pub fn wins_within(
        &mut self,
        core: P::Core,
        resource: u128,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Option<u128>, P::Error> {
        Ok(match self.within(core, resource, depth, meter)? {
            Found::Win(id) => {
                self.hold_wins(&[id], meter)?;
                Some(self.table.wins[id as usize].zone)
            }
            Found::Not { .. } => None,
        })
    }

    /// What the resource becomes by answers of the defender's, k elements at
    /// most, after which no win within so many steps is found: all of them for
    /// k = 1, else one at most.
    ///
    /// # Errors
    ///
    /// See [`Search`].
    pub fn answers_within(
        &mut self,
        core: P::Core,
        resource: u128,
        k: u32,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Vec<u128>, P::Error> {
        let mut zones = Zones::new(self.addable(core, resource), k);
        let mut answers = Vec::new();
        let mut with = resource;
        loop {
            if let Some(zone) = self.wins_within(core, with, depth, meter)? {
                zones.push(zone);
            } else {
                answers.push(with);
                // One is enough, or the pass is; or all others one by one.
                if k > 1 || with == resource {
                    return Ok(answers);
                }
                zones.exclude(with & !resource);
            }
            match zones.met(meter)? {
                Some(met) => with = resource | met,
                None => return Ok(answers),
            }
        }
    }
}
