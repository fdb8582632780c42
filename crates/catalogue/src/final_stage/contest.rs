use std::io::Write;

use perfectplay_game::{Meter, Notation, Player};
use perfectplay_theories::timed_pile::{Outcomes, TimedPile};

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
    let held = meter.held();
    let bounds = Bounds::read(input, count as usize, meter)?;
    let backward = bounds.turns().rev();
    let outcomes =
        Outcomes::of_turns(backward, meter).map_err(|error| unless_too_long(error, meter))?;
    // The turns are needed again only to spell positions out.
    let told = if witness.looks() { bounds.turns().collect() } else { Vec::new() };
    let rules = FinalStage::new(told, 0);
    if witness.looks() {
        witness.game(&game_file(rules.turns()))?;
    }
    meter.release(bounds.bytes().min(meter.held() - held));
    drop(bounds);
    let mut left = input.integer(0..=i64::MAX)?;
    let mut counts = Vec::with_capacity(TOGETHER);
    let mut answers: Vec<u8> = Vec::new();
    while left > 0 {
        counts.clear();
        let mut read = Ok(());
        while left > 0 && counts.len() < TOGETHER && read.is_ok() {
            read = input.integer(0..=i64::MAX).map(|stones| counts.push(stones.unsigned_abs()));
            left -= 1;
        }
        answers.clear();
        // What stands before a mistake is answered.
        for &stones in &counts {
            if witness.looks() {
                let position = rules.write_position(&At { played: 0, stones });
                if let Err(end) = witness.answer(Some(&position)) {
                    output.write_all(&answers)?;
                    return Err(end);
                }
            }
            answers.extend_from_slice(match outcomes.winner(stones.into()) {
                Some(Player::First) => b"Alice\n",
                Some(Player::Second) => b"Bob\n",
                None => b"Draw\n",
            });
        }
        output.write_all(&answers)?;
        read?;
    }
    input.finish()
}

/// Bounds of turns: the contest's fit 32 bits, which makes fewer bytes to
/// write and read again.
struct Bounds {
    narrow: Vec<[u32; 2]>,
    /// Those from the first wider one on.
    wide: Vec<[u64; 2]>,
}

impl Bounds {
    fn read(input: &mut Tokens<'_>, count: usize, meter: &mut Meter) -> Result<Self, ContestError> {
        let mut bounds = Bounds { narrow: Vec::new(), wide: Vec::new() };
        for _ in 0..count {
            let least = input.integer(0..=i64::MAX)?;
            let most = input.integer(least..=i64::MAX)?;
            let (least, most) = (least.unsigned_abs(), most.unsigned_abs());
            match (u32::try_from(least), u32::try_from(most)) {
                (Ok(least), Ok(most)) if bounds.wide.is_empty() => {
                    meter.hold(size_of::<[u32; 2]>() as u64)?;
                    bounds.narrow.push([least, most]);
                }
                _ => {
                    meter.hold(size_of::<[u64; 2]>() as u64)?;
                    bounds.wide.push([least, most]);
                }
            }
        }
        Ok(bounds)
    }

    fn bytes(&self) -> u64 {
        (size_of_val(&self.narrow[..]) + size_of_val(&self.wide[..])) as u64
    }

    /// The turns in order of play; First begins.
    fn turns(&self) -> impl DoubleEndedIterator<Item = Turn> + Clone {
        let wide = self.wide.iter().copied().enumerate();
        let wide = wide.map(|(nth, bounds)| (self.narrow.len() + nth, bounds));
        let narrow = self.narrow.iter().map(|bounds| bounds.map(u64::from)).enumerate();
        let turn = |(nth, [least, most]): (usize, [u64; 2])| {
            Turn::new(Player::alternating(nth), least, most)
        };
        narrow.chain(wide).filter_map(turn)
    }
}

/// The pile differs from question to question: positions say it.
fn game_file(turns: &[Turn]) -> String {
    let pairs: Vec<String> =
        turns.iter().map(|turn| format!("[{}, {}]", turn.least(), turn.most())).collect();
    format!("game = \"final-stage\"\nstones = 0\nturns = [{}]\n", pairs.join(", "))
}
