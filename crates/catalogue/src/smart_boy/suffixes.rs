use super::text::{SEPARATOR, Text};

/// The starts of all suffixes of all entries, the empty ones left out, sorted;
/// equal ones in the order of the text. `entry` says for each letter whose it
/// is; `spend` is told about the work, in letters.
///
/// The first letters of a suffix, as many as fit 64 bits, are a key; what
/// agrees in its key is told apart by doubling the letters that are looked at
/// (Larsson and Sadakane, *Faster suffix sorting*, 2007), in groups:
///
/// ```text
/// agree in h letters      | p1 p2 p3 |      rank of all three: where the
/// sorted by rank[p + h]   | p3 | p1 p2 |    group starts, plus 1
/// agree in 2h letters            ^^^^^ go on, unless a suffix is over
/// ```
///
/// # Complexity
///
/// For n letters in entries of at most m: O(n log n log m) time; 16 bytes a
/// letter beside the result at first, 12 later.
pub(super) fn sorted_suffixes<E>(
    text: &Text,
    entry: &[u32],
    mut spend: impl FnMut(u64) -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    let letters = text.letters();
    spend(letters.len() as u64)?;
    let (mut suffixes, depth) = by_first_letters(letters);
    let length = |start: u32| (text.end(entry[start as usize]) - start) as usize;
    // Groups that agree in `depth` letters, none of which is over.
    let same = |a: &u32, b: &u32| {
        let (a, b) = (*a as usize, *b as usize);
        letters.get(a..a + depth) == letters.get(b..b + depth)
    };
    let mut groups: Vec<(u32, u32)> = Vec::new();
    let mut from = 0;
    while from < suffixes.len() {
        let mut to = from + 1;
        if length(suffixes[from]) >= depth {
            while to < suffixes.len() && same(&suffixes[from], &suffixes[to]) {
                to += 1;
            }
            if to - from > 1 {
                groups.push((from as u32, to as u32));
            }
        }
        from = to;
    }
    if !groups.is_empty() {
        refine(&mut suffixes, letters, groups, depth, length, spend)?;
    }
    Ok(suffixes)
}

/// Keys of this many top bits are counted apart before each lot is sorted.
const LOTS: u32 = 16;

/// The suffixes sorted by as many letters as fit a key, and how many do.
fn by_first_letters(letters: &[u8]) -> (Vec<u32>, usize) {
    // The letters that occur as 1, 2, …, and 0 for a separator.
    let mut code = [0u8; 256];
    for &letter in letters {
        code[letter as usize] = 1;
    }
    code[SEPARATOR as usize] = 0;
    let mut used = 0;
    for code in code.iter_mut().filter(|code| **code > 0) {
        used += 1;
        *code = used;
    }
    let bits = (u8::BITS - used.leading_zeros()).max(1);
    // From the right, so that each key is made of the one before.
    let keys = || {
        letters.iter().enumerate().rev().scan(0u64, move |key, (start, &letter)| {
            *key = match letter {
                SEPARATOR => 0,
                letter => u64::from(code[letter as usize]) << (64 - bits) | *key >> bits,
            };
            Some((*key, start as u32))
        })
    };
    let keys = || keys().filter(|&(key, _)| key != 0);
    let lot = |key: u64| (key >> (64 - LOTS)) as usize;
    let mut next = vec![0u32; (1 << LOTS) + 1];
    for (key, _) in keys() {
        next[lot(key) + 1] += 1;
    }
    for at in 1..next.len() {
        next[at] += next[at - 1];
    }
    let count = next[next.len() - 1] as usize;
    let mut sorted = vec![(0u64, 0u32); count];
    for (key, start) in keys() {
        let place = &mut next[lot(key)];
        sorted[*place as usize] = (key, start);
        *place += 1;
    }
    // Each lot now ends where the next one starts.
    let mut from = 0;
    for &to in &next[..1 << LOTS] {
        sorted[from..to as usize].sort_unstable();
        from = to as usize;
    }
    (sorted.into_iter().map(|(_, start)| start).collect(), (64 / bits) as usize)
}

fn refine<E>(
    suffixes: &mut [u32],
    letters: &[u8],
    mut groups: Vec<(u32, u32)>,
    mut depth: usize,
    length: impl Fn(u32) -> usize,
    mut spend: impl FnMut(u64) -> Result<(), E>,
) -> Result<(), E> {
    // Separators have rank 0. Suffixes that are over within `depth` letters
    // are equal where they agree, and share a rank too.
    let mut rank = vec![0u32; letters.len()];
    let mut first = 0;
    for (at, &start) in suffixes.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| suffixes[at] as usize);
        let (mine, all) = (start as usize, length(start).min(depth));
        // The separator behind a short suffix is part of what has to agree.
        let head = |start: usize| letters.get(start..start + all + usize::from(all < depth));
        if before.is_none_or(|before| head(before) != head(mine)) {
            first = at as u32 + 1;
        }
        rank[mine] = first;
    }
    let mut keyed: Vec<(u32, u32)> = Vec::new();
    while !groups.is_empty() {
        let mut finer = Vec::new();
        for (from, to) in groups {
            spend(u64::from(to - from))?;
            let group = &mut suffixes[from as usize..to as usize];
            keyed.clear();
            keyed.extend(group.iter().map(|&start| (rank[start as usize + depth], start)));
            keyed.sort_unstable();
            let mut at = from;
            for same in keyed.chunk_by(|a, b| a.0 == b.0) {
                for (place, &(_, start)) in group[(at - from) as usize..].iter_mut().zip(same) {
                    *place = start;
                    rank[start as usize] = at + 1;
                }
                let end = at + same.len() as u32;
                if same.len() > 1 && length(same[0].1) >= 2 * depth {
                    finer.push((at, end));
                }
                at = end;
            }
        }
        groups = finer;
        depth *= 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn differential_suffixes_and_a_plain_sort(
            words in prop::collection::vec(
                prop_oneof!["[a-b]{1,90}", "[a-d]{1,12}", "a{1,200}", "[a-z]{1,30}", "(abc){1,50}"],
                1..8,
            ),
            twice: bool,
        ) {
            let mut text = Text::default();
            for word in words.iter().chain(words.iter().filter(|_| twice)) {
                prop_assert!(text.push(word.as_bytes()));
            }
            let entry = text.entry_of_each();
            let Ok(found) = sorted_suffixes(&text, &entry, |_| Ok::<(), Infallible>(()));
            let suffix = |start: u32| {
                &text.letters()[start as usize..text.end(entry[start as usize]) as usize]
            };
            let mut plain: Vec<u32> = (0..text.letters().len() as u32)
                .filter(|&start| !suffix(start).is_empty())
                .collect();
            plain.sort_by_key(|&start| (suffix(start), start));
            prop_assert_eq!(found, plain);
        }
    }
}
