use crate::Game;

/// A text that is no legal position, and where it stops being one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position, column {column}: found {found}, wanted {wanted}")]
pub struct NotationError {
    /// Counted in characters from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub wanted: String,
}

impl NotationError {
    /// An error at a byte offset of `text`.
    pub fn at(
        text: &str,
        byte: usize,
        found: impl Into<String>,
        wanted: impl Into<String>,
    ) -> Self {
        let column = text.char_indices().take_while(|(at, _)| *at < byte).count() + 1;
        NotationError { column, found: found.into(), wanted: wanted.into() }
    }
}

/// The words of `text` with the byte offset of each, for
/// [`NotationError::at`]: what most notations are made of.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// A game whose positions and moves can be written in one line of text.
///
/// # Laws
///
/// - `parse_position(write_position(p)) == p` for every position `p` that can
///   be reached.
/// - Two different options of one position have different notations.
/// - `parse_position` never panics; a text that is no legal position is an
///   error that names the place.
pub trait Notation: Game {
    /// The position in one line.
    fn write_position(&self, position: &Self::Position) -> String;

    /// The position that a line stands for.
    ///
    /// # Errors
    ///
    /// The text does not describe a position that the rules allow.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A move of `from` in one line.
    fn write_move(&self, from: &Self::Position, chosen: &Self::Move) -> String;

    /// The move of `from` that a text stands for, or `None` if there is no such
    /// legal move. Default: looks through all options; a game with very many
    /// gives its own.
    fn parse_move(&self, from: &Self::Position, text: &str) -> Option<Self::Move>
    where
        Self: Sized,
    {
        let mut options = Vec::new();
        self.options(from, &mut options);
        let named = |chosen: &Self::Move| self.write_move(from, chosen) == text;
        options.into_iter().map(|(chosen, _)| chosen).find(named)
    }

    /// The rules in words, with the parameters filled in, for a person who has
    /// never seen the game.
    fn rules(&self) -> String;

    /// The position drawn for a person, perhaps over several lines.
    fn draw(&self, position: &Self::Position) -> String {
        self.write_position(position)
    }
}
