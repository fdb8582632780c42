//! Parameters that rulesets with heaps share.

use crate::{BadInput, Description, Param};

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
