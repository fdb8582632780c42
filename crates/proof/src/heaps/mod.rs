//! The Grundy values of a heap game: a list, or for every heap at once.
//!
//! The rules are read as [`TakesAndBreaks`]. A certificate says how far the
//! values are to be worked out, and which theorem then gives all others; it
//! holds no values but where it is about a list, so it is a few hundred bytes
//! whatever it proves. The checker works all values out by the rules:
//!
//! | by | what it does | time for heap n |
//! | --- | --- | --- |
//! | `options` | looks at every option | as many steps as options |
//! | `sparse` | looks at the pairs with a rare part, then at others until all rare values below have been met | [see there](values) |
//!
//! It then compares the values a period apart, refuses a preperiod or period
//! that is not the least one, and checks what the theorem asks for:
//!
//! | theorem | for |
//! | --- | --- |
//! | [`octal`] | finite codes; values that repeat for long enough |
//! | [`window`] | finite codes that part heaps in two; all that later values depend on came back |
//! | [`state`] | one heap left at most, and digits that repeat for ever |
//! | [`arithmetic`] | values that grow in step for long enough; three heaps left |
//!
//! # Form
//!
//! ```text
//! record 2:  "options"                                or  "sparse" mask domain (0 or 1)
//! record 3:  how many values, from heap 0 on, and their digest
//! record 4:  theorem preperiod period saltus numbers  or  "none"
//!            "octal"       -
//!            "window"      last rare heap, farthest part walked to, heap after the window
//!            "state"       how many periods later the state comes back
//!            "arithmetic"  -
//! after "none" the values follow, one record each
//! ```
//!
//! The claim says the same in short:
//!
//! | kind | the claim's values | position, outcome |
//! | --- | --- | --- |
//! | [`OF_ALL`] | preperiod, period, saltus | `*`, none |
//! | [`OF_LIST`] | how many | `*`, none |
//! | [`OF_SUM`] | the Grundy value: its low 64 bits, then the others if any is set | the heaps, and for the mover |
//!
//! A [`record`] holds windows of values instead, from which any stretch can be
//! worked out by itself; its kind is [`record::OF_RECORD`].
//!
//! The [digest](Digest) says which values were meant; nothing is concluded from
//! it.
//!
//! Memory: two bytes a value by `sparse`, four by `options`.

pub mod arithmetic;
mod digest;
pub mod octal;
pub mod record;
mod rules;
mod shape;
pub mod state;
pub mod values;
pub mod window;

use std::io;

use perfectplay_game::{Meter, Outcome, TakesAndBreaks};

pub use digest::Digest;
pub use values::{List, Space};

use crate::{CheckError, Claim, Confirmed, Sink, Source};
use rules::Sorted;
use values::Worked;

/// The kind of certificates about all heaps.
pub const OF_ALL: &str = "heap-period";

/// The kind of certificates that list values.
pub const OF_LIST: &str = "heap-values";

/// The kind of certificates about one sum of heaps.
pub const OF_SUM: &str = "heap-sum";

/// What a certificate holds after its claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// The sparse space to work the values out by; `None`: look at every option.
    pub space: Option<Space>,
    /// How many values, from heap 0 on, are to be worked out.
    pub count: u64,
    /// Their [digest](Digest).
    pub digest: u64,
    /// What holds for all heaps; `None` for a certificate about these values
    /// alone.
    pub period: Option<Period>,
}

/// g(n + period) = g(n) + saltus for all n from the preperiod on, with the least
/// period and preperiod; and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which on it holds.
    pub preperiod: u64,
    /// At least 1.
    pub period: u64,
    /// What a value grows by in each period.
    pub saltus: u64,
    /// What proves it.
    pub theorem: Theorem,
}

/// What proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// See [`octal`].
    Octal,
    /// See [`window`].
    Window {
        /// The last heap that is rare.
        last_rare: u64,
        /// Walks of later heaps look at parts up to this size.
        farthest: u64,
        /// The heap after the window.
        end: u64,
    },
    /// See [`state`].
    State {
        /// So many periods later the state comes back.
        times: u64,
    },
    /// See [`arithmetic`].
    Arithmetic,
}

impl Body {
    /// The claim that this proves: about all heaps, or about a list.
    pub fn claim(&self, ruleset: &str) -> Claim {
        let (kind, values) = match self.period {
            Some(of_all) => (OF_ALL, vec![of_all.preperiod, of_all.period, of_all.saltus]),
            None => (OF_LIST, vec![self.count]),
        };
        Claim {
            kind: kind.to_owned(),
            ruleset: ruleset.to_owned(),
            position: "*".to_owned(),
            outcome: None,
            values,
        }
    }

    /// Writes what comes after the claim. `listed` are the values, for a body
    /// without a period; else they are not looked at.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(
        &self,
        listed: impl IntoIterator<Item = u64>,
        sink: &mut dyn Sink,
    ) -> io::Result<()> {
        match self.space {
            None => sink.text("options")?,
            Some(space) => {
                sink.text("sparse")?;
                sink.number(space.mask.into())?;
                sink.number(space.domain.into())?;
            }
        }
        sink.end_record()?;
        sink.number(self.count.into())?;
        sink.number(self.digest.into())?;
        sink.end_record()?;
        let Some(of_all) = self.period else {
            sink.text("none")?;
            sink.end_record()?;
            for value in listed {
                sink.number(value.into())?;
                sink.end_record()?;
            }
            return Ok(());
        };
        let (name, numbers) = match of_all.theorem {
            Theorem::Octal => ("octal", Vec::new()),
            Theorem::Window { last_rare, farthest, end } => {
                ("window", vec![last_rare, farthest, end])
            }
            Theorem::State { times } => ("state", vec![times]),
            Theorem::Arithmetic => ("arithmetic", Vec::new()),
        };
        sink.text(name)?;
        for number in [of_all.preperiod, of_all.period, of_all.saltus].into_iter().chain(numbers) {
            sink.number(number.into())?;
        }
        sink.end_record()
    }

    /// Reads what comes after the claim, but for listed values.
    ///
    /// # Errors
    ///
    /// It is no such body.
    pub fn read(source: &mut dyn Source) -> Result<Body, CheckError> {
        let number = |source: &mut dyn Source, of| source.number_to(u64::MAX, of);
        let space = match source.text()?.as_str() {
            "options" => None,
            "sparse" => {
                let mask = source.number_to(u16::MAX.into(), "a mask")? as u16;
                let domain = source.number_to(1, "whether places count")? == 1;
                Some(Space { mask, domain })
            }
            _ => return Err(source.refuse("values are worked out by options or sparse")),
        };
        source.end_record()?;
        let count = number(source, "the number of values")?;
        let digest = number(source, "a digest")?;
        source.end_record()?;
        let name = source.text()?;
        if name == "none" {
            source.end_record()?;
            return Ok(Body { space, count, digest, period: None });
        }
        let preperiod = number(source, "a preperiod")?;
        let period = number(source, "a period")?;
        let saltus = number(source, "a saltus")?;
        let theorem = match name.as_str() {
            "octal" => Theorem::Octal,
            "window" => Theorem::Window {
                last_rare: number(source, "a heap")?,
                farthest: number(source, "a heap")?,
                end: number(source, "a heap")?,
            },
            "state" => Theorem::State { times: number(source, "a number of periods")? },
            "arithmetic" => Theorem::Arithmetic,
            _ => return Err(source.refuse(format!("{name} is no theorem"))),
        };
        source.end_record()?;
        let period = Some(Period { preperiod, period, saltus, theorem });
        Ok(Body { space, count, digest, period })
    }
}

/// Values that were worked out by the rules, and the period that was proved.
#[derive(Clone, Debug)]
pub struct Checked {
    values: List,
    period: Option<Period>,
    facts: u64,
}

impl Checked {
    /// The values worked out, from heap 0 on.
    pub fn values(&self) -> &List {
        &self.values
    }

    /// What was proved of all heaps, if the certificate is about all.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// How many facts were checked.
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// The value of a heap: worked out, or by the period; `None` if neither
    /// gives it, or it is beyond 128 bits.
    pub fn value(&self, heap: u128) -> Option<u128> {
        let known = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap));
        if let Some(known) = known {
            return Some(known.into());
        }
        let of_all = self.period?;
        let beyond = heap.checked_sub(of_all.preperiod.into())?;
        let place = of_all.preperiod + (beyond % u128::from(of_all.period)) as u64;
        let value = self.values.get(usize::try_from(place).ok()?)?;
        let periods = beyond / u128::from(of_all.period);
        periods.checked_mul(of_all.saltus.into())?.checked_add(value.into())
    }

    /// The Grundy value of a sum of heaps: the XOR of theirs.
    pub fn value_of_sum(&self, heaps: &[u128]) -> Option<u128> {
        heaps.iter().try_fold(0, |xor, &heap| Some(xor ^ self.value(heap)?))
    }
}

/// The outcome and the claim's values of a sum of heaps with this Grundy value.
pub fn claimed_of_sum(value: u128) -> (Outcome, Vec<u64>) {
    let outcome = if value == 0 { Outcome::Loss } else { Outcome::Win };
    let (low, high) = (value as u64, (value >> 64) as u64);
    (outcome, if high == 0 { vec![low] } else { vec![low, high] })
}

/// Checks a certificate of one of the kinds, from the claim on. `heaps`
/// are those of the claim's position, for a claim about a sum.
///
/// # Errors
///
/// What fails first.
pub fn confirm(
    rules: &(impl TakesAndBreaks + ?Sized),
    claim: &Claim,
    heaps: &[u128],
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    if claim.kind == record::OF_RECORD {
        return record::confirm(rules, claim, source, meter);
    }
    let checked = check(rules, source, meter)?;
    let of_sum = claim.kind == OF_SUM;
    let (outcome, values, in_words) = if of_sum {
        let Some(value) = checked.value_of_sum(heaps) else {
            return Err(source.refuse("it says nothing of so large a heap"));
        };
        let (outcome, values) = claimed_of_sum(value);
        let who = if outcome == Outcome::Win { "wins" } else { "loses" };
        (Some(outcome), values, format!("the mover {who}, Grundy value {value}"))
    } else if let Some(Period { preperiod, period, saltus, .. }) = checked.period {
        claim.expect_kind(OF_ALL, source)?;
        let more = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
        let in_words =
            format!("g(n + {period}) = g(n){more} for all n >= {preperiod}, and no less will do");
        (None, vec![preperiod, period, saltus], in_words)
    } else {
        claim.expect_kind(OF_LIST, source)?;
        let count = checked.values.len() as u64;
        (None, vec![count], format!("the Grundy values of the first {count} heaps, from 0 on"))
    };
    if claim.outcome != outcome || claim.values != values || !of_sum && claim.position != "*" {
        return Err(source.refuse("the claim says something else than the proof"));
    }
    Ok(Confirmed { claim: in_words, facts: checked.facts })
}

/// Checks all that comes after the claim: works the values out by the rules,
/// and where the certificate is about all heaps, proves the period.
///
/// # Errors
///
/// What fails first.
pub fn check(
    rules: &(impl TakesAndBreaks + ?Sized),
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Checked, CheckError> {
    let body = Body::read(source)?;
    let watched = match body.period.map(|of_all| of_all.theorem) {
        Some(Theorem::Window { end, .. }) => end,
        _ => u64::MAX,
    };
    let worked = match body.space {
        None => values::by_options(rules, body.count, source, meter)?,
        Some(space) => values::by_sparse_space(rules, space, body.count, watched, source, meter)?,
    };
    let mut digest = Digest::default();
    worked.values.iter().for_each(|value| digest.add(value));
    if digest.sum() != body.digest {
        return Err(source.refuse("the values have another digest"));
    }
    let mut facts = body.count;
    match body.period {
        None => {
            for (heap, value) in worked.values.iter().enumerate() {
                let listed = source.number_to(u64::MAX, "a Grundy value")?;
                source.end_record()?;
                if listed != value {
                    let what = format!("heap {heap} is listed with {listed}, and has {value}");
                    return Err(source.refuse(what));
                }
            }
        }
        Some(of_all) => {
            facts += shape::check(&worked.values, &of_all, source, meter)?;
            prove(rules, &of_all, &worked, source, meter)?;
        }
    }
    source.end()?;
    Ok(Checked { values: worked.values, period: body.period, facts })
}

fn prove(
    rules: &(impl TakesAndBreaks + ?Sized),
    of_all: &Period,
    worked: &Worked,
    source: &dyn Source,
    meter: &mut Meter,
) -> Result<(), CheckError> {
    let refuse = |what: String| source.refuse(what);
    match of_all.theorem {
        Theorem::State { times } => {
            state::check(rules, of_all, times, &worked.values, meter)?.map_err(refuse)
        }
        theorem => {
            let Some(sorted) = Sorted::new(rules) else {
                return Err(source.refuse("the theorem is for rules with a most number of stones"));
            };
            match theorem {
                Theorem::Octal => octal::check(&sorted, of_all, worked.values.len() as u64),
                Theorem::Window { last_rare, farthest, end } => {
                    window::check(&sorted, of_all, worked, [last_rare, farthest, end])
                }
                _ => arithmetic::check(&sorted, of_all, &worked.values, meter)?,
            }
            .map_err(refuse)
        }
    }
}
