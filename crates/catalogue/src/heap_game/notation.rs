use perfectplay_game::{Notation, NotationError, Player};

use super::rules::{HeapGame, MOST_HEAP, Split};
use crate::heaps::{Heaps, draw, number, read_heaps, written};
use crate::turn::{split_turn, with_turn};

impl Notation for HeapGame {
    fn write_position(&self, position: &Heaps) -> String {
        with_turn(written(position.heaps()), position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, NotationError> {
        let (heaps, mover) = split_turn(text);
        Ok(Heaps::new(read_heaps(heaps, MOST_HEAP)?, mover))
    }

    fn write_move(&self, _from: &Heaps, split: &Split) -> String {
        format!("{} -> {}", split.heap, written(&split.left))
    }

    fn parse_move(&self, from: &Heaps, text: &str) -> Option<Split> {
        let (heap, left) = text.split_once("->")?;
        let left = Heaps::new(read_heaps(left, MOST_HEAP).ok()?, Player::First).heaps().to_vec();
        let split = Split { heap: number(heap.trim(), MOST_HEAP)?, left };
        perfectplay_game::Game::play(self, from, &split).map(|_| split)
    }

    fn rules(&self) -> String {
        let ends = if self.is_misere() { "wins" } else { "loses" };
        format!(
            "Heaps of stones lie side by side. A move takes stones from one heap and may part \
             what is left of it, as the code {} allows: {}. First begins, and who cannot move \
             {ends}.",
            self.code(),
            super::explain::code(self.code()),
        )
    }

    fn draw(&self, position: &Heaps) -> String {
        draw(position.heaps())
    }
}
