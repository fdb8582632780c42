/// Dictionary entries, which may repeat, with an index of all their suffixes.
///
/// ```text
/// entries:  ab | b                 suffixes sorted:  ab  b  b
/// text:     a b / b /              where they start:  0  1  3
/// ```
///
/// The suffixes that begin with a word stand next to each other, so two binary
/// searches find every place where the word occurs.
#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    /// All entries, each followed by a [`SEPARATOR`].
    text: Vec<u8>,
    /// The entry that each byte of the text belongs to.
    entry: Vec<u32>,
    /// Starts of the suffixes, sorted.
    suffixes: Vec<u32>,
    entries: usize,
}

/// Less than every letter, so that a suffix sorts before its extensions.
const SEPARATOR: u8 = b'/';

/// The places where a word occurs.
pub(super) struct Occurrences {
    /// Entries that contain it.
    pub(super) entries: u64,
    /// Letters that stand before it somewhere: bit 0 for a.
    pub(super) before: u32,
    /// Letters that stand after it somewhere.
    pub(super) after: u32,
}

impl Dictionary {
    /// The index of these entries, of letters a to z.
    ///
    /// Time O(n log² n) for n letters in all, whatever the entries are.
    pub(super) fn new(words: &[Vec<u8>]) -> Self {
        let (mut text, mut entry) = (Vec::new(), Vec::new());
        for (index, word) in words.iter().enumerate() {
            text.extend_from_slice(word);
            text.push(SEPARATOR);
            entry.resize(text.len(), index as u32);
        }
        let suffixes = sorted_suffixes(&text);
        Dictionary { text, entry, suffixes, entries: words.len() }
    }

    pub(super) fn len(&self) -> usize {
        self.entries
    }

    /// The entries in the order given.
    pub(super) fn entries(&self) -> impl Iterator<Item = &[u8]> {
        self.text.split(|&letter| letter == SEPARATOR).take(self.entries)
    }

    /// The suffixes that begin with a word.
    fn range(&self, word: &[u8]) -> &[u32] {
        let head = |start: u32| {
            let rest = &self.text[start as usize..];
            &rest[..rest.len().min(word.len())]
        };
        let from = self.suffixes.partition_point(|&start| head(start) < word);
        let length = self.suffixes[from..].partition_point(|&start| head(start) == word);
        &self.suffixes[from..from + length]
    }

    pub(super) fn contains(&self, word: &[u8]) -> bool {
        word.is_empty() || !self.range(word).is_empty()
    }

    /// Where a word occurs. Time O(|word| log n + k log k) for k occurrences.
    pub(super) fn occurrences(&self, word: &[u8]) -> Occurrences {
        let mut found = Occurrences { entries: 0, before: 0, after: 0 };
        let bit = |letter: u8| match letter {
            SEPARATOR => 0,
            letter => 1 << (letter - b'a'),
        };
        let range = self.range(word);
        let mut entries: Vec<u32> = Vec::with_capacity(range.len());
        for &start in range {
            let start = start as usize;
            found.after |= bit(self.text[start + word.len()]);
            if let Some(before) = start.checked_sub(1) {
                found.before |= bit(self.text[before]);
            }
            entries.push(self.entry[start]);
        }
        entries.sort_unstable();
        entries.dedup();
        found.entries = entries.len() as u64;
        found
    }

    /// Letters that occur at all: bit 0 for a.
    pub(super) fn letters(&self) -> u32 {
        let letters = self.text.iter().filter(|&&letter| letter != SEPARATOR);
        letters.fold(0, |set, letter| set | 1 << (letter - b'a'))
    }
}

/// The starts of the suffixes that begin with a letter, sorted by prefix
/// doubling (Manber and Myers 1990): by their first 1, 2, 4, ... bytes, the
/// ranks of one round being the keys of the next.
fn sorted_suffixes(text: &[u8]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..text.len() as u32).collect();
    let mut rank: Vec<u32> = text.iter().map(|&letter| letter.into()).collect();
    let mut next = vec![0u32; text.len()];
    let mut width = 1;
    loop {
        let key = |start: u32| {
            let second = rank.get(start as usize + width).map_or(0, |rank| rank + 1);
            (rank[start as usize], second)
        };
        order.sort_unstable_by_key(|&start| key(start));
        let mut ranks = 0;
        for (index, &start) in order.iter().enumerate() {
            if index > 0 && key(order[index - 1]) != key(start) {
                ranks += 1;
            }
            next[start as usize] = ranks;
        }
        std::mem::swap(&mut rank, &mut next);
        width *= 2;
        if ranks as usize + 1 >= text.len() || width > text.len() {
            break;
        }
    }
    order.retain(|&start| text[start as usize] != SEPARATOR);
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn differential_index_and_plain_search(
            words in prop::collection::vec("[a-c]{1,8}", 1..6),
            word in "[a-d]{1,4}",
        ) {
            let words: Vec<Vec<u8>> = words.into_iter().map(String::into_bytes).collect();
            let word = word.as_bytes();
            let index = Dictionary::new(&words);
            let plain = |part: &[u8]| {
                words.iter().filter(|w| w.windows(part.len()).any(|at| at == part)).count()
            };
            let found = index.occurrences(word);
            prop_assert_eq!(found.entries, plain(word) as u64);
            prop_assert_eq!(index.contains(word), plain(word) > 0);
            for letter in b'a'..=b'z' {
                let bit = |set: u32| set >> (letter - b'a') & 1 == 1;
                prop_assert_eq!(bit(found.after), plain(&[word, &[letter]].concat()) > 0);
                prop_assert_eq!(bit(found.before), plain(&[&[letter], word].concat()) > 0);
                prop_assert_eq!(bit(index.letters()), plain(&[letter]) > 0);
            }
            let entries: Vec<Vec<u8>> = index.entries().map(<[u8]>::to_vec).collect();
            prop_assert_eq!(entries, words);
        }
    }

    #[test]
    fn law_repetition_is_no_trap() {
        let index = Dictionary::new(&[vec![b'a'; 50_000]]);
        assert!(index.contains(&[b'a'; 50_000]));
        assert!(!index.contains(&[b'a'; 50_001]));
        assert_eq!(index.occurrences(&[b'a'; 49_999]).after, 1);
    }
}
