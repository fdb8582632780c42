use perfectplay_theories::geography::Explicit;

use super::Board;
use super::board::Links;
use super::edges::is_name;
use super::families::counted;
use super::names::{NameTable, Names};

/// Why a list of words is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderError {
    /// There is no word.
    #[error("no word")]
    Empty,
    /// A word that cannot name a vertex.
    #[error("{0:?}, which names no vertex")]
    Word(String),
    /// More pairs of words differ in one letter than a graph may have edges.
    #[error("more than {} pairs of words that differ in one letter", Board::MOST_RUNGS)]
    TooMany,
}

impl Board {
    /// The most edges between words.
    const MOST_RUNGS: usize = 50_000_000;

    /// The words of a text, parted by white space, joined where they are as
    /// long and differ in one letter (as in a word ladder); a word given again
    /// is one word.
    ///
    /// With n words of up to l letters: time O(n l^2 log n + edges).
    ///
    /// ```
    /// use perfectplay_catalogue::geography::Board;
    /// let board = Board::of_words("cold cord card ward warm word").expect("words");
    /// let cord = board.vertex("cord").expect("a word");
    /// let next: Vec<String> = board.neighbours(cord).map(|v| board.name(v)).collect();
    /// assert_eq!(next, ["cold", "card", "word"]);
    /// ```
    ///
    /// # Errors
    ///
    /// See [`LadderError`].
    pub fn of_words(text: &str) -> Result<Self, LadderError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut table = NameTable::with_room(text.len() / 8);
        for word in text.split_whitespace() {
            if !is_name(word) || table.number(word).is_none() {
                return Err(LadderError::Word(word.chars().take(40).collect()));
            }
        }
        let count = table.len() as u32;
        if count == 0 {
            return Err(LadderError::Empty);
        }
        let letters: Vec<Vec<char>> = (0..count).map(|v| table.name(v).chars().collect()).collect();
        let mut by_length: Vec<u32> = (0..count).collect();
        by_length.sort_by_key(|&v| letters[v as usize].len());
        let mut edges = Vec::new();
        for same in
            by_length.chunk_by_mut(|&v, &w| letters[v as usize].len() == letters[w as usize].len())
        {
            for place in 0..letters[same[0] as usize].len() {
                // The others of two words that differ here alone are alike.
                let others = |v: u32| {
                    let word = &letters[v as usize];
                    (&word[..place], &word[place + 1..])
                };
                same.sort_by(|&v, &w| others(v).cmp(&others(w)));
                for rungs in same.chunk_by(|&v, &w| others(v) == others(w)) {
                    if edges.len() + rungs.len() * (rungs.len() - 1) / 2 > Self::MOST_RUNGS {
                        return Err(LadderError::TooMany);
                    }
                    for (at, &v) in rungs.iter().enumerate() {
                        edges.extend(rungs[..at].iter().map(|&w| (v, w)));
                    }
                }
            }
        }
        let graph = Explicit::from_edges(count, &edges).map_err(|_| LadderError::TooMany)?;
        let what = format!(
            "a list of {} joined where one letter differs, {} in all",
            counted(u64::from(count), "word", "words"),
            counted(graph.edges() as u64, "edge", "edges"),
        );
        Ok(Board { links: Links::Stored(graph), names: Names::Texts(table), what })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_words_are_joined_iff_one_letter_differs() {
        let mut number = 1u64;
        for letters in 1..=4 {
            let mut text = String::new();
            for _ in 0..200 {
                number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
                let word = (0..1 + number % letters)
                    .map(|at| ['a', 'b', 'é', '語'][(number >> (20 + 2 * at) & 3) as usize]);
                text.extend(word);
                text.push('\n');
            }
            let board = Board::of_words(&text).unwrap();
            for v in 0..board.vertices() {
                let joined: Vec<u32> = board.neighbours(v).collect();
                for w in 0..board.vertices() {
                    let (one, other) = (board.name(v), board.name(w));
                    let as_long = one.chars().count() == other.chars().count();
                    let differ = one.chars().zip(other.chars()).filter(|(a, b)| a != b).count();
                    assert_eq!(joined.contains(&w), as_long && differ == 1, "{one} {other}");
                }
            }
        }
        assert_eq!(Board::of_words(" \n").err(), Some(LadderError::Empty));
        assert_eq!(Board::of_words("a #b").err(), Some(LadderError::Word("#b".to_owned())));
    }
}
