//! What rulesets with heaps share: the position, parameters, notation.

use perfectplay_game::{NotationError, Player, words};

use crate::{BadInput, Description, Param};

/// Heaps side by side, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    /// In sizes that do not fall, none of 0 stones.
    heaps: Vec<u128>,
    /// Who is to move.
    pub(crate) mover: Player,
}

impl Heaps {
    /// A sum of heaps in any order; those of 0 stones are dropped.
    pub fn new(mut heaps: Vec<u128>, mover: Player) -> Heaps {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        Heaps { heaps, mover }
    }

    /// The heaps, in sizes that do not fall.
    pub fn heaps(&self) -> &[u128] {
        &self.heaps
    }

    /// Is there a heap of this size?
    pub(crate) fn has(&self, heap: u128) -> bool {
        self.heaps.binary_search(&heap).is_ok()
    }

    /// The same with one heap (which is there) replaced, and the turn passed.
    pub(crate) fn after(&self, heap: u128, left: &[u128]) -> Heaps {
        let mut heaps = self.heaps.clone();
        if let Ok(at) = heaps.binary_search(&heap) {
            heaps.remove(at);
        }
        heaps.extend(left);
        Heaps::new(heaps, self.mover.other())
    }

    /// Each size once.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = u128> + '_ {
        self.heaps.chunk_by(|a, b| a == b).filter_map(|same| same.first().copied())
    }

    /// Each heap alone, with the same player to move.
    pub(crate) fn parts(&self) -> Vec<Heaps> {
        let part = |&heap: &u128| Heaps { heaps: vec![heap], mover: self.mover };
        self.heaps.iter().map(part).collect()
    }

    /// The same with First to move.
    pub(crate) fn canonical(&self) -> Heaps {
        Heaps { mover: Player::First, ..self.clone() }
    }

    /// Bytes beyond its own size.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.heaps.capacity() * size_of::<u128>()
    }
}

/// The heaps at the start.
pub(crate) const HEAPS: Param = Param {
    name: "heaps",
    takes: "a list of numbers of stones",
    default: Some("[]"),
    meaning: "the heaps at the start",
};

/// Who wins where no move is left.
pub(crate) const PLAY: Param = Param {
    name: "play",
    takes: "\"normal\" or \"misere\"",
    default: Some("\"normal\""),
    meaning: "whether who cannot move loses or wins",
};

/// Reads [`HEAPS`], each heap of at most so many stones.
pub(crate) fn heaps(description: &Description, most: u128) -> Result<Vec<u128>, BadInput> {
    match description.field("heaps") {
        Some(field) => field.list()?.map(|heap| heap.integer(0..=most)).collect(),
        None => Ok(Vec::new()),
    }
}

/// Reads [`PLAY`].
pub(crate) fn misere(description: &Description) -> Result<bool, BadInput> {
    match description.field("play") {
        Some(field) => field.choice(&[("normal", false), ("misere", true)]),
        None => Ok(false),
    }
}

/// The most heaps that a position may have.
const MOST_HEAPS: usize = 1 << 16;

/// `5 7 9`; `0` for none.
pub(crate) fn written(heaps: &[u128]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    heaps.iter().map(u128::to_string).collect::<Vec<_>>().join(" ")
}

/// The largest number that is taken, as people read it.
pub(crate) fn largest(number: u128) -> String {
    match number.checked_add(1) {
        None => "2^128 - 1".to_owned(),
        Some(power) if power.is_power_of_two() => format!("2^{} - 1", power.ilog2()),
        Some(_) => format!("{number:e}"),
    }
}

/// A number of at most `most` by its digits; with `e` between two numbers for
/// the zeros behind: `1e30`.
pub(crate) fn number(word: &str, most: u128) -> Option<u128> {
    let (digits, zeros) = word.split_once('e').unwrap_or((word, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let zeros = Some(zeros).filter(|zeros| plain(zeros))?.parse().ok()?;
    let size = Some(digits).filter(|digits| plain(digits))?.parse::<u128>().ok()?;
    size.checked_mul(10u128.checked_pow(zeros)?).filter(|&size| size <= most)
}

/// Heaps as [`written`] writes them, in any order, of at most `most` stones
/// each.
pub(crate) fn read_heaps(text: &str, most: u128) -> Result<Vec<u128>, NotationError> {
    let mut heaps = Vec::new();
    for (at, word) in words(text) {
        let wanted = || format!("a number of stones from 0 to {}, as 7 or 1e30", largest(most));
        let heap = number(word, most)
            .ok_or_else(|| NotationError::at(text, at, format!("{word:?}"), wanted()))?;
        if heaps.len() == MOST_HEAPS {
            let wanted = format!("at most {MOST_HEAPS} heaps");
            return Err(NotationError::at(text, at, "one more heap", wanted));
        }
        heaps.push(heap);
    }
    if heaps.is_empty() {
        let wanted = "heaps such as 5 7 9, or 0 for none";
        return Err(NotationError::at(text, 0, "nothing", wanted));
    }
    Ok(heaps)
}

/// Heaps drawn as rows of stones.
pub(crate) fn draw(heaps: &[u128]) -> String {
    const WIDEST: u128 = 60;
    const SHOWN: usize = 20;
    let mut lines: Vec<String> = heaps
        .iter()
        .take(SHOWN)
        .map(|&heap| match heap <= WIDEST {
            true => format!("{heap:>4}  {}", "o".repeat(heap as usize)),
            false => format!("{heap:>4}  ooo ... o"),
        })
        .collect();
    match heaps.len() {
        0 => lines.push("(no heaps)".to_owned()),
        count if count > SHOWN => lines.push(format!("and {} more heaps", count - SHOWN)),
        _ => {}
    }
    lines.join("\n")
}

/// `heaps 5, 7, 9 have Grundy values 4 XOR 2 XOR 4 = 2`; `thing` is what one of
/// them is called.
pub(crate) fn xor_written_out(thing: &str, parts: &[(String, u128)], sum: u128) -> String {
    const SHOWN: usize = 12;
    match parts {
        [] => format!("no {thing}, XOR 0"),
        [(name, value)] => format!("{thing} {name} has Grundy value {value}"),
        parts => {
            let some = || parts.iter().take(SHOWN);
            let names: Vec<&str> = some().map(|(name, _)| &name[..]).collect();
            let values: Vec<String> = some().map(|(_, value)| value.to_string()).collect();
            let (more_names, more) =
                if parts.len() > SHOWN { (", ...", " XOR ...") } else { ("", "") };
            format!(
                "{thing}s {}{more_names} have Grundy values {}{more} = {sum}",
                names.join(", "),
                values.join(" XOR "),
            )
        }
    }
}

/// [`xor_written_out`] of heaps.
pub(crate) fn heaps_written_out(position: &Heaps, value: impl Fn(u128) -> u128) -> String {
    let heaps = position.heaps().iter();
    // No more than are shown, and one.
    let parts: Vec<(String, u128)> =
        heaps.clone().take(13).map(|&heap| (heap.to_string(), value(heap))).collect();
    xor_written_out("heap", &parts, heaps.fold(0, |sum, &heap| sum ^ value(heap)))
}
