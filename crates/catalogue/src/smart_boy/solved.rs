use perfectplay_game::{Meter, Stop, StopReason};
use perfectplay_theories::lexicographic::{self, Preference, Worth, Worths, solve};

use super::Scoring;
use super::substrings::{ROOT, Substrings};

/// Every word that can stand on the paper, with its worth.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) tree: Substrings,
    pub(super) worths: Worths,
}

impl Solved {
    pub(super) fn new<'w>(
        words: impl Iterator<Item = &'w [u8]>,
        scoring: Scoring,
        preference: Preference,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let tree = Substrings::build(words, scoring, meter)?;
        let worths = solve(&tree, preference, meter).map_err(|error| match error {
            lexicographic::Error::Stopped(stop) => stop,
            // Points pass 2^64 only with words that no memory holds.
            lexicographic::Error::Overflow => Stop {
                reason: StopReason::Memory { needed: u64::MAX, limit: 0 },
                spent: meter.spent(),
            },
        })?;
        Ok(Solved { tree, worths })
    }

    /// What the whole game is worth to First.
    pub(super) fn of_start(&self) -> Worth {
        self.worths.of(ROOT)
    }
}
