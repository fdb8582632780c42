//! Which kind of certificate proves what a theory found.
//!
//! | theory | kind | rows |
//! | --- | --- | --- |
//! | Grundy values | `grundy-table` | every part that play comes to |
//! | points | `score-table` | every position that play comes to |
//! | outcomes and remoteness | `outcome-table` | the positions that matter |

use std::io;

use perfectplay_analysis::{CertifyError, counted};
use perfectplay_game::{Meter, Options, Outcome, Player, Score, Tabular};
use perfectplay_proof::outcomes::{self, Plies};
use perfectplay_proof::table::TableValue;
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source, sums, table};
use rustc_hash::FxHashSet;

use crate::Tabulated;
use crate::scores::Points;
use crate::values::Worth;

const GRUNDY: &str = sums::KIND;
const SCORES: &str = "score-table";
const OUTCOMES: [Outcome; 4] = [Outcome::Loss, Outcome::Draw, Outcome::Tie, Outcome::Win];

/// Writes a certificate of what was found of a position.
pub(crate) fn certify<G: Tabular + Sync>(
    solver: &mut Tabulated<G>,
    position: &G::Position,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError>
where
    G::Position: Send + Sync,
{
    let (worth, _) = solver.worth(position)?;
    let Some(outcome) = worth.outcome() else {
        return Err(CertifyError::NotOffered("the position was not decided"));
    };
    let (kind, values) = match worth {
        Worth::Nimber(nimber, _) => (GRUNDY, vec![nimber]),
        Worth::Points(points, Score::WinThenPoints) => (SCORES, vec![points.own, points.other]),
        Worth::Points(points, Score::Difference) => (SCORES, vec![zigzag(points.margin())]),
        _ => return standings(solver, position, meter, sink),
    };
    let notation = solver.rules.write_position(position);
    let ruleset = solver.name().to_owned();
    let claim = Claim {
        kind: kind.to_owned(),
        ruleset,
        position: notation,
        outcome: Some(outcome),
        values,
    };
    claim.write(sink)?;
    match kind {
        GRUNDY => grundy(solver, position, meter, sink),
        _ => scores(solver, position, meter, sink),
    }
}

/// Outcomes, with plies at most: of wins one option is enough.
fn standings<G: Tabular + Sync>(
    solver: &mut Tabulated<G>,
    position: &G::Position,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError>
where
    G::Position: Send + Sync,
{
    let standing = |at: &G::Position| match solver.known(at) {
        Worth::Standing(standing) => Ok(standing),
        _ => Err(CertifyError::NotOffered("a position was not decided")),
    };
    outcomes::write(&solver.rules, solver.name(), position, Plies::AtMost, standing, meter, sink)
}

fn grundy<G: Tabular + Sync>(
    solver: &mut Tabulated<G>,
    position: &G::Position,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError>
where
    G::Position: Send + Sync,
{
    let roots = solver.parts(position)?;
    let order = ends_first(solver, roots, meter, |solver, at| {
        let mut below = Vec::new();
        for to in options(solver, at)? {
            below.extend(solver.parts(&to)?);
        }
        Ok(below)
    })?;
    for part in order {
        let nimber = match solver.worth(&part)?.0 {
            Worth::Nimber(nimber, _) => nimber,
            _ => return Err(CertifyError::NotOffered("a part was not decided")),
        };
        sums::write_row(sink, &solver.rules.write_position(&part), nimber)?;
    }
    Ok(())
}

fn scores<G: Tabular + Sync>(
    solver: &mut Tabulated<G>,
    position: &G::Position,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError>
where
    G::Position: Send + Sync,
{
    let order = ends_first(solver, vec![position.clone()], meter, options)?;
    for at in order {
        let Worth::Points(points, score) = solver.worth(&at)?.0 else {
            return Err(CertifyError::NotOffered("a position was not decided"));
        };
        let notation = solver.rules.write_position(&at);
        table::write_row(sink, &notation, &Row { points, score })?;
    }
    Ok(())
}

fn options<G: Tabular + Sync>(
    solver: &Tabulated<G>,
    at: &G::Position,
) -> Result<Vec<G::Position>, CertifyError>
where
    G::Position: Send + Sync,
{
    let mut options = Vec::new();
    solver.rules.options(at, &mut options);
    match solver.rules.fault() {
        Some(fault) => Err(fault.into()),
        None => Ok(options.into_iter().map(|(_, to)| to).collect()),
    }
}

/// All that play comes to from the roots, options first. Play ends: that has
/// been found before.
fn ends_first<G: Tabular + Sync>(
    solver: &Tabulated<G>,
    roots: Vec<G::Position>,
    meter: &mut Meter,
    below: impl Fn(&Tabulated<G>, &G::Position) -> Result<Vec<G::Position>, CertifyError>,
) -> Result<Vec<G::Position>, CertifyError>
where
    G::Position: Send + Sync,
{
    let mut met: FxHashSet<G::Position> = FxHashSet::default();
    let mut order = Vec::new();
    // Positions on the path, each with what is left to follow.
    let mut path: Vec<(G::Position, Vec<G::Position>)> = Vec::new();
    for root in roots {
        if met.insert(root.clone()) {
            let next = below(solver, &root)?;
            path.push((root, next));
        }
        while let Some((at, next)) = path.last_mut() {
            meter.spend(1)?;
            match next.pop() {
                Some(to) if met.contains(&to) => {}
                Some(to) => {
                    let size = 3 * size_of::<G::Position>() + 2 * solver.rules.heap_bytes(&to);
                    meter.hold(size as u64)?;
                    met.insert(to.clone());
                    let next = below(solver, &to)?;
                    path.push((to, next));
                }
                None => {
                    order.push(at.clone());
                    path.pop();
                }
            }
        }
    }
    Ok(order)
}

/// Points of a position, as a row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    points: Points,
    score: Score,
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::explain::said(Worth::Points(self.points, self.score)))
    }
}

/// ```text
/// 0  outcome  own  other     to win, then points
/// 1  margin                  the difference of points
/// ```
impl TableValue for Row {
    fn write(&self, sink: &mut dyn Sink) -> io::Result<()> {
        match self.score {
            Score::WinThenPoints => {
                let code = OUTCOMES.iter().position(|known| *known == self.points.outcome);
                sink.number(0)?;
                sink.number(code.unwrap_or_default() as u128)?;
                sink.number(self.points.own.into())?;
                sink.number(self.points.other.into())
            }
            Score::Difference => {
                sink.number(1)?;
                sink.number(zigzag(self.points.margin()).into())
            }
        }
    }

    fn read(source: &mut dyn Source) -> Result<Self, CheckError> {
        // Points stay below 2^62, so that no sum of two passes 63 bits.
        const MOST: u64 = 1 << 62;
        if source.number_to(1, "the mark of a score")? == 0 {
            let code = source.number_to(3, "the outcome")?;
            let outcome = OUTCOMES[code as usize];
            let own = source.number_to(MOST, "the number of points")?;
            let other = source.number_to(MOST, "the number of points")?;
            return Ok(Row { points: Points { outcome, own, other }, score: Score::WinThenPoints });
        }
        let margin = source.number_to(2 * MOST, "the margin")?;
        Ok(Row { points: ahead(unzigzag(margin)), score: Score::Difference })
    }
}

/// Points with this margin, and no more than that.
fn ahead(margin: i64) -> Points {
    let by = margin.unsigned_abs();
    let (own, other) = if margin < 0 { (0, by) } else { (by, 0) };
    Points::by_difference(own, other)
}

fn zigzag(margin: i64) -> u64 {
    (margin << 1 ^ margin >> 63) as u64
}

fn unzigzag(code: u64) -> i64 {
    (code >> 1) as i64 ^ -((code & 1) as i64)
}

/// The best option counts; a margin is compared and kept as a margin alone.
fn rule<G: Tabular>(
    rules: &G,
    score: Score,
    at: &G::Position,
    options: &Options<G>,
    values: &[Row],
) -> Option<Row> {
    let mut best: Option<Points> = None;
    for ((chosen, to), value) in options.iter().zip(values) {
        if value.score != score {
            return None;
        }
        let mover_stays = rules.mover(at) == rules.mover(to);
        let paid = rules.points(at, chosen, to);
        let found = value.points.moved_to(mover_stays, paid, score)?;
        if best.is_none_or(|best| found.compare(&best, score).is_gt()) {
            best = Some(found);
        }
    }
    let points = best.unwrap_or_else(|| Points::ended(rules.ending(at), score));
    let points = match score {
        Score::WinThenPoints => points,
        Score::Difference => ahead(points.margin()),
    };
    Some(Row { points, score })
}

/// Checks a certificate by the rules.
pub(crate) fn check<G: Tabular>(
    rules: &G,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    let position = claim.parsed_position(rules, source)?;
    let declared = rules.declared();
    let mover = rules.mover(&position);
    let at = &claim.position;
    match &claim.kind[..] {
        GRUNDY => {
            let (nimber, facts) = sums::check(rules, &position, source, meter)?;
            let outcome = if nimber == 0 { Outcome::Loss } else { Outcome::Win };
            if claim.outcome != Some(outcome) || claim.values != [nimber] {
                return Err(source.refuse("the table proves another value than the claim's"));
            }
            let mut told = format!("{}, with Grundy value {nimber}", verdict(outcome, mover, at));
            let trusted = match (declared.splits, declared.symmetric) {
                (true, true) => Some("parts and canonical forms"),
                (true, false) => Some("parts"),
                (false, true) => Some("canonical forms"),
                (false, false) => None,
            };
            if let Some(trusted) = trusted {
                told.push_str(&format!(", by the {trusted} that the rules declare"));
            }
            Ok(Confirmed { claim: told, facts })
        }
        SCORES => {
            let Some(score) = declared.score else {
                return Err(source.refuse("the rules pay no points"));
            };
            let (row, facts) =
                table::check(rules, &position, source, meter, |at, options, values| {
                    rule(rules, score, at, options, values)
                })?;
            if let Some(fault) = rules.fault() {
                return Err(fault.into());
            }
            let Points { outcome, own, other } = row.points;
            let (values, told) = match score {
                Score::WinThenPoints => (
                    vec![own, other],
                    format!(
                        ", with {} for {mover} and {other} for {}",
                        counted(own, "points"),
                        mover.other()
                    ),
                ),
                Score::Difference => {
                    let margin = row.points.margin();
                    (
                        vec![zigzag(margin)],
                        format!(", by {}", counted(margin.unsigned_abs(), "points")),
                    )
                }
            };
            if claim.outcome != Some(outcome) || claim.values != values {
                return Err(source.refuse("the table proves another result than the claim's"));
            }
            Ok(Confirmed { claim: format!("{}{told}", verdict(outcome, mover, at)), facts })
        }
        _ => outcomes::check(rules, claim, source, meter),
    }
}

fn verdict(outcome: Outcome, mover: Player, at: &str) -> String {
    match outcome {
        Outcome::Win => format!("{mover} wins from {at}"),
        Outcome::Loss => format!("{} wins from {at}", mover.other()),
        Outcome::Tie => format!("a tie from {at}"),
        Outcome::Draw => format!("a draw from {at}"),
    }
}
