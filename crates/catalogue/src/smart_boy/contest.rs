use std::io::Write;

use perfectplay_game::Meter;
use perfectplay_theories::lexicographic::Preference;

use super::Scoring;
use super::dictionary::Dictionary;
use super::load::LONGEST_WORD;
use super::rules::is_word;
use super::solved::of_start;
use super::text::Text;
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
    let mut text = Text::default();
    for _ in 0..count {
        let word = input.token(wanted)?;
        if !is_word(word) || word.len() > LONGEST_WORD {
            return Err(input.error(wanted).into());
        }
        meter.hold(Text::bytes(word.len()))?;
        if !text.push(word) {
            let wanted = "fewer than 2^32 letters in all";
            return Err(input.error(wanted).into());
        }
    }
    input.finish()?;
    let dictionary = Dictionary::metered(text, meter)?;
    let worth = of_start(&dictionary, Scoring::default(), Preference::default(), meter)?;
    if witness.looks() {
        let quoted = |word| format!("{:?}", String::from_utf8_lossy(word));
        let quoted: Vec<String> = dictionary.entries().map(quoted).collect();
        witness.game(&format!("game = \"smart-boy\"\nwords = [{}]\n", quoted.join(", ")))?;
        witness.answer(None)?;
    }
    writeln!(output, "{}", if worth.wins { "First" } else { "Second" })?;
    writeln!(output, "{} {}", worth.own, worth.rival)?;
    Ok(())
}
