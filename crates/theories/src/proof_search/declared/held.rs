use perfectplay_game::{MonotoneResource, Notation, Outcome, Player};

use super::{Declared, DeclaredError, Ground, Law, Step};

/// Single positions held against what was worked out of their cores.
impl<G: MonotoneResource + Notation> Declared<'_, G> {
    /// The position with this core, resource and mover; and is it that?
    pub(super) fn joined(
        &self,
        core: &G::Core,
        resource: u128,
        mover: Player,
    ) -> Result<G::Position, DeclaredError> {
        let rules = self.rules;
        let at = rules.join(core, resource, mover);
        let split = rules.split(&at);
        if split.as_ref() != Some(&(core.clone(), resource)) || rules.mover(&at) != mover {
            let what = "it has not the core, resource and mover that it is made of".to_owned();
            return Err(self.refuse(&at, Law::Positions, what));
        }
        Ok(at)
    }

    /// Holds the hindered side's options at a core against its steps.
    pub(super) fn hold_options(
        &self,
        core: &G::Core,
        steps: &[Step<u64>],
        resource: u128,
    ) -> Result<(), DeclaredError> {
        let at = self.joined(core, resource, self.rules.hindered())?;
        let mut found = self.led_to(&at, resource)?;
        let legal = steps.iter().filter(|step| step.needs & resource == 0);
        let mut legal: Vec<u64> = legal.map(|step| step.to).collect();
        found.sort_unstable();
        legal.sort_unstable();
        if found != legal {
            let what = format!(
                "there are options to {} cores, and by what each element forbids alone there are \
                 {}{}",
                found.len(),
                legal.len(),
                if found.len() == legal.len() { " others" } else { "" }
            );
            return Err(self.refuse(&at, Law::Forbidding, what));
        }
        self.hold_end(&at, found.is_empty())
    }

    /// Does he lose who has no option?
    pub(super) fn hold_end(&self, at: &G::Position, over: bool) -> Result<(), DeclaredError> {
        if over && self.rules.ending(at) != Outcome::Loss {
            let what = format!(
                "{} has no option, and the end is a {} for him",
                self.rules.mover(at),
                self.rules.ending(at)
            );
            return Err(self.refuse(at, Law::Ends, what));
        }
        Ok(())
    }

    /// The cores that the hindered side's options lead to, each once.
    pub(super) fn led_to(
        &self,
        at: &G::Position,
        resource: u128,
    ) -> Result<Vec<u64>, DeclaredError> {
        let mut cores = Vec::new();
        for (_, to) in self.options(at) {
            let Some((core, same)) = self.rules.split(&to) else {
                let what = "an option leads to a position that is not covered".to_owned();
                return Err(self.refuse(at, Law::Positions, what));
            };
            if same != resource {
                let what = "an option changes the resource".to_owned();
                return Err(self.refuse(at, Law::Forbidding, what));
            }
            if to != self.rules.join(&core, resource, self.opponent()) {
                let what = "an option leads to a position that is not its core, its resource and \
                            the opponent to move with his turn before him"
                    .to_owned();
                return Err(self.refuse(at, Law::Positions, what));
            }
            let number = self.number(&core, &to)?;
            if !cores.contains(&number) {
                cores.push(number);
            }
        }
        Ok(cores)
    }

    /// Holds what the opponent may add at a core against the rules.
    pub(super) fn hold_additions(
        &self,
        core: &G::Core,
        ground: Ground,
        resource: u128,
    ) -> Result<(), DeclaredError> {
        let rules = self.rules;
        let at = self.joined(core, resource, self.opponent())?;
        let wanted = ground.open & !resource;
        let (turn, left) = (rules.additions(), rules.still_to_add(&at));
        if left > turn || left < turn.min(wanted.count_ones()) {
            let what = format!("{left} elements are still to add, and a turn is of {turn}");
            return Err(self.refuse(&at, Law::Adding, what));
        }
        let options = self.options(&at);
        let mut added = 0;
        for (_, to) in &options {
            let with = match rules.split(to) {
                Some((same, with)) if same == *core && (with ^ resource).is_power_of_two() => with,
                _ => {
                    let what = "an option adds more or less than one".to_owned();
                    return Err(self.refuse(&at, Law::Adding, what));
                }
            };
            added |= with & !resource;
            let ends = turn == 1 || ground.open & !with == 0;
            if ends && *to != rules.join(core, with, rules.hindered()) {
                let what = "an option leads to a position that is not its core, its resource and \
                            the hindered side to move"
                    .to_owned();
                return Err(self.refuse(&at, Law::Positions, what));
            }
            if !ends && (rules.mover(to), rules.still_to_add(to)) != (self.opponent(), turn - 1) {
                let what = format!("after an option {} elements are not still to add", turn - 1);
                return Err(self.refuse(&at, Law::Adding, what));
            }
        }
        if ground.won && !options.is_empty() {
            let what = "play goes on, and with nothing present it is over".to_owned();
            return Err(self.refuse(&at, Law::Ends, what));
        }
        if added != wanted || added.count_ones() as usize != options.len() {
            let what = format!(
                "{} elements may be added, and by the core alone {}",
                options.len(),
                wanted.count_ones()
            );
            let law = if options.is_empty() { Law::Ends } else { Law::Adding };
            return Err(self.refuse(&at, law, what));
        }
        self.hold_end(&at, options.is_empty())
    }

    /// Turns: the hindered side moves once, his opponent adds as many as are
    /// declared and has one to add.
    pub(super) fn hold_mover(&self, at: &G::Position) -> Result<(), DeclaredError> {
        let rules = self.rules;
        let hindered = rules.mover(at) == rules.hindered();
        let left = rules.still_to_add(at);
        let options = self.options(at);
        if !hindered && options.is_empty() {
            let Some((core, resource)) = rules.split(at) else { return Ok(()) };
            let number = self.number(&core, at)?;
            return if self.ground(number)?.won { Ok(()) } else { self.none_left(&core, resource) };
        }
        for (_, to) in options {
            let Some((core, resource)) = rules.split(&to) else {
                let what = "an option leads to a position that is not covered".to_owned();
                return Err(self.refuse(at, Law::Positions, what));
            };
            // A turn ends early where nothing is left to add.
            let open = self.ground(self.number(&core, &to)?)?.open;
            let goes_on = hindered || left > 1 && open & !resource != 0;
            if (rules.mover(&to) == rules.hindered()) == goes_on {
                let what = "turns are not as declared".to_owned();
                return Err(self.refuse(at, Law::Adding, what));
            }
        }
        Ok(())
    }
}
