use std::cmp::Reverse;
use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Choice, Face, Judgement, KeepError, Label, NotSearched, Place,
    Search, Solver,
};
use perfectplay_game::{Meter, Outcome, RulesError, Standing, Stop, StopReason};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source, outcomes, sums};
use perfectplay_tabulate::{Tabulated, searched::Told};

use super::listing::MOST_OPTIONS;
use super::{Formula, Verdict};

/// So many options are all listed, if they take no more memory than this.
const LISTED: u128 = 20_000;
const LISTED_BYTES: u128 = 64 << 20;

/// Where there are more, so many that win.
const SHOWN: usize = 100;

/// The options of a position, and in words which are not among them.
struct Listed<M> {
    choices: Vec<Choice<M>>,
    unlisted: Option<&'static str>,
}

/// A game solved by its formula; where it has none, and for certificates and
/// labels, by listing positions.
pub struct ClosedForm<R: Formula + Sync + Send + 'static> {
    table: Tabulated<R>,
}

impl<R: Formula + Sync + Send + 'static> ClosedForm<R>
where
    R::Position: Send + Sync,
{
    /// A solver for these rules.
    pub fn new(rules: R) -> Self {
        let about = rules.about();
        ClosedForm { table: Tabulated::new(about.name, rules).titled(about.title) }
    }

    /// Stops at once where a table of what play can come to would not fit.
    fn fits(&self, position: &R::Position, meter: &mut Meter) -> Result<(), Stop> {
        const BYTES: u128 = 4;
        let bytes = self.rules().least_listed(position).saturating_mul(BYTES);
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        meter.hold(bytes)?;
        meter.release(bytes);
        if self.rules().count_options(position) > MOST_OPTIONS {
            let within = "positions of at most 4194304 options, all of which are listed";
            return Err(Stop { reason: StopReason::Reach { within }, spent: meter.spent() });
        }
        Ok(())
    }

    /// Writes a certificate that lists all parts with their Grundy values, where
    /// positions are sums and a formula gives these.
    fn write_parts(
        &self,
        position: &R::Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Option<Result<(), CertifyError>> {
        let rules = self.rules();
        let nimber = |at: &R::Position| match rules.verdict(at) {
            Some(Verdict::Nimber(nimber)) => u64::try_from(nimber).ok(),
            _ => None,
        };
        let value = nimber(position)?;
        let outcome = if value == 0 { Outcome::Loss } else { Outcome::Win };
        let claim = Claim {
            kind: sums::KIND.to_owned(),
            ruleset: rules.about().name.to_owned(),
            position: rules.write_position(position),
            outcome: Some(outcome),
            values: vec![value],
        };
        let mut parts = rules.parts_met(position)?;
        let mut write = || {
            claim.write(sink)?;
            parts.try_for_each(|part| {
                meter.spend(1)?;
                let none = CertifyError::NotOffered("a part was not decided");
                let value = nimber(&part).ok_or(none)?;
                Ok(sums::write_row(sink, &rules.write_position(&part), value)?)
            })
        };
        Some(write())
    }

    fn choice(&self, from: &R::Position, chosen: R::Move, verdict: Verdict) -> Choice<R::Move> {
        let evaluation = verdict.evaluation(self.rules().mover(from), false);
        Choice { chosen, through: None, evaluation, keeps: verdict.is_lost() }
    }

    /// The options of a position that a formula decides, and which are not
    /// among them.
    fn choices(
        &self,
        position: &R::Position,
        lost: bool,
        meter: &mut Meter,
    ) -> Result<Listed<R::Move>, Stop> {
        let rules = self.rules();
        let count = rules.count_options(position);
        let bytes = (size_of::<R::Position>() + rules.heap_bytes(position)) as u128;
        let mut choices = Vec::new();
        if count <= LISTED && count.saturating_mul(bytes) <= LISTED_BYTES {
            let mut options = Vec::new();
            rules.options(position, &mut options);
            for (chosen, to) in options {
                meter.spend(1)?;
                // The formula decides what play comes to, as it does the start.
                let Some(verdict) = rules.verdict(&to) else { continue };
                choices.push(self.choice(position, chosen, verdict));
            }
            return Ok(Listed { choices, unlisted: None });
        }
        if lost {
            if let Some(chosen) = rules.first_move(position) {
                let verdict = rules.play(position, &chosen).and_then(|to| rules.verdict(&to));
                choices.extend(verdict.map(|verdict| self.choice(position, chosen, verdict)));
            }
            let unlisted = "there are too many options to list them all; all of them lose";
            return Ok(Listed { choices, unlisted: Some(unlisted) });
        }
        let winning = rules.winning(position, SHOWN);
        for chosen in winning.moves {
            meter.spend(1)?;
            let verdict = rules.play(position, &chosen).and_then(|to| rules.verdict(&to));
            choices.extend(verdict.map(|verdict| self.choice(position, chosen, verdict)));
        }
        let unlisted = match winning.all {
            true => "there are too many options to list them all; all others lose",
            false => "there are too many options to list them all: others may win as well",
        };
        Ok(Listed { choices, unlisted: Some(unlisted) })
    }
}

impl<R: Formula + Sync + Send + 'static> Solver for ClosedForm<R>
where
    R::Position: Send + Sync,
{
    type Rules = R;

    fn rules(&self) -> &R {
        self.table.rules()
    }

    fn about(&self) -> About<'_> {
        self.table.about()
    }

    fn judge(
        &mut self,
        position: &R::Position,
        meter: &mut Meter,
    ) -> Result<Judgement<R::Move>, Stop> {
        let Some(verdict) = self.rules().verdict(position) else {
            self.fits(position, meter)?;
            return self.table.judge(position, meter);
        };
        meter.spend(1)?;
        let lost = verdict.is_lost();
        let Listed { mut choices, unlisted } = self.choices(position, lost, meter)?;
        // Wins first; others stay in their order.
        choices.sort_by_key(|choice| Reverse(choice.evaluation.bounds()));
        if lost {
            choices.iter_mut().for_each(|choice| choice.keeps = true);
        }
        let rules = self.rules();
        let best = choices.first().map(|choice| &choice.chosen);
        let best = best.and_then(|best| Some((best, rules.play(position, best)?)));
        let because =
            rules.because(position, verdict, best.as_ref().map(|(chosen, to)| (*chosen, to)));
        Ok(Judgement {
            evaluation: verdict.evaluation(rules.mover(position), true),
            because,
            choices,
            theory: rules.theory(),
            unlisted: unlisted.map(str::to_owned),
            stopped: None,
        })
    }

    fn reached(
        &self,
        from: &R::Position,
        _nth: usize,
        choice: &Choice<R::Move>,
    ) -> Option<R::Position> {
        self.rules().play(from, &choice.chosen)
    }

    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        Ok(Box::new(Face(self.table.searched(search, Told::DECISIVE)?)))
    }

    fn labels_of(&self) -> String {
        self.table.labels_of()
    }

    fn label_all(
        &mut self,
        position: &R::Position,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.fits(position, meter)?;
        let rules = self.rules();
        let Some(parts) = rules.parts_met(position) else {
            return self.table.label_all(position, meter, sink);
        };
        for part in parts {
            meter.spend(1)?;
            let Some(verdict) = rules.verdict(&part) else { continue };
            let evaluation = verdict.evaluation(rules.mover(&part), true);
            let label = Label::new(rules.write_position(&part), evaluation);
            if sink(&label).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn certify(
        &mut self,
        position: &R::Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let rules = self.rules();
        if let Some(own) = rules.certify(position, meter, sink) {
            return own;
        }
        self.fits(position, meter)?;
        if rules.standing(position).is_some() {
            let standing = |at: &R::Position| -> Result<Standing, CertifyError> {
                let none = CertifyError::NotOffered("a position was not decided");
                rules.standing(at).ok_or(none)
            };
            let (name, plies) = (rules.about().name, outcomes::Plies::AtMost);
            return outcomes::write(rules, name, position, plies, standing, meter, sink);
        }
        match self.write_parts(position, meter, sink) {
            Some(written) => written,
            None => self.table.certify(position, meter, sink),
        }
    }

    fn certify_all(
        &mut self,
        position: &R::Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        match self.rules().certify_all(meter, sink) {
            Some(own) => own,
            None => self.table.certify_all(position, meter, sink),
        }
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        match self.rules().check(claim, source, meter) {
            Some(own) => own,
            None => self.table.check(claim, source, meter),
        }
    }

    fn keep(
        &mut self,
        position: &R::Position,
        place: &Place<'_>,
        meter: &mut Meter,
    ) -> Result<(), KeepError> {
        self.fits(position, meter)?;
        self.table.keep(position, place, meter)
    }

    fn fault(&self) -> Option<RulesError> {
        self.table.fault()
    }
}
