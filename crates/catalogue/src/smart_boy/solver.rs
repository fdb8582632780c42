use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Choice, Evaluation, Face, Judgement, Label, NotSearched, Search,
    Solver, Theory, Value,
};
use perfectplay_game::{Game, Meter, Notation, Outcome, Player, Stop};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source, strategy};
use perfectplay_tabulate::{Searched, searched::Told};
use perfectplay_theories::lexicographic::Worth;

use super::certificate;
use super::rules::ABOUT;
use super::rules::{SmartBoy, added};
use super::solved::of_all;
use super::table::{Order, Table};

/// Smart Boy solved by lexicographic play over all substrings.
#[derive(Debug)]
pub struct SmartBoySolver {
    rules: SmartBoy,
    solved: Option<Table>,
}

fn evaluation(side: Player, worth: Worth) -> Evaluation {
    let outcome = if worth.wins { Outcome::Win } else { Outcome::Loss };
    Evaluation::with_value(side, outcome, Value::Points { own: worth.own, other: worth.rival })
}

impl SmartBoySolver {
    /// A solver for these rules; its table is made when first asked for.
    pub fn new(rules: SmartBoy) -> Self {
        SmartBoySolver { rules, solved: None }
    }

    pub(super) fn solved(&mut self, meter: &mut Meter) -> Result<(&SmartBoy, &Table), Stop> {
        let table = match self.solved.take() {
            Some(table) => table,
            None => {
                let SmartBoy { dictionary, scoring, preference } = &self.rules;
                of_all(dictionary, *scoring, *preference, meter)?
            }
        };
        Ok((&self.rules, self.solved.insert(table)))
    }
}

impl Solver for SmartBoySolver {
    type Rules = SmartBoy;

    fn rules(&self) -> &SmartBoy {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(
        &mut self,
        word: &Vec<u8>,
        meter: &mut Meter,
    ) -> Result<Judgement<<SmartBoy as Game>::Move>, Stop> {
        let (rules, table) = self.solved(meter)?;
        let mover = rules.mover(word);
        let mut options = Vec::new();
        rules.options(word, &mut options);
        let mut ranked: Vec<(_, Worth)> = options
            .iter()
            .filter_map(|(chosen, to)| {
                Some((*chosen, table.of(&rules.dictionary, to)?.worth_of_making()))
            })
            .collect();
        // Stable, so that equal options stay in the order of the rules.
        ranked.sort_by(|(_, a), (_, b)| rules.preference.compare(b, a));
        let best = ranked.first().map(|(_, worth)| *worth).unwrap_or_default();
        let because = match ranked.first() {
            None => format!("no letter can be added: {mover} cannot move and loses"),
            Some((chosen, _)) => {
                let made = added(word, chosen.0, chosen.1);
                let by = rules.write_move(word, chosen);
                let made = rules.write_position(&made);
                let Worth { own, rival, .. } = best;
                match best.wins {
                    true => format!(
                        "{by} makes {made}, from where {} cannot win, and pays best: {own} points \
                         from here on against {rival}",
                        mover.other()
                    ),
                    false => format!(
                        "every option leaves a win to {}; {by} (making {made}) pays best of them: \
                         {own} points from here on against {rival}",
                        mover.other()
                    ),
                }
            }
        };
        let choices = ranked.iter().map(|(chosen, worth)| Choice {
            chosen: *chosen,
            through: None,
            evaluation: evaluation(mover, *worth),
            keeps: *worth == best,
        });
        Ok(Judgement {
            evaluation: evaluation(mover, best),
            choices: choices.collect(),
            because,
            theory: Theory {
                name: "lexicographic play on an acyclic game".to_owned(),
                applies: "every move makes the word longer, so play ends, and points already paid \
                          change no choice: each distinct substring is valued once, longest first"
                    .to_owned(),
            },
            unlisted: None,
            stopped: None,
        })
    }

    fn certify(
        &mut self,
        word: &Vec<u8>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let (rules, table) = self.solved(meter)?;
        certificate::certify(rules, table, word, meter, sink)
    }

    /// The table of the empty paper holds every word.
    fn certify_all(
        &mut self,
        _word: &Vec<u8>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let (rules, table) = self.solved(meter)?;
        certificate::certify(rules, table, &Vec::new(), meter, sink)
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        certificate::check(&self.rules, claim, source, meter)
    }

    /// Who wins, not by how much.
    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        self.rules.wins_first().map_err(|what| NotSearched(what.to_owned()))?;
        let searched = Searched::new(ABOUT.name, self.rules, search).titled(ABOUT.title);
        Ok(Box::new(Face(searched.told(Told::DECISIVE))))
    }

    fn check_strategy(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        self.rules.wins_first().map_err(|what| source.refuse(what))?;
        strategy::check(&self.rules, claim, source, meter)
    }

    fn labels_of(&self) -> String {
        "words that can stand on the paper, shortest first".to_owned()
    }

    fn label_all(
        &mut self,
        _position: &Vec<u8>,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (rules, table) = self.solved(meter)?;
        let bytes = Table::VISIT * rules.dictionary.letters().len() as u64;
        meter.hold(bytes)?;
        let mut stopped = Ok(());
        let _ = table.by_length(&rules.dictionary, Order::ShortestFirst, |word, cell| {
            stopped = meter.spend(1);
            if stopped.is_err() {
                return ControlFlow::Break(());
            }
            let word = word.to_vec();
            let label = Label {
                what: rules.write_position(&word),
                evaluation: evaluation(Player::alternating(word.len()), cell.worth()),
                best: cell.best().map(|best| rules.write_move(&word, &best)).collect(),
            };
            sink(&label)
        });
        meter.release(bytes);
        stopped
    }
}
