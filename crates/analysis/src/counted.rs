/// A count and what is counted, which is given in the plural: its first word is
/// put in the singular for 1. Units that name several things stay as they are.
///
/// # Examples
///
/// ```
/// use perfectplay_analysis::counted;
/// assert_eq!(counted(2u64, "positions listed"), "2 positions listed");
/// assert_eq!(counted(1u64, "positions listed"), "1 position listed");
/// assert_eq!(counted(1u64, "plies"), "1 ply");
/// assert_eq!(counted(1u64, "vertices"), "1 vertex");
/// assert_eq!(counted(1u64, "stretches"), "1 stretch");
/// assert_eq!(counted(1u64, "edges and words"), "1 edges and words");
/// ```
pub fn counted(count: impl Into<i128>, many: &str) -> String {
    let count = count.into();
    if count != 1 || many.contains(" and ") {
        return format!("{count} {many}");
    }
    let (word, rest) = many.split_at(many.find(' ').unwrap_or(many.len()));
    let ending = |ending: &str, one: &str| Some(format!("{}{one}", word.strip_suffix(ending)?));
    let one = ending("ices", "ex")
        .or_else(|| ending("ies", "y"))
        .or_else(|| ending("ches", "ch"))
        .or_else(|| ending("s", ""))
        .unwrap_or_else(|| word.to_owned());
    format!("{count} {one}{rest}")
}
