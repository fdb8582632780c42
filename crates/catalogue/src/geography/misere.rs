use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Face, Judgement, Label, NotSearched, Search, Solver,
};
use perfectplay_game::{
    Game, Meter, Notation, NotationError, Options, Outcome, Player, Stop, Tabular,
};
use perfectplay_proof::Sink;
use perfectplay_tabulate::{Searched, searched::Told};
use perfectplay_theories::geography::Graph;

use super::Geography;
use super::rules::ABOUT;
use super::searched;
use crate::Trail;

/// Geography in which who cannot move wins.
#[derive(Clone, Debug)]
pub struct MisereGeography(Geography);

impl MisereGeography {
    /// The same board and start as in normal play.
    pub fn new(normal: Geography) -> Self {
        MisereGeography(normal)
    }
}

impl Game for MisereGeography {
    type Position = Trail<u32>;
    type Move = u32;

    fn start(&self) -> Trail<u32> {
        self.0.start()
    }

    fn mover(&self, trail: &Trail<u32>) -> Player {
        self.0.mover(trail)
    }

    fn options(&self, trail: &Trail<u32>, into: &mut Options<Self>) {
        self.0.options(trail, into);
    }

    fn play(&self, from: &Trail<u32>, chosen: &u32) -> Option<Trail<u32>> {
        self.0.play(from, chosen)
    }

    fn first_move(&self, from: &Trail<u32>) -> Option<u32> {
        self.0.first_move(from)
    }

    fn ending(&self, _trail: &Trail<u32>) -> Outcome {
        Outcome::Win
    }
}

impl Notation for MisereGeography {
    fn write_position(&self, trail: &Trail<u32>) -> String {
        self.0.write_position(trail)
    }

    fn parse_position(&self, text: &str) -> Result<Trail<u32>, NotationError> {
        self.0.parse_position(text)
    }

    fn write_move(&self, from: &Trail<u32>, chosen: &u32) -> String {
        self.0.write_move(from, chosen)
    }

    fn parse_move(&self, from: &Trail<u32>, text: &str) -> Option<u32> {
        self.0.parse_move(from, text)
    }

    fn rules(&self) -> String {
        self.0.rules().replace("Who cannot move loses", "Who cannot move wins (misere play)")
    }

    fn draw(&self, trail: &Trail<u32>) -> String {
        self.0.draw(trail)
    }
}

impl Tabular for MisereGeography {
    fn heap_bytes(&self, trail: &Trail<u32>) -> usize {
        trail.heap_bytes()
    }
}

/// Misère geography searched.
#[derive(Clone, Debug)]
pub struct MisereGeographySolver {
    rules: MisereGeography,
}

/// Why a position is searched.
const SEARCHED: &str = "who cannot move wins: matchings tell of normal play only, so positions \
                        are searched";

impl MisereGeographySolver {
    /// A solver for these rules.
    pub fn new(rules: MisereGeography) -> Self {
        MisereGeographySolver { rules }
    }

    /// The vertices that are left: about the logarithm of the number of
    /// positions.
    fn bits(&self, trail: &Trail<u32>) -> usize {
        (self.rules.0.board.vertices() as usize).saturating_sub(trail.moves())
    }
}

impl Solver for MisereGeographySolver {
    type Rules = MisereGeography;

    fn rules(&self) -> &MisereGeography {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        About { title: "Misere Geography", effort_unit: "positions looked at", ..ABOUT }
    }

    fn judge(&mut self, trail: &Trail<u32>, meter: &mut Meter) -> Result<Judgement<u32>, Stop> {
        searched::judge(&self.rules, trail, self.bits(trail), SEARCHED, meter)
    }

    fn certify(
        &mut self,
        trail: &Trail<u32>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        searched::certify(&self.rules, ABOUT.name, trail, self.bits(trail), meter, sink)
    }

    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        let searched = Searched::new(ABOUT.name, self.rules, search).titled("Misere Geography");
        Ok(Box::new(Face(searched.told(Told::DECISIVE))))
    }

    fn labels_of(&self) -> String {
        "vertices to start from, for First".to_owned()
    }

    fn label_all(
        &mut self,
        _trail: &Trail<u32>,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        for v in 0..self.rules.0.board.vertices() {
            if !self.rules.0.board.contains(v) {
                continue;
            }
            let evaluation = searched::exact(self.judge(&Trail::at(v), meter)?)?;
            let what = self.rules.0.board.name(v);
            if sink(&Label::new(what, evaluation)).is_break() {
                break;
            }
        }
        Ok(())
    }
}
