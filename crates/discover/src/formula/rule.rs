//! Which value where.

use super::{Condition, Term};

/// One value of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Leaf {
    /// The word of that number.
    Word(usize),
    /// An integer.
    Term(Term),
}

impl Leaf {
    /// The number of the word, or the integer.
    fn value(&self, row: &[i64]) -> Option<i64> {
        match self {
            Leaf::Word(word) => i64::try_from(*word).ok(),
            Leaf::Term(term) => term.value(row),
        }
    }
}

/// The first case whose condition holds, else the last leaf.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rule {
    pub(crate) cases: Vec<(Condition, Leaf)>,
    pub(crate) otherwise: Leaf,
}

impl Rule {
    /// The same leaf everywhere.
    pub(crate) fn leaf(otherwise: Leaf) -> Rule {
        Rule { cases: Vec::new(), otherwise }
    }

    /// The same term everywhere.
    pub(crate) fn term(term: Term) -> Rule {
        Rule::leaf(Leaf::Term(term))
    }

    /// The value at `row`: an integer, or the number of a word.
    pub(crate) fn value(&self, row: &[i64]) -> Option<i64> {
        for (condition, leaf) in &self.cases {
            if condition.holds(row)? {
                return leaf.value(row);
            }
        }
        self.otherwise.value(row)
    }
}
