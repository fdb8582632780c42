use perfectplay_analysis::{About, CertifyError, Evaluation, Theory};
use perfectplay_game::{Meter, Outcome, Player, Standing, Tabular};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};

/// What a formula says of a position, for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its Grundy value, in normal play.
    Nimber(u128),
    /// Who wins, and no more.
    Outcome(Outcome),
}

impl Verdict {
    /// A loss, or a win, and no more.
    pub fn lost(lost: bool) -> Verdict {
        Verdict::Outcome(if lost { Outcome::Loss } else { Outcome::Win })
    }

    /// Is the position lost for its mover?
    pub fn is_lost(self) -> bool {
        self == Verdict::Nimber(0) || self == Verdict::Outcome(Outcome::Loss)
    }

    /// The evaluation for `side`, who is to move there or has just moved there.
    pub fn evaluation(self, side: Player, to_move: bool) -> Evaluation {
        match self {
            Verdict::Nimber(nimber) => Evaluation::grundy(side, to_move, nimber),
            Verdict::Outcome(outcome) if to_move => Evaluation::exact(side, outcome),
            Verdict::Outcome(outcome) => Evaluation::exact(side, outcome.for_other()),
        }
    }
}

/// Moves that win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winning<M> {
    /// The moves, each once; none if there is none.
    pub moves: Vec<M>,
    /// Are these all that win?
    pub all: bool,
}

/// Rules with a formula that decides their positions, however large the
/// numbers are.
///
/// # Laws
///
/// - Both players have the same options, and turns alternate.
/// - What the formula says is what exhaustive play of the rules gives.
/// - `play`, `first_move` and `parse_move` list nothing: a position may have
///   more options than memory holds.
pub trait Formula: Tabular {
    /// What the ruleset is.
    fn about(&self) -> About<'static>;

    /// What the formula says; `None` where there is none, as in misère play of
    /// some games.
    fn verdict(&self, position: &Self::Position) -> Option<Verdict>;

    /// The theorem, and why it applies.
    fn theory(&self) -> Theory;

    /// How many options a position has; the largest number, if more.
    fn count_options(&self, position: &Self::Position) -> u128;

    /// Moves that win, at most so many. At least one where one wins.
    fn winning(&self, position: &Self::Position, most: usize) -> Winning<Self::Move>;

    /// The fact that decides a position with this verdict, in one sentence;
    /// `best` is the move that is listed first, and where it leads.
    fn because(
        &self,
        position: &Self::Position,
        verdict: Verdict,
        best: Option<(&Self::Move, &Self::Position)>,
    ) -> String;

    /// At least so many positions and options does a table of all that play can
    /// come to hold; the largest number, if more.
    fn least_listed(&self, position: &Self::Position) -> u128;

    /// Where positions are sums: every part that play can come to, in canonical
    /// form, after those that it can come to itself. They are few enough for
    /// memory where [`Formula::least_listed`] fits. Default: they are no sums.
    fn parts_met(
        &self,
        _position: &Self::Position,
    ) -> Option<impl Iterator<Item = Self::Position>> {
        None::<std::iter::Empty<Self::Position>>
    }

    /// The outcome with a bound on the plies to the end, where winning moves
    /// and the rival's answers to them are so few that they make a certificate.
    /// Default: they are not.
    fn standing(&self, _position: &Self::Position) -> Option<Standing> {
        None
    }

    /// Writes a certificate of the ruleset's own kind, if it has one. Default:
    /// none.
    ///
    /// # Errors
    ///
    /// See [`CertifyError`].
    fn certify(
        &self,
        _position: &Self::Position,
        _meter: &mut Meter,
        _sink: &mut dyn Sink,
    ) -> Option<Result<(), CertifyError>> {
        None
    }

    /// Writes a certificate of the ruleset's own kind about all positions at
    /// once, if it has one. Default: none.
    ///
    /// # Errors
    ///
    /// See [`CertifyError`].
    fn certify_all(
        &self,
        _meter: &mut Meter,
        _sink: &mut dyn Sink,
    ) -> Option<Result<(), CertifyError>> {
        None
    }

    /// Checks a certificate of the ruleset's own kind. Default: there is none.
    ///
    /// # Errors
    ///
    /// See [`CheckError`].
    fn check(
        &self,
        _claim: &Claim,
        _source: &mut dyn Source,
        _meter: &mut Meter,
    ) -> Option<Result<Confirmed, CheckError>> {
        None
    }
}
