//! Which known games have given values.

use perfectplay_game::{Meter, Stop};

use super::code::Code;
use super::values::Values;

/// A known sequence of Grundy values that begins, or goes on, as given ones do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The game: a code, or the name of a sequence.
    pub name: String,
    /// The given value number i (from 0) is that of heap i + shift.
    pub shift: i64,
    /// How many of the given values were compared: those of heaps below 0 are
    /// none of the game's.
    pub compared: usize,
}

/// A sequence by its name and the value of n.
type Classic = (&'static str, fn(u64) -> u64);

/// Sequences that are no heap games by code.
const CLASSICS: &[Classic] = &[
    ("mock turtles (heads at n, from 0)", |n| 2 * n + u64::from(n.count_ones().is_multiple_of(2))),
    ("ruler (heads at n, from 1)", |n| n & n.wrapping_neg()),
    ("turning turtles, nim (n)", |n| n),
    ("the parity of n", |n| n % 2),
];

/// The games compared: every octal code of up to three digits behind the
/// point, with 0 or 4 before it; hexadecimal ones of two; and those by name.
fn codes() -> impl Iterator<Item = String> {
    let octal =
        |front: &'static str| (1..512u32).map(move |digits| format!("{front}.{digits:03o}"));
    let hexadecimal = (1..256u32).map(|digits| format!("0.{digits:02X}"));
    let named = super::code::NAMED.iter().map(|(_, code)| (*code).to_owned());
    // Zeros at the end say nothing.
    let plain = |code: String| match code.trim_end_matches('0') {
        cut if cut.ends_with('.') => format!("{cut}0"),
        cut => cut.to_owned(),
    };
    octal("0").chain(octal("4")).chain(hexadecimal).map(plain).chain(named)
}

/// The known games whose values are the given ones, perhaps moved by up to
/// `most` heaps: simplest codes first, then by how little they are moved.
///
/// At least three quarters of the values, and three, must be comparable.
///
/// # Errors
///
/// A limit was reached.
///
/// # Complexity
///
/// O(c n^2) steps for n values and c codes, some 1,300.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::heap_games::identify;
/// let matches = identify(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4], 2, &mut Meter::default())?;
/// assert!(matches.iter().any(|found| found.name == "0.77" && found.shift == 0));
/// assert!(matches.iter().any(|found| found.name == "4.4" && found.shift == 1));
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
pub fn identify(given: &[u64], most: u64, meter: &mut Meter) -> Result<Vec<Match>, Stop> {
    let mut found: Vec<Match> = Vec::new();
    let needed = given.len().saturating_add(usize::try_from(most).unwrap_or(usize::MAX));
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut compare = |name: String, value: &dyn Fn(u64) -> Option<u64>| {
        let enough = |compared: usize| compared >= 3 && 4 * compared >= 3 * given.len();
        let fitting = (-most..=most).filter_map(|shift| Some((shift, fits(given, shift, value)?)));
        let best =
            fitting.filter(|&(_, compared)| enough(compared)).min_by_key(|(shift, _)| shift.abs());
        found.extend(best.map(|(shift, compared)| Match { name, shift, compared }));
    };
    let mut seen = std::collections::BTreeSet::new();
    for text in codes() {
        let Ok(code) = text.parse::<Code>() else { continue };
        if !seen.insert(code.to_string()) {
            continue;
        }
        let mut values = Values::new(&code);
        // Games that differ soon are left soon.
        for count in [needed.min(16), needed] {
            values.extend(count, meter)?;
            let value = |heap: u64| values.get(usize::try_from(heap).ok()?);
            if (-most..=most).all(|shift| fits(given, shift, &value).is_none()) {
                break;
            }
        }
        if values.len() >= needed {
            compare(code.to_string(), &|heap| values.get(usize::try_from(heap).ok()?));
        }
    }
    for (name, value) in CLASSICS {
        compare((*name).to_owned(), &|n| Some(value(n)));
    }
    found.sort_by_key(|found| (found.shift.abs(), found.name.len(), found.name.clone()));
    Ok(found)
}

/// How many of the given values are those of heaps, `shift` heaps on, or `None`
/// if some differ. What `value` does not know yet agrees with anything.
fn fits(given: &[u64], shift: i64, value: &dyn Fn(u64) -> Option<u64>) -> Option<usize> {
    let heaps =
        (0u64..).zip(given).filter_map(|(at, &given)| Some((at.checked_add_signed(shift)?, given)));
    let mut compared = 0;
    for (heap, given) in heaps {
        if value(heap).is_some_and(|known| known != given) {
            return None;
        }
        compared += 1;
    }
    Some(compared)
}
