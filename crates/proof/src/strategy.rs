//! Strategies: who wins a game of any kind, or that nobody can force it.
//!
//! **Theorem.** Let a set of positions be given for a player, such that
//!
//! - from each of *his* that has options, some option leads back into the set;
//! - from each of the *opponent's* that has options, all options do;
//! - where play has ended, he has not lost.
//!
//! Then he is not beaten from any of them: he plays back into the set for
//! ever, or until an end that is no loss. If, moreover, each position has a
//! rank, and the options above lead to smaller ones, then play ends, in no more
//! plies than the rank; and if all ends in the set are his wins, he wins.
//!
//! If each of the players is not beaten, neither can force a win. If one of
//! them can, besides, force an end, then play ends level, since a player who
//! cannot win takes a tie before a draw.
//!
//! **The certificate** lists the sets, in any order.
//!
//! ```text
//! kind:            strategy
//! claim's values:  for each part, 2 * player + ranked
//!                  player: 0 the mover, 1 the opponent
//!     win          1
//!     loss         3
//!     tie          1 2, 0 3 or 1 3     one of the two forces an end
//!     draw         0 2                 neither forces a win: a tie or a draw
//! row:             player  position  rank        (0 in a part without ranks)
//! ```
//!
//! What is trusted beyond the rules of play is what the rules declare: that a
//! position is worth what its canonical form is. Canonical forms here keep who
//! is to move.
//!
//! Time O(rows + options), each with one look-up; memory one table.

use std::collections::HashMap;
use std::io;

use perfectplay_game::{Meter, Outcome, Player, Score, Tabular};

use crate::{CheckError, Claim, Confirmed, Sink, Source};

/// The name of this kind.
pub const KIND: &str = "strategy";

/// Bytes announced for a row, beside its notation's length.
const ROW_BYTES: u64 = 96;

/// The set of one player.
#[derive(Clone, Copy, Debug)]
pub struct Part<'p, P> {
    /// Whose it is.
    pub player: Player,
    /// Do ranks fall?
    pub ranked: bool,
    /// Positions in canonical form with their ranks.
    pub positions: &'p [(P, u32)],
}

/// Writes the certificate of a position: one part for a win or a loss, two
/// where neither player can force a win.
///
/// # Errors
///
/// It cannot be written.
pub fn write<G: Tabular>(
    rules: &G,
    ruleset: &str,
    position: &G::Position,
    outcome: Outcome,
    parts: &[Part<'_, G::Position>],
    sink: &mut dyn Sink,
) -> io::Result<()> {
    let mover = rules.mover(position);
    let player_code = |player: Player| u64::from(player != mover);
    let code = |part: &Part<'_, _>| 2 * player_code(part.player) + u64::from(part.ranked);
    let claim = Claim {
        kind: KIND.to_owned(),
        ruleset: ruleset.to_owned(),
        position: rules.write_position(position),
        outcome: Some(outcome),
        values: parts.iter().map(code).collect(),
    };
    claim.write(sink)?;
    for part in parts {
        for (at, rank) in part.positions {
            sink.number(player_code(part.player).into())?;
            sink.text(&rules.write_position(at))?;
            sink.number(if part.ranked { *rank } else { 0 }.into())?;
            sink.end_record()?;
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Row {
    rank: u64,
    record: u64,
}

/// What one part has to prove.
struct Task {
    player: Player,
    ranked: bool,
    /// Do only the player's wins end it?
    wins: bool,
}

/// Checks the claim that was read, and the rows that follow it, by the rules.
///
/// # Errors
///
/// The claim, or the first row that fails.
pub fn check<G: Tabular>(
    rules: &G,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    claim.expect_kind(KIND, source)?;
    if rules.declared().score == Some(Score::Difference) {
        return Err(source.refuse("points decide who wins, which a strategy says nothing of"));
    }
    let position = claim.parsed_position(rules, source)?;
    let mover = rules.mover(&position);
    let wins = matches!(claim.outcome, Some(Outcome::Win | Outcome::Loss));
    match (claim.outcome, &claim.values[..]) {
        (Some(Outcome::Win), [1]) | (Some(Outcome::Loss), [3]) | (Some(Outcome::Draw), [0, 2]) => {}
        (Some(Outcome::Tie), [1, 2] | [0, 3] | [1, 3]) => {}
        _ => return Err(source.refuse("the parts claimed do not prove this outcome")),
    }
    let tables = read(rules, source, meter)?;
    let root = rules.canonical_for_mover(&position)?;
    let mut facts = 0;
    for code in &claim.values {
        let player = if *code < 2 { mover } else { mover.other() };
        let task = Task { player, ranked: code % 2 == 1, wins };
        let table = &tables[(code / 2) as usize];
        if !table.contains_key(&root) {
            let whose = format!("the position of the claim is not listed for {player}");
            return Err(source.refuse(whose));
        }
        facts += judge_all(rules, &task, table, meter)?;
    }
    // Of the questions that cannot say so themselves: movers and endings.
    if let Some(fault) = rules.fault() {
        return Err(fault.into());
    }
    let at = &claim.position;
    let plies = |player: usize| {
        let rank = tables[player].get(&root).map_or(0, |row| row.rank);
        format!(", in at most {rank} {}", if rank == 1 { "ply" } else { "plies" })
    };
    let told = match claim.outcome {
        Some(Outcome::Win) => format!("{mover} wins from {at}{}", plies(0)),
        Some(Outcome::Loss) => format!("{} wins from {at}{}", mover.other(), plies(1)),
        Some(Outcome::Tie) => format!("a tie from {at}"),
        _ => format!("neither player can force a win from {at}"),
    };
    let trusted = match rules.declared().symmetric {
        true => ", by the canonical forms that the rules declare",
        false => "",
    };
    Ok(Confirmed { claim: format!("{told}{trusted}"), facts })
}

/// Rows of the mover of the claim, and of the opponent. Hashed with a secret,
/// so that no certificate can choose positions that collide.
type Tables<P> = [HashMap<P, Row>; 2];

fn read<G: Tabular>(
    rules: &G,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Tables<G::Position>, CheckError> {
    let mut tables: Tables<G::Position> = Default::default();
    while source.more()? {
        let player = source.number_to(1, "the player")?;
        let notation = source.text()?;
        let rank = source.number_to(u32::MAX.into(), "the rank")?;
        source.end_record()?;
        let at =
            rules.parse_position(&notation).map_err(|error| source.refuse(error.to_string()))?;
        if rules.canonical_for_mover(&at)? != at {
            return Err(source.refuse(format!("{notation} is not in canonical form")));
        }
        meter.hold(ROW_BYTES + rules.heap_bytes(&at) as u64 + size_of::<G::Position>() as u64)?;
        let row = Row { rank, record: source.record() };
        if tables[player as usize].insert(at, row).is_some() {
            return Err(source.refuse(format!("{notation} is listed twice")));
        }
    }
    Ok(tables)
}

/// Checks all rows of a part; gives the number of facts, or the first failure
/// in the order of the file.
fn judge_all<G: Tabular>(
    rules: &G,
    task: &Task,
    table: &HashMap<G::Position, Row>,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    let mut facts = 0;
    let mut wrong: Option<(u64, String)> = None;
    let mut options = Vec::new();
    for (at, row) in table {
        options.clear();
        rules.options(at, &mut options);
        if let Some(fault) = rules.fault() {
            return Err(fault.into());
        }
        meter.spend(options.len() as u64 + 1)?;
        facts += options.len() as u64 + 1;
        let mut forms = Vec::with_capacity(options.len());
        for (_, to) in &options {
            forms.push(rules.canonical_for_mover(to)?);
        }
        // The table has no order; what is told is the first row in the file.
        if let Err(what) = judge(rules, task, table, at, *row, &forms)
            && wrong.as_ref().is_none_or(|(record, _)| row.record < *record)
        {
            wrong = Some((row.record, what));
        }
    }
    match wrong {
        Some((record, what)) => Err(CheckError::Refused { record, what }),
        None => Ok(facts),
    }
}

/// Does a row do what the theorem asks for?
fn judge<G: Tabular>(
    rules: &G,
    task: &Task,
    table: &HashMap<G::Position, Row>,
    at: &G::Position,
    row: Row,
    forms: &[G::Position],
) -> Result<(), String> {
    let Task { player, ranked, wins } = *task;
    let name = || rules.write_position(at);
    let own = rules.mover(at) == player;
    if forms.is_empty() {
        let ending = rules.ending(at);
        let ending = if own { ending } else { ending.for_other() };
        return match ending {
            Outcome::Win => Ok(()),
            Outcome::Tie if !wins => Ok(()),
            Outcome::Draw => {
                Err(format!("the rules end play at {} in a draw, which is no end", name()))
            }
            ending => Err(format!("play ends at {} in a {ending} for {player}", name())),
        };
    }
    let leads = |to: &G::Position| table.get(to).is_some_and(|to| !ranked || to.rank < row.rank);
    let further = if ranked { "to one of smaller rank" } else { "into the set" };
    match (own, forms.iter().find(|to| !leads(to))) {
        (true, _) if forms.iter().any(leads) => Ok(()),
        (true, _) => Err(format!("no option of {player}'s at {} leads {further}", name())),
        (false, None) => Ok(()),
        (false, Some(to)) => Err(format!(
            "the option of {player}'s opponent at {} to {} does not lead {further}",
            name(),
            rules.write_position(to)
        )),
    }
}
