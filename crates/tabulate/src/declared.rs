use std::collections::VecDeque;

use perfectplay_game::{
    Declared, Game, Limits, Meter, Notation, NotationError, Options, Outcome, Player, RulesError,
    Tabular,
};
use rustc_hash::FxHashSet;

use crate::Table;
use crate::explain::said;
use crate::table::Halt;
use crate::values::{Values, Worth, sum, value};

/// The game without what its author declares of symmetry and parts.
pub(crate) struct Plain<'g, G>(pub(crate) &'g G);

impl<G: Game> Game for Plain<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn mover(&self, position: &G::Position) -> Player {
        self.0.mover(position)
    }

    fn options(&self, position: &G::Position, into: &mut Options<Self>) {
        self.0.options(position, into);
    }

    fn ending(&self, position: &G::Position) -> Outcome {
        self.0.ending(position)
    }
}

impl<G: Notation> Notation for Plain<'_, G> {
    fn write_position(&self, position: &G::Position) -> String {
        self.0.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<G::Position, NotationError> {
        self.0.parse_position(text)
    }

    fn write_move(&self, from: &G::Position, chosen: &G::Move) -> String {
        self.0.write_move(from, chosen)
    }

    fn rules(&self) -> String {
        self.0.rules()
    }
}

impl<G: Tabular> Tabular for Plain<'_, G> {
    fn declared(&self) -> Declared {
        Declared { splits: false, symmetric: false, ..self.0.declared() }
    }

    fn points(&self, from: &G::Position, chosen: &G::Move, to: &G::Position) -> u64 {
        self.0.points(from, chosen, to)
    }

    fn heap_bytes(&self, position: &G::Position) -> usize {
        self.0.heap_bytes(position)
    }

    fn fault(&self) -> Option<RulesError> {
        self.0.fault()
    }
}

/// Positions of the table whose options are looked at.
const SAMPLES: usize = 64;
/// Options of each that are played out.
const OPTIONS: usize = 6;
/// Positions that playing one out may list.
const POSITIONS: u64 = 1 << 13;
/// Work of all of them together.
pub(crate) const EFFORT: u64 = 1 << 20;

/// Holds what is declared of symmetry and parts against the rules: options of
/// some positions are played out without it, as far as that takes little.
///
/// # Errors
///
/// A value differs: the declaration is false, with the witness.
pub(crate) fn check<G: Tabular + Sync>(
    rules: &G,
    table: &Table<G::Position>,
    values: &Values,
    root: &G::Position,
) -> Result<(), RulesError>
where
    G::Position: Send + Sync,
{
    let declared = rules.declared();
    if !declared.splits && !declared.symmetric {
        return Ok(());
    }
    let plain = Plain(rules);
    let mut left = EFFORT;
    // Evenly spread, the last met first: little play is left there.
    let met = table.expanded();
    let step = met.div_ceil(SAMPLES).max(1);
    let mut options = Vec::new();
    let listed = (0..met).step_by(step).rev().filter_map(|number| table.position(number as u32));
    // The position asked for is seldom in canonical form, those listed are.
    for from in [root].into_iter().chain(listed) {
        options.clear();
        rules.options(from, &mut options);
        if let Some(fault) = rules.fault() {
            return Err(fault);
        }
        // Where play ends too: the position itself.
        let mut whom: Vec<&G::Position> = vec![from];
        let every = options.len().div_ceil(OPTIONS).max(1);
        whom.extend(options.iter().step_by(every).map(|(_, to)| to));
        for at in whom {
            let claimed = claimed(rules, table, values, at)?;
            if let Some(truth) = play_out(&plain, at, &mut left)?
                && differs(claimed, truth)
            {
                let found = Found { at: at.clone(), claimed, truth };
                let Found { at, claimed, truth } = narrowed(&plain, table, values, found)?;
                return Err(RulesError::new(witness(rules, &at, claimed, truth)?));
            }
        }
        if left == 0 {
            break;
        }
    }
    Ok(())
}

/// A position whose worth by the declarations is not that by the rules alone.
struct Found<P> {
    at: P,
    claimed: Worth,
    truth: Worth,
}

/// A position may be worth something else because of a false declaration far
/// below it. Goes down, by positions whose worth is false too, to one that is
/// not worth by the rules alone what its form is worth by them; or whose parts
/// are all worth what the table says, and it is not what they come to. Where
/// that takes much, it is the one that was found.
fn narrowed<G: Tabular + Sync>(
    plain: &Plain<'_, G>,
    table: &Table<G::Position>,
    values: &Values,
    found: Found<G::Position>,
) -> Result<Found<G::Position>, RulesError>
where
    G::Position: Send + Sync,
{
    let rules = plain.0;
    let mut left = EFFORT;
    let mut options = Vec::new();
    let mut met = FxHashSet::from_iter([found.at.clone()]);
    let mut pending = VecDeque::from([(found.at.clone(), found.claimed, found.truth)]);
    while let Some((at, claims, truth)) = pending.pop_front() {
        let parts = match rules.declared().splits {
            true => rules.parts(&at)?,
            false => vec![at.clone()],
        };
        let mut below = false;
        for part in &parts {
            let form = rules.canonical(part)?;
            let Some(number) = table.number(&form) else { continue };
            let Some(of_form) = play_out(plain, &form, &mut left)? else { continue };
            if form != *part
                && let Some(truth) = play_out(plain, part, &mut left)?
                && differs(of_form, truth)
            {
                return Ok(Found { at: part.clone(), claimed: of_form, truth });
            }
            if !differs(values.worth(number), of_form) {
                continue;
            }
            // Its worth in the table is that of its options there.
            below = true;
            options.clear();
            rules.options(&form, &mut options);
            for (_, option) in &options {
                let claims = claimed(rules, table, values, option)?;
                if let Some(truth) = play_out(plain, option, &mut left)?
                    && differs(claims, truth)
                    && met.insert(option.clone())
                {
                    pending.push_back((option.clone(), claims, truth));
                }
            }
        }
        if !below {
            return Ok(Found { at, claimed: claims, truth });
        }
    }
    Ok(found)
}

/// The worth of a position by the declarations.
fn claimed<G: Tabular>(
    rules: &G,
    table: &Table<G::Position>,
    values: &Values,
    at: &G::Position,
) -> Result<Worth, RulesError>
where
    G::Position: Send + Sync,
{
    let parts = match rules.declared().splits {
        true => rules.parts(at)?,
        false => vec![at.clone()],
    };
    let mut worths = Vec::with_capacity(parts.len());
    for part in &parts {
        let number = table.number(&rules.canonical(part)?);
        worths.push(number.map_or(Worth::Unknown, |number| values.worth(number)));
    }
    Ok(match (rules.declared().splits, &worths[..]) {
        (false, [worth]) => *worth,
        _ => sum(worths.into_iter()),
    })
}

/// The worth of a position by the rules alone; `None` where that takes much.
pub(crate) fn play_out<G: Tabular + Sync>(
    plain: &Plain<'_, G>,
    at: &G::Position,
    left: &mut u64,
) -> Result<Option<Worth>, RulesError>
where
    G::Position: Send + Sync,
{
    let limits = Limits { effort: *left, positions: POSITIONS, ..Limits::default() };
    let mut meter = Meter::new(limits);
    let mut table = Table::new(false, plain.declared().score.is_some());
    let worked = (|| {
        let root = table.meet(plain, at.clone(), &mut meter)?;
        table.explore(plain, 1, &mut meter, |_, _| Ok::<(), Halt>(()))?;
        let (values, _) = value(plain, &table, 1, &mut meter)?;
        Ok(values.worth(root))
    })();
    *left = left.saturating_sub(meter.spent());
    match worked {
        Ok(worth) => Ok(Some(worth)),
        Err(Halt::Stopped(_)) => Ok(None),
        Err(Halt::Rules(error)) => Err(error),
    }
}

pub(crate) fn differs(claimed: Worth, truth: Worth) -> bool {
    match (claimed, truth) {
        (Worth::Nimber(claimed, _), Worth::Nimber(truth, _)) => claimed != truth,
        (Worth::Points(claimed, score), Worth::Points(truth, _)) => {
            claimed.compare(&truth, score).is_ne()
        }
        (Worth::Standing(claimed), Worth::Standing(truth)) => claimed != truth,
        // What is unknown claims nothing.
        (claimed, truth) => match (claimed.outcome(), truth.outcome()) {
            (Some(claimed), Some(truth)) => claimed != truth,
            _ => false,
        },
    }
}

pub(crate) fn witness<G: Tabular>(
    rules: &G,
    at: &G::Position,
    claimed: Worth,
    truth: Worth,
) -> Result<String, RulesError> {
    let name = rules.write_position(at);
    let declared = rules.declared();
    let parts = if declared.splits { rules.parts(at)? } else { vec![at.clone()] };
    let (what, form) = if parts[..] != [at.clone()] || !declared.symmetric {
        let parts: Vec<String> = parts.iter().map(|part| rules.write_position(part)).collect();
        (
            "parts",
            format!(
                "falls into {}",
                if parts.is_empty() { "no parts".to_owned() } else { parts.join(" and ") }
            ),
        )
    } else {
        let form = rules.write_position(&rules.canonical(at)?);
        ("canonical", format!("has the canonical form {form}"))
    };
    Ok(format!(
        "{what} is false: the position {name} {form}, which is worth {}; played out by the rules \
         alone, {name} is worth {}",
        said(claimed),
        said(truth)
    ))
}
