/// The nim-sum of values: XOR, bit by bit. Of no values it is 0.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::sprague_grundy::nim_sum;
/// assert_eq!(nim_sum([3, 5, 6]), 0);
/// assert_eq!(nim_sum([]), 0);
/// ```
pub fn nim_sum(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// The minimum excludant: the least number that is not among the values.
///
/// O(n) time and n bits of memory for n values, however large they are.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::sprague_grundy::mex;
/// assert_eq!(mex(&[0, 2, 1, 4, 1 << 60]), 3);
/// assert_eq!(mex(&[1]), 0);
/// assert_eq!(mex(&[]), 0);
/// ```
pub fn mex(values: &[u64]) -> u64 {
    // n values cannot fill 0..=n: larger ones do not matter.
    let mut seen = vec![0u64; values.len() / 64 + 1];
    for &value in values {
        if value < values.len() as u64 {
            seen[value as usize / 64] |= 1 << (value % 64);
        }
    }
    let word = seen.iter().position(|&word| word != u64::MAX).unwrap_or(seen.len());
    let within = seen.get(word).map_or(0, |word| word.trailing_ones());
    word as u64 * 64 + u64::from(within)
}
