/// Stands behind each entry; less than every letter, so that a suffix sorts
/// before its extensions.
pub(super) const SEPARATOR: u8 = b'/';

/// Dictionary entries, which may repeat, one behind the other.
///
/// ```text
/// entries:  ab | b            letters:  a b / b /
///                             ends:         2   4
/// ```
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    /// All entries, each followed by a [`SEPARATOR`].
    letters: Vec<u8>,
    /// Where the separators stand.
    ends: Vec<u32>,
}

impl Text {
    /// Bytes an entry of so many letters takes.
    pub(super) fn bytes(letters: usize) -> u64 {
        letters as u64 + 5
    }

    /// Adds an entry; false when the text would have 2^32 letters or more.
    pub(super) fn push(&mut self, word: &[u8]) -> bool {
        let Ok(end) = u32::try_from(self.letters.len() + word.len()) else { return false };
        // No letter is numbered u32::MAX, which means none elsewhere.
        if end >= u32::MAX - 1 {
            return false;
        }
        self.letters.extend_from_slice(word);
        self.letters.push(SEPARATOR);
        self.ends.push(end);
        true
    }

    /// All letters and separators.
    pub(super) fn letters(&self) -> &[u8] {
        &self.letters
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The entries in the order given.
    pub(super) fn entries(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&end| end as usize + 1));
        starts.zip(&self.ends).map(|(start, &end)| &self.letters[start..end as usize])
    }

    /// For each letter and separator, the number of its entry.
    pub(super) fn entry_of_each(&self) -> Vec<u32> {
        let mut entry = Vec::with_capacity(self.letters.len());
        for (number, &end) in self.ends.iter().enumerate() {
            entry.resize(end as usize + 1, number as u32);
        }
        entry
    }

    /// Where an entry ends.
    pub(super) fn end(&self, entry: u32) -> u32 {
        self.ends[entry as usize]
    }

    /// The letters of the longest entry.
    pub(super) fn longest(&self) -> usize {
        self.entries().map(<[u8]>::len).max().unwrap_or(0)
    }
}
