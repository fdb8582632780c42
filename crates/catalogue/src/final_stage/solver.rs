use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Choice, Evaluation, Face, Judgement, Label, NotSearched, Search,
    Solver, Theory,
};
use perfectplay_game::{Game, Meter, Stop, StopReason};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source, strategy};
use perfectplay_tabulate::{Searched, searched::Told};
use perfectplay_theories::timed_pile::{Error, History, Run, Taking, TimedPile};

use super::certificate;
use super::notation::stones;
use super::rules::ABOUT;
use super::rules::{At, FinalStage, outcome};

/// Final Stage solved by the runs of stone counts at every turn.
#[derive(Debug)]
pub struct FinalStageSolver {
    rules: FinalStage,
    solved: Option<History>,
}

/// Readers refuse schedules that are too long for the theory; one that is
/// built in code would need more memory than any machine has.
pub(super) fn unless_too_long(error: Error, meter: &Meter) -> Stop {
    match error {
        Error::Stopped(stop) => stop,
        Error::TooManyTurns => {
            Stop { reason: StopReason::Memory { needed: u64::MAX, limit: 0 }, spent: meter.spent() }
        }
    }
}

impl FinalStageSolver {
    /// A solver for these rules; its runs are made when first asked for.
    pub fn new(rules: FinalStage) -> Self {
        FinalStageSolver { rules, solved: None }
    }

    fn solved(&mut self, meter: &mut Meter) -> Result<(&FinalStage, &History), Stop> {
        let solved = match self.solved.take() {
            Some(solved) => solved,
            None => TimedPile::new(self.rules.turns(), meter)
                .map_err(|error| unless_too_long(error, meter))?
                .into_history(meter)?,
        };
        Ok((&self.rules, self.solved.insert(solved)))
    }
}

impl Solver for FinalStageSolver {
    type Rules = FinalStage;

    fn rules(&self) -> &FinalStage {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(&mut self, at: &At, meter: &mut Meter) -> Result<Judgement<u64>, Stop> {
        let (rules, history) = self.solved(meter)?;
        let mover = rules.mover(at);
        let left = rules.turns().len().saturating_sub(at.played);
        let mut choices = Vec::new();
        for taking in history.options(left, at.stones.into()) {
            meter.spend(1)?;
            choices.push(Choice {
                chosen: taking.fewest,
                through: (taking.fewest < taking.most).then_some(taking.most),
                evaluation: Evaluation::exact(mover, outcome(taking.winner, mover)),
                keeps: false,
            });
        }
        let because = because(rules, history, at, left);
        let theory = Theory {
            name: "timed pile".to_owned(),
            applies:
                "one pile and a schedule of turns with bounds: with so many turns to come the \
                      stone counts fall into runs with one outcome each, and the turn before \
                      moves their ends"
                    .to_owned(),
        };
        Ok(Judgement::from_choices(mover, rules.ending(at), choices, because, theory))
    }

    fn certify(
        &mut self,
        at: &At,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let (rules, history) = self.solved(meter)?;
        certificate::certify(rules, history, at, false, meter, sink)
    }

    fn certify_all(
        &mut self,
        at: &At,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let (rules, history) = self.solved(meter)?;
        certificate::certify(rules, history, at, true, meter, sink)
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        certificate::check(&self.rules, claim, source, meter)
    }

    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        self.rules.are_listed().map_err(NotSearched)?;
        let searched = Searched::new(ABOUT.name, self.rules, search).titled(ABOUT.title);
        Ok(Box::new(Face(searched.told(Told { ends: true, decisive: false }))))
    }

    fn check_strategy(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        self.rules.are_listed().map_err(|what| source.refuse(what))?;
        strategy::check(&self.rules, claim, source, meter)
    }

    fn labels_of(&self) -> String {
        "ranges of stone counts with one outcome".to_owned()
    }

    fn label_all(
        &mut self,
        at: &At,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (rules, history) = self.solved(meter)?;
        let mover = rules.mover(at);
        let left = rules.turns().len().saturating_sub(at.played);
        for run in history.runs(left) {
            meter.spend(1)?;
            let evaluation = Evaluation::exact(mover, outcome(run.winner, mover));
            if sink(&Label::new(range(run), evaluation)).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn covers(&self, choice: &Choice<u64>, option: &u64) -> bool {
        (choice.chosen..=choice.through.unwrap_or(choice.chosen)).contains(option)
    }
}

/// Stone counts from the first to the last, both included.
fn range(run: Run) -> String {
    match run.end {
        Some(end) => format!("[{},{}]", run.start, end - 1),
        None => format!("[{},∞)", run.start),
    }
}

/// `[6,8] where First wins`.
fn range_and_winner(run: Run) -> String {
    match run.winner {
        Some(winner) => format!("{} where {winner} wins", range(run)),
        None => format!("{} where neither can win", range(run)),
    }
}

/// The fact that decides: the run that the pile lies in, and the run that the
/// best options lead into.
fn because(rules: &FinalStage, history: &History, at: &At, left: usize) -> String {
    let Some(turn) = rules.turn(at) else {
        return "all turns are played, which is a tie".to_owned();
    };
    let number = at.played + 1;
    let here = history.run(left, at.stones.into());
    let lies = format!(
        "with {} at turn {number} the pile lies in {}",
        stones(at.stones),
        range_and_winner(here)
    );
    let Some(best) = history.best(left, at.stones.into()) else {
        let least = stones(turn.least());
        return format!("{lies}: the turn asks for {least} at least, and {} loses", turn.mover());
    };
    let subject = match here.winner {
        Some(winner) if winner != turn.mover() => "every option".to_owned(),
        _ => taking(best),
    };
    match left {
        1 => format!("{lies}: {subject} ends the schedule, which is a tie"),
        _ => {
            let then = range_and_winner(best.into);
            format!("{lies}: {subject} leaves it at turn {} in {then}", number + 1)
        }
    }
}

fn taking(best: Taking) -> String {
    match (best.fewest, best.most) {
        (fewest, most) if fewest == most => format!("taking {fewest}"),
        (fewest, most) => format!("taking {fewest} to {most}"),
    }
}
