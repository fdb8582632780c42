//! Adjusting the constants of a formula that is nearly right.

use perfectplay_game::{Meter, Stop};

use super::board::{Board, Candidate, Proposal};
use crate::formula::{Condition, Leaf, Rule, Term};

/// Passes over all constants of one formula.
const PASSES: usize = 5;

const STEPS: [i64; 8] = [1, -1, 2, -2, 4, -4, 8, -8];

/// Climbs from a candidate to constants with fewer errors, one constant at a
/// time, and offers what it reaches.
pub(crate) fn adjust(
    board: &mut Board<'_>,
    candidate: &Candidate,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let mut rule = candidate.rule.clone();
    let mut errors = board.errors(&rule, usize::MAX, meter)?.len();
    let constants = constants(&mut rule).len();
    for _ in 0..PASSES {
        let before = errors;
        for place in 0..constants {
            for step in STEPS {
                let mut changed = rule.clone();
                let Some(constant) = self::constants(&mut changed).into_iter().nth(place) else {
                    break;
                };
                let Some(moved) = constant.checked_add(step) else { continue };
                *constant = moved;
                if errors == 0 {
                    break;
                }
                let fewer = board.errors(&changed, errors, meter)?.len();
                if fewer < errors {
                    rule = changed;
                    errors = fewer;
                }
            }
        }
        if errors == before {
            break;
        }
    }
    if rule != candidate.rule {
        board.offer(Proposal::new(rule, candidate.family, candidate.fitted), meter)?;
    }
    Ok(())
}

/// The constants that may be moved: those that terms are compared with, and
/// the ends of intervals.
fn constants(rule: &mut Rule) -> Vec<&mut i64> {
    let mut found = Vec::new();
    for (condition, leaf) in &mut rule.cases {
        of_condition(condition, &mut found);
        of_leaf(leaf, &mut found);
    }
    of_leaf(&mut rule.otherwise, &mut found);
    found
}

fn of_leaf<'a>(leaf: &'a mut Leaf, found: &mut Vec<&'a mut i64>) {
    if let Leaf::Term(term) = leaf {
        of_term(term, found);
    }
}

fn of_condition<'a>(condition: &'a mut Condition, found: &mut Vec<&'a mut i64>) {
    match condition {
        Condition::Compare(_, a, b) => {
            of_term(a, found);
            of_term(b, found);
        }
        Condition::In(_, intervals) => {
            for (low, high) in intervals {
                found.push(low);
                if *high != i64::MAX {
                    found.push(high);
                }
            }
        }
        Condition::Is(_, term) => of_term(term, found),
        Condition::All(parts) | Condition::Any(parts) => {
            for part in parts {
                of_condition(part, found);
            }
        }
        Condition::Not(part) => of_condition(part, found),
    }
}

fn of_term<'a>(term: &'a mut Term, found: &mut Vec<&'a mut i64>) {
    match term {
        Term::Constant(constant) => found.push(constant),
        Term::Combine(_, a, b) => {
            of_term(a, found);
            of_term(b, found);
        }
        Term::Apply(_, inner) | Term::Lookup(_, inner) => of_term(inner, found),
        Term::Parameter(_) | Term::Rank(..) | Term::Except(..) | Term::Run(..) => {}
    }
}
