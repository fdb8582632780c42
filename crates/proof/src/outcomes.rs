//! Outcomes of a game in which a position can come back.
//!
//! **Theorem.** Let some positions be listed, each with an outcome for its
//! mover and, unless that is a draw, a rank. Say that an option is worth the
//! outcome listed for the position it leads to, turned unless it keeps the
//! turn. Where play has ended, let the outcome be what the rules say and the
//! rank 0. Elsewhere let
//!
//! - *(win)* some option be listed, worth a win, with a smaller rank;
//! - *(loss)* every option be listed, worth a loss, with a smaller rank;
//! - *(tie)* every option be listed and worth no win, and some be worth a tie
//!   with a smaller rank;
//! - *(draw)* every option be listed and worth a loss or a draw, and some be
//!   worth a draw.
//!
//! Then every outcome listed is right. For wins and losses this is induction
//! over the rank, which also bounds the plies until the winner has won. From a
//! tie or draw that has not ended neither player can be driven: who moves there
//! has an option to another, and no option hands a loss to the opponent. So
//! neither can force a win, and a tied end can be reached, through ties alone,
//! in no more plies than the rank. From a draw none can be reached without
//! handing over a win, since the ties and draws that its options lead to are
//! draws: play never ends. (Who cannot win takes a tie before a draw.)
//!
//! If, moreover, the options of wins are all listed too and each rank is what
//! it should be (one more than the least of the options worth a win; or worth
//! a tie; or than the largest of a lost position's), then the ranks are the
//! *remoteness*, exactly: by induction over the true remoteness no listed rank
//! is larger, and by the above none is smaller.
//!
//! **The certificate** lists the positions in any order, as play that comes
//! back has no first one. The checker reads them all and then asks the rules
//! for the options of each.
//!
//! ```text
//! kind:           outcome-table
//! claim's values: plies          the end comes in at most so many plies, when
//!                                the winner hurries; a tie can be had in them
//!                 plies plies    it comes in exactly so many, when also the
//!                                loser delays: ranks are remoteness
//!                 none           a draw
//! row:            position  outcome  rank
//!                 outcome: 0 loss, 1 draw, 2 tie, 3 win; a draw has rank 0
//! ```
//!
//! What is trusted beyond the rules of play is what the rules declare: that a
//! position is worth what its canonical form is. Where nothing is declared,
//! nothing is.
//!
//! Time O(rows + options), each with one look-up; memory one table.

use std::collections::HashMap;
use std::io;

use perfectplay_game::{Game, Meter, Outcome, RulesError, Standing, Stop, Tabular};
use rustc_hash::FxHashSet;

use crate::{CheckError, Claim, Confirmed, Sink, Source};

/// The name of this kind.
pub const KIND: &str = "outcome-table";

/// Bytes announced for a row, beside its notation's length.
const ROW_BYTES: u64 = 128;

/// In the order of their codes.
const OUTCOMES: [Outcome; 4] = [Outcome::Loss, Outcome::Draw, Outcome::Tie, Outcome::Win];

/// What is claimed of the plies to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plies {
    /// At most so many: the table holds one option of each win.
    AtMost,
    /// Exactly so many: the table holds all that play can come to.
    Exactly,
}

/// An option in canonical form.
struct Step<P> {
    to: P,
    keeps_turn: bool,
}

/// Asks the rules for the options of a position.
fn steps<G: Tabular>(rules: &G, at: &G::Position) -> Result<Vec<Step<G::Position>>, RulesError> {
    let mut options = Vec::new();
    rules.options(at, &mut options);
    if let Some(fault) = rules.fault() {
        return Err(fault);
    }
    let mover = rules.mover(at);
    let step = |(_, to): (G::Move, G::Position)| {
        let keeps_turn = rules.mover(&to) == mover;
        Ok(Step { to: rules.canonical(&to)?, keeps_turn })
    };
    options.into_iter().map(step).collect()
}

/// Writes the certificate of a position, whose standing and those of all that
/// play comes to `standing` tells; it is asked for canonical forms.
///
/// Only what the claim needs is listed.
///
/// # Errors
///
/// It cannot be written, the rules fail, a limit is reached, or `standing`
/// fails.
pub fn write<G: Tabular, E>(
    rules: &G,
    ruleset: &str,
    position: &G::Position,
    plies: Plies,
    mut standing: impl FnMut(&G::Position) -> Result<Standing, E>,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), E>
where
    E: From<io::Error> + From<RulesError> + From<Stop>,
{
    let root = rules.canonical(position)?;
    let found = standing(&root)?;
    let values = match (found.remoteness, plies) {
        (None, _) => Vec::new(),
        (Some(most), Plies::AtMost) => vec![most.into()],
        (Some(exact), Plies::Exactly) => vec![exact.into(); 2],
    };
    let claim = Claim {
        kind: KIND.to_owned(),
        ruleset: ruleset.to_owned(),
        position: rules.write_position(position),
        outcome: Some(found.outcome),
        values,
    };
    claim.write(sink)?;
    let held = meter.held();
    let listed = list(rules, root, plies, &mut standing, meter, sink);
    meter.release(meter.held() - held);
    listed
}

fn list<G: Tabular, E>(
    rules: &G,
    root: G::Position,
    plies: Plies,
    standing: &mut impl FnMut(&G::Position) -> Result<Standing, E>,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), E>
where
    E: From<io::Error> + From<RulesError> + From<Stop>,
{
    let mut met: FxHashSet<G::Position> = FxHashSet::default();
    met.insert(root.clone());
    let mut open = vec![root];
    while let Some(at) = open.pop() {
        let found = standing(&at)?;
        sink.text(&rules.write_position(&at))?;
        let code = OUTCOMES.iter().position(|outcome| *outcome == found.outcome);
        sink.number(code.unwrap_or_default() as u128)?;
        sink.number(found.remoteness.unwrap_or(0).into())?;
        sink.end_record()?;
        let mut steps = steps(rules, &at)?;
        meter.spend(steps.len() as u64 + 1)?;
        if plies == Plies::AtMost && found.outcome == Outcome::Win {
            // One that wins: if there is one listed already, no more is needed.
            let mut best: Option<(bool, u32, Step<_>)> = None;
            for step in steps {
                let after = standing(&step.to)?;
                let (Some(rank), Outcome::Win) =
                    (after.remoteness, after.outcome_after(step.keeps_turn))
                else {
                    continue;
                };
                let new = !met.contains(&step.to);
                let better = best.as_ref().is_none_or(|best| (new, rank) < (best.0, best.1));
                if Some(rank) < found.remoteness && better {
                    best = Some((new, rank, step));
                }
            }
            steps = best.into_iter().map(|(_, _, step)| step).collect();
        }
        // The last is taken first: play is followed in the order of options.
        for step in steps.into_iter().rev() {
            if !met.contains(&step.to) {
                let bytes = 2 * (size_of::<G::Position>() + rules.heap_bytes(&step.to)) as u64 + 8;
                meter.hold(bytes)?;
                met.insert(step.to.clone());
                open.push(step.to);
            }
        }
    }
    Ok(())
}

/// A row of the table.
#[derive(Clone, Copy)]
struct Row {
    outcome: Outcome,
    rank: u64,
    record: u64,
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.outcome {
            Outcome::Draw => write!(f, "a draw"),
            outcome => write!(f, "a {outcome} in {}", self.rank),
        }
    }
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
    let position = claim.parsed_position(rules, source)?;
    let plies = match (claim.outcome, &claim.values[..]) {
        (None, _) => return Err(source.refuse("no outcome is claimed")),
        (Some(Outcome::Draw), []) | (Some(_), [_]) => Plies::AtMost,
        (Some(_), [most, least]) if most == least => Plies::Exactly,
        _ => return Err(source.refuse("the values claimed are no plies of this outcome")),
    };
    if claim.outcome == Some(Outcome::Draw) && !claim.values.is_empty() {
        return Err(source.refuse("a draw does not end, and plies are claimed"));
    }
    let table = read(rules, source, meter)?;
    let root = rules.canonical(&position)?;
    let Some(row) = table.get(&root).copied() else {
        return Err(source.refuse("the position of the claim is not listed"));
    };
    let claimed_rank = claim.values.first().copied().unwrap_or(0);
    if claim.outcome != Some(row.outcome) || claimed_rank != row.rank {
        let what = format!("the position of the claim is listed as {row}");
        return Err(CheckError::Refused { record: row.record, what });
    }
    let mut facts = 0;
    let mut wrong: Option<(u64, String)> = None;
    for (at, row) in &table {
        let steps = steps(rules, at)?;
        meter.spend(steps.len() as u64 + 1)?;
        facts += steps.len() as u64 + 1;
        let judged = judge(rules, &table, at, *row, &steps, plies);
        // The table has no order; what is told is the first row in the file.
        if let Err(what) = judged
            && wrong.as_ref().is_none_or(|(record, _)| row.record < *record)
        {
            wrong = Some((row.record, what));
        }
    }
    // Of the questions that cannot say so themselves: movers and endings.
    if let Some(fault) = rules.fault() {
        return Err(fault.into());
    }
    if let Some((record, what)) = wrong {
        return Err(CheckError::Refused { record, what });
    }
    Ok(Confirmed { claim: told(rules, &position, &claim.position, row, plies), facts })
}

/// Reads the rows.
fn read<G: Tabular>(
    rules: &G,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<HashMap<G::Position, Row>, CheckError> {
    // Hashed with a secret, so that no certificate can choose positions that
    // collide.
    let mut table: HashMap<G::Position, Row> = HashMap::new();
    while source.more()? {
        let notation = source.text()?;
        let code = source.number_to(3, "the outcome")?;
        let rank = source.number_to(u32::MAX.into(), "the rank")?;
        source.end_record()?;
        let row = Row { outcome: OUTCOMES[code as usize], rank, record: source.record() };
        if row.outcome == Outcome::Draw && rank != 0 {
            return Err(source.refuse(format!("{notation} is listed as a draw with rank {rank}")));
        }
        let at =
            rules.parse_position(&notation).map_err(|error| source.refuse(error.to_string()))?;
        if rules.canonical(&at)? != at {
            return Err(source.refuse(format!("{notation} is not in canonical form")));
        }
        meter.hold(ROW_BYTES + rules.heap_bytes(&at) as u64 + size_of::<G::Position>() as u64)?;
        if table.insert(at, row).is_some() {
            return Err(source.refuse(format!("{notation} is listed twice")));
        }
    }
    Ok(table)
}

/// Does a row follow from the rows of its options?
fn judge<G: Tabular>(
    rules: &G,
    table: &HashMap<G::Position, Row>,
    at: &G::Position,
    row: Row,
    steps: &[Step<G::Position>],
    plies: Plies,
) -> Result<(), String> {
    let name = || rules.write_position(at);
    if steps.is_empty() {
        let ending = rules.ending(at);
        return match ending {
            Outcome::Draw => {
                Err(format!("the rules end play at {} in a draw, which is no end", name()))
            }
            ending if ending == row.outcome && row.rank == 0 => Ok(()),
            ending => Err(format!(
                "{} is listed as {row}, and play has ended there in a {ending}",
                name()
            )),
        };
    }
    let mut best = Options::default();
    for step in steps {
        let Some(to) = table.get(&step.to) else {
            if row.outcome == Outcome::Win && plies == Plies::AtMost {
                continue;
            }
            let to = rules.write_position(&step.to);
            return Err(format!("{} has an option to {to}, which is not listed", name()));
        };
        let worth = if step.keeps_turn { to.outcome } else { to.outcome.for_other() };
        best.add(worth, to.rank);
    }
    let found = best.row(row.record);
    let holds = match (plies, row.outcome) {
        (Plies::AtMost, Outcome::Win) => best.won.is_some_and(|rank| rank < row.rank),
        (Plies::AtMost, outcome) => found.outcome == outcome && found.rank <= row.rank,
        (Plies::Exactly, outcome) => found.outcome == outcome && found.rank == row.rank,
    };
    match holds {
        true => Ok(()),
        false => Err(format!("{} is listed as {row}, its options give {found}", name())),
    }
}

/// What the options listed of a position are worth.
#[derive(Default)]
struct Options {
    /// The least rank of those worth a win.
    won: Option<u64>,
    /// The least rank of those worth a tie.
    tied: Option<u64>,
    /// Is some worth a draw?
    drawn: bool,
    /// The largest rank of those worth a loss.
    lost: u64,
}

impl Options {
    fn add(&mut self, worth: Outcome, rank: u64) {
        let least = |of: Option<u64>| Some(of.map_or(rank, |least| least.min(rank)));
        match worth {
            Outcome::Win => self.won = least(self.won),
            Outcome::Tie => self.tied = least(self.tied),
            Outcome::Draw => self.drawn = true,
            Outcome::Loss => self.lost = self.lost.max(rank),
        }
    }

    fn row(&self, record: u64) -> Row {
        let (outcome, rank) = match (self.won, self.tied, self.drawn) {
            (Some(won), ..) => (Outcome::Win, won + 1),
            (_, Some(tied), _) => (Outcome::Tie, tied + 1),
            (.., true) => (Outcome::Draw, 0),
            _ => (Outcome::Loss, self.lost + 1),
        };
        Row { outcome, rank, record }
    }
}

/// A claim that holds, in words.
fn told<G: Tabular>(
    rules: &G,
    position: &G::Position,
    notation: &str,
    row: Row,
    plies: Plies,
) -> String {
    let mover = Game::mover(rules, position);
    let head = match row.outcome {
        Outcome::Win => format!("{mover} wins from {notation}"),
        Outcome::Loss => format!("{} wins from {notation}", mover.other()),
        Outcome::Tie => format!("a tie from {notation}"),
        Outcome::Draw => format!("a draw from {notation}"),
    };
    let unit = if row.rank == 1 { "ply" } else { "plies" };
    let limit = match (row.outcome, plies) {
        (Outcome::Draw, _) => String::new(),
        (_, Plies::AtMost) => format!(", in at most {} {unit}", row.rank),
        (_, Plies::Exactly) => format!(", in {} {unit}", row.rank),
    };
    let trusted = match rules.declared().symmetric {
        true => ", by the canonical forms that the rules declare",
        false => "",
    };
    format!("{head}{limit}{trusted}")
}
