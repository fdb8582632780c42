//! How far a search for a pattern goes.

/// A kind of formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// One value everywhere.
    Constant,
    /// An integer expression: `a xor b`, `floor(n / 3)`, `trailing_zeros(n)`.
    Expression,
    /// Inequalities, equations (of nim-sums and golden multiples too),
    /// congruences and named sets, joined by `and` and `or`.
    Condition,
    /// A few expressions, each where a condition holds.
    Piecewise,
    /// A sequence that is periodic after some exceptions.
    Periodic,
    /// A sequence that rises by the same amount with each period.
    ArithmeticPeriodic,
    /// A union of intervals of one expression.
    Intervals,
    /// A value that depends on the parameters modulo small numbers.
    Lattice,
    /// A finite automaton that reads digits.
    Automaton,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 9] = [
        Family::Constant,
        Family::Expression,
        Family::Condition,
        Family::Piecewise,
        Family::Periodic,
        Family::ArithmeticPeriodic,
        Family::Intervals,
        Family::Lattice,
        Family::Automaton,
    ];
}

/// The bounds of a search. Raising one finds more and takes longer.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Bounds {
    /// The families to search.
    pub families: Vec<Family>,
    /// The most steps of work: looks at one value of one row. At a thousand
    /// million steps in a few seconds.
    pub effort: u64,
    /// The most rows that formulas are fitted on; the rest tests them.
    pub sample: usize,
    /// The most integer expressions that are tried as parts.
    pub terms: usize,
    /// The most conditions that are joined by `and` or by `or`.
    pub joined: usize,
    /// The longest period.
    pub period: usize,
    /// The most exceptions before a sequence becomes periodic.
    pub exceptions: usize,
    /// The largest modulus of congruences.
    pub modulus: i64,
    /// The most states of an automaton.
    pub states: usize,
    /// The most counterexamples that a best guess may have.
    pub counterexamples: usize,
    /// How many cases beyond the table are asked for.
    pub fresh: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            families: Family::ALL.to_vec(),
            effort: 20_000_000_000,
            sample: 600,
            terms: 2500,
            joined: 3,
            period: 1000,
            exceptions: 40,
            modulus: 12,
            states: 20,
            counterexamples: 5,
            fresh: 64,
        }
    }
}

impl Bounds {
    /// These bounds for a few families only.
    pub fn only(families: &[Family]) -> Self {
        Bounds { families: families.to_vec(), ..Bounds::default() }
    }

    pub(crate) fn has(&self, family: Family) -> bool {
        self.families.contains(&family)
    }

    /// These bounds cut to what the search can hold: a bound is a number that
    /// somebody typed.
    pub(crate) fn sane(&self) -> Self {
        Bounds {
            families: self.families.clone(),
            effort: self.effort,
            sample: self.sample.clamp(16, 20_000),
            terms: self.terms.clamp(16, 100_000),
            joined: self.joined.clamp(1, 5),
            period: self.period.clamp(1, 1 << 20),
            exceptions: self.exceptions.min(10_000),
            modulus: self.modulus.clamp(2, 1000),
            states: self.states.clamp(1, 1000),
            counterexamples: self.counterexamples.min(1000),
            fresh: self.fresh.min(100_000),
        }
    }
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} expressions, {} joined conditions, moduli to {}, periods to {}, \
             {} exceptions, {} automaton states",
            self.terms, self.joined, self.modulus, self.period, self.exceptions, self.states
        )
    }
}
