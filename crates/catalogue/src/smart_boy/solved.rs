use perfectplay_game::{Meter, Stop, StopReason};
use perfectplay_theories::lexicographic::{Best, Error, Keep, Preference, Worth, solve_layers};

use super::Scoring;
use super::dictionary::Dictionary;
use super::levels::Levels;
use super::table::Table;

/// What the whole game is worth to First, without a table.
pub(super) fn of_start(
    dictionary: &Dictionary,
    scoring: Scoring,
    preference: Preference,
    meter: &mut Meter,
) -> Result<Worth, Stop> {
    let mut levels = Levels::new(dictionary, scoring, meter)?;
    let mut last = Best::default();
    solve_layers(&mut levels, preference, Keep::Worths, meter, |_, best| last = best)
        .map_err(|error| unless_too_many(error, meter))?;
    Ok(last.worth)
}

/// Every word that can stand on the paper, with its worth and best moves.
pub(super) fn of_all(
    dictionary: &Dictionary,
    scoring: Scoring,
    preference: Preference,
    meter: &mut Meter,
) -> Result<Table, Stop> {
    let held = meter.held();
    let mut levels = Levels::new(dictionary, scoring, meter)?;
    let mut table = Table::new(dictionary, levels.shared(), meter)?;
    let bytes = table.bytes();
    solve_layers(&mut levels, preference, Keep::Ways, meter, |entry, best| table.keep(entry, best))
        .map_err(|error| unless_too_many(error, meter))?;
    table.finish(levels.into_shared());
    meter.release(meter.held() - held - bytes);
    Ok(table)
}

/// Points pass 2^63 only with words that no memory holds.
fn unless_too_many(error: Error, meter: &Meter) -> Stop {
    match error {
        Error::Stopped(stop) => stop,
        Error::Overflow => {
            Stop { reason: StopReason::Memory { needed: u64::MAX, limit: 0 }, spent: meter.spent() }
        }
    }
}
