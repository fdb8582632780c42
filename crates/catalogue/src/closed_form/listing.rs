use std::sync::Mutex;

use perfectplay_game::RulesError;

/// More options than this are not listed in memory.
pub(super) const MOST_OPTIONS: u128 = 1 << 22;

/// Nor more bytes of positions.
const MOST_BYTES: u128 = 1 << 30;

/// Whether options can be listed at all, and what went wrong when not: the
/// rules' [fault](perfectplay_game::Tabular::fault).
#[derive(Debug, Default)]
pub(crate) struct Listing(Mutex<Option<RulesError>>);

impl Listing {
    /// May so many options be listed, each of so many bytes? If not, that is a
    /// fault of the rules.
    pub(crate) fn may_hold(&self, options: u128, bytes: usize) -> bool {
        let fits = options <= MOST_OPTIONS && options.saturating_mul(bytes as u128) <= MOST_BYTES;
        if !fits && let Ok(mut fault) = self.0.lock() {
            let what = format!("a position has {options} options or more: too many to list");
            fault.get_or_insert(RulesError::new(what));
        }
        fits
    }

    /// The fault, which is forgotten then.
    pub(crate) fn fault(&self) -> Option<RulesError> {
        self.0.lock().ok().and_then(|mut fault| fault.take())
    }
}
