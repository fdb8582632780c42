//! Games to be solved: random ones, and rows of pins.

use perfectplay_game::{
    Declared, Game, Notation, NotationError, Options, Outcome, Player, RulesError, Score, Tabular,
};
use proptest::prelude::*;

/// A token on numbered fields: each has moves to others, after which the turn
/// passes or not, and points for each.
#[derive(Clone, Debug)]
pub(crate) struct Wheel {
    pub(crate) fields: Vec<(Vec<Step>, Outcome)>,
    pub(crate) score: Option<Score>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    to: usize,
    stays: bool,
    points: u64,
}

impl Wheel {
    fn with(ending: bool, most: usize) -> impl Strategy<Value = Wheel> {
        let outcome =
            prop::sample::select(vec![Outcome::Loss, Outcome::Loss, Outcome::Tie, Outcome::Win]);
        let step = (any::<prop::sample::Index>(), prop::bool::weighted(0.2), 0u64..5);
        let field = (prop::collection::vec(step, 0..4), outcome);
        prop::collection::vec(field, 1..most).prop_map(move |fields| {
            let count = fields.len();
            let fields = fields.into_iter().enumerate().map(|(at, (steps, outcome))| {
                let room = if ending { count - at - 1 } else { count };
                let first = if ending { at + 1 } else { 0 };
                let mut steps: Vec<Step> = steps
                    .into_iter()
                    .filter(|_| room > 0)
                    .map(|(to, stays, points)| Step { to: first + to.index(room), stays, points })
                    .collect();
                // A move is named by where it leads.
                steps.sort_by_key(|step| step.to);
                steps.dedup_by_key(|step| step.to);
                (steps, outcome)
            });
            Wheel { fields: fields.collect(), score: None }
        })
    }

    /// Play always ends.
    pub(crate) fn ending() -> impl Strategy<Value = Wheel> {
        Wheel::with(true, 12)
    }

    /// Positions may come back.
    pub(crate) fn any() -> impl Strategy<Value = Wheel> {
        Wheel::with(false, 12)
    }

    /// Fields in a ring, one step a move, one point each.
    pub(crate) fn ring(size: usize, score: Option<Score>) -> Wheel {
        let step = |at: usize| Step { to: (at + 1) % size, stays: false, points: 1 };
        Wheel { fields: (0..size).map(|at| (vec![step(at)], Outcome::Loss)).collect(), score }
    }

    /// Fields in a line, one step a move, one point each.
    pub(crate) fn line(size: usize, score: Option<Score>) -> Wheel {
        let mut wheel = Wheel::ring(size + 1, score);
        if let Some((steps, _)) = wheel.fields.last_mut() {
            steps.clear();
        }
        wheel
    }
}

impl Game for Wheel {
    type Position = (usize, Player);
    type Move = usize;

    fn start(&self) -> (usize, Player) {
        (0, Player::First)
    }

    fn mover(&self, position: &(usize, Player)) -> Player {
        position.1
    }

    fn options(&self, &(at, mover): &(usize, Player), into: &mut Options<Self>) {
        into.extend(
            self.fields[at]
                .0
                .iter()
                .map(|step| (step.to, (step.to, if step.stays { mover } else { mover.other() }))),
        );
    }

    fn ending(&self, position: &(usize, Player)) -> Outcome {
        self.fields[position.0].1
    }
}

impl Notation for Wheel {
    fn write_position(&self, &(at, mover): &(usize, Player)) -> String {
        format!("{mover}:{at}")
    }

    fn parse_position(&self, text: &str) -> Result<(usize, Player), NotationError> {
        let wrong = || NotationError::at(text, 0, "something else", "a player and a field");
        let (mover, at) = text.split_once(':').ok_or_else(wrong)?;
        let at = at.parse().ok().filter(|&at: &usize| at < self.fields.len());
        let player = [Player::First, Player::Second];
        let mover = player.into_iter().find(|player| player.to_string() == mover);
        Ok((at.ok_or_else(wrong)?, mover.ok_or_else(wrong)?))
    }

    fn write_move(&self, _from: &(usize, Player), to: &usize) -> String {
        to.to_string()
    }

    fn rules(&self) -> String {
        "fields".to_owned()
    }
}

impl Tabular for Wheel {
    fn declared(&self) -> Declared {
        Declared { score: self.score, ..Declared::default() }
    }

    fn points(&self, from: &(usize, Player), chosen: &usize, _to: &(usize, Player)) -> u64 {
        self.fields[from.0].0.iter().find(|step| step.to == *chosen).map_or(0, |step| step.points)
    }
}

/// Rows of pins; a move takes one to four from a row as an octal code says,
/// and may leave nothing, a row, or two.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<u8>,
    /// Octal digits: the lowest for taking one.
    pub(crate) code: u16,
    /// Is what is declared of parts true?
    pub(crate) truthful: bool,
}

impl Game for Rows {
    type Position = (Vec<u8>, Player);
    type Move = String;

    fn start(&self) -> (Vec<u8>, Player) {
        let mut rows: Vec<u8> = self.rows.iter().copied().filter(|&row| row > 0).collect();
        rows.sort_unstable();
        (rows, Player::First)
    }

    fn mover(&self, position: &(Vec<u8>, Player)) -> Player {
        position.1
    }

    fn options(&self, (rows, mover): &(Vec<u8>, Player), into: &mut Options<Self>) {
        for (at, &row) in rows.iter().enumerate() {
            if rows[..at].contains(&row) {
                continue;
            }
            for taken in 1..=row.min(4) {
                let digit = self.code >> (3 * (taken - 1)) & 7;
                let left = row - taken;
                for low in 0..=left / 2 {
                    let piles = [low, left - low].into_iter().filter(|&pile| pile > 0);
                    let piles: Vec<u8> = piles.collect();
                    if digit >> piles.len() & 1 == 0 {
                        continue;
                    }
                    let mut rest = rows.clone();
                    rest.remove(at);
                    rest.extend(&piles);
                    rest.sort_unstable();
                    into.push((format!("{row}>{piles:?}"), (rest, mover.other())));
                }
            }
        }
    }
}

impl Notation for Rows {
    fn write_position(&self, (rows, mover): &(Vec<u8>, Player)) -> String {
        let rows: Vec<String> = rows.iter().map(u8::to_string).collect();
        format!("{mover} {}", rows.join("+"))
    }

    fn parse_position(&self, text: &str) -> Result<(Vec<u8>, Player), NotationError> {
        let wrong = || NotationError::at(text, 0, "something else", "a player and rows");
        let (mover, rows) = text.split_once(' ').ok_or_else(wrong)?;
        let player = [Player::First, Player::Second];
        let mover = player.into_iter().find(|player| player.to_string() == mover);
        let rows: Result<Vec<u8>, _> =
            rows.split('+').filter(|row| !row.is_empty()).map(str::parse).collect();
        Ok((rows.map_err(|_| wrong())?, mover.ok_or_else(wrong)?))
    }

    fn write_move(&self, _from: &(Vec<u8>, Player), chosen: &String) -> String {
        chosen.clone()
    }

    fn rules(&self) -> String {
        "rows of pins".to_owned()
    }
}

impl Tabular for Rows {
    fn declared(&self) -> Declared {
        Declared { impartial: true, splits: true, ..Declared::default() }
    }

    fn canonical(&self, (rows, _): &(Vec<u8>, Player)) -> Result<(Vec<u8>, Player), RulesError> {
        Ok((rows.clone(), Player::First))
    }

    fn parts(
        &self,
        (rows, mover): &(Vec<u8>, Player),
    ) -> Result<Vec<(Vec<u8>, Player)>, RulesError> {
        // The lie: a row that is there twice counts once.
        let mut rows = rows.clone();
        if !self.truthful {
            rows.dedup();
        }
        Ok(rows.into_iter().map(|row| (vec![row], *mover)).collect())
    }
}
