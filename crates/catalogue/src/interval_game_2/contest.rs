use std::io::Write;

use perfectplay_game::Meter;
use perfectplay_theories::sprague_grundy::segments::{Segment, Segments};

use super::Interval;
use crate::{ContestError, Tokens, Witness};

/// Input: `T`; per case `N`, then `N` lines `L R`. Output: `Alice` or `Bob`
/// per case.
pub(super) fn run(
    input: &mut Tokens<'_>,
    output: &mut dyn Write,
    meter: &mut Meter,
    witness: &mut dyn Witness,
) -> Result<(), ContestError> {
    let cases = input.integer(1..=i64::from(u32::MAX))?;
    let mut intervals = Vec::new();
    for _ in 0..cases {
        let count = input.integer(0..=i64::from(u32::MAX))?;
        let held = meter.held();
        intervals.clear();
        for _ in 0..count {
            let start = input.integer(i64::MIN..=i64::MAX - 1)?;
            let end = input.integer(start + 1..=i64::MAX)?;
            meter.hold(size_of::<Interval>() as u64)?;
            intervals.extend(Interval::new(start, end));
        }
        let segments = Segments::new(&intervals, meter)?;
        let won = segments.value(Segment::ALL).is_some_and(|value| value != 0);
        if witness.looks() {
            witness.game(&game_file(&intervals))?;
            witness.answer(None)?;
        }
        // What this case needed is free for the next one.
        meter.release(meter.held() - held);
        writeln!(output, "{}", if won { "Alice" } else { "Bob" })?;
    }
    input.finish()
}

fn game_file(intervals: &[Interval]) -> String {
    let pairs: Vec<String> = intervals
        .iter()
        .map(|interval| format!("[{}, {}]", interval.start(), interval.end()))
        .collect();
    format!("game = \"interval-game-2\"\nintervals = [{}]\n", pairs.join(", "))
}
