use perfectplay_game::{Notation, NotationError, Player, words};

use super::rules::{HeapGame, Heaps, MOST_HEAP, Split};
use crate::turn::{split_turn, with_turn};

/// The most heaps that a position may have.
const MOST_HEAPS: usize = 1 << 16;

/// `5 7 9`; `0` for none.
pub(super) fn written(heaps: &[u128]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    heaps.iter().map(u128::to_string).collect::<Vec<_>>().join(" ")
}

/// A heap by its digits; with `e` between two numbers for the zeros behind:
/// `1e30`.
fn size(word: &str) -> Option<u128> {
    let (digits, zeros) = word.split_once('e').unwrap_or((word, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let zeros = Some(zeros).filter(|zeros| plain(zeros))?.parse().ok()?;
    let size = Some(digits).filter(|digits| plain(digits))?.parse::<u128>().ok()?;
    size.checked_mul(10u128.checked_pow(zeros)?).filter(|&size| size <= MOST_HEAP)
}

/// Heaps as [`written`] writes them, in any order.
pub(crate) fn read_heaps(text: &str) -> Result<Vec<u128>, NotationError> {
    let mut heaps = Vec::new();
    for (at, word) in words(text) {
        let wanted = || format!("a number of stones from 0 to {MOST_HEAP:e}, as 7 or 1e30");
        let heap =
            size(word).ok_or_else(|| NotationError::at(text, at, format!("{word:?}"), wanted()))?;
        if heaps.len() == MOST_HEAPS {
            let wanted = format!("at most {MOST_HEAPS} heaps");
            return Err(NotationError::at(text, at, "one more heap", wanted));
        }
        heaps.push(heap);
    }
    if heaps.is_empty() {
        let wanted = "heaps such as 5 7 9, or 0 for none";
        return Err(NotationError::at(text, 0, "nothing", wanted));
    }
    Ok(heaps)
}

impl Notation for HeapGame {
    fn write_position(&self, position: &Heaps) -> String {
        with_turn(written(position.heaps()), position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, NotationError> {
        let (heaps, mover) = split_turn(text);
        Ok(Heaps::new(read_heaps(heaps)?, mover))
    }

    fn write_move(&self, _from: &Heaps, split: &Split) -> String {
        format!("{} -> {}", split.heap, written(&split.left))
    }

    fn parse_move(&self, from: &Heaps, text: &str) -> Option<Split> {
        let (heap, left) = text.split_once("->")?;
        let left = Heaps::new(read_heaps(left).ok()?, Player::First).heaps().to_vec();
        let split = Split { heap: size(heap.trim())?, left };
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
        const WIDEST: u128 = 60;
        const SHOWN: usize = 20;
        let mut lines: Vec<String> = position
            .heaps()
            .iter()
            .take(SHOWN)
            .map(|&heap| match heap <= WIDEST {
                true => format!("{heap:>4}  {}", "o".repeat(heap as usize)),
                false => format!("{heap:>4}  ooo ... o"),
            })
            .collect();
        match position.heaps().len() {
            0 => lines.push("(no heaps)".to_owned()),
            count if count > SHOWN => lines.push(format!("and {} more heaps", count - SHOWN)),
            _ => {}
        }
        lines.join("\n")
    }
}
