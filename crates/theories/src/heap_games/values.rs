use perfectplay_game::{Meter, Stop};

use super::lines::Lines;
use super::pairs::{PairRules, Pairs};
use super::parts::Parts;
use super::{Code, Means, SparseReport};

/// The Grundy values of the heaps of one game, from heap 0 on, worked out as
/// far as they are asked for.
///
/// The way is chosen by the code: moves that leave one heap at most, two at
/// most (by the sparse-space method where almost all heaps are common), or
/// any number. All ways give the same values.
///
/// # Examples
///
/// Kayles:
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::heap_games::{Code, Values};
/// let kayles: Code = "0.77".parse()?;
/// let mut values = Values::new(&kayles);
/// values.extend(13, &mut Meter::default())?;
/// let first: Vec<u64> = values.iter().take(13).collect();
/// assert_eq!(first, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Values {
    code: Code,
    way: Way,
}

#[derive(Clone, Debug)]
pub(super) enum Way {
    Lines(Lines),
    Pairs(Box<Pairs>),
    Parts(Parts),
}

/// Values as they are kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kept<'v> {
    Narrow(&'v [u16]),
    Wide(&'v [u32]),
}

impl Values {
    /// No values yet but that of heap 0.
    pub fn new(code: &Code) -> Values {
        Values::by(code, Means::default())
    }

    /// As [`Values::new`], by other means.
    pub fn by(code: &Code, means: Means) -> Values {
        let way = if let Some(lines) = Lines::new(code).filter(|_| !means.all_parts) {
            Way::Lines(lines)
        } else if let Some(rules) = PairRules::new(code).filter(|_| !means.all_parts) {
            Way::Pairs(Box::new(Pairs::new(rules, means)))
        } else {
            Way::Parts(Parts::new(code))
        };
        Values { code: code.clone(), way }
    }

    /// Goes on from values that were worked out before, from heap 0 on, as
    /// [`Values::iter`] gives them: they are believed. Only where moves leave
    /// two heaps at most; elsewhere (and where a value is none) nothing is
    /// taken over, since what takes long there is what heaps have together.
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub fn adopt(&mut self, values: &[u64], meter: &mut Meter) -> Result<(), Stop> {
        /// As they are kept, if all fit.
        fn fit<V: TryFrom<u64>>(values: &[u64]) -> Option<Vec<V>> {
            values.iter().map(|&value| V::try_from(value).ok()).collect()
        }
        let more = values.len() > self.len();
        match &mut self.way {
            Way::Pairs(pairs) if more => {
                fit(values).map_or(Ok(()), |values| pairs.adopt(values, meter))
            }
            Way::Lines(lines) if more => {
                fit(values).map_or(Ok(()), |values| lines.adopt(values, meter))
            }
            _ => Ok(()),
        }
    }

    /// The rules.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Works out values until there are `count` at least. A few more may come
    /// along.
    ///
    /// # Errors
    ///
    /// A limit was reached; the values so far are kept. The effort is pairs of
    /// heaps and words of sets looked at.
    pub fn extend(&mut self, count: usize, meter: &mut Meter) -> Result<(), Stop> {
        match &mut self.way {
            Way::Lines(lines) => lines.extend(count, meter),
            Way::Pairs(pairs) => pairs.extend(count, meter),
            Way::Parts(parts) => parts.extend(count, meter),
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        match self.kept() {
            Kept::Narrow(values) => values.len(),
            Kept::Wide(values) => values.len(),
        }
    }

    /// Are there none? Never: heap 0 has value 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is worked out.
    pub fn get(&self, heap: usize) -> Option<u64> {
        match self.kept() {
            Kept::Narrow(values) => values.get(heap).map(|&value| value.into()),
            Kept::Wide(values) => values.get(heap).map(|&value| value.into()),
        }
    }

    /// All values so far, from heap 0 on.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u64> {
        (0..self.len()).map(|heap| self.get(heap).unwrap_or_default())
    }

    pub(super) fn way(&self) -> &Way {
        &self.way
    }

    pub(super) fn kept(&self) -> Kept<'_> {
        match &self.way {
            Way::Lines(lines) => Kept::Wide(lines.values()),
            Way::Pairs(pairs) => Kept::Narrow(pairs.values()),
            Way::Parts(parts) => Kept::Wide(parts.values()),
        }
    }

    /// What the sparse-space method goes by, if it is at work.
    pub fn sparse(&self) -> Option<SparseReport> {
        match &self.way {
            Way::Pairs(pairs) => pairs.sparse(),
            _ => None,
        }
    }
}
