use std::io::Write;

use perfectplay_analysis::Solver;
use perfectplay_game::Meter;

use super::rules::mistake;
use super::{CombinationLock, CombinationLockSolver, MAX_DISCS, Pattern};
use crate::{ContestError, Tokens, Witness};

/// Input: `T`; for each case `N C`, the digits of Alice and of Bob, and `C`
/// forbidden patterns. Output: `Alice` or `Bob` for each case.
pub(super) fn run(
    input: &mut Tokens<'_>,
    output: &mut dyn Write,
    meter: &mut Meter,
    witness: &mut dyn Witness,
) -> Result<(), ContestError> {
    let cases = input.integer(1..=i64::from(u32::MAX))?;
    for _ in 0..cases {
        let solver = CombinationLockSolver::new(read_case(input)?);
        let first = solver.first_wins(meter)?;
        if witness.looks() {
            witness.game(&game_file(solver.rules()))?;
            witness.answer(None)?;
        }
        writeln!(output, "{}", if first { "Alice" } else { "Bob" })?;
    }
    input.finish()
}

fn read_case(input: &mut Tokens<'_>) -> Result<CombinationLock, ContestError> {
    let discs = input.integer(1..=i64::from(MAX_DISCS))? as u32;
    // Not all patterns, as the start is not among them.
    let count = input.integer(0..=(1 << discs) - 1)?;
    let digits = format!("{discs} digits");
    let alice = input.token(&digits)?.to_vec();
    if alice.len() != discs as usize || !alice.iter().all(u8::is_ascii_digit) {
        return Err(input.error(digits).into());
    }
    let Ok(start) = Pattern::of_digits(&alice, input.token(&digits)?) else {
        return Err(input.error(digits).into());
    };
    let Ok(mut rules) = CombinationLock::open(start) else {
        return Err(input.error("locks with discs").into());
    };
    let wanted = format!("a forbidden pattern of {discs} signs = and .");
    // The list grows as patterns come; the count is trusted for nothing else.
    for at in 0..count {
        let Ok(pattern) = Pattern::parse(input.token(&wanted)?, discs) else {
            return Err(input.error(wanted).into());
        };
        if let Err(error) = rules.forbid(pattern, at as usize) {
            let (found, wanted) = mistake(error, &pattern.to_string());
            return Err(input.error(format!("{wanted} (not {found})")).into());
        }
    }
    Ok(rules)
}

/// The case as a game file; the forbidden patterns sorted, so that it is the
/// same whatever order they came in.
fn game_file(rules: &CombinationLock) -> String {
    let mut forbidden: Vec<String> =
        rules.forbidden().map(|pattern| format!("\"{pattern}\"")).collect();
    forbidden.sort_unstable();
    format!(
        "game = \"combination-lock\"\nstart = \"{}\"\nforbidden = [{}]\n",
        rules.shown_first(),
        forbidden.join(", ")
    )
}
