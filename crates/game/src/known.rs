use serde::Serialize;

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
