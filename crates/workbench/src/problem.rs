use perfectplay_analysis::Analysis;
use perfectplay_catalogue::instance::{Instance, Rng, lower, small};
use perfectplay_catalogue::{Contest, NoWitness, Tokens};
use perfectplay_game::{Known, Meter, Outcome, Player};

use crate::stress::Problem;

/// A contest problem in its original format.
#[derive(Clone, Copy, Debug)]
pub struct ContestProblem(pub Contest);

impl Problem for ContestProblem {
    fn sample(&self, dice: &mut Rng, size: u32) -> Result<Box<dyn Instance>, String> {
        Ok((self.0.sample)(dice, size))
    }

    fn answer(&self, input: &str, meter: &mut Meter) -> Result<String, String> {
        let mut reader = input.as_bytes();
        let mut output = Vec::new();
        (self.0.run)(&mut Tokens::new(&mut reader), &mut output, meter, &mut NoWitness)
            .map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&output).into_owned())
    }
}

/// A parameter that is varied from game to game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub most: i64,
}

/// Opens a game with parameters set, as `name=value`.
pub type Opener<'o> = dyn Fn(&[String]) -> Result<Box<dyn Analysis>, String> + Sync + 'o;

/// A game of somebody's own, with parameters that are varied: the input of a
/// program is made of a template, and so is the answer.
///
/// In the template of the input `{name}` stands for a parameter; in that of
/// the answer `{winner}` stands for `First`, `Second`, `Tie` or `Draw`,
/// `{outcome}` for the first player's `win`, `loss`, `tie` or `draw`, and
/// `{value}` for what the theory knows beyond it.
pub struct OwnProblem<'o> {
    /// What is varied.
    pub axes: Vec<Axis>,
    /// The template of the input.
    pub input: String,
    /// The template of the answer.
    pub output: String,
    /// Opens the game.
    pub open: &'o Opener<'o>,
}

impl std::fmt::Debug for OwnProblem<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnProblem").field("axes", &self.axes).finish_non_exhaustive()
    }
}

/// The values of the axes.
#[derive(Clone, Debug)]
struct Values {
    axes: Vec<Axis>,
    values: Vec<i64>,
    template: String,
}

impl Values {
    fn filled(&self) -> String {
        let mut text = self.template.replace("\\n", "\n");
        for (axis, value) in self.axes.iter().zip(&self.values) {
            text = text.replace(&format!("{{{}}}", axis.name), &value.to_string());
        }
        text
    }
}

impl Instance for Values {
    fn input(&self) -> String {
        self.filled()
    }

    fn smaller(&self) -> Vec<Box<dyn Instance>> {
        let mut all: Vec<Box<dyn Instance>> = Vec::new();
        for (at, (axis, &value)) in self.axes.iter().zip(&self.values).enumerate() {
            for value in lower(value, axis.least) {
                let mut with = self.clone();
                with.values[at] = value;
                all.push(Box::new(with));
            }
        }
        all
    }

    fn again(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }
}

impl OwnProblem<'_> {
    /// The values that an input was filled with; `None` where it was not made
    /// by the template.
    fn values(&self, input: &str) -> Option<Vec<String>> {
        let template = self.input.replace("\\n", "\n");
        let mut set = Vec::new();
        let (mut text, mut rest) = (input, &template[..]);
        while let Some(at) = rest.find('{') {
            text = text.strip_prefix(&rest[..at])?;
            let end = at + rest[at..].find('}')?;
            let name = &rest[at + 1..end];
            rest = &rest[end + 1..];
            let digits = text.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(text.len());
            set.push(format!("{name}={}", &text[..digits]));
            text = &text[digits..];
        }
        (text == rest).then_some(set)
    }
}

impl Problem for OwnProblem<'_> {
    fn sample(&self, dice: &mut Rng, size: u32) -> Result<Box<dyn Instance>, String> {
        let values = self.axes.iter().map(|axis| {
            // Sizes open the ranges step by step.
            let most = axis.least.saturating_add(i64::from(size).saturating_mul(2)).min(axis.most);
            small(dice, axis.least, most)
        });
        let values = values.collect();
        Ok(Box::new(Values { axes: self.axes.clone(), values, template: self.input.clone() }))
    }

    fn answer(&self, input: &str, meter: &mut Meter) -> Result<String, String> {
        let set = self.values(input).ok_or("the input does not fit the template")?;
        let mut game = (self.open)(&set)?;
        let report = game.evaluate(&game.start(), meter).map_err(|error| error.to_string())?;
        if let Some(stop) = report.stopped {
            return Err(stop.to_string());
        }
        let Some(&outcome) = report.evaluation.outcome.exact() else {
            return Err("the game was not decided".to_owned());
        };
        let winner = match (report.winner, outcome) {
            (Some(player), _) => player.to_string(),
            (None, Outcome::Tie) => "Tie".to_owned(),
            (None, _) => "Draw".to_owned(),
        };
        let for_first = match report.mover {
            Player::First => outcome,
            Player::Second => outcome.for_other(),
        };
        let value = match &report.evaluation.value {
            Some(Known::Exact(value)) => crate::number(value).to_string(),
            _ => String::new(),
        };
        let output = self.output.replace("\\n", "\n");
        Ok(output
            .replace("{winner}", &winner)
            .replace("{outcome}", &for_first.to_string())
            .replace("{value}", &value))
    }
}
