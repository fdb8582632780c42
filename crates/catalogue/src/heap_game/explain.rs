//! Sentences about heap games.

use perfectplay_game::Player;
use perfectplay_theories::heap_games::{Code, Condition, Digit, Regularity, Theorem};

use super::rules::Split;
use crate::heaps::{Heaps, heaps_written_out, written};

/// A code in words: what may be left after how many stones are taken.
pub(super) fn code(code: &Code) -> String {
    const SHOWN: usize = 12;
    let mut groups: Vec<(Vec<i64>, &Digit)> = Vec::new();
    for (taken, digit) in code.digits() {
        match groups.iter_mut().find(|(_, of)| *of == digit) {
            Some((numbers, _)) => numbers.push(taken),
            None => groups.push((vec![taken], digit)),
        }
    }
    let mut parts: Vec<String> = groups
        .iter()
        .take(SHOWN)
        .map(|(numbers, digit)| {
            let some: Vec<String> = numbers.iter().take(SHOWN).map(i64::to_string).collect();
            let more = if numbers.len() > SHOWN { ", ..." } else { "" };
            let what = match numbers[..] {
                [0] => "a move that takes nothing".to_owned(),
                _ => format!("a move that takes {}{more}", some.join(", ")),
            };
            format!("{what} leaves {}", leaves(digit))
        })
        .collect();
    if groups.len() > SHOWN {
        parts.push("and more".to_owned());
    }
    if let Some((from, cycle)) = code.repeated() {
        match cycle {
            [digit] => {
                parts.push(format!("a move that takes {from} or more leaves {}", leaves(digit)))
            }
            _ => parts.push(format!("from {from} stones on the digits repeat")),
        }
    }
    if parts.is_empty() {
        return "no move at all".to_owned();
    }
    parts.join("; ")
}

/// What a digit allows: `nothing, one heap or two heaps`.
fn leaves(digit: &Digit) -> String {
    let one = |heaps: u64, condition: Condition| {
        let count = match heaps {
            0 => return "nothing".to_owned(),
            1 => return "one heap".to_owned(),
            2 => "two heaps".to_owned(),
            3 => "three heaps".to_owned(),
            more => format!("{more} heaps"),
        };
        match condition {
            Condition::Any => count,
            Condition::SomeUnequal => format!("{count}, not all equal"),
            Condition::Distinct => format!("{count}, no two equal"),
            Condition::Equal => format!("{count}, all equal"),
        }
    };
    let mut ways: Vec<String> =
        digit.named().map(|(heaps, condition)| one(heaps, condition)).collect();
    if let Some((from, condition)) = digit.unbounded() {
        ways.push(format!("{} or more", one(from, condition)));
    }
    match &ways[..] {
        [] => "no way".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Why a shape is proved.
fn reason(by: &Theorem) -> String {
    let word = if *by == Theorem::State { "since" } else { "by" };
    format!("{word} {by}")
}

/// Why the theory may be used, and how far the values are known.
pub(super) fn applies(code: &Code, heaps: usize, known: &Regularity) -> String {
    let known = match known {
        Regularity::Proved(proved) => {
            format!("; {} proved {}, so any heap is known", proved.shape(), reason(&proved.by()))
        }
        _ => String::new(),
    };
    format!(
        "both players have the same options and who cannot move loses; heaps do not touch each \
         other, so the value is the XOR of the heaps' values (code {code}, {heaps} values worked \
         out{known})"
    )
}

/// The fact that decides: the XOR written out, and the option that brings it
/// to 0.
pub(super) fn because(
    position: &Heaps,
    value: impl Fn(u128) -> u128,
    best: Option<(&Split, u128)>,
    unlisted: bool,
) -> String {
    let (mover, sum) = (position.mover, xor(position, &value));
    let Some((best, after)) = best else {
        return match sum {
            0 if unlisted => lost(mover, &heaps_written_out(position, &value)),
            0 => format!("no move is left: {mover} cannot move and loses"),
            _ => heaps_written_out(position, &value),
        };
    };
    if sum == 0 {
        return lost(mover, &heaps_written_out(position, &value));
    }
    if after != 0 {
        return heaps_written_out(position, &value);
    }
    format!(
        "{}; {} -> {} leaves {}",
        heaps_written_out(position, &value),
        best.heap,
        written(&best.left),
        heaps_written_out(&position.after(best.heap, &best.left), &value)
    )
}

fn lost(mover: Player, xor: &str) -> String {
    format!("{xor}: every option changes that, and {} brings it back to 0", mover.other())
}

/// The Grundy value of a sum, from those of its heaps.
pub(super) fn xor(position: &Heaps, value: &impl Fn(u128) -> u128) -> u128 {
    position.heaps().iter().fold(0, |sum, &heap| sum ^ value(heap))
}
