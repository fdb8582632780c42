use perfectplay_game::{RulesError, Tabular};

use crate::declared::{EFFORT, Plain, differs, play_out, witness};

/// Lines of play that are looked at.
const LINES: u64 = 16;
/// Plies of a line, at most.
const PLIES: usize = 4096;
/// Positions at the end of each that are played out.
const LAST: usize = 6;

/// Holds the canonical forms that are declared against the rules: where some
/// lines of play come to their end, positions and their forms are played out
/// without them, as far as that takes little.
///
/// # Errors
///
/// A position and its form differ: the declaration is false, with the witness.
pub(super) fn check<G: Tabular + Sync>(rules: &G, from: &G::Position) -> Result<(), RulesError>
where
    G::Position: Send + Sync,
{
    if !rules.declared().symmetric {
        return Ok(());
    }
    let mut left = EFFORT;
    let mut state = 0u64;
    let mut options = Vec::new();
    for _ in 0..LINES {
        let mut line = vec![from.clone()];
        while line.len() < PLIES && left > 0 {
            options.clear();
            rules.options(&line[line.len() - 1], &mut options);
            if let Some(fault) = rules.fault() {
                return Err(fault);
            }
            left = left.saturating_sub(options.len() as u64);
            if options.is_empty() {
                break;
            }
            // A linear congruence, its high bits scaled to the options: lines
            // are to differ, nothing more.
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let at = (u128::from(state) * options.len() as u128) >> 64;
            line.push(options.swap_remove(at as usize).1);
        }
        for at in line.iter().rev().take(LAST) {
            let form = rules.canonical_for_mover(at)?;
            if form == *at {
                continue;
            }
            let plain = Plain(rules);
            let (one, other) =
                (play_out(&plain, at, &mut left)?, play_out(&plain, &form, &mut left)?);
            if let (Some(truth), Some(claimed)) = (one, other)
                && differs(claimed, truth)
            {
                return Err(RulesError::new(witness(rules, at, claimed, truth)?));
            }
        }
    }
    Ok(())
}
