//! A judgement from matchings: what the rulesets of geography share.

use perfectplay_analysis::{Choice, Evaluation, Judgement, Theory, Value};
use perfectplay_game::{Known, Outcome, Player};

/// What the theory found at a position.
pub(crate) struct Found<M> {
    /// Who is to move.
    pub(crate) mover: Player,
    /// Where the token stands, in its notation.
    pub(crate) token: String,
    /// No move has been made yet.
    pub(crate) at_start: bool,
    /// The size of a maximum matching of what the token has not been on.
    pub(crate) without: u64,
    /// Every option with its notation; does some maximum matching of what the
    /// token has not been on miss it?
    pub(crate) options: Vec<(M, String, bool)>,
    /// Why the theory applies to the ruleset.
    pub(crate) applies: &'static str,
}

impl<M> Found<M> {
    /// The judgement: an option that some maximum matching misses is lost for
    /// the opponent, and the mover wins iff there is one.
    pub(crate) fn judgement(self) -> Judgement<M> {
        let Found { mover, without, .. } = self;
        let because = self.because();
        let wins = self.options.iter().any(|(_, _, missed)| *missed);
        let choices = self.options.into_iter().map(|(chosen, _, missed)| {
            let outcome = if missed { Outcome::Win } else { Outcome::Loss };
            let value = Value::Matching { with: without, without: without - u64::from(!missed) };
            let evaluation = Evaluation::with_value(mover, outcome, value);
            Choice { chosen, through: None, evaluation, keeps: false }
        });
        let theory = Theory {
            name: "undirected vertex geography".to_owned(),
            applies: self.applies.to_owned(),
        };
        let mut judgement =
            Judgement::from_choices(mover, Outcome::Loss, choices.collect(), because, theory);
        judgement.evaluation.value = Some(Known::Exact(value_of(without + u64::from(wins), wins)));
        judgement
    }

    fn because(&self) -> String {
        let what = match self.at_start {
            true => format!("the start {}", self.token),
            false => self.token.clone(),
        };
        let (mover, without) = (self.mover, self.without);
        match self.options.iter().find(|(_, _, missed)| *missed) {
            Some((_, to, _)) => format!(
                "every maximum matching covers {what}: matching {} with it, {without} without; \
                 {to} is matched with it in one of them",
                without + 1,
            ),
            None if self.options.is_empty() => format!(
                "nothing is left next to {what}, so {mover} cannot move; some maximum matching \
                 misses it: matching {without} with it, {without} without"
            ),
            None => format!(
                "some maximum matching misses {what}: matching {without} with it, {without} \
                 without; wherever {mover} moves, {} has the matching's edge to go along",
                mover.other()
            ),
        }
    }
}

/// The value of a token's place whose graph has a maximum matching of size
/// `with`, when its mover wins or not.
pub(crate) fn value_of(with: u64, wins: bool) -> Value {
    Value::Matching { with, without: with - u64::from(wins) }
}

/// The evaluation of a start, for First.
pub(crate) fn of_start(with: u64, lost: bool) -> Evaluation {
    let outcome = if lost { Outcome::Loss } else { Outcome::Win };
    Evaluation::with_value(Player::First, outcome, value_of(with, !lost))
}
