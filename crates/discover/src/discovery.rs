//! What a search for a pattern says, and how sure it is.

use perfectplay_game::Stop;

use crate::{Bounds, Family, Formula, Value};

/// A case on which a formula fails.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Counterexample {
    /// The parameters.
    pub parameters: Vec<i64>,
    /// What the table, or the caller asked beyond it, says.
    pub actual: Value,
    /// What the formula says; `None` where it is not defined.
    pub predicted: Option<Value>,
    /// What the caller said when asked for this case again: if it differs from
    /// `actual`, the table is wrong and not the formula.
    pub again: Option<Value>,
}

impl std::fmt::Display for Counterexample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parameters: Vec<String> = self.parameters.iter().map(ToString::to_string).collect();
        write!(f, "({}) is {}", parameters.join(", "), self.actual)?;
        match &self.predicted {
            Some(predicted) => write!(f, ", the formula says {predicted}")?,
            None => write!(f, ", the formula is not defined there")?,
        }
        match &self.again {
            Some(again) if *again != self.actual => {
                write!(f, "; computed again it is {again}, so the table is wrong there")
            }
            _ => Ok(()),
        }
    }
}

/// How sure a formula is.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "standing")]
pub enum Standing {
    /// It holds on every case tried, and the caller vouches that a theorem
    /// then makes it hold for all.
    Proved {
        /// The theorem.
        theorem: String,
    },
    /// It holds on every case tried; nothing is known beyond them.
    HoldsOnAllTried,
    /// It fails on these cases only.
    BestGuess {
        /// All of them.
        counterexamples: Vec<Counterexample>,
    },
}

/// The cases that a formula was held against.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Tried {
    /// Cases that it was fitted on.
    pub fitted: usize,
    /// Further cases of the table, for testing.
    pub tested: usize,
    /// Cases beyond the table, asked of the caller.
    pub fresh: usize,
    /// The least and the greatest value of each parameter among all of them.
    pub ranges: Vec<(i64, i64)>,
}

impl Tried {
    /// All cases.
    pub fn cases(&self) -> usize {
        self.fitted + self.tested + self.fresh
    }
}

/// The period of a sequence: value(n + period) = value(n) + saltus for all n
/// tried from `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Period {
    /// The length.
    pub length: i64,
    /// What each period adds; 0 for a periodic sequence.
    pub saltus: i64,
    /// Where it begins: one after the last exception, or the first n tried.
    pub start: i64,
}

/// A formula, what it was held against, and how sure it is.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Finding {
    /// The formula.
    pub formula: Formula,
    /// Its kind.
    pub family: Family,
    /// Its length in bits, by a prefix code; counterexamples are not in it.
    pub bits: f64,
    /// Its length and that of its counterexamples: what it is ranked by.
    pub total_bits: f64,
    /// How sure it is.
    pub standing: Standing,
    /// What it was held against.
    pub tried: Tried,
    /// Its period, if it is a sequence that has one.
    pub period: Option<Period>,
}

impl Finding {
    /// The cases on which it fails.
    pub fn counterexamples(&self) -> &[Counterexample] {
        match &self.standing {
            Standing::BestGuess { counterexamples } => counterexamples,
            _ => &[],
        }
    }

    pub(crate) fn counterexamples_mut(&mut self) -> &mut [Counterexample] {
        match &mut self.standing {
            Standing::BestGuess { counterexamples } => counterexamples,
            _ => &mut [],
        }
    }

    /// Calls the formula proved, if it has no counterexample and the caller's
    /// theorem `applies` to it; says whether it did.
    ///
    /// # Examples
    ///
    /// The octal periodicity theorem: when the values of a game that takes at
    /// most k from a heap and splits it at most once are periodic up to
    /// 2 (start + period) + k, they are periodic for ever (Winning Ways,
    /// chapter 4).
    ///
    /// ```
    /// use perfectplay_discover::{Bounds, Table, Value, discover};
    /// let one_or_two = |row: &[i64]| Some(Value::Int(row[0] % 3));
    /// let table = Table::tabulate(&[("n", 0..=60)], "grundy", one_or_two)?;
    /// let mut discovery = discover(&table, &Bounds::default(), one_or_two);
    /// let best = discovery.best_mut().expect("a pattern");
    /// assert_eq!(best.formula.to_string(), "n mod 3");
    /// let proved = best.prove("the octal periodicity theorem", |found| {
    ///     let period = found.period.expect("a sequence");
    ///     found.tried.ranges[0].1 >= 2 * (period.start + period.length) + 2
    /// });
    /// assert!(proved);
    /// assert!(best.to_string().contains("proved"));
    /// # Ok::<(), perfectplay_discover::TableError>(())
    /// ```
    pub fn prove(&mut self, theorem: &str, applies: impl FnOnce(&Finding) -> bool) -> bool {
        if self.standing != Standing::HoldsOnAllTried || !applies(self) {
            return false;
        }
        self.standing = Standing::Proved { theorem: theorem.to_owned() };
        true
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} = {}", self.formula.value_name(), self.formula)?;
        let ranges: Vec<String> = self
            .formula
            .parameters()
            .iter()
            .zip(&self.tried.ranges)
            .map(|(name, (low, high))| format!("{name} in {low}..{high}"))
            .collect();
        let ranges = ranges.join(", ");
        let Tried { fitted, tested, fresh, .. } = self.tried;
        let cases = self.tried.cases();
        let split = format!("{fitted} fitted, {tested} tested, {fresh} fresh");
        match &self.standing {
            Standing::Proved { theorem } => {
                write!(f, "proved by {theorem}, from {cases} cases with {ranges} ({split})")
            }
            Standing::HoldsOnAllTried => {
                write!(f, "holds on all {cases} cases tried, with {ranges} ({split})")
            }
            Standing::BestGuess { counterexamples } => {
                let count = counterexamples.len();
                let plural = if count == 1 { "" } else { "s" };
                write!(
                    f,
                    "best guess, with {count} counterexample{plural} among {cases} cases, \
                     with {ranges} ({split}):"
                )?;
                for counterexample in counterexamples {
                    write!(f, "\n  {counterexample}")?;
                }
                Ok(())
            }
        }
    }
}

/// The answer of a search for a pattern.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Discovery {
    /// The formulas that explain the table, the shortest first, but those with
    /// a counterexample that was computed again, and stayed one, last; none if
    /// there is no simple pattern to these bounds.
    pub findings: Vec<Finding>,
    /// The length of the table's values in bits, without a formula: a formula
    /// is refused unless it is much shorter.
    pub table_bits: f64,
    /// The bounds of the search.
    pub bounds: Bounds,
    /// Why the search ended before it was done, if it did.
    pub stopped: Option<Stop>,
}

impl Discovery {
    /// The shortest formula.
    pub fn best(&self) -> Option<&Finding> {
        self.findings.first()
    }

    /// The shortest formula, to be proved.
    pub fn best_mut(&mut self) -> Option<&mut Finding> {
        self.findings.first_mut()
    }
}

impl std::fmt::Display for Discovery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.best() {
            Some(best) => best.fmt(f)?,
            None => write!(f, "no simple pattern to these bounds ({})", self.bounds)?,
        }
        match &self.stopped {
            Some(stop) => write!(f, "\n{stop}"),
            None => Ok(()),
        }
    }
}
