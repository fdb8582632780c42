use std::cell::RefCell;
use std::rc::Rc;

use perfectplay_game::{Meter, MonotoneResource, Notation, Options, Outcome, Stop};
use rustc_hash::FxHashMap;

use super::{Pursuit, Step};

/// Why the search of a game with a monotone resource was not begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeclaredError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// What is declared was found false.
    #[error("the resource is not monotone as declared: at {position}, {what}")]
    False {
        /// The witness, in its notation.
        position: String,
        /// What is so there, and what the declaration says.
        what: String,
    },
}

/// Any game that declares a monotone resource, for a [`Search`](super::Search):
/// what the search asks for is worked out from the rules, core by core.
///
/// # Complexity
///
/// A core is worked out once, by asking for the options at one position for
/// each element.
pub struct Declared<'g, G: MonotoneResource> {
    rules: &'g G,
    horizon: u32,
    /// What was worked out, by the number of the core.
    cores: RefCell<FxHashMap<u64, Rc<Core>>>,
}

/// What the rules say of a core.
struct Core {
    steps: Vec<Step<u64>>,
    /// Elements that may be added.
    open: u128,
}

/// Lines of play that a declaration is held against, and plies of each at most.
const LINES: usize = 24;
const PLIES: usize = 40;

/// Steps that are looked ahead before a loss is tried.
const HORIZON: u32 = 6;

impl<'g, G: MonotoneResource + Notation> Declared<'g, G> {
    /// The game, its declaration held against the rules at positions of some
    /// lines of play, each with more and with less of the resource too. A
    /// declaration that is false elsewhere is not noticed.
    ///
    /// Besides the laws of [`MonotoneResource`] the search needs that each
    /// element alone forbids an option or does not: options that only several
    /// elements together forbid are refused.
    ///
    /// # Errors
    ///
    /// The declaration is false, with the witness; or a limit.
    pub fn new(rules: &'g G, meter: &mut Meter) -> Result<Self, DeclaredError> {
        let declared = Declared { rules, horizon: HORIZON, cores: RefCell::default() };
        // A linear congruence: lines are to differ, nothing more.
        let mut state = 1u64;
        let mut dice = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state >> 16
        };
        for _ in 0..LINES {
            let mut at = rules.start();
            for _ in 0..PLIES {
                let Some((core, resource)) = rules.split(&at) else { break };
                let wide = u128::from(dice()) << 64 | u128::from(dice()) << 24;
                let some = (wide ^ u128::from(dice())) & rules.elements();
                for resource in [resource, resource & some, resource | some, some, 0] {
                    declared.hold(&core, resource, meter)?;
                }
                declared.hold_mover(&at)?;
                let options = declared.options(&at);
                if options.is_empty() {
                    break;
                }
                meter.spend(options.len() as u64)?;
                at = options[(dice() % options.len() as u64) as usize].1.clone();
            }
        }
        Ok(declared)
    }

    fn options(&self, at: &G::Position) -> Options<G> {
        let mut options = Vec::new();
        self.rules.options(at, &mut options);
        options
    }

    fn refuse(&self, at: &G::Position, what: String) -> DeclaredError {
        DeclaredError::False { position: self.rules.write_position(at), what }
    }

    /// Holds what was worked out of a core against its positions with this
    /// resource.
    fn hold(&self, core: &G::Core, resource: u128, meter: &mut Meter) -> Result<(), DeclaredError> {
        let rules = self.rules;
        let number = rules.core_number(core);
        if rules.core_of(number).as_ref() != Some(core) {
            let at = rules.join(core, resource, rules.hindered());
            return Err(self.refuse(&at, "the number of its core is that of another".to_owned()));
        }
        let known = self.core(number);
        meter.spend(known.steps.len() as u64 + u64::from(rules.elements().count_ones()))?;
        let at = rules.join(core, resource, rules.hindered());
        let mut found = Vec::new();
        for (_, to) in self.options(&at) {
            match rules.split(&to) {
                Some((to, same)) if same == resource => found.push(rules.core_number(&to)),
                _ => return Err(self.refuse(&at, "an option changes the resource".to_owned())),
            }
        }
        let legal = known.steps.iter().filter(|step| step.needs & resource == 0);
        let mut legal: Vec<u64> = legal.map(|step| step.to).collect();
        for list in [&mut found, &mut legal] {
            list.sort_unstable();
            list.dedup();
        }
        if found != legal {
            return Err(self.refuse(
                &at,
                format!(
                    "there are options to {} cores, and by what each element forbids alone there \
                     are {}",
                    found.len(),
                    legal.len()
                ),
            ));
        }
        if found.is_empty() && rules.ending(&at) != Outcome::Loss {
            return Err(self.refuse(&at, "who has no option does not lose".to_owned()));
        }
        let at = rules.join(core, resource, rules.hindered().other());
        let options = self.options(&at);
        if options.is_empty() && rules.ending(&at) == Outcome::Loss {
            // Play is over, by the core alone.
            return match self.is_won(core, 0) {
                true => Ok(()),
                false if known.open & !resource == 0 => Ok(()),
                false => Err(self.refuse(&at, "whether it is won depends on the resource".into())),
            };
        }
        let mut added = 0;
        for (_, to) in &options {
            match rules.split(to) {
                Some((same, more)) if same == *core && (more ^ resource).is_power_of_two() => {
                    added |= more & !resource;
                }
                _ => return Err(self.refuse(&at, "an option adds more or less than one".into())),
            }
        }
        if added != known.open & !resource || added.count_ones() as usize != options.len() {
            let wanted = (known.open & !resource).count_ones();
            let found = added.count_ones();
            let what = format!("{found} elements may be added, and by the core alone {wanted}");
            return Err(self.refuse(&at, what));
        }
        Ok(())
    }

    /// Turns: the hindered side moves once, his opponent adds as many as are
    /// declared.
    fn hold_mover(&self, at: &G::Position) -> Result<(), DeclaredError> {
        let rules = self.rules;
        let hindered = rules.mover(at) == rules.hindered();
        let left = rules.still_to_add(at);
        for (_, to) in self.options(at) {
            // A turn ends early where nothing is left to add.
            let more = || {
                let (core, resource) = rules.split(&to)?;
                Some(self.core(rules.core_number(&core)).open & !resource != 0)
            };
            let goes_on = if hindered { true } else { left > 1 && more() == Some(true) };
            if (rules.mover(&to) == rules.hindered()) == goes_on {
                return Err(self.refuse(at, "turns are not as declared".to_owned()));
            }
        }
        Ok(())
    }

    /// Has the hindered side won, with his opponent to move?
    fn is_won(&self, core: &G::Core, resource: u128) -> bool {
        let at = self.rules.join(core, resource, self.rules.hindered().other());
        self.options(&at).is_empty() && self.rules.ending(&at) == Outcome::Loss
    }

    /// What the rules say of a core.
    fn core(&self, number: u64) -> Rc<Core> {
        if let Some(known) = self.cores.borrow().get(&number) {
            return known.clone();
        }
        let known = Rc::new(self.worked_out(number));
        self.cores.borrow_mut().insert(number, known.clone());
        known
    }

    fn worked_out(&self, number: u64) -> Core {
        let rules = self.rules;
        let mut core = Core { steps: Vec::new(), open: 0 };
        let Some(here) = rules.core_of(number) else { return core };
        let targets = |resource: u128| {
            let options = self.options(&rules.join(&here, resource, rules.hindered()));
            let to = options.iter().filter_map(|(_, to)| rules.split(to));
            to.map(|(to, _)| to).collect::<Vec<G::Core>>()
        };
        for to in targets(0) {
            let wins = self.is_won(&to, 0);
            let to = rules.core_number(&to);
            if core.steps.iter().all(|step| step.to != to) {
                core.steps.push(Step { to, needs: 0, wins });
            }
        }
        let mut rest = rules.elements();
        while rest != 0 {
            let element = rest & rest.wrapping_neg();
            rest ^= element;
            let left: Vec<u64> = targets(element).iter().map(|to| rules.core_number(to)).collect();
            for step in core.steps.iter_mut().filter(|step| !left.contains(&step.to)) {
                step.needs |= element;
            }
        }
        for (_, to) in self.options(&rules.join(&here, 0, rules.hindered().other())) {
            core.open |= rules.split(&to).map_or(0, |(_, added)| added);
        }
        core
    }
}

/// Cores by their numbers.
impl<G: MonotoneResource + Notation> Pursuit for Declared<'_, G> {
    type Core = u64;

    fn elements(&self) -> u128 {
        self.rules.elements()
    }

    fn additions(&self) -> u32 {
        self.rules.additions()
    }

    fn closed(&self, core: u64) -> u128 {
        self.rules.elements() & !self.core(core).open
    }

    fn steps(&self, core: u64, into: &mut Vec<Step<u64>>) {
        into.extend(self.core(core).steps.iter().copied());
    }

    fn horizon(&self) -> u32 {
        self.horizon
    }
}
