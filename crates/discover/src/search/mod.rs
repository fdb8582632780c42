//! The search: proposals of every family, each held against every case.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `cases`, `sample` | what is known, and the part of it that formulas are fitted on |
//! | `board` | candidates, tested on all cases, ranked and believed or not |
//! | `pool` | integer expressions with different values on a sample |
//! | `atoms`, `conditions` | conditions that tell rows apart |
//! | `words`, `values` | rules of conditions and expressions |
//! | `sequence`, `periodic`, `runs`, `lattice` | values that repeat, or stand in stretches |
//! | `symmetry` | tables that are symmetric but for a few cases |
//! | `automata` | automata over digits, learned from words |
//! | `adjust` | moving the constants of a formula that is nearly right |

mod adjust;
mod atoms;
mod automata;
mod bits;
mod board;
mod cases;
mod conditions;
mod lattice;
mod periodic;
mod pool;
mod runs;
mod sample;
mod sequence;
mod symmetry;
mod values;
mod words;

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashSet;

pub(crate) use board::{Board, Candidate, Proposal};
pub(crate) use cases::Cases;
pub(crate) use sample::scrambled;

use crate::formula::{Comparison, Condition, Digits, Leaf, Reading, Rule, Term};
use crate::{Family, Period};
use conditions::Scope;
use pool::Pool;
use sample::{Sample, draw, spread};
use sequence::{Rest, Sequence};

/// The most different values that conditions tell apart.
const FEW: usize = 4;

/// Rounds of fitting, testing, and fitting again with some of the errors.
const ROUNDS: usize = 24;

/// A formula as short as this leaves no room for a shorter one with
/// counterexamples.
const SHORT: f64 = 24.0;

/// Fills the board. On [`Stop`] the board keeps what was found until then.
pub(crate) fn search(board: &mut Board<'_>, meter: &mut Meter) -> Result<(), Stop> {
    let histogram = board.cases.histogram();
    if let Some((value, _)) = histogram.first() {
        let rule = Rule::leaf(leaf(board.cases, *value));
        board.offer(Proposal::new(rule, Family::Constant, board.cases.len()), meter)?;
    }
    if histogram.len() < 2 {
        return Ok(());
    }
    board.look_for_symmetries(meter)?;
    sequences(board, histogram.len(), meter)?;
    lattices(board, histogram.len(), meter)?;
    sampled(board, histogram.len(), meter)?;
    automata(board, histogram.len(), meter)?;
    for near in board.take_near().iter().take(4) {
        adjust::adjust(board, near, meter)?;
    }
    Ok(())
}

/// A value of the table as a leaf.
fn leaf(cases: &Cases, value: i64) -> Leaf {
    match usize::try_from(value) {
        Ok(word) if !cases.words.is_empty() => Leaf::Word(word),
        _ => Leaf::Term(Term::Constant(value)),
    }
}

fn sequences(board: &mut Board<'_>, values: usize, meter: &mut Meter) -> Result<(), Stop> {
    let wanted = [Family::Periodic, Family::ArithmeticPeriodic, Family::Intervals];
    if !wanted.iter().any(|family| board.bounds.has(*family)) {
        return Ok(());
    }
    let cases = board.cases;
    let integers = cases.words.is_empty();
    let sample = Sample::of(cases, draw(cases, board.bounds.sample, 1.0, 0, None));
    let pool = Pool::simple(&sample.columns, meter)?;
    let keys: Vec<Term> = pool.entries.iter().take(40).map(|entry| entry.term.clone()).collect();
    pool.release(meter);
    let mut rests = vec![Rest::Whole];
    if integers && cases.width() > 1 {
        rests.extend(keys.iter().take(8).cloned().map(Rest::Minus));
        rests.extend(keys.iter().take(4).cloned().map(Rest::Xor));
    }
    for rest in &rests {
        let count = if matches!(rest, Rest::Whole) { keys.len() } else { 8 };
        for key in keys.iter().take(count) {
            let collected = Sequence::collect(cases, key, rest, board.allowed(), meter)?;
            if let Some(sequence) = collected {
                sequence_rules(board, &sequence, rest, values, meter)?;
            }
        }
    }
    Ok(())
}

/// Periods and stretches of a sequence, fitted on two thirds of it, and on all
/// of it if that does not do.
fn sequence_rules(
    board: &mut Board<'_>,
    sequence: &Sequence,
    rest: &Rest,
    values: usize,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let cases = board.cases;
    let integers = cases.words.is_empty();
    let parameters = cases.width();
    let print = |value: i64| leaf(cases, value);
    for length in [sequence.len() * 2 / 3, sequence.len()] {
        let fitted = sequence.cases(length);
        let allowed = board.allowed();
        let bounds = board.bounds;
        let fits = periodic::fits(sequence, length, integers, allowed, bounds, meter)?;
        let mut exact = false;
        for fit in fits {
            let family =
                if fit.saltus == 0 { Family::Periodic } else { Family::ArithmeticPeriodic };
            let period = matches!(sequence.key, Term::Parameter(_)) && matches!(rest, Rest::Whole);
            let period = period.then_some(Period {
                length: fit.period,
                saltus: fit.saltus,
                start: fit.start,
            });
            let mut rules = Vec::new();
            if integers {
                rules.push(periodic::integer_rule(sequence, &fit, rest));
            }
            if values <= FEW && matches!(rest, Rest::Whole) && fit.saltus == 0 {
                rules.extend(periodic::word_rule(sequence, &fit, parameters, &print));
            }
            for rule in rules {
                let family = family_of(&rule, family);
                let mut proposal = Proposal { period, ..Proposal::new(rule, family, fitted) };
                if period.is_some() {
                    proposal.exceptions = fit.exceptions(sequence);
                }
                exact |= board.offer(proposal, meter)?.is_empty();
            }
        }
        if values <= FEW && matches!(rest, Rest::Whole) {
            for rule in runs::rules(sequence, length, &print) {
                let family = family_of(&rule, Family::Intervals);
                let proposal = Proposal::new(rule, family, fitted);
                exact |= board.offer(proposal, meter)?.is_empty();
            }
        }
        if exact {
            break;
        }
    }
    Ok(())
}

/// What a rule that came out of a sequence is in itself: a comparison and an
/// expression may be nothing of a sequence any more.
fn family_of(rule: &Rule, proposed: Family) -> Family {
    match (&rule.cases[..], &rule.otherwise) {
        ([(Condition::Compare(_, term, _), _)], _) if is_plain(term) => Family::Condition,
        ([], Leaf::Term(term)) if is_plain(term) => Family::Expression,
        _ => proposed,
    }
}

fn is_plain(term: &Term) -> bool {
    use crate::formula::Operation::{Modulo, Over};
    match term {
        Term::Parameter(_) | Term::Constant(_) => true,
        Term::Apply(_, inner) => is_plain(inner),
        Term::Combine(Modulo | Over, ..) => false,
        Term::Combine(_, a, b) => is_plain(a) && is_plain(b),
        Term::Rank(_, terms) => terms.iter().all(is_plain),
        Term::Lookup(..) | Term::Except(..) | Term::Run(..) => false,
    }
}

fn lattices(board: &mut Board<'_>, values: usize, meter: &mut Meter) -> Result<(), Stop> {
    if !board.bounds.has(Family::Lattice) {
        return Ok(());
    }
    let cases = board.cases;
    let print = |value: i64| leaf(cases, value);
    let print: Option<&dyn Fn(i64) -> Leaf> =
        if values <= FEW || !cases.words.is_empty() { Some(&print) } else { None };
    for rule in lattice::rules(cases, board.allowed(), print, meter)? {
        board.offer(Proposal::new(rule, Family::Lattice, cases.len()), meter)?;
    }
    Ok(())
}

/// One way of choosing the cases to fit on.
struct Plan {
    share: f64,
    seed: u64,
    /// The third of the cases that is left out.
    fold: Option<u64>,
    rounds: usize,
}

/// Conditions and expressions, fitted on samples.
///
/// The first sample grows by some of the errors that its formulas make on the
/// other cases, until one makes none. A wrong case in the sample can spoil
/// every formula, so further samples are drawn: three that leave out a third
/// of the cases each, and some smaller ones.
fn sampled(board: &mut Board<'_>, values: usize, meter: &mut Meter) -> Result<(), Stop> {
    let wanted = [Family::Condition, Family::Expression, Family::Piecewise];
    if !wanted.iter().any(|family| board.bounds.has(*family)) {
        return Ok(());
    }
    let mut plans = vec![Plan { share: 0.6, seed: 0, fold: None, rounds: ROUNDS }];
    plans.extend((1..=3).map(|n| Plan { share: 1.0, seed: n, fold: Some(n - 1), rounds: 4 }));
    plans.extend((4..=6).map(|seed| Plan { share: 0.4, seed, fold: None, rounds: 3 }));
    for plan in plans {
        // A shorter formula with a counterexample would be better still.
        if board.exact().is_some_and(|exact| exact.bits <= SHORT || plan.fold.is_none()) {
            break;
        }
        let mut chosen: FxHashSet<usize> =
            draw(board.cases, board.bounds.sample, plan.share, plan.seed, plan.fold)
                .into_iter()
                .collect();
        let (mut fewest, mut stale) = (usize::MAX, 0);
        for round in 0..plan.rounds {
            let sample = Sample::of(board.cases, chosen.iter().copied().collect());
            let rules = fitted(board, &sample, values, meter)?;
            if rules.is_empty() {
                break;
            }
            let mut errors = Vec::new();
            let mut exact = false;
            for (rule, family) in rules {
                let proposal = Proposal::new(rule, family, sample.len());
                let known = board.kept.len();
                let wrong = board.offer(proposal, meter)?;
                exact |= wrong.is_empty() && board.kept.len() > known;
                errors.push(wrong);
            }
            exact |= board.exact().is_some_and(|found| found.bits <= SHORT);
            if exact {
                break;
            }
            // The errors of the formulas that make the fewest.
            errors.retain(|wrong| !wrong.is_empty());
            errors.sort_by_key(Vec::len);
            // Formulas that are wrong on a tenth of the cases after some
            // rounds, or get no better, are not on their way to a pattern.
            let few = errors.first().map_or(0, Vec::len);
            stale = if few < fewest { 0 } else { stale + 1 };
            fewest = fewest.min(few);
            if stale >= 4 || (few > board.most_errors() && round >= 3) {
                break;
            }
            let before = chosen.len();
            for wrong in errors.iter().take(3) {
                let fresh = spread(wrong, &chosen, 8);
                chosen.extend(fresh);
            }
            if chosen.len() == before {
                break;
            }
        }
    }
    Ok(())
}

/// Rules that are right on a sample, the shortest of each family first.
fn fitted(
    board: &Board<'_>,
    sample: &Sample,
    values: usize,
    meter: &mut Meter,
) -> Result<Vec<(Rule, Family)>, Stop> {
    let (cases, bounds) = (board.cases, board.bounds);
    let print = |value: i64| leaf(cases, value);
    let scope = Scope::new(bounds, board.limit());
    let pool = Pool::grow(&sample.columns, bounds, meter)?;
    let mut found = Vec::new();
    let integers = cases.words.is_empty();
    if integers && bounds.has(Family::Expression) {
        let terms = values::expressions(&pool, sample, meter)?;
        found.extend(terms.into_iter().map(|term| (Rule::term(term), Family::Expression)));
    }
    let few = if integers { values <= FEW } else { true };
    if few && found.is_empty() && bounds.has(Family::Condition) {
        let rules = words::rules(&pool, sample, &print, scope, meter)?;
        found.extend(rules.into_iter().map(|rule| (rule, Family::Condition)));
    }
    if integers && found.is_empty() && bounds.has(Family::Piecewise) {
        let rules = values::piecewise(&pool, sample, scope, meter)?;
        found.extend(rules.into_iter().map(|rule| (rule, Family::Piecewise)));
    }
    pool.release(meter);
    Ok(found)
}

/// The most cases that an automaton is learned from.
const LEARNED: usize = 4000;

fn automata(board: &mut Board<'_>, values: usize, meter: &mut Meter) -> Result<(), Stop> {
    let cases = board.cases;
    if !board.bounds.has(Family::Automaton) || values > FEW || cases.width() > 3 {
        return Ok(());
    }
    // Short words first: what is learned from them is tested on longer ones.
    let mut order: Vec<usize> = (0..cases.len()).collect();
    let size = |case: usize| cases.row(case).iter().map(|n| n.unsigned_abs()).max().unwrap_or(0);
    order.sort_by_key(|case| (size(*case), *case));
    for digits in Digits::ALL {
        for reading in [Reading::Msd, Reading::Lsd] {
            for fold in 0..=3 {
                if fold > 0 && board.exact().is_some() {
                    break;
                }
                learned(board, digits, reading, &order, fold, meter)?;
            }
        }
    }
    Ok(())
}

/// Learns from short words, all of them or two thirds, tests on all, and
/// learns again with some of the errors.
fn learned(
    board: &mut Board<'_>,
    digits: Digits,
    reading: Reading,
    order: &[usize],
    fold: u64,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let cases = board.cases;
    let count = (order.len() * 3 / 5).clamp(order.len().min(8), LEARNED);
    let left_out = |case: usize| fold > 0 && sample::fold(case) == fold - 1;
    let mut chosen: Vec<usize> =
        order.iter().take(count).copied().filter(|case| !left_out(*case)).collect();
    let mut numbers: Vec<i64> = cases.histogram().iter().map(|(value, _)| *value).collect();
    numbers.sort_unstable();
    // An automaton whose table is longer than the cases is not looked for.
    let letters = (digits.base() as f64).powi(i32::try_from(cases.width()).unwrap_or(3));
    let most = (2..=board.bounds.states)
        .take_while(|states| {
            let states = *states as f64;
            states * letters * states.log2() < 0.8 * board.table_bits
        })
        .last()
        .unwrap_or(0);
    if most == 0 {
        return Ok(());
    }
    let rounds = if fold == 0 { 6 } else { 2 };
    for _ in 0..rounds {
        let label = |case: usize| numbers.binary_search(&cases.target(case)).unwrap_or(0);
        let words: Vec<automata::Labelled<'_>> =
            chosen.iter().map(|case| (cases.row(*case), label(*case))).collect();
        let found = automata::learn(digits, reading, &words, most, meter)?;
        let mut errors: Vec<Vec<usize>> = Vec::new();
        for automaton in found {
            let rule = automaton_rule(cases, &numbers, automaton);
            let proposal = Proposal::new(rule, Family::Automaton, chosen.len());
            errors.push(board.offer(proposal, meter)?);
        }
        let Some(fewest) = errors.into_iter().min_by_key(Vec::len) else { break };
        if fewest.is_empty() {
            break;
        }
        let known: FxHashSet<usize> = chosen.iter().copied().collect();
        let fresh = spread(&fewest, &known, 16);
        if fresh.is_empty() {
            break;
        }
        chosen.extend(fresh);
    }
    Ok(())
}

/// The rule of an automaton whose outputs number the values.
fn automaton_rule(
    cases: &Cases,
    numbers: &[i64],
    mut automaton: crate::formula::Automaton,
) -> Rule {
    let all: Vec<Term> = (0..cases.width()).map(Term::Parameter).collect();
    let value = |label: i64| {
        usize::try_from(label).ok().and_then(|label| numbers.get(label)).copied().unwrap_or(0)
    };
    if cases.words.is_empty() {
        for output in &mut automaton.outputs {
            *output = value(*output);
        }
        return Rule::term(Term::Run(Box::new(automaton), all));
    }
    // The most frequent value is the rest.
    let usual = cases.histogram().first().map_or(0, |(value, _)| *value);
    let mut rule = Rule::leaf(leaf(cases, usual));
    for (label, value) in numbers.iter().enumerate() {
        if *value != usual {
            let mut one = automaton.clone();
            for output in &mut one.outputs {
                *output = i64::from(*output == label as i64);
            }
            let run = Term::Run(Box::new(one), all.clone());
            let condition = Condition::compare(Comparison::Equal, run, 1);
            rule.cases.push((condition, leaf(cases, *value)));
        }
    }
    rule
}
