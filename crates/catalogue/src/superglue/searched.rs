use perfectplay_analysis::{Analysis, Face, NotSearched, Search};
use perfectplay_game::Meter;
use perfectplay_proof::{CheckError, Claim, Confirmed, Source, strategy};
use perfectplay_tabulate::{Searched, searched::Told};

use super::packed::{PackedSuperglue, Word};
use super::rules::{ABOUT, Superglue};

/// Why a board is not searched.
const TOO_LARGE: &str = "the search of legal moves needs a board of at most 128 cells";

fn searched<W: Word + 'static>(
    rules: &Superglue,
    search: Search,
) -> Result<Box<dyn Analysis>, NotSearched> {
    let packed = PackedSuperglue::<W>::new(rules);
    let packed = packed.ok_or_else(|| NotSearched(TOO_LARGE.to_owned()))?;
    let searched = Searched::new(ABOUT.name, packed, search).titled(ABOUT.title);
    Ok(Box::new(Face(searched.told(Told::DECISIVE))))
}

/// The game searched by legal moves and symmetry alone, in the smallest word
/// that holds the board.
pub(super) fn by_search(
    rules: &Superglue,
    search: Search,
) -> Result<Box<dyn Analysis>, NotSearched> {
    match rules.cells() {
        ..=32 => searched::<u32>(rules, search),
        33..=64 => searched::<u64>(rules, search),
        _ => searched::<u128>(rules, search),
    }
}

fn check<W: Word>(
    rules: &Superglue,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    match PackedSuperglue::<W>::new(rules) {
        Some(packed) => strategy::check(&packed, claim, source, meter),
        None => Err(source.refuse(TOO_LARGE)),
    }
}

/// Checks a strategy by the same rules.
pub(super) fn check_strategy(
    rules: &Superglue,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    match rules.cells() {
        ..=32 => check::<u32>(rules, claim, source, meter),
        33..=64 => check::<u64>(rules, claim, source, meter),
        _ => check::<u128>(rules, claim, source, meter),
    }
}
