//! Positions of a game with a [monotone resource](MonotoneResource).
//!
//! **Theorem.** Let more of the resource never help the hindered side, H, and
//! let a pass never help his opponent, O.
//!
//! 1. *(wins)* Say that (c, Z) is a *win entry* when H has a move from core c
//!    with every element outside Z present, and either the move ends play with
//!    his win, or there are win entries (c', Z1), ..., (c', Zn), n >= 1, at the
//!    core c' it leads to, with Zi inside Z, such that no k elements that O may
//!    add meet every Zi. Then, by induction over the order of the entries, H
//!    wins at c with any resource that misses Z: whatever O adds misses some
//!    Zi, which missed all that was present before.
//! 2. *(losses)* Let a set of pairs (c, B) be such that for each of them and
//!    each option of H's at c with exactly B present: the option does not end
//!    play, and there is a pair (c', B') of the set at the core it leads to
//!    that lacks at most k elements to lie in B, ones that O may add there.
//!    Then H never wins from c with B or more present: O always answers back
//!    into the set, so a move that ends play with H's win never comes, and H's
//!    loss is the only other end of a play that has to end. (What else O has
//!    to add does him no harm.)
//!
//! **The certificate** lists win entries, each after those it uses, then loss
//! pairs, then the answers of the pairs. The checker asks the rules for H's
//! options at the worst resource (all outside Z) and at the best (B alone).
//!
//! ```text
//! claim's values: number of win entries, number of loss pairs
//! win entry:  core  zone  which option of the rules  k  entry 1 .. entry k
//! loss pair:  core  base
//! answers of a pair, in the order of the pairs: pair for option 1, 2, ...
//! last, for a claim with O to move: k  entry 1 .. entry k   (H wins)
//!                                   pair                    (O wins)
//! ```
//!
//! Time and memory linear in the certificate, with the options of each entry;
//! for k > 1 the time has a factor of the size of a zone to the power k - 1.

use std::io;

use perfectplay_game::{Meter, MonotoneResource, Options, Outcome, Stop};

use crate::{CheckError, Sink, Source};

/// A win entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The number of its core.
    pub core: u64,
    /// Elements that have to be absent.
    pub zone: u128,
    /// Which of the options that the rules list with all else present.
    pub option: u64,
    /// Earlier entries at the core the option leads to; none where it ends
    /// play.
    pub then: Vec<u64>,
}

/// A loss pair with its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The number of its core.
    pub core: u64,
    /// Elements that are enough.
    pub base: u128,
    /// The pair that answers each option that the rules list with the base
    /// alone present.
    pub answers: Vec<u64>,
}

/// The proof of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Win entries, each after those it uses.
    pub wins: Vec<Win>,
    /// Loss pairs.
    pub losses: Vec<Loss>,
    /// Where the opponent moves: the entries that his answers run into, or the
    /// one pair that he moves into.
    pub root: Vec<u64>,
}

impl Proof {
    /// Writes what comes after the claim.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, sink: &mut dyn Sink) -> io::Result<()> {
        sink.number(self.wins.len() as u128)?;
        sink.number(self.losses.len() as u128)?;
        sink.end_record()?;
        for win in &self.wins {
            sink.number(win.core.into())?;
            sink.number(win.zone)?;
            sink.number(win.option.into())?;
            list(sink, &win.then)?;
            sink.end_record()?;
        }
        for loss in &self.losses {
            sink.number(loss.core.into())?;
            sink.number(loss.base)?;
            sink.end_record()?;
        }
        for loss in &self.losses {
            for &answer in &loss.answers {
                sink.number(answer.into())?;
            }
            // A pair without options has no answers and no record.
            if !loss.answers.is_empty() {
                sink.end_record()?;
            }
        }
        if !self.root.is_empty() {
            list(sink, &self.root)?;
            sink.end_record()?;
        }
        Ok(())
    }
}

fn list(sink: &mut dyn Sink, items: &[u64]) -> io::Result<()> {
    sink.number(items.len() as u128)?;
    items.iter().try_for_each(|&item| sink.number(item.into()))
}

/// Bytes announced for an entry: a small file may unpack to many.
const ENTRY_BYTES: u64 = 64;

/// A core with a zone or a base.
struct Entry<C> {
    core: C,
    set: u128,
}

/// What a part of a certificate proved of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proved {
    /// How many facts were checked.
    pub(crate) facts: u64,
    /// With the hindered side to move: the zone of his win, or the base of his
    /// loss.
    pub(crate) relies_on: u128,
}

struct Checker<'c, G: MonotoneResource> {
    rules: &'c G,
    meter: &'c mut Meter,
    wins: Vec<Entry<G::Core>>,
    losses: Vec<Entry<G::Core>>,
    options: Options<G>,
    /// The zones of the entries of one list.
    zones: Vec<u128>,
    facts: u64,
}

/// Checks a claim about `position` and gives the number of facts checked.
///
/// # Errors
///
/// The first record that fails.
pub fn check<G: MonotoneResource>(
    rules: &G,
    position: &G::Position,
    outcome: Outcome,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let proved = check_part(rules, position, outcome, source, meter)?;
    source.end()?;
    Ok(proved.facts)
}

/// The same, where more may follow.
pub(crate) fn check_part<G: MonotoneResource>(
    rules: &G,
    position: &G::Position,
    outcome: Outcome,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Proved, CheckError> {
    let mut checker = Checker {
        rules,
        meter,
        wins: Vec::new(),
        losses: Vec::new(),
        options: Vec::new(),
        zones: Vec::new(),
        facts: 0,
    };
    let wins = source.number_to(u64::MAX, "the number of win entries")?;
    let losses = source.number_to(u64::MAX, "the number of loss pairs")?;
    source.end_record()?;
    for _ in 0..wins {
        checker.win(source)?;
    }
    for _ in 0..losses {
        checker.meter.hold(ENTRY_BYTES)?;
        let core = checker.core(source)?;
        let set = checker.set(source)?;
        source.end_record()?;
        checker.losses.push(Entry { core, set });
    }
    for pair in 0..checker.losses.len() {
        checker.answers(pair, source)?;
    }
    let relies_on = checker.claim(position, outcome, source)?;
    Ok(Proved { facts: checker.facts, relies_on })
}

/// The first k elements that meet every zone, if there are such: what no zone
/// answers.
pub(crate) fn meets_all(
    zones: &[u128],
    addable: u128,
    k: u32,
    meter: &mut Meter,
) -> Result<Option<u128>, Stop> {
    // Whatever meets all zones has an element in the first one that is not
    // met yet. A stack entry: what was added, how many, and what of that
    // zone is to be tried still.
    let missed = |added: u128| zones.iter().copied().find(|zone| zone & added == 0);
    let Some(first) = missed(0) else { return Ok(Some(0)) };
    let mut stack = vec![(0u128, 0u32, first & addable)];
    while let Some((added, count, untried)) = stack.last_mut() {
        meter.spend(zones.len() as u64)?;
        if *untried == 0 || *count == k {
            stack.pop();
            continue;
        }
        let next = *untried & untried.wrapping_neg();
        *untried &= !next;
        let (with, count) = (*added | next, *count + 1);
        match missed(with) {
            None => return Ok(Some(with)),
            Some(zone) => stack.push((with, count, zone & addable)),
        }
    }
    Ok(None)
}

impl<G: MonotoneResource> Checker<'_, G> {
    fn core(&self, source: &mut dyn Source) -> Result<G::Core, CheckError> {
        let number = source.number_to(u64::MAX, "a core")?;
        self.rules.core_of(number).ok_or_else(|| source.refuse(format!("{number} is no core")))
    }

    fn set(&self, source: &mut dyn Source) -> Result<u128, CheckError> {
        let set = source.number()?;
        match set & !self.rules.elements() {
            0 => Ok(set),
            _ => Err(source.refuse("a set has elements that the game has not")),
        }
    }

    fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        self.facts += steps;
        self.meter.spend(steps)
    }

    /// H's options at a core with this resource.
    fn ask(&mut self, core: &G::Core, resource: u128) -> Result<(), Stop> {
        let position = self.rules.join(core, resource, self.rules.hindered());
        self.options.clear();
        self.rules.options(&position, &mut self.options);
        self.spend(self.options.len() as u64 + 1)
    }

    /// The core that an option leads to.
    fn led_to(&self, option: u64, source: &dyn Source) -> Result<G::Core, CheckError> {
        let chosen = usize::try_from(option).ok().and_then(|option| self.options.get(option));
        let to = chosen.and_then(|(_, to)| self.rules.split(to));
        to.map(|(core, _)| core)
            .ok_or_else(|| source.refuse(format!("there is no option {option}")))
    }

    /// Elements that O may add at a core with this resource, by his options;
    /// `None` where play is over with H's win.
    fn addable(
        &mut self,
        core: &G::Core,
        resource: u128,
        source: &dyn Source,
    ) -> Result<Option<u128>, CheckError> {
        let addable = self.added(core, resource)?.0;
        if addable != 0 {
            return Ok(Some(addable));
        }
        // Perhaps there is only nothing left to add.
        match self.added(core, 0)? {
            (0, Some(Outcome::Loss)) => Ok(None),
            (0, _) => Err(source.refuse("play is over there, and not with the attacker's win")),
            _ => Ok(Some(0)),
        }
    }

    /// Elements that O's options add, and how play ends for him if he has none.
    fn added(&mut self, core: &G::Core, resource: u128) -> Result<(u128, Option<Outcome>), Stop> {
        let opponent = self.rules.hindered().other();
        let mut options = Vec::new();
        let position = self.rules.join(core, resource, opponent);
        self.rules.options(&position, &mut options);
        self.spend(options.len() as u64)?;
        let added = |(_, to): &(G::Move, G::Position)| {
            self.rules.split(to).map_or(0, |(_, with)| with & !resource)
        };
        let addable = options.iter().fold(0, |set, option| set | added(option));
        let end = options.is_empty().then(|| self.rules.ending(&position));
        Ok((addable, end))
    }

    fn win(&mut self, source: &mut dyn Source) -> Result<(), CheckError> {
        self.meter.hold(ENTRY_BYTES)?;
        let core = self.core(source)?;
        let zone = self.set(source)?;
        let worst = self.rules.elements() & !zone;
        self.ask(&core, worst)?;
        let option = source.number_to(u64::MAX, "an option")?;
        let to = self.led_to(option, source)?;
        let addable = self.addable(&to, worst, source)?;
        self.answered(&to, worst, addable, self.rules.additions(), source)?;
        source.end_record()?;
        self.wins.push(Entry { core, set: zone });
        Ok(())
    }

    /// Reads a list of win entries that answer everything O may do at a core
    /// where he adds k elements.
    fn answered(
        &mut self,
        core: &G::Core,
        resource: u128,
        addable: Option<u128>,
        k: u32,
        source: &mut dyn Source,
    ) -> Result<(), CheckError> {
        let count = source.number_to(self.wins.len() as u64, "the number of entries used")?;
        let Some(addable) = addable else {
            return match count {
                0 => Ok(()),
                _ => Err(source.refuse("entries are used where play is over")),
            };
        };
        if count == 0 {
            return Err(source.refuse("play is not over, and no entry answers the pass"));
        }
        self.zones.clear();
        for _ in 0..count {
            let used = source.number_to(u64::MAX, "an entry")?;
            self.spend(1)?;
            self.meter.hold(16)?;
            let entry = usize::try_from(used).ok().and_then(|used| self.wins.get(used));
            let entry =
                entry.ok_or_else(|| source.refuse(format!("entry {used} is not earlier")))?;
            if entry.core != *core || entry.set & resource != 0 {
                return Err(source.refuse(format!("entry {used} does not hold there")));
            }
            self.zones.push(entry.set);
        }
        self.meter.release(16 * count);
        match meets_all(&self.zones, addable, k, self.meter)? {
            None => Ok(()),
            Some(added) => {
                let added: Vec<String> = (0..128)
                    .filter(|element| added >> element & 1 == 1)
                    .map(|element| element.to_string())
                    .collect();
                let added = added.join(" and ");
                Err(source.refuse(format!("element {added} added spoils every entry used")))
            }
        }
    }

    /// Is there a pair that k added elements, or fewer, lead into?
    fn leads_into(
        &mut self,
        core: &G::Core,
        resource: u128,
        k: u32,
        pair: u64,
        source: &dyn Source,
    ) -> Result<(), CheckError> {
        let Some(addable) = self.addable(core, resource, source)? else {
            return Err(source.refuse("play is over there with the attacker's win"));
        };
        let entry = usize::try_from(pair).ok().and_then(|pair| self.losses.get(pair));
        let entry = entry.ok_or_else(|| source.refuse(format!("there is no pair {pair}")))?;
        let missing = entry.set & !resource;
        if entry.core != *core || missing.count_ones() > k || missing & !addable != 0 {
            let away = if k == 1 { "one element" } else { "as many elements as a turn adds" };
            return Err(source.refuse(format!("pair {pair} is not {away} away")));
        }
        Ok(())
    }

    fn answers(&mut self, pair: usize, source: &mut dyn Source) -> Result<(), CheckError> {
        let Entry { core, set: base } = &self.losses[pair];
        let (core, base) = (core.clone(), *base);
        self.ask(&core, base)?;
        for option in 0..self.options.len() as u64 {
            let to = self.led_to(option, source)?;
            let answer = source.number_to(u64::MAX, "a pair")?;
            self.leads_into(&to, base, self.rules.additions(), answer, source)?;
        }
        if !self.options.is_empty() {
            source.end_record()?;
        }
        Ok(())
    }

    fn claim(
        &mut self,
        position: &G::Position,
        outcome: Outcome,
        source: &mut dyn Source,
    ) -> Result<u128, CheckError> {
        let (core, resource) = self
            .rules
            .split(position)
            .ok_or_else(|| source.refuse("the position is not covered by this kind"))?;
        let hindered_moves = self.rules.mover(position) == self.rules.hindered();
        let hindered_wins = match outcome {
            Outcome::Win => hindered_moves,
            Outcome::Loss => !hindered_moves,
            Outcome::Draw | Outcome::Tie => {
                return Err(source.refuse("such games are won or lost"));
            }
        };
        if hindered_moves {
            let missed = |entry: &Entry<G::Core>| entry.core == core && entry.set & resource == 0;
            let held = |entry: &Entry<G::Core>| entry.core == core && entry.set & !resource == 0;
            let proved = match hindered_wins {
                true => self.wins.last().filter(|entry| missed(entry)),
                false => self.losses.first().filter(|entry| held(entry)),
            };
            return match proved {
                Some(entry) => Ok(entry.set),
                None => Err(source.refuse("the entry for the claim does not hold there")),
            };
        }
        let addable = self.addable(&core, resource, source)?;
        let k = self.rules.still_to_add(position);
        if hindered_wins {
            if addable.is_none() {
                return Ok(0);
            }
            self.answered(&core, resource, addable, k, source)?;
        } else {
            let pairs = source.number_to(1, "the number of pairs moved into")?;
            if pairs != 1 {
                return Err(source.refuse("no pair is moved into"));
            }
            let pair = source.number_to(u64::MAX, "a pair")?;
            self.leads_into(&core, resource, k, pair, source)?;
        }
        source.end_record()?;
        Ok(0)
    }
}
