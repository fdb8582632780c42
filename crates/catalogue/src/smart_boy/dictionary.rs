use std::convert::Infallible;

use perfectplay_game::{Meter, Stop};

use super::suffixes::sorted_suffixes;
use super::text::{SEPARATOR, Text};

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
    text: Text,
    /// The entry that each byte of the text belongs to.
    entry: Vec<u32>,
    /// Starts of the suffixes, sorted.
    suffixes: Vec<u32>,
}

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
    /// Time O(n log n log m) for n letters in words of at most m.
    pub(super) fn new(words: &[Vec<u8>]) -> Self {
        let mut text = Text::default();
        for word in words {
            text.push(word);
        }
        let Ok(dictionary) = Self::index(text, |_| Ok::<(), Infallible>(()));
        dictionary
    }

    /// The index of a text, with work and memory told to a meter.
    pub(super) fn metered(text: Text, meter: &mut Meter) -> Result<Self, Stop> {
        let bytes = text.letters().len() as u64 * (4 + 4 + 16);
        meter.hold(bytes)?;
        let dictionary = Self::index(text, |letters| meter.spend(letters))?;
        meter.release(bytes - dictionary.bytes());
        Ok(dictionary)
    }

    fn index<E>(text: Text, spend: impl FnMut(u64) -> Result<(), E>) -> Result<Self, E> {
        let entry = text.entry_of_each();
        let suffixes = sorted_suffixes(&text, &entry, spend)?;
        Ok(Dictionary { text, entry, suffixes })
    }

    /// Bytes of the index.
    pub(super) fn bytes(&self) -> u64 {
        self.text.letters().len() as u64 * 8
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The entries in the order given.
    pub(super) fn entries(&self) -> impl Iterator<Item = &[u8]> {
        self.text.entries()
    }

    /// The letters of the longest entry.
    pub(super) fn longest(&self) -> usize {
        self.text.longest()
    }

    /// The text: all entries, each followed by a separator.
    pub(super) fn letters(&self) -> &[u8] {
        self.text.letters()
    }

    /// Where suffixes start in the text, sorted.
    pub(super) fn suffixes(&self) -> &[u32] {
        &self.suffixes
    }

    /// The entry that a place in the text belongs to.
    pub(super) fn entry(&self, place: u32) -> u32 {
        self.entry[place as usize]
    }

    /// How many letters the suffix has that starts at a place.
    pub(super) fn length(&self, start: u32) -> usize {
        (self.text.end(self.entry(start)) - start) as usize
    }

    /// The suffix that is sorted first among those that begin with a word.
    pub(super) fn first(&self, word: &[u8]) -> Option<u32> {
        self.range(word).first().copied()
    }

    /// The suffixes that begin with a word.
    fn range(&self, word: &[u8]) -> &[u32] {
        let head = |start: u32| {
            let rest = &self.letters()[start as usize..];
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
            found.after |= bit(self.letters()[start + word.len()]);
            if let Some(before) = start.checked_sub(1) {
                found.before |= bit(self.letters()[before]);
            }
            entries.push(self.entry[start]);
        }
        entries.sort_unstable();
        entries.dedup();
        found.entries = entries.len() as u64;
        found
    }

    /// Letters that occur at all: bit 0 for a.
    pub(super) fn alphabet(&self) -> u32 {
        let letters = self.letters().iter().filter(|&&letter| letter != SEPARATOR);
        letters.fold(0, |set, letter| set | 1 << (letter - b'a'))
    }
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
                prop_assert_eq!(bit(index.alphabet()), plain(&[letter]) > 0);
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
