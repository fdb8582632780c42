//! Searching, asking beyond the table, searching again, and reporting.

use perfectplay_game::{Limits, Meter};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::discovery::{Counterexample, Discovery, Finding, Standing, Tried};
use crate::formula::{Condition, Formula, Rule};
use crate::fresh::{self, Fresh};
use crate::search::{self, Board, Candidate, Cases};
use crate::text::Text;
use crate::{Bounds, Table, Value};

/// How many searches there are, when cases that were asked for tell against
/// the formulas or the table.
const ROUNDS: usize = 4;

/// How many formulas are reported.
const REPORTED: usize = 5;

/// Proposes the simplest formulas that explain a table.
///
/// Formulas are fitted on a part of the rows and tested on the rest; then
/// `more` is asked for cases beyond the table (it gives `None` where there is
/// none, or where it is too dear), and a formula that fails there is dropped
/// or shown with its counterexamples. It is also asked again for cases of the
/// table that good formulas fail on: where it says otherwise, the table is
/// wrong, and formulas are sought for what it says. Of the formulas that are left the
/// shortest is the best; its length is that of a prefix code, and a formula
/// that is not much shorter than the values it explains is refused, so that a
/// table of random values yields none. Every formula is held against all
/// cases by reading its printed text with a separate evaluator.
///
/// A formula may fail on a few cases: they are counted with its length and
/// reported as counterexamples. If the table stays the same when two
/// parameters are exchanged, but for a few cases, a formula that is not so
/// symmetric counts 16 bits more: those few may be wrong.
///
/// Time: for r rows, t = `bounds.terms` expressions and a sample of s =
/// `bounds.sample` rows O(t s) for each sample, at most some thirty samples,
/// and O(r) for each of some hundred formulas tested; periods take
/// O(period^2 + r). `bounds.effort` limits it all. Space: O(t s + r).
///
/// # Examples
///
/// ```
/// use perfectplay_discover::{Bounds, Standing, Table, Value, discover};
/// // Nim with two heaps, from a program that knows the winner.
/// let nim = |row: &[i64]| {
///     Some(Value::from(if row[0] ^ row[1] == 0 { "loss" } else { "win" }))
/// };
/// let table = Table::tabulate(&[("a", 0..=12), ("b", 0..=12)], "outcome", nim)?;
/// let discovery = discover(&table, &Bounds::default(), nim);
/// let best = discovery.best().expect("a pattern");
/// assert_eq!(best.formula.to_string(), "if a = b then loss else win");
/// assert_eq!(best.standing, Standing::HoldsOnAllTried);
/// # Ok::<(), perfectplay_discover::TableError>(())
/// ```
pub fn discover(
    table: &Table,
    bounds: &Bounds,
    more: impl FnMut(&[i64]) -> Option<Value>,
) -> Discovery {
    let limits = Limits { effort: bounds.effort, ..Limits::default() };
    discover_with(table, bounds, more, &mut Meter::new(limits))
}

/// [`discover`], counted by a meter of the caller, which may be watched and
/// stopped: what was found until then is reported, with the reason.
pub fn discover_with(
    table: &Table,
    bounds: &Bounds,
    mut more: impl FnMut(&[i64]) -> Option<Value>,
    meter: &mut Meter,
) -> Discovery {
    let bounds = bounds.sane();
    let bytes = 8 * table.flat_rows().len() as u64 + 8 * table.len() as u64;
    if let Err(stop) = meter.hold(bytes) {
        return Discovery { findings: Vec::new(), table_bits: 0.0, bounds, stopped: Some(stop) };
    }
    let mut cases = Cases::of(table);
    let mut asked: Vec<Fresh> = Vec::new();
    let mut known: FxHashSet<Vec<i64>> = FxHashSet::default();
    let mut again: FxHashMap<usize, Option<Value>> = FxHashMap::default();
    let mut round = 1;
    loop {
        let mut board = Board::new(&cases, &bounds);
        let stopped = search::search(&mut board, meter).err();
        let table_bits = board.table_bits;
        let doubts = doubts(&board);
        let believed: Vec<Candidate> =
            board.kept.iter().filter(|kept| board.believed(kept)).cloned().collect();
        let last = round == ROUNDS || stopped.is_some();
        round += 1;
        if !last {
            if ask_again(&mut cases, doubts, &bounds, &mut again, &mut more) {
                continue;
            }
            let mut failed = false;
            let refuted = |candidate: &Candidate| {
                candidate.errors.iter().any(|case| confirmed(*case, &again))
            };
            let standing = believed.iter().find(|candidate| !refuted(candidate));
            if let Some(best) = standing.or(believed.first()) {
                let fresh = fresh::ask(&mut cases, &best.rule, &bounds, &mut known, &mut more);
                failed =
                    fresh.iter().any(|fresh| best.rule.value(&fresh.row) != Some(fresh.target));
                asked.extend(fresh);
            }
            if failed {
                // What was asked joins in.
                for fresh in asked.drain(..) {
                    cases.push(&fresh.row, fresh.target);
                }
                continue;
            }
        }
        let mut findings = report(&cases, believed, &asked, &bounds, &again);
        findings.truncate(REPORTED);
        if stopped.is_none() && bounds.fresh > 0 {
            for counterexample in findings.iter_mut().flat_map(Finding::counterexamples_mut) {
                let known = cases.find(&counterexample.parameters).map(|case| again.get(&case));
                if matches!(known, Some(None)) {
                    counterexample.again = more(&counterexample.parameters);
                }
            }
        }
        meter.release(bytes);
        return Discovery { findings, table_bits, bounds, stopped };
    }
}

/// The cases of the table that good formulas fail on or list as exceptions,
/// and those that break a symmetry.
fn doubts(board: &Board<'_>) -> Vec<usize> {
    let good = board.kept.iter().filter(|kept| kept.total < board.table_bits);
    let mut doubts: Vec<usize> = board.asymmetric();
    for candidate in good {
        doubts.extend(candidate.errors.iter().filter(|case| **case < board.cases.from_table));
        let listed = candidate.exceptions.iter().filter_map(|key| board.cases.find(&[*key]));
        doubts.extend(listed);
    }
    doubts.sort_unstable();
    doubts.dedup();
    doubts
}

/// Whether a case of the table was computed again and came out the same: a
/// case that came out otherwise was corrected, and is no error any more.
fn confirmed(case: usize, again: &FxHashMap<usize, Option<Value>>) -> bool {
    again.get(&case).is_some_and(Option::is_some)
}

/// Asks again for doubtful cases of the table, and takes the answers where
/// they differ; says whether one did.
fn ask_again(
    cases: &mut Cases,
    doubts: Vec<usize>,
    bounds: &Bounds,
    again: &mut FxHashMap<usize, Option<Value>>,
    more: &mut impl FnMut(&[i64]) -> Option<Value>,
) -> bool {
    let mut corrected = false;
    for case in doubts {
        if again.contains_key(&case) || again.len() >= 4 * bounds.fresh {
            continue;
        }
        let answer = more(cases.row(case));
        let target = answer.as_ref().and_then(|value| cases.encoded(value));
        if let Some(target) = target
            && target != cases.target(case)
        {
            cases.correct(case, target);
            corrected = true;
        }
        again.insert(case, answer);
    }
    corrected
}

/// The candidates as findings, each held against all cases by its text.
fn report(
    cases: &Cases,
    candidates: Vec<Candidate>,
    asked: &[Fresh],
    bounds: &Bounds,
    again: &FxHashMap<usize, Option<Value>>,
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for candidate in candidates {
        let Candidate { rule, family, bits, total, errors, fitted, period, .. } = candidate;
        let (names, words) = (cases.parameters.clone(), cases.words.clone());
        let formula = Formula::new(names, cases.value.clone(), words, rule);
        if findings.iter().any(|known| says_as_much(known.formula.rule(), formula.rule())) {
            continue;
        }
        let text = Text::parse(&formula.to_string(), formula.parameters());
        let evaluate = |row: &[i64]| text.as_ref().ok().and_then(|text| text.evaluate(row));
        let mut counterexamples = Vec::new();
        let mut surprises = 0;
        let mut hold = |row: &[i64], target: i64, said: i64, again: Option<Value>| {
            let predicted = evaluate(row);
            // A case that came out otherwise than in the table counts against
            // the formula only if the formula agrees with neither.
            let right = cases.decoded(target);
            let actual =
                if predicted.as_ref() == Some(&right) { cases.decoded(said) } else { right };
            if predicted.as_ref() != Some(&actual) {
                surprises += usize::from(said == target);
                let parameters = row.to_vec();
                counterexamples.push(Counterexample { parameters, actual, predicted, again });
            }
            surprises <= bounds.counterexamples
        };
        let within_bounds = (0..cases.len()).all(|case| {
            let again = again.get(&case).cloned().flatten();
            hold(cases.row(case), cases.target(case), cases.said(case), again)
        }) && asked.iter().all(|fresh| {
            let answer = cases.decoded(fresh.target);
            hold(&fresh.row, fresh.target, fresh.target, Some(answer))
        });
        if !within_bounds {
            continue;
        }
        let fitted = fitted.min(cases.from_table);
        let tried = Tried {
            fitted,
            tested: cases.from_table - fitted,
            fresh: cases.len() - cases.from_table + asked.len(),
            ranges: ranges(cases, asked),
        };
        // Those beyond the table were not counted by the search.
        let each = ((cases.len() + asked.len()).max(2) as f64).log2() + 1.0;
        let more = surprises.saturating_sub(errors.len());
        let total_bits = total + more as f64 * each;
        let standing = match counterexamples[..] {
            [] => Standing::HoldsOnAllTried,
            _ => Standing::BestGuess { counterexamples },
        };
        findings.push(Finding { formula, family, bits, total_bits, standing, tried, period });
    }
    // A formula that surely fails somewhere comes after those that may hold.
    let refuted = |finding: &Finding| {
        finding.counterexamples().iter().any(|c| c.again.as_ref() == Some(&c.actual))
    };
    findings.sort_by(|a, b| {
        refuted(a).cmp(&refuted(b)).then_with(|| a.total_bits.total_cmp(&b.total_bits))
    });
    findings
}

/// Whether a rule is a known one with more conditions, or turned round.
fn says_as_much(known: &Rule, rule: &Rule) -> bool {
    let (known, rule) = match (&known.cases[..], &rule.cases[..]) {
        ([(known, value)], [(condition, same)]) if value == same => (known.clone(), condition),
        ([(known, _)], [(condition, _)]) => (known.clone().negated(), condition),
        _ => return known == rule,
    };
    let parts = |condition: &Condition| match condition {
        Condition::All(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let rule = parts(rule);
    parts(&known).iter().all(|part| rule.contains(part))
}

fn ranges(cases: &Cases, asked: &[Fresh]) -> Vec<(i64, i64)> {
    let mut ranges = cases.ranges(cases.len());
    for fresh in asked {
        for (range, value) in ranges.iter_mut().zip(&fresh.row) {
            *range = (range.0.min(*value), range.1.max(*value));
        }
    }
    ranges
}
