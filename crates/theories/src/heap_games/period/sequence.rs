use std::fmt;

use perfectplay_game::{Meter, Stop};

use super::finder::Finder;
use super::shape::{Shape, least, shape_of};
use super::window::{self, Window};
use super::{arithmetic, lines, octal};
use crate::heap_games::values::{Kept, Way};
use crate::heap_games::{Code, Means, Values};

/// What is known of all values of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regularity {
    /// They have a shape for ever.
    Proved(Proved),
    /// The first `heaps` values have a shape; nothing says that the others do.
    Seen {
        /// The shape.
        shape: Shape,
        /// How many values were looked at.
        heaps: u64,
    },
    /// The first `heaps` values have none.
    None {
        /// How many values were looked at.
        heaps: u64,
    },
}

/// A shape that all values of a game have, to the last. Only
/// [`Sequence`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    shape: Shape,
    by: Theorem,
    heaps: u64,
    moved: u64,
}

impl Proved {
    /// The shape with the least period and the least preperiod.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What proves it.
    pub fn by(&self) -> Theorem {
        self.by
    }

    /// The multiple of the period that the theorem itself speaks of.
    pub(in crate::heap_games) fn moved(&self) -> u64 {
        self.moved
    }

    /// How many values, from heap 0 on, the proof goes by.
    pub fn heaps(&self) -> u64 {
        self.heaps
    }
}

/// What proves a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Values that repeat for long enough (Guy and Smith).
    Octal,
    /// A window of values that came back, which all that follow depend on.
    Window(Window),
    /// All that later values depend on came back: at most one heap is left.
    State,
    /// Values that grow in step for long enough.
    Arithmetic,
}

impl fmt::Display for Theorem {
    /// What the proof goes by, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::Octal => "the octal periodicity theorem",
            Theorem::Window(_) => "a window of values that came back",
            Theorem::State => "all that later values depend on came back",
            Theorem::Arithmetic => "values that grow in step for long enough",
        })
    }
}

/// The Grundy values of a game, and what they are for all heaps at once.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::heap_games::{Code, Regularity, Sequence};
/// let kayles: Code = "0.77".parse()?;
/// let mut sequence = Sequence::new(&kayles);
/// let mut meter = Meter::default();
/// let Regularity::Proved(proved) = sequence.search(10_000, &mut meter)? else { panic!() };
/// assert_eq!(proved.shape().to_string(), "period 12 after 71");
/// let exceptions = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
/// assert!(sequence.exceptions().eq(exceptions));
/// assert_eq!(sequence.value(10u128.pow(30)), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    values: Values,
    finder: Finder,
    proved: Option<Proved>,
    /// With so many values the next proof is tried that takes long.
    try_at: usize,
}

impl Sequence {
    /// Nothing worked out yet.
    pub fn new(code: &Code) -> Sequence {
        Sequence::by(code, Means::default())
    }

    /// As [`Sequence::new`], by other means.
    pub fn by(code: &Code, means: Means) -> Sequence {
        let values = Values::by(code, means);
        Sequence { values, finder: Finder::default(), proved: None, try_at: 0 }
    }

    /// Goes on from values that were worked out before: see [`Values::adopt`].
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub fn adopt(&mut self, values: &[u64], meter: &mut Meter) -> Result<(), Stop> {
        self.values.adopt(values, meter)?;
        self.follow(meter)
    }

    /// Works out values until there are `count`, whether or not a shape is
    /// proved of them.
    ///
    /// # Errors
    ///
    /// A limit was reached. What was done is kept.
    pub fn extend(&mut self, count: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.values.extend(count, meter)?;
        self.follow(meter)
    }

    /// The values so far.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Works out values until there are `count`, a proof or a limit is reached.
    /// Goes on where it stopped before.
    ///
    /// # Errors
    ///
    /// A limit was reached. What was done is kept.
    pub fn advance(&mut self, count: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.prove(meter)?;
        while self.proved.is_none() && self.values.len() < count {
            // A proof is noticed soon after it is there.
            let more = (self.values.len() / 16).clamp(16, 1 << 16);
            let until = count.min(self.values.len() + more);
            self.values.extend(until, meter)?;
            self.follow(meter)?;
        }
        Ok(())
    }

    /// [Advances](Sequence::advance), and says what is known then: that looks at all
    /// values once more where nothing is proved.
    ///
    /// # Errors
    ///
    /// A limit was reached. What was done is kept.
    pub fn search(&mut self, count: usize, meter: &mut Meter) -> Result<Regularity, Stop> {
        self.advance(count, meter)?;
        Ok(self.regularity())
    }

    /// What is known so far.
    pub fn regularity(&self) -> Regularity {
        let heaps = self.values.len() as u64;
        if let Some(proved) = self.proved {
            return Regularity::Proved(proved);
        }
        let seen = match self.values.kept() {
            Kept::Narrow(values) => seen(values, self.finder.candidate()),
            Kept::Wide(values) => seen(values, self.finder.candidate()),
        };
        match seen {
            Some(shape) => Regularity::Seen { shape, heaps },
            None => Regularity::None { heaps },
        }
    }

    /// The shape of all values, if it is proved.
    pub fn proved(&self) -> Option<Proved> {
        self.proved
    }

    /// The value of a heap of any size: worked out, or by a proved shape;
    /// `None` if neither is there, or the value is beyond 128 bits.
    pub fn value(&self, heap: u128) -> Option<u128> {
        let known = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap));
        if let Some(known) = known {
            return Some(known.into());
        }
        let shape = self.proved?.shape;
        let (place, periods) = shape.place(heap);
        let value = self.values.get(usize::try_from(place).ok()?)?;
        periods.checked_mul(shape.saltus.into())?.checked_add(value.into())
    }

    /// The heaps before the preperiod's end whose values are not those that the
    /// shape would give them; none if no shape is proved.
    pub fn exceptions(&self) -> impl Iterator<Item = u64> {
        let shape = self.proved.map(|proved| proved.shape);
        let exceptional = move |heap: &u64| {
            let shape = shape?;
            // The heap of the first period in the same place.
            let periods = (shape.preperiod - heap).div_ceil(shape.period);
            let later = self.values.get((heap + periods * shape.period) as usize)?;
            let value = self.values.get(*heap as usize)?;
            Some(later.checked_sub(periods * shape.saltus) != Some(value))
        };
        let preperiod = shape.map_or(0, |shape| shape.preperiod);
        (0..preperiod).filter(move |heap| exceptional(heap) == Some(true))
    }

    /// Looks at the values that have come since, and whether they prove a shape.
    fn follow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        match self.values.kept() {
            Kept::Narrow(values) => self.finder.follow(values),
            Kept::Wide(values) => self.finder.follow(values),
        }
        self.prove(meter)
    }

    /// Looks whether the values so far prove the shape that they have.
    fn prove(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let Some(shape) = self.finder.candidate().filter(|_| self.proved.is_none()) else {
            return Ok(());
        };
        let count = self.values.len() as u64;
        let enough = octal::values_needed(self.values.code(), shape);
        let mut by = enough.filter(|&enough| enough <= count).map(|_| (Theorem::Octal, 1));
        let due = self.values.len() >= self.try_at;
        if by.is_none() {
            match &self.values.way() {
                Way::Pairs(pairs) => {
                    by = window::prove(pairs, shape).map(|window| (Theorem::Window(window), 1));
                }
                Way::Lines(values) if due => {
                    self.try_at = self.values.len() + self.values.len() / 4;
                    meter.spend(2 * count)?;
                    let period = lines::prove(values, shape);
                    by = period.map(|period| (Theorem::State, period / shape.period));
                }
                Way::Parts(parts) if due && shape.saltus > 0 => {
                    self.try_at = self.values.len() + self.values.len() / 4;
                    let proves =
                        arithmetic::prove(self.values.code(), parts.values(), shape, meter)?;
                    by = (proves == Some(true)).then_some((Theorem::Arithmetic, 1));
                }
                _ => {}
            }
        }
        // A multiple that is proved, and the shape seen as long as one of it.
        let seen = |times| times == 1 || shape.preperiod + (times + 1) * shape.period <= count;
        let by = by.filter(|&(_, times)| seen(times));
        if let Some((by, times)) = by {
            let moved = times * shape.period;
            let shape = match self.values.kept() {
                Kept::Narrow(values) => least(values, shape),
                Kept::Wide(values) => least(values, shape),
            };
            self.proved = Some(Proved { shape, by, heaps: count, moved });
        }
        Ok(())
    }
}

/// The shape of values for the eye: of all if they are few, else the one that
/// was found on the way.
fn seen<V: Copy + Into<u64>>(values: &[V], candidate: Option<Shape>) -> Option<Shape> {
    const FEW: usize = 1 << 22;
    let count = values.len() as u64;
    if values.len() <= FEW {
        // Any few values at the end have some shape: that is none of the whole.
        return shape_of(values).filter(|shape| 8 * (count - shape.preperiod) >= count);
    }
    let candidate = candidate.filter(|shape| shape.preperiod + 2 * shape.period <= count)?;
    Some(least(values, candidate))
}
