use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Choice, Evaluation, Face, Judgement, Label, NotSearched, Search,
    Solver, Theory,
};
use perfectplay_game::{Game, Meter, Outcome, Player, Stop};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_tabulate::{Searched, searched::Told};
use perfectplay_theories::edge_geography::{Edges, Valued, label, value};
use perfectplay_theories::geography::Graph;

use super::rules::ABOUT;
use super::{EdgeGeography, Walk, certificate};
use crate::geography::searched;

/// Edge Geography solved by even kernels, or searched where a cycle is odd.
#[derive(Clone, Debug)]
pub struct EdgeGeographySolver {
    rules: EdgeGeography,
}

/// Why a position is searched.
const SEARCHED: &str = "what the token can come to has an odd cycle, where no quick way is known: \
                        edge geography on any graph is PSPACE-hard";

impl EdgeGeographySolver {
    /// A solver for these rules.
    pub fn new(rules: EdgeGeography) -> Self {
        EdgeGeographySolver { rules }
    }

    fn value(&self, walk: &Walk, meter: &mut Meter) -> Result<Option<Valued>, Stop> {
        let held = meter.held();
        let left = Edges::without(&self.rules.board, walk.burned());
        let found = value(&left, walk.token(), meter)?;
        meter.release(meter.held() - held);
        Ok(found)
    }

    /// The edges that are left, up to what matters for a table: about the
    /// logarithm of the number of positions.
    fn bits(&self, walk: &Walk) -> usize {
        let board = &self.rules.board;
        let ends = (0..board.vertices()).flat_map(|v| Graph::neighbours(board, v));
        (ends.take(200).count() / 2).saturating_sub(walk.moves())
    }

    fn judgement(&self, walk: &Walk, valued: &Valued) -> Judgement<u32> {
        let rules = &self.rules;
        let mover = rules.mover(walk);
        let choices = rules.next(walk).map(|chosen| {
            let wins = valued.winning.contains(&chosen);
            let outcome = if wins { Outcome::Win } else { Outcome::Loss };
            let evaluation = Evaluation::exact(mover, outcome);
            Choice { chosen, through: None, evaluation, keeps: false }
        });
        let choices: Vec<_> = choices.collect();
        let token = rules.board.name(walk.token());
        let because = match valued.winning.first() {
            Some(&to) => format!(
                "no even kernel holds {token}; gone along the edge to {}, one holds that",
                rules.board.name(to)
            ),
            None if choices.is_empty() => {
                format!("no edge is left at {token}, so {mover} cannot move")
            }
            None => format!(
                "an even kernel holds {token}: wherever {mover} goes out of it, an even number of \
                 edges leads into it, and {} goes back along another one",
                mover.other()
            ),
        };
        let theory = Theory {
            name: "undirected edge geography".to_owned(),
            applies: "edges can be gone along both ways and none twice, and no cycle of what the \
                      token can come to is odd"
                .to_owned(),
        };
        Judgement::from_choices(mover, Outcome::Loss, choices, because, theory)
    }
}

impl Solver for EdgeGeographySolver {
    type Rules = EdgeGeography;

    fn rules(&self) -> &EdgeGeography {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(&mut self, walk: &Walk, meter: &mut Meter) -> Result<Judgement<u32>, Stop> {
        match self.value(walk, meter)? {
            Some(valued) => Ok(self.judgement(walk, &valued)),
            None => searched::judge(&self.rules, walk, self.bits(walk), SEARCHED, meter),
        }
    }

    fn certify(
        &mut self,
        walk: &Walk,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        match self.value(walk, meter)? {
            Some(valued) => {
                let winning = valued.winning.first().copied();
                certificate::certify(&self.rules, walk, winning, meter, sink)
            }
            None => {
                let bits = self.bits(walk);
                searched::certify(&self.rules, ABOUT.name, walk, bits, meter, sink)
            }
        }
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
        let searched = Searched::new(ABOUT.name, self.rules, search).titled(ABOUT.title);
        Ok(Box::new(Face(searched.told(Told::DECISIVE))))
    }

    fn labels_of(&self) -> String {
        "vertices to start from, for First".to_owned()
    }

    fn label_all(
        &mut self,
        _walk: &Walk,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let held = meter.held();
        let lost = label(&self.rules.board, meter)?;
        for v in 0..self.rules.board.vertices() {
            if !self.rules.board.contains(v) {
                continue;
            }
            let evaluation = match &lost {
                Some(lost) => {
                    let outcome = if lost.contains(v) { Outcome::Loss } else { Outcome::Win };
                    Evaluation::exact(Player::First, outcome)
                }
                // Some cycle is odd, though perhaps out of reach from here.
                None => searched::exact(self.judge(&Walk::at(v), meter)?)?,
            };
            let what = self.rules.board.name(v);
            if sink(&Label::new(what, evaluation)).is_break() {
                break;
            }
        }
        meter.release(meter.held() - held);
        Ok(())
    }
}
