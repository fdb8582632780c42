use serde::Serialize;

use crate::Outcome;

/// What is known of a value: all, bounds, or nothing.
///
/// A limit that stops a solver turns an exact answer into bounds or into
/// nothing, never into a guess.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Known, Outcome};
/// let at_least_a_tie = Known::Bounded { least: Outcome::Tie, most: Outcome::Win };
/// assert_eq!(at_least_a_tie.exact(), None);
/// assert_eq!(Known::Exact(Outcome::Win).exact(), Some(&Outcome::Win));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Known<T> {
    /// The value itself.
    Exact(T),
    /// The value lies between these two, ends included.
    Bounded {
        /// The least it can be.
        least: T,
        /// The most it can be.
        most: T,
    },
    /// Nothing was proved.
    Unknown,
}

impl<T> Known<T> {
    /// The value, if it is known exactly.
    pub fn exact(&self) -> Option<&T> {
        match self {
            Known::Exact(value) => Some(value),
            _ => None,
        }
    }
}

impl Known<Outcome> {
    /// What is known, as the other side sees it.
    ///
    /// # Examples
    ///
    /// ```
    /// use perfectplay_game::{Known, Outcome};
    /// let no_win = Known::Bounded { least: Outcome::Loss, most: Outcome::Tie };
    /// // Neither a loss: a draw at the least.
    /// let seen = Known::Bounded { least: Outcome::Draw, most: Outcome::Win };
    /// assert_eq!(no_win.for_other(), seen);
    /// ```
    pub fn for_other(&self) -> Self {
        match self {
            Known::Exact(outcome) => Known::Exact(outcome.for_other()),
            Known::Bounded { least, most } => {
                let all = [Outcome::Loss, Outcome::Draw, Outcome::Tie, Outcome::Win];
                // Both sides would rather have a tie than a draw, so that bounds
                // do not simply change places.
                let seen = || {
                    let between =
                        all.into_iter().filter(|outcome| (least..=most).contains(&outcome));
                    between.map(Outcome::for_other)
                };
                match (seen().min(), seen().max()) {
                    (Some(least), Some(most)) => Known::Bounded { least, most },
                    _ => Known::Unknown,
                }
            }
            Known::Unknown => Known::Unknown,
        }
    }
}
