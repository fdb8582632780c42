use std::ops::ControlFlow;
use std::path::Path;

use perfectplay_game::{Game, Known, Meter, Outcome, Player, RulesError, Stop, Tabular};

use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source, strategy};

use crate::{About, Analysis, CertifyError, Evaluation, KeepError, Label, NotSearched, Theory};

/// One option as a solver judges it, or a run of options that differ in one
/// number alone and are judged alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move, or the first of the run.
    pub chosen: M,
    /// The last move of the run, where this is one.
    pub through: Option<M>,
    /// For the player who chooses, points of the move itself included.
    pub evaluation: Evaluation,
    /// Does it keep the best result?
    pub keeps: bool,
}

/// A solver's answer for one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement<M> {
    /// For the mover.
    pub evaluation: Evaluation,
    /// Every option, best first; but for those that [`Self::unlisted`] names.
    pub choices: Vec<Choice<M>>,
    /// The fact that decides, in one sentence.
    pub because: String,
    /// The theory used and why it applies.
    pub theory: Theory,
    /// Which options are not among the choices, in words, where there are too
    /// many to list them. If a move wins, one that does is among the choices
    /// unless this says otherwise.
    pub unlisted: Option<String>,
    /// Why some of this is not exact, if it is not.
    pub stopped: Option<Stop>,
}

/// Puts options best first by what is proved of their outcomes, marks those
/// that keep the best result, and gives the outcome of the position they
/// belong to: `ending` where there are none.
///
/// An option is marked only if it is proved that no other does better.
pub(crate) fn rank<M>(mover: Player, ending: Outcome, choices: &mut [Choice<M>]) -> Evaluation {
    // Best first: the most that is proved, then the most that is possible.
    choices.sort_by_key(|choice| std::cmp::Reverse(choice.evaluation.bounds()));
    let bounds = || choices.iter().map(|choice| choice.evaluation.bounds());
    let Some(least) = bounds().map(|(least, _)| least).max() else {
        return Evaluation::exact(mover, ending);
    };
    // The most that is possible by any, and by any of the others.
    let (mut first, mut second) = (None, None);
    for (at, (_, most)) in bounds().enumerate() {
        if first.is_none_or(|(_, top)| most > top) {
            second = first.map(|(_, top)| top);
            first = Some((at, most));
        } else {
            second = second.max(Some(most));
        }
    }
    for (at, choice) in choices.iter_mut().enumerate() {
        let others = match first {
            Some((top, _)) if top == at => second,
            other => other.map(|(_, most)| most),
        };
        choice.keeps = others.is_none_or(|most| choice.evaluation.bounds().0 >= most);
    }
    let most = first.map_or(least, |(_, most)| most);
    let outcome = match (least, most) {
        (least, most) if least == most => Known::Exact(least),
        (Outcome::Loss, Outcome::Win) => Known::Unknown,
        (least, most) => Known::Bounded { least, most },
    };
    Evaluation { side: mover, outcome, value: None }
}

impl<M> Judgement<M> {
    /// A judgement from the outcomes of the options alone: sorts them best
    /// first and marks those that keep the best result. `ending` is what the
    /// position is worth where it has no options.
    pub fn from_choices(
        mover: Player,
        ending: Outcome,
        mut choices: Vec<Choice<M>>,
        because: String,
        theory: Theory,
    ) -> Self {
        let evaluation = rank(mover, ending, &mut choices);
        Judgement { evaluation, choices, because, theory, unlisted: None, stopped: None }
    }
}

/// Where a solved game is kept, and what names it there.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// The folder.
    pub folder: &'p Path,
    /// The game and its parameters: a folder that was begun for another is
    /// refused.
    pub game: &'p [u8],
}

/// By which method a game is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchMethod {
    /// The one that suits the game.
    #[default]
    Suited,
    /// Depth-first proof-number search.
    ProofNumbers,
    /// Iterative deepening on the moves of the player whose win is in question.
    Deepening,
}

/// How a game is searched where no theory is to answer for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Bytes of the table of what was found. It never grows; a full one makes
    /// the search slower.
    pub table: u64,
    /// Threads; the same answers with any number.
    pub threads: usize,
    /// Are options searched that the outcome of a position does not need?
    pub every_option: bool,
    /// By which method.
    pub method: SearchMethod,
}

impl Default for Search {
    /// 64 MiB, one thread, every option, by the method that suits the game.
    fn default() -> Self {
        Search { table: 64 << 20, threads: 1, every_option: true, method: SearchMethod::Suited }
    }
}

/// Rules together with a theory that answers for them: what a ruleset
/// implements to get the whole face.
pub trait Solver: Send {
    /// The rules.
    type Rules: Tabular;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// What the ruleset is.
    fn about(&self) -> About<'_>;

    /// The evaluation of a position, with all its options.
    ///
    /// # Errors
    ///
    /// A limit was reached before anything could be said. A solver that has
    /// proved a part returns that, with [`Judgement::stopped`] set.
    fn judge(
        &mut self,
        position: &<Self::Rules as Game>::Position,
        meter: &mut Meter,
    ) -> Result<Judgement<<Self::Rules as Game>::Move>, Stop>;

    /// Where the nth choice of the last judgement, which was about `from`,
    /// leads. Default: plays it.
    fn reached(
        &self,
        from: &<Self::Rules as Game>::Position,
        _nth: usize,
        choice: &Choice<<Self::Rules as Game>::Move>,
    ) -> Option<<Self::Rules as Game>::Position> {
        self.rules().play(from, &choice.chosen)
    }

    /// What [`Solver::label_all`] labels, in words, in the plural.
    fn labels_of(&self) -> String;

    /// Labels every position that the theory labels anyway, seen from
    /// `position` where that matters. Ends early, and well, when `sink` breaks.
    ///
    /// # Errors
    ///
    /// A limit was reached; the labels given out are right.
    fn label_all(
        &mut self,
        position: &<Self::Rules as Game>::Position,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop>;

    /// Writes a certificate for the outcome of a position (and for the values
    /// that its kind covers): the claim, then the proof. Default: there is
    /// none.
    ///
    /// # Errors
    ///
    /// See [`CertifyError`].
    fn certify(
        &mut self,
        _position: &<Self::Rules as Game>::Position,
        _meter: &mut Meter,
        _sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        Err(CertifyError::NotOffered("this ruleset has none"))
    }

    /// Writes one certificate for all that [`Solver::label_all`] labels.
    /// Default: there is none.
    ///
    /// # Errors
    ///
    /// See [`CertifyError`].
    fn certify_all(
        &mut self,
        _position: &<Self::Rules as Game>::Position,
        _meter: &mut Meter,
        _sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        Err(CertifyError::NotOffered("this ruleset has none for all positions at once"))
    }

    /// Writes a certificate of a statement about every game of the ruleset at
    /// once, whatever its size and start. Default: there is none.
    ///
    /// # Errors
    ///
    /// See [`CertifyError`].
    fn certify_theorem(
        &mut self,
        _meter: &mut Meter,
        _sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        Err(CertifyError::NotOffered("no statement about all its games is known for this ruleset"))
    }

    /// Checks the proof of a claim, by the rules alone: nothing that a theory
    /// found is used. Default: there is no kind to check.
    ///
    /// # Errors
    ///
    /// The first record that fails.
    fn check(
        &self,
        _claim: &Claim,
        source: &mut dyn Source,
        _meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        Err(source.refuse("this ruleset has no certificates"))
    }

    /// The same game answered by a search that knows the rules and what they
    /// declare, but no theory. Default: it is not searched.
    ///
    /// # Errors
    ///
    /// Why not.
    fn by_search(self, _search: Search) -> Result<Box<dyn Analysis>, NotSearched>
    where
        Self: Sized,
    {
        Err(NotSearched("this ruleset is answered by its theory alone".to_owned()))
    }

    /// Checks a strategy, by which a search proves what it found. Default: by
    /// the rules.
    ///
    /// # Errors
    ///
    /// The first record that fails.
    fn check_strategy(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        strategy::check(self.rules(), claim, source, meter)
    }

    /// Solves a position with everything that is finished kept in a folder, so
    /// that a run that was killed goes on, and the values can be asked for
    /// later. Default: there is nothing to keep.
    ///
    /// # Errors
    ///
    /// See [`KeepError`].
    fn keep(
        &mut self,
        _position: &<Self::Rules as Game>::Position,
        _place: &Place<'_>,
        _meter: &mut Meter,
    ) -> Result<(), KeepError> {
        Err(KeepError::NotOffered("this ruleset is solved at once, by a theory without a table"))
    }

    /// The first failure of the rules themselves since the last call, where
    /// rules can fail ([`Tabular::fault`](perfectplay_game::Tabular::fault)).
    fn fault(&self) -> Option<RulesError> {
        None
    }

    /// Is `option` this choice, or in the run it stands for?
    fn covers(
        &self,
        choice: &Choice<<Self::Rules as Game>::Move>,
        option: &<Self::Rules as Game>::Move,
    ) -> bool {
        choice.chosen == *option
    }
}
