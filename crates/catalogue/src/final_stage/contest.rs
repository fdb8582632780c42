use std::io::Write;

use perfectplay_game::{Meter, Notation, Player};
use perfectplay_theories::timed_pile::TimedPile;

use super::solver::unless_too_long;
use super::{At, FinalStage, Turn};
use crate::{ContestError, Tokens, Witness};

/// Questions answered together: looking them up one after the other, with
/// nothing in between, lets the processor wait for several at once (a million
/// questions among a million runs: 0.16 s one by one, 0.05 s together).
const TOGETHER: usize = 1024;

/// Input: `N`; `N` lines `L R`; `Q`; `Q` lines `C`. Output: `Alice`, `Bob` or
/// `Draw` per query. Alice moves in odd turns.
pub(super) fn run(
    input: &mut Tokens<'_>,
    output: &mut dyn Write,
    meter: &mut Meter,
    witness: &mut dyn Witness,
) -> Result<(), ContestError> {
    let count = input.integer(0..=TimedPile::MOST_TURNS as i64)?;
    let mut turns = Vec::new();
    for nth in 0..count as usize {
        let least = input.integer(0..=i64::MAX)?;
        let most = input.integer(least..=i64::MAX)?;
        meter.hold(size_of::<Turn>() as u64)?;
        turns.extend(Turn::new(
            Player::alternating(nth),
            least.unsigned_abs(),
            most.unsigned_abs(),
        ));
    }
    let outcomes = TimedPile::new(&turns, meter)
        .map_err(|error| unless_too_long(error, meter))?
        .outcomes(meter)?;
    // The turns are needed again only to spell positions out.
    let rules = FinalStage::new(if witness.looks() { turns } else { Vec::new() }, 0);
    if witness.looks() {
        witness.game(&game_file(rules.turns()))?;
    }
    let mut left = input.integer(0..=i64::MAX)?;
    let mut counts = Vec::with_capacity(TOGETHER);
    while left > 0 {
        counts.clear();
        let mut read = Ok(());
        while left > 0 && counts.len() < TOGETHER && read.is_ok() {
            read = input.integer(0..=i64::MAX).map(|stones| counts.push(stones.unsigned_abs()));
            left -= 1;
        }
        // What stands before a mistake is answered.
        for &stones in &counts {
            if witness.looks() {
                witness.answer(Some(&rules.write_position(&At { played: 0, stones })))?;
            }
            output.write_all(match outcomes.winner(stones.into()) {
                Some(Player::First) => b"Alice\n",
                Some(Player::Second) => b"Bob\n",
                None => b"Draw\n",
            })?;
        }
        read?;
    }
    input.finish()
}

/// The pile differs from question to question: positions say it.
fn game_file(turns: &[Turn]) -> String {
    let pairs: Vec<String> =
        turns.iter().map(|turn| format!("[{}, {}]", turn.least(), turn.most())).collect();
    format!("game = \"final-stage\"\nstones = 0\nturns = [{}]\n", pairs.join(", "))
}
