use std::ops::ControlFlow;

use perfectplay_analysis::CertifyError;
use perfectplay_game::exhaustive::Points;
use perfectplay_game::{Meter, Notation, Options, Outcome, PaysPoints};
use perfectplay_proof::table as rows;
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::lexicographic::Worth;

use super::rules::ABOUT;
use super::rules::SmartBoy;
use super::table::{Order, Table};

/// The name of this kind.
const KIND: &str = "points-table";

fn points(worth: Worth) -> Points {
    Points { wins: worth.wins, own: worth.own, other: worth.rival }
}

fn worth(points: &Points) -> Worth {
    Worth { wins: points.wins, own: points.own, rival: points.other }
}

/// Writes the table of all words that contain `word`, longest first: they are
/// what play can come to from there.
pub(super) fn certify(
    rules: &SmartBoy,
    table: &Table,
    word: &Vec<u8>,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    let value = table.of(&rules.dictionary, word).map(|cell| points(cell.worth()));
    // A position of the game occurs.
    let value = value.unwrap_or_else(|| points(Worth::default()));
    let claim = Claim {
        kind: KIND.to_owned(),
        ruleset: ABOUT.name.to_owned(),
        position: rules.write_position(word),
        outcome: Some(if value.wins { Outcome::Win } else { Outcome::Loss }),
        values: vec![value.own, value.other],
    };
    claim.write(sink)?;
    let holds = |longer: &[u8]| word.is_empty() || longer.windows(word.len()).any(|w| w == word);
    let bytes = Table::VISIT * rules.dictionary.letters().len() as u64;
    meter.hold(bytes)?;
    let mut failed: Result<(), CertifyError> = Ok(());
    let mut level = rules.dictionary.longest();
    let _ = table.by_length(&rules.dictionary, Order::LongestFirst, |longer, cell| {
        if longer.len() < word.len() {
            return ControlFlow::Break(());
        }
        failed = (|| {
            while level > longer.len() {
                level -= 1;
                rows::write_level(sink)?;
            }
            meter.spend(1)?;
            if holds(longer) {
                let notation = rules.write_position(&longer.to_vec());
                rows::write_row(sink, &notation, &points(cell.worth()))?;
            }
            Ok(())
        })();
        if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    meter.release(bytes);
    failed?;
    Ok(())
}

/// The mover takes the option that the order of preferences puts first.
fn rule(
    rules: &SmartBoy,
    word: &Vec<u8>,
    options: &Options<SmartBoy>,
    values: &[Points],
) -> Option<Points> {
    let mut best: Option<Points> = None;
    for ((_, to), value) in options.iter().zip(values) {
        let own = rules.points(word, to).checked_add(value.other)?;
        let found = Points { wins: !value.wins, own, other: value.own };
        let better = |best: &Points| rules.preference.compare(&worth(&found), &worth(best)).is_gt();
        if best.as_ref().is_none_or(better) {
            best = Some(found);
        }
    }
    Some(best.unwrap_or(Points { wins: false, own: 0, other: 0 }))
}

/// Checks a certificate by the rules.
pub(super) fn check(
    rules: &SmartBoy,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    claim.expect_kind(KIND, source)?;
    let position = claim.parsed_position(rules, source)?;
    let (value, facts) = rows::check(rules, &position, source, meter, |word, options, values| {
        rule(rules, word, options, values)
    })?;
    let outcome = if value.wins { Outcome::Win } else { Outcome::Loss };
    if claim.outcome != Some(outcome) || claim.values != [value.own, value.other] {
        return Err(source.refuse("the table proves another result than the claim's"));
    }
    let mover = perfectplay_game::Game::mover(rules, &position);
    let winner = if value.wins { mover } else { mover.other() };
    let claim = format!(
        "{winner} wins from {}, with {} points for {mover} and {} for {}",
        claim.position,
        value.own,
        value.other,
        mover.other()
    );
    Ok(Confirmed { claim, facts })
}
