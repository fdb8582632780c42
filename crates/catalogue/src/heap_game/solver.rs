use std::cmp::Reverse;
use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Choice, Evaluation, Face, Judgement, Label, NotSearched, Search,
    Solver, Theory,
};
use perfectplay_game::{Game, Meter, Stop, Tabular};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_tabulate::{Searched, searched::Told};
use perfectplay_theories::heap_games::Sequence;

use super::rules::{ABOUT, HeapGame, Split};
use super::{certificate, choices, explain};
use crate::heaps::Heaps;

/// A heap game in normal play, solved by the Grundy values of its heaps.
#[derive(Debug)]
pub struct HeapGameSolver {
    rules: HeapGame,
    values: Sequence,
}

impl HeapGameSolver {
    /// A solver for these rules, which are those of normal play.
    pub fn new(rules: HeapGame) -> Self {
        HeapGameSolver { values: Sequence::new(rules.code()), rules }
    }

    /// Works out values until that of this heap is known.
    fn cover(&mut self, heap: u128, meter: &mut Meter) -> Result<(), Stop> {
        if self.values.value(heap).is_none() {
            let count = usize::try_from(heap).unwrap_or(usize::MAX).saturating_add(1);
            self.values.advance(count, meter)?;
        }
        Ok(())
    }

    /// The Grundy value of a sum of heaps; those of all its heaps, and of the
    /// smaller ones, are known from then on.
    fn sum(&mut self, position: &Heaps, meter: &mut Meter) -> Result<u128, Stop> {
        self.cover(position.heaps().last().copied().unwrap_or_default(), meter)?;
        Ok(explain::xor(position, &|heap| self.value(heap)))
    }

    fn value(&self, heap: u128) -> u128 {
        self.values.value(heap).unwrap_or_default()
    }
}

impl Solver for HeapGameSolver {
    type Rules = HeapGame;

    fn rules(&self) -> &HeapGame {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(&mut self, position: &Heaps, meter: &mut Meter) -> Result<Judgement<Split>, Stop> {
        let mover = self.rules.mover(position);
        let sum = self.sum(position, meter)?;
        let listing = choices::list(&self.values, position, sum, meter)?;
        let mut choices: Vec<Choice<Split>> = listing
            .options
            .into_iter()
            .map(|(chosen, after)| Choice {
                chosen,
                through: None,
                evaluation: Evaluation::grundy(mover, false, after),
                keeps: sum == 0 || after == 0,
            })
            .collect();
        // Wins first; others stay in the order of the heaps.
        choices.sort_by_key(|choice| Reverse(choice.evaluation.bounds()));
        let best = choices.first().map(|choice| {
            let wins = choice.evaluation.winner() == Some(mover);
            (&choice.chosen, u128::from(!wins))
        });
        let because =
            explain::because(position, |heap| self.value(heap), best, listing.unlisted.is_some());
        let code = self.rules.code();
        let known = self.values.regularity();
        Ok(Judgement {
            evaluation: Evaluation::grundy(mover, true, sum),
            because,
            choices,
            theory: Theory {
                name: "Sprague-Grundy".to_owned(),
                applies: explain::applies(code, self.values.values().len(), &known),
            },
            unlisted: listing.unlisted,
            stopped: None,
        })
    }

    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        let searched = Searched::new(ABOUT.name, self.rules, search).titled(ABOUT.title);
        Ok(Box::new(Face(searched.told(Told::DECISIVE))))
    }

    fn labels_of(&self) -> String {
        "heaps".to_owned()
    }

    /// The heaps up to the largest; where a period is proved, those whose
    /// values were worked out.
    fn label_all(
        &mut self,
        position: &Heaps,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let most = position.heaps().last().copied().unwrap_or_default();
        self.cover(most, meter)?;
        let most = most.min(self.values.values().len() as u128);
        for heap in 0..=most {
            meter.spend(1)?;
            let evaluation = Evaluation::grundy(position.mover, true, self.value(heap));
            if sink(&Label::new(heap.to_string(), evaluation)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn certify(
        &mut self,
        position: &Heaps,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let sum = self.sum(position, meter)?;
        certificate::certify(&self.rules, ABOUT.name, &self.values, position, sum, sink)
    }

    /// The period of all heaps, or the values up to the largest of the position.
    fn certify_all(
        &mut self,
        position: &Heaps,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let most = position.heaps().last().copied().unwrap_or_default();
        self.cover(most, meter)?;
        certificate::certify_all(ABOUT.name, &self.values, sink)
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        certificate::check(&self.rules, self.rules.code(), claim, source, meter)
    }

    fn fault(&self) -> Option<perfectplay_game::RulesError> {
        self.rules.fault()
    }
}
