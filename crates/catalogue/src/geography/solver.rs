use std::ops::ControlFlow;

use perfectplay_analysis::{About, CertifyError, Judgement, Label, Solver};
use perfectplay_game::{Game, Meter, Stop};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::geography::{Graph, Labels, Matching, Valued, VertexSet, label, value};

use super::Geography;
use super::board::Links;
use super::certificate::Subject;
use super::judge::{Found, of_start};
use super::rules::ABOUT;
use crate::Trail;

/// Geography solved by maximum matchings.
#[derive(Clone, Debug)]
pub struct GeographySolver {
    rules: Geography,
    /// The matching found last, to begin the next one with.
    last: Option<Matching>,
}

impl GeographySolver {
    /// A solver for these rules.
    pub fn new(rules: Geography) -> Self {
        GeographySolver { rules, last: None }
    }

    fn value(&mut self, trail: &Trail<u32>, meter: &mut Meter) -> Result<Valued, Stop> {
        let vertices = self.rules.board.vertices();
        let bytes = VertexSet::bytes(vertices);
        meter.hold(bytes)?;
        let mut visited = VertexSet::empty(vertices);
        trail.path().iter().for_each(|&v| {
            visited.insert(v);
        });
        let last = self.last.take();
        let valued = match &self.rules.board.links {
            Links::Stored(graph) => value(graph, trail.token(), &visited, last, meter)?,
            Links::Cube(cube) => value(cube, trail.token(), &visited, last, meter)?,
        };
        meter.release(bytes);
        Ok(valued)
    }

    fn subject(&self) -> Subject<'_, Geography> {
        Subject { ruleset: ABOUT.name, rules: &self.rules }
    }

    fn labels(&self, meter: &mut Meter) -> Result<Labels, Stop> {
        match &self.rules.board.links {
            Links::Stored(graph) => label(graph, meter),
            Links::Cube(cube) => label(cube, meter),
        }
    }
}

impl Solver for GeographySolver {
    type Rules = Geography;

    fn rules(&self) -> &Geography {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(&mut self, trail: &Trail<u32>, meter: &mut Meter) -> Result<Judgement<u32>, Stop> {
        let valued = self.value(trail, meter)?;
        let rules = &self.rules;
        let options = rules.next(trail).map(|w| (w, rules.board.name(w), valued.left.loses(w)));
        let found = Found {
            mover: rules.mover(trail),
            token: rules.board.name(trail.token()),
            at_start: trail.moves() == 0,
            without: u64::from(valued.without_token()),
            options: options.collect(),
            applies: "edges can be walked both ways and no vertex is visited twice: a token \
                      moves on an undirected graph and burns its trail",
        };
        self.last = Some(valued.left.matching);
        Ok(found.judgement())
    }

    fn certify(
        &mut self,
        trail: &Trail<u32>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        match &self.rules.board.links {
            Links::Stored(graph) => self.subject().certify(graph, trail, meter, sink),
            Links::Cube(cube) => self.subject().certify(cube, trail, meter, sink),
        }
    }

    fn certify_all(
        &mut self,
        _trail: &Trail<u32>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        match &self.rules.board.links {
            Links::Stored(graph) => self.subject().certify_all(graph, meter, sink),
            Links::Cube(cube) => self.subject().certify_all(cube, meter, sink),
        }
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        self.subject().check(claim, source, meter)
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
        let labels = self.labels(meter)?;
        let with = u64::from(labels.matching.size());
        let board = &self.rules.board;
        for v in (0..board.vertices()).filter(|&v| board.contains(v)) {
            let evaluation = of_start(with, labels.loses(v));
            if sink(&Label { what: board.name(v), evaluation }).is_break() {
                break;
            }
        }
        Ok(())
    }
}
