use perfectplay_game::{Game, Notation, NotationError, words};
use perfectplay_theories::closed_form::mock_turtles::PLACES;

use super::coins::Coins;
use super::rules::{CoinTurning, Kind, Turn};
use crate::heaps::{largest, number};
use crate::turn::{split_turn, with_turn};

/// The most runs that a position may have.
const MOST_RUNS: usize = 1 << 16;

/// A run of places: `9`, or `9-12`.
pub(super) fn run_written((from, to): (u128, u128)) -> String {
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}

fn read_run(word: &str) -> Option<(u128, u128)> {
    let (from, to) = word.split_once('-').unwrap_or((word, word));
    let read = |text| number(text, PLACES - 1);
    Some((read(from)?, read(to)?)).filter(|(from, to)| from <= to)
}

/// A position is the places of its heads, `1 4 9-12`, or `none`. A move is `turn`
/// and the coins that it turns, all of them (`turn 1 4 9`) in Mock Turtles, as a
/// run (`turn 6-9`) in Ruler; `turn` may be left out.
impl Notation for CoinTurning {
    fn write_position(&self, position: &Coins) -> String {
        let runs: Vec<String> = position.runs().map(run_written).collect();
        let text = if runs.is_empty() { "none".to_owned() } else { runs.join(" ") };
        with_turn(text, position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Coins, NotationError> {
        let (places, mover) = split_turn(text);
        let mut runs = Vec::new();
        for (at, word) in words(places) {
            if word == "none" && places.trim() == "none" {
                return Ok(Coins::tails(mover));
            }
            let wrong = |wanted: String| NotationError::at(places, at, format!("{word:?}"), wanted);
            let least = self.kind().first_place();
            let run = read_run(word).filter(|&(from, _)| from >= least).ok_or_else(|| {
                wrong(format!(
                    "a place from {least} to {}, or a run of places, as 9-12",
                    largest(PLACES - 1)
                ))
            })?;
            if runs.len() == MOST_RUNS {
                return Err(wrong(format!("at most {MOST_RUNS} runs of heads")));
            }
            runs.push(run);
        }
        if runs.is_empty() {
            let wanted = "places of heads such as 1 4 9-12, or the word none";
            return Err(NotationError::at(places, 0, "nothing", wanted));
        }
        Coins::of_runs(&runs, mover).ok_or_else(|| {
            NotationError::at(places, 0, "a place twice", "each place of a head once")
        })
    }

    fn write_move(&self, _from: &Coins, turn: &Turn) -> String {
        match turn {
            Turn::Coins(places) => {
                let places: Vec<String> = places.iter().map(u128::to_string).collect();
                format!("turn {}", places.join(" "))
            }
            &Turn::Row { from, to } => format!("turn {}", run_written((from, to))),
        }
    }

    fn parse_move(&self, from: &Coins, text: &str) -> Option<Turn> {
        let text = text.trim();
        let places = text.strip_prefix("turn").unwrap_or(text).trim();
        let turn = match self.kind() {
            Kind::MockTurtles => {
                let places: Option<Vec<u128>> =
                    words(places).take(4).map(|(_, word)| number(word, PLACES - 1)).collect();
                let mut places = places?;
                places.sort_unstable();
                Turn::Coins(places)
            }
            Kind::Ruler => {
                let (from, to) = read_run(places)?;
                Turn::Row { from, to }
            }
        };
        self.play(from, &turn).map(|_| turn)
    }

    fn rules(&self) -> String {
        let what = match self.kind() {
            Kind::MockTurtles => "one, two or three coins",
            Kind::Ruler => "one coin or more that lie side by side",
        };
        let ends = if self.is_misere() { "wins" } else { "loses" };
        format!(
            "Coins lie in a row, at places counted from {}. A move turns {what}, and the rightmost of \
             them has to go from heads to tails. First begins, and who cannot move {ends}.",
            self.kind().first_place()
        )
    }

    fn draw(&self, position: &Coins) -> String {
        const WIDEST: u128 = 60;
        let first = self.kind().first_place();
        let last = position.last().unwrap_or(first);
        if last >= WIDEST {
            let many = position.heads();
            return format!("{many} coins show heads, the rightmost at place {last}");
        }
        let face = |place| if position.is_head(place) { 'H' } else { 'T' };
        (first..=last).map(face).collect()
    }
}
