/// What must hold among the heaps that a move leaves. It says nothing where
/// fewer than two are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// Nothing.
    Any,
    /// Some two differ in size (`?`).
    SomeUnequal,
    /// No two are of the same size (`!`).
    Distinct,
    /// All are of the same size (`=`).
    Equal,
}

impl Condition {
    /// Does it hold for these heaps? They are sorted.
    pub fn holds<T: PartialEq>(self, heaps: &[T]) -> bool {
        match (self, heaps) {
            (Condition::Any, _) | (_, [] | [_]) => true,
            (Condition::SomeUnequal, _) => heaps.first() != heaps.last(),
            (Condition::Distinct, _) => heaps.windows(2).all(|two| two[0] != two[1]),
            (Condition::Equal, _) => heaps.first() == heaps.last(),
        }
    }
}
