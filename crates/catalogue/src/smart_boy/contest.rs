use std::io::Write;

use perfectplay_game::Meter;
use perfectplay_theories::lexicographic::Preference;

use super::Scoring;
use super::load::LONGEST_WORD;
use super::rules::is_word;
use super::solved::Solved;
use crate::{ContestError, Tokens, Witness};

/// Input: `n`, then `n` words. Output: `First` or `Second`, then the totals of
/// both.
pub(super) fn run(
    input: &mut Tokens<'_>,
    output: &mut dyn Write,
    meter: &mut Meter,
    witness: &mut dyn Witness,
) -> Result<(), ContestError> {
    let wanted = "a word of letters a to z";
    let count = input.integer(1..=i64::from(u32::MAX))?;
    let mut words = Vec::new();
    for _ in 0..count {
        let word = input.token(wanted)?;
        if !is_word(word) || word.len() > LONGEST_WORD {
            return Err(input.error(wanted).into());
        }
        meter.hold(word.len() as u64 + 32)?;
        words.push(word.to_vec());
    }
    input.finish()?;
    let entries = words.iter().map(Vec::as_slice);
    let solved = Solved::new(entries, Scoring::default(), Preference::default(), meter)?;
    let worth = solved.of_start();
    if witness.looks() {
        let quoted: Vec<String> =
            words.iter().map(|word| format!("{:?}", String::from_utf8_lossy(word))).collect();
        witness.game(&format!("game = \"smart-boy\"\nwords = [{}]\n", quoted.join(", ")))?;
        witness.answer(None)?;
    }
    writeln!(output, "{}", if worth.wins { "First" } else { "Second" })?;
    writeln!(output, "{} {}", worth.own, worth.rival)?;
    Ok(())
}
