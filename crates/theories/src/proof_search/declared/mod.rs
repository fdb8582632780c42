mod held;

use std::cell::RefCell;
use std::rc::Rc;

use perfectplay_game::{Meter, MonotoneResource, Notation, Options, Player};
use rustc_hash::FxHashMap;

use super::{DeclaredError, Law, Pursuit, Search, Step, Verdict};

/// Any game that declares a monotone resource, for a [`Search`](super::Search):
/// what the search asks for is worked out from the rules, core by core.
///
/// # What is checked
///
/// The laws are those of [`MonotoneResource`], and one more: each element
/// alone forbids an option or does not. An option that only several elements
/// together forbid is refused.
///
/// - **Wherever a core is met** ([`Law::Positions`], and the other laws at some
///   resources): its number is its own; H's options are asked for with nothing,
///   with each element alone, with all but what an option needs absent, with
///   all, and with sets of which some has any one element and lacks any other;
///   O's with all of these but the first two kinds; and whether play is over
///   there, with whose win.
/// - **Wherever an answer relies on it**: the options at each entry of its
///   proof, as [`Pursuit::HELD`] says, and at the position asked for. With what
///   is checked core by core, no core at which play ends otherwise than in H's
///   win is taken for a win or a loss.
/// - **For each answer that O wins** ([`Law::ElementsLeft`]): plays by the
///   proof are followed, so that he is never out of elements while play goes
///   on.
/// - **By samples alone**, in [`Declared::new`]: what only other positions
///   show. Elements that help H, or change what O may add, only together with
///   others; turns of several elements; an option that leads elsewhere with
///   elements present where another option leads too.
pub struct Declared<'g, G: MonotoneResource> {
    rules: &'g G,
    horizon: u32,
    /// Resources at which every core is held against the rules.
    some: Vec<u128>,
    /// What was worked out, by the number of the core.
    grounds: RefCell<FxHashMap<u64, Ground>>,
    steps: RefCell<FxHashMap<u64, Rc<[Step<u64>]>>>,
    fault: RefCell<Option<DeclaredError>>,
}

/// What the rules say of a core with the opponent to move.
#[derive(Clone, Copy)]
struct Ground {
    /// Elements that may be added.
    open: u128,
    /// Play is over with the hindered side's win.
    won: bool,
}

/// Lines of play that a declaration is held against, and plies of each at most.
const LINES: usize = 24;
const PLIES: usize = 40;

/// Steps that are looked ahead before a loss is tried.
const HORIZON: u32 = 6;

/// All elements; those whose number has a one in a binary place, and those
/// that have a zero there. Of any two elements, some set has one alone.
fn some_resources(elements: u128) -> Vec<u128> {
    let mut some = vec![elements];
    for place in 0..7 {
        let ones = (0..128).filter(|at| at >> place & 1 == 1).fold(0, |set, at| set | 1u128 << at);
        some.extend([elements & ones, elements & !ones]);
    }
    some.sort_unstable();
    some.dedup();
    some.retain(|&set| set != 0);
    some
}

fn lowest(set: u128) -> u128 {
    set & set.wrapping_neg()
}

impl<'g, G: MonotoneResource + Notation> Declared<'g, G> {
    /// The game, its declaration held against the rules at positions of some
    /// lines of play, each with more and with less of the resource too.
    ///
    /// # Errors
    ///
    /// The declaration is false, with the witness; or a limit.
    pub fn new(rules: &'g G, meter: &mut Meter) -> Result<Self, DeclaredError> {
        let declared = Declared {
            rules,
            horizon: HORIZON,
            some: some_resources(rules.elements()),
            grounds: RefCell::default(),
            steps: RefCell::default(),
            fault: RefCell::default(),
        };
        if rules.additions() == 0 {
            let what = "a turn adds no element".to_owned();
            return Err(declared.refuse(&rules.start(), Law::Adding, what));
        }
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
                    declared.hold(&core, resource, &at, meter)?;
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

    fn refuse(&self, at: &G::Position, law: Law, what: String) -> DeclaredError {
        DeclaredError::False { position: self.rules.write_position(at), law, what }
    }

    fn opponent(&self) -> Player {
        self.rules.hindered().other()
    }

    /// The number of a core that a position has.
    fn number(&self, core: &G::Core, at: &G::Position) -> Result<u64, DeclaredError> {
        let number = self.rules.core_number(core);
        if self.rules.core_of(number).as_ref() != Some(core) {
            let what = format!("the number of its core, {number}, is that of another, or of none");
            return Err(self.refuse(at, Law::Positions, what));
        }
        Ok(number)
    }

    fn core_of(&self, number: u64) -> Result<G::Core, DeclaredError> {
        let nothing = || DeclaredError::Nothing { what: format!("{number} is no core") };
        self.rules.core_of(number).ok_or_else(nothing)
    }

    /// Holds a core of some position against the rules with this resource.
    fn hold(
        &self,
        core: &G::Core,
        resource: u128,
        at: &G::Position,
        meter: &mut Meter,
    ) -> Result<(), DeclaredError> {
        let number = self.number(core, at)?;
        let ground = self.ground(number)?;
        meter.spend(1 + u64::from(self.rules.elements().count_ones()))?;
        // The hindered side never moves where he has won.
        if !ground.won {
            let steps = self.worked_out(number)?;
            self.hold_options(core, &steps, resource)?;
        }
        self.hold_additions(core, ground, resource)
    }

    fn none_left(&self, core: &G::Core, resource: u128) -> Result<(), DeclaredError> {
        let at = self.rules.join(core, resource, self.opponent());
        let what = format!("{} is to add an element, and none is left", self.opponent());
        Err(self.refuse(&at, Law::ElementsLeft, what))
    }

    /// What the opponent may add at a core, held against the rules at some
    /// resources.
    fn ground(&self, number: u64) -> Result<Ground, DeclaredError> {
        if let Some(&known) = self.grounds.borrow().get(&number) {
            return Ok(known);
        }
        let core = self.core_of(number)?;
        let options = self.options(&self.joined(&core, 0, self.opponent())?);
        let added = |(_, to): &(G::Move, G::Position)| self.rules.split(to).map_or(0, |to| to.1);
        let open = options.iter().fold(0, |open, option| open | added(option));
        let ground = Ground { open, won: options.is_empty() };
        for &resource in [0].iter().chain(&self.some) {
            self.hold_additions(&core, ground, resource)?;
        }
        self.grounds.borrow_mut().insert(number, ground);
        Ok(ground)
    }

    /// The hindered side's steps from a core, held against the rules at some
    /// resources.
    fn worked_out(&self, number: u64) -> Result<Rc<[Step<u64>]>, DeclaredError> {
        if let Some(known) = self.steps.borrow().get(&number) {
            return Ok(known.clone());
        }
        let rules = self.rules;
        let here = self.core_of(number)?;
        let at = |resource| self.joined(&here, resource, rules.hindered());
        let mut steps = Vec::new();
        for to in self.led_to(&at(0)?, 0)? {
            steps.push(Step { to, needs: 0, wins: self.ground(to)?.won });
        }
        let mut rest = rules.elements();
        while rest != 0 {
            let element = lowest(rest);
            rest ^= element;
            let at = at(element)?;
            let legal = self.led_to(&at, element)?;
            if legal.iter().any(|to| steps.iter().all(|step| step.to != *to)) {
                let what = "there is an option that is none with nothing present".to_owned();
                return Err(self.refuse(&at, Law::Forbidding, what));
            }
            for step in steps.iter_mut().filter(|step| !legal.contains(&step.to)) {
                step.needs |= element;
            }
        }
        let worst = steps.iter().map(|step| rules.elements() & !step.needs);
        for resource in [0].into_iter().chain(worst).chain(self.some.iter().copied()) {
            self.hold_options(&here, &steps, resource)?;
        }
        let known: Rc<[Step<u64>]> = steps.into();
        self.steps.borrow_mut().insert(number, known.clone());
        Ok(known)
    }

    /// What was found, or nothing once a law is broken.
    fn or_fault<T>(&self, found: Result<T, DeclaredError>, nothing: T) -> T {
        found.unwrap_or_else(|fault| {
            self.fault.borrow_mut().get_or_insert(fault);
            nothing
        })
    }
}

impl<G: MonotoneResource + Notation> Search<Declared<'_, G>> {
    /// Who wins at a position, the hindered side being the attacker.
    ///
    /// # Errors
    ///
    /// A limit; a law that is found broken, with the witness; or play is over
    /// there, or it has no core and resource.
    pub fn verdict_at(
        &mut self,
        at: &G::Position,
        meter: &mut Meter,
    ) -> Result<Verdict, DeclaredError> {
        let rules = self.pursuit().rules;
        let Some((core, resource)) = rules.split(at) else {
            let what = format!("{} has no core and resource", rules.write_position(at));
            return Err(DeclaredError::Nothing { what });
        };
        let number = self.pursuit().number(&core, at)?;
        if rules.mover(at) == rules.hindered() {
            return self.attacker_moves(number, resource, meter);
        }
        match rules.still_to_add(at) {
            0 => {
                let what = "the opponent is to move, and no element is still to add".to_owned();
                Err(self.pursuit().refuse(at, Law::Adding, what))
            }
            to_add => self.defender_moves(number, resource, to_add, meter),
        }
    }
}

/// Cores by their numbers.
impl<G: MonotoneResource + Notation> Pursuit for Declared<'_, G> {
    type Core = u64;
    type Error = DeclaredError;

    const HELD: bool = true;

    fn elements(&self) -> u128 {
        self.rules.elements()
    }

    fn additions(&self) -> u32 {
        self.rules.additions()
    }

    fn closed(&self, core: u64) -> u128 {
        let nothing = Ground { open: 0, won: false };
        self.rules.elements() & !self.or_fault(self.ground(core), nothing).open
    }

    fn steps(&self, core: u64, into: &mut Vec<Step<u64>>) {
        into.extend(self.or_fault(self.worked_out(core), Rc::default()).iter().copied());
    }

    fn horizon(&self) -> u32 {
        self.horizon
    }

    fn fault(&self) -> Result<(), DeclaredError> {
        self.fault.borrow().clone().map_or(Ok(()), Err)
    }

    fn hold_root(&self, number: u64, resource: u128, to_add: u32) -> Result<(), DeclaredError> {
        self.fault()?;
        let nothing = |what: &str| Err(DeclaredError::Nothing { what: what.to_owned() });
        let core = self.core_of(number)?;
        if resource & !self.rules.elements() != 0 {
            return nothing("the resource has elements that the game has not");
        }
        if to_add == 0 {
            return self.hold_attacker(number, resource);
        }
        if to_add > self.rules.additions() {
            return nothing("more elements are to be added than in a turn");
        }
        if self.ground(number)?.won {
            let at = self.rules.join(&core, resource, self.opponent());
            return nothing(&format!("play is over at {}", self.rules.write_position(&at)));
        }
        self.hold_defender(number, resource)?;
        self.hold_left(number, resource)
    }

    fn hold_attacker(&self, number: u64, resource: u128) -> Result<(), DeclaredError> {
        self.hold_options(&self.core_of(number)?, &self.worked_out(number)?, resource)
    }

    fn hold_defender(&self, number: u64, resource: u128) -> Result<(), DeclaredError> {
        self.hold_additions(&self.core_of(number)?, self.ground(number)?, resource)
    }

    fn hold_left(&self, number: u64, resource: u128) -> Result<(), DeclaredError> {
        match self.ground(number)?.open & !resource {
            0 => self.none_left(&self.core_of(number)?, resource),
            _ => Ok(()),
        }
    }
}
